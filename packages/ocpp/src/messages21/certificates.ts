// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { int, list, obj, str } from '../schema.ts'
import {
  certificateActionEnumType,
  certificateHashDataChainType,
  certificateHashDataType,
  certificateStatusRequestInfoType,
  certificateStatusType,
  customDataType,
  deleteCertificateStatusEnumType,
  getCertificateIdUseEnumType,
  getCertificateStatusEnumType,
  getInstalledCertificateStatusEnumType,
  installCertificateStatusEnumType,
  installCertificateUseEnumType,
  iso15118EVCertificateStatusEnumType,
  ocspRequestDataType,
  statusInfoType,
} from './types.ts'

export const certificates = {
  DeleteCertificate: {
    from: 'centralSystem',
    request: obj({ certificateHashData: certificateHashDataType }, { customData: customDataType }),
    confirmation: obj(
      { status: deleteCertificateStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  Get15118EVCertificate: {
    from: 'chargePoint',
    request: obj(
      { iso15118SchemaVersion: str(50), action: certificateActionEnumType, exiRequest: str(11000) },
      {
        maximumContractCertificateChains: int({ min: 0 }),
        prioritizedEMAIDs: list(str(255), { min: 1, max: 8 }),
        customData: customDataType,
      },
    ),
    confirmation: obj(
      { status: iso15118EVCertificateStatusEnumType, exiResponse: str(17000) },
      { statusInfo: statusInfoType, remainingContracts: int({ min: 0 }), customData: customDataType },
    ),
  },
  GetCertificateStatus: {
    from: 'chargePoint',
    request: obj({ ocspRequestData: ocspRequestDataType }, { customData: customDataType }),
    confirmation: obj(
      { status: getCertificateStatusEnumType },
      { statusInfo: statusInfoType, ocspResult: str(18000), customData: customDataType },
    ),
  },
  GetInstalledCertificateIds: {
    from: 'centralSystem',
    request: obj({}, { certificateType: list(getCertificateIdUseEnumType, { min: 1 }), customData: customDataType }),
    confirmation: obj(
      { status: getInstalledCertificateStatusEnumType },
      {
        statusInfo: statusInfoType,
        certificateHashDataChain: list(certificateHashDataChainType, { min: 1 }),
        customData: customDataType,
      },
    ),
  },
  InstallCertificate: {
    from: 'centralSystem',
    request: obj(
      { certificateType: installCertificateUseEnumType, certificate: str(10000) },
      { customData: customDataType },
    ),
    confirmation: obj(
      { status: installCertificateStatusEnumType },
      { statusInfo: statusInfoType, customData: customDataType },
    ),
  },
  GetCertificateChainStatus: {
    from: 'chargePoint',
    request: obj(
      { certificateStatusRequests: list(certificateStatusRequestInfoType, { min: 1, max: 4 }) },
      { customData: customDataType },
    ),
    confirmation: obj(
      { certificateStatus: list(certificateStatusType, { min: 1, max: 4 }) },
      { customData: customDataType },
    ),
  },
} as const satisfies Messages
