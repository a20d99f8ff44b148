// Rules of alerts, each of a team.
import { sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import { ints } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { recordReads } from '#platform/records/reads.ts'
import { recordWrites } from '#platform/records/writes.ts'
import { roleSeesAlerts } from './alert-reader.store.ts'
import type { AlertRule } from './alert-rule.contract.ts'
import { alertRuleFields } from './alert-rule.fields.ts'

export type AlertRuleRow = Stored<'alertRule'> & {
  teamName: string
  standing: number
  parameterText: string
  quietText: string | null
  stopped: string[]
} & Record<
    'chargerNames' | 'siteNames' | 'userNames' | 'roleNames' | 'escalateUserNames' | 'escalateRoleNames',
    string[]
  >

const usersOf = (ids: string) =>
  sql`array(select u.username from app_user u where u.id = any(${sql.ref(ids)}) order by 1)`
const rolesOf = (ids: string) => sql`array(select o.name from role o where o.id = any(${sql.ref(ids)}) order by 1)`

const reads = recordReads<AlertRuleRow>()({
  fields: alertRuleFields,
  from: sql`alert_rule r join team t on t.id = r.team_id`,
  alias: 'r',
  id: sql`r.alert_rule_id`,
  joined: { team_name: sql`t.name` },
  // As text, so that no name of a parameter is changed on the way.
  beside: sql`r.parameters::text as parameter_text, r.charger_pks, r.zone_ids, r.user_ids, r.role_ids, r.addresses,
    r.phones, r.webhooks, r.channels, r.wait_minutes, r.gather_minutes, r.quiet_hours::text as quiet_text, r.escalate_minutes,
    r.escalate_user_ids, r.escalate_role_ids, r.tells_end, r.webhook_secret_no,
    ${usersOf('r.user_ids')} as user_names, ${rolesOf('r.role_ids')} as role_names,
    ${usersOf('r.escalate_user_ids')} as escalate_user_names, ${rolesOf('r.escalate_role_ids')} as escalate_role_names,
    array(select c.chargepoint_id from charger c where c.chargepoint_pk = any(r.charger_pks) order by 1) as charger_names,
    array(select z.zone_name from charging_site z where z.zone_id = any(r.zone_ids) order by 1) as site_names,
    array(select s.address from alert_stop s where s.company_id = r.company_id and s.address = any(r.addresses)) as stopped,
    (select count(*) from alert a
    where a.alert_rule_id = r.alert_rule_id and a.state <> 'Closed') as standing`,
  where: sql`r.deleted_at is null`,
  order: '-alert_rule_id',
})
export const { get } = reads
export const shown = (row: AlertRuleRow): AlertRule => ({
  ...reads.shown(row),
  parameters: JSON.parse(row.parameterText),
  chargers: row.chargerPks,
  sites: row.zoneIds,
  standing: row.standing,
  users: row.userIds,
  roles: row.roleIds,
  addresses: row.addresses,
  phones: row.phones,
  webhooks: row.webhooks,
  channels: row.channels as AlertRule['channels'],
  wait_minutes: row.waitMinutes,
  gather_minutes: row.gatherMinutes,
  quiet_hours: row.quietText === null ? null : JSON.parse(row.quietText),
  escalate_minutes: row.escalateMinutes,
  escalate_users: row.escalateUserIds,
  escalate_roles: row.escalateRoleIds,
  tells_end: row.tellsEnd,
  stopped: row.stopped,
})
export const reply = reads.replyBy(shown)

export const { create, update, lock } = recordWrites<'alertRule'>({
  fields: alertRuleFields,
  insert: sql`insert into alert_rule`,
  update: sql`update alert_rule set`,
  from: sql`from alert_rule`,
  id: sql`alert_rule_id`,
})

export const remove = (trx: Trx, alertRuleId: number, at: Date): Promise<unknown> =>
  trx.updateTable('alertRule').set({ deletedAt: at }).where('alertRuleId', '=', alertRuleId).execute()

/** Signs by another secret from now on; returns its number. */
export const nextSecret = async (trx: Trx, alertRuleId: number): Promise<number> =>
  (
    await sql<{ no: number }>`update alert_rule set webhook_secret_no = webhook_secret_no + 1
      where alert_rule_id = ${alertRuleId} returning webhook_secret_no as no`.execute(trx)
  ).rows[0]?.no ?? 0

export const countOf = async (trx: Trx, teamId: number): Promise<number> =>
  (
    await sql<{
      n: number
    }>`select count(*) as n from alert_rule where team_id = ${teamId} and deleted_at is null`.execute(trx)
  ).rows[0]?.n ?? 0

/** How many of the people have a role on the team, above it or below it, how many of the roles are the company's, and how many of each see alerts. */
export async function countPeople(
  trx: Trx,
  teamId: number,
  { users, roles }: { users: readonly number[]; roles: readonly number[] },
): Promise<Record<'users' | 'seeing' | 'roles' | 'seeingRoles', number>> {
  const near = sql`from team_member m join team mt on mt.id = m.team_id join team t on t.id = ${teamId}
        where m.user_id = u.id and mt.company_id = t.company_id and (mt.id = any(t.path) or t.id = any(mt.path))`
  const active = sql`from app_user u where u.id = any(${ints([...users])}) and u.is_active`
  const ofCompany = sql`from role r join team t on t.id = ${teamId} where r.id = any(${ints([...roles])})
      and r.company_id = t.company_id`
  const { rows } = await sql<Record<'users' | 'seeing' | 'roles' | 'seeingRoles', number>>`select
    (select count(*)::int ${active} and exists (select ${near})) as users,
    (select count(*)::int ${active} and exists (select ${near} and ${roleSeesAlerts(sql`m.role_id`)})) as seeing,
    (select count(*)::int ${ofCompany}) as roles,
    (select count(*)::int ${ofCompany} and ${roleSeesAlerts(sql`r.id`)}) as seeing_roles`.execute(trx)
  return rows[0] ?? { users: 0, seeing: 0, roles: 0, seeingRoles: 0 }
}

/** How many of these people have a phone number in their profile. */
export const countPhones = async (trx: Trx, users: readonly number[]): Promise<number> =>
  (
    await sql<{
      n: number
    }>`select count(*)::int as n from app_user where id = any(${ints([...users])}) and coalesce(phone, '') <> ''`.execute(
      trx,
    )
  ).rows[0]?.n ?? 0

/** How many of the chargers and sites are of the scope: a rule may name no others; and how many of the chargers are at the sites. */
export async function countKnown(
  db: Db | Trx,
  scope: Scope,
  { chargers, sites }: { chargers: readonly number[]; sites: readonly number[] },
): Promise<{ chargers: number; chargersThere: number; sites: number }> {
  const named = sql`from charger c where c.deleted_at is null and c.chargepoint_pk = any(${ints([...chargers])}) and ${within(scope, 'c')}`
  const { rows } = await sql<{ chargers: number; chargersThere: number; sites: number }>`select
    (select count(*)::int ${named}) as chargers,
    (select count(*)::int ${named} and c.zone_id = any(${ints([...sites])})) as chargers_there,
    (select count(*) from charging_site z where z.zone_id = any(${sql.val([...sites])}::int[])
      and ${within(scope, 'z')}) as sites`.execute(db)
  return rows[0] ?? { chargers: 0, chargersThere: 0, sites: 0 }
}
