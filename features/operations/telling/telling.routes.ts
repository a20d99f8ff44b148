// Serves what people are told of alerts, and how.
import { choiceKeys } from '@wattdesk/base/paging'
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as alerts from '#operations/alerts/alert.store.ts'
import * as calls from '#operations/alerts/alert-telling.contract.ts'
import { takeForms } from '#platform/http/form-body.ts'
import { toldOf } from './alert-message.store.ts'
import * as commands from './choice.commands.ts'
import * as store from './choice.store.ts'
import * as aid from './rule-aid.commands.ts'
import * as stops from './stop.commands.ts'

export function tellingRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, calls.getAlertChoices, async ({ who }) => ({ data: await commands.readChoices(services, who.userId) }))
  route(app, calls.setAlertChoices, async ({ body, ...asked }) => {
    await commands.setChoices(services, asked, body.choices)
    return { data: await commands.readChoices(services, asked.who.userId), message: 'Your choices are saved' }
  })
  route(app, calls.addPushBrowser, async ({ body, ...asked }) => ({
    data: { id: await commands.addBrowser(services, asked, body) },
    message: 'This browser takes messages for you',
  }))
  route(app, calls.removePushBrowser, async ({ params, ...asked }) => {
    await commands.removeBrowser(services, asked, params.id)
    return { data: params, message: 'The browser gets no more messages' }
  })

  route(app, calls.getMailStop, async ({ query }) => ({ data: await stops.readStop(services, query) }))
  route(app, calls.stopMails, async ({ query }) => ({ data: await stops.setStop(services, query, true) }))
  app.register(async scope => {
    takeForms(scope)
    route(scope, calls.stopMailsAtOnce, async ({ query }) => ({ data: await stops.setStop(services, query, true) }))
  })
  route(app, calls.startMails, async ({ query }) => ({ data: await stops.setStop(services, query, false) }))

  route(app, calls.listAlertPeople, async ({ params, query: { q, keys, as } }) => {
    const asked = { q, as, keys: choiceKeys({ keys }) }
    const { options, total } = await store.peopleFor(db, params.teamId, asked)
    return { data: options, total }
  })
  route(app, calls.listAlertRoles, async ({ params }) => ({ data: await store.rolesFor(db, params.teamId) }))
  route(app, calls.previewAlertMessage, async ({ body, ...caller }) => ({
    data: await aid.preview(services, caller, body),
  }))
  route(app, calls.testAlertRule, async ({ params, ...caller }) => {
    const messages = await aid.testRule(services, caller, params.alertRuleId)
    return { data: { messages }, message: `${messages} ${messages === 1 ? 'test is' : 'tests are'} on the way` }
  })
  route(app, calls.getWebhookSecret, async ({ params, ...caller }) => ({
    data: { secret: await aid.webhookSecret(services, caller, params.alertRuleId) },
  }))
  route(app, calls.changeWebhookSecret, async ({ params, ...caller }) => ({
    data: { secret: await aid.changeSecret(services, caller, params.alertRuleId) },
    message: 'Calls are signed by the new secret',
  }))
  route(app, calls.listToldMessages, async ({ params, scope }) => {
    const { alertId } = found(await alerts.get(db, scope, params.alertId), 'Alert not found')
    const lines = await toldOf(db, alertId)
    return { data: lines.map(({ at, ...line }) => ({ ...line, at: at.toISOString() })) }
  })
}
