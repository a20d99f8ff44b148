// Alerts as they are listed, and what people do with them. They are opened and closed by looks (alert-look.store.ts).
import { sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { recordReads } from '#platform/records/reads.ts'
import type { Alert, AlertEvent, AlertListQuery } from './alert.contract.ts'
import { alertFields } from './alert.fields.ts'
import { SEVERITIES } from './alert.words.ts'
import { alertCost, costTextSql } from './alert-cost.store.ts'
import { type AlertFacts, type AlertKind, stepText } from './alert-kind.store.ts'
import { ALERT_KINDS, kindOf } from './alert-kinds.store.ts'
import { seesAlerts } from './alert-reader.store.ts'
import { isOfHardware, silencedUntilSql } from './alert-silence.store.ts'

export type AlertRow = Stored<'alert'> & {
  teamName: string
  ruleName: string
  assignee: string | null
  factText: string
  silencedUntil: Date | null
  costText: string
}

const reads = recordReads<AlertRow>()({
  fields: alertFields,
  from: sql`alert a join team t on t.id = a.team_id join alert_rule r on r.alert_rule_id = a.alert_rule_id
    left join app_user u on u.id = a.assignee_id
    left join charger c on c.chargepoint_pk = a.chargepoint_pk left join charging_site z on z.zone_id = a.zone_id`,
  alias: 'a',
  id: sql`a.alert_id`,
  joined: {
    title: sql`case a.kind ${sql.join(
      ALERT_KINDS.map(k => sql`when ${sql.lit(k.id)} then ${sql.lit(k.title)}`),
      sql` `,
    )} else a.kind end`,
    urgency: sql`array_position(${sql.val(SEVERITIES.toReversed())}::text[], a.severity) * 1000000000000 + a.alert_id`,
    team_name: sql`t.name`,
    rule_name: sql`r.name`,
    assignee: sql`u.username`,
    chargepoint_id: sql`c.chargepoint_id`,
    site_name: sql`z.zone_name`,
  },
  beside: sql`a.facts::text as fact_text, a.subject, a.connector_id, a.transaction_id, a.company_id,
    ${costTextSql} as cost_text,
    case when a.state <> 'Closed' then ${silencedUntilSql({ pk: sql`a.chargepoint_pk`, zone: sql`a.zone_id` })} end as silenced_until`,
  order: '-alert_id',
  search: ({ q, chargers, sites, show }: AlertListQuery, searched) => sql<boolean>`${searched(q)}
    and ${show === 'open' ? sql`a.state <> 'Closed'` : show === 'closed' ? sql`a.state = 'Closed'` : sql`true`}
    and ${chargers ? sql`a.chargepoint_pk = any(${ints(chargers)})` : sql`true`}
    and ${sites ? sql`a.zone_id = any(${ints(sites)})` : sql`true`}`,
})
export const { get } = reads

/** When costs are told, and of which teams the reader may see revenue; undefined: of none. */
type CostLook = { now: Date; paid: Scope | undefined }
const isWithin = (scope: Scope, row: { companyId: number; teamId: number }): boolean =>
  scope.kind === 'all' ||
  (scope.kind === 'company' ? scope.companyId === row.companyId : scope.teams.includes(row.teamId))

/** In the words of its kind. A kind that this version does not know any more is named by its id. */
export const textOf = (row: Pick<AlertRow, 'kind' | 'subjectName' | 'factText'>): string =>
  kindOf(row.kind)?.text(row.subjectName, JSON.parse(row.factText) as AlertFacts) ?? row.subjectName
const stepOf = (kind: AlertKind | undefined, row: AlertRow, facts: AlertFacts): Alert['step'] =>
  kind
    ? { text: stepText(kind, facts), to: kind.step.to(row, facts), needs: kind.step.needs.map(need => [need].flat()) }
    : { text: 'Look at the alerts', to: '/alerts', needs: [] }

function subjectPageOf({ kind, subject, transactionId, chargepointPk, zoneId }: AlertRow): Alert['subject_page'] {
  const about = kindOf(kind)?.subject
  if (about === 'session' && transactionId !== null)
    return { to: `/transactions/${transactionId}`, needs: 'Transaction.view' }
  if ((about === 'charger' || about === 'connector') && chargepointPk !== null)
    return { to: `/charger/${chargepointPk}`, needs: 'ChargerPoint.view' }
  if (about === 'site' && zoneId !== null) return { to: `/charging-site/${zoneId}`, needs: 'ChargingSite.view' }
  const [what, no] = subject.split(' ')
  if (what === 'campaign') return { to: `/campaigns/${no}`, needs: 'Campaign.view' }
  if (what === 'wallet') return { to: `/cm-customer/${no}`, needs: 'CMCustomers.view' }
  return null
}

export function shown(row: AlertRow, { now, paid }: CostLook): Alert {
  const kind = kindOf(row.kind)
  const facts = JSON.parse(row.factText) as AlertFacts
  return {
    ...reads.shown(row),
    text: textOf(row),
    step: stepOf(kind, row, facts),
    subject_page: subjectPageOf(row),
    cost: paid && isWithin(paid, row) ? alertCost(kind, row, facts, now) : null,
    plannedUntil: isOfHardware(kind) ? (row.silencedUntil?.toISOString() ?? null) : null,
  }
}
export const reply = (db: Db, scope: Scope, query: AlertListQuery, look: CostLook) =>
  reads.replyBy(row => shown(row, look))(db, scope, query)

export async function eventsOf(db: Db, alertId: number): Promise<AlertEvent[]> {
  const { rows } = await sql<Omit<AlertEvent, 'at'> & { at: Date }>`
    select e.alert_event_id::int as id, e.at, e.what, u.username as by, e.note from alert_event e left join app_user u on u.id = e.user_id
    where e.alert_id = ${alertId} order by e.alert_event_id`.execute(db)
  return rows.map(e => ({ ...e, at: e.at.toISOString() }))
}

const KEPT_MS = 400 * 86_400_000
/** Takes out alerts that closed more than 400 days ago, with their history, ten thousand at a time; answers how many. */
export async function dropOld(db: Db | Trx, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS)
  const { numAffectedRows = 0n } = await sql`delete from alert where alert_id in (
    select alert_id from alert where state = 'Closed' and closed_at < ${before} order by alert_id limit 10000)`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** A deed of a person: what it sets, of which alerts, and its line in the history. */
type Deed = {
  what: 'acknowledged' | 'assigned' | 'commented' | 'closed'
  userId: number
  at: Date
  note: string | null
  /** Whom the alerts are assigned to. */
  assigneeId?: number | null
}
export type DoneAlert = { alertId: number; companyId: number; teamId: number; name: string }
/** An alert before a deed. */
export type HeldAlert = { alertId: number; teamId: number; state: string; assignee: string | null }

/** Locks the alerts of the scope, in one order; fewer than asked: the others are not of the scope. */
export const holdAlerts = async (trx: Trx, scope: Scope, ids: readonly number[]): Promise<HeldAlert[]> =>
  (
    await sql<HeldAlert>`select a.alert_id::int, a.team_id, a.state,
        (select u.username from app_user u where u.id = a.assignee_id) as assignee from alert a
      where a.alert_id = any(${sql.val([...ids])}::bigint[]) and ${within(scope, 'a')} order by a.alert_id for update`.execute(
      trx,
    )
  ).rows

/** Does a deed to alerts that are held, and writes it into their history; returns those that it changed. */
export async function doDeed(trx: Trx, ids: readonly number[], d: Deed): Promise<DoneAlert[]> {
  const change = {
    acknowledged: sql`set state = 'Acknowledged', acknowledged_by = ${d.userId}, acknowledged_at = ${d.at}`,
    assigned: sql`set assignee_id = ${d.assigneeId ?? null}`,
    commented: sql`set state = a.state`,
    closed: sql`set state = 'Closed', closed_by = ${d.userId}, closed_at = ${d.at}, closed_why = ${d.note}`,
  }[d.what]
  const which = {
    acknowledged: sql`a.state = 'Open'`,
    assigned: sql`a.assignee_id is distinct from ${d.assigneeId ?? null} and a.state <> 'Closed'`,
    commented: sql`true`,
    closed: sql`a.state <> 'Closed'`,
  }[d.what]
  const { rows } = await sql<DoneAlert>`
    with done as (update alert a ${change} where a.alert_id = any(${sql.val([...ids])}::bigint[]) and ${which}
      returning a.alert_id, a.company_id, a.team_id, a.subject_name as name),
    told as (insert into alert_event (alert_id, at, what, user_id, note)
      select alert_id, ${d.at}, ${d.what}, ${d.userId}, ${d.note} from done)
    select alert_id::int, company_id, team_id, name from done order by alert_id`.execute(trx)
  return rows
}

/** The name of an active user who has a role on the team or above, and whether that user sees the alerts of all these teams. */
export async function assignable(
  trx: Trx,
  { teamId, teams, userId }: { teamId: number; teams: readonly number[]; userId: number },
): Promise<{ username: string; isSeeing: boolean } | undefined> {
  const { rows } = await sql<{ username: string; isSeeing: boolean }>`select u.username,
      not exists (select from team t where t.id = any(${ints([...teams])}) and not ${seesAlerts(sql`u.id`, sql`t.path`)}) as is_seeing
    from app_user u where u.id = ${userId} and u.is_active
      and exists (select from team_member m where m.user_id = u.id and m.team_id = any((select path from team where id = ${teamId})::int[]))`.execute(
    trx,
  )
  return rows[0]
}
