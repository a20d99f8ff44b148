// What a person's bell holds: alerts in the order in which they rang, and notices for this person alone.
import { type RawBuilder, sql } from 'kysely'
import { type AlertRow, textOf } from '#operations/alerts/alert.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { type BellEntry, MOST_COUNTED } from './bell.contract.ts'

/** The bell is of a person, and of the teams whose alerts that person may see. */
export type Reader = { userId: number; teams: readonly number[] }

/** What the reader has read, one row `b`. */
const readBy = (userId: number) => sql`select u.created_at, coalesce(o.read_to, 0) as read_to,
  coalesce(o.read_rings, '{}'::int8multirange) as read_rings from app_user u left join alert_bell o on o.user_id = u.id where u.id = ${userId}`
/** What rang before a person's account was made, the person need not read. */
const isUnread = sql<boolean>`(r.rang > b.read_to and not r.rang <@ b.read_rings and r.at >= b.created_at)`

/**
 * The last alerts that rang in the teams, each once, by the last time; of all, or of those that the reader has not read. Asked
 * team by team, so that each costs a few rows.
 */
const rangIn = ({ userId, teams }: Reader, most: number, which: RawBuilder<boolean> = sql`true`) => sql`
  select l.rang, l.alert_id, l.is_unread, l.at from (${readBy(userId)}) b
  cross join unnest(${sql.val([...teams])}::int[]) t (team_id) cross join lateral (
    select r.rang, r.alert_id, r.at, ${isUnread} as is_unread from alert_rang r where r.team_id = t.team_id and ${which} and not exists (
      select from alert_rang later where later.alert_id = r.alert_id and later.rang > r.rang)
    order by r.rang desc limit ${most}) l
  order by l.rang desc limit ${most}`

type Counted = { unread: number; critical: number }
export async function countUnread(db: Db | Trx, reader: Reader): Promise<Counted> {
  const { rows } = await sql<Counted>`
    with fresh as materialized (${rangIn(reader, MOST_COUNTED, isUnread)}),
    notices as (select from bell_notice where user_id = ${reader.userId} and read_at is null limit ${MOST_COUNTED})
    select least(${MOST_COUNTED}, (select count(*) from fresh) + (select count(*) from notices))::int as unread,
      (select count(*) from fresh join alert a using (alert_id) where a.severity = 'Critical' and a.state = 'Open')::int as critical`.execute(
    db,
  )
  return rows[0] ?? { unread: 0, critical: 0 }
}

type AlertLine = Stored<'alert'> & Pick<AlertRow, 'factText'> & { rang: number; rangAt: Date; isUnread: boolean }
/** An entry, with the number of its ring where it is an alert. */
type Ring = { entry: BellEntry; rang: number | null }
const alertsOf = async (db: Db, reader: Reader, most: number): Promise<Ring[]> => {
  const { rows } = await sql<AlertLine>`
    select a.*, a.facts::text as fact_text, l.rang::int, l.at as rang_at, l.is_unread
    from (${rangIn(reader, most)}) l join alert a using (alert_id) order by l.rang desc`.execute(db)
  return rows.map(row => ({
    rang: row.rang,
    entry: {
      id: `alert-${row.alertId}`,
      at: row.rangAt.toISOString(),
      severity: row.severity as BellEntry['severity'],
      text: textOf(row),
      to: `/alerts/${row.alertId}`,
      isUnread: row.isUnread,
      isOver: row.state === 'Closed',
    },
  }))
}
const noticesOf = async (db: Db, userId: number, most: number): Promise<Ring[]> => {
  const rows = await db
    .selectFrom('bellNotice')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('bellNoticeId', 'desc')
    .limit(most)
    .execute()
  return rows.map(n => ({
    rang: null,
    entry: {
      id: `notice-${n.bellNoticeId}`,
      at: n.at.toISOString(),
      severity: null,
      text: n.text,
      to: n.leadsTo,
      isUnread: n.readAt === null,
      isOver: false,
    },
  }))
}

type Listed = { first: number; last: number; entries: BellEntry[]; hasMore: boolean }
/** The last alerts of the scope and the last notices of the person together, newest first. */
export async function listOf(db: Db, reader: Reader, most: number): Promise<Listed> {
  const [alerts, notices] = await Promise.all([alertsOf(db, reader, most + 1), noticesOf(db, reader.userId, most + 1)])
  const all = [...alerts, ...notices].toSorted((a, b) => b.entry.at.localeCompare(a.entry.at))
  const listed = all.slice(0, most)
  const rings = listed.flatMap(l => l.rang ?? [])
  const areAll = rings.length === alerts.length
  return {
    first: areAll || rings.length === 0 ? 0 : Math.min(...rings),
    last: rings.length === 0 ? 0 : Math.max(...rings),
    entries: listed.map(l => l.entry),
    hasMore: all.length > most,
  }
}

type Read = { from: number; to: number; notices: readonly number[]; until: Date | null; at: Date }
/** Never back to what was read before: two tabs may tell it out of order. */
export async function markRead(trx: Trx, userId: number, { notices, until, at, ...read }: Read): Promise<void> {
  const { to } = read
  const from = until === null ? read.from : 0
  await sql`with told as (select least(${to}::bigint, coalesce((select max(rang) from alert_rang), 0)) as read_to),
      o as (select read_to, case when ${from}::bigint between 1 and read_to then int8multirange(int8range(${from}, read_to, '[]'))
        else '{}'::int8multirange end as rings from told)
    insert into alert_bell as b (user_id, read_to, read_rings)
    select ${userId}, case when ${from}::bigint = 0 then read_to else 0 end, rings from o
    on conflict (user_id) do update set read_to = greatest(b.read_to, excluded.read_to),
      read_rings = (b.read_rings + excluded.read_rings) - int8multirange(int8range(null, greatest(b.read_to, excluded.read_to), '[]'))`.execute(
    trx,
  )
  await sql`update bell_notice set read_at = ${at} where user_id = ${userId} and read_at is null
    and (bell_notice_id = any(${sql.val([...notices])}::bigint[]) or at <= ${until}::timestamptz)`.execute(trx)
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
