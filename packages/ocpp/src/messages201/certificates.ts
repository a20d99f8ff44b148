// Made by tools/ocpp201.ts from the official JSON schemas of OCPP 2.0.1 (Open Charge Alliance), as the npm
// package ocpp-rpc ships them (MIT). Not edited by hand.
import type { Messages } from '../messages/message.ts'
import { list, obj, str } from '../schema.ts'
import {
  certificateActionEnumType,
  certificateHashDataChainType,
  certificateHashDataType,
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
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
  Get15118EVCertificate: {
    from: 'chargePoint',
    request: obj(
      { iso15118SchemaVersion: str(50), action: certificateActionEnumType, exiRequest: str(5600) },
      { customData: customDataType },
    ),
    confirmation: obj(
      { status: iso15118EVCertificateStatusEnumType, exiResponse: str(5600) },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
  GetCertificateStatus: {
    from: 'chargePoint',
    request: obj({ ocspRequestData: ocspRequestDataType }, { customData: customDataType }),
    confirmation: obj(
      { status: getCertificateStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType, ocspResult: str(5500) },
    ),
  },
  GetInstalledCertificateIds: {
    from: 'centralSystem',
    request: obj({}, { customData: customDataType, certificateType: list(getCertificateIdUseEnumType, { min: 1 }) }),
    confirmation: obj(
      { status: getInstalledCertificateStatusEnumType },
      {
        customData: customDataType,
        statusInfo: statusInfoType,
        certificateHashDataChain: list(certificateHashDataChainType, { min: 1 }),
      },
    ),
  },
  InstallCertificate: {
    from: 'centralSystem',
    request: obj(
      { certificateType: installCertificateUseEnumType, certificate: str(5500) },
      { customData: customDataType },
    ),
    confirmation: obj(
      { status: installCertificateStatusEnumType },
      { customData: customDataType, statusInfo: statusInfoType },
    ),
  },
} as const satisfies Messages
