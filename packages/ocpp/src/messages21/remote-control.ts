// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { int, obj, str } from '../schema.ts'
import {
  chargingProfileType,
  customDataType,
  evseType,
  idTokenType,
  messageTriggerEnumType,
  requestStartStopStatusEnumType,
  statusInfoType,
  triggerMessageStatusEnumType,
  unlockStatusEnumType,
} from './types.ts'

export const remoteControl = {
  RequestStartTransaction: {
    from: 'centralSystem',
    request: obj(
      { idToken: idTokenType, remoteStartId: int() },
      {
        evseId: int({ min: 1 }),
        groupIdToken: idTokenType,
        chargingProfile: chargingProfileType,
        customData: customDataType,
      },
    ),
    confirmation: obj(
      { status: requestStartStopStatusEnumType },
      { statusInfo: statusInfoType, transactionId: str(36), customData: customDataType },
    ),
  },
  RequestStopTransaction: {
    from: 'centralSystem',
    request: obj({ transactionId: str(36) }, { customData: customDataType }),
    confirmation: obj(
      { status: requestStartStopStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  TriggerMessage: {
    from: 'centralSystem',
    request: obj(
      { requestedMessage: messageTriggerEnumType },
      { evse: evseType, customTrigger: str(50), customData: customDataType },
    ),
    confirmation: obj(
      { status: triggerMessageStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  UnlockConnector: {
    from: 'centralSystem',
    request: obj({ evseId: int({ min: 0 }), connectorId: int({ min: 0 }) }, { customData: customDataType }),
    confirmation: obj({ status: unlockStatusEnumType }, { statusInfo: statusInfoType, customData: customDataType }),
  },
} as const satisfies Messages
