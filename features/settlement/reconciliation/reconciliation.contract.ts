// The books of a scope (D-WAL-3): trial balance, accounts and their entries, open items. Amounts in rupees, times as
// ISO text.
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { month } from './month-body.contract.ts'
import { AGES, OPEN_KINDS } from './open-item.words.ts'

const int = () => z.number().int()
export const BASE = '/cms/v1/team/{teamId}/reconciliation'
export const params = z.object({ teamId: recordId() })

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
/** The balance of a clearing account, by age. */
const Clearing = z.object({
  kind: z.enum(OPEN_KINDS),
  balance: z.number(),
  count: int(),
  ages: z.object({ new: AgeSum, late: AgeSum, old: AgeSum }),
  /** The part of the balance that no open item explains. */
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
      /** Debit less credit over the scope and the accounts that share postings with it: 0. */
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
const accountSortFields = ['accountId', 'debit', 'credit', 'balance', 'entries'] as const
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
    /** The key of the posting. */
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
  query: listQuery([], {}).omit({ q: true, cursor: true }).extend({ asOf: month.optional() }),
  data: z.array(LedgerEntry),
  beside: { ...pageFields, account: LedgerAccount },
})

/** An open item, with its related records and the next step. */
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
const openSortFields = ['at', 'amount'] as const
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
