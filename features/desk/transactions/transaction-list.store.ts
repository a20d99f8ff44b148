// The list of transactions, as a big list: the fields for filters, order and search, and their indexes
// (docs/decisions/0005-transaction-lists.md). Also the sessions of a scope, whose number is stored by team.
import { sql } from 'kysely'
import type { z } from 'zod'
import { shownType } from '#charging/sessions/shown-type.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import { type BigListRequest, bigList } from '#platform/db/big-list.ts'
import { fewNumbers, idField, oneOf } from '#platform/db/big-list-fields.ts'
import type { Db } from '#platform/db/db.ts'
import {
  PaymentType,
  type TransactionScopeQuery,
  transactionFilterFields,
  transactionSortFields,
} from './transaction.contract.ts'
import { liveCharged, liveEnergy } from './transaction-figures.store.ts'

/** One charger's or one tag's list has a condition of its own; so has a list with payoutId, id, email and the like. */
export type TransactionListRequest = BigListRequest<z.output<typeof TransactionScopeQuery>>

/** The number of sessions of a scope, from the stored numbers by team. */
export async function sessionsOf(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ n: number }>`select coalesce(sum(u.sessions), 0)::bigint as n
    from usage_team u where ${within(scope, 'u')}`.execute(db)
  return rows[0]?.n ?? 0
}

/** The predicate of the index transaction_odd_length. */
const oddLength = sql<boolean>`(case when t.stopped_at < t.started_at
  or t.stopped_at - t.started_at > interval '48 hours' then 1 end) = 1`
/** Sessions that wait for a person: few, so they are named by session_review instead of searched for. */
const waiting = sql<boolean>`(t.in_review and t.transaction_id = any(array(
  select r.transaction_id from session_review r where r.decided_at is null and r.transaction_id is not null)))`
const never = sql<boolean>`false`

export const transactionList = bigList({
  table: 'transaction',
  id: 'transaction_id',
  offers: { filters: transactionFilterFields, sorts: transactionSortFields },
  time: 'starttime',
  scopes: { all: 'transaction_all_start', company: 'transaction_company_start', teams: 'transaction_start' },
  total: sessionsOf,
  running: {
    is: sql<boolean>`t.stopped_at is null`,
    ended: sql<boolean>`t.stopped_at is not null`,
    join: sql`left join transaction_live l on l.transaction_id = t.transaction_id`,
  },
  follows: { field: 'stoptime', hours: 48, but: oddLength },
  fields: {
    starttime: { sql: sql`t.started_at` },
    // Empty for a running session, and so sorted later than all that have stopped.
    stoptime: { sql: sql`t.stopped_at`, index: 'transaction_by_stop', sort: 'transaction_by_stop' },
    transactionId: idField(sql`t.transaction_id`, { key: 'transaction_pkey', sort: 'transaction_by_id' }),
    paymentId: { sql: sql`t.payment_id`, index: 'transaction_by_payment', words: 'transaction_payment_words' },
    email: { sql: sql`t.email`, index: 'transaction_by_email' },
    phone: { sql: sql`t.phone`, index: 'transaction_by_phone' },
    chargepoint_id: {
      sql: sql`t.chargepoint_id`,
      required: true,
      index: 'transaction_charger',
      sort: 'transaction_by_charger',
    },
    connectorId: fewNumbers(sql`t.connector_id`, 99, 'transaction_by_connector'),
    payment_type: oneOf(shownType, PaymentType.options, 'transaction_by_type'),
    notes: { sql: sql`t.notes`, words: 'transaction_notes_words' },
    kw_consumed: {
      sql: sql`t.energy_wh`,
      live: liveEnergy,
      per: 1000,
      index: 'transaction_by_energy',
      sort: 'transaction_by_energy',
    },
    totalAmountCharged: {
      sql: sql`t.charged_paise`,
      live: liveCharged,
      per: 100,
      index: 'transaction_by_charged',
      sort: 'transaction_by_charged',
    },
    totalAmountPaid: {
      sql: sql`t.paid_paise`,
      per: 100,
      index: 'transaction_by_paid',
      sort: 'transaction_by_paid',
    },
    totalRefund: {
      sql: sql`t.refund_paise`,
      per: 100,
      index: 'transaction_by_refund',
      sort: 'transaction_by_refund',
    },
  },
  names: {
    chargers: {
      table: 'session_charger',
      key: 'chargepoint_pk',
      columns: ['chargepoint_id', 'chargepoint_name'],
      fields: { chargepoint_id: 'chargepoint_id' },
      isScoped: true,
    },
    tags: { table: 'session_tag', key: 'ocpp_tag_pk', columns: ['id_tag'], mayLackKey: true },
    emails: { table: 'session_email', key: 'email', isText: true, columns: ['email'], fields: { email: 'email' } },
    phones: { table: 'session_phone', key: 'phone', isText: true, columns: ['phone'], fields: { phone: 'phone' } },
  },
  search: {
    cells: [sql`t.payment_id`, sql`t.notes`],
    states: {
      active: { any: sql<boolean>`(t.stopped_at is null and not t.in_review)`, finished: never },
      completed: {
        any: sql<boolean>`(t.stopped_at is not null and not t.in_review)`,
        finished: sql<boolean>`not t.in_review`,
      },
      'to review': { any: waiting, finished: waiting },
    },
  },
})
export const { findPage, everyId, countMatching } = transactionList
