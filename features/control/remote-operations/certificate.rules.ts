// What can be told of certificates before they are sent to a charger: that they can be read and have not expired. Whether
// the charger trusts them, the charger says.
import { formatDate } from '@wattdesk/base/time'
import type { RemoteOperation } from './operation-body.contract.ts'
import type { ToldCertificate } from './remote-operation.contract.ts'

/** A certificate as far as it is judged here. */
export type Certificate = { subject: string; expiresAt: Date }

/** The most certificates that a chain holds: the charger's own and those of the authorities above. */
const MOST_OF_CHAIN = 4

/** The certificates that an operation sends: the field of `parameters`, its PEM text and how many it may hold. */
export function certificatesIn(o: RemoteOperation): { field: string; pem: string; most: number } | undefined {
  switch (o.remoteOperationType) {
    case 'CertificateSigned':
      return { field: 'certificateChain', pem: o.parameters.certificateChain, most: MOST_OF_CHAIN }
    case 'InstallCertificate':
      return { field: 'certificate', pem: o.parameters.certificate, most: 1 }
    case 'SignedUpdateFirmware':
      return { field: 'firmware.signingCertificate', pem: o.parameters.firmware.signingCertificate, most: 1 }
    default:
      return undefined
  }
}

const dayText = (at: Date): string => formatDate(at, 'UTC')

/** What is wrong with what a PEM text holds, undefined where it could not be read; undefined where nothing is. */
export function certificateProblem(
  read: readonly Certificate[] | undefined,
  most: number,
  now: Date,
): string | undefined {
  if (!read) return 'This certificate cannot be read: paste the whole PEM text'
  if (read.length > most) return most === 1 ? 'Only one certificate can be sent here' : `At most ${most} certificates`
  const expired = read.find(c => c.expiresAt <= now)
  return expired && `A certificate expired on ${dayText(expired.expiresAt)}: ${expired.subject || 'without a name'}`
}

/** A charger's last answer about its root certificates of one kind; null: it has none. */
export type CertificatesTold = {
  certificateType: ToldCertificate['certificateType']
  hashes: Omit<ToldCertificate, 'certificateType' | 'toldAt'>[] | null
  toldAt: Date
}
/** Each certificate by itself, those told last first. */
export const toldCertificatesOf = (told: readonly CertificatesTold[]): ToldCertificate[] =>
  told
    .toSorted((a, b) => b.toldAt.getTime() - a.toldAt.getTime())
    .flatMap(({ certificateType, hashes, toldAt }) =>
      (hashes ?? []).map(({ hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }) => ({
        certificateType,
        hashAlgorithm,
        issuerNameHash,
        issuerKeyHash,
        serialNumber,
        toldAt: toldAt.toISOString(),
      })),
    )
