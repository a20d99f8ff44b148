// Tax that is taken from a payout at source (M-8): collected under section 52 CGST (TCS), deducted under section 194-O (TDS). The
// base is the taxable value of the invoices that others than the platform have issued for sessions whose money the platform took.
// Pure; amounts in paise.
import { type Paise, type Ppm, round, share } from '@wattdesk/base/money'

/** What the bills of a month bring, whole and as differences of corrected bills. */
export type TaxBases = {
  /** Taxable value less credit notes: inside the state of the supplier, and across states. */
  insidePaise: Paise
  acrossPaise: Paise
  /** Taxable value before the credit notes for sessions that earlier payouts have settled. */
  grossPaise: Paise
  /** TDS that earlier payouts took from the value of these credit notes. */
  givenBackPaise: Paise
  /** GST numbers of the suppliers. */
  suppliers: readonly string[]
}
/** Value of credit notes that no month had value enough for yet, 0 or less. */
export type CarriedBase = { insidePaise: Paise; acrossPaise: Paise }
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

export type TaxesOfMonth = Taken & {
  /** The rate that TDS was deducted by: 0 below the threshold. */
  tdsRatePpm: Ppm
  carriedOut: CarriedBase
}

/** The base that counts, and the part below 0 that is carried into the next month. */
const counted = (value: Paise): { base: Paise; carried: Paise } =>
  value > 0n ? { base: value, carried: 0n } : { base: 0n, carried: value }

/**
 * The tax of a month. TCS inside the state: the central half is rounded, the state's half is the rest, so that both add up to
 * the amount. While TCS is off, value that was carried waits.
 */
export function taxesOfMonth(b: TaxBases, t: TaxTerms, carriedIn: CarriedBase): TaxesOfMonth {
  const inside = counted(b.insidePaise + carriedIn.insidePaise)
  const across = counted(b.acrossPaise + carriedIn.acrossPaise)
  const rate = t.tcs?.ratePpm ?? 0
  const ofState = share(inside.base, rate)
  const tcsCgstPaise = round(inside.base, BigInt(rate), 2_000_000n)
  const tdsRatePpm = t.tds && isAbove(t.tds, b.grossPaise) ? t.tds.ratePpm : 0
  return {
    tcsCgstPaise,
    tcsSgstPaise: ofState - tcsCgstPaise,
    tcsIgstPaise: share(across.base, rate),
    tdsPaise: t.tds ? share(b.grossPaise, tdsRatePpm) - b.givenBackPaise : 0n,
    tdsRatePpm,
    carriedOut: t.tcs ? { insidePaise: inside.carried, acrossPaise: across.carried } : carriedIn,
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
/** As the column `taxes` of a payout has it: JSON. */
export type KeptTaxes = {
  tcs: { ratePpm: number; insidePaise: number; acrossPaise: number } | null
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
  suppliers: readonly string[]
  carriedIn: { insidePaise: number; acrossPaise: number }
  carriedOut: { insidePaise: number; acrossPaise: number }
  counting: Counting
  lacksPlatform: boolean
}
const numbers = (c: CarriedBase) => ({ insidePaise: Number(c.insidePaise), acrossPaise: Number(c.acrossPaise) })
/** Written with the payout. */
export const keptTaxes = (f: TaxFacts, m: TaxesOfMonth): KeptTaxes => ({
  tcs: f.terms.tcs && { ratePpm: f.terms.tcs.ratePpm, ...numbers(f.bases) },
  tds: f.terms.tds && {
    ratePpm: m.tdsRatePpm,
    fullRatePpm: f.terms.tds.ratePpm,
    pan: f.terms.tds.pan,
    grossPaise: Number(f.bases.grossPaise),
    givenBackPaise: Number(f.bases.givenBackPaise),
    thresholdPaise: f.terms.tds.thresholdPaise === null ? null : Number(f.terms.tds.thresholdPaise),
    yearBeforePaise: Number(f.terms.tds.yearBeforePaise),
  },
  suppliers: f.bases.suppliers,
  carriedIn: numbers(f.carriedIn),
  carriedOut: numbers(m.carriedOut),
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
export const carriedKept = (c: { insidePaise: number; acrossPaise: number } | undefined): CarriedBase => ({
  insidePaise: BigInt(c?.insidePaise ?? 0),
  acrossPaise: BigInt(c?.acrossPaise ?? 0),
})
