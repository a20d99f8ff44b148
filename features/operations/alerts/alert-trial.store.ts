// Tries a rule on the last 30 days: the stretches in which its cause was there become openings as a look would have made them
// (ALERT-10). The rules at work are the kind's own (its `past`), and the ten minutes within which an alert opens again. What
// stands now without an opening in the days is found as a look finds it, also of kinds without a past.
import { dayMs, dayOf, startOfDay } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { isMeantToServe } from '#fleet/chargers/trouble.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { BACK_MINUTES } from './alert.words.ts'
import { type AlertKind, CHARGERS_WITH_STATE, isInService, type PastLook } from './alert-kind.store.ts'
import { plannedTo } from './alert-past.store.ts'
import { isOfHardware, isSilencedSql } from './alert-silence.store.ts'
import { type AlertTrial, MOST_SUBJECTS } from './alert-trial.contract.ts'

const DAYS = 30
/** A cause may have begun long before the days; this is how far back the histories are read for it. */
const BACK_MS = 8 * dayMs

export type Trial = {
  kind: AlertKind
  parameters: Readonly<Record<string, number>>
  chargers: readonly number[] | null
  sites: readonly number[] | null
}
type Found = {
  opened: number
  total: number
  days: AlertTrial['days'] | null
  subjects: AlertTrial['subjects'] | null
  standing: number
  stands: AlertTrial['stands'] | null
}
/** The stretches of a kind of which no past is kept. */
const NO_PAST = sql`select null::int as team_id, null::text as subject, null::text as subject_name, null::int as chargepoint_pk,
  null::int as zone_id, null::int as transaction_id, null::timestamptz as from_at, null::timestamptz as until_at where false`

const chargersOf = async (trx: Trx, scope: Scope): Promise<number[]> =>
  (
    await sql<{
      pk: number
    }>`select c.chargepoint_pk as pk from charger c where c.deleted_at is null and ${within(scope, 'c')}`.execute(trx)
  ).rows.map(c => c.pk)
const anyOf = (all: readonly number[]) => sql`any(${sql.val([...all])}::int[])`

export async function tried(
  { db, now: clock, timeZone: zone }: { db: Db; now: () => Date; timeZone: string },
  scope: Scope,
  { kind, parameters, chargers, sites }: Trial,
): Promise<AlertTrial> {
  const now = clock()
  const from = startOfDay(now, zone, 1 - DAYS)
  const days = Array.from({ length: DAYS }, (_, n) => dayOf(startOfDay(now, zone, n + 1 - DAYS), zone))
  const { past } = kind
  const since = new Date(from.getTime() - BACK_MS)
  const look: PastLook = { from, now, since, zone, within: alias => within(scope, alias) }
  // With the other chargers of their sites: whether one went alone or with its site shows in those.
  const isMine = chargers
    ? sql`(c.chargepoint_pk = ${anyOf(chargers)} or c.zone_id in (select n.zone_id from charger n where n.chargepoint_pk = ${anyOf(chargers)}))`
    : sql`true`
  const found = await db.transaction().execute(async trx => {
    // A month of a large network is sorted in memory.
    await sql`set local work_mem = '64MB'`.execute(trx)
    // A look at everything would reckon the figures of all chargers of the installation.
    const own = kind.inParts && kind.subject === 'charger' ? await chargersOf(trx, scope) : undefined
    const present = { now, zone, chargers: own }
    const figures = Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [name, sql<number>`${value}::numeric`]),
    )
    const { rows } = await sql<Found>`
    with r as materialized (select ${JSON.stringify(parameters)}::jsonb as parameters),
    mine as materialized (select c.chargepoint_pk, c.company_id, c.team_id, c.zone_id, c.chargepoint_id,
        ${isInService} as is_in_service, ${isMeantToServe} as is_meant, s.first_boot_at from ${CHARGERS_WITH_STATE}
      where c.deleted_at is null and ${within(scope, 'c')} and ${isMine} and ${sites ? sql`c.zone_id = ${anyOf(sites)}` : sql`true`}),
    planned as materialized (select m.chargepoint_pk, unnest(range_agg(tstzrange(p.planned_from, p.planned_to))) as at
      from maintenance_charger p join mine m using (chargepoint_pk)
      where p.planned_from < p.planned_to and p.planned_to > ${since} group by 1),
    heard as (select f.team_id, f.subject, f.subject_name, f.chargepoint_pk, f.zone_id, f.transaction_id, f.until_at,
        ${isOfHardware(kind) ? sql`coalesce(${plannedTo(sql`f.chargepoint_pk`, sql`f.from_at`)}, f.from_at)` : sql`f.from_at`} as from_at
      from (${past?.(parameters, look) ?? NO_PAST}) f),
    spell as materialized (select s.*, coalesce(s.until_at, 'infinity') as over_at from heard s
      where s.from_at <= ${now} and s.from_at < coalesce(s.until_at, 'infinity')
        and ${chargers ? sql`s.chargepoint_pk = ${anyOf(chargers)}` : sql`true`}
        and ${sites ? sql`s.zone_id = ${anyOf(sites)}` : sql`true`}),
    turned as (select s.*, max(s.over_at) over (partition by s.subject order by s.from_at, s.over_at
        rows between unbounded preceding and 1 preceding) as before from spell s),
    opened as materialized (select * from turned where from_at >= ${from}
      and (before is null or from_at >= before + make_interval(mins => ${BACK_MINUTES}))),
    day as (select to_char(from_at at time zone ${zone}, 'YYYY-MM-DD') as day, count(*) as opened from opened group by 1),
    x as materialized (${kind.candidates(present)}),
    -- What began before the days and lasts: it has not opened in them, and would at once.
    stand as materialized (select x.subject, x.subject_name as name, coalesce(x.happened_at, x.since) as since, x.chargepoint_pk, x.zone_id, x.transaction_id from x
      where ${within(scope, 'x')} and ${kind.holds(figures, present)}
        and ${chargers ? sql`x.chargepoint_pk = ${anyOf(chargers)}` : sql`true`}
        and ${sites ? sql`x.zone_id = ${anyOf(sites)}` : sql`true`}
        and not ${isSilencedSql(kind, { pk: sql`x.chargepoint_pk`, zone: sql`x.zone_id` }, now)}
        and x.subject not in (select o.subject from opened o)),
    most as (select subject, min(subject_name) as name, count(*) as opened, min(chargepoint_pk) as chargepoint_pk,
        min(zone_id) as zone_id, min(transaction_id) as transaction_id from opened group by subject)
    select (select count(*) from opened) as opened, (select count(*) from most) as total,
      (select json_agg(json_build_object('day', day, 'opened', opened)) from day) as days,
      (select json_agg(m) from (select * from most order by opened desc, name limit ${MOST_SUBJECTS}) m) as subjects,
      (select count(*) from stand) as standing,
      (select json_agg(m) from (select * from stand order by since, name limit ${MOST_SUBJECTS}) m) as stands`.execute(
      trx,
    )
    return rows[0]
  })
  const of = new Map(found?.days?.map(d => [d.day, d.opened]))
  return {
    from: from.toISOString(),
    to: now.toISOString(),
    ...(past
      ? {
          untold: null,
          partly: kind.unkept ?? null,
          opened: found?.opened ?? 0,
          total: found?.total ?? 0,
          days: days.map(day => ({ day, opened: of.get(day) ?? 0 })),
          subjects: found?.subjects ?? [],
        }
      : { untold: kind.unkept ?? '', partly: null, opened: null, total: null, days: [], subjects: [] }),
    standing: found?.standing ?? 0,
    stands: (found?.stands ?? []).map(s => ({ ...s, since: new Date(s.since).toISOString() })),
  }
}
