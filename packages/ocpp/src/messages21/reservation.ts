// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { date, int, obj, str } from '../schema.ts'
import {
  cancelReservationStatusEnumType,
  customDataType,
  idTokenType,
  reservationUpdateStatusEnumType,
  reserveNowStatusEnumType,
  statusInfoType,
} from './types.ts'

export const reservation = {
  CancelReservation: {
    from: 'centralSystem',
    request: obj({ reservationId: int({ min: 0 }) }, { customData: customDataType }),
    confirmation: obj(
      { status: cancelReservationStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  ReservationStatusUpdate: {
    from: 'chargePoint',
    request: obj(
      { reservationId: int({ min: 0 }), reservationUpdateStatus: reservationUpdateStatusEnumType },
      { customData: customDataType },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  ReserveNow: {
    from: 'centralSystem',
    request: obj(
      { id: int({ min: 0 }), expiryDateTime: date(), idToken: idTokenType },
      { connectorType: str(20), evseId: int({ min: 0 }), groupIdToken: idTokenType, customData: customDataType },
    ),
    confirmation: obj({ status: reserveNowStatusEnumType }, { statusInfo: statusInfoType, customData: customDataType }),
  },
} as const satisfies Messages
