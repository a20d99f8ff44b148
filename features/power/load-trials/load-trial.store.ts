// The sessions of a month at a charging site with the draw of their cars, and the site under another Load Value,
// portion by portion, for as long as there is time.
import { type RawBuilder, sql } from 'kysely'
import { readSessions } from '#charging/sessions/session-read.store.ts'
import type { Services } from '#office/installation/services.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import { ints } from '#platform/db/columns.ts'
import type { Db } from '#platform/db/db.ts'
import type { ChargerFacts } from '#power/load-balancing/load-facts.rules.ts'
import type { LoadUnit } from '#power/load-balancing/load-units.words.ts'
import { curveOf } from './car-curve.rules.ts'
import { LoadTally, type Tried } from './load-tally.rules.ts'
import type { LoadTrial } from './load-trial.contract.ts'
import { LimitTrial } from './load-trial.rules.ts'

const PORTION = 200
/** How long the calculation may take, ms; and for how long at a stretch other requests wait. */
const BUDGET_MS = 15_000
const SLICE_MS = 10

type Asked = { zoneId: number; from: Date; to: Date }
/** When which charger stood at the site. */
const stays = (zoneId: number): RawBuilder<unknown> => sql`(
  select chargepoint_pk, since, until from (
    select h.chargepoint_pk, h.zone_id, h.since, lead(h.since) over (partition by h.chargepoint_pk order by h.since) as until
    from charger_site_history h
    where h.chargepoint_pk in (select x.chargepoint_pk from charger_site_history x where x.zone_id = ${zoneId})) h
  where zone_id = ${zoneId})`

/** Returns the chargers that stood at the site in that time, or at which `found` ran, with their present ratings. */
async function chargersThen(db: Db, { zoneId, from, to }: Asked, found: readonly Found[]): Promise<ChargerFacts[]> {
  const { rows } = await sql<Pick<ChargerFacts, 'pk' | 'type' | 'maxPowerWatt' | 'connectors'>>`
    select c.chargepoint_pk as pk, c.charger_type as type, c.max_power_watt, coalesce(n.connectors, '[]') as connectors
    from charger c left join lateral (select json_agg(json_build_object('connectorId', n.connector_id, 'kw', n.kw,
        'volt', n.volt, 'status', null, 'transactionId', null, 'powerW', null, 'meteredAt', null) order by n.connector_id)
        as connectors from connector n where n.chargepoint_pk = c.chargepoint_pk) n on true
    where c.chargepoint_pk in (select s.chargepoint_pk from ${stays(zoneId)} s
      where s.since < ${to} and (s.until is null or s.until > ${from}))
      or c.chargepoint_pk = any(${ints([...new Set(found.map(f => f.pk))])})
    order by c.chargepoint_pk`.execute(db)
  const plain = { isUsable: true, node: null, connectionNo: 0, bootAt: null, joinedAt: null, clockOffsetSec: 0 }
  return rows.map(r => ({ ...plain, ...r }))
}

type Found = {
  transactionId: number
  pk: number
  connectorId: number
  startedAt: Date
  stoppedAt: Date
  chargepointId: string
  chargepointName: string
  driver: string
}
/** Returns the sessions that stopped in that time with an undisputed energy, by the time they began. */
async function sessionsThen(db: Db, scope: Scope, { zoneId, from, to }: Asked): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select t.transaction_id, t.chargepoint_pk as pk, t.connector_id, t.started_at, t.stopped_at, t.chargepoint_id,
      t.chargepoint_name, coalesce('driver ' || t.driver_id, 'tag ' || lower(t.id_tag)) as driver
    from ${stays(zoneId)} s join transaction t on t.chargepoint_pk = s.chargepoint_pk and t.started_at >= s.since
      and t.started_at < least(s.until, ${to})
    where t.stopped_at >= ${from} and t.stopped_at < ${to} and t.stopped_at > t.started_at and t.energy_wh > 0
      and not t.in_review and not t.is_dismissed and t.id_tag_status = 'Accepted' and ${within(scope, 't')}
    order by t.started_at, t.transaction_id`.execute(db)
  return rows
}

async function withCurves(
  services: Pick<Services, 'db' | 'platform' | 'archive' | 'timeZone'>,
  found: readonly Found[],
): Promise<Tried[]> {
  const ids = found.map(f => f.transactionId)
  return (await readSessions(services.db, ids, services)).flatMap((s, i) => {
    const f = found[i]
    if (!s || !f || s.meterStopWh === null) return []
    const span = { startedAt: f.startedAt.getTime(), stoppedAt: f.stoppedAt.getTime() }
    const registers = { meterStartWh: s.meterStartWh, meterStopWh: s.meterStopWh, readings: s.readings }
    const curve = curveOf({ ...span, ...registers })
    return [{ ...f, ...span, curve, beforeWh: curve.at(-1)?.wh ?? 0 }]
  })
}

/** Adds each connector at which a session ran, even where it is gone by now. */
const withConnectors = (chargers: readonly ChargerFacts[], found: readonly Found[]): ChargerFacts[] => {
  const used = new Map<number, Set<number>>()
  for (const { pk, connectorId } of found) used.set(pk, (used.get(pk) ?? new Set()).add(connectorId))
  return chargers.map(c => {
    const missing = [...(used.get(c.pk) ?? [])].filter(id => !c.connectors.some(n => n.connectorId === id))
    const nothing = { kw: null, volt: null, status: null, transactionId: null, powerW: null, meteredAt: null }
    return { ...c, connectors: [...c.connectors, ...missing.map(connectorId => ({ connectorId, ...nothing }))] }
  })
}

/**
 * Returns the month under another Load Value. Sessions not reached in 15 seconds are left out and reported. `isGone`:
 * nobody waits for the answer any more. `budgetMs`: for tests.
 */
export async function triedMonth(
  services: Pick<Services, 'db' | 'platform' | 'archive' | 'timeZone'>,
  { month, scope, value, ...asked }: Asked & { month: string; scope: Scope; value: { value: number; unit: LoadUnit } },
  { isGone = () => false, budgetMs = BUDGET_MS }: { isGone?: () => boolean; budgetMs?: number } = {},
): Promise<LoadTrial> {
  const end = performance.now() + budgetMs
  const found = await sessionsThen(services.db, scope, asked)
  const chargers = await chargersThen(services.db, asked, found)
  const tally = new LoadTally()
  const first = found[0]?.startedAt.getTime() ?? 0
  const trial = new LimitTrial<Tried>(withConnectors(chargers, found), value, first)
  let slice = performance.now() + SLICE_MS
  const isOver = () => performance.now() >= end || isGone()
  /** Lets time go on, with room for other requests in between. */
  const go = async (until: number): Promise<void> => {
    while (trial.now < until && !isOver()) {
      for (const o of trial.step(until)) tally.add(o)
      if (performance.now() < slice) continue
      await new Promise(setImmediate)
      slice = performance.now() + SLICE_MS
    }
  }
  let without = 0
  for (let i = 0; i < found.length && !isOver(); i += PORTION) {
    const portion = found.slice(i, i + PORTION)
    const sessions = await withCurves(services, portion)
    without += portion.length - sessions.length
    for (const session of sessions) {
      await go(session.startedAt)
      if (isOver()) break
      const before = trial.come(session)
      if (before) tally.add(before)
    }
  }
  while (Number.isFinite(trial.nextLeave) && !isOver()) await go(trial.nextLeave)
  const left = found.length - without - tally.sessions
  return tally.reply(month, left > 0 ? { sessions: left, since: new Date(trial.now).toISOString() } : null)
}
