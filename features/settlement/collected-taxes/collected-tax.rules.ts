// Tax taken at source, as registers and certificates show it. Pure.
import { percentFromPpm, rupeesFromPaise } from '@wattdesk/base/money'
import type { KeptTaxes, Taken } from '#settlement/payouts/tax-taken.rules.ts'
import type { CollectedTaxRow, TaxCertificate } from './collected-tax.contract.ts'

export type TakenRow = { [head in keyof Taken]: number } & { payoutId: string; taxes: KeptTaxes | null }
const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))

type Shown = Omit<CollectedTaxRow, 'payoutId' | 'team_name' | 'gstin' | 'pan'>
export function takenOf(r: TakenRow): Shown {
  const { tcs, tds, carriedIn, carriedOut } = r.taxes ?? {}
  const base = tcs
    ? (['insidePaise', 'acrossPaise'] as const).reduce(
        (sum, side) => sum + tcs[side] + (carriedIn?.[side] ?? 0) - (carriedOut?.[side] ?? 0),
        0,
      )
    : 0
  return {
    tcsBase: rupees(base),
    tcsRate: tcs ? percentFromPpm(tcs.ratePpm) : null,
    tcsCgst: rupees(r.tcsCgstPaise),
    tcsSgst: rupees(r.tcsSgstPaise),
    tcsIgst: rupees(r.tcsIgstPaise),
    tdsBase: rupees(tds?.grossPaise ?? 0),
    tdsRate: tds ? percentFromPpm(tds.ratePpm) : null,
    tdsGivenBack: rupees(tds?.givenBackPaise ?? 0),
    tds: rupees(r.tdsPaise),
  }
}

export type LedgerHeads = Record<keyof TaxCertificate['sums'], number>
export const sumOf = (rows: readonly TakenRow[]): LedgerHeads => {
  const sum = (head: keyof Taken) => rows.reduce((n, r) => n + r[head], 0)
  return {
    tcsCgst: sum('tcsCgstPaise'),
    tcsSgst: sum('tcsSgstPaise'),
    tcsIgst: sum('tcsIgstPaise'),
    tds: sum('tdsPaise'),
  }
}
export const headsInRupees = (h: LedgerHeads): TaxCertificate['sums'] => ({
  tcsCgst: rupees(h.tcsCgst),
  tcsSgst: rupees(h.tcsSgst),
  tcsIgst: rupees(h.tcsIgst),
  tds: rupees(h.tds),
})

/** The months of a quarter from its first one on, yyyy-MM. */
export const monthsOfQuarter = (first: string): [string, string, string] => {
  const [year = '', n = ''] = first.split('-')
  const at = (more: number) => `${year}-${String(Number(n) + more).padStart(2, '0')}`
  return [first, at(1), at(2)]
}
/** `today`: business day. */
export function reasonWhyEmpty(quarter: string, today: string): string {
  if (quarter > today.slice(0, 7)) return 'The quarter has not begun'
  return monthsOfQuarter(quarter)[2] >= today.slice(0, 7)
    ? 'The quarter is not over, and nothing was collected or deducted in it so far'
    : 'Nothing was collected or deducted in this quarter'
}
/** 'TaxCertificate_7_2026-10.pdf' */
export const certificateFile = (c: Pick<TaxCertificate, 'teamId' | 'from'>): string =>
  `TaxCertificate_${c.teamId}_${c.from}.pdf`
