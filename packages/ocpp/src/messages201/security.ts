// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.0.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { date, obj, str } from '../schema.ts'
import {
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
      { customData: customDataType, certificateType: certificateSigningUseEnumType },
    ),
    confirmation: obj(
      { status: certificateSignedStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
  SecurityEventNotification: {
    from: 'chargePoint',
    request: obj({ type: str(50), timestamp: date() }, { customData: customDataType, techInfo: str(255) }),
    confirmation: obj({}, { customData: customDataType }),
  },
  SignCertificate: {
    from: 'chargePoint',
    request: obj({ csr: str(5500) }, { customData: customDataType, certificateType: certificateSigningUseEnumType }),
    confirmation: obj({ status: genericStatusEnumType }, { customData: customDataType, statusInfo: statusInfoType }),
  },
} as const satisfies Messages
