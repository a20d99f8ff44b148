// Working papers of GSTR-8 and 26Q (M-8): tax that payouts took at source, by the supplier's GST number and by payee. Pure;
// amounts in paise.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { collectorFor } from '#office/tax-settings/collectors.words.ts'
import { type TakenRow, takenOf } from '#settlement/collected-taxes/collected-tax.rules.ts'
import type { KeptSupplier, Supplies } from '#settlement/payouts/tax-taken.rules.ts'
import type { Form26QRow, Gstr8Row } from './tax-export.contract.ts'

const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))
export type TaxedPayout = TakenRow & {
  payoutNo: number
  /** yyyy-MM */
  month: string
  /** The last day of its month, or the business day of its making where that is earlier; yyyy-MM-dd. */
  day: string
  /** As the payout was settled. */
  companyName: string
  teamName: string
}
const nameOf = (p: TaxedPayout): string =>
  p.companyName === p.teamName ? p.teamName : `${p.companyName}, ${p.teamName}`

/** Parts of a whole by weights above 0, rounded so that they add up to the whole; all of it to the first without weights. */
export function shared(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((n, w) => n + w, 0)
  if (sum === 0) return weights.map((_, n) => (n === 0 ? whole : 0))
  let [weight, given] = [0n, 0n]
  return weights.map(w => {
    weight += BigInt(w)
    const before = given
    given = (BigInt(whole) * weight) / BigInt(sum)
    return Number(given - before)
  })
}

type Place = 'insidePaise' | 'acrossPaise'
const sumOf = (all: readonly Supplies[], of: (s: Supplies) => number): number => all.reduce((n, s) => n + of(s), 0)
const netOf = (s: Supplies): number => s.grossPaise - s.returnsPaise
/** Paise of a row of GSTR-8. */
type OfRow = 'supplierGstin' | 'supplierName' | 'payoutId' | 'collectorGstin' | 'rate'
type Collected = Record<Exclude<keyof Gstr8Row, OfRow>, number>
export type Gstr8Paise = Collected & Pick<Gstr8Row, OfRow>

type Kept = Pick<Collected, 'carried' | 'net' | 'igst' | 'cgst' | 'sgst'> & { supplierGstin: string }
const placesOf = (p: Record<Place, number>): number => p.insidePaise + p.acrossPaise
const keptOf = (s: KeptSupplier): Kept => {
  const carried = placesOf(s.carriedIn) - placesOf(s.carriedOut)
  const heads = { igst: s.tcsIgstPaise, cgst: s.tcsCgstPaise, sgst: s.tcsSgstPaise }
  return { supplierGstin: s.gstin, carried, net: placesOf(s) + carried, ...heads }
}

/**
 * Of a payout that was reckoned for its owner as a whole: what was carried and the tax are shared by the numbers' net value.
 */
function sharedOf(p: TaxedPayout, supplies: readonly Supplies[]): Kept[] {
  const { carriedIn, carriedOut, suppliers } = p.taxes ?? {}
  const known = [...new Set([...supplies.map(s => s.supplierGstin), ...(suppliers ?? [])])].toSorted()
  const numbers = known.length === 0 ? [''] : known
  const net = (gstin: string, isAcross: boolean): number =>
    Math.max(
      0,
      sumOf(
        supplies.filter(s => s.supplierGstin === gstin && s.isAcross === isAcross),
        netOf,
      ),
    )
  const [inside, across] = [numbers.map(n => net(n, false)), numbers.map(n => net(n, true))]
  const carried = (place: Place) => (carriedIn?.[place] ?? 0) - (carriedOut?.[place] ?? 0)
  const carriedInside = shared(carried('insidePaise'), inside)
  const carriedAcross = shared(carried('acrossPaise'), across)
  const [cgst, sgst] = [shared(p.tcsCgstPaise, inside), shared(p.tcsSgstPaise, inside)]
  const igst = shared(p.tcsIgstPaise, across)
  return numbers.map((supplierGstin, n) => {
    const carriedPaise = (carriedInside[n] ?? 0) + (carriedAcross[n] ?? 0)
    return {
      supplierGstin,
      carried: carriedPaise,
      net:
        sumOf(
          supplies.filter(s => s.supplierGstin === supplierGstin),
          netOf,
        ) + carriedPaise,
      igst: igst[n] ?? 0,
      cgst: cgst[n] ?? 0,
      sgst: sgst[n] ?? 0,
    }
  })
}

/**
 * The rows of a payout, one for each GST number that supplied or has value carried; numbers with nothing have none.
 * @param collectors the platform's numbers as a collector, the first one first
 */
export function gstr8Of(
  p: TaxedPayout,
  supplies: readonly Supplies[],
  collectors: readonly string[] = [],
): Gstr8Paise[] {
  const { tcs, bySupplier } = p.taxes ?? {}
  if (!tcs) return []
  const rows = bySupplier ? bySupplier.map(keptOf) : sharedOf(p, supplies)
  return rows
    .map(row => {
      const own = supplies.filter(s => s.supplierGstin === row.supplierGstin)
      const of = (isBusiness: boolean) => own.filter(s => s.isBusiness === isBusiness)
      return {
        supplierName: nameOf(p),
        payoutId: p.payoutId,
        collectorGstin: collectorFor(collectors, row.supplierGstin) ?? '',
        rate: tcs.ratePpm / 10_000,
        registered: sumOf(of(true), s => s.grossPaise),
        registeredReturned: sumOf(of(true), s => s.returnsPaise),
        unregistered: sumOf(of(false), s => s.grossPaise),
        unregisteredReturned: sumOf(of(false), s => s.returnsPaise),
        ...row,
      }
    })
    .filter(row => COLLECTED.some(name => row[name] !== 0))
}
const COLLECTED = [
  ...(['registered', 'registeredReturned', 'unregistered', 'unregisteredReturned', 'carried', 'net'] as const),
  ...(['igst', 'cgst', 'sgst'] as const),
] as const
const inRupees = <K extends string>(names: readonly K[], of: (name: K) => number): Record<K, number> =>
  Object.fromEntries(names.map(name => [name, rupees(of(name))])) as Record<K, number>
export const gstr8RowOf = ({
  supplierGstin,
  supplierName,
  payoutId,
  collectorGstin,
  rate,
  ...paise
}: Gstr8Paise): Gstr8Row => ({
  supplierGstin,
  supplierName,
  payoutId,
  collectorGstin,
  rate,
  ...inRupees(COLLECTED, name => paise[name]),
})
export const gstr8Sums = (rows: readonly Gstr8Paise[]) =>
  inRupees(COLLECTED, name => rows.reduce((n, r) => n + r[name], 0))

/** Rows by the number that collects, in the order of the numbers, and within one by supplier. */
export const gstr8InOrder = (rows: readonly Gstr8Paise[], collectors: readonly string[]): Gstr8Paise[] => {
  const place = (r: Gstr8Paise) => collectors.indexOf(r.collectorGstin)
  return rows.toSorted((a, b) => place(a) - place(b) || (a.supplierGstin < b.supplierGstin ? -1 : 1))
}
/** The sums of each number with rows, in their order. */
export const gstr8Collectors = (rows: readonly Gstr8Paise[]) =>
  [...Map.groupBy(rows, r => r.collectorGstin)].map(([gstin, own]) => ({ gstin, ...gstr8Sums(own) }))

const paiseOf = (n: number): number => Math.round(n * 100)
/** The same sums by the register of tax collected. */
export function collectedSums(payouts: readonly TaxedPayout[]) {
  const sum = (of: (t: ReturnType<typeof takenOf>) => number) =>
    rupees(payouts.reduce((n, p) => n + paiseOf(of(takenOf(p))), 0))
  return { net: sum(t => t.tcsBase), igst: sum(t => t.tcsIgst), cgst: sum(t => t.tcsCgst), sgst: sum(t => t.tcsSgst) }
}

/** The row of a payout with an amount that TDS is of, or with TDS given back; undefined where there is neither. */
export function form26QOf(p: TaxedPayout): Form26QRow | undefined {
  const tds = p.taxes?.tds
  if (!tds || (tds.grossPaise === 0 && tds.givenBackPaise === 0)) return undefined
  const taken = takenOf(p)
  return {
    payoutId: p.payoutId,
    month: p.month,
    section: '194-O',
    name: nameOf(p),
    pan: tds.pan ?? 'PANNOTAVBL',
    date: p.day,
    rate: taken.tdsRate ?? 0,
    amount: taken.tdsBase,
    givenBack: taken.tdsGivenBack,
    tax: taken.tds,
    reason: tds.pan === null && tds.ratePpm > 0 ? 'C' : '',
  }
}
const DEDUCTED = ['amount', 'givenBack', 'tax'] as const
export const form26QSums = (rows: readonly Form26QRow[]) =>
  inRupees(DEDUCTED, name => rows.reduce((n, r) => n + paiseOf(r[name]), 0))
/** The same sums by the register of tax deducted. */
export function deductedSums(payouts: readonly TaxedPayout[]) {
  const sum = (of: (t: ReturnType<typeof takenOf>) => number) =>
    rupees(payouts.reduce((n, p) => n + paiseOf(of(takenOf(p))), 0))
  return { amount: sum(t => t.tdsBase), givenBack: sum(t => t.tdsGivenBack), tax: sum(t => t.tds) }
}
/** The first month of the quarter that has a month, yyyy-MM. */
export const quarterOf = (month: string): string => {
  const [year = '', n = ''] = month.split('-')
  return `${year}-${String(Math.floor((Number(n) - 1) / 3) * 3 + 1).padStart(2, '0')}`
}
