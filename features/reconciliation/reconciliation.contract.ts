// The books of a scope (D-WAL-3): trial balance, accounts and their entries, what stands open, the provider against the
// ledger, the month's end and its registers. Amounts in rupees, times as ISO text.
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { AGES, OPEN_KINDS } from './open-words.contract.ts'

const int = () => z.number().int()
const BASE = '/cms/v1/team/{teamId}/reconciliation'
const params = z.object({ teamId: recordId() })
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Please enter a valid month')

const Sums = z.object({ debit: z.number(), credit: z.number() })
/** All accounts of a kind. `balance`: debit less credit. */
const KindBalance = Sums.extend({
  kind: z.string(),
  balance: z.number(),
  accounts: int(),
  /** Those with a balance. */
  open: int(),
})
export type KindBalance = z.infer<typeof KindBalance>
const AgeSum = z.object({ count: int(), amount: z.number() })
/** What stands in accounts that should empty themselves, by age. */
const Clearing = z.object({
  kind: z.enum(OPEN_KINDS),
  balance: z.number(),
  count: int(),
  ages: z.object({ new: AgeSum, late: AgeSum, old: AgeSum }),
  /** Of the balance, what no open item explains. */
  unexplained: z.number(),
})
export type Clearing = z.infer<typeof Clearing>
export const Reconciliation = z
  .object({
    /** null: now; else the end of this month. */
    asOf: z.string().nullable(),
    /** The whole installation: for ROOT on the platform's team. */
    isWhole: z.boolean(),
    trialBalance: Sums.extend({
      /** Debit less credit over the scope and what it shares postings with: 0. */
      difference: z.number(),
      /** Accounts outside the scope that share postings with accounts in it. */
      outside: Sums,
      /** Kept balances that differ from their entries: 0. Only of now. */
      drifting: int().nullable(),
    }),
    accounts: z.array(KindBalance),
    clearing: z.array(Clearing),
    now: z.string(),
  })
  .meta({ id: 'Reconciliation' })
export type Reconciliation = z.infer<typeof Reconciliation>
export const getReconciliation = endpoint({
  method: 'GET',
  path: BASE,
  can: 'Finance.view',
  summary: 'Trial balance by kind of account, now or as of a month’s end, and what stands open by age',
  params,
  query: z.object({ asOf: month.optional() }),
  data: Reconciliation,
})

export const LedgerAccount = z
  .object({
    accountId: int(),
    kind: z.string(),
    ref: int(),
    name: z.string(),
    team_name: z.string().nullable(),
    paymentId: z.string().nullable(),
    debit: z.number(),
    credit: z.number(),
    balance: z.number(),
    entries: int(),
  })
  .meta({ id: 'LedgerAccount' })
export type LedgerAccount = z.infer<typeof LedgerAccount>
export const accountSortFields = ['accountId', 'debit', 'credit', 'balance', 'entries'] as const
export const listLedgerAccounts = endpoint({
  method: 'GET',
  path: `${BASE}/accounts`,
  can: 'Finance.view',
  summary: 'The accounts of a kind with what was moved on them, those with a balance or all',
  offers: { sorts: accountSortFields, filters: {} },
  params,
  query: listQuery(accountSortFields, {}).extend({
    kind: z.string().max(40),
    asOf: month.optional(),
    /** `true`: also accounts whose balance is 0. */
    all: z.literal('true').optional(),
  }),
  data: z.array(LedgerAccount),
  beside: pageFields,
})

export const LedgerEntry = z
  .object({
    id: z.string(),
    postingId: int(),
    at: z.string(),
    writtenAt: z.string(),
    kind: z.string(),
    note: z.string(),
    debit: z.number().nullable(),
    credit: z.number().nullable(),
    /** Debit less credit of the account after this entry, in the order they were written. */
    balance: z.number(),
    transactionId: int().nullable(),
    paymentId: z.string().nullable(),
    refundId: int().nullable(),
    payoutId: z.string().nullable(),
    /** What the posting is known by: its key. */
    key: z.string(),
  })
  .meta({ id: 'LedgerEntry' })
export type LedgerEntry = z.infer<typeof LedgerEntry>
export const listLedgerEntries = endpoint({
  method: 'GET',
  path: `${BASE}/account/{accountId}/entries`,
  can: 'Finance.view',
  summary: 'The entries of an account, the last written first, with what each belongs to',
  offers: { sorts: [], filters: {} },
  params: params.extend({ accountId: recordId() }),
  query: listQuery([], {}).extend({ asOf: month.optional() }),
  data: z.array(LedgerEntry),
  beside: { ...pageFields, account: LedgerAccount },
})

/** Something that stands open, with what it belongs to and what happens next. */
export const OpenItem = z
  .object({
    key: z.string(),
    at: z.string(),
    days: int(),
    amount: z.number(),
    team_name: z.string().nullable(),
    transactionId: int().nullable(),
    paymentId: z.string().nullable(),
    refundId: int().nullable(),
    payoutId: z.string().nullable(),
    what: z.string(),
    nextStep: z.string(),
  })
  .meta({ id: 'OpenItem' })
export type OpenItem = z.infer<typeof OpenItem>
export const openSortFields = ['at', 'amount'] as const
export const listOpenItems = endpoint({
  method: 'GET',
  path: `${BASE}/open/{kind}`,
  can: 'Finance.view',
  summary: 'What stands open of a kind, the oldest first: of now, or of a month',
  offers: { sorts: openSortFields, filters: {} },
  params: params.extend({ kind: z.enum(OPEN_KINDS) }),
  query: listQuery(openSortFields, {}).extend({ month: month.optional(), age: z.enum(AGES).optional() }),
  data: z.array(OpenItem),
  beside: { ...pageFields, amount: z.number() },
})

/** A line of the month's end: how many are open, and what they come to. */
const MonthLine = z.object({ kind: z.enum(OPEN_KINDS), open: int(), amount: z.number() })
export type MonthLine = z.infer<typeof MonthLine>
export const MonthEnd = z
  .object({
    month: z.string(),
    isOver: z.boolean(),
    /** Debit less credit of all postings up to the month's end. */
    difference: z.number(),
    lines: z.array(MonthLine),
    /** Served beyond what was kept back, for which nobody pays (M-2.8), and rests below the provider's least. */
    overrun: z.object({ sessions: int(), amount: z.number() }),
    smallRests: z.object({ sessions: int(), amount: z.number() }),
  })
  .meta({ id: 'MonthEnd' })
export type MonthEnd = z.infer<typeof MonthEnd>
export const getMonthEnd = endpoint({
  method: 'GET',
  path: `${BASE}/month`,
  can: 'Finance.view',
  summary: 'The month’s end as a list of what is still open',
  params,
  query: z.object({ month }),
  data: MonthEnd,
})

const Pair = z.object({ provider: z.number(), ledger: z.number() })
const ProviderDay = z.object({
  day: z.string(),
  captured: Pair,
  refunded: Pair,
  /** The provider's fee with its tax, against what bills froze for the gateway. */
  fees: Pair,
})
export type ProviderDay = z.infer<typeof ProviderDay>
const ProviderCheck = z.object({
  checkId: int(),
  company: z.string(),
  from: z.string(),
  to: z.string(),
  at: z.string(),
  payments: int(),
  refunds: int(),
  differences: z.array(
    z.object({
      kind: z.string(),
      paymentId: z.string(),
      refundId: z.string().nullable(),
      theirs: z.string().nullable(),
      ours: z.string().nullable(),
    }),
  ),
})
export type ProviderCheck = z.infer<typeof ProviderCheck>
export const ProviderBooks = z
  .object({
    month: z.string(),
    days: z.array(ProviderDay),
    /** The last comparison of each company. */
    lastRuns: z.array(ProviderCheck),
    /** Comparisons of the month that found something, the newest first, 50 at most. */
    differing: z.array(ProviderCheck),
    runs: int(),
  })
  .meta({ id: 'ProviderBooks' })
export type ProviderBooks = z.infer<typeof ProviderBooks>
export const getProviderBooks = endpoint({
  method: 'GET',
  path: `${BASE}/provider`,
  can: 'Finance.view',
  summary: 'What the provider told, by day, against the ledger; and what its lists differed in',
  params,
  query: z.object({ month }),
  data: ProviderBooks,
})

const Tax = {
  taxable: z.number(),
  rate: z.number(),
  cgst: z.number(),
  sgst: z.number(),
  igst: z.number(),
  rounding: z.number(),
  total: z.number(),
}
const Supply = { supplierGstin: z.string().nullable(), supplierName: z.string().nullable(), placeOfSupply: z.string() }
/** An invoice, or a note that corrects it; of a credit note all amounts are below 0. */
export const RegisterRow = z
  .object({
    kind: z.enum(['Invoice', 'Credit note', 'Debit note']),
    number: z.string(),
    reference: z.string(),
    /** Of a note: the number of the invoice it corrects. */
    corrects: z.string().nullable(),
    date: z.string(),
    transactionId: int(),
    team_name: z.string(),
    ...Supply,
    sac: z.string(),
    payment_type: z.string(),
    kwh: z.number(),
    ...Tax,
  })
  .meta({ id: 'RegisterRow' })
export type RegisterRow = z.infer<typeof RegisterRow>
export const registerSortFields = ['date', 'number', 'total', 'transactionId'] as const
export const listRegister = endpoint({
  method: 'GET',
  path: `${BASE}/register`,
  can: 'Finance.view',
  summary: 'Sales register of a month: invoices, or credit and debit notes, with their tax',
  offers: { sorts: registerSortFields, filters: {} },
  params,
  query: listQuery(registerSortFields, {}).extend({ month, of: z.enum(['invoices', 'notes']).default('invoices') }),
  data: z.array(RegisterRow),
  beside: pageFields,
})

const StateRow = z.object({
  kind: z.enum(['Invoices', 'Notes']),
  ...Supply,
  sac: z.string(),
  documents: int(),
  ...Tax,
})
export type StateRow = z.infer<typeof StateRow>
const Heads = z.object({ taxable: z.number(), cgst: z.number(), sgst: z.number(), igst: z.number() })
export const RegisterSummary = z
  .object({
    month: z.string(),
    rows: z.array(StateRow),
    /** From the register to the heads of tax in the ledger, step by step; the last is what stands there. */
    bridge: z.array(Heads.extend({ label: z.string() })),
    ledger: Heads,
    /** The sum of the bridge is what the ledger has. */
    isEqual: z.boolean(),
  })
  .meta({ id: 'RegisterSummary' })
export type RegisterSummary = z.infer<typeof RegisterSummary>
export const getRegisterSummary = endpoint({
  method: 'GET',
  path: `${BASE}/register/summary`,
  can: 'Finance.view',
  summary: 'Sales of a month by supplier, place of supply and rate, and how they lead to the ledger’s heads of tax',
  params,
  query: z.object({ month }),
  data: RegisterSummary,
})

/** A payout as an accountant books it: what was collected, what was taken, with the tax on it, and what is paid. */
export const PayoutRow = z
  .object({
    payoutId: z.string(),
    team_name: z.string(),
    sessions: int(),
    kwh: z.number(),
    collected: z.number(),
    net: z.number(),
    gst: z.number(),
    ownerGst: z.number(),
    gatewayFee: z.number(),
    commission: z.number(),
    gstOnCommission: z.number(),
    deductedGst: z.number(),
    collectedByOperator: z.number(),
    creditsGiven: z.number(),
    carriedIn: z.number(),
    carriedOut: z.number(),
    payout: z.number(),
    status: z.string(),
    completedAt: z.string().nullable(),
  })
  .meta({ id: 'PayoutRegisterRow' })
export type PayoutRow = z.infer<typeof PayoutRow>
export const payoutRegisterSorts = ['team_name', 'payout', 'commission'] as const
export const listPayoutRegister = endpoint({
  method: 'GET',
  path: `${BASE}/payouts`,
  can: 'Finance.view',
  summary: 'Payouts of a month with commission and the tax on it',
  offers: { sorts: payoutRegisterSorts, filters: {} },
  params,
  query: listQuery(payoutRegisterSorts, {}).extend({ month }),
  data: z.array(PayoutRow),
  beside: pageFields,
})
