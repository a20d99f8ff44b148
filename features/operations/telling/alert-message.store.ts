// Messages about alerts: written, handed over, held back, and what has become of each (ALERT-07, ALERT-08).
import { sql } from 'kysely'
import type { Channel } from '#operations/alerts/alert.words.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Occasion } from './message.rules.ts'
import type { PutOff } from './put-off.rules.ts'

export type NewMessage = {
  companyId: number
  alertRuleId: number
  what: Occasion | 'held back'
  channel: Channel | 'webhook'
  userId: number | null
  recipient: string
  alertIds: number[]
  subject: string
  body: string
  leadsTo: string
  dueAt: Date
  /** Why it cannot leave at all. */
  error?: string
}
export async function addMessages(trx: Trx, messages: readonly NewMessage[], at: Date): Promise<void> {
  for (let n = 0; n < messages.length; n += 500)
    await trx
      .insertInto('alertMessage')
      .values(
        messages.slice(n, n + 500).map(m => ({
          ...m,
          error: m.error ?? null,
          state: m.error === undefined ? ('waiting' as const) : ('failed' as const),
          createdAt: at,
        })),
      )
      .execute()
}

export type WaitingMessage = {
  alertMessageId: number
  companyId: number
  what: NewMessage['what']
  channel: NewMessage['channel']
  userId: number | null
  recipient: string
  subject: string
  body: string
  /** Messages of the company that left to the same recipient by the same way within the last hour, tests left out. */
  leftInHour: number
}
/** How many messages of the company of message `m` left to its recipient by its way within an hour. */
const leftInHour = (
  at: Date,
) => sql<number>`(select count(*)::int from alert_message l where l.company_id = m.company_id
  and l.channel = m.channel and l.recipient = m.recipient and l.what <> 'test' and l.left_at > ${at}::timestamptz - interval '1 hour')`
/** Messages whose time has come, locked: first those that say what was held back, then the oldest. */
export async function takeWaiting(trx: Trx, at: Date, most: number): Promise<WaitingMessage[]> {
  const { rows } = await sql<WaitingMessage>`
    select m.alert_message_id::int, m.company_id, m.what, m.channel, m.user_id, m.recipient, m.subject, m.body,
      ${leftInHour(at)} as left_in_hour
    from alert_message m where m.state = 'waiting' and m.due_at <= ${at}
    order by m.what = 'held back' desc, m.due_at, m.alert_message_id limit ${most} for update`.execute(trx)
  return rows
}

/** How often a rule was tested since then; the messages of one test are written at one moment. */
export const testsSince = async (trx: Trx, alertRuleId: number, since: Date): Promise<number> =>
  (
    await sql<{ n: number }>`select count(distinct created_at)::int as n from alert_message
      where alert_rule_id = ${alertRuleId} and what = 'test' and created_at > ${since}`.execute(trx)
  ).rows[0]?.n ?? 0

export type PutOffMessage = PutOff & {
  companyId: number
  alertRuleId: number
  channel: NewMessage['channel']
  userId: number | null
  recipient: string
}
/** Messages about alerts that were put off, and whose time has come, locked, oldest first. */
export const takePutOff = async (trx: Trx, at: Date): Promise<PutOffMessage[]> =>
  (
    await sql<PutOffMessage>`
      select m.alert_message_id::int as id, m.company_id, m.alert_rule_id, m.channel, m.user_id, m.recipient, m.what,
        array(select id::int from unnest(m.alert_ids) id) as alert_ids
      from alert_message m where m.state = 'waiting' and m.due_at <= ${at} and m.due_at > m.created_at
        and m.what in ('opened', 'escalated', 'over')
      order by m.alert_message_id for update`.execute(trx)
  ).rows
/** Puts other words, of other alerts, into a message that waits. */
export const rewrite = (
  trx: Trx,
  alertMessageId: number,
  words: Pick<NewMessage, 'alertIds' | 'subject' | 'body' | 'leadsTo'>,
): Promise<unknown> => trx.updateTable('alertMessage').set(words).where('alertMessageId', '=', alertMessageId).execute()

export const endMessage = (
  trx: Db | Trx,
  alertMessageId: number,
  end: {
    state: 'sending' | 'sent' | 'failed' | 'held back' | 'dropped'
    leftAt?: Date
    error?: string | null
    outboxId?: number
  },
): Promise<unknown> => trx.updateTable('alertMessage').set(end).where('alertMessageId', '=', alertMessageId).execute()
/** What went wrong with a message that is tried again. */
export const noteError = (db: Db, alertMessageId: number, error: string): Promise<unknown> =>
  db
    .updateTable('alertMessage')
    .set({ error: error.slice(0, 500) })
    .where('alertMessageId', '=', alertMessageId)
    .execute()

export type HeldBack = {
  companyId: number
  alertRuleId: number
  channel: Channel
  userId: number | null
  recipient: string
  n: number
  /** What they were about. */
  alertIds: number[]
}
/** Recipients of whose messages some were held back and who may be told again; marks those messages as counted. */
export async function takeHeldBack(trx: Trx, at: Date, mostInHour: number): Promise<HeldBack[]> {
  const { rows } = await sql<HeldBack>`
    with free as (select m.company_id, m.channel, m.recipient from alert_message m where m.state = 'held back' group by 1, 2, 3
      having ${leftInHour(at)} < ${mostInHour}),
    counted as (update alert_message m set state = 'dropped', error = ${HELD_BACK} from free f
      where m.state = 'held back' and m.company_id = f.company_id and m.channel = f.channel and m.recipient = f.recipient
      returning m.company_id, m.alert_rule_id, m.channel, m.user_id, m.recipient, m.alert_ids)
    select company_id, max(alert_rule_id) as alert_rule_id, channel, max(user_id) as user_id, recipient, count(*)::int as n,
      array(select distinct id::int from counted o cross join lateral unnest(o.alert_ids) id where o.company_id = counted.company_id
        and o.channel = counted.channel and o.recipient = counted.recipient order by 1) as alert_ids
    from counted group by company_id, channel, recipient`.execute(trx)
  return rows
}
export const HELD_BACK = 'More than 20 messages in an hour'

export type MessageOut = {
  channel: NewMessage['channel']
  recipient: string
  subject: string
  body: string
  leadsTo: string
  state: string
  createdAt: Date
  alertRuleId: number
  secretNo: number
}
/** A message that a worker is to send. */
export async function getMessage(db: Db, alertMessageId: number): Promise<MessageOut | undefined> {
  const { rows } =
    await sql<MessageOut>`select m.channel, m.recipient, m.subject, m.body, m.leads_to, m.state, m.created_at,
    m.alert_rule_id, r.webhook_secret_no as secret_no from alert_message m join alert_rule r using (alert_rule_id)
    where m.alert_message_id = ${alertMessageId}`.execute(db)
  return rows[0]
}

/** What was told of an alert, newest first: by which way, to whom, and what has become of it. */
export type ToldLine = {
  id: number
  at: Date
  what: NewMessage['what']
  channel: NewMessage['channel']
  to: string
  state: string
  error: string | null
}
export async function toldOf(db: Db, alertId: number): Promise<ToldLine[]> {
  const { rows } =
    await sql<ToldLine>`select m.alert_message_id::int as id, coalesce(m.left_at, m.due_at) as at, m.what, m.channel,
      case when u.id is null then m.recipient else u.username end as "to",
      case when m.outbox_id is null then m.state when o.is_kept then 'kept' when o.sent_at is null and o.error is not null then 'failed'
        when m.state = 'sent' and o.sent_at is null then 'sending' else m.state end as state,
      coalesce(m.error, case when o.sent_at is null then o.error end) as error
    from alert_message m left join app_user u on u.id = m.user_id left join outbox o on o.outbox_id = m.outbox_id
    where m.alert_ids @> array[${alertId}::bigint] order by m.alert_message_id desc limit 100`.execute(db)
  return rows
}

const KEPT_MS = 90 * 86_400_000
/** Takes out messages of more than 90 days ago; answers how many. */
export const dropOldMessages = async (db: Db | Trx, now: Date): Promise<number> => {
  const before = new Date(now.getTime() - KEPT_MS)
  const gone = await db.deleteFrom('alertMessage').where('createdAt', '<', before).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
