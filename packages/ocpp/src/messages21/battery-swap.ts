// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { int, list, obj } from '../schema.ts'
import {
  batteryDataType,
  batterySwapEventEnumType,
  customDataType,
  genericStatusEnumType,
  idTokenType,
  statusInfoType,
} from './types.ts'

export const batterySwap = {
  BatterySwap: {
    from: 'chargePoint',
    request: obj(
      {
        batteryData: list(batteryDataType, { min: 1 }),
        eventType: batterySwapEventEnumType,
        idToken: idTokenType,
        requestId: int(),
      },
      { customData: customDataType },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  RequestBatterySwap: {
    from: 'centralSystem',
    request: obj({ idToken: idTokenType, requestId: int() }, { customData: customDataType }),
    confirmation: obj({ status: genericStatusEnumType }, { statusInfo: statusInfoType, customData: customDataType }),
  },
} as const satisfies Messages
