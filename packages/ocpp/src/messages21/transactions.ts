// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { bool, date, dec, int, list, obj, str } from '../schema.ts'
import {
  costDetailsType,
  customDataType,
  evseType,
  idTokenInfoType,
  idTokenType,
  messageContentType,
  meterValueType,
  preconditioningStatusEnumType,
  transactionEventEnumType,
  transactionLimitType,
  transactionType,
  triggerReasonEnumType,
} from './types.ts'

export const transactions = {
  GetTransactionStatus: {
    from: 'centralSystem',
    request: obj({}, { transactionId: str(36), customData: customDataType }),
    confirmation: obj({ messagesInQueue: bool() }, { ongoingIndicator: bool(), customData: customDataType }),
  },
  MeterValues: {
    from: 'chargePoint',
    request: obj(
      { evseId: int({ min: 0 }), meterValue: list(meterValueType, { min: 1 }) },
      { customData: customDataType },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  TransactionEvent: {
    from: 'chargePoint',
    request: obj(
      {
        eventType: transactionEventEnumType,
        timestamp: date(),
        triggerReason: triggerReasonEnumType,
        seqNo: int({ min: 0 }),
        transactionInfo: transactionType,
      },
      {
        costDetails: costDetailsType,
        meterValue: list(meterValueType, { min: 1 }),
        offline: bool(),
        numberOfPhasesUsed: int({ min: 0, max: 3 }),
        cableMaxCurrent: int(),
        reservationId: int({ min: 0 }),
        preconditioningStatus: preconditioningStatusEnumType,
        evseSleep: bool(),
        evse: evseType,
        idToken: idTokenType,
        customData: customDataType,
      },
    ),
    confirmation: obj(
      {},
      {
        totalCost: dec(),
        chargingPriority: int(),
        idTokenInfo: idTokenInfoType,
        transactionLimit: transactionLimitType,
        updatedPersonalMessage: messageContentType,
        updatedPersonalMessageExtra: list(messageContentType, { min: 1, max: 4 }),
        customData: customDataType,
      },
    ),
  },
} as const satisfies Messages
