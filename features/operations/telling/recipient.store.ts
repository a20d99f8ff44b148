// Who is told of alerts: the people whom a rule names, as the portal would show the alerts to them now, and who has stopped
// mails or was told before.
import { type RawBuilder, sql } from 'kysely'
import type { Channel, Severity } from '#operations/alerts/alert.words.ts'
import { roleSeesAlerts, roleSeesCosts } from '#operations/alerts/alert-reader.store.ts'
import type { Trx } from '#platform/db/db.ts'

/** A person who is told of some alerts, with what the person has chosen for each way. */
export type ToldPerson = {
  alertRuleId: number
  userId: number
  alertIds: number[]
  /** Those of them of which the person may see what they cost. */
  paidIds: number[]
  email: string
  phone: string | null
  choices: Partial<Record<Channel, { least: Severity | 'Nothing'; from: string | null; to: string | null }>>
  browsers: number[]
}

/**
 * The people whom rules name: by their names, and by the role that counts on the team. Nobody is told of an alert that the
 * portal would not show to that person now. `told`: rows of alert_id, alert_rule_id, team_id, users and roles.
 */
async function peopleNamed(trx: Trx, told: RawBuilder<unknown>): Promise<ToldPerson[]> {
  const { rows } = await sql<Omit<ToldPerson, 'choices'> & { choiceText: string | null }>`
    with held as (select a.*, m.user_id, m.role_id,
        row_number() over (partition by a.alert_id, m.user_id order by cardinality(mt.path) desc) as nearness
      from (${told}) a join team t on t.id = a.team_id
      join team_member m on m.team_id = any(t.path) join team mt on mt.id = m.team_id),
    named as (select h.alert_rule_id, h.user_id, array_agg(h.alert_id::int order by h.alert_id) as alert_ids,
        coalesce(array_agg(h.alert_id::int) filter (where ${roleSeesCosts(sql`h.role_id`)}), '{}') as paid_ids from held h
      where h.nearness = 1 and (h.user_id = any(h.users) or h.role_id = any(h.roles)) and ${roleSeesAlerts(sql`h.role_id`)}
      group by h.alert_rule_id, h.user_id)
    select named.alert_rule_id, named.user_id, named.alert_ids, named.paid_ids, u.email, u.phone,
      (select json_object_agg(c.channel, json_build_object('least', c.least, 'from', c.from_time, 'to', c.to_time))::text
        from alert_choice c where c.user_id = u.id) as choice_text,
      array(select b.push_browser_id from push_browser b where b.user_id = u.id order by 1) as browsers
    from named join app_user u on u.id = named.user_id join team c on c.id = u.company_id
    where u.is_active and c.is_active order by named.alert_rule_id, named.user_id`.execute(trx)
  return rows.map(({ choiceText, ...p }) => ({ ...p, choices: choiceText === null ? {} : JSON.parse(choiceText) }))
}

/** The people who are told of alerts at first, or when nobody has acknowledged them. */
export function peopleOf(trx: Trx, alertIds: readonly number[], side: 'first' | 'escalation'): Promise<ToldPerson[]> {
  const named =
    side === 'first'
      ? sql`r.user_ids as users, r.role_ids as roles`
      : sql`r.escalate_user_ids as users, r.escalate_role_ids as roles`
  return peopleNamed(
    trx,
    sql`select a.alert_id, a.alert_rule_id, a.team_id, ${named} from alert a join alert_rule r using (alert_rule_id)
      where a.alert_id = any(${sql.val([...alertIds])}::bigint[])`,
  )
}
/** The people whom a rule would tell of an alert of its own team. */
export const peopleOfRule = (trx: Trx, alertRuleId: number): Promise<ToldPerson[]> =>
  peopleNamed(
    trx,
    sql`select 0 as alert_id, r.alert_rule_id, r.team_id, r.user_ids as users, r.role_ids as roles from alert_rule r
      where r.alert_rule_id = ${alertRuleId}`,
  )

/** Of alerts, those of which a person may see what they cost. */
export const paidOf = async (trx: Trx, userId: number, alertIds: readonly number[]): Promise<number[]> =>
  (
    await sql<{ id: number }>`select a.alert_id::int as id from alert a join team t on t.id = a.team_id
      where a.alert_id = any(${sql.val([...alertIds])}::bigint[]) and coalesce((select ${roleSeesCosts(sql`m.role_id`)}
        from team_member m join team mt on mt.id = m.team_id where m.user_id = ${userId} and m.team_id = any(t.path)
        order by cardinality(mt.path) desc limit 1), false)`.execute(trx)
  ).rows.map(r => r.id)

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
