// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { date, dec, int, obj, str } from '../schema.ts'
import { addressType, customDataType, paymentStatusEnumType } from './types.ts'

export const payment = {
  NotifySettlement: {
    from: 'chargePoint',
    request: obj(
      { pspRef: str(255), status: paymentStatusEnumType, settlementAmount: dec(), settlementTime: date() },
      {
        transactionId: str(36),
        statusInfo: str(500),
        receiptId: str(50),
        receiptUrl: str(2000),
        vatCompany: addressType,
        vatNumber: str(20),
        customData: customDataType,
      },
    ),
    confirmation: obj({}, { receiptUrl: str(2000), receiptId: str(50), customData: customDataType }),
  },
  NotifyWebPaymentStarted: {
    from: 'centralSystem',
    request: obj({ evseId: int({ min: 0 }), timeout: int() }, { customData: customDataType }),
    confirmation: obj({}, { customData: customDataType }),
  },
} as const satisfies Messages
