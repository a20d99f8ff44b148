// The Remote Trigger profile of OCPP 1.6.
import { int, obj, oneOf } from '../schema.ts'
import type { Messages } from './message.ts'
import { status } from './types.ts'

export const remoteTrigger = {
  TriggerMessage: {
    from: 'centralSystem',
    request: obj(
      {
        requestedMessage: oneOf(
          'BootNotification',
          'DiagnosticsStatusNotification',
          'FirmwareStatusNotification',
          'Heartbeat',
          'MeterValues',
          'StatusNotification',
        ),
      },
      // A connector that is named is a real one (§6.51).
      { connectorId: int({ min: 1 }) },
    ),
    confirmation: status('Accepted', 'Rejected', 'NotImplemented'),
  },
} as const satisfies Messages
