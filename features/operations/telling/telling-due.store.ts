// Which alerts are to be told now: their openings, what nobody has acknowledged, and their ends (ALERT-07, ALERT-08).
import { sql } from 'kysely'
import type { Channel, Severity } from '#operations/alerts/alert.words.ts'
import { costTextSql } from '#operations/alerts/alert-cost.store.ts'
import type { AlertFacts } from '#operations/alerts/alert-kind.store.ts'
import { ALERT_KINDS } from '#operations/alerts/alert-kinds.store.ts'
import { isOfHardware, silencedUntilSql } from '#operations/alerts/alert-silence.store.ts'
import type { Quiet } from '#operations/alerts/quiet-hours.rules.ts'
import { texts } from '#platform/db/columns.ts'
import type { Trx } from '#platform/db/db.ts'

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
  closedAt: Date | null
  /** What its cost is reckoned from. */
  costText: string
  closedWhy: string | null
  /** Who closed it by hand. */
  closedBy: string | null
  ruleName: string
  channels: Channel[]
  addresses: string[]
  phones: string[]
  webhooks: string[]
  quietText: string | null
  escalateMinutes: number | null
  /** Whether addresses, phones and webhooks of the rule are told what alerts cost. */
  tellsCost: boolean
}
export const factsOf = (a: Pick<DueAlert, 'factText'>): AlertFacts => JSON.parse(a.factText) as AlertFacts
export const quietOf = (a: Pick<DueAlert, 'quietText'>): Quiet[] =>
  a.quietText === null ? [] : JSON.parse(a.quietText)

const COLUMNS = sql`a.alert_id::int, a.alert_rule_id, a.company_id, a.kind, a.severity, a.subject_name, a.facts::text as fact_text, a.since,
  a.closed_at, ${costTextSql} as cost_text, a.closed_why, (select u.username from app_user u where u.id = a.closed_by) as closed_by, r.name as rule_name, r.channels, r.addresses, r.phones, r.webhooks, r.quiet_hours::text as quiet_text,
  r.escalate_minutes, r.tells_cost`
/** The same of a row that was made of them. */
const NAMES = sql`alert_id, alert_rule_id, company_id, kind, severity, subject_name, fact_text, since, closed_at, cost_text, closed_why, closed_by, rule_name,
  channels, addresses, phones, webhooks, quiet_text, escalate_minutes, tells_cost`
/** Planned maintenance of its charger or site silences an alert; where it stands afterwards, it is told then. */
const OF_HARDWARE = ALERT_KINDS.filter(isOfHardware).map(k => k.id)
const isSilenced = sql<boolean>`(a.kind = any(${texts(OF_HARDWARE)}) and ${silencedUntilSql({
  pk: sql`a.chargepoint_pk`,
  zone: sql`a.zone_id`,
})} is not null)`
const SOMEBODY = sql`(cardinality(r.user_ids) + cardinality(r.role_ids) + cardinality(r.addresses) + cardinality(r.phones)
  + cardinality(r.webhooks) > 0
  or (r.escalate_minutes is not null and cardinality(r.escalate_user_ids) + cardinality(r.escalate_role_ids) > 0))`

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
    select ${NAMES} from ripe order by alert_id`.execute(trx)
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
  const { rows } = await sql<DueAlert>`
    with due as (select ${COLUMNS}, r.gather_minutes, r.tells_end and r.deleted_at is null as tells_end
      from alert_telling t join alert a using (alert_id) join alert_rule r using (alert_rule_id)
      where t.end_told_at is null and a.state = 'Closed'),
    ripe as (select * from due d where not d.tells_end or (select min(f.closed_at) from due f
      where f.alert_rule_id = d.alert_rule_id) + make_interval(mins => d.gather_minutes) <= ${at}),
    told as (update alert_telling t set end_told_at = ${at} from ripe where t.alert_id = ripe.alert_id)
    select ${NAMES} from ripe where tells_end order by alert_id`.execute(trx)
  return rows
}

/** Alerts as they stand now. */
export const alertsById = async (
  trx: Trx,
  ids: readonly number[],
): Promise<(DueAlert & { state: 'Open' | 'Acknowledged' | 'Closed' })[]> =>
  (
    await sql<DueAlert & { state: 'Open' | 'Acknowledged' | 'Closed' }>`select ${COLUMNS}, a.state from alert a
      join alert_rule r using (alert_rule_id) where a.alert_id = any(${sql.val([...ids])}::bigint[])`.execute(trx)
  ).rows

/** A rule as if one of its alerts were due. */
export async function ruleToTest(trx: Trx, alertRuleId: number): Promise<DueAlert | undefined> {
  const { rows } =
    await sql<DueAlert>`select 0 as alert_id, r.alert_rule_id, r.company_id, r.kind, r.severity, '' as subject_name,
    '{}' as fact_text, now() as since, null::timestamptz as closed_at, '{}' as cost_text, null as closed_why, null as closed_by, r.name as rule_name, r.channels, r.addresses, r.phones, r.webhooks,
    null as quiet_text, r.escalate_minutes, false as tells_cost from alert_rule r where r.alert_rule_id = ${alertRuleId}`.execute(
      trx,
    )
  return rows[0]
}
