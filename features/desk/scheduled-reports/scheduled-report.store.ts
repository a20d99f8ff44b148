// Scheduled reports as they are read and written. A person sees their own; who may change users of a team sees all of its
// reports and those of the teams below it.
import { sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import { ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { recordReads } from '#platform/records/reads.ts'
import { recordWrites } from '#platform/records/writes.ts'
import { seesTeam } from './report-owner.store.ts'
import type { ScheduledReport } from './scheduled-report.contract.ts'
import { scheduledReportFields } from './scheduled-report.fields.ts'
import { NOBODY, type PeriodName, SOURCES, type SourceName } from './scheduled-report.words.ts'

export type ReportRow = Omit<Stored<'scheduledReport'>, 'source' | 'period'> & {
  source: SourceName
  period: PeriodName
  what: string
  receivers: number
  owner: string
  lastAt: Date | null
  lastResult: string | null
  lastRows: number | null
  lastBytes: number | null
  teamName: string
  viewName: string | null
  stopped: string[]
  people: string[]
}
/** The reader, and the teams whose reports the reader sees though they are others'. */
export type Seen = Scope & { userId: number; managed: Scope | undefined }
const isSeen = (scope: Scope) => {
  const { userId, managed } = scope as Seen
  return sql<boolean>`(${within(scope, 'm')} and (m.owner_id = ${userId} or ${managed ? within(managed, 'm') : sql<boolean>`false`}))`
}

const TITLES = sql.join(
  Object.entries(SOURCES).map(([name, { title }]) => sql`when ${sql.lit(name)} then ${sql.lit(title)}`),
  sql` `,
)
const reads = recordReads<ReportRow>()({
  fields: scheduledReportFields,
  from: sql`scheduled_report m join team t on t.id = m.team_id left join app_user o on o.id = m.owner_id
    left join saved_view v on v.view_id = m.view_id
    left join lateral (select r.at, r.result, r.rows, r.bytes from scheduled_report_run r
      where r.scheduled_report_id = m.scheduled_report_id and not r.is_test order by r.scheduled_report_run_id desc limit 1) l on true`,
  alias: 'm',
  id: sql`m.scheduled_report_id`,
  joined: {
    what: sql`(case m.source ${TITLES} else m.source end || coalesce(': ' || v.name, ''))`,
    receivers: sql`((select count(*) from app_user p where p.id = any(m.users) and p.is_active
      and ${seesTeam(sql`p.id`, sql`t.path`)})::int + cardinality(m.addresses))`,
    owner: sql`coalesce(o.username, ${sql.lit(NOBODY)})`,
    last_at: sql`l.at`,
    last_result: sql`l.result`,
    last_rows: sql`l.rows`,
    last_bytes: sql`l.bytes`,
    team_name: sql`t.name`,
  },
  beside: sql`m.company_id, m.source, m.view_id, m.period, m.rhythm, m.hour, m.weekday, m.month_day, m.users, m.addresses,
    v.name as view_name, array(select p.username from app_user p where p.id = any(m.users) order by 1) as people, m.next_at, m.try_at, m.tries,
    array(select coalesce(u.username, s.address) from scheduled_report_receiver s left join app_user u on u.id = s.user_id
      where s.scheduled_report_id = m.scheduled_report_id and s.stopped_at is not null order by 1) as stopped`,
  where: sql`m.deleted_at is null`,
  scoped: isSeen,
  order: '-scheduled_report_id',
})
export const { get } = reads
export const shown = (row: ReportRow, userId: number): ScheduledReport => ({
  ...reads.shown(row),
  source: row.source,
  view_id: row.viewId,
  view_name: row.viewName,
  period: row.period,
  rhythm: row.rhythm,
  hour: row.hour,
  weekday: row.weekday,
  month_day: row.monthDay,
  users: row.users,
  addresses: row.addresses,
  stopped: row.stopped,
  people: row.people,
  isMine: row.ownerId === userId,
})
export const replyFor = (userId: number) => reads.replyBy(row => shown(row, userId))
/** A report for a job, whoever sees it. */
export const byId = async (db: Db | Trx, id: number): Promise<ReportRow | undefined> =>
  (await reads.rows(db, sql<boolean>`m.scheduled_report_id = ${id}`))[0]

export const { create, update, lock } = recordWrites<'scheduledReport'>({
  fields: scheduledReportFields,
  insert: sql`insert into scheduled_report`,
  update: sql`update scheduled_report set`,
  from: sql`from scheduled_report`,
  id: sql`scheduled_report_id`,
})
type Moved = Partial<
  Pick<Stored<'scheduledReport'>, 'state' | 'stoppedWhy' | 'nextAt' | 'tryAt' | 'tries' | 'ownerId' | 'deletedAt'>
>
export const move = (db: Db | Trx, id: number, moved: Moved): Promise<unknown> =>
  db.updateTable('scheduledReport').set(moved).where('scheduledReportId', '=', id).execute()

/** The reports of a person that are sent or paused; locked until the transaction ends. */
export async function liveOf(trx: Trx, userId: number): Promise<ReportRow[]> {
  await sql`select from scheduled_report where owner_id = ${userId} order by scheduled_report_id for update`.execute(
    trx,
  )
  return reads.rows(trx, sql<boolean>`m.owner_id = ${userId} and m.state <> 'Stopped'`)
}

/** Whether another report of the team has the name; reports of the team that are named later wait for this transaction. */
export async function isNamed(trx: Trx, teamId: number, name: string, but: number | undefined): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('names of scheduled reports', ${teamId}))`.execute(trx)
  const { rows } = await sql<{ ok: boolean }>`select exists (select from scheduled_report
    where team_id = ${teamId} and company_id = (select company_id from team where id = ${teamId}) and deleted_at is null
      and lower(name) = lower(${name}) and scheduled_report_id <> ${but ?? 0}) as ok`.execute(trx)
  return rows[0]?.ok ?? false
}

/** How many reports a person has; later ones wait until this transaction has ended. */
export async function countOf(trx: Trx, userId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('scheduled reports', ${userId}))`.execute(trx)
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from scheduled_report where owner_id = ${userId} and deleted_at is null`.execute(trx)
  return rows[0]?.n ?? 0
}

/** Of these people, those who are active in the company of a team and may see the team. */
export const peopleOfTeam = async (trx: Trx, teamId: number, userIds: readonly number[]): Promise<number[]> =>
  (
    await sql<{ id: number }>`select u.id from app_user u join team t on t.id = ${teamId}
      where u.company_id = t.company_id and u.is_active and ${seesTeam(sql`u.id`, sql`t.path`)}
        and u.id = any(${ints([...userIds])})`.execute(trx)
  ).rows.map(r => r.id)

type Stopped = { userId: number | null; address: string | null; name: string }
/**
 * Of these receivers, those who have stopped a report of this owner about the same, deleted ones included; of addresses, also
 * those who have stopped such a report of the team.
 */
export async function stoppedOf(
  trx: Trx,
  { teamId, ownerId, id, source }: { teamId: number; ownerId: number; id: number | undefined; source: SourceName },
  { users, addresses }: { users: readonly number[]; addresses: readonly string[] },
): Promise<Stopped[]> {
  const { rows } = await sql<Stopped>`
    select s.user_id, s.address, coalesce(u.username, s.address) as name
    from scheduled_report_receiver s join scheduled_report m using (scheduled_report_id) left join app_user u on u.id = s.user_id
    where s.stopped_at is not null and (m.source = ${source} and (m.owner_id = ${ownerId} or m.team_id = ${teamId} and s.address is not null)
        or m.scheduled_report_id = ${id ?? 0})
      and (s.user_id = any(${ints([...users])}) or lower(s.address) = any(${texts(addresses.map(a => a.toLowerCase()))}))
    order by s.address, s.user_id limit 1`.execute(trx)
  return rows
}
