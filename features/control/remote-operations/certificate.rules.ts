// The checks on certificates before they are sent to a charger: they can be read and have not expired. Only the charger
// can say whether it trusts them.
import { formatDate } from '@wattdesk/base/time'
import { CERTIFICATE_USES } from './operations/certificates.contract.ts'
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

type Hash = Omit<ReportedCertificate, 'certificateType' | 'toldAt'> & { certificateType?: string }
type Use = ReportedCertificate['certificateType']
/** A charger's last answer about its certificates of one use, or of all where the use is null; no hashes: it has none. */
export type CertificatesTold = { certificateType: Use | null; hashes: readonly Hash[] | null; toldAt: Date }

/** Returns each root certificate by itself, the latest reported first. An answer about all uses ends all answers before it. */
export function toldCertificatesOf(told: readonly CertificatesTold[]): ReportedCertificate[] {
  const newest = told.toSorted((a, b) => b.toldAt.getTime() - a.toldAt.getTime())
  const ofAll = newest.findIndex(t => t.certificateType === null)
  const known = new Set<Use>()
  return newest.slice(0, ofAll < 0 ? undefined : ofAll + 1).flatMap(({ certificateType, hashes, toldAt }) => {
    if (certificateType !== null) known.add(certificateType)
    return (hashes ?? []).flatMap(({ hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber, ...of }) => {
      const use = certificateType ?? CERTIFICATE_USES.find(u => u === of.certificateType && !known.has(u))
      return use === undefined
        ? []
        : [
            {
              certificateType: use,
              hashAlgorithm,
              issuerNameHash,
              issuerKeyHash,
              serialNumber,
              toldAt: toldAt.toISOString(),
            },
          ]
    })
  })
}
