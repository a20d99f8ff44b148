// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.0.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { any, obj, str } from '../schema.ts'
import { customDataType, dataTransferStatusEnumType, statusInfoType } from './types.ts'

export const dataTransfer = {
  DataTransfer: {
    from: 'both',
    request: obj({ vendorId: str(255) }, { customData: customDataType, messageId: str(50), data: any() }),
    confirmation: obj(
      { status: dataTransferStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType, data: any() },
    ),
  },
} as const satisfies Messages
