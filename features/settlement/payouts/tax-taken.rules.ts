// Tax that is taken from a payout at source (M-8): collected under section 52 CGST (TCS), deducted under section 194-O (TDS). The
// base is the taxable value of the invoices that others than the platform have issued for sessions whose money the platform took.
// Pure; amounts in paise.
import { type Paise, type Ppm, round, share } from '@wattdesk/base/money'

/** Taxable value less credit notes: inside the state of the supplier, and across states. */
type ByPlace = { insidePaise: Paise; acrossPaise: Paise }
/** Of one supplier: an owner may have a GST number for each state, and each of them is a supplier. */
export type SupplierBase = ByPlace & { gstin: string }
/** What the bills of a month bring, whole and as differences of corrected bills. */
export type TaxBases = {
  bySupplier: readonly SupplierBase[]
  /** Taxable value before the credit notes for sessions that earlier payouts have settled. */
  grossPaise: Paise
  /** TDS that earlier payouts took from the value of these credit notes. */
  givenBackPaise: Paise
}
/**
 * Value of credit notes that no month had value enough for yet, 0 or less. Without a number (''): a payout from before suppliers
 * were reckoned by number has left it, and it is not known of which.
 */
export type CarriedBase = readonly SupplierBase[]
/** As the month is reckoned; null: the tax is off. */
export type TaxTerms = {
  tcs: { ratePpm: Ppm } | null
  tds: {
    /** The rate for a supplier with a PAN, else the rate without. */
    ratePpm: Ppm
    pan: string | null
    /** Nothing is deducted while the value of the year is not above it; null: from the first rupee on. */
    thresholdPaise: Paise | null
    /** The gross value of earlier months since April; 0 where there is no threshold. */
    yearBeforePaise: Paise
  } | null
}
export type Taken = {
  tcsCgstPaise: Paise
  tcsSgstPaise: Paise
  tcsIgstPaise: Paise
  /** Below 0 where more is given back than deducted. */
  tdsPaise: Paise
}
export const TAKEN_HEADS = ['tcsCgstPaise', 'tcsSgstPaise', 'tcsIgstPaise', 'tdsPaise'] as const
export const NOTHING_TAKEN: Taken = { tcsCgstPaise: 0n, tcsSgstPaise: 0n, tcsIgstPaise: 0n, tdsPaise: 0n }
export const takenPaise = (t: Taken): Paise => TAKEN_HEADS.reduce((sum, head) => sum + t[head], 0n)

/** TCS of one supplier. */
type SupplierTaxes = SupplierBase &
  Omit<Taken, 'tdsPaise'> & {
    carriedIn: ByPlace
    carriedOut: ByPlace
  }
export type TaxesOfMonth = Taken & {
  /** The rate that TDS was deducted by: 0 below the threshold. */
  tdsRatePpm: Ppm
  bySupplier: readonly SupplierTaxes[]
}

const PLACES = ['insidePaise', 'acrossPaise'] as const
const added = (all: readonly ByPlace[]): ByPlace => ({
  insidePaise: all.reduce((n, p) => n + p.insidePaise, 0n),
  acrossPaise: all.reduce((n, p) => n + p.acrossPaise, 0n),
})
/** As one supplier without a number: so payouts were reckoned before numbers were. */
export const pooled = (all: readonly SupplierBase[]): SupplierBase[] => [{ gstin: '', ...added(all) }]

/** The base that counts, and the part below 0 that is carried into the next month. */
const counted = (value: Paise): { base: Paise; carried: Paise } =>
  value > 0n ? { base: value, carried: 0n } : { base: 0n, carried: value }

type Begun = SupplierBase & { carriedIn: ByPlace }
/** Each supplier of a month, or of what is carried, by number. */
function begun(bases: readonly SupplierBase[], carriedIn: CarriedBase): Begun[] {
  const numbers = [...new Set([...bases, ...carriedIn].map(s => s.gstin))].toSorted()
  const of = (all: readonly SupplierBase[], gstin: string) => added(all.filter(s => s.gstin === gstin))
  return numbers.map(gstin => ({ gstin, ...of(bases, gstin), carriedIn: of(carriedIn, gstin) }))
}
/** What is carried without a number comes off the numbers that have value, one after the other. */
function withoutNameless(all: readonly Begun[]): Begun[] {
  const nameless = all.find(s => s.gstin === '')
  if (!nameless || all.length === 1) return [...all]
  const rest = { ...nameless.carriedIn }
  const named = all
    .filter(s => s !== nameless)
    .map(s => {
      const carriedIn = { ...s.carriedIn }
      for (const place of PLACES) {
        const { base } = counted(s[place] + carriedIn[place])
        const part = rest[place] < -base ? -base : rest[place]
        carriedIn[place] += part
        rest[place] -= part
      }
      return { ...s, carriedIn }
    })
  return [{ ...nameless, carriedIn: rest }, ...named]
}
/** While TCS is off, value that was carried waits. */
function tcsOf({ carriedIn, ...s }: Begun, ratePpm: Ppm | undefined): SupplierTaxes {
  if (ratePpm === undefined)
    return { ...s, carriedIn, carriedOut: carriedIn, tcsCgstPaise: 0n, tcsSgstPaise: 0n, tcsIgstPaise: 0n }
  const inside = counted(s.insidePaise + carriedIn.insidePaise)
  const across = counted(s.acrossPaise + carriedIn.acrossPaise)
  const tcsCgstPaise = round(inside.base, BigInt(ratePpm), 2_000_000n)
  return {
    ...s,
    carriedIn,
    carriedOut: { insidePaise: inside.carried, acrossPaise: across.carried },
    tcsCgstPaise,
    tcsSgstPaise: share(inside.base, ratePpm) - tcsCgstPaise,
    tcsIgstPaise: share(across.base, ratePpm),
  }
}

/**
 * The tax of a month. TCS is of each supplier by itself: credit notes under one number do not lower the tax of another. Inside the
 * state the central half is rounded, the state's half is the rest, so that both add up to the amount.
 */
export function taxesOfMonth(b: TaxBases, t: TaxTerms, carriedIn: CarriedBase): TaxesOfMonth {
  const all = begun(b.bySupplier, carriedIn)
  const bySupplier = (t.tcs ? withoutNameless(all) : all).map(s => tcsOf(s, t.tcs?.ratePpm))
  const sum = (head: keyof Omit<Taken, 'tdsPaise'>) => bySupplier.reduce((n, s) => n + s[head], 0n)
  const tdsRatePpm = t.tds && isAbove(t.tds, b.grossPaise) ? t.tds.ratePpm : 0
  return {
    tcsCgstPaise: sum('tcsCgstPaise'),
    tcsSgstPaise: sum('tcsSgstPaise'),
    tcsIgstPaise: sum('tcsIgstPaise'),
    tdsPaise: t.tds ? share(b.grossPaise, tdsRatePpm) - b.givenBackPaise : 0n,
    tdsRatePpm,
    bySupplier,
  }
}
const isAbove = (t: { thresholdPaise: Paise | null; yearBeforePaise: Paise }, grossPaise: Paise): boolean =>
  t.thresholdPaise === null || t.yearBeforePaise + grossPaise > t.thresholdPaise

/** The facts of a month's taxes, and what they were reckoned with. */
export type TaxFacts = {
  bases: TaxBases
  terms: TaxTerms
  carriedIn: CarriedBase
  counting: Counting
  /** TCS is on, and is not collected because the platform has no GST number. */
  lacksPlatform: boolean
}
/** Which bills count, and the tax rate of bills that do not name one. */
export type Counting = {
  /** The platform's PANs: what it supplies itself does not count. */
  platformPans: readonly string[]
  /** Rates by the first day on which they hold, the oldest first. */
  usualRates: readonly { from: string; ratePpm: Ppm }[]
  zone: string
  /**
   * TCS is reckoned by GST number, and TDS is given back by what was taken of each rise. Missing in payouts from before, which
   * took all numbers as one and gave back by the rate of the session's first payout.
   */
  isByNumber?: true
}

/** The value that counts of a payout, by supplier: of sales, and of what corrections took back, which is above 0. */
export type Supplies = {
  payoutNo: number
  supplierGstin: string
  isBusiness: boolean
  isAcross: boolean
  grossPaise: number
  returnsPaise: number
}
type KeptByPlace = { insidePaise: number; acrossPaise: number }
/** TCS of a supplier as a payout keeps it. */
export type KeptSupplier = KeptByPlace & {
  gstin: string
  carriedIn: KeptByPlace
  carriedOut: KeptByPlace
  tcsCgstPaise: number
  tcsSgstPaise: number
  tcsIgstPaise: number
}
/** As the column `taxes` of a payout has it: JSON. */
export type KeptTaxes = {
  /** Sums over all suppliers, as are `carriedIn` and `carriedOut`. */
  tcs: (KeptByPlace & { ratePpm: number }) | null
  tds: {
    ratePpm: number
    /** Before the threshold is looked at. */
    fullRatePpm: number
    pan: string | null
    grossPaise: number
    givenBackPaise: number
    thresholdPaise: number | null
    yearBeforePaise: number
  } | null
  /** GST numbers of the suppliers of the month. */
  suppliers: readonly string[]
  /** Missing in payouts that were not reckoned by number. */
  bySupplier?: readonly KeptSupplier[]
  carriedIn: KeptByPlace
  carriedOut: KeptByPlace
  counting: Counting
  lacksPlatform: boolean
}
const numbers = (c: ByPlace): KeptByPlace => ({
  insidePaise: Number(c.insidePaise),
  acrossPaise: Number(c.acrossPaise),
})
const keptSupplier = (s: SupplierTaxes): KeptSupplier => ({
  gstin: s.gstin,
  ...numbers(s),
  carriedIn: numbers(s.carriedIn),
  carriedOut: numbers(s.carriedOut),
  tcsCgstPaise: Number(s.tcsCgstPaise),
  tcsSgstPaise: Number(s.tcsSgstPaise),
  tcsIgstPaise: Number(s.tcsIgstPaise),
})
/** Written with the payout. */
export const keptTaxes = (f: TaxFacts, m: TaxesOfMonth): KeptTaxes => ({
  tcs: f.terms.tcs && { ratePpm: f.terms.tcs.ratePpm, ...numbers(added(f.bases.bySupplier)) },
  tds: f.terms.tds && {
    ratePpm: m.tdsRatePpm,
    fullRatePpm: f.terms.tds.ratePpm,
    pan: f.terms.tds.pan,
    grossPaise: Number(f.bases.grossPaise),
    givenBackPaise: Number(f.bases.givenBackPaise),
    thresholdPaise: f.terms.tds.thresholdPaise === null ? null : Number(f.terms.tds.thresholdPaise),
    yearBeforePaise: Number(f.terms.tds.yearBeforePaise),
  },
  suppliers: f.bases.bySupplier.map(s => s.gstin),
  ...(f.counting.isByNumber && { bySupplier: m.bySupplier.map(keptSupplier) }),
  carriedIn: numbers(added(m.bySupplier.map(s => s.carriedIn))),
  carriedOut: numbers(added(m.bySupplier.map(s => s.carriedOut))),
  counting: f.counting,
  lacksPlatform: f.lacksPlatform,
})
/** The terms of a payout that was made, to reckon it anew with. */
export const termsKept = ({ tcs, tds }: KeptTaxes): TaxTerms => ({
  tcs: tcs && { ratePpm: tcs.ratePpm },
  tds: tds && {
    ratePpm: tds.fullRatePpm,
    pan: tds.pan,
    thresholdPaise: tds.thresholdPaise === null ? null : BigInt(tds.thresholdPaise),
    yearBeforePaise: BigInt(tds.yearBeforePaise),
  },
})
const isCarried = (c: KeptByPlace | undefined): boolean =>
  c !== undefined && (c.insidePaise !== 0 || c.acrossPaise !== 0)
const carriedBy = (gstin: string, c: KeptByPlace): SupplierBase => ({
  gstin,
  insidePaise: BigInt(c.insidePaise),
  acrossPaise: BigInt(c.acrossPaise),
})
/**
 * What the payouts of a team, the last first, have left. Of a payout that was not reckoned by number it is of the only supplier
 * since something is carried; of several it has no number.
 */
export function carriedAfter(payouts: readonly (KeptTaxes | null)[]): CarriedBase {
  const last = payouts[0]
  if (!last || !isCarried(last.carriedOut)) return []
  if (last.bySupplier)
    return last.bySupplier.filter(s => isCarried(s.carriedOut)).map(s => carriedBy(s.gstin, s.carriedOut))
  const end = payouts.findIndex(t => !isCarried(t?.carriedOut))
  const known = new Set(payouts.slice(0, end === -1 ? undefined : end).flatMap(t => t?.suppliers ?? []))
  const [only = ''] = known.size === 1 ? known : []
  return [carriedBy(only, last.carriedOut)]
}
