// Making, changing and deleting rules of alerts (ALERT-02, ALERT-14). A rule names chargers and sites of its own team and
// below, and the parameters of its kind.
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { type Scope, teamScope } from '#platform/access/scope.ts'
import type { Caller } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import { recordActs } from '#platform/records/acts.ts'
import { MOST_RULES } from './alert.words.ts'
import { type AlertRule, alertRuleRecord } from './alert-rule.contract.ts'
import * as store from './alert-rule.store.ts'
import type { AlertRuleBody } from './alert-rule-body.contract.ts'
import { checkedRule } from './alert-rule-check.commands.ts'

const acts = recordActs({
  lock: store.lock,
  get: store.get,
  shown: store.shown,
  kind: alertRuleRecord,
  missing: 'Rule not found',
  // Without what the entry has already and what no person writes.
  valuesOf: row => {
    const { alert_rule_id: _, teamId: _t, team_name: _n, standing: _s, createdAt: _c, ...rule } = store.shown(row)
    return rule
  },
})
export const readAlertRule = acts.read

/** The columns of a rule whose words are checked. */
async function columnsOf(trx: Trx, scope: Scope, body: AlertRuleBody) {
  const { parameters, chargers, sites } = await checkedRule(trx, scope, body)
  return { parameters: JSON.stringify(parameters), chargerPks: chargers, zoneIds: sites }
}

/** A new rule of the team of the call. */
export const createAlertRule = (services: Services, caller: Caller, body: AlertRuleBody): Promise<AlertRule> =>
  acts.create(services, caller, async (trx, { who, scope: { teamId } }) => {
    const { scope } = await teamScope(trx, who, teamId, 'Alert.create')
    const columns = await columnsOf(trx, scope, body)
    if ((await store.countOf(trx, teamId)) >= MOST_RULES) fail(409, `A team has at most ${MOST_RULES} rules`)
    return { id: await store.create(trx, body, { ...columns, teamId }), scope }
  })

export const updateAlertRule = (services: Services, caller: Caller, id: number, body: AlertRuleBody) =>
  acts.change(services, caller, id, async (trx, before) => {
    // Its alerts are of the kind, so another kind is another rule.
    if (body.kind !== before.kind) fail(422, 'The kind of a rule stays', { kind: 'The kind of a rule stays' })
    const { scope } = await teamScope(trx, caller.who, before.teamId, 'Alert.update')
    await store.update(trx, id, body, await columnsOf(trx, scope, body))
  })

export const removeAlertRule = (services: Services, caller: Caller, id: number): Promise<void> =>
  acts.remove(services, caller, id, async trx => void (await store.remove(trx, id, services.now())))
