// Tells people of alerts: writes the messages of what is due, and has those handed over whose time has come (ALERT-07, ALERT-08).
import type { Services } from '#office/installation/services.ts'
import { homeOfCompany } from '#office/mail/mail-home.store.ts'
import { type Channel, SEVERITIES } from '#operations/alerts/alert.words.ts'
import { type Hours, mayTellAt } from '#operations/alerts/quiet-hours.rules.ts'
import type { Trx } from '#platform/db/db.ts'
import { addMessages, type NewMessage } from './alert-message.store.ts'
import { CHANNEL_WORDS, type Occasion, type ToldAlert } from './message.rules.ts'
import { sendMessages } from './message-send.commands.ts'
import * as recipients from './recipient.store.ts'
import * as store from './telling-due.store.ts'
import { toldAlert } from './told-alert.reply.ts'

type Needed = Pick<Services, 'db' | 'now' | 'timeZone' | 'publicUrl' | 'jobs' | 'seal'>

/** Alerts of one rule that are told together. `home`: the address of the portal. */
type Group = { rule: store.DueAlert; alerts: ToldAlert[]; what: Occasion; home: string; at: Date; zone: string }
const groupOf = (
  alerts: readonly [store.DueAlert, ...store.DueAlert[]],
  more: Omit<Group, 'rule' | 'alerts'>,
): Group => ({
  rule: alerts[0],
  alerts: alerts.map(a => toldAlert(a, more.at)),
  ...more,
})
type To = { channel: Channel | 'webhook'; userId: number | null; recipient: string; dueAt: Date; error?: string }

/**
 * The message about some alerts of a group to one recipient. `paidIds`: those of which a person may see what they cost; missing:
 * as the rule says, for what it names itself.
 */
function messageTo(
  { rule, what, home, zone }: Group,
  alerts: readonly ToldAlert[],
  { paidIds, ...to }: To & { paidIds?: readonly number[] },
): NewMessage {
  const { companyId, alertRuleId, ruleName, escalateMinutes, tellsCost } = rule
  const told = alerts.map(a => ((paidIds?.includes(a.alertId) ?? tellsCost) ? a : { ...a, cost: null }))
  const words = CHANNEL_WORDS[to.channel]({ what, rule: ruleName, alerts: told, home, zone, escalateMinutes })
  // A test is about no alert.
  const alertIds = what === 'test' ? [] : alerts.map(a => a.alertId)
  return { companyId, alertRuleId, what, alertIds, ...words, ...to }
}

type Way = Omit<To, 'userId' | 'dueAt'>
/** Where a person is reached by a way: each browser, and a fault where the profile lacks what is needed. */
function waysTo({ email, phone, browsers }: recipients.ToldPerson, channel: Channel): Way[] {
  if (channel === 'mail') return [{ channel, recipient: email }]
  if (channel === 'push') return browsers.map(id => ({ channel, recipient: String(id) }))
  return [phone ? { channel, recipient: phone } : { channel, recipient: '', error: 'The profile has no phone number' }]
}

const rankOf = (severity: ToldAlert['severity']): number => SEVERITIES.indexOf(severity)
const hoursOf = (choice: recipients.ToldPerson['choices'][Channel]): Hours | undefined =>
  choice?.from && choice.to ? { from: choice.from, to: choice.to } : undefined

/** The messages to a person, by each way of the rule that the person wants for alerts of this severity. */
function toPerson(group: Group, person: recipients.ToldPerson): NewMessage[] {
  const { rule, at, zone } = group
  return rule.channels.flatMap(channel => {
    const choice = person.choices[channel]
    const wanted = group.alerts.filter(
      a =>
        person.alertIds.includes(a.alertId) &&
        (!choice || (choice.least !== 'Nothing' && rankOf(a.severity) <= rankOf(choice.least))),
    )
    if (wanted.length === 0) return []
    const dueAt = mayTellAt(at, store.quietOf(rule), hoursOf(choice), zone)
    return waysTo(person, channel).map(to =>
      messageTo(group, wanted, { ...to, userId: person.userId, dueAt, paidIds: person.paidIds }),
    )
  })
}

/** The messages to the addresses, phones and webhooks that a rule names. */
async function toNamed(trx: Trx, group: Group): Promise<NewMessage[]> {
  const { rule, alerts, at, zone } = group
  const stopped = await recipients.stoppedOf(trx, rule.companyId, rule.addresses)
  const to = (channel: To['channel'], dueAt: Date) => (recipient: string) =>
    messageTo(group, alerts, { channel, userId: null, recipient, dueAt })
  const byDay = mayTellAt(at, store.quietOf(rule), undefined, zone)
  return [
    ...rule.addresses.filter(a => !stopped.has(a)).map(to('mail', byDay)),
    ...rule.phones.map(to('sms', byDay)),
    // Programs are called at night, too.
    ...rule.webhooks.map(to('webhook', at)),
  ]
}

/** The end of alerts goes where their opening went, each recipient once. */
async function toThoseTold(trx: Trx, group: Group): Promise<NewMessage[]> {
  const { rule, alerts, at, zone } = group
  const ids = alerts.map(a => a.alertId)
  const others = await recipients.peopleOf(trx, ids, 'escalation')
  const people = await recipients.peopleOf(trx, ids, 'first')
  const still = new Map([...others, ...people].map(p => [p.userId, p]))
  return (await recipients.toldBefore(trx, ids)).flatMap(b => {
    const meant = alerts.filter(a => b.alertIds.includes(a.alertId))
    const to = { channel: b.channel, userId: b.userId, recipient: b.recipient }
    if (b.channel === 'webhook') return [messageTo(group, meant, { ...to, dueAt: at })]
    const person = b.userId === null ? undefined : still.get(b.userId)
    const choice = person?.choices[b.channel]
    // Who has left the team meanwhile, or wants nothing any more, is told nothing more.
    if (b.userId !== null && (!person || choice?.least === 'Nothing')) return []
    const dueAt = mayTellAt(at, store.quietOf(rule), hoursOf(choice), zone)
    return [messageTo(group, meant, { ...to, dueAt, ...(person && { paidIds: person.paidIds }) })]
  })
}

async function messagesOf(trx: Trx, group: Group): Promise<NewMessage[]> {
  if (group.what === 'over') return toThoseTold(trx, group)
  const ids = group.alerts.map(a => a.alertId)
  const people = await recipients.peopleOf(trx, ids, group.what === 'escalated' ? 'escalation' : 'first')
  const personal = people.flatMap(p => toPerson(group, p))
  return group.what === 'escalated' ? personal : [...personal, ...(await toNamed(trx, group))]
}

/** Writes the messages of everything that is due, in one transaction with the marks that it was told. */
const writeDue = ({ db, now, timeZone: zone, publicUrl }: Needed): Promise<void> =>
  db.transaction().execute(async trx => {
    await store.holdTelling(trx)
    const at = now()
    const takes = [
      ['opened', await store.takeOpened(trx, at)],
      ['escalated', await store.takeEscalated(trx, at)],
      ['over', await store.takeEnded(trx, at)],
    ] as const
    for (const [what, due] of takes)
      for (const [first, ...rest] of Map.groupBy(due, a => a.alertRuleId).values()) {
        if (!first) continue
        const { url } = await homeOfCompany(trx, publicUrl, first.companyId)
        const group = groupOf([first, ...rest], { what, home: url, at, zone })
        await addMessages(trx, await messagesOf(trx, group), at)
      }
  })

/**
 * Writes a test to everybody whom a rule tells, without its wait, its quiet hours and its gathering; answers how many can leave,
 * and why others cannot.
 */
export async function writeTest(
  services: Needed,
  trx: Trx,
  alertRuleId: number,
): Promise<{ messages: number; errors: string[] }> {
  const { now, timeZone: zone, publicUrl } = services
  const at = now()
  const rule = await store.ruleToTest(trx, alertRuleId)
  if (!rule) return { messages: 0, errors: [] }
  const { url } = await homeOfCompany(trx, publicUrl, rule.companyId)
  const told = toldAlert(rule, at)
  const group: Group = { rule, alerts: [{ ...told, text: told.title }], what: 'test', home: url, at, zone }
  const people = await recipients.peopleOfRule(trx, alertRuleId)
  const personal = people.flatMap(p =>
    rule.channels
      .flatMap(channel => waysTo(p, channel))
      .map(to => messageTo(group, group.alerts, { ...to, userId: p.userId, dueAt: at })),
  )
  const messages = [...personal, ...(await toNamed(trx, group))]
  await addMessages(trx, messages, at)
  const errors = messages.flatMap(m => m.error ?? [])
  return { messages: messages.length - errors.length, errors: [...new Set(errors)] }
}

/** Tells whatever is due, and hands over whatever may leave now. */
export async function tellPeople(services: Needed): Promise<void> {
  await writeDue(services)
  await sendMessages(services)
}
