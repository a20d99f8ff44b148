// The cards of the statement report over a whole period: stored sums by team and hour, and the sessions themselves
// where an hour is only partly in the period or was noted as changed since it was summed up.
import { type RawBuilder, sql } from 'kysely'
import { planned } from '#platform/db/big-list-ways.ts'
import { ints, times } from '#platform/db/columns.ts'
import type { Db } from '#platform/db/db.ts'
import { type Scope, within } from '#platform/db/scope.ts'
import { inPeriod, type Sums } from './report.store.ts'
import { payout, teamsOf, termsOf, withFigures } from './report-figures.store.ts'

const HOUR_MS = 3_600_000
const sums = sql`count(*) as sessions, coalesce(sum(t.energy_wh), 0) as energy_wh, coalesce(sum(${payout}), 0) as payout_paise`

/** The sums of all sessions of a scope that ended from `from` on and before `until`. */
export async function periodSums(db: Db, scope: Scope, from: Date, until: Date): Promise<Sums> {
  const first = new Date(Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS)
  const last = new Date(Math.floor(until.getTime() / HOUR_MS) * HOUR_MS)
  const isShort = first >= last
  const edge = isShort ? inPeriod(from, until) : sql<boolean>`(${inPeriod(from, first)} or ${inPeriod(last, until)})`
  const whole = isShort ? sql<boolean>`false` : sql<boolean>`h.hour >= ${first} and h.hour < ${last}`
  const { rows } = await planned(db, trx =>
    sql<Sums>`
    with ${termsOf(teamsOf(scope))},
    noted as materialized (select distinct h.team_id, h.hour from report_noted h where ${whole} and ${within(scope, 'h')}),
    x as (
      select coalesce(sum(h.sessions), 0) as sessions, coalesce(sum(h.energy_wh), 0) as energy_wh,
        coalesce(sum(h.payout_paise), 0) as payout_paise
      from report_hour h where ${whole} and ${within(scope, 'h')}
        and not exists (select from noted n where n.team_id = h.team_id and n.hour = h.hour)
      union all select ${sums} from noted n join transaction t on t.team_id = n.team_id and t.stopped_at >= n.hour
        and t.stopped_at < n.hour + interval '1 hour' and not t.in_review ${withFigures}
      union all select ${sums} from ${teamsOf(scope)} join transaction t on t.team_id = m.id ${withFigures} where ${edge})
    select sum(sessions)::bigint as sessions, sum(energy_wh)::bigint as energy_wh, sum(payout_paise)::bigint as payout_paise
    from x`.execute(trx),
  )
  return rows[0] ?? { sessions: 0, energyWh: 0, payoutPaise: 0 }
}

/** Hours that are worked out anew in one go. */
const AT_ONCE = 2000
const LOCK = 7_001_051

/**
 * Sums up the hours that were noted as changed; returns how many notes are done. When several nodes call this at once,
 * one does the work and the others skip it.
 */
const foldReport = (db: Db): Promise<number> =>
  db.transaction().execute(async trx => {
    const { rows } = await sql<{ is: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as is`.execute(trx)
    if (!rows[0]?.is) return 0
    await sql`set local jit = off`.execute(trx)
    // A note that comes meanwhile stays, and its hour is worked out once more.
    const noted = await sql<{ teamId: number; hour: Date }>`
      delete from report_noted where ctid = any(array(select ctid from report_noted limit ${AT_ONCE})) returning team_id, hour`.execute(
      trx,
    )
    if (noted.rows.length === 0) return 0
    const hours = distinct(noted.rows)
    await sql`delete from report_hour h using ${hours} n where h.team_id = n.team_id and h.hour = n.hour`.execute(trx)
    await sql`with ${termsOf(sql`${hours} n cross join lateral (select n.team_id as id) m`)}
      insert into report_hour (team_id, hour, company_id, sessions, energy_wh, payout_paise)
      select n.team_id, n.hour, min(t.company_id), ${sums}
      from ${hours} n join transaction t on t.team_id = n.team_id and t.stopped_at >= n.hour
        and t.stopped_at < n.hour + interval '1 hour' and not t.in_review ${withFigures}
      group by n.team_id, n.hour`.execute(trx)
    return noted.rows.length
  })

const distinct = (rows: readonly { teamId: number; hour: Date }[]): RawBuilder<unknown> => sql`
  (select distinct team_id, hour from unnest(${ints(rows.map(r => r.teamId))}, ${times(rows.map(r => r.hour))}) u (team_id, hour))`

/** Works hours out until nothing is noted any more, or until the time is over: the rest comes next time. */
export async function foldAllReport(db: Db, forMs = Number.POSITIVE_INFINITY): Promise<void> {
  const until = performance.now() + forMs
  while ((await foldReport(db)) > 0 && performance.now() < until);
}
