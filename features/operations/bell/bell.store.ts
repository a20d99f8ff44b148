// What a person's bell holds: alerts in the order in which they rang, and notices for this person alone.
import { sql } from 'kysely'
import { type AlertRow, textOf } from '#operations/alerts/alert.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { type BellEntry, LISTED, MOST_COUNTED } from './bell.contract.ts'

/** The last alerts that rang in the teams, each once, by the last time. Asked team by team, so that each costs a few rows. */
const rangIn = (teams: readonly number[], most: number) => sql`select l.rang, l.alert_id, l.at
  from unnest(${sql.val([...teams])}::int[]) t (team_id) cross join lateral (
    select r.rang, r.alert_id, r.at from alert_rang r where r.team_id = t.team_id and not exists (
      select from alert_rang later where later.alert_id = r.alert_id and later.rang > r.rang)
    order by r.rang desc limit ${most}) l
  order by l.rang desc limit ${most}`

/** The bell is of a person, and of the teams whose alerts that person may see. */
export type Reader = { userId: number; teams: readonly number[] }
type Counted = { unread: number; critical: number; last: number }

/** What rang before a person's account was made, the person need not read. */
export async function countUnread(db: Db | Trx, { userId, teams }: Reader): Promise<Counted> {
  const { rows } = await sql<Counted>`
    with rang as materialized (${rangIn(teams, MOST_COUNTED)}),
    fresh as (select r.alert_id from rang r join app_user u on u.id = ${userId}
      where r.at >= u.created_at and r.rang > ${readTo(userId)}),
    notices as (select from bell_notice where user_id = ${userId} and read_at is null limit ${MOST_COUNTED})
    select least(${MOST_COUNTED}, (select count(*) from fresh) + (select count(*) from notices))::int as unread,
      (select count(*) from fresh join alert a using (alert_id) where a.severity = 'Critical' and a.state = 'Open')::int as critical,
      coalesce((select max(rang) from rang), 0)::int as last`.execute(db)
  return rows[0] ?? { unread: 0, critical: 0, last: 0 }
}
const readTo = (userId: number) => sql`coalesce((select read_to from alert_bell where user_id = ${userId}), 0)`

type AlertLine = Stored<'alert'> & Pick<AlertRow, 'factText'> & { rangAt: Date; isUnread: boolean }
const alertsOf = async (db: Db, { userId, teams }: Reader): Promise<BellEntry[]> => {
  const { rows } = await sql<AlertLine>`
    select a.*, a.facts::text as fact_text, l.at as rang_at,
      l.rang > ${readTo(userId)} and l.at >= u.created_at as is_unread
    from (${rangIn(teams, LISTED)}) l join alert a using (alert_id) join app_user u on u.id = ${userId}`.execute(db)
  return rows.map(row => ({
    id: `alert-${row.alertId}`,
    at: row.rangAt.toISOString(),
    severity: row.severity as BellEntry['severity'],
    text: textOf(row),
    to: `/alerts/${row.alertId}`,
    isUnread: row.isUnread,
    isOver: row.state === 'Closed',
  }))
}
const noticesOf = async (db: Db, userId: number): Promise<BellEntry[]> => {
  const rows = await db
    .selectFrom('bellNotice')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('bellNoticeId', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map(n => ({
    id: `notice-${n.bellNoticeId}`,
    at: n.at.toISOString(),
    severity: null,
    text: n.text,
    to: n.leadsTo,
    isUnread: n.readAt === null,
    isOver: false,
  }))
}

/** The last alerts of the scope and the last notices of the person together, newest first. */
export async function entriesOf(db: Db, reader: Reader): Promise<BellEntry[]> {
  const [alerts, notices] = await Promise.all([alertsOf(db, reader), noticesOf(db, reader.userId)])
  return [...alerts, ...notices].toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, LISTED)
}

/** Never back to what was read before: two tabs may tell it out of order. */
export async function markRead(
  trx: Trx,
  userId: number,
  { to, notices, at }: { to: number; notices: readonly number[]; at: Date },
): Promise<void> {
  await sql`insert into alert_bell (user_id, read_to)
    select ${userId}, least(${to}::bigint, coalesce((select max(rang) from alert_rang), 0))
    on conflict (user_id) do update set read_to = greatest(alert_bell.read_to, excluded.read_to)`.execute(trx)
  await sql`update bell_notice set read_at = ${at} where user_id = ${userId} and read_at is null
    and bell_notice_id = any(${sql.val([...notices])}::bigint[])`.execute(trx)
}

/**
 * `to`: the page of the portal that it leads to; `about`: what makes it the same however often it is told; `replaces`: how
 * `about` begins in earlier notices whose place it takes.
 */
export type NewNotice = {
  userId: number
  companyId: number
  text: string
  to: string
  about: string
  replaces?: string
}
/** Puts notices into people's bells, with the commit of `trx`; returns those whom it told something new. */
export async function putNotices(trx: Trx, notices: readonly NewNotice[], at: Date): Promise<number[]> {
  if (notices.length === 0) return []
  const replacing = notices.filter(n => n.replaces !== undefined)
  if (replacing.length > 0)
    await sql`delete from bell_notice b using jsonb_to_recordset(${JSON.stringify(replacing)}::jsonb)
        x ("userId" int, about text, replaces text)
      where b.user_id = x."userId" and starts_with(b.about, x.replaces) and b.about <> x.about`.execute(trx)
  const rows = await trx
    .insertInto('bellNotice')
    .values(
      notices.map(n => ({
        userId: n.userId,
        companyId: n.companyId,
        at,
        text: n.text.slice(0, 500),
        leadsTo: n.to,
        about: n.about,
      })),
    )
    .onConflict(c => c.column('about').doNothing())
    .returning('userId')
    .execute()
  return [...new Set(rows.map(r => r.userId))]
}

const KEPT_MS = 90 * 86_400_000
/** Takes out notices of more than 90 days ago; answers how many. */
export const dropOldNotices = async (db: Db | Trx, now: Date): Promise<number> => {
  const before = new Date(now.getTime() - KEPT_MS)
  return Number((await db.deleteFrom('bellNotice').where('at', '<', before).executeTakeFirst()).numDeletedRows)
}
