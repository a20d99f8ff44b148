// What transactions are searched, filtered and sorted by, as SQL over `transaction t left join transaction_live l`. Of a
// running session energy and amount are the live ones; `finished` columns leave them out, so that indexes serve.
import { type Condition, conditionMatches, dateRangeOf, type Filters } from '@wattdesk/base/filters'
import { meantWords } from '@wattdesk/base/text'
import { type RawBuilder, sql } from 'kysely'
import { type Columns, filtersSql, joined, likeText } from '../../platform/db/list.ts'
import { PaymentType } from './transaction.contract.ts'
import { amongKeys, amongTexts, holds, type Names } from './transaction-names.store.ts'

type Sql = RawBuilder<unknown>
const MAX_INT = 2_147_483_647

/** The expression of the index transaction_by_type: the payment type as shown (D-TXN-7). */
export const shownType = sql<string>`(case when t.payment_type = 'CARD' and (t.payment_description = 'QRv2 Payment'
  or t.payment_description ilike '%upi%') then 'UPI' else t.payment_type end)`
/** The predicate of the index transaction_odd_length. */
export const oddLength = sql<boolean>`(case when t.stopped_at < t.started_at
  or t.stopped_at - t.started_at > interval '48 hours' then 1 end) = 1`

export const liveEnergy = sql<number>`(case when t.stopped_at is null
  then greatest(0, coalesce(l.current_wh, t.meter_start_wh) - t.meter_start_wh) else t.energy_wh end)`
export const liveCharged = sql<number>`(case when t.stopped_at is null then coalesce(l.charged_paise, 0)
  else t.charged_paise end)`

/** Every session has one of the types, so that all of them need no look. */
const typeIn = (types: readonly string[]) =>
  types.length === PaymentType.options.length
    ? sql<boolean>`true`
    : sql<boolean>`${shownType} = any(${sql.val(types)}::text[])`
/** Connectors beyond this are compared as text; up to it, the numbers that match are named. */
const FEW = 99

const connectorKnown = (c: Condition): RawBuilder<boolean> => {
  const text = { sql: sql`t.connector_id::text`, type: 'text' as const }
  const among = Array.from({ length: FEW + 1 }, (_, i) => i).filter(i => conditionMatches(String(i), c, 'text', 0))
  const beyond = filtersSql({ combine: 'AND', conditions: [{ ...c, field: 'x' }] }, { x: text })
  return sql<boolean>`(t.connector_id = any(${sql.val(among)}::int[]) or (t.connector_id > ${FEW} and ${beyond}))`
}

/** Every session has an id and a charger with one: nobody need look. */
const neverEmpty = (c: Condition): RawBuilder<boolean> | undefined =>
  c.operator === 'isEmpty' ? sql<boolean>`false` : c.operator === 'isNotEmpty' ? sql<boolean>`true` : undefined

const chargerId = { chargepoint_id: { sql: sql`t.chargepoint_id`, type: 'text' } } as const
const chargerKnown = (c: Condition, names: Names | undefined): RawBuilder<boolean> | undefined => {
  const keys = names?.conditions.get(c)
  return (
    neverEmpty(c) ??
    (keys && amongKeys(sql`t.chargepoint_pk`, keys, filtersSql({ combine: 'AND', conditions: [c] }, chargerId)))
  )
}
const driverKnown = (column: Sql, c: Condition, names: Names | undefined): RawBuilder<boolean> | undefined => {
  const texts = names?.conditions.get(c)
  return texts && amongTexts(column, texts)
}

const columnsOf = (energy: Sql, charged: Sql, names?: Names): Columns => ({
  transactionId: {
    sql: sql`t.transaction_id::text`,
    type: 'text',
    trigrams: 'all',
    known: c =>
      c.operator === 'equals' && /^[1-9]\d*$/.test(String(c.value)) && Number(c.value) <= MAX_INT
        ? sql<boolean>`t.transaction_id = ${Number(c.value)}`
        : neverEmpty(c),
  },
  paymentId: { sql: sql`t.payment_id`, type: 'text', trigrams: 'contains' },
  email: { sql: sql`t.email`, type: 'text', known: c => driverKnown(sql`t.email`, c, names) },
  phone: { sql: sql`t.phone`, type: 'text', known: c => driverKnown(sql`t.phone`, c, names) },
  chargepoint_id: { ...chargerId.chargepoint_id, known: c => chargerKnown(c, names) },
  connectorId: { sql: sql`t.connector_id`, type: 'text', known: connectorKnown },
  payment_type: {
    sql: shownType,
    type: 'text',
    known: c => typeIn(PaymentType.options.filter(t => conditionMatches(t, c, 'text', 0))),
  },
  notes: { sql: sql`t.notes`, type: 'text', trigrams: 'all' },
  kw_consumed: { sql: energy, type: 'number', per: 1000 },
  totalAmountPaid: { sql: sql`t.paid_paise`, type: 'number', per: 100 },
  totalAmountCharged: { sql: charged, type: 'number', per: 100 },
  totalRefund: { sql: sql`t.refund_paise`, type: 'number', per: 100 },
  starttime: { sql: sql`t.started_at`, type: 'date' },
  stoptime: { sql: sql`t.stopped_at`, type: 'date' },
})

export type Of = 'any' | 'finished'
const columns: Record<Of, (names?: Names) => Columns> = {
  any: names => columnsOf(liveEnergy, liveCharged, names),
  finished: names => columnsOf(sql`t.energy_wh`, sql`t.charged_paise`, names),
}

/** The filters of a list as SQL; with `names`, those on chargers by key. */
export const filterOf = (of: Of, filters: Filters | undefined, tz?: number, names?: Names): RawBuilder<boolean> =>
  filtersSql(filters, columns[of](names), tz)

/** Stands in no text that people search for. */
const BETWEEN = '\u0001'
/** The search where every row is looked at: all cells as one text. */
const inRow = (
  q: string,
): RawBuilder<boolean> => sql<boolean>`lower(concat_ws(${BETWEEN}::text, t.transaction_id, t.payment_id,
  t.email, t.phone, t.chargepoint_id, t.chargepoint_name, t.id_tag, t.notes)) like ${`%${likeText(q.toLowerCase())}%`}`

/** The search where indexes lead to the rows: each cell by its own. */
function inCells(q: string, { chargers, tags, emails, phones }: Names['search']): RawBuilder<boolean> {
  const inCharger = joined([holds(sql`t.chargepoint_id`, q), holds(sql`t.chargepoint_name`, q)], 'OR')
  const inTag = holds(sql`t.id_tag`, q)
  return joined(
    [
      ...[sql`t.transaction_id::text`, sql`t.payment_id`, sql`t.notes`].map(c => holds(c, q)),
      emails ? amongTexts(sql`t.email`, emails) : holds(sql`t.email`, q),
      phones ? amongTexts(sql`t.phone`, phones) : holds(sql`t.phone`, q),
      chargers ? amongKeys(sql`t.chargepoint_pk`, chargers, inCharger) : inCharger,
      tags ? amongKeys(sql`t.ocpp_tag_pk`, tags, inTag) : inTag,
      // A tag that was never known has no key; an index of its own holds those.
      ...(tags ? [sql<boolean>`(t.ocpp_tag_pk is null and ${inTag})`] : []),
    ],
    'OR',
  )
}

/** Those that wait for a person are few, and named where they wait. */
const waiting = sql<boolean>`(t.in_review and t.transaction_id = any(array(
  select r.transaction_id from session_review r where r.decided_at is null and r.transaction_id is not null)))`
/** The states of a session by the words of their column, as SQL. Of those that ended none is active. */
const states: Readonly<Record<string, Record<Of, RawBuilder<boolean>>>> = {
  active: { any: sql<boolean>`(t.stopped_at is null and not t.in_review)`, finished: sql<boolean>`false` },
  completed: {
    any: sql<boolean>`(t.stopped_at is not null and not t.in_review)`,
    finished: sql<boolean>`not t.in_review`,
  },
  'to review': { any: waiting, finished: waiting },
}

/**
 * The search over id, payment id, e-mail, phone, charger, tag, notes, payment type and, by its whole word, state; no text
 * is true.
 */
export function searchOf(of: Of, q: string | undefined, names?: Names): RawBuilder<boolean> {
  if (!q) return sql<boolean>`true`
  if (q.includes(BETWEEN)) return sql<boolean>`false`
  const found = names ? inCells(q, names.search) : inRow(q)
  const types = meantWords(q, PaymentType.options)
  const state = states[q.trim().toLowerCase()]?.[of]
  const others = [...(types.length ? [typeIn(types)] : []), ...(state ? [state] : [])]
  return others.length > 0 ? joined([found, ...others], 'OR') : found
}

const sorts: Readonly<Record<string, Record<Of, Sql>>> = {
  starttime: { any: sql`t.started_at`, finished: sql`t.started_at` },
  // A running session will stop later than all that have.
  stoptime: { any: sql`t.stopped_at`, finished: sql`t.stopped_at` },
  transactionId: { any: sql`t.transaction_id + 0`, finished: sql`t.transaction_id + 0` },
  chargepoint_id: { any: sql`t.chargepoint_id`, finished: sql`t.chargepoint_id` },
  kw_consumed: { any: liveEnergy, finished: sql`t.energy_wh` },
  totalAmountCharged: { any: liveCharged, finished: sql`t.charged_paise` },
  totalAmountPaid: { any: sql`t.paid_paise`, finished: sql`t.paid_paise` },
  totalRefund: { any: sql`t.refund_paise`, finished: sql`t.refund_paise` },
}
/** What rows are sorted by; the transaction id decides between equal ones, in the same direction. */
export const sortKey = (field: string, of: Of): Sql => (sorts[field] ?? sorts.starttime)?.[of] ?? sql`t.started_at`

export type Bounds = { from?: Date; to?: Date; viaStop: boolean }
const TWO_DAYS = 48 * 3_600_000
const later = (a: Date | undefined, b: Date) => (a && a > b ? a : b)
const earlier = (a: Date | undefined, b: Date) => (a && a < b ? a : b)

/**
 * Between which instants a matching session must have started: a walk by start begins there and not at the newest
 * row. A day of stopping bounds it too, but for sessions of odd length (`viaStop`: those must be asked for beside).
 */
export function boundsOf(filters: Filters | undefined, tz = 330): Bounds {
  const bounds: Bounds = { viaStop: false }
  if (!filters || filters.combine === 'OR') return bounds
  for (const c of filters.conditions) {
    if ((c.field !== 'starttime' && c.field !== 'stoptime') || /Empty$/.test(c.operator)) continue
    const range = dateRangeOf(c, tz)
    if (range.never || range.negate) continue
    const stop = c.field === 'stoptime'
    if (stop) bounds.viaStop = true
    if (range.from) bounds.from = later(bounds.from, new Date(range.from.getTime() - (stop ? TWO_DAYS : 0)))
    if (range.to) bounds.to = earlier(bounds.to, new Date(range.to.getTime() + 1))
  }
  return bounds
}
