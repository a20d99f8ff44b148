// ChangeAvailability and UnlockConnector.

import { operation } from './operation.contract.ts'
import { choice, connector } from './operation-field.contract.ts'

export const changeAvailability = operation({
  name: 'ChangeAvailability',
  fields: {
    connectorId: connector({ withWhole: true }),
    availabilityType: choice(['INOPERATIVE', 'OPERATIVE'], { label: 'Availability Type' }),
  },
  wire: {
    ocpp16: {
      action: 'ChangeAvailability',
      request: ({ connectorId, availabilityType }) => ({
        connectorId,
        type: availabilityType === 'INOPERATIVE' ? 'Inoperative' : 'Operative',
      }),
    },
  },
  answers: {
    Accepted: 'The charge point has changed it.',
    Scheduled: 'A session is running: the charge point changes it when the session has ended.',
  },
  form: {
    help: 'Takes a connector, or the whole charge point, out of service or puts it back.',
    says: (charger, { availabilityType }, at) => `${String(availabilityType)}: ${charger.chargepoint_id}${at}`,
    confirm: (charger, { availabilityType, connectorId }) =>
      availabilityType === 'INOPERATIVE' && Number(connectorId) === 0
        ? {
            title: `${charger.chargepoint_id} out of service`,
            text: 'Sessions that are running go on to their end. After that nobody can charge here until it is made OPERATIVE again.',
            yes: 'Take out of service',
            danger: true,
          }
        : undefined,
  },
})

export const unlockConnector = operation({
  name: 'UnlockConnector',
  fields: { connectorId: connector() },
  wire: { ocpp16: { action: 'UnlockConnector' } },
  answers: {
    Unlocked: 'The plug can be taken out.',
    UnlockFailed: 'The lock did not open. The plug may be jammed, so somebody has to look at it.',
    NotSupported: 'This connector has no lock that can be opened from here.',
  },
  form: {
    help: 'Releases a plug that is locked in. A session that is running on the connector ends first.',
    says: (charger, _, at) => `Unlock ${charger.chargepoint_id}${at}`,
  },
})
