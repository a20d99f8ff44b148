// The month's end (S-MONTH-END): the open items of a month, and the provider against the ledger by day. Amounts in
// rupees, times as ISO text.
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { month, ReopenBody } from './month-body.contract.ts'
import { LATE_KIND, OPEN_KINDS } from './open-item.words.ts'
import { BASE, params } from './reconciliation.contract.ts'

const int = () => z.number().int()

/** A line of the month's end: the number of open items, and their sum. */
const MonthLine = z.object({ kind: z.enum(OPEN_KINDS), open: int(), amount: z.number() })
/** How the month stands in the company of the team, with the history of its closings, the last one first. */
const MonthClosing = z
  .object({
    isClosed: z.boolean(),
    /** The team is the company's own, on which months are closed. */
    isOwn: z.boolean(),
    /** The month is the last one that is closed, which alone can be reopened. */
    isLast: z.boolean(),
    closedUntil: z.string().nullable(),
    history: z.array(
      z.object({
        event: z.enum(['closed', 'reopened']),
        reason: z.string(),
        at: z.string(),
        by: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'MonthClosing' })
export type MonthClosing = z.infer<typeof MonthClosing>
export const MonthEnd = z
  .object({
    month: z.string(),
    isOver: z.boolean(),
    /** Debit less credit of all postings up to the month's end. */
    difference: z.number(),
    lines: z.array(MonthLine),
    /** What came after the closing, dated in a later month. */
    late: MonthLine.extend({ kind: z.literal(LATE_KIND) }),
    /** Null where the team stands for more than one company. */
    closing: MonthClosing.nullable(),
    /**
     * Energy served beyond the amounts kept back, for which nobody pays (M-2.8), and rests below the provider's least.
     */
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

const CloseBody = z.object({ month })
export const closeMonth = endpoint({
  method: 'POST',
  path: `${BASE}/month/close`,
  can: 'Finance.full',
  asksAgain: true,
  summary:
    'Close a month whose lines are all done, on the company’s own team: nothing with a date in it is written any more; finance admin',
  params,
  body: CloseBody,
  data: z.object({ month: z.string() }),
})
export const reopenMonth = endpoint({
  method: 'POST',
  path: `${BASE}/month/reopen`,
  can: 'Finance.full',
  asksAgain: true,
  summary: 'Reopen the last closed month, with the reason, on the company’s own team; finance admin',
  params,
  body: ReopenBody,
  data: z.object({ month: z.string() }),
})

const Pair = z.object({ provider: z.number(), ledger: z.number() })
const ProviderDay = z.object({
  day: z.string(),
  captured: Pair,
  refunded: Pair,
  /** The provider's fee with its tax, against the gateway fees frozen in the bills. */
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
