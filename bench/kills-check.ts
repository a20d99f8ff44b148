// Truths about the database after any kill: invariants at any moment, and agreement with the confirmations.
import type { Acks } from './kills-acks.ts'
import type { Product } from './kills-product.ts'

type Database = Pick<Product, 'ask'>

/**
 * Counts of forbidden rows; read in one snapshot, so that they hold while chargers go on. The sums are worked out here
 * from the sessions, not by the product's own functions; hours that the product knows to be stale are not checked.
 */
const INVARIANTS = `
with t as (select * from transaction),
  zone as (select value ->> 'zone' as name from setting where key = 'figures'),
  hours as (select team_id, date_trunc('hour', started_at, zone.name) as hour, count(*) as sessions,
      count(*) filter (where stopped_at is not null and not in_review) as finished,
      coalesce(sum(energy_wh) filter (where stopped_at is not null and not in_review), 0) as energy,
      coalesce(sum(charged_paise) filter (where stopped_at is not null and not in_review), 0) as charged
    from t, zone group by 1, 2),
  totals as (select team_id, sum(sessions) as sessions, sum(charged_paise) as charged
    from usage_team group by 1),
  sums as (select team_id, sum(sessions) as sessions, sum(charged_paise) as charged from usage_hour group by 1)
select
  (select count(*) from (select from t group by chargepoint_pk, connector_id, lower(id_tag),
    coalesce(start_told_at, started_at), meter_start_wh
    having count(*) > 1) x) as "sessions doubled",
  (select count(*) from (select from t where stopped_at is null group by chargepoint_pk, connector_id
    having count(*) > 1) x) as "connectors with two running sessions",
  (select count(*) from hours h full join usage_hour u on u.team_id = h.team_id and u.hour = h.hour
    where not exists (select from usage_stale s where s.team_id = coalesce(u.team_id, h.team_id)
      and s.hour = coalesce(u.hour, h.hour)) and (coalesce(h.sessions, 0), coalesce(h.finished, 0), coalesce(h.energy, 0),
      coalesce(h.charged, 0)) is distinct from (u.sessions, u.finished, u.energy_wh, u.charged_paise)) as "hours whose figures are not the sum of their sessions",
  (select count(*) from totals full join sums using (team_id) where (totals.sessions, totals.charged)
    is distinct from (sums.sessions, sums.charged)) as "teams whose totals are not the sum of their hours",
  (select count(*) from t where stopped_at is not null and not in_review and id_tag_status = 'Accepted'
    and (select count(*) from bill b where b.transaction_id = t.transaction_id) <> 1) as "billed sessions without exactly one bill",
  (select count(*) from bill b join t using (transaction_id) where t.stopped_at is null or t.charged_paise <> b.total_paise)
    as "bills that are not their session's amount",
  (select count(*) from bill b where b.total_paise <> 0
    and (select count(*) from posting p where p.idempotency_key = 'bill:' || b.transaction_id || ':' || b.version)
      + (select count(*) from bill_to_post w where w.transaction_id = b.transaction_id and w.version = b.version) <> 1)
    as "bills that are not once in the ledger or marked to be",
  (select count(*) from (select from entry group by posting_id
    having sum(case side when 'D' then amount_paise else -amount_paise end) <> 0) x) as "postings that are not balanced",
  (select count(*) from t where (stopped_at is null) <> exists (select from transaction_live l where l.transaction_id = t.transaction_id))
    as "running figures without a running session, or the reverse",
  (select count(*) from (select from meter_value where transaction_id is not null
    group by transaction_id, at, samples::text, meter_shape_id, sampled::text having count(*) > 1) x) as "meter values doubled",
  (select count(*) from meter_value m where transaction_id is not null
    and not exists (select from t where t.transaction_id = m.transaction_id)) as "meter values of no session"`

/** The names of the invariants that do not hold, with how often. */
export async function brokenInvariants(product: Database): Promise<string[]> {
  const [row = {}] = await product.ask<Record<string, string | number>>(INVARIANTS)
  return Object.entries(row).flatMap(([name, count]) => (Number(count) === 0 ? [] : [`${count} ${name}`]))
}

const TIMES = {
  'as stored': 'started_at as "startedAt", stopped_at as "stoppedAt"',
  'as the charger told':
    'coalesce(start_told_at, started_at) as "startedAt", coalesce(stop_told_at, stopped_at) as "stoppedAt"',
} as const

type Row = {
  identity: string
  connectorId: number
  transactionId: number
  startedAt: Date
  meterStart: string
  stoppedAt: Date | null
  meterStop: string | null
  inReview: boolean
}

/**
 * Returns the differences between confirmed and stored data, once nothing runs any more. `as the charger told`: times are
 * compared as they came, for a server whose own clock was wrong puts times right that were right, and leaves sessions to a
 * person whose times contradict each other.
 */
export async function differences(
  product: Database,
  acks: Acks,
  times: 'as stored' | 'as the charger told' = 'as stored',
): Promise<string[]> {
  // The product would work these figures out anew within the hour.
  await product.ask('select renew_stale_figures()')
  const rows = await product.ask<Row>(`select chargepoint_id as identity, connector_id as "connectorId",
    transaction_id as "transactionId", meter_start_wh as "meterStart", meter_stop_wh as "meterStop",
    in_review as "inReview", ${TIMES[times]} from transaction`)
  const found = await unposted(product)
  const byId = new Map(rows.map(r => [r.transactionId, r]))
  const started = new Set(acks.starts.map(s => s.transactionId))
  for (const s of acks.starts) {
    const r = byId.get(s.transactionId)
    const isSame =
      r?.identity === s.identity &&
      r.connectorId === s.connectorId &&
      r.startedAt.getTime() === Date.parse(s.at) &&
      Number(r.meterStart) === s.meterStart
    if (!isSame) found.push(`start ${s.transactionId} of ${s.identity} was confirmed and is not stored so`)
  }
  for (const r of rows)
    if (!started.has(r.transactionId)) found.push(`session ${r.transactionId} was confirmed to nobody`)
  const stopped = new Map(acks.stops.map(s => [s.transactionId, s]))
  for (const s of stopped.values()) {
    const r = byId.get(s.transactionId)
    const isSame = r?.stoppedAt?.getTime() === Date.parse(s.at) && Number(r.meterStop) === s.meterStop
    if (!isSame) found.push(`stop of ${s.transactionId} was confirmed and is not stored so`)
  }
  for (const r of rows) {
    if (r.stoppedAt && !stopped.has(r.transactionId)) found.push(`session ${r.transactionId} ended without its stop`)
    if (r.inReview && times === 'as stored') found.push(`session ${r.transactionId} waits for a person`)
  }
  return [...found, ...(await meterDifferences(product, acks))]
}

type BillRow = {
  id: number
  energy: string
  charged: string
  total: string
  bills: number
  debits: string
  credits: string
}

/**
 * Returns the sessions whose energy, bill or posting is not what the chargers' own registers come to, worked out here: a
 * rate for the kWh, and tax in two equal halves. Sessions that were billed again are not for this check.
 */
export async function billDifferences(product: Database, acks: Acks, paisePerKwh: number): Promise<string[]> {
  const rows = await product.ask<BillRow>(`select t.transaction_id as id, t.energy_wh as energy,
      t.charged_paise as charged, min(b.total_paise) as total, count(b.transaction_id)::int as bills,
      (select coalesce(sum(amount_paise), 0) from posting join entry using (posting_id)
        where posting.transaction_id = t.transaction_id and side = 'D') as debits,
      (select coalesce(sum(amount_paise), 0) from posting join entry using (posting_id)
        where posting.transaction_id = t.transaction_id and side = 'C') as credits
    from transaction t left join bill b using (transaction_id) group by t.transaction_id`)
  const byId = new Map(rows.map(r => [r.id, r]))
  const starts = new Map(acks.starts.map(s => [s.transactionId, s.meterStart]))
  const stops = new Map(acks.stops.map(s => [s.transactionId, s.meterStop]))
  const found: string[] = []
  for (const [id, meterStop] of stops) {
    const r = byId.get(id)
    const wh = meterStop - (starts.get(id) ?? Number.NaN)
    const energy = Math.floor((2 * wh * paisePerKwh + 1000) / 2000)
    const total = energy + 2 * Math.floor((2 * energy * 9 + 100) / 200)
    const figures = [r?.energy, r?.charged, r?.total, r?.debits, r?.credits].map(Number)
    if (r?.bills !== 1 || figures.join() !== [wh, total, total, total, total].join())
      found.push(`session ${id} of ${wh} Wh comes to ${total} paise, and has ${r?.bills} bills: ${figures.join(', ')}`)
  }
  return found
}

const POSTED_WITHIN_MS = 10_000
/** Resolves when all bills are in the ledger, which takes about a second after a kill. */
async function unposted(product: Pick<Product, 'ask'>): Promise<string[]> {
  for (const since = performance.now(); ; ) {
    const [row] = await product.ask<{ n: string }>('select count(*) as n from bill_to_post')
    if (Number(row?.n) === 0) return []
    if (performance.now() - since > POSTED_WITHIN_MS) return [`${row?.n} bills stay out of the ledger`]
    await new Promise(next => setTimeout(next, 100))
  }
}

async function meterDifferences(p: Database, acks: Acks): Promise<string[]> {
  const rows = await p.ask<{ id: number; at: Date; context: string }>(`select transaction_id as id, at,
    coalesce(samples -> 0 ->> 'context', shape -> 0 ->> 'context', '') as context
    from meter_value left join meter_shape using (meter_shape_id) where transaction_id is not null`)
  const keyOf = (id: number, at: string, context: string) => `${id} ${at} ${context}`
  const counts = new Map<string, number>()
  for (const r of rows) {
    const key = keyOf(r.id, r.at.toISOString(), r.context)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const acked = new Set(acks.meters.map(m => keyOf(m.transactionId, new Date(m.at).toISOString(), m.context)))
  const found: string[] = []
  for (const key of acked) {
    const n = counts.get(key) ?? 0
    if (n !== 1) found.push(`meter value ${key} was confirmed and is stored ${n} times`)
  }
  for (const key of counts.keys()) if (!acked.has(key)) found.push(`meter value ${key} was confirmed to nobody`)
  return found
}
