// Firmware that a local controller offers to the charge points behind it (OCPP 2.0.1, L03 and L04).

import { operation } from './operation.contract.ts'
import { address, retries, text } from './operation-field.contract.ts'

const checksum = () =>
  text(32, { label: 'Checksum', help: 'MD5 of the whole file, 32 hexadecimal digits' }, [
    /^[0-9a-f]{32}$/i,
    'Must be 32 hexadecimal digits',
  ])

export const publishFirmware = operation({
  name: 'PublishFirmware',
  fields: { location: address(512, { label: 'Location' }), checksum: checksum(), ...retries },
  wire: { ocpp201: { action: 'PublishFirmware' } },
  answers: {
    Accepted: 'The local controller fetches the firmware to publish it.',
    Rejected: 'The charge point cannot publish firmware. Only a local controller can.',
  },
  progress: 'PublishFirmwareStatusNotification',
  form: {
    group: 'Firmware and logs',
    help: 'Lets a local controller fetch firmware and offer it to the charge points behind it.',
    says: charger => `Publish firmware at ${charger.chargepoint_id}`,
  },
})

export const unpublishFirmware = operation({
  name: 'UnpublishFirmware',
  fields: { checksum: checksum() },
  wire: { ocpp201: { action: 'UnpublishFirmware' } },
  answers: {
    Unpublished: 'The firmware is offered no more.',
    DownloadOngoing: 'A charge point is fetching the firmware now. Try again later.',
    NoFirmware: 'The local controller offers no firmware with this checksum.',
  },
  form: {
    group: 'Firmware and logs',
    help: 'Lets a local controller offer a firmware no more.',
    says: charger => `Unpublish firmware at ${charger.chargepoint_id}`,
  },
})
