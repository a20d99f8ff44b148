// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.0.1 (Open Charge Alliance), as the npm
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
    request: obj({ status: firmwareStatusEnumType }, { customData: customDataType, requestId: int() }),
    confirmation: obj({}, { customData: customDataType }),
  },
  PublishFirmware: {
    from: 'centralSystem',
    request: obj(
      { location: str(512), checksum: str(32), requestId: int() },
      { customData: customDataType, retries: int(), retryInterval: int() },
    ),
    confirmation: obj({ status: genericStatusEnumType }, { customData: customDataType, statusInfo: statusInfoType }),
  },
  PublishFirmwareStatusNotification: {
    from: 'chargePoint',
    request: obj(
      { status: publishFirmwareStatusEnumType },
      { customData: customDataType, location: list(str(512), { min: 1 }), requestId: int() },
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
      { customData: customDataType, retries: int(), retryInterval: int() },
    ),
    confirmation: obj(
      { status: updateFirmwareStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
} as const satisfies Messages
