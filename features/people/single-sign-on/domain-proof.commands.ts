// Looks for the DNS record that proves a mail domain.
import { randomBytes } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import type { Services } from '#office/installation/services.ts'

export const recordNameOf = (domain: string): string => `_sign-in-proof.${domain}`
export const recordValueOf = (proof: string): string => `sign-in-proof=${proof}`
export const newProof = (): string => randomBytes(24).toString('base64url')

const PATIENCE_MS = 3000
const TRIES = 2
const askedNow = (name: string): Promise<string[][]> =>
  new Resolver({ timeout: PATIENCE_MS, tries: TRIES }).resolveTxt(name)

const CAUSES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no record of this name yet.',
  ENODATA: 'There is no TXT record of this name yet.',
  ETIMEOUT: 'The name servers of the domain did not answer in time.',
  ESERVFAIL: 'The name servers of the domain answer with an error.',
  EREFUSED: 'The name servers refuse the question.',
  ECONNREFUSED: 'No name server could be reached.',
}
const LONGEST = 200
const shownOf = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
    .slice(0, LONGEST)

/** undefined: the record is there; else what is there instead. */
export async function whyUnproven(
  { textRecords = askedNow }: Pick<Services, 'textRecords'>,
  { domain, proof }: { domain: string; proof: string },
): Promise<string | undefined> {
  try {
    const records = (await textRecords(recordNameOf(domain))).map(parts => parts.join(''))
    if (records.some(r => r.trim() === recordValueOf(proof))) return undefined
    const [first] = records
    return first === undefined ? CAUSES.ENODATA : `The record says something else: ${shownOf(first)}`
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    return CAUSES[code] ?? `The record could not be read: ${shownOf(code || message)}`
  }
}
