// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { date, int, obj } from '../schema.ts'
import {
  changeAvailabilityStatusEnumType,
  connectorStatusEnumType,
  customDataType,
  evseType,
  operationalStatusEnumType,
  statusInfoType,
} from './types.ts'

export const availability = {
  ChangeAvailability: {
    from: 'centralSystem',
    request: obj({ operationalStatus: operationalStatusEnumType }, { evse: evseType, customData: customDataType }),
    confirmation: obj(
      { status: changeAvailabilityStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  Heartbeat: {
    from: 'chargePoint',
    request: obj({}, { customData: customDataType }),
    confirmation: obj({ currentTime: date() }, { customData: customDataType }),
  },
  StatusNotification: {
    from: 'chargePoint',
    request: obj(
      {
        timestamp: date(),
        connectorStatus: connectorStatusEnumType,
        evseId: int({ min: 0 }),
        connectorId: int({ min: 0 }),
      },
      { customData: customDataType },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
} as const satisfies Messages
