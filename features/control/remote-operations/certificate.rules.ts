// The checks on certificates before they are sent to a charger: they can be read and have not expired. Only the charger
// can say whether it trusts them.
import { formatDate } from '@wattdesk/base/time'
import { operationOf, type RemoteOperation } from './operations/operations.contract.ts'
import type { ReportedCertificate } from './remote-operation.contract.ts'

/** The parts of a certificate that are checked here. */
export type Certificate = { subject: string; expiresAt: Date }

/**
 * Returns the certificates that an operation sends: the field of `parameters`, the PEM text and the most it may hold.
 */
export const certificatesIn = (operation: RemoteOperation): { field: string; pem: string; most: number } | undefined =>
  operationOf(operation.remoteOperationType).certificates?.(operation.parameters)

const dayText = (at: Date): string => formatDate(at, 'UTC')

/**
 * Returns the problem with the certificates of a PEM text (`read` is undefined where the text cannot be read);
 * undefined where there is none.
 */
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
  certificateType: ReportedCertificate['certificateType']
  hashes: Omit<ReportedCertificate, 'certificateType' | 'toldAt'>[] | null
  toldAt: Date
}
/** Returns each certificate by itself, the latest reported first. */
export const toldCertificatesOf = (told: readonly CertificatesTold[]): ReportedCertificate[] =>
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
