// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { any, obj, str } from '../schema.ts'
import { customDataType, dataTransferStatusEnumType, statusInfoType } from './types.ts'

export const dataTransfer = {
  DataTransfer: {
    from: 'both',
    request: obj({ vendorId: str(255) }, { messageId: str(50), data: any(), customData: customDataType }),
    confirmation: obj(
      { status: dataTransferStatusEnumType },
      { statusInfo: statusInfoType, data: any(), customData: customDataType },
    ),
  },
} as const satisfies Messages
