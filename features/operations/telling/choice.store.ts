// What people have chosen to be told, who has stopped mails, and whom a rule may tell.
import { sql } from 'kysely'
import { CHANNELS } from '#operations/alerts/alert.words.ts'
import type { AlertChoice } from '#operations/alerts/alert-choices-body.contract.ts'
import { costTextSql } from '#operations/alerts/alert-cost.store.ts'
import { roleSeesAlerts, seesAlerts } from '#operations/alerts/alert-reader.store.ts'
import { OFFERED } from '#operations/alerts/alert-telling.words.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Receiver } from './stop.rules.ts'

/** By each way; where nothing was chosen: everything, at all hours. */
export async function choicesOf(db: Db | Trx, userId: number): Promise<AlertChoice[]> {
  const rows = await db.selectFrom('alertChoice').selectAll().where('userId', '=', userId).execute()
  return CHANNELS.map(channel => {
    const row = rows.find(r => r.channel === channel)
    const least = (row?.least ?? 'Minor') as AlertChoice['least']
    return { channel, least, from: row?.fromTime ?? null, to: row?.toTime ?? null }
  })
}
export const setChoices = (trx: Trx, userId: number, choices: readonly AlertChoice[]): Promise<unknown> =>
  sql`insert into alert_choice (user_id, channel, least, from_time, to_time)
    select ${userId}, c.channel, c.least, c."from", c."to"
    from json_to_recordset(${JSON.stringify(choices)}::json) c (channel text, least text, "from" text, "to" text)
    on conflict (user_id, channel) do update
    set least = excluded.least, from_time = excluded.from_time, to_time = excluded.to_time`.execute(trx)

type Contact = { username: string; email: string; phone: string | null; companyId: number }
export const contactOf = (db: Db | Trx, userId: number): Promise<Contact | undefined> =>
  db
    .selectFrom('appUser')
    .select(['username', 'email', 'phone', 'companyId'])
    .where('id', '=', userId)
    .executeTakeFirst()

/** Whether mails are stopped for a receiver; undefined where there is none such. */
export async function isStopped(db: Db | Trx, r: Receiver): Promise<boolean | undefined> {
  if ('userId' in r) {
    if (!(await contactOf(db, r.userId))) return undefined
    return (await choicesOf(db, r.userId)).find(c => c.channel === 'mail')?.least === 'Nothing'
  }
  const { rows } = await sql<{ stopped: boolean }>`select exists (select from alert_stop s
    where s.company_id = t.id and s.address = ${r.address}) as stopped from team t where t.id = ${r.companyId}`.execute(
    db,
  )
  return rows[0]?.stopped
}
export const stopAddress = (trx: Trx, companyId: number, address: string, at: Date): Promise<unknown> =>
  trx
    .insertInto('alertStop')
    .values({ companyId, address, at })
    .onConflict(c => c.doNothing())
    .execute()
export const startAddress = (trx: Trx, companyId: number, address: string): Promise<unknown> =>
  trx.deleteFrom('alertStop').where('companyId', '=', companyId).where('address', '=', address).execute()

type Option = { id: number; name: string; detail: string }
type Found = { options: Option[]; total: number }
/** Teams of the company above and below, whose members may hear of the team's alerts. */
const MEMBERS = (teamId: number) => sql`team_member m join team mt on mt.id = m.team_id join team t on t.id = ${teamId}`
const NEAR = sql`mt.company_id = t.company_id and (mt.id = any(t.path) or t.id = any(mt.path))`

/** `as`: who may see the team; who sees alerts of the team or of one below; or who sees all alerts of the team, and so may have them. */
const SEEING = {
  member: sql`mt.id = any(t.path)`,
  recipient: roleSeesAlerts(sql`r.id`),
  assignee: seesAlerts(sql`u.id`, sql`t.path`),
}
type Asked = { q: string; keys?: readonly number[] | undefined; as: 'member' | 'recipient' | 'assignee' }
export async function peopleFor(db: Db, teamId: number, { q, keys, as }: Asked): Promise<Found> {
  const like = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<Option & { total: number }>`
    select u.id, u.username as name, trim(u.first_name || ' ' || u.last_name) || ', ' || string_agg(distinct r.name, ', ') as detail,
      count(*) over ()::int as total
    from ${MEMBERS(teamId)} join app_user u on u.id = m.user_id join role r on r.id = m.role_id
    where ${NEAR} and u.is_active and ${SEEING[as]} and ${
      keys
        ? sql`u.id = any(${sql.val([...keys])}::int[])`
        : sql`(u.username ilike ${like}
      or u.first_name || ' ' || u.last_name ilike ${like} or u.email ilike ${like})`
    }
    group by u.id order by u.username limit ${keys ? 1000 : OFFERED}`.execute(db)
  return { options: rows.map(({ total: _, ...o }) => o), total: rows[0]?.total ?? 0 }
}
export async function rolesFor(db: Db, teamId: number): Promise<Option[]> {
  const { rows } = await sql<{ id: number; name: string; n: number }>`
    select r.id, r.name, (select count(distinct m.user_id)::int from ${MEMBERS(teamId)} join app_user u on u.id = m.user_id
      where m.role_id = r.id and ${NEAR} and u.is_active) as n
    from role r join team own on own.id = ${teamId} where r.company_id = own.company_id and ${roleSeesAlerts(sql`r.id`)} order by r.name`.execute(
    db,
  )
  return rows.map(({ id, name, n }) => ({
    id,
    name,
    detail: `${n.toLocaleString('en-IN')} ${n === 1 ? 'person' : 'people'}`,
  }))
}

type LastOfKind = {
  alertId: number
  subjectName: string
  factText: string
  since: Date
  closedAt: Date | null
  costText: string
}
/** The last alert of a kind in a scope: what the preview of a rule is made of. */
export async function lastOfKind(db: Db, scope: Scope, kind: string) {
  const { rows } = await sql<LastOfKind>`
    select a.alert_id::int, a.subject_name, a.facts::text as fact_text, a.since, a.closed_at, ${costTextSql} as cost_text from alert a
    where a.kind = ${kind} and ${within(scope, 'a')} order by a.alert_id desc limit 1`.execute(db)
  return rows[0]
}
export const companyOf = async (db: Db, teamId: number): Promise<number> =>
  (await db.selectFrom('team').select('companyId').where('id', '=', teamId).executeTakeFirstOrThrow()).companyId
