// A team's month from its facts to the figures in the database, on screen and in the ledger: the same for the run, for
// a month before its run, and for the proof of a month after it (M-3, M-4). Pure.
import type { Paise } from '@wattdesk/base/money'
import { credit, debit, type Line, linesOf, type Posting } from '#money/ledger/ledger.rules.ts'
import type { KeptAccounts } from './allocation.rules.ts'
import { type Brought, type ChargerShare, monthOf, type TeamMonth } from './month.rules.ts'
import { chargeOf, type KeptTerms, termsFor } from './payout-terms.rules.ts'
import { type KeptTaxes, keptTaxes, type Taken, type TaxFacts, taxesOfMonth } from './tax-taken.rules.ts'

/** Names and address at the time the month was settled; the column `party` of a payout. */
export type Party = {
  teamName: string
  companyName: string
  street: string
  city: string
  state: string
  zipCode: string
}
/** A charger with the sums of its sessions and the days on which it was in the team. */
export type ChargerFacts = Brought & {
  chargepointPk: number
  chargepointId: string
  chargepointName: string
  chargerType: string
  activeDays: number
}
/** The heads of the tax that sessions bring. */
export type Heads = { cgstPaise: Paise; sgstPaise: Paise; igstPaise: Paise }
export type MonthFacts = {
  teamId: number
  companyId: number
  party: Party
  terms: KeptTerms
  accounts: KeptAccounts
  chargers: readonly ChargerFacts[]
  heads: Heads
  /** K: credit given by hand, and refunds that the owner bears; and the refunds alone. */
  givenPaise: Paise
  refundsBornePaise: Paise
  carriedInPaise: Paise
  /** Missing: no tax is taken at source. */
  taxes?: TaxFacts | undefined
  /** The change of commission from corrections, by the payout that settled the session first. */
  reversedOf?: ReadonlyMap<number, Paise>
}
export type ChargerPart = ChargerShare & Omit<ChargerFacts, keyof Brought | 'chargepointPk'>
export type Reckoned = Omit<TeamMonth, 'chargers'> & {
  chargers: readonly ChargerPart[]
  /** The unit part, and the fixed part together with the team's own fixed charge, before the rule takes one or both. */
  unitPaise: Paise
  fixedPaise: Paise
  /** The part of `givenPaise` that is refunds borne by the owner. */
  refundsBornePaise: Paise
  /** null: no tax is taken at source. */
  taxes: KeptTaxes | null
}

/**
 * Computes the payout of a team; undefined where there is no session, no charge, no credit by hand, no refund borne,
 * and no carried balance. `hasStood`: a charge point stood in the team in the month, so that the team's own fixed cost
 * counts.
 */
export function reckon(
  f: MonthFacts,
  daysInMonth: number,
  hasStood = f.chargers.some(c => c.activeDays > 0),
): Reckoned | undefined {
  const byPk = new Map(f.chargers.map(c => [c.chargepointPk, c]))
  const terms = termsFor(f.terms, hasStood)
  const taken = f.taxes && taxesOfMonth(f.taxes.bases, f.taxes.terms, f.taxes.carriedIn)
  const m = monthOf(
    f.chargers.map(c => ({ ...c, fixedPaise: chargeOf(f.terms, c, daysInMonth) })),
    terms,
    { ...f, ...(taken && { taken: headsOf(taken) }) },
  )
  const chargers = m.chargers.map((c): ChargerPart => ({ ...c, ...(byPk.get(c.chargepointPk) as ChargerFacts) }))
  const hasBills = chargers.some(c => c.sessions > 0 || c.totalPaise !== 0n || c.energyWh !== 0)
  if (
    !hasBills &&
    m.commissionPaise === 0n &&
    m.givenPaise === 0n &&
    f.refundsBornePaise === 0n &&
    m.carriedInPaise === 0n
  )
    return undefined
  const sum = (of: (c: ChargerPart) => Paise) => chargers.reduce((n, c) => n + of(c), 0n)
  return {
    ...m,
    chargers,
    unitPaise: sum(c => c.unitPaise),
    fixedPaise: sum(c => c.fixedPaise) + terms.otherFixedPaise,
    refundsBornePaise: f.refundsBornePaise,
    taxes: f.taxes && taken ? keptTaxes(f.taxes, taken) : null,
  }
}
const headsOf = ({ tcsCgstPaise, tcsSgstPaise, tcsIgstPaise, tdsPaise }: Taken): Taken => ({
  tcsCgstPaise,
  tcsSgstPaise,
  tcsIgstPaise,
  tdsPaise,
})

/** The heads of the tax on the commission, where its documents name them (M-8). */
export type CommissionHeads = Heads & { roundingPaise: Paise }

type Pair = [from: Line['account'], to: Line['account'], paise: Paise]
type OfCompany =
  | ('commission' | 'gstOut' | 'cgstOut' | 'sgstOut' | 'igstOut')
  | ('gatewayRecovery' | 'tcsCgst' | 'tcsSgst' | 'tcsIgst' | 'tds')

type Of = { payoutId: string; teamId: number; companyId: number; at: Date; userId: number | null }
const of = ({ at, companyId, teamId, userId, payoutId }: Of) => ({ at, companyId, teamId, userId, note: payoutId })
/**
 * The postings of the month's end: the owner's income and costs, and the part that is on its way to the owner's bank.
 */
export function settlementPostings(
  o: Of,
  m: Reckoned,
  heads: Heads,
  { taxBearer, gstin }: Pick<KeptTerms, 'taxBearer' | 'gstin'>,
  onCommission?: CommissionHeads,
): Posting[] {
  const owner = { kind: 'owner', ref: o.teamId } as const
  const ofTeam = (kind: 'cgst' | 'sgst' | 'igst' | 'receivable' | 'payoutClearing') => ({ kind, ref: o.teamId })
  const ofCompany = (kind: OfCompany) => ({ kind, ref: o.companyId })
  /** A paisa between the tax and its heads stays with the commission. */
  const taxPairs = (from: Line['account']): Pair[] =>
    onCommission
      ? [
          [from, ofCompany('cgstOut'), onCommission.cgstPaise],
          [from, ofCompany('sgstOut'), onCommission.sgstPaise],
          [from, ofCompany('igstOut'), onCommission.igstPaise],
          ...(from === owner ? ([[owner, ofCompany('commission'), onCommission.roundingPaise]] satisfies Pair[]) : []),
        ]
      : [[from, ofCompany('gstOut'), m.taxOnCommissionPaise]]
  const pairs: Pair[] = [
    ...(gstin === null
      ? []
      : ([
          [ofTeam('cgst'), owner, heads.cgstPaise],
          [ofTeam('sgst'), owner, heads.sgstPaise],
          [ofTeam('igst'), owner, heads.igstPaise],
        ] satisfies Pair[])),
    [owner, ofCompany('commission'), m.commissionPaise],
    // Where the platform bears the tax on it, the tax comes out of the commission.
    ...taxPairs(taxBearer === 'CPO' ? owner : ofCompany('commission')),
    [owner, ofCompany('gatewayRecovery'), m.gatewayFeePaise],
    [owner, ofTeam('receivable'), m.collectedPaise],
    [owner, ofCompany('tcsCgst'), m.tcsCgstPaise],
    [owner, ofCompany('tcsSgst'), m.tcsSgstPaise],
    [owner, ofCompany('tcsIgst'), m.tcsIgstPaise],
    [owner, ofCompany('tds'), m.tdsPaise],
  ]
  const posting = (key: string, kind: 'settlement' | 'payout', lines: readonly Line[]): Posting[] =>
    lines.length === 0 ? [] : [{ ...of(o), key: `${key}:${o.payoutId}`, kind, lines }]
  return [
    ...posting('settlement', 'settlement', linesOf(pairs.flatMap(([from, to, p]) => [debit(from, p), credit(to, p)]))),
    ...posting(
      'payout',
      'payout',
      linesOf([debit(owner, m.payoutPaise), credit(ofTeam('payoutClearing'), m.payoutPaise)]),
    ),
  ]
}

/** Paid, or back from the bank: `n` counts the changes of the payout's state, so that each has a key of its own. */
export function paidPosting(o: Of & { n: number; payoutPaise: Paise; isBack: boolean }): Posting | undefined {
  if (o.payoutPaise === 0n) return undefined
  const clearing = { kind: 'payoutClearing', ref: o.teamId } as const
  const bank = { kind: 'bank', ref: o.companyId } as const
  const [from, to] = o.isBack ? [bank, clearing] : [clearing, bank]
  return {
    ...of(o),
    key: `${o.isBack ? 'payout back' : 'payout paid'}:${o.payoutId}:${o.n}`,
    kind: o.isBack ? 'payout back' : 'payout paid',
    lines: [debit(from, o.payoutPaise), credit(to, o.payoutPaise)],
  }
}
