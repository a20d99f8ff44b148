// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.0.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { date, int, obj } from '../schema.ts'
import {
  cancelReservationStatusEnumType,
  connectorEnumType,
  customDataType,
  idTokenType,
  reservationUpdateStatusEnumType,
  reserveNowStatusEnumType,
  statusInfoType,
} from './types.ts'

export const reservation = {
  CancelReservation: {
    from: 'centralSystem',
    request: obj({ reservationId: int() }, { customData: customDataType }),
    confirmation: obj(
      { status: cancelReservationStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
  ReservationStatusUpdate: {
    from: 'chargePoint',
    request: obj(
      { reservationId: int(), reservationUpdateStatus: reservationUpdateStatusEnumType },
      { customData: customDataType },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  ReserveNow: {
    from: 'centralSystem',
    request: obj(
      { id: int(), expiryDateTime: date(), idToken: idTokenType },
      { customData: customDataType, connectorType: connectorEnumType, evseId: int(), groupIdToken: idTokenType },
    ),
    confirmation: obj({ status: reserveNowStatusEnumType }, { customData: customDataType, statusInfo: statusInfoType }),
  },
} as const satisfies Messages
