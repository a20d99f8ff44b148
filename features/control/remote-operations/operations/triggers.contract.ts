// TriggerMessage and ExtendedTriggerMessage: the charge point sends a message when asked.

import { operation } from './operation.contract.ts'
import { choice, connector, optional } from './operation-field.contract.ts'

const answers = {
  Accepted: 'The charge point sends the message.',
  Rejected: 'The charge point refused to send this message now.',
  NotImplemented: 'The charge point cannot send this message when asked.',
}
/** Leaving the connector out means the whole charger (OCPP 1.6 §6.51). */
const unlessWhole = (connectorId = 0): number | undefined => (connectorId > 0 ? connectorId : undefined)

export const triggerMessage = operation({
  name: 'TriggerMessage',
  fields: {
    triggerMessage: choice(
      [
        'BootNotification',
        'DiagnosticsStatusNotification',
        'FirmwareStatusNotification',
        'Heartbeat',
        'MeterValues',
        'StatusNotification',
      ],
      { label: 'Message', initial: 'BootNotification' },
    ),
    connectorId: connector({ withWhole: true }),
  },
  wire: {
    ocpp16: {
      action: 'TriggerMessage',
      request: p => ({ requestedMessage: p.triggerMessage, connectorId: unlessWhole(p.connectorId) }),
    },
  },
  answers,
  form: {
    help: 'Asks the charge point to send a message now.',
    says: (charger, p) => `${String(p.triggerMessage)} of ${charger.chargepoint_id}`,
  },
})

export const extendedTriggerMessage = operation({
  name: 'ExtendedTriggerMessage',
  fields: {
    requestedMessage: choice(
      [
        'BootNotification',
        'LogStatusNotification',
        'FirmwareStatusNotification',
        'Heartbeat',
        'MeterValues',
        'SignChargePointCertificate',
        'StatusNotification',
      ],
      { label: 'Message', initial: 'BootNotification' },
    ),
    connectorId: optional(connector({ withWhole: true, required: true, initial: '0' })),
  },
  wire: {
    ocpp16: {
      action: 'ExtendedTriggerMessage',
      request: ({ requestedMessage, connectorId }) => ({ requestedMessage, connectorId: unlessWhole(connectorId) }),
    },
  },
  answers,
  form: {
    group: 'Messages',
    also: 'TriggerMessage',
    help: 'Asks the charge point to send a message now, also those of its security.',
    says: (charger, { requestedMessage }) => `${String(requestedMessage)} of ${charger.chargepoint_id}`,
  },
})
