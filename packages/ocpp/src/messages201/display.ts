// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.0.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { bool, dec, int, list, obj, str } from '../schema.ts'
import {
  clearMessageStatusEnumType,
  customDataType,
  displayMessageStatusEnumType,
  getDisplayMessagesStatusEnumType,
  messageInfoType,
  messagePriorityEnumType,
  messageStateEnumType,
  statusInfoType,
} from './types.ts'

export const display = {
  ClearDisplayMessage: {
    from: 'centralSystem',
    request: obj({ id: int() }, { customData: customDataType }),
    confirmation: obj(
      { status: clearMessageStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
  CostUpdated: {
    from: 'centralSystem',
    request: obj({ totalCost: dec(), transactionId: str(36) }, { customData: customDataType }),
    confirmation: obj({}, { customData: customDataType }),
  },
  GetDisplayMessages: {
    from: 'centralSystem',
    request: obj(
      { requestId: int() },
      {
        customData: customDataType,
        id: list(int(), { min: 1 }),
        priority: messagePriorityEnumType,
        state: messageStateEnumType,
      },
    ),
    confirmation: obj(
      { status: getDisplayMessagesStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
  NotifyDisplayMessages: {
    from: 'chargePoint',
    request: obj(
      { requestId: int() },
      { customData: customDataType, messageInfo: list(messageInfoType, { min: 1 }), tbc: bool() },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  SetDisplayMessage: {
    from: 'centralSystem',
    request: obj({ message: messageInfoType }, { customData: customDataType }),
    confirmation: obj(
      { status: displayMessageStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
} as const satisfies Messages
