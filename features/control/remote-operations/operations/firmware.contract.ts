// UpdateFirmware and SignedUpdateFirmware: the charge point fetches new firmware and installs it.

import { MAX_CERTIFICATE } from './certificates.contract.ts'
import { type FormTarget, operation } from './operation.contract.ts'
import {
  address,
  certificate,
  group,
  inOrder,
  maybeWhole,
  optional,
  retries,
  text,
  time,
} from './operation-field.contract.ts'
import { MAX_LOCATION } from './uploads.contract.ts'

const file = {
  label: 'Location',
  wide: true,
  help: 'Where the charge point fetches the file, such as https://files.example/firmware.bin',
} as const
const fetched = { label: 'Retrieve Date', help: 'The charge point fetches it then' }

const confirm = (charger: FormTarget) =>
  ({
    title: `Firmware of ${charger.chargepoint_id}`,
    text: 'The charge point installs what it fetches there and restarts. Until then nobody can charge, and firmware for another model can put it out of order.',
    yes: 'Update firmware',
    danger: true,
  }) as const

export const updateFirmware = operation({
  name: 'UpdateFirmware',
  fields: {
    location: address(MAX_LOCATION, file),
    ...retries,
    retrieveDate: time(fetched),
    /** Kept with the task and not sent. */
    stopDate: optional(time({ label: 'Stop Date', help: 'Kept with the operation; the charge point is not told' })),
  },
  together: inOrder('retrieveDate', 'stopDate'),
  wire: { ocpp16: { action: 'UpdateFirmware', request: ({ stopDate: _, ...payload }) => payload } },
  plainAnswer: () => 'The charge point fetches and installs the firmware at the time that was set.',
  progress: 'FirmwareStatusNotification',
  form: {
    help: 'Has the charge point fetch and install new firmware.',
    says: charger => `Firmware of ${charger.chargepoint_id}`,
    confirm,
    order: ['location', 'retrieveDate', 'stopDate', 'retries', 'retryInterval'],
  },
})

export const signedUpdateFirmware = operation({
  name: 'SignedUpdateFirmware',
  fields: {
    firmware: group({
      location: address(512, file),
      retrieveDateTime: time(fetched),
      installDateTime: optional(time({ label: 'Install Date', help: 'Empty: as soon as it has been fetched' })),
      signingCertificate: certificate(MAX_CERTIFICATE, {
        label: 'Signing Certificate',
        help: 'Of the manufacturer, in PEM: -----BEGIN CERTIFICATE----- and what follows',
      }),
      signature: text(
        800,
        {
          label: 'Signature',
          wide: true,
          rows: 2,
          help: 'Of the firmware file, in Base64; it comes with the file',
        },
        [/^[A-Za-z\d+/=\s]+$/, 'Must be a signature in Base64'],
      ),
    }),
    requestId: maybeWhole(1),
    ...retries,
  },
  wire: {
    ocpp16: {
      action: 'SignedUpdateFirmware',
      request: ({ requestId, ...rest }, number) => ({ ...rest, requestId: requestId ?? number }),
    },
  },
  isNumbered: true,
  certificates: ({ firmware }) => ({ field: 'firmware.signingCertificate', pem: firmware.signingCertificate, most: 1 }),
  answers: {
    Accepted: 'The charge point fetches the firmware, checks its signature and installs it.',
    AcceptedCanceled: 'The charge point takes this update, and has given up the one before.',
    Rejected: 'The charge point refused. Another update may be under way.',
    InvalidCertificate: 'The charge point does not trust the signing certificate. Its manufacturer may have another.',
    RevokedCertificate: 'The signing certificate has been revoked. Ask the manufacturer for another.',
  },
  progress: 'SignedFirmwareStatusNotification',
  form: {
    group: 'Firmware and logs',
    also: 'UpdateFirmware',
    help: 'Has the charge point fetch new firmware and install it if its signature is right.',
    says: charger => `Signed firmware of ${charger.chargepoint_id}`,
    confirm,
  },
})
