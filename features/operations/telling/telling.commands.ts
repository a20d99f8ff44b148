// Tells people of alerts: writes the messages of what is due, and hands those over whose time has come (ALERT-07, ALERT-08).
import type { Home } from '#office/brand/brand.rules.ts'
import type { Services } from '#office/installation/services.ts'
import * as mail from '#office/mail/mail.store.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import { type Channel, SEVERITIES } from '#operations/alerts/alert.words.ts'
import { kindOf } from '#operations/alerts/alert-kinds.store.ts'
import { mayTellAt } from '#operations/alerts/quiet-hours.rules.ts'
import type { Trx } from '#platform/db/db.ts'
import { CHANNEL_WORDS, heldBackWords, type Occasion, stopLines, type ToldAlert } from './message.rules.ts'
import { stopUrl } from './stop.rules.ts'
import * as store from './telling.store.ts'

declare module '#platform/jobs/jobs.ts' {
  interface Work {
    /** A push message or the call of a webhook on its way. */
    'alert-message': { alertMessageId: number }
  }
}
type Needed = Pick<Services, 'db' | 'now' | 'timeZone' | 'publicUrl' | 'jobs' | 'seal'>

/** Messages that leave to one recipient by one way within an hour; what comes above is held back and counted. */
const MOST_IN_HOUR = 20
const AT_ONCE = 500

const toldAlert = (a: store.DueAlert): ToldAlert => {
  const kind = kindOf(a.kind)
  return {
    alertId: a.alertId,
    title: kind?.title ?? a.kind,
    text: kind?.text(a.subjectName, store.factsOf(a)) ?? a.subjectName,
    step: kind?.step.text ?? 'Look at the alerts',
    severity: a.severity,
    since: a.since,
    closedWhy: a.closedWhy,
  }
}

type Group = { rule: store.DueAlert; alerts: store.DueAlert[]; what: Occasion; home: Home; at: Date; zone: string }
type To = { channel: Channel | 'webhook'; userId: number | null; recipient: string; dueAt: Date; error?: string }

/** The message of some alerts of a group to one recipient. */
function messageTo(
  { rule, alerts, what, home, zone }: Group,
  ids: readonly number[] | undefined,
  to: To,
): store.NewMessage {
  const meant = ids ? alerts.filter(a => ids.includes(a.alertId)) : alerts
  const words = CHANNEL_WORDS[to.channel]({
    what,
    rule: rule.ruleName,
    alerts: meant.map(toldAlert),
    home: home.url,
    zone,
    escalateMinutes: rule.escalateMinutes,
  })
  const { companyId, alertRuleId } = rule
  return { companyId, alertRuleId, what, alertIds: meant.map(a => a.alertId), ...words, ...to }
}

/** Where a person is reached by some ways: a browser each, and a fault where the profile lacks what is needed. */
const waysTo = (
  { email, phone, browsers }: Pick<store.ToldPerson, 'email' | 'phone' | 'browsers'>,
  channels: readonly Channel[],
): Omit<To, 'userId' | 'dueAt'>[] =>
  channels.flatMap<Omit<To, 'userId' | 'dueAt'>>(channel => {
    if (channel === 'mail') return [{ channel, recipient: email }]
    if (channel === 'push') return browsers.map(id => ({ channel, recipient: String(id) }))
    return [
      phone ? { channel, recipient: phone } : { channel, recipient: '', error: 'The profile has no phone number' },
    ]
  })

const rankOf = (severity: string): number => SEVERITIES.indexOf(severity as (typeof SEVERITIES)[number])
/** The messages to a person, by each way of the rule that the person wants for alerts of this severity. */
function toPerson(group: Group, person: store.ToldPerson): store.NewMessage[] {
  const { rule, at, zone } = group
  const quiet = store.quietOf(rule)
  return rule.channels.flatMap(channel => {
    const choice = person.choices[channel]
    const wanted = group.alerts.filter(
      a =>
        person.alertIds.includes(a.alertId) &&
        (!choice || (choice.least !== 'Nothing' && rankOf(a.severity) <= rankOf(choice.least))),
    )
    if (wanted.length === 0) return []
    const hours = choice?.from && choice.to ? { from: choice.from, to: choice.to } : undefined
    const dueAt = mayTellAt(at, quiet, hours, zone)
    const ids = wanted.map(a => a.alertId)
    return waysTo(person, [channel]).map(to => messageTo(group, ids, { ...to, userId: person.userId, dueAt }))
  })
}

/** The messages to the addresses, phones and webhooks that a rule names. */
async function toNamed(trx: Trx, group: Group): Promise<store.NewMessage[]> {
  const { rule, at, zone } = group
  const dueAt = mayTellAt(at, store.quietOf(rule), undefined, zone)
  const stopped = await store.stoppedOf(trx, rule.companyId, rule.addresses)
  const to = (channel: To['channel']) => (recipient: string) =>
    messageTo(group, undefined, { channel, userId: null, recipient, dueAt })
  return [
    ...rule.addresses.filter(a => !stopped.has(a)).map(to('mail')),
    ...rule.phones.map(to('sms')),
    // A program has no night.
    ...rule.webhooks.map(recipient =>
      messageTo(group, undefined, { channel: 'webhook', userId: null, recipient, dueAt: at }),
    ),
  ]
}

/** The end of alerts goes where their opening went, each recipient once. */
async function toThoseTold(trx: Trx, group: Group): Promise<store.NewMessage[]> {
  const before = await store.toldBefore(
    trx,
    group.alerts.map(a => a.alertId),
  )
  const people = await store.peopleOf(
    trx,
    group.alerts.map(a => a.alertId),
    'first',
  )
  const others = await store.peopleOf(
    trx,
    group.alerts.map(a => a.alertId),
    'escalation',
  )
  const still = new Map([...others, ...people].map(p => [p.userId, p]))
  return before.flatMap(b => {
    const ids = b.alertIds.filter(id => group.alerts.some(a => a.alertId === id))
    const person = b.userId === null ? undefined : still.get(b.userId)
    // Somebody who has left the team meanwhile, or wants nothing any more, is told nothing more.
    if (b.userId !== null && (!person || person.choices[b.channel as Channel]?.least === 'Nothing')) return []
    const choice = person?.choices[b.channel as Channel]
    const hours = choice?.from && choice.to ? { from: choice.from, to: choice.to } : undefined
    const isProgram = b.channel === 'webhook'
    const dueAt = isProgram ? group.at : mayTellAt(group.at, store.quietOf(group.rule), hours, group.zone)
    return [messageTo(group, ids, { channel: b.channel, userId: b.userId, recipient: b.recipient, dueAt })]
  })
}

async function messagesOf(trx: Trx, group: Group): Promise<store.NewMessage[]> {
  if (group.what === 'over') return toThoseTold(trx, group)
  const side = group.what === 'escalated' ? 'escalation' : 'first'
  const people = await store.peopleOf(
    trx,
    group.alerts.map(a => a.alertId),
    side,
  )
  const personal = people.flatMap(p => toPerson(group, p))
  return side === 'first' ? [...personal, ...(await toNamed(trx, group))] : personal
}

/** Writes the messages of everything that is due, in one transaction with the marks that it was told. */
const writeDue = ({ db, now, timeZone, publicUrl }: Needed): Promise<number> =>
  db.transaction().execute(async trx => {
    await store.holdTelling(trx)
    const at = now()
    const takes = [
      ['opened', await store.takeOpened(trx, at)],
      ['escalated', await store.takeEscalated(trx, at)],
      ['over', await store.takeEnded(trx, at)],
    ] as const
    let written = 0
    for (const [what, due] of takes)
      for (const alerts of Map.groupBy(due, a => a.alertRuleId).values()) {
        const [rule] = alerts
        if (!rule) continue
        const home = await homeOfCompany(trx, publicUrl, rule.companyId)
        const messages = await messagesOf(trx, { rule, alerts, what, home, at, zone: timeZone })
        await store.addMessages(trx, messages, at)
        written += messages.length
      }
    return written
  })

/** Writes a test to everybody whom a rule tells, without its wait, its quiet hours and its gathering; answers how many. */
export async function writeTest(services: Needed, trx: Trx, alertRuleId: number): Promise<number> {
  const { now, timeZone: zone, publicUrl } = services
  const at = now()
  const rule = await store.ruleToTest(trx, alertRuleId)
  if (!rule) return 0
  const home = await homeOfCompany(trx, publicUrl, rule.companyId)
  const group: Group = { rule: { ...rule, quietText: null }, alerts: [], what: 'test', home, at, zone }
  const kind = kindOf(rule.kind)
  const sample = { ...toldAlert(rule), text: kind?.title ?? rule.kind }
  const people = await store.peopleToTest(trx, alertRuleId)
  const named = await toNamed(trx, group)
  const personal = people.flatMap(p =>
    waysTo(p, rule.channels).map(to => messageTo(group, undefined, { ...to, userId: p.userId, dueAt: at })),
  )
  const messages = [...personal, ...named].map(m => {
    const words = CHANNEL_WORDS[m.channel]({
      what: 'test',
      rule: rule.ruleName,
      alerts: [sample],
      home: home.url,
      zone,
    })
    return { ...m, ...words }
  })
  await store.addMessages(trx, messages, at)
  return messages.length
}

/** Hands a message over to its way, with the commit of `trx`. */
async function handOver(services: Needed, trx: Trx, m: store.WaitingMessage, at: Date): Promise<void> {
  const { jobs, publicUrl, seal } = services
  if (m.channel === 'mail') {
    const home = await homeOfCompany(trx, publicUrl, m.companyId)
    const stop = stopUrl(
      home.url,
      seal,
      m.userId === null ? { companyId: m.companyId, address: m.recipient } : { userId: m.userId },
    )
    const letter = {
      to: m.recipient,
      subject: m.subject,
      text: `${m.body}\n${stopLines(stop.page)}`,
      stopUrl: stop.call,
    }
    const outboxId = await mail.post(trx, jobs, letter)
    return void (await store.endMessage(trx, m.alertMessageId, { state: 'sent', leftAt: at, outboxId }))
  }
  if (m.channel === 'sms') {
    const outboxId = await mail.postSms(trx, jobs, { phone: m.recipient, text: m.body })
    return void (await store.endMessage(trx, m.alertMessageId, { state: 'sent', leftAt: at, outboxId }))
  }
  await store.endMessage(trx, m.alertMessageId, { state: 'sending', leftAt: at })
  await jobs.send(trx, 'alert-message', { alertMessageId: m.alertMessageId })
}

/** Hands over what waits, within what a recipient gets in an hour; answers how many messages it took. */
const sendSome = (services: Needed): Promise<number> =>
  services.db.transaction().execute(async trx => {
    await store.holdTelling(trx)
    const at = services.now()
    const waiting = await store.takeWaiting(trx, at, AT_ONCE)
    const left = new Map<string, number>()
    for (const m of waiting) {
      if (m.isOver) {
        await store.endMessage(trx, m.alertMessageId, { state: 'dropped', error: 'Over before it was to leave' })
        continue
      }
      const key = `${m.channel} ${m.recipient}`
      const soFar = left.get(key) ?? m.leftInHour
      if (m.channel !== 'webhook' && soFar >= MOST_IN_HOUR) {
        await store.endMessage(trx, m.alertMessageId, { state: 'held back', error: store.HELD_BACK })
        continue
      }
      left.set(key, soFar + 1)
      await handOver(services, trx, m, at)
    }
    return waiting.length
  })

/** Says how many messages were held back, once the recipient may be told again. */
const tellHeldBack = ({ db, now, publicUrl }: Needed): Promise<void> =>
  db.transaction().execute(async trx => {
    await store.holdTelling(trx)
    const at = now()
    const messages: store.NewMessage[] = []
    for (const { n, ...to } of await store.takeHeldBack(trx, at, MOST_IN_HOUR)) {
      const { url } = await homeOfCompany(trx, publicUrl, to.companyId)
      messages.push({ ...to, what: 'held back', alertIds: [], ...heldBackWords(n, url), dueAt: at })
    }
    await store.addMessages(trx, messages, at)
  })

/** Tells whatever is due, and hands over whatever may leave now. */
export async function tellPeople(services: Needed): Promise<void> {
  await writeDue(services)
  await tellHeldBack(services)
  while ((await sendSome(services)) === AT_ONCE) {
    // As many as there are.
  }
}
