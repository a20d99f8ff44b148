// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { date, int, obj, str } from '../schema.ts'
import {
  certificateHashDataType,
  certificateSignedStatusEnumType,
  certificateSigningUseEnumType,
  customDataType,
  genericStatusEnumType,
  statusInfoType,
} from './types.ts'

export const security = {
  CertificateSigned: {
    from: 'centralSystem',
    request: obj(
      { certificateChain: str(10000) },
      { certificateType: certificateSigningUseEnumType, requestId: int(), customData: customDataType },
    ),
    confirmation: obj(
      { status: certificateSignedStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  SecurityEventNotification: {
    from: 'chargePoint',
    request: obj({ type: str(50), timestamp: date() }, { techInfo: str(255), customData: customDataType }),
    confirmation: obj({}, { customData: customDataType }),
  },
  SignCertificate: {
    from: 'chargePoint',
    request: obj(
      { csr: str(5500) },
      {
        certificateType: certificateSigningUseEnumType,
        hashRootCertificate: certificateHashDataType,
        requestId: int(),
        customData: customDataType,
      },
    ),
    confirmation: obj({ status: genericStatusEnumType }, { statusInfo: statusInfoType, customData: customDataType }),
  },
} as const satisfies Messages
