// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
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
    request: obj({ id: int({ min: 0 }) }, { customData: customDataType }),
    confirmation: obj(
      { status: clearMessageStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
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
        id: list(int({ min: 0 }), { min: 1 }),
        priority: messagePriorityEnumType,
        state: messageStateEnumType,
        customData: customDataType,
      },
    ),
    confirmation: obj(
      { status: getDisplayMessagesStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  NotifyDisplayMessages: {
    from: 'chargePoint',
    request: obj(
      { requestId: int() },
      { messageInfo: list(messageInfoType, { min: 1 }), tbc: bool(), customData: customDataType },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  SetDisplayMessage: {
    from: 'centralSystem',
    request: obj({ message: messageInfoType }, { customData: customDataType }),
    confirmation: obj(
      { status: displayMessageStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
} as const satisfies Messages
