// Runs of scheduled reports: which are due, what became of each, and the files that are kept for links.
import type { ListQuery } from '@wattdesk/base/paging'
import { sql } from 'kysely'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, endSql, filtersSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import type { Stored } from '#platform/db/record.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import { seesTeam } from './report-owner.store.ts'
import type { Receiver } from './report-stop.rules.ts'
import {
  MOST_MAILS_AN_HOUR,
  MOST_TESTS_AN_HOUR,
  RUNS_KEPT_DAYS,
  type RunResult,
  type SourceName,
} from './scheduled-report.words.ts'

export type DueReport = { id: number; nextAt: Date; tries: number }
/**
 * The next report whose time has come, which is this caller's for a while: tried again after some minutes, longer each time,
 * should the caller die. Those that have waited longest come first.
 */
export async function takeDue(db: Db, now: Date): Promise<DueReport | undefined> {
  const { rows } = await sql<DueReport>`
    update scheduled_report m set tries = tries + 1, try_at = ${now}::timestamptz + make_interval(mins => least(60, 2 ^ (tries + 1))::int)
    where m.scheduled_report_id = (select d.scheduled_report_id from scheduled_report d
      where d.state = 'Active' and d.deleted_at is null and coalesce(d.try_at, d.next_at) <= ${now}
      order by coalesce(d.try_at, d.next_at), d.scheduled_report_id limit 1 for update skip locked)
    returning m.scheduled_report_id as id, m.next_at, m.tries`.execute(db)
  return rows[0]
}
/** Locks a report whose run ends; whether it still waits for this time. */
export const lockAt = async (trx: Trx, id: number, nextAt: Date): Promise<boolean> => {
  const { rows } = await sql<{
    isSame: boolean
  }>`select next_at = ${nextAt} and state = 'Active' and deleted_at is null as is_same
    from scheduled_report where scheduled_report_id = ${id} for update`.execute(trx)
  return rows[0]?.isSame ?? false
}

export type NewRun = {
  scheduledReportId: number
  companyId: number
  dueAt: Date
  at: Date
  isTest: boolean
  result: RunResult
  reason?: string | null
  told?: string | null
  rows?: number | null
  bytes?: number | null
  fileName?: string | null
  receivers?: string[]
  leftOut?: string[]
  storedName?: string | null
  keptUntil?: Date | null
}
export async function addRun(trx: Trx, run: NewRun): Promise<number> {
  const { scheduledReportRunId } = await trx
    .insertInto('scheduledReportRun')
    .values(run)
    .returning('scheduledReportRunId')
    .executeTakeFirstOrThrow()
  return scheduledReportRunId
}

/** The mails of a person's reports within the last hour, and the tests among them. */
async function sentInHour(db: Db | Trx, ownerId: number, now: Date): Promise<{ mails: number; tests: number }> {
  const { rows } = await sql<{ mails: number; tests: number }>`
    select coalesce(sum(cardinality(r.receivers)) filter (where not r.is_test), 0)::int as mails,
      count(*) filter (where r.is_test)::int as tests
    from scheduled_report m join scheduled_report_run r using (scheduled_report_id)
    where m.owner_id = ${ownerId} and r.at > ${new Date(now.getTime() - 3_600_000)}`.execute(db)
  return rows[0] ?? { mails: 0, tests: 0 }
}
export const mayTest = async (db: Db | Trx, ownerId: number, now: Date): Promise<boolean> =>
  (await sentInHour(db, ownerId, now)).tests < MOST_TESTS_AN_HOUR
export const mayMail = async (db: Db | Trx, ownerId: number, more: number, now: Date): Promise<boolean> =>
  (await sentInHour(db, ownerId, now)).mails + more <= MOST_MAILS_AN_HOUR

/** A receiver as a mail reaches it. */
export type ReachedReceiver = Receiver & {
  email: string
  name: string
  isFirst: boolean
  isStopped: boolean
  /** A person without a role on the team, or above it. */
  isOffTeam: boolean
}
/** Whether a receiver gets the report now. */
export const isWanted = (r: ReachedReceiver): boolean => !r.isStopped && !r.isOffTeam
/** The receivers of a report: people who are active, and addresses; each address once. */
export async function receiversOf(
  trx: Trx,
  id: number,
  { teamId, users, addresses }: { teamId: number; users: readonly number[]; addresses: readonly string[] },
): Promise<ReachedReceiver[]> {
  const known = await trx
    .selectFrom('scheduledReportReceiver')
    .selectAll()
    .where('scheduledReportId', '=', id)
    .execute()
  const people = await sql<{
    id: number
    email: string
    username: string
    isOffTeam: boolean
  }>`select u.id, u.email, u.username, not ${seesTeam(sql`u.id`, sql`t.path`)} as is_off_team from app_user u
    join team c on c.id = u.company_id join team t on t.id = ${teamId} where u.id = any(${ints([...users])}) and u.is_active and c.is_active order by u.id`.execute(
    trx,
  )
  const ofPeople = people.rows.map(u => {
    const before = known.find(k => k.userId === u.id)
    return { userId: u.id, email: u.email, name: u.username, isOffTeam: u.isOffTeam, ...stateOf(before) }
  })
  const ofAddresses = addresses
    .filter(a => !ofPeople.some(p => p.email.toLowerCase() === a.toLowerCase()))
    .map(address => {
      const before = known.find(k => k.address?.toLowerCase() === address.toLowerCase())
      return { address, email: address, name: address, isOffTeam: false, ...stateOf(before) }
    })
  return [...ofPeople, ...ofAddresses]
}
/** The people whom a mail no longer reaches, as the run of a report names them. */
export async function missingOf(trx: Trx, users: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ username: string | null; isReached: boolean | null }>`
    select u.username, u.is_active and c.is_active as is_reached from unnest(${ints([...users])}) n (id)
    left join app_user u on u.id = n.id left join team c on c.id = u.company_id order by u.username`.execute(trx)
  return rows.flatMap(({ username, isReached }) => {
    if (username === null) return ['a person whose account was deleted']
    return isReached ? [] : [`${username} (switched off)`]
  })
}
const stateOf = (known: Stored<'scheduledReportReceiver'> | undefined) => ({
  isFirst: !known?.firstAt,
  isStopped: known !== undefined && known.stoppedAt !== null,
})
const placeOf = (r: Receiver) =>
  'userId' in r ? { userId: r.userId, address: null } : { userId: null, address: r.address }
/** Notes that receivers have had their first mail. */
export async function noteFirst(
  trx: Trx,
  of: { id: number; companyId: number },
  receivers: readonly Receiver[],
  at: Date,
): Promise<void> {
  for (const receiver of receivers)
    await trx
      .insertInto('scheduledReportReceiver')
      .values({ scheduledReportId: of.id, companyId: of.companyId, ...placeOf(receiver), firstAt: at })
      .onConflict(c => c.columns(['scheduledReportId', 'userId', 'address']).doUpdateSet({ firstAt: at }))
      .execute()
}
/** Stops a report for a receiver, or lets it come again: for an address with all reports of the same list and team that name it. */
export async function setStopped(
  trx: Trx,
  of: { id: number; companyId: number; teamId: number; source: SourceName },
  receiver: Receiver,
  stoppedAt: Date | null,
): Promise<void> {
  await trx
    .insertInto('scheduledReportReceiver')
    .values({ scheduledReportId: of.id, companyId: of.companyId, ...placeOf(receiver), stoppedAt })
    .onConflict(c => c.columns(['scheduledReportId', 'userId', 'address']).doUpdateSet({ stoppedAt }))
    .execute()
  if ('userId' in receiver) return
  await sql`insert into scheduled_report_receiver (scheduled_report_id, company_id, address, stopped_at)
    select m.scheduled_report_id, m.company_id, n.address, ${stoppedAt}::timestamptz
    from scheduled_report m cross join unnest(m.addresses) n (address)
    where m.company_id = ${of.companyId} and m.team_id = ${of.teamId} and m.source = ${of.source}
      and m.scheduled_report_id <> ${of.id} and lower(n.address) = lower(${receiver.address})
    on conflict (scheduled_report_id, user_id, address) do update set stopped_at = excluded.stopped_at`.execute(trx)
}

export type RunRow = Omit<Stored<'scheduledReportRun'>, 'result'> & { result: RunResult }
const columns: Columns = {
  at: { sql: sql`r.at`, type: 'date' },
  due_at: { sql: sql`r.due_at`, type: 'date' },
  rows: { sql: sql`r.rows`, type: 'number' },
  bytes: { sql: sql`r.bytes`, type: 'number' },
  result: { sql: sql`r.result`, type: 'text' },
}
const ofReport = (id: number, query: ListQuery) =>
  joined(
    [
      sql<boolean>`r.scheduled_report_id = ${id}`,
      searchSql(query.q, [sql`r.result`, sql`r.reason`, sql`r.told`, sql`array_to_string(r.receivers, ' ')`]),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )
export const runs = (db: Db, id: number, query: ListQuery): Promise<ListRows<RunRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<
      RunRow & Keyed
    >`select r.scheduled_report_run_id as cursor_key, r.* from scheduled_report_run r where ${ofReport(id, query)}
      ${endSql(query, '-at', columns, { number: sql`r.scheduled_report_run_id` })}`,
  )
export const countRuns = async (db: Db, id: number, query: ListQuery): Promise<number> =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from scheduled_report_run r where ${ofReport(id, query)}`.execute(db)
  ).rows[0]?.n ?? 0

export type KeptFile = RunRow & {
  teamId: number
  teamPath: number[]
  report: string
  source: SourceName
  /** Null: the account is gone. */
  ownerId: number | null
}
/** The run with its report, whose file a link names. */
export const keptFile = async (db: Db, runId: number): Promise<KeptFile | undefined> =>
  (
    await sql<KeptFile>`select r.*, m.team_id, t.path as team_path, m.name as report, m.source, m.owner_id
      from scheduled_report_run r join scheduled_report m using (scheduled_report_id) join team t on t.id = m.team_id
      where r.scheduled_report_run_id = ${runId} and m.deleted_at is null and r.kept_until is not null`.execute(db)
  ).rows[0]

const AT_ONCE = 200
/** Files whose days are over, or whose report is deleted. */
export const overFiles = async (db: Db, now: Date): Promise<{ id: number; storedName: string }[]> =>
  (
    await sql<{ id: number; storedName: string }>`select r.scheduled_report_run_id::int as id, r.stored_name
      from scheduled_report_run r join scheduled_report m using (scheduled_report_id)
      where r.stored_name is not null and (r.kept_until < ${now} or m.deleted_at is not null) limit ${AT_ONCE}`.execute(
      db,
    )
  ).rows
export const forgetFile = (db: Db, runId: number): Promise<unknown> =>
  db.updateTable('scheduledReportRun').set({ storedName: null }).where('scheduledReportRunId', '=', runId).execute()
/** The stored files that runs name. */
export const namedFiles = async (db: Db): Promise<Set<string>> =>
  new Set(
    (
      await sql<{
        name: string
      }>`select stored_name as name from scheduled_report_run where stored_name is not null`.execute(db)
    ).rows.map(r => r.name),
  )

/** Deletes runs that are too old, and reports that were deleted long ago. */
export async function dropOldRuns(trx: Trx, now: Date): Promise<number> {
  const before = new Date(now.getTime() - RUNS_KEPT_DAYS * 86_400_000)
  const { rows } = await sql<{ n: number }>`
    with runs as (delete from scheduled_report_run where at < ${before} and stored_name is null returning 1),
    reports as (delete from scheduled_report m where m.deleted_at < ${before} and not exists (
      select from scheduled_report_run r where r.scheduled_report_id = m.scheduled_report_id and r.stored_name is not null) returning 1)
    select (select count(*) from runs)::int + (select count(*) from reports)::int as n`.execute(trx)
  return rows[0]?.n ?? 0
}

/** Whether the test that was asked for at a time is made. */
export const isTested = async (db: Db, id: number, askedAt: Date): Promise<boolean> =>
  (
    await sql<{ ok: boolean }>`select exists (select from scheduled_report_run
      where scheduled_report_id = ${id} and is_test and due_at = ${askedAt}) as ok`.execute(db)
  ).rows[0]?.ok ?? false
export const isStopped = async (
  db: Db,
  { scheduledReportId, ...receiver }: Receiver & { scheduledReportId: number },
): Promise<boolean> =>
  (
    await sql<{ ok: boolean }>`select exists (select from scheduled_report_receiver s
      where s.scheduled_report_id = ${scheduledReportId} and s.stopped_at is not null
        and ${'userId' in receiver ? sql`s.user_id = ${receiver.userId}` : sql`s.address = ${receiver.address}`}) as ok`.execute(
      db,
    )
  ).rows[0]?.ok ?? false
