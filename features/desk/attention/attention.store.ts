// Finds chargers in trouble with their revenue, chargers that report something odd, stuck sessions, and reviews.
import { sql } from 'kysely'
import { lastReadingSql, stuckSql } from '#charging/sessions/stuck.store.ts'
import { MANY_CONNECTS, type Trouble } from '#fleet/chargers/trouble.rules.ts'
import {
  alarmSinceSql,
  connectsSql,
  downSinceSql,
  overdrawSinceSql,
  refusedSql,
  troubleSql,
  unexpectedValuesSql,
} from '#fleet/chargers/trouble.store.ts'
import { BEYOND_S } from '#fleet/stations/clock.rules.ts'
import { connectorSinceSql } from '#fleet/stations/status-since.store.ts'
import type { Db } from '#platform/db/db.ts'
import { type Scope, within } from '#platform/db/scope.ts'
import type { Down } from './attention.rules.ts'

/** `refused`: why its connection is refused, where that is its trouble. */
export type Troubled = Down & { trouble: Trouble; refused: string | null; siteId: number | null }
type Row = Omit<Troubled, 'pace'> & { revenuePaise: number | null; upMs: number | null; workedOutAt: Date | null }

/**
 * The chargers of a scope that are in trouble; only those that are also in `paid`, the scope in which the reader may
 * see revenue, have a pace.
 */
export async function troubled(db: Db, scope: Scope, paid: Scope | undefined, now: Date): Promise<Troubled[]> {
  const { rows } = await sql<Row>`
    with x as materialized (select c.chargepoint_pk, c.company_id, c.team_id, c.zone_id, ${troubleSql(now)} as trouble,
        ${downSinceSql(now)} as since
      from charger c join charger_state s using (chargepoint_pk) where c.deleted_at is null and ${within(scope, 'c')})
    select x.trouble, x.zone_id as site_id, f.refused, case when x.trouble = 'Connector faulted' then n.since else x.since end as since,
      coalesce(n.share, 1)::float8 as share, p.revenue_paise, p.up_ms, p.worked_out_at
    from x
    left join lateral (select min(${connectorSinceSql}) filter (where n.status = 'Faulted') as since,
        count(*) filter (where n.status = 'Faulted')::float8 / nullif(count(*), 0) as share
      from connector n where n.chargepoint_pk = x.chargepoint_pk) n on x.trouble = 'Connector faulted'
    left join lateral (select ${refusedSql(now)} as refused from charger c join charger_state s using (chargepoint_pk)
      where c.chargepoint_pk = x.chargepoint_pk) f on x.trouble = 'Connection refused'
    left join charger_pace p on p.chargepoint_pk = x.chargepoint_pk and p.team_id = x.team_id
      and ${paid ? within(paid, 'x') : sql`false`}
    where x.trouble <> ''`.execute(db)
  return rows.map(({ revenuePaise, upMs, workedOutAt, ...r }) => ({
    ...r,
    pace: revenuePaise === null || upMs === null || workedOutAt === null ? null : { revenuePaise, upMs, workedOutAt },
  }))
}

/**
 * The open alerts of a kind in a scope, and the parameters of the rules of that kind. `open` counts subjects: a charge point with
 * alerts of several rules or connectors counts once. `ofChargers`: the subjects are charge points.
 */
export type Watch = { kind: string; open: number; ofChargers: boolean; rules: Readonly<Record<string, number>>[] }
export async function watchOf(db: Db, scope: Scope, kinds: readonly string[]): Promise<Map<string, Watch>> {
  const { rows } = await sql<Omit<Watch, 'rules'> & { ruleText: string }>`
    select k.kind, o.open, o.of_chargers,
      coalesce((select json_agg(r.parameters) from alert_rule r where r.kind = k.kind and r.is_active and r.deleted_at is null
        and exists (select from team t where r.team_id = any(t.path) and ${withinTeams(scope)})), '[]')::text as rule_text
    from unnest(${sql.val([...new Set(kinds)])}::text[]) k (kind)
      cross join lateral (select count(distinct case when x.is_of then 'charger ' || a.chargepoint_pk else a.subject end)::int as open,
          coalesce(bool_or(x.is_of), false) as of_chargers
        from alert a cross join lateral (select split_part(a.subject, ' ', 1) in ('charger', 'connector') as is_of) x
        where a.kind = k.kind and a.state <> 'Closed' and ${within(scope, 'a')}) o`.execute(db)
  return new Map(rows.map(({ ruleText, ...r }) => [r.kind, { ...r, rules: JSON.parse(ruleText) }]))
}
/** Whether team `t` is of a scope. */
const withinTeams = (scope: Scope) =>
  scope.kind === 'all'
    ? sql`true`
    : scope.kind === 'company'
      ? sql`t.company_id = ${scope.companyId}`
      : sql`t.id = any(${sql.val([...scope.teams])}::int[])`

export type Counted = { count: number; since: Date | null }
const one = (rows: readonly Counted[]): Counted => rows[0] ?? { count: 0, since: null }

/** Chargers whose clock is known to be so far off that their times are corrected. */
export const wrongClocks = async (db: Db, scope: Scope): Promise<Counted> =>
  one(
    (
      await sql<Counted>`select count(*) as count, min(s.clock_off_since) as since from charger c join charger_state s using (chargepoint_pk)
        where c.deleted_at is null and abs(s.clock_offset_sec) > ${BEYOND_S} and ${within(scope, 'c')}`.execute(db)
    ).rows,
  )

/** Chargers that sent something unexpected of late. */
export const unexpected = async (db: Db, scope: Scope, now: Date): Promise<Counted> =>
  one(
    (
      await sql<Counted>`select count(*) as count, null::timestamptz as since from charger c
        where c.deleted_at is null and ${within(scope, 'c')} and ${unexpectedValuesSql(now)} > 0`.execute(db)
    ).rows,
  )

/** Chargers with a configuration key whose value differs from its set value. */
export const lostSettings = async (db: Db, scope: Scope): Promise<Counted> =>
  one(
    (
      await sql<Counted>`select count(*) as count, min(s.config_differs_since) as since from charger c join charger_state s using (chargepoint_pk)
        where c.deleted_at is null and s.config_differs > 0 and ${within(scope, 'c')}`.execute(db)
    ).rows,
  )

/** Chargers that draw more than the limits which their sites set. */
export const overdrawn = async (db: Db, scope: Scope): Promise<Counted> =>
  one(
    (
      await sql<Counted>`select count(*) as count, min(x.since) as since from (select ${overdrawSinceSql} as since
        from charger c where c.deleted_at is null and c.zone_id is not null and ${within(scope, 'c')}) x
        where x.since is not null`.execute(db)
    ).rows,
  )

/** Chargers with critical security events of late. */
export const alarmed = async (db: Db, scope: Scope, now: Date): Promise<Counted> =>
  one(
    (
      await sql<Counted>`select count(*) as count, min(x.since) as since from (select ${alarmSinceSql(now)} as since
        from charger c where c.deleted_at is null and ${within(scope, 'c')}) x where x.since is not null`.execute(db)
    ).rows,
  )

/** Chargers that connected again and again, today or yesterday. */
export const reconnecting = async (db: Db, scope: Scope, now: Date, zone: string): Promise<Counted> =>
  one(
    (
      await sql<Counted>`select count(*) as count, null::timestamptz as since from charger c
        where c.deleted_at is null and ${within(scope, 'c')} and ${connectsSql(now, zone)} >= ${MANY_CONNECTS}`.execute(
        db,
      )
    ).rows,
  )

export const stuckSessions = async (db: Db, scope: Scope, now: Date): Promise<Counted> =>
  one(
    (
      await sql<Counted>`select count(*) as count, min(${lastReadingSql}) as since
        from transaction r left join transaction_live l on l.transaction_id = r.transaction_id
        where ${stuckSql(now)} and ${within(scope, 'r')}`.execute(db)
    ).rows,
  )

export const waitingReviews = async (db: Db, scope: Scope): Promise<Counted> =>
  one(
    (
      await sql<Counted>`select count(*) as count, min(r.created_at) as since from session_review r
        where r.decided_at is null and ${within(scope, 'r')}`.execute(db)
    ).rows,
  )
