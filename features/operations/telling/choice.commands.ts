// What people do with being told: choose, add a browser, stop mails by a link, try a rule out.
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import type { AlertChoice } from '#operations/alerts/alert-choices-body.contract.ts'
import { kindOf } from '#operations/alerts/alert-kinds.store.ts'
import * as rules from '#operations/alerts/alert-rule.store.ts'
import { secretUse } from '#operations/alerts/alert-secret.crypto.ts'
import { MOST_BROWSERS } from '#operations/alerts/alert-telling.words.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import type { Trx } from '#platform/db/db.ts'
import { outgoingFault } from '#platform/http/outgoing.ts'
import * as store from './choice.store.ts'
import { CHANNEL_WORDS, type ToldAlert } from './message.rules.ts'
import * as push from './push-browser.store.ts'
import { pushKeys } from './push-key.commands.ts'
import { type Receiver, receiverOf, stopKey } from './stop.rules.ts'
import { writeTest } from './telling.commands.ts'

type Asked = Pick<Caller, 'who' | 'by'>
const FEATURE = 'AlertChoice'

export async function readChoices(services: Services, userId: number) {
  const { db } = services
  const [choices, contact, browsers, keys] = await Promise.all([
    store.choicesOf(db, userId),
    store.contactOf(db, userId),
    push.listOf(db, userId),
    pushKeys(services),
  ])
  return {
    choices,
    email: contact?.email ?? '',
    phone: contact?.phone ?? null,
    pushKey: keys.publicKey,
    browsers: browsers.map(b => ({
      id: b.pushBrowserId,
      name: b.name,
      since: b.createdAt.toISOString(),
      usedAt: b.usedAt?.toISOString() ?? null,
      endpoint: b.endpoint,
    })),
  }
}

const told = (choices: readonly AlertChoice[]) =>
  Object.fromEntries(choices.map(c => [c.channel, c.from === null ? c.least : `${c.least}, ${c.from} to ${c.to}`]))

async function changeChoices(trx: Trx, by: audit.By, userId: number, choices: readonly AlertChoice[]): Promise<void> {
  const contact = found(await store.contactOf(trx, userId), 'User not found')
  const before = told(await store.choicesOf(trx, userId))
  const after = told(choices)
  await store.setChoices(trx, userId, choices)
  const isSame = JSON.stringify(before) === JSON.stringify(after)
  const entry = { action: 'update', feature: FEATURE, recordId: userId, teamId: contact.companyId, before, after }
  await audit.writeMany(trx, by, isSame ? [] : [entry])
}

export const setChoices = (services: Services, { who, by }: Asked, choices: readonly AlertChoice[]): Promise<void> =>
  act(services, trx => changeChoices(trx, by, who.userId, choices))

type NewBrowser = { name: string; endpoint: string; keys: { p256dh: string; auth: string } }
export const addBrowser = (
  services: Services,
  { who, by }: Asked,
  { name, endpoint, keys }: NewBrowser,
): Promise<number> =>
  act(services, async trx => {
    const fault = outgoingFault(endpoint, { mayBePrivate: services.mayCallPrivate ?? false, longest: 1000 })
    if (fault) fail(422, fault, { endpoint: fault })
    const own = await push.listOf(trx, who.userId)
    if (own.length >= MOST_BROWSERS && !own.some(b => b.endpoint === endpoint))
      fail(409, `At most ${MOST_BROWSERS} browsers take messages for one person: remove one first`)
    const id = await push.put(trx, { userId: who.userId, name, endpoint, ...keys, at: services.now() })
    await audit.write(trx, by, {
      action: 'create',
      feature: 'PushBrowser',
      recordId: id,
      teamId: who.companyId,
      after: { name },
    })
    return id
  })
export const removeBrowser = (services: Services, { who, by }: Asked, id: number): Promise<void> =>
  act(services, async trx => {
    const browser = await push.get(trx, id)
    if (browser?.userId !== who.userId) fail(404, 'Browser not found')
    await push.forget(trx, id)
    const { name } = browser
    await audit.write(trx, by, {
      action: 'delete',
      feature: 'PushBrowser',
      recordId: id,
      teamId: who.companyId,
      before: { name },
    })
  })

type Link = { of: string; key: string }
/** The receiver of a link, whose key must fit. */
async function receiverBy({ seal, db }: Pick<Services, 'seal' | 'db'>, { of, key }: Link) {
  const receiver = receiverOf(of)
  if (!receiver || stopKey(seal, of) !== key) fail(404, 'This link is not valid')
  const isStopped = await store.isStopped(db, receiver)
  if (isStopped === undefined) fail(404, 'This link is not valid')
  return { receiver, isStopped }
}
const shownName = async ({ db }: Pick<Services, 'db'>, r: Receiver): Promise<string> =>
  'userId' in r ? ((await store.contactOf(db, r.userId))?.email ?? '') : r.address

export async function readStop(services: Services, link: Link) {
  const { receiver, isStopped } = await receiverBy(services, link)
  return { receiver: await shownName(services, receiver), isStopped }
}
/** Stops mails to the receiver of a link, or lets them come again. */
export async function setStop(services: Services, link: Link, isStopped: boolean) {
  const { receiver } = await receiverBy(services, link)
  const by = audit.byProduct('Link of a mail')
  await act(services, async trx => {
    if ('userId' in receiver) {
      const choices = await store.choicesOf(trx, receiver.userId)
      const least = (c: AlertChoice) => (isStopped ? 'Nothing' : c.least === 'Nothing' ? 'Minor' : c.least)
      const next = choices.map(c => (c.channel === 'mail' ? { ...c, least: least(c) } : c))
      return changeChoices(trx, by, receiver.userId, next as AlertChoice[])
    }
    const { companyId, address } = receiver
    if (isStopped) await store.stopAddress(trx, companyId, address, services.now())
    else await store.startAddress(trx, companyId, address)
    await audit.write(trx, by, {
      action: isStopped ? 'stop-mails' : 'start-mails',
      feature: FEATURE,
      recordId: address,
      teamId: companyId,
      after: { address },
    })
  })
  return { receiver: await shownName(services, receiver), isStopped }
}

type Draft = { name: string; kind: string; severity: ToldAlert['severity'] }
/** What a rule would tell, with the last alert of its kind. */
export async function preview(
  { db, publicUrl, timeZone, now }: Services,
  teamId: number,
  companyId: number,
  draft: Draft,
) {
  const kind = kindOf(draft.kind)
  if (!kind) return fail(422, 'There is no such kind of alert', { kind: 'There is no such kind of alert' })
  const last = await store.lastOfKind(db, teamId, draft.kind)
  const { url } = await homeOfCompany(db, publicUrl, companyId)
  const alert: ToldAlert = {
    alertId: last?.alertId ?? 0,
    title: kind.title,
    text: last ? kind.text(last.subjectName, JSON.parse(last.factText)) : kind.title,
    step: kind.step.text,
    severity: draft.severity,
    since: last?.since ?? now(),
    closedWhy: null,
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

/** Sends a test to every recipient of a rule; answers how many messages are on their way. */
export const testRule = (services: Services, { by, scope }: Caller, alertRuleId: number): Promise<number> =>
  act(services, async trx => {
    const rule = found(await rules.get(trx, scope, alertRuleId), 'Rule not found')
    const messages = await writeTest(services, trx, alertRuleId)
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
    const before = found(await rules.get(trx, caller.scope, alertRuleId), 'Rule not found')
    await rules.nextSecret(trx, alertRuleId)
    await audit.write(trx, caller.by, {
      action: 'change-secret',
      feature: 'Alert',
      recordId: alertRuleId,
      teamId: before.teamId,
      after: { secret: before.webhookSecretNo + 1 },
    })
    return services.seal.derive(secretUse(alertRuleId, before.webhookSecretNo + 1))
  })
