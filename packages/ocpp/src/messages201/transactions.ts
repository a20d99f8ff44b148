// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.0.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { bool, date, dec, int, list, obj, str } from '../schema.ts'
import {
  customDataType,
  evseType,
  idTokenInfoType,
  idTokenType,
  messageContentType,
  meterValueType,
  transactionEventEnumType,
  transactionType,
  triggerReasonEnumType,
} from './types.ts'

export const transactions = {
  GetTransactionStatus: {
    from: 'centralSystem',
    request: obj({}, { customData: customDataType, transactionId: str(36) }),
    confirmation: obj({ messagesInQueue: bool() }, { customData: customDataType, ongoingIndicator: bool() }),
  },
  MeterValues: {
    from: 'chargePoint',
    request: obj({ evseId: int(), meterValue: list(meterValueType, { min: 1 }) }, { customData: customDataType }),
    confirmation: obj({}, { customData: customDataType }),
  },
  TransactionEvent: {
    from: 'chargePoint',
    request: obj(
      {
        eventType: transactionEventEnumType,
        timestamp: date(),
        triggerReason: triggerReasonEnumType,
        seqNo: int(),
        transactionInfo: transactionType,
      },
      {
        customData: customDataType,
        meterValue: list(meterValueType, { min: 1 }),
        offline: bool(),
        numberOfPhasesUsed: int(),
        cableMaxCurrent: int(),
        reservationId: int(),
        evse: evseType,
        idToken: idTokenType,
      },
    ),
    confirmation: obj(
      {},
      {
        customData: customDataType,
        totalCost: dec(),
        chargingPriority: int(),
        idTokenInfo: idTokenInfoType,
        updatedPersonalMessage: messageContentType,
      },
    ),
  },
} as const satisfies Messages
