// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.0.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { int, list, obj, str } from '../schema.ts'
import {
  authorizationData,
  authorizeCertificateStatusEnumType,
  clearCacheStatusEnumType,
  customDataType,
  idTokenInfoType,
  idTokenType,
  ocspRequestDataType,
  sendLocalListStatusEnumType,
  statusInfoType,
  updateEnumType,
} from './types.ts'

export const authorisation = {
  Authorize: {
    from: 'chargePoint',
    request: obj(
      { idToken: idTokenType },
      {
        customData: customDataType,
        certificate: str(5500),
        iso15118CertificateHashData: list(ocspRequestDataType, { min: 1, max: 4 }),
      },
    ),
    confirmation: obj(
      { idTokenInfo: idTokenInfoType },
      { customData: customDataType, certificateStatus: authorizeCertificateStatusEnumType },
    ),
  },
  ClearCache: {
    from: 'centralSystem',
    request: obj({}, { customData: customDataType }),
    confirmation: obj({ status: clearCacheStatusEnumType }, { customData: customDataType, statusInfo: statusInfoType }),
  },
  GetLocalListVersion: {
    from: 'centralSystem',
    request: obj({}, { customData: customDataType }),
    confirmation: obj({ versionNumber: int() }, { customData: customDataType }),
  },
  SendLocalList: {
    from: 'centralSystem',
    request: obj(
      { versionNumber: int(), updateType: updateEnumType },
      { customData: customDataType, localAuthorizationList: list(authorizationData, { min: 1 }) },
    ),
    confirmation: obj(
      { status: sendLocalListStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
} as const satisfies Messages
