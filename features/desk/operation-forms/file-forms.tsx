// The operations that move files: diagnostics and logs from the charge point, firmware to it (D-OPS-2, D-OCPP-10).
import ReceiptLong from '@mui/icons-material/ReceiptLongOutlined'
import SecurityUpdate from '@mui/icons-material/SecurityUpdateGoodOutlined'
import SystemUpdate from '@mui/icons-material/SystemUpdateAltOutlined'
import Troubleshoot from '@mui/icons-material/TroubleshootOutlined'
import { LOG_TYPES } from '#control/remote-operations/operation-choices.contract.ts'
import { boundFields } from '#kit/fields.tsx'
import { asOptions, type MoreForm, type OperationForm } from './operation-form-shape.tsx'
import type { Target, Values } from './option-fields.tsx'
import { PortalLocation } from './portal-location.tsx'

const { Text, Select, Number: Figure, Multiline } = boundFields<Values>()
const DIRECTORY =
  'Folder that the charge point uploads to, such as https://files.example/logs or ftp://files.example/logs'
const FILE = 'Where the charge point fetches the file, such as https://files.example/firmware.bin'

type TimeProps = { name: `parameters.${string}`; label: string; required?: boolean; help?: string }
/** Local time; sent as UTC (D-OPS-6). */
export const TimeField = (props: TimeProps) => <Text {...props} type="datetime-local" />
/** How often a transfer that failed is tried again. */
const Retries = () => (
  <>
    <Figure name="parameters.retries" label="Retries" unit="times" help="Empty: the charge point decides" />
    <Figure name="parameters.retryInterval" label="Retry Interval" unit="s" help="Empty: the charge point decides" />
  </>
)
const RETRIES = { retries: '', retryInterval: '' }

const installs = (charger: Target) => ({
  title: `Firmware of ${charger.chargepoint_id}`,
  text: 'The charge point installs what it fetches there and restarts. Until then nobody can charge, and firmware for another model can put it out of order.',
  yes: 'Update firmware',
  danger: true,
})

export const getDiagnostics: OperationForm = {
  operation: 'GetDiagnostics',
  icon: Troubleshoot,
  help: 'Asks the charge point to upload its diagnostics.',
  says: charger => `Diagnostics of ${charger.chargepoint_id}`,
  initial: () => ({ location: '', ...RETRIES, startDate: '', stopDate: '' }),
  Fields: props => (
    <>
      <PortalLocation {...props} name="parameters.location" label="Location" help={DIRECTORY} />
      <TimeField name="parameters.startDate" label="Start Date" help="Empty: from the first entry on" />
      <TimeField name="parameters.stopDate" label="Stop Date" help="Empty: to the last entry" />
      <Retries />
    </>
  ),
}

export const updateFirmware: OperationForm = {
  operation: 'UpdateFirmware',
  icon: SystemUpdate,
  help: 'Has the charge point fetch and install new firmware.',
  says: charger => `Firmware of ${charger.chargepoint_id}`,
  initial: () => ({ location: '', ...RETRIES, retrieveDate: '', stopDate: '' }),
  Fields: () => (
    <>
      <Text name="parameters.location" label="Location" required wide help={FILE} />
      <TimeField
        name="parameters.retrieveDate"
        label="Retrieve Date"
        required
        help="The charge point fetches it then"
      />
      <TimeField
        name="parameters.stopDate"
        label="Stop Date"
        help="Kept with the operation; the charge point is not told"
      />
      <Retries />
    </>
  ),
  confirm: installs,
}

export const getLog: MoreForm = {
  operation: 'GetLog',
  icon: ReceiptLong,
  help: 'Asks the charge point to upload its diagnostics log or its security log.',
  says: (charger, { logType }) => `${String(logType)} of ${charger.chargepoint_id}`,
  initial: () => ({
    logType: '',
    log: { remoteLocation: '', oldestTimestamp: '', latestTimestamp: '' },
    ...RETRIES,
  }),
  Fields: props => (
    <>
      <Select name="parameters.logType" label="Log Type" required options={asOptions(LOG_TYPES)} />
      <PortalLocation {...props} name="parameters.log.remoteLocation" label="Location" help={DIRECTORY} />
      <TimeField name="parameters.log.oldestTimestamp" label="Start Date" help="Empty: from the first entry on" />
      <TimeField name="parameters.log.latestTimestamp" label="Stop Date" help="Empty: to the last entry" />
      <Retries />
    </>
  ),
}

export const signedUpdateFirmware: MoreForm = {
  operation: 'SignedUpdateFirmware',
  icon: SecurityUpdate,
  help: 'Has the charge point fetch new firmware and install it if its signature is right.',
  says: charger => `Signed firmware of ${charger.chargepoint_id}`,
  initial: () => ({
    firmware: { location: '', retrieveDateTime: '', installDateTime: '', signingCertificate: '', signature: '' },
    ...RETRIES,
  }),
  Fields: () => (
    <>
      <Text name="parameters.firmware.location" label="Location" required wide help={FILE} />
      <TimeField
        name="parameters.firmware.retrieveDateTime"
        label="Retrieve Date"
        required
        help="The charge point fetches it then"
      />
      <TimeField
        name="parameters.firmware.installDateTime"
        label="Install Date"
        help="Empty: as soon as it has been fetched"
      />
      <Multiline
        name="parameters.firmware.signingCertificate"
        label="Signing Certificate"
        required
        wide
        help="Of the manufacturer, in PEM: -----BEGIN CERTIFICATE----- and what follows"
      />
      <Multiline
        name="parameters.firmware.signature"
        label="Signature"
        required
        wide
        rows={2}
        help="Of the firmware file, in Base64; it comes with the file"
      />
      <Retries />
    </>
  ),
  confirm: installs,
}
