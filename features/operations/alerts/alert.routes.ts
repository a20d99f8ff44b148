// Serves alerts, their rules, and the catalogue of kinds.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { scopeIfHeld, type Who } from '#platform/access/scope.ts'
import { recordRoutes } from '#platform/records/routes.ts'
import * as commands from './alert.commands.ts'
import {
  acknowledgeAlerts,
  assignAlerts,
  closeAlerts,
  commentAlerts,
  getAlert,
  getComingBack,
  listAlerts,
} from './alert.contract.ts'
import * as store from './alert.store.ts'
import { comingBack } from './alert-grace.store.ts'
import { shownKind } from './alert-kinds.reply.ts'
import { ALERT_KINDS } from './alert-kinds.store.ts'
import * as rules from './alert-rule.commands.ts'
import {
  createAlertRule,
  deleteAlertRule,
  getAlertRule,
  listAlertKinds,
  listAlertRules,
  updateAlertRule,
} from './alert-rule.contract.ts'
import * as ruleStore from './alert-rule.store.ts'
import { checkedRule } from './alert-rule-check.commands.ts'
import { tryAlertRule } from './alert-trial.contract.ts'
import { tried } from './alert-trial.store.ts'

export function alertRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, listAlertKinds, async () => ({ data: ALERT_KINDS.map(shownKind) }))
  recordRoutes(app, 'Rule', {
    list: [listAlertRules, ruleStore.reply],
    read: [getAlertRule, rules.readAlertRule],
    create: [createAlertRule, rules.createAlertRule],
    update: [updateAlertRule, rules.updateAlertRule],
    remove: [deleteAlertRule, rules.removeAlertRule, alert_rule_id => ({ alert_rule_id })],
  })

  route(app, tryAlertRule, async ({ body, scope }) => ({
    data: await tried(services, scope, await checkedRule(db, scope, body)),
  }))

  /** The part of a team in which the reader may see revenue. */
  const costLook = async (who: Who, teamId: number) => ({
    now: services.now(),
    paid: await scopeIfHeld(db, who, teamId, 'Transaction.view'),
  })
  route(app, listAlerts, async ({ query, scope, who }) =>
    store.reply(db, scope, query, await costLook(who, scope.teamId)),
  )
  route(app, getComingBack, async ({ scope }) => {
    const { chargers, until } = await comingBack(db, scope, services.now())
    return { data: { chargers, until: until?.toISOString() ?? null } }
  })
  route(app, getAlert, async ({ params, scope, who }) => {
    const row = found(await store.get(db, scope, params.alertId), 'Alert not found')
    return {
      data: { ...store.shown(row, await costLook(who, row.teamId)), events: await store.eventsOf(db, row.alertId) },
    }
  })
  route(app, acknowledgeAlerts, async ({ body, ...caller }) => ({
    data: await commands.acknowledge(services, caller, body),
  }))
  route(app, assignAlerts, async ({ body, ...caller }) => ({ data: await commands.assign(services, caller, body) }))
  route(app, commentAlerts, async ({ body, ...caller }) => ({ data: await commands.comment(services, caller, body) }))
  route(app, closeAlerts, async ({ body, ...caller }) => ({ data: await commands.close(services, caller, body) }))
}
