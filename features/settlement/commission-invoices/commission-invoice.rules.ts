// The documents of a month's commission (M-8): an invoice for the part of the month, and a credit note for each earlier
// month whose commission its corrections lower. Together they are the commission and the tax of the payout, to the paisa. Pure;
// amounts in paise.
import type { RecipientType } from '@wattdesk/base/business'
import type { Mode } from '@wattdesk/base/mode'
import { type Paise, type Ppm, round } from '@wattdesk/base/money'
import { stateCode, stateOfGstin } from '@wattdesk/base/states'
import type { Supplier } from '#office/installation/supplier.contract.ts'
import { seriesOf as seriesOfSessions, TEST_SERIES } from '#settlement/invoices/invoice.rules.ts'

/** The platform as a supplier at a time. */
export type PlatformThen = {
  /** undefined: it has no GST number. */
  supplier: Supplier | undefined
  /** Its PANs: what is supplied under these is supplied by the platform. */
  pans: string[]
}

const LINE_KINDS = ['fixed', 'unit', 'corrections'] as const
export type CommissionLine = { kind: (typeof LINE_KINDS)[number]; paise: number; ratePpm: number }
export type DocumentFigures = {
  /** On a credit note the payout whose commission it lowers; null: an invoice. */
  correctsPayoutNo: number | null
  lines: CommissionLine[]
  taxablePaise: Paise
  cgstPaise: Paise
  sgstPaise: Paise
  igstPaise: Paise
  /** The tax less its heads. */
  roundingPaise: Paise
  totalPaise: Paise
}
export type CommissionOfMonth = {
  fixedPaise: Paise
  /** By unit, of sessions that no payout had before. */
  unitPaise: Paise
  /** The change from corrections, by the payout that settled the session first. */
  reversedOf: ReadonlyMap<number, Paise>
  /** As the payout has it. */
  taxPaise: Paise
  fixedPpm: Ppm
  unitPpm: Ppm
  /** The tax is a part of the commission; else it comes on top. */
  isTaxWithin: boolean
  isAcross: boolean
}

const taxIn = (paise: Paise, ppm: Ppm, isWithin: boolean, parts = 1n): Paise =>
  round(paise, BigInt(ppm), parts * (1_000_000n + (isWithin ? BigInt(ppm) : 0n)))
/** Each half of the tax inside a state, rounded once for each rate (M-2.9). */
function half(lines: readonly CommissionLine[], isWithin: boolean): Paise {
  const byRate = Map.groupBy(lines, l => l.ratePpm)
  return [...byRate].reduce(
    (sum, [ppm, own]) =>
      sum +
      taxIn(
        own.reduce((n, l) => n + BigInt(l.paise), 0n),
        ppm,
        isWithin,
        2n,
      ),
    0n,
  )
}
type Part = Pick<DocumentFigures, 'correctsPayoutNo' | 'lines'> & { taxPaise: Paise }
function figuresOf({ correctsPayoutNo, lines, taxPaise }: Part, c: CommissionOfMonth): DocumentFigures {
  const amount = lines.reduce((n, l) => n + BigInt(l.paise), 0n)
  const each = c.isAcross ? 0n : half(lines, c.isTaxWithin)
  return {
    correctsPayoutNo,
    lines,
    taxablePaise: c.isTaxWithin ? amount - taxPaise : amount,
    cgstPaise: each,
    sgstPaise: each,
    igstPaise: c.isAcross ? taxPaise : 0n,
    roundingPaise: c.isAcross ? 0n : taxPaise - 2n * each,
    totalPaise: c.isTaxWithin ? amount : amount + taxPaise,
  }
}

export type RateFigures = { ratePpm: Ppm } & Record<'taxablePaise' | 'cgstPaise' | 'sgstPaise' | 'igstPaise', Paise>
type OneDocument = { lines: readonly CommissionLine[]; isTaxWithin: boolean } & Omit<RateFigures, 'ratePpm'>
/**
 * The figures of a document by the rates of its lines. Together they are those of the document: the last rate takes a paisa
 * that rounding leaves.
 */
export function figuresByRate({ lines, isTaxWithin: isWithin, ...whole }: OneDocument): RateFigures[] {
  const byRate = [...Map.groupBy(lines, l => l.ratePpm)].toSorted(([a], [b]) => a - b)
  const left = { ...whole }
  return byRate.map(([ratePpm, own], n) => {
    const amount = own.reduce((sum, l) => sum + BigInt(l.paise), 0n)
    const tax = taxIn(amount, ratePpm, isWithin)
    const each = whole.igstPaise === 0n ? taxIn(amount, ratePpm, isWithin, 2n) : 0n
    const figures =
      n === byRate.length - 1
        ? { ...left }
        : {
            taxablePaise: isWithin ? amount - tax : amount,
            cgstPaise: each,
            sgstPaise: each,
            igstPaise: whole.igstPaise === 0n ? 0n : tax,
          }
    for (const head of ['taxablePaise', 'cgstPaise', 'sgstPaise', 'igstPaise'] as const) left[head] -= figures[head]
    return { ratePpm, ...figures }
  })
}

/**
 * The invoice first, then credit notes in the order of the payouts that they correct; none where there is no commission.
 * Corrections that raise the commission of an earlier month stand on the invoice.
 */
export function documentsOf(c: CommissionOfMonth): DocumentFigures[] {
  const corrections = [...c.reversedOf].toSorted(([a], [b]) => a - b)
  const notes = corrections.flatMap(([payoutNo, paise]): Part[] =>
    paise < 0n
      ? [
          {
            correctsPayoutNo: payoutNo,
            lines: [{ kind: 'corrections', paise: Number(-paise), ratePpm: c.unitPpm }],
            taxPaise: taxIn(-paise, c.unitPpm, c.isTaxWithin),
          },
        ]
      : [],
  )
  const raised = corrections.reduce((sum, [, paise]) => (paise > 0n ? sum + paise : sum), 0n)
  const lines = (
    [
      { kind: 'fixed', paise: Number(c.fixedPaise), ratePpm: c.fixedPpm },
      { kind: 'unit', paise: Number(c.unitPaise), ratePpm: c.unitPpm },
      { kind: 'corrections', paise: Number(raised), ratePpm: c.unitPpm },
    ] satisfies CommissionLine[]
  ).filter(l => l.paise !== 0)
  const left = c.taxPaise + notes.reduce((sum, n) => sum + n.taxPaise, 0n)
  const last = notes.at(-1)
  // Several notes without an invoice: the last one takes the paise between their taxes and the payout's.
  if (lines.length === 0 && last) last.taxPaise -= left
  const parts = lines.length === 0 ? notes : [{ correctsPayoutNo: null, lines, taxPaise: left }, ...notes]
  return parts.map(p => figuresOf(p, c))
}

export type DocumentHeads = Pick<DocumentFigures, 'cgstPaise' | 'sgstPaise' | 'igstPaise' | 'roundingPaise'>
/** What the documents together bring to the heads of the platform's tax. */
export function headsOf(documents: readonly DocumentFigures[]): DocumentHeads {
  const sum = (of: (d: DocumentFigures) => Paise) =>
    documents.reduce((n, d) => (d.correctsPayoutNo === null ? n + of(d) : n - of(d)), 0n)
  return {
    cgstPaise: sum(d => d.cgstPaise),
    sgstPaise: sum(d => d.sgstPaise),
    igstPaise: sum(d => d.igstPaise),
    roundingPaise: sum(d => d.roundingPaise),
  }
}

/**
 * Two-digit codes: the owner's by GST number, else by address; an owner of an unknown state is supplied where the platform is, and a
 * unit in a Special Economic Zone across states.
 */
export function statesOf(
  platformGstin: string,
  owner: { gstin: string | null; state: string; recipientType?: RecipientType | null },
): { supplier: string | undefined; place: string | undefined; isAcross: boolean } {
  const supplier = stateOfGstin(platformGstin)
  const place = (owner.gstin ? stateOfGstin(owner.gstin) : undefined) ?? stateCode(owner.state) ?? supplier
  const differ = supplier !== undefined && place !== undefined && supplier !== place
  return { supplier, place, isAcross: Boolean(owner.recipientType) || differ }
}

const INVOICES = ['PC', 'PK', 'PM', 'PP'] as const
const NOTES = ['PN', 'PR', 'PS', 'PT', 'PU'] as const
/** The series of both kinds: of their own, for the platform may number invoices of sessions under the same GST number. */
export function commissionSeries(
  wanted: string,
  ofSessions: string,
  mode: Mode,
): Record<'invoice' | 'credit note', string> {
  const taken: string[] = Object.values(seriesOfSessions(ofSessions, 'live'))
  const invoice = [wanted, ...INVOICES].find(s => !taken.includes(s)) ?? wanted
  const note = NOTES.find(s => s !== invoice && !taken.includes(s)) ?? NOTES[0]
  const prefix = mode === 'test' ? TEST_SERIES : ''
  return { invoice: `${prefix}${invoice}`, 'credit note': `${prefix}${note}` }
}
