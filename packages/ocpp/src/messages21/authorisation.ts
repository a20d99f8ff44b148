// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { int, list, obj, str } from '../schema.ts'
import {
  addressType,
  authorizationData,
  authorizeCertificateStatusEnumType,
  clearCacheStatusEnumType,
  customDataType,
  energyTransferModeEnumType,
  genericStatusEnumType,
  idTokenInfoType,
  idTokenType,
  ocspRequestDataType,
  sendLocalListStatusEnumType,
  statusInfoType,
  tariffType,
  updateEnumType,
} from './types.ts'

export const authorisation = {
  Authorize: {
    from: 'chargePoint',
    request: obj(
      { idToken: idTokenType },
      {
        certificate: str(10000),
        iso15118CertificateHashData: list(ocspRequestDataType, { min: 1, max: 4 }),
        customData: customDataType,
      },
    ),
    confirmation: obj(
      { idTokenInfo: idTokenInfoType },
      {
        certificateStatus: authorizeCertificateStatusEnumType,
        allowedEnergyTransfer: list(energyTransferModeEnumType, { min: 1 }),
        tariff: tariffType,
        customData: customDataType,
      },
    ),
  },
  ClearCache: {
    from: 'centralSystem',
    request: obj({}, { customData: customDataType }),
    confirmation: obj({ status: clearCacheStatusEnumType }, { statusInfo: statusInfoType, customData: customDataType }),
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
      { localAuthorizationList: list(authorizationData, { min: 1 }), customData: customDataType },
    ),
    confirmation: obj(
      { status: sendLocalListStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  VatNumberValidation: {
    from: 'chargePoint',
    request: obj({ vatNumber: str(20) }, { evseId: int({ min: 0 }), customData: customDataType }),
    confirmation: obj(
      { vatNumber: str(20), status: genericStatusEnumType },
      { company: addressType, statusInfo: statusInfoType, evseId: int({ min: 0 }), customData: customDataType },
    ),
  },
} as const satisfies Messages
