// The certificates of a station. The root of the central system is that of the CSMS in 2.0.1.
import type { Request } from '@wattdesk/ocpp/messages'
import { asTold, type Say, said } from './said.ocpp201.ts'

type Use = Request<'InstallCertificate'>['certificateType']
const use201 = (use: Use) => (use === 'CentralSystemRootCertificate' ? 'CSMSRootCertificate' : use)

export const certificateSigned: Say<'CertificateSigned'> = (saying, { certificateChain }) =>
  said(saying, 'CertificateSigned', { certificateChain, certificateType: 'ChargingStationCertificate' }, asTold)

export const installCertificate: Say<'InstallCertificate'> = (saying, { certificateType, certificate }) =>
  said(saying, 'InstallCertificate', { certificateType: use201(certificateType), certificate }, asTold)

/** The chains of the use that was asked for, each with the certificates below it. */
export const getInstalledCertificateIds: Say<'GetInstalledCertificateIds'> = (saying, { certificateType }) => {
  const use = use201(certificateType)
  return said(
    saying,
    'GetInstalledCertificateIds',
    { certificateType: [use] },
    ({ status, certificateHashDataChain: chains = [] }) => {
      const hashes = chains
        .filter(chain => chain.certificateType === use)
        .flatMap(chain => [chain.certificateHashData, ...(chain.childCertificateHashData ?? [])])
        .map(({ customData: _, ...hash }) => hash)
      if (status === 'Accepted' && hashes.length === 0) return { status: 'NotFound' as const }
      return { status, ...(hashes.length > 0 && { certificateHashData: hashes }) }
    },
  )
}

export const deleteCertificate: Say<'DeleteCertificate'> = (saying, { certificateHashData }) =>
  said(saying, 'DeleteCertificate', { certificateHashData }, asTold)
