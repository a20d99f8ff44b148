// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { int, list, obj } from '../schema.ts'
import {
  constantStreamDataType,
  customDataType,
  genericStatusEnumType,
  periodicEventStreamParamsType,
  statusInfoType,
} from './types.ts'

export const eventStreams = {
  AdjustPeriodicEventStream: {
    from: 'centralSystem',
    request: obj({ id: int({ min: 0 }), params: periodicEventStreamParamsType }, { customData: customDataType }),
    confirmation: obj({ status: genericStatusEnumType }, { statusInfo: statusInfoType, customData: customDataType }),
  },
  ClosePeriodicEventStream: {
    from: 'chargePoint',
    request: obj({ id: int({ min: 0 }) }, { customData: customDataType }),
    confirmation: obj({}, { customData: customDataType }),
  },
  GetPeriodicEventStream: {
    from: 'centralSystem',
    request: obj({}, { customData: customDataType }),
    confirmation: obj({}, { constantStreamData: list(constantStreamDataType, { min: 1 }), customData: customDataType }),
  },
  OpenPeriodicEventStream: {
    from: 'chargePoint',
    request: obj({ constantStreamData: constantStreamDataType }, { customData: customDataType }),
    confirmation: obj({ status: genericStatusEnumType }, { statusInfo: statusInfoType, customData: customDataType }),
  },
} as const satisfies Messages
