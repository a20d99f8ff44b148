// A payout in the shape of its calls (D-PO-2, D-PO-4): rupees, kWh, ISO times; account numbers in full for the finance
// admin alone (D-GEN-16). From the stored figures of a month that was run, or from the computed figures of a month that
// was not. Pure.
import { type Paise, percentFromPpm, rupeesFromPaise } from '@wattdesk/base/money'
import { allotted, type KeptAccounts } from './allocation.rules.ts'
import type { BROUGHT } from './month.rules.ts'
import type {
  MonthlyPayout,
  PaidAccount,
  PayoutDetail,
  PayoutSession,
  Settlement,
  SettlementSums,
} from './payout.contract.ts'
import type { KeptTerms } from './payout-terms.rules.ts'
import { lastDayOf } from './period.rules.ts'
import type { MonthFacts, Party, Reckoned } from './reckoning.rules.ts'
import type { KeptTaxes, Taken } from './tax-taken.rules.ts'

export const rupees = (paise: Paise | number): number => rupeesFromPaise(BigInt(paise))
export const kWh = (wh: number): number => wh / 1000
const masked = (accountNo: string): string => `…${accountNo.slice(-4)}`

/** Where a payout goes, by the accounts of its month; `isFull`: with the numbers of the accounts. */
export const paidAccounts = (
  payoutPaise: Paise,
  terms: Pick<KeptTerms, 'settlementPpm'>,
  accounts: KeptAccounts,
  isFull: boolean,
): PaidAccount[] =>
  allotted(payoutPaise, terms.settlementPpm, accounts).map(({ account: a, isOfCompany, percentage, paise }) => ({
    beneficiary_name: a.beneficiary_name,
    business_name: a.business_name,
    email: a.email,
    account_no: isFull ? a.account_no : masked(a.account_no),
    ifsc_code: a.ifsc_code,
    gst: a.gst || null,
    percentage,
    isOfCompany,
    amount: rupees(paise),
  }))

type StoredAmounts = Record<(typeof BROUGHT)[number] | 'fixedPaise' | 'unitPaise' | 'commissionPaise', number>

/** A payout as its row has it. */
export type PayoutRow = StoredAmounts &
  Record<keyof Taken, number> & {
    payoutNo: number
    payoutId: string
    teamId: number
    companyId: number
    month: string
    days: number
    madeAt: Date
    terms: KeptTerms
    party: Party
    accounts: KeptAccounts
    sessions: number
    chargers: number
    energyWh: number
    fixedPartPaise: number
    unitPartPaise: number
    taxOnCommissionPaise: number
    deductedTaxPaise: number
    ownerTaxPaise: number
    givenPaise: number
    /** null: the payout is older than the counting of refunds that the owner bears. */
    refundsBornePaise: number | null
    carriedInPaise: number
    carriedOutPaise: number
    payoutPaise: number
    /** null: no tax is taken at source. */
    taxes: KeptTaxes | null
    status: Settlement['status']
    notes: string
    completedAt: Date | null
  }

export const settlementOf = (payout: PayoutRow, isFull: boolean): Settlement => ({
  payoutId: payout.payoutId,
  teamId: payout.teamId,
  team_name: payout.party.teamName,
  periodStartDate: payout.month,
  displayEndDate: lastDayOf(payout),
  company: {
    name: payout.party.companyName,
    street: payout.party.street,
    city: payout.party.city,
    state: payout.party.state,
    zipCode: payout.party.zipCode,
    payoutAccounts: paidAccounts(BigInt(payout.payoutPaise), payout.terms, payout.accounts, isFull),
  },
  sessions: payout.sessions,
  chargers: payout.chargers,
  unitsConsumed: kWh(payout.energyWh),
  totalAmountCharged: rupees(payout.totalPaise),
  netAmount: rupees(payout.netPaise),
  totalGSTOnAmount: rupees(payout.taxPaise),
  paymentGatewayFee: rupees(payout.surchargePaise + payout.gatewayFeePaise),
  deductedGatewayFee: rupees(payout.gatewayFeePaise),
  pgChargesBearer: payout.terms.pgChargesBearer,
  payoutRule: payout.terms.rule,
  taxBearer: payout.terms.taxBearer,
  perUnitCommission: rupees(payout.unitPaise),
  fixedCommission: rupees(payout.fixedPaise),
  commission: rupees(payout.commissionPaise),
  amikComission: rupees(payout.commissionPaise),
  GSTOnAmikComission: rupees(payout.taxOnCommissionPaise),
  deductedGST: rupees(payout.deductedTaxPaise),
  CPO_GST: rupees(payout.ownerTaxPaise),
  collectedByOperator: rupees(payout.collectedPaise),
  creditsGiven: rupees(payout.givenPaise),
  refundsBorne: rupees(payout.refundsBornePaise ?? 0),
  carriedIn: rupees(payout.carriedInPaise),
  carriedOut: rupees(payout.carriedOutPaise),
  tcs: rupees(payout.tcsCgstPaise + payout.tcsSgstPaise + payout.tcsIgstPaise),
  tds: rupees(payout.tdsPaise),
  CPOPayout: rupees(payout.payoutPaise),
  status: payout.status,
  notes: payout.notes,
  madeAt: payout.madeAt.toISOString(),
  completedAt: payout.completedAt?.toISOString() ?? null,
})

/** How many payouts match, with their sums. */
export type SummedPayouts = {
  payouts: number
  energyWh: number
  totalPaise: number
  commissionPaise: number
  taxOnCommissionPaise: number
  collectedPaise: number
  givenPaise: number
  payoutPaise: number
}
export const sumsOf = (s: SummedPayouts): SettlementSums => ({
  payouts: s.payouts,
  unitsConsumed: kWh(s.energyWh),
  totalAmountCharged: rupees(s.totalPaise),
  commission: rupees(s.commissionPaise),
  GSTOnCommission: rupees(s.taxOnCommissionPaise),
  collectedByOperator: rupees(s.collectedPaise),
  creditsGiven: rupees(s.givenPaise),
  CPOPayout: rupees(s.payoutPaise),
})

/** A charger's part as its row has it. */
export type ChargerRow = StoredAmounts & {
  chargepointPk: number
  chargepointId: string
  chargepointName: string
  chargerType: string
  activeDays: number
  daysInMonth: number
  sessions: number
  energyWh: number
}
export const chargerPartOf = (c: ChargerRow): PayoutDetail['chargerParts'][number] => ({
  chargepoint_pk: c.chargepointPk,
  chargepoint_id: c.chargepointId,
  chargepoint_name: c.chargepointName,
  charger_type: c.chargerType,
  activeDays: c.activeDays,
  daysInMonth: c.daysInMonth,
  sessions: c.sessions,
  kwh: kWh(c.energyWh),
  total: rupees(c.totalPaise),
  net: rupees(c.netPaise),
  gst: rupees(c.taxPaise),
  gatewayFee: rupees(c.surchargePaise + c.gatewayFeePaise),
  collected: rupees(c.collectedPaise),
  unit: rupees(c.unitPaise),
  fixed: rupees(c.fixedPaise),
  commission: rupees(c.commissionPaise),
})

type Summed = {
  sessions: number
  energyWh: number
  totalPaise: Paise | number
  surchargePaise: Paise | number
  gatewayFeePaise: Paise | number
  commissionPaise: Paise | number
}
/** The amount charged, without the payment provider's part (D-PO-2). */
const withoutGateway = (s: Summed): number =>
  rupees(BigInt(s.totalPaise) - BigInt(s.surchargePaise) - BigInt(s.gatewayFeePaise))
const chargerSummary = (all: readonly (Summed & { chargepointId: string; chargerType: string })[]) =>
  Object.fromEntries(
    all.map(c => [
      c.chargepointId,
      {
        totalCollectionWithoutPGC: withoutGateway(c),
        totalKW: kWh(c.energyWh),
        maxAmikServiceCharges: rupees(c.commissionPaise),
        charger_type: c.chargerType,
        totalTransactions: c.sessions,
      },
    ]),
  )
type Summary = NonNullable<MonthlyPayout['payout']['data']['summary']>
type SummaryAmounts = Record<
  | ('taxPaise' | 'ownerTaxPaise' | 'deductedTaxPaise' | 'payoutPaise' | 'collectedPaise' | 'givenPaise')
  | ('carriedInPaise' | 'carriedOutPaise')
  | keyof Taken,
  Paise | number
> & { refundsBornePaise: Paise | number | null }
const summaryOf = (
  s: Summed & SummaryAmounts,
  more: Pick<Summary, 'totalChargers' | 'payoutId' | 'status'>,
): Summary => ({
  totalTransactions: s.sessions,
  totalKW: kWh(s.energyWh),
  totalCollectionWithoutPGC: withoutGateway(s),
  totalAmikServiceCharges: rupees(s.commissionPaise),
  keptGST: rupees(BigInt(s.taxPaise) - BigInt(s.ownerTaxPaise)),
  deductedGST: rupees(s.deductedTaxPaise),
  collectedByOperator: rupees(s.collectedPaise),
  creditsGiven: rupees(s.givenPaise),
  refundsBorne: rupees(s.refundsBornePaise ?? 0),
  carriedIn: rupees(s.carriedInPaise),
  carriedOut: rupees(s.carriedOutPaise),
  tcs: rupees(BigInt(s.tcsCgstPaise) + BigInt(s.tcsSgstPaise) + BigInt(s.tcsIgstPaise)),
  tds: rupees(s.tdsPaise),
  totalPayoutAmount: rupees(s.payoutPaise),
  ...more,
})
/** Per cent of a payout that go to the team's own accounts. */
export const teamSharePercent = (terms: KeptTerms): number => percentFromPpm(terms.settlementPpm)

/** Sessions of a month that came after the month was run; undefined: none did. */
type Late = { sessions: number; paise: number }
const lateOf = (late: Late | undefined) => ({ sessions: late?.sessions ?? 0, amount: rupees(late?.paise ?? 0) })

/** A month that was run. */
export const monthRun = (
  payout: PayoutRow,
  chargers: readonly ChargerRow[],
  isFull: boolean,
  late?: Late,
): MonthlyPayout => ({
  teamId: payout.teamId,
  payout: {
    data: {
      teamDetails: {
        name: payout.party.teamName,
        settlement_percentage: teamSharePercent(payout.terms),
        payoutAccounts: paidAccounts(BigInt(payout.payoutPaise), payout.terms, payout.accounts, isFull),
      },
      summary: summaryOf(payout, { totalChargers: payout.chargers, payoutId: payout.payoutId, status: payout.status }),
      chargerSummary: chargerSummary(chargers),
      nextPayout: lateOf(late),
    },
  },
})
/** A month that was not run, with its present figures; undefined figures: there is nothing to settle. */
export const monthNow = (
  { teamId, party, terms, accounts }: Pick<MonthFacts, 'teamId' | 'party' | 'terms' | 'accounts'>,
  m: Reckoned | undefined,
  isFull: boolean,
  late?: Late,
): MonthlyPayout => ({
  teamId,
  payout: {
    data: {
      teamDetails: {
        name: party.teamName,
        settlement_percentage: teamSharePercent(terms),
        payoutAccounts: paidAccounts(m?.payoutPaise ?? 0n, terms, accounts, isFull),
      },
      summary: m ? summaryOf(m, { totalChargers: m.chargers.length, payoutId: null, status: null }) : null,
      chargerSummary: chargerSummary(m?.chargers ?? []),
      nextPayout: lateOf(late),
    },
  },
})

export type SessionRow = {
  transactionId: number
  priorVersion: number | null
  chargepointId: string
  stoppedAt: Date
  paymentType: string
  energyWh: number
  netPaise: number
  taxPaise: number
  surchargePaise: number
  gatewayFeePaise: number
  totalPaise: number
  unitPaise: number
  status: PayoutSession['status']
}
export const sessionOf = (s: SessionRow): PayoutSession => ({
  transactionId: s.transactionId,
  priorVersion: s.priorVersion,
  chargepoint_id: s.chargepointId,
  stoptime: s.stoppedAt.toISOString(),
  payment_type: s.paymentType,
  kwh: kWh(s.energyWh),
  net: rupees(s.netPaise),
  gst: rupees(s.taxPaise),
  gatewayFee: rupees(s.surchargePaise + s.gatewayFeePaise),
  total: rupees(s.totalPaise),
  unitCommission: rupees(s.unitPaise),
  status: s.status,
})
