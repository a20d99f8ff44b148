// Payouts: the settlement rows of teams, a month over all teams, and the parts of a payout (D-PO-2, D-PO-4). Amounts in
// rupees, energy in kWh, times as ISO text; the fields keep the names that the API fixes, spelling included.
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { MailBody } from '#office/mail/mail-body.contract.ts'
import { PayoutStatusBody } from './payout-body.contract.ts'

const int = () => z.number().int()
export const PayoutStatus = z.enum(['PAYOUTPENDING', 'PAYOUTCOMPLETED'])
export type PayoutStatus = z.infer<typeof PayoutStatus>

/** An account as of the end of the month; readers who are not finance admin see the last four digits of its number. */
export const PaidAccount = z
  .object({
    beneficiary_name: z.string(),
    business_name: z.string(),
    email: z.string(),
    account_no: z.string(),
    ifsc_code: z.string(),
    gst: z.string().nullable(),
    /** Percent of the team's part; of the company's part where `isOfCompany` (D-PO-6). */
    percentage: z.number().nullable(),
    isOfCompany: z.boolean(),
    /** Rupees of the payout that go to this account; all accounts together take the payout to the paisa. */
    amount: z.number(),
  })
  .meta({ id: 'PaidAccount' })
export type PaidAccount = z.infer<typeof PaidAccount>

export const Settlement = z
  .object({
    payoutId: z.string(),
    teamId: int(),
    team_name: z.string(),
    /** First day and last day of the month, yyyy-MM-dd, in the business time zone. */
    periodStartDate: z.string(),
    displayEndDate: z.string(),
    company: z.object({
      name: z.string(),
      street: z.string(),
      city: z.string(),
      state: z.string(),
      zipCode: z.string(),
      payoutAccounts: z.array(PaidAccount),
    }),
    sessions: int(),
    chargers: int(),
    unitsConsumed: z.number(),
    totalAmountCharged: z.number(),
    /** Net: before tax. */
    netAmount: z.number(),
    totalGSTOnAmount: z.number(),
    /** G: the driver's surcharge where the driver bears the gateway's fee, else the fee taken from the owner. */
    paymentGatewayFee: z.number(),
    /** The part that the owner bears, from sessions whose bills were made under this term. */
    deductedGatewayFee: z.number(),
    pgChargesBearer: z.enum(['EV', 'CPO']),
    payoutRule: int(),
    taxBearer: z.enum(['CPO', 'CM']),
    /** The commission by unit and the fixed part, before the rule takes one or both. */
    perUnitCommission: z.number(),
    fixedCommission: z.number(),
    /** The commission taken; the same as `amikComission`. */
    commission: z.number(),
    amikComission: z.number(),
    GSTOnAmikComission: z.number(),
    /** The part of it that is taken from the payout. */
    deductedGST: z.number(),
    CPO_GST: z.number(),
    collectedByOperator: z.number(),
    /** K: credit given by hand, and refunds that the owner bears. */
    creditsGiven: z.number(),
    /** The part of K from refunds at the provider's desk that exceeded the amount left of their payments. */
    refundsBorne: z.number(),
    carriedIn: z.number(),
    carriedOut: z.number(),
    /** Tax collected at source, and tax deducted at source, which is below 0 where more is given back. */
    tcs: z.number(),
    tds: z.number(),
    CPOPayout: z.number(),
    status: PayoutStatus,
    notes: z.string(),
    madeAt: z.string(),
    completedAt: z.string().nullable(),
  })
  .meta({ id: 'Settlement' })
export type Settlement = z.infer<typeof Settlement>
/** People change its state and notes alone. */
export const payoutRecord: RecordKind<Pick<Settlement, 'status' | 'notes'>> = {
  features: ['Finance'],
  part: only('status', 'notes'),
}

/** The sums over all payouts that match, whichever page is shown. */
export const SettlementSums = z
  .object({
    payouts: int(),
    unitsConsumed: z.number(),
    totalAmountCharged: z.number(),
    commission: z.number(),
    GSTOnCommission: z.number(),
    collectedByOperator: z.number(),
    creditsGiven: z.number(),
    CPOPayout: z.number(),
  })
  .meta({ id: 'SettlementSums' })
export type SettlementSums = z.infer<typeof SettlementSums>

const payoutSortFields = ['periodStartDate', 'team_name', 'unitsConsumed', 'totalAmountCharged', 'CPOPayout'] as const
const payoutFilterFields = {
  team_name: 'text',
  status: 'text',
  periodStartDate: 'date',
  CPOPayout: 'number',
} as const
export const listPayouts = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/payouts',
  can: ['Transaction.view', 'Team.view'],
  summary: 'Payouts of a team and of the teams below it, newest first',
  offers: { sorts: payoutSortFields, filters: payoutFilterFields },
  params: z.object({ teamId: recordId() }),
  query: listQuery(payoutSortFields, payoutFilterFields).extend({
    /** `true`: of the team alone. */
    own: z.enum(['true']).optional(),
  }),
  data: z.array(Settlement),
  beside: { ...pageFields, sums: SettlementSums },
})

const ChargerSummary = z.object({
  totalCollectionWithoutPGC: z.number(),
  totalKW: z.number(),
  maxAmikServiceCharges: z.number(),
  charger_type: z.string(),
  totalTransactions: int(),
})
export const MonthlyPayout = z
  .object({
    teamId: int(),
    payout: z.object({
      data: z.object({
        teamDetails: z.object({
          name: z.string(),
          settlement_percentage: z.number(),
          payoutAccounts: z.array(PaidAccount),
        }),
        /** null: nothing to settle. */
        summary: z
          .object({
            totalTransactions: int(),
            totalChargers: int(),
            totalKW: z.number(),
            totalCollectionWithoutPGC: z.number(),
            totalAmikServiceCharges: z.number(),
            /**
             * GST of the bills that is withheld for the government: none where the first payout account has a GST
             * number.
             */
            keptGST: z.number(),
            /** GST on the commission that is taken from the payout. */
            deductedGST: z.number(),
            /** Money that the operator has already, K with the refunds in it, and the amounts carried: taken off the payout. */
            collectedByOperator: z.number(),
            creditsGiven: z.number(),
            refundsBorne: z.number(),
            carriedIn: z.number(),
            carriedOut: z.number(),
            tcs: z.number(),
            tds: z.number(),
            totalPayoutAmount: z.number(),
            /** null: the month was not run; the figures are of now. */
            payoutId: z.string().nullable(),
            status: PayoutStatus.nullable(),
          })
          .nullable(),
        chargerSummary: z.record(z.string(), ChargerSummary),
        /** Sessions of the month that came after the month was run: they belong to the next payout of the team. */
        nextPayout: z.object({ sessions: int(), amount: z.number() }),
      }),
    }),
  })
  .meta({ id: 'MonthlyPayout' })
export type MonthlyPayout = z.infer<typeof MonthlyPayout>

/** Of a month that was settled before the platform had a GST number. */
export const NO_PLATFORM_GSTIN =
  'When the month was run the platform had no GST number, so no invoice of the commission was written'
export const NOT_OVER = 'Payouts are made for months that are over'
const month = {
  teamId: recordId(),
  year: z.string().regex(/^20\d\d$/, 'Please enter a valid year'),
  month: z.string().regex(/^(0[1-9]|1[0-2])$/, 'Please enter a valid month'),
}
export const getMonth = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/teamPayout/{year}/{month}',
  can: ['Transaction.view', 'Team.view'],
  summary: 'A month of a team and of every team below it with charge points',
  params: z.object(month),
  data: z.array(MonthlyPayout),
})
export const NOTHING_TO_PAY = 'There is nothing to pay'
export const getMonthPdf = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/teamPayout/{year}/{month}/pdf',
  can: ['Transaction.view', 'Team.view'],
  summary: 'The payout invoice of the month of one team as PDF; `ETag` is the tag of its data',
  params: z.object(month),
  data: z.string(),
})
/**
 * Runs a month by hand, like the automatic run on the 1st of the month (D-PO-3); teams that have a payout are left
 * alone.
 */
export const runMonth = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/teamPayout/{year}/{month}',
  can: 'Finance.full',
  asksAgain: true,
  summary: 'Make the payouts of a month that are missing, for a team and those below it; finance admin',
  params: z.object(month),
  data: z.object({ made: int(), payoutIds: z.array(z.string()) }),
})

export const setPayoutStatus = endpoint({
  method: 'PATCH',
  path: '/cms/v1/team/{teamId}/payout/{payoutId}/status',
  can: 'Finance.full',
  record: payoutRecord,
  asksAgain: true,
  summary: 'Say that a payout was paid, or came back; finance admin',
  params: z.object({ teamId: recordId(), payoutId: z.string().min(1).max(40) }),
  body: PayoutStatusBody,
  data: Settlement,
})

/** One step in the computation of a payout: `label` in words, `formula` with the figures in it, rupees. */
const Step = z.object({
  label: z.string(),
  formula: z.string(),
  amount: z.number(),
  kind: z.enum(['plus', 'minus', 'sum', 'note']),
})
const ChargerPart = z.object({
  chargepoint_pk: int(),
  chargepoint_id: z.string(),
  chargepoint_name: z.string(),
  charger_type: z.string(),
  activeDays: int(),
  daysInMonth: int(),
  sessions: int(),
  kwh: z.number(),
  total: z.number(),
  net: z.number(),
  gst: z.number(),
  gatewayFee: z.number(),
  collected: z.number(),
  unit: z.number(),
  fixed: z.number(),
  commission: z.number(),
})
export const PayoutDetail = z
  .object({
    ...Settlement.shape,
    /** Bills of sessions settled earlier that were corrected since; of them the difference is settled here. */
    corrections: int(),
    /** Per cent of the payout that go to the team's own accounts; the rest goes to its company's accounts (D-PO-6). */
    settlement_percentage: z.number(),
    steps: z.array(Step),
    chargerParts: z.array(ChargerPart),
    history: z.array(
      z.object({ at: z.string(), username: z.string().nullable(), status: PayoutStatus, notes: z.string() }),
    ),
    /** The tax invoice of the commission and the credit notes that were written with the payout. */
    commissionDocuments: z.array(
      z.object({ documentId: int(), kind: z.enum(['Invoice', 'Credit note']), number: z.string(), total: z.number() }),
    ),
    /** Why the commission has no invoice though it was to have one; null otherwise. */
    noCommissionInvoice: z.string().nullable(),
    /** The same month reckoned anew from the bills: true where every figure is the same. */
    isConfirmed: z.boolean(),
  })
  .meta({ id: 'PayoutDetail' })
export type PayoutDetail = z.infer<typeof PayoutDetail>
export const getPayout = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/payout/{payoutId}',
  can: ['Transaction.view', 'Team.view'],
  record: payoutRecord,
  summary: 'One payout with the steps of its reckoning, its charge points and how it was paid',
  params: z.object({ teamId: recordId(), payoutId: z.string().min(1).max(40) }),
  data: PayoutDetail,
})

export const getPayoutPdf = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/payout/{payoutId}/pdf',
  can: ['Transaction.view', 'Team.view'],
  summary: 'The settlement details of a payout as PDF; `ETag` is the tag of its data',
  params: z.object({ teamId: recordId(), payoutId: z.string().min(1).max(40) }),
  data: z.string(),
})

export const mailPayout = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/payout/{payoutId}/mail',
  can: ['Transaction.view', 'Team.view'],
  summary: 'Mail the settlement details of a payout to an address',
  params: z.object({ teamId: recordId(), payoutId: z.string().min(1).max(40) }),
  body: MailBody,
  data: z.object({ to: z.string() }),
})

export const PayoutSession = z
  .object({
    transactionId: int(),
    /** A correction: the version it corrects; its figures are the difference. */
    priorVersion: int().nullable(),
    chargepoint_id: z.string(),
    stoptime: z.string(),
    payment_type: z.string(),
    kwh: z.number(),
    net: z.number(),
    gst: z.number(),
    gatewayFee: z.number(),
    total: z.number(),
    /** By the rule of the payout: by share of the net amount or by kWh. */
    unitCommission: z.number(),
    status: PayoutStatus,
  })
  .meta({ id: 'PayoutSession' })
export type PayoutSession = z.infer<typeof PayoutSession>
export const listPayoutSessions = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/payout/{payoutId}/sessions',
  can: 'Transaction.view',
  summary: 'The sessions and corrections that a payout is made of, by the time they ended',
  params: z.object({ teamId: recordId(), payoutId: z.string().min(1).max(40) }),
  query: listQuery([], {}).omit({ cursor: true }).extend({ chargepoint_pk: recordId().optional() }),
  data: z.array(PayoutSession),
  beside: pageFields,
})
