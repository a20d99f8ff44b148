// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { int, list, obj, str } from '../schema.ts'
import {
  customDataType,
  firmwareStatusEnumType,
  firmwareType,
  genericStatusEnumType,
  publishFirmwareStatusEnumType,
  statusInfoType,
  unpublishFirmwareStatusEnumType,
  updateFirmwareStatusEnumType,
} from './types.ts'

export const firmware = {
  FirmwareStatusNotification: {
    from: 'chargePoint',
    request: obj(
      { status: firmwareStatusEnumType },
      { requestId: int(), statusInfo: statusInfoType, customData: customDataType },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  PublishFirmware: {
    from: 'centralSystem',
    request: obj(
      { location: str(2000), checksum: str(32), requestId: int({ min: 0 }) },
      { retries: int({ min: 0 }), retryInterval: int({ min: 0 }), customData: customDataType },
    ),
    confirmation: obj({ status: genericStatusEnumType }, { statusInfo: statusInfoType, customData: customDataType }),
  },
  PublishFirmwareStatusNotification: {
    from: 'chargePoint',
    request: obj(
      { status: publishFirmwareStatusEnumType },
      {
        location: list(str(2000), { min: 1 }),
        requestId: int({ min: 0 }),
        statusInfo: statusInfoType,
        customData: customDataType,
      },
    ),
    confirmation: obj({}, { customData: customDataType }),
  },
  UnpublishFirmware: {
    from: 'centralSystem',
    request: obj({ checksum: str(32) }, { customData: customDataType }),
    confirmation: obj({ status: unpublishFirmwareStatusEnumType }, { customData: customDataType }),
  },
  UpdateFirmware: {
    from: 'centralSystem',
    request: obj(
      { requestId: int(), firmware: firmwareType },
      { retries: int({ min: 0 }), retryInterval: int(), customData: customDataType },
    ),
    confirmation: obj(
      { status: updateFirmwareStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
} as const satisfies Messages
