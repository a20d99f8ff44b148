// Making, changing and deleting rules of alerts (ALERT-02, ALERT-14). A rule names chargers and sites of its own team and
// below, and the parameters of its kind.
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { type Scope, scopeIfHeld, teamScope, type Who } from '#platform/access/scope.ts'
import type { Caller } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import { outgoingFault } from '#platform/http/outgoing.ts'
import { recordActs } from '#platform/records/acts.ts'
import { MOST_RULES } from './alert.words.ts'
import { kindOf } from './alert-kinds.store.ts'
import { type AlertRule, alertRuleRecord } from './alert-rule.contract.ts'
import * as store from './alert-rule.store.ts'
import type { AlertRuleBody } from './alert-rule-body.contract.ts'
import { ruleFaults } from './alert-rule-check.commands.ts'
import { neverEnds } from './quiet-hours.rules.ts'

const acts = recordActs({
  lock: store.lock,
  get: store.get,
  shown: store.shown,
  kind: alertRuleRecord,
  missing: 'Rule not found',
  // Without what the entry has already and what no person writes.
  valuesOf: row => {
    const {
      alert_rule_id: _,
      teamId: _t,
      team_name: _n,
      standing: _s,
      createdAt: _c,
      stopped: _st,
      // By their names instead of their numbers.
      users: _u,
      roles: _r,
      chargers: _ch,
      sites: _si,
      escalate_users: _eu,
      escalate_roles: _er,
      ...rule
    } = store.shown(row)
    return {
      ...rule,
      kind: kindOf(row.kind)?.title ?? row.kind,
      charge_points: row.chargerNames,
      sites: row.siteNames,
      people: row.userNames,
      told_roles: row.roleNames,
      then_people: row.escalateUserNames,
      then_roles: row.escalateRoleNames,
    }
  },
})
export const readAlertRule = acts.read

type Faults = Record<string, string>
/** What is wrong with who is told: people and roles of the company, webhooks on the internet, quiet hours that end. */
async function toldFaults(trx: Trx, teamId: number, body: AlertRuleBody, mayBePrivate: boolean): Promise<Faults> {
  const faults: Faults = {}
  const sides = [
    ['users', 'roles', body.users, body.roles],
    ['escalate_users', 'escalate_roles', body.escalate_users, body.escalate_roles],
  ] as const
  const isNobody = body.escalate_users.length + body.escalate_roles.length === 0
  if (body.escalate_minutes !== null && isNobody) faults.escalate_users = 'Say who is told then'
  if (body.escalate_minutes === null && !isNobody) faults.escalate_minutes = 'Say after how many minutes they are told'
  for (const [userField, roleField, users, roles] of sides) {
    const known = await store.countPeople(trx, teamId, { users, roles })
    if (known.users < users.length) faults[userField] = 'Some of these people have no role on the team'
    else if (known.seeing < users.length) faults[userField] = 'Some of these people may not see alerts'
    if (known.roles < roles.length) faults[roleField] = 'Some of these roles are not of the company'
    else if (known.seeingRoles < roles.length) faults[roleField] = 'Some of these roles may not see alerts'
  }
  const [wrong] = body.webhooks.flatMap(address => {
    const fault = outgoingFault(address, { mayBePrivate })
    return fault ? [`${address}: ${fault}`] : []
  })
  if (wrong) faults.webhooks = wrong
  if (body.quiet_hours?.length && neverEnds(body.quiet_hours)) faults.quiet_hours = 'These quiet hours never end'
  return { ...faults, ...(await wayFaults(trx, body)) }
}

/** People and roles are reached by a way at least; text messages alone reach nobody without a phone number. */
async function wayFaults(
  trx: Trx,
  { users, escalate_users, roles, escalate_roles, channels }: AlertRuleBody,
): Promise<Faults> {
  const [people, byRole] = [
    [...users, ...escalate_users],
    [...roles, ...escalate_roles],
  ]
  if (people.length + byRole.length > 0 && channels.length === 0)
    return { channels: 'Choose at least one way by which they are told' }
  const isByPhone = channels.every(c => c === 'sms') && byRole.length === 0 && people.length > 0
  if (isByPhone && (await store.countPhones(trx, people)) === 0)
    return { channels: 'None of these people has a phone number: choose another way' }
  return {}
}

/** The columns of a rule whose words are checked: 422 with the field where the kind or the scope does not allow them. */
async function columnsOf(
  { mayCallPrivate = false }: Pick<Services, 'mayCallPrivate'>,
  trx: Trx,
  who: Who,
  scope: Scope,
  body: AlertRuleBody,
) {
  const checked = await ruleFaults(trx, scope, body)
  const faults = { ...checked.faults, ...(await toldFaults(trx, scope.teamId, body, mayCallPrivate)) }
  const [first] = Object.values(faults)
  // All of them at once.
  if (first !== undefined || !checked.rule) return fail(422, first ?? '', faults)
  const { parameters, chargers, sites } = checked.rule
  return {
    parameters: JSON.stringify(parameters),
    chargerPks: chargers,
    zoneIds: sites,
    userIds: body.users,
    roleIds: body.roles,
    addresses: body.addresses,
    phones: body.phones,
    webhooks: body.webhooks,
    channels: body.channels,
    waitMinutes: body.wait_minutes,
    gatherMinutes: body.gather_minutes,
    quietHours: body.quiet_hours?.length ? JSON.stringify(body.quiet_hours) : null,
    escalateMinutes: body.escalate_minutes,
    escalateUserIds: body.escalate_users,
    escalateRoleIds: body.escalate_roles,
    tellsEnd: body.tells_end,
    // Nobody tells others by a rule what that person may not see.
    tellsCost: (await scopeIfHeld(trx, who, scope.teamId, 'Transaction.view')) !== undefined,
  }
}

/** A new rule of the team of the call. */
export const createAlertRule = (services: Services, caller: Caller, body: AlertRuleBody): Promise<AlertRule> =>
  acts.create(services, caller, async (trx, { who, scope: { teamId } }) => {
    const { scope } = await teamScope(trx, who, teamId, 'Alert.create')
    const columns = await columnsOf(services, trx, who, scope, body)
    if ((await store.countOf(trx, teamId)) >= MOST_RULES) fail(409, `A team has at most ${MOST_RULES} rules`)
    return { id: await store.create(trx, body, { ...columns, teamId }), scope }
  })

export const updateAlertRule = (services: Services, caller: Caller, id: number, body: AlertRuleBody) =>
  acts.change(services, caller, id, async (trx, before) => {
    // Its alerts are of the kind, so another kind is another rule.
    if (body.kind !== before.kind) fail(422, 'The kind of a rule stays', { kind: 'The kind of a rule stays' })
    const { scope } = await teamScope(trx, caller.who, before.teamId, 'Alert.update')
    await store.update(trx, id, body, await columnsOf(services, trx, caller.who, scope, body))
  })

export const removeAlertRule = (services: Services, caller: Caller, id: number): Promise<void> =>
  acts.remove(services, caller, id, async trx => void (await store.remove(trx, id, services.now())))
