// The number under which the portal registers a document: SHA-256 of supplier, financial year, type and number, as 64 hex digits
// (einv-apisandbox.nic.in/irn.html).
import { createHash } from 'node:crypto'
import type { DocumentName } from './document.ts'

/** '2026-27' for 30/11/2026: April to March. */
export function financialYear(day: string): string {
  const [, month = 0, year = 0] = day.split('/').map(Number)
  const first = month >= 4 ? year : year - 1
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`
}

export const irnOf = (gstin: string, { type, number, day }: DocumentName): string =>
  createHash('sha256')
    .update(`${gstin}${financialYear(day)}${type}${number}`)
    .digest('hex')
