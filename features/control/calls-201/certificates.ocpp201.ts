// The certificates of a station. The root of the central system is that of the CSMS in 2.0.1.
import type { Request } from '@wattdesk/ocpp/messages'
import { asTold, type Say, said } from './said.ocpp201.ts'

type Use = Request<'InstallCertificate'>['certificateType']
const use201 = (use: Use) => (use === 'CentralSystemRootCertificate' ? 'CSMSRootCertificate' : use)
const use16 = (use: string): string => (use === 'CSMSRootCertificate' ? 'CentralSystemRootCertificate' : use)

export const certificateSigned: Say<'CertificateSigned'> = (saying, { certificateChain }) =>
  said(saying, 'CertificateSigned', { certificateChain, certificateType: 'ChargingStationCertificate' }, asTold)

export const installCertificate: Say<'InstallCertificate'> = (saying, { certificateType, certificate }) =>
  said(saying, 'InstallCertificate', { certificateType: use201(certificateType), certificate }, asTold)

/**
 * The certificates of the use that was asked for, each chain from its top on; without a use those of all uses, each with its own
 * in the words of 1.6 where it has one.
 */
export const getInstalledCertificateIds: Say<'GetInstalledCertificateIds'> = (saying, asked) => {
  const certificateType: Use | undefined = asked.certificateType
  const use = certificateType && use201(certificateType)
  return said(
    saying,
    'GetInstalledCertificateIds',
    use ? { certificateType: [use] } : {},
    ({ status, certificateHashDataChain: chains = [] }) => {
      const hashes = chains
        .filter(chain => use === undefined || chain.certificateType === use)
        .flatMap(chain =>
          [chain.certificateHashData, ...(chain.childCertificateHashData ?? [])].map(({ customData: _, ...hash }) => ({
            ...hash,
            ...(use === undefined && { certificateType: use16(chain.certificateType) }),
          })),
        )
      if (status === 'Accepted' && hashes.length === 0) return { status: 'NotFound' as const }
      return { status, ...(hashes.length > 0 && { certificateHashData: hashes }) }
    },
  )
}

export const deleteCertificate: Say<'DeleteCertificate'> = (saying, { certificateHashData }) =>
  said(saying, 'DeleteCertificate', { certificateHashData }, asTold)
