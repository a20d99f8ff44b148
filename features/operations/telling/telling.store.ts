// Which alerts are to be told now, to whom, and what has become of the messages (ALERT-07, ALERT-08).
import { sql } from 'kysely'
import type { Channel, Severity } from '#operations/alerts/alert.words.ts'
import type { AlertFacts } from '#operations/alerts/alert-kind.store.ts'
import { ALERT_KINDS } from '#operations/alerts/alert-kinds.store.ts'
import { isOfHardware, silencedUntilSql } from '#operations/alerts/alert-silence.store.ts'
import type { Quiet } from '#operations/alerts/quiet-hours.rules.ts'
import { texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Occasion } from './message.rules.ts'

/** An alert that is due to be told, with its rule. */
export type DueAlert = {
  alertId: number
  alertRuleId: number
  companyId: number
  kind: string
  severity: Severity
  subjectName: string
  factText: string
  since: Date
  closedWhy: string | null
  ruleName: string
  channels: Channel[]
  addresses: string[]
  phones: string[]
  webhooks: string[]
  quietText: string | null
  escalateMinutes: number | null
}
export const factsOf = (a: Pick<DueAlert, 'factText'>): AlertFacts => JSON.parse(a.factText) as AlertFacts
export const quietOf = (a: Pick<DueAlert, 'quietText'>): Quiet[] =>
  a.quietText === null ? [] : JSON.parse(a.quietText)

const COLUMNS = sql`a.alert_id::int, a.alert_rule_id, a.company_id, a.kind, a.severity, a.subject_name, a.facts::text as fact_text, a.since,
  a.closed_why, r.name as rule_name, r.channels, r.addresses, r.phones, r.webhooks, r.quiet_hours::text as quiet_text,
  r.escalate_minutes`
/** Planned maintenance of its charger or site silences an alert; where it stands afterwards, it is told then. */
const OF_HARDWARE = ALERT_KINDS.filter(isOfHardware).map(k => k.id)
const isSilenced = sql<boolean>`(a.kind = any(${texts(OF_HARDWARE)}) and ${silencedUntilSql({
  pk: sql`a.chargepoint_pk`,
  zone: sql`a.zone_id`,
})} is not null)`
const SOMEBODY = sql`cardinality(r.user_ids) + cardinality(r.role_ids) + cardinality(r.addresses) + cardinality(r.phones)
  + cardinality(r.webhooks) > 0`

/** Telling follows telling, over all nodes: nothing is told by two at once. */
export const holdTelling = (trx: Trx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('telling of alerts', 0))`.execute(trx)

/**
 * Alerts that have stood for as long as their rule waits and that nobody has acknowledged, once the first of a rule has been
 * gathered for long enough; marks them as told. One that came back after its end was told counts anew.
 */
export async function takeOpened(trx: Trx, at: Date): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`
    with due as (select ${COLUMNS}, a.last_rang + make_interval(mins => r.wait_minutes) as due_at, r.gather_minutes
      from (select a.*, (select max(g.at) from alert_rang g where g.alert_id = a.alert_id) as last_rang from alert a
        where a.state = 'Open') a
      join alert_rule r using (alert_rule_id) left join alert_telling t using (alert_id)
      where r.is_active and r.deleted_at is null and ${SOMEBODY} and not ${isSilenced} and (t.alert_id is null or t.end_told_at is not null)),
    ripe as (select * from due d where d.due_at <= ${at} and (select min(f.due_at) from due f
      where f.alert_rule_id = d.alert_rule_id) + make_interval(mins => d.gather_minutes) <= ${at}),
    told as (insert into alert_telling (alert_id, told_at) select alert_id, ${at} from ripe
      on conflict (alert_id) do update set told_at = excluded.told_at, escalated_at = null, end_told_at = null)
    select * from ripe order by alert_id`.execute(trx)
  return rows
}

/** Alerts that were told and that nobody has acknowledged for as long as their rule allows; marks them as escalated. */
export async function takeEscalated(trx: Trx, at: Date): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`
    with due as (select ${COLUMNS} from alert a join alert_rule r using (alert_rule_id) join alert_telling t using (alert_id)
      where a.state = 'Open' and r.is_active and r.deleted_at is null and r.escalate_minutes is not null
        and not ${isSilenced} and t.escalated_at is null and t.end_told_at is null and t.told_at + make_interval(mins => r.escalate_minutes) <= ${at}),
    told as (update alert_telling t set escalated_at = ${at} from due where t.alert_id = due.alert_id)
    select * from due order by alert_id`.execute(trx)
  return rows
}

/** Alerts that were told and are closed, gathered as openings are; marks their ends as told, also where the rule tells none. */
export async function takeEnded(trx: Trx, at: Date): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert & { tellsEnd: boolean }>`
    with due as (select ${COLUMNS}, a.closed_at, r.gather_minutes, r.tells_end and r.deleted_at is null as tells_end
      from alert_telling t join alert a using (alert_id) join alert_rule r using (alert_rule_id)
      where t.end_told_at is null and a.state = 'Closed'),
    ripe as (select * from due d where not d.tells_end or (select min(f.closed_at) from due f
      where f.alert_rule_id = d.alert_rule_id) + make_interval(mins => d.gather_minutes) <= ${at}),
    told as (update alert_telling t set end_told_at = ${at} from ripe where t.alert_id = ripe.alert_id)
    select * from ripe where tells_end order by alert_id`.execute(trx)
  return rows
}

/** A person who is told of some alerts, with what the person has chosen for each way. */
export type ToldPerson = {
  alertRuleId: number
  userId: number
  alertIds: number[]
  email: string
  phone: string | null
  choices: Partial<Record<Channel, { least: Severity | 'Nothing'; from: string | null; to: string | null }>>
  browsers: number[]
}

/**
 * The people whom the rules name for the alerts: by their names, and by the role that counts where the alert is. Nobody is
 * told of an alert that the portal would not show to that person now.
 */
export async function peopleOf(
  trx: Trx,
  alertIds: readonly number[],
  side: 'first' | 'escalation',
): Promise<ToldPerson[]> {
  const [users, roles] =
    side === 'first' ? [sql`r.user_ids`, sql`r.role_ids`] : [sql`r.escalate_user_ids`, sql`r.escalate_role_ids`]
  const { rows } = await sql<Omit<ToldPerson, 'choices'> & { choiceText: string | null }>`
    with held as (select a.alert_id, a.alert_rule_id, m.user_id, m.role_id, ${users} as users, ${roles} as roles,
        row_number() over (partition by a.alert_id, m.user_id order by cardinality(mt.path) desc) as nearness
      from alert a join alert_rule r using (alert_rule_id) join team t on t.id = a.team_id
      join team_member m on m.team_id = any(t.path) join team mt on mt.id = m.team_id
      where a.alert_id = any(${sql.val([...alertIds])}::bigint[])),
    told as (select h.alert_rule_id, h.user_id, array_agg(h.alert_id::int order by h.alert_id) as alert_ids from held h
      where h.nearness = 1 and (h.user_id = any(h.users) or h.role_id = any(h.roles))
        and exists (select from role_access x where x.role_id = h.role_id and x.feature_id = 20 and x.can_view)
      group by h.alert_rule_id, h.user_id)
    select told.alert_rule_id, told.user_id, told.alert_ids, u.email, u.phone,
      (select json_object_agg(c.channel, json_build_object('least', c.least, 'from', c.from_time, 'to', c.to_time))::text
        from alert_choice c where c.user_id = u.id) as choice_text,
      array(select b.push_browser_id from push_browser b where b.user_id = u.id order by 1) as browsers
    from told join app_user u on u.id = told.user_id join team c on c.id = u.company_id
    where u.is_active and c.is_active order by told.alert_rule_id, told.user_id`.execute(trx)
  return rows.map(({ choiceText, ...p }) => ({ ...p, choices: choiceText === null ? {} : JSON.parse(choiceText) }))
}

/** A rule as if one of its alerts were due. */
export async function ruleToTest(trx: Trx, alertRuleId: number): Promise<DueAlert | undefined> {
  const { rows } =
    await sql<DueAlert>`select 0 as alert_id, r.alert_rule_id, r.company_id, r.kind, r.severity, '' as subject_name,
    '{}' as fact_text, now() as since, null as closed_why, r.name as rule_name, r.channels, r.addresses, r.phones, r.webhooks,
    null as quiet_text, r.escalate_minutes from alert_rule r where r.alert_rule_id = ${alertRuleId}`.execute(trx)
  return rows[0]
}
/** The people whom a rule would tell of an alert of its own team. */
export async function peopleToTest(trx: Trx, alertRuleId: number): Promise<Omit<ToldPerson, 'alertIds' | 'choices'>[]> {
  const { rows } = await sql<Omit<ToldPerson, 'alertIds' | 'choices'>>`
    with held as (select r.alert_rule_id, m.user_id, m.role_id, r.user_ids, r.role_ids,
        row_number() over (partition by m.user_id order by cardinality(mt.path) desc) as nearness
      from alert_rule r join team t on t.id = r.team_id join team_member m on m.team_id = any(t.path) join team mt on mt.id = m.team_id
      where r.alert_rule_id = ${alertRuleId})
    select h.alert_rule_id, u.id as user_id, u.email, u.phone,
      array(select b.push_browser_id from push_browser b where b.user_id = u.id order by 1) as browsers
    from held h join app_user u on u.id = h.user_id
    where h.nearness = 1 and u.is_active and (h.user_id = any(h.user_ids) or h.role_id = any(h.role_ids))
      and exists (select from role_access x where x.role_id = h.role_id and x.feature_id = 20 and x.can_view)
    order by u.id`.execute(trx)
  return rows
}

/** Of these addresses, those whose owners want no mails of the company. */
export const stoppedOf = async (trx: Trx, companyId: number, addresses: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await trx
        .selectFrom('alertStop')
        .select('address')
        .where('companyId', '=', companyId)
        .where('address', 'in', [...addresses, ''])
        .execute()
    ).map(r => r.address),
  )

/** To whom the openings of alerts went, so that their ends go there too. */
export type ToldBefore = {
  alertRuleId: number
  channel: Channel | 'webhook'
  userId: number | null
  recipient: string
  alertIds: number[]
}
export async function toldBefore(trx: Trx, alertIds: readonly number[]): Promise<ToldBefore[]> {
  const ids = sql`${sql.val([...alertIds])}::bigint[]`
  const { rows } = await sql<ToldBefore>`
    select m.alert_rule_id, m.channel, m.user_id, m.recipient, array_agg(distinct id::int order by id::int) as alert_ids
    from alert_message m cross join lateral unnest(m.alert_ids) id
    where m.alert_ids && ${ids} and id = any(${ids}) and m.what in ('opened', 'escalated') and m.state in ('sending', 'sent')
    group by 1, 2, 3, 4`.execute(trx)
  return rows
}

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
  alertRuleId: number
  what: NewMessage['what']
  channel: NewMessage['channel']
  userId: number | null
  recipient: string
  subject: string
  body: string
  leadsTo: string
  /** It was put off, and all of its alerts are over meanwhile. */
  isOver: boolean
  /** Messages that left to the same recipient by the same way within the last hour. */
  leftInHour: number
}
/** Messages whose time has come, locked, oldest first. */
export async function takeWaiting(trx: Trx, at: Date, most: number): Promise<WaitingMessage[]> {
  const { rows } = await sql<WaitingMessage>`
    select m.alert_message_id::int, m.company_id, m.alert_rule_id, m.what, m.channel, m.user_id, m.recipient, m.subject,
      m.body, m.leads_to,
      m.what in ('opened', 'escalated') and m.due_at > m.created_at and not exists (
        select from alert a where a.alert_id = any(m.alert_ids) and a.state <> 'Closed') as is_over,
      (select count(*)::int from alert_message l where l.channel = m.channel and l.recipient = m.recipient
        and l.left_at > ${at}::timestamptz - interval '1 hour') as left_in_hour
    from alert_message m where m.state = 'waiting' and m.due_at <= ${at}
    order by m.due_at, m.alert_message_id limit ${most} for update`.execute(trx)
  return rows
}

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
}
/** Recipients of whose messages some were held back and who may be told again; marks those messages as counted. */
export async function takeHeldBack(trx: Trx, at: Date, mostInHour: number): Promise<HeldBack[]> {
  const { rows } = await sql<HeldBack>`
    with free as (select channel, recipient from alert_message m where state = 'held back' group by 1, 2
      having (select count(*) from alert_message l where l.channel = m.channel and l.recipient = m.recipient
        and l.left_at > ${at}::timestamptz - interval '1 hour') < ${mostInHour}),
    counted as (update alert_message m set state = 'dropped', error = ${HELD_BACK} from free f
      where m.state = 'held back' and m.channel = f.channel and m.recipient = f.recipient
      returning m.company_id, m.alert_rule_id, m.channel, m.user_id, m.recipient)
    select min(company_id) as company_id, max(alert_rule_id) as alert_rule_id, channel, max(user_id) as user_id, recipient,
      count(*)::int as n from counted group by channel, recipient`.execute(trx)
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
      case when m.outbox_id is not null and o.sent_at is null and o.error is not null then 'failed' else m.state end as state,
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
