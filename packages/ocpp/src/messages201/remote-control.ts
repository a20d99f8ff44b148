// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.0.1 (Open Charge Alliance), as the npm
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
      { customData: customDataType, evseId: int(), groupIdToken: idTokenType, chargingProfile: chargingProfileType },
    ),
    confirmation: obj(
      { status: requestStartStopStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType, transactionId: str(36) },
    ),
  },
  RequestStopTransaction: {
    from: 'centralSystem',
    request: obj({ transactionId: str(36) }, { customData: customDataType }),
    confirmation: obj(
      { status: requestStartStopStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
  TriggerMessage: {
    from: 'centralSystem',
    request: obj({ requestedMessage: messageTriggerEnumType }, { customData: customDataType, evse: evseType }),
    confirmation: obj(
      { status: triggerMessageStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
  UnlockConnector: {
    from: 'centralSystem',
    request: obj({ evseId: int(), connectorId: int() }, { customData: customDataType }),
    confirmation: obj({ status: unlockStatusEnumType }, { customData: customDataType, statusInfo: statusInfoType }),
  },
} as const satisfies Messages
