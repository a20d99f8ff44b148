// What the form of a rule offers besides: the words that it would send, a test, and the secret of its webhooks (ALERT-07).
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import { alertCost } from '#operations/alerts/alert-cost.store.ts'
import { type AlertFacts, stepText } from '#operations/alerts/alert-kind.store.ts'
import { kindOf } from '#operations/alerts/alert-kinds.store.ts'
import * as rules from '#operations/alerts/alert-rule.store.ts'
import { secretUse } from '#operations/alerts/alert-secret.crypto.ts'
import { scopeIfHeld } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { testsSince } from './alert-message.store.ts'
import * as store from './choice.store.ts'
import { CHANNEL_WORDS, type ToldAlert } from './message.rules.ts'
import { writeTest } from './telling.commands.ts'

type Draft = { name: string; kind: string; severity: ToldAlert['severity'] }
/** What a rule would tell, with the last alert of its kind. */
export async function preview(
  { db, publicUrl, timeZone, now }: Services,
  { who, scope }: Pick<Caller, 'who' | 'scope'>,
  draft: Draft,
) {
  const kind = kindOf(draft.kind)
  if (!kind) return fail(422, 'There is no such kind of alert', { kind: 'There is no such kind of alert' })
  const last = await store.lastOfKind(db, scope, draft.kind)
  const { url } = await homeOfCompany(db, publicUrl, await store.companyOf(db, scope.teamId))
  const seesCost = (await scopeIfHeld(db, who, scope.teamId, 'Transaction.view')) !== undefined
  const facts = last ? (JSON.parse(last.factText) as AlertFacts) : {}
  const alert: ToldAlert = {
    alertId: last?.alertId ?? 0,
    kind: kind.id,
    title: kind.title,
    text: last ? kind.text(last.subjectName, facts) : kind.title,
    step: stepText(kind, facts),
    severity: draft.severity,
    since: last?.since ?? now(),
    closedWhy: null,
    closedBy: null,
    cost: last && seesCost ? alertCost(kind, last, facts, now()) : null,
  }
  const telling = {
    what: 'opened',
    rule: draft.name || kind.title,
    alerts: [alert],
    home: url,
    zone: timeZone,
  } as const
  const words = (channel: keyof typeof CHANNEL_WORDS) => {
    const { subject, body } = CHANNEL_WORDS[channel](telling)
    return { subject, body }
  }
  return {
    alertId: last?.alertId ?? null,
    mail: words('mail'),
    sms: words('sms'),
    push: words('push'),
    webhook: words('webhook'),
  }
}

const MOST_TESTS_AN_HOUR = 5
const HOUR_MS = 3_600_000
/** Sends a test to every recipient of a rule; answers how many messages are on their way. */
export const testRule = (services: Services, { by, scope }: Caller, alertRuleId: number): Promise<number> =>
  act(services, async trx => {
    const rule = found(await rules.get(trx, scope, alertRuleId), 'Rule not found')
    const since = new Date(services.now().getTime() - HOUR_MS)
    if ((await testsSince(trx, alertRuleId, since)) >= MOST_TESTS_AN_HOUR)
      fail(429, `At most ${MOST_TESTS_AN_HOUR} tests of a rule within an hour`)
    const { messages, errors } = await writeTest(services, trx, alertRuleId)
    if (messages === 0 && errors.length > 0) fail(409, `Nobody can be told by this rule: ${errors.join('; ')}`)
    if (messages === 0) fail(409, 'Nobody would be told by this rule: name recipients first')
    await audit.write(trx, by, {
      action: 'test',
      feature: 'Alert',
      recordId: alertRuleId,
      teamId: rule.teamId,
      after: { messages },
    })
    return messages
  })

export async function webhookSecret({ db, seal }: Services, { scope }: Caller, alertRuleId: number): Promise<string> {
  const rule = found(await rules.get(db, scope, alertRuleId), 'Rule not found')
  return seal.derive(secretUse(alertRuleId, rule.webhookSecretNo))
}
export const changeSecret = (services: Services, caller: Caller, alertRuleId: number): Promise<string> =>
  act(services, async trx => {
    const { teamId } = found(await rules.get(trx, caller.scope, alertRuleId), 'Rule not found')
    const no = await rules.nextSecret(trx, alertRuleId)
    await audit.write(trx, caller.by, {
      action: 'change-secret',
      feature: 'Alert',
      recordId: alertRuleId,
      teamId,
      after: { secret: no },
    })
    return services.seal.derive(secretUse(alertRuleId, no))
  })
