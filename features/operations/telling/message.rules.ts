// The words of what is told of alerts, by way: a mail, a text message, a push message, a call of a webhook. The sentence of
// each alert is that of its kind, wherever it is told.
import { formatRupees } from '@wattdesk/base/money'
import { formatDateTime, zoneName } from '@wattdesk/base/time'
import type { Severity } from '#operations/alerts/alert.words.ts'
import type { AlertCost } from '#operations/alerts/alert-cost.rules.ts'

export type ToldAlert = {
  alertId: number
  /** The id of its kind in the catalogue. */
  kind: string
  title: string
  text: string
  step: string
  severity: Severity
  since: Date
  /** Why it is over; null while it stands. */
  closedWhy: string | null
  /** Who closed it by hand, with `closedWhy` as the note. */
  closedBy: string | null
  /** Null: not known, or not for this receiver. */
  cost: AlertCost | null
}
export type Occasion = 'opened' | 'escalated' | 'over' | 'test'
type Telling = {
  what: Occasion
  rule: string
  alerts: readonly ToldAlert[]
  /** Address of the portal, without a slash at its end. */
  home: string
  zone: string
  /** Minutes without acknowledgement after which others are told. */
  escalateMinutes?: number | null
  /** Alerts that began and ended while the message waited. */
  meanwhile?: number
}
export type Words = { subject: string; body: string; leadsTo: string }

/** So many subjects are named; of the others their number. */
const NAMED = 10
const SEVERITY_ORDER: readonly Severity[] = ['Critical', 'Major', 'Minor']
const worst = (alerts: readonly ToldAlert[]): Severity =>
  SEVERITY_ORDER.find(s => alerts.some(a => a.severity === s)) ?? 'Minor'
const count = (n: number): string => n.toLocaleString('en-IN')

const isByHand = (alerts: readonly ToldAlert[]): boolean => alerts.every(a => a.closedBy !== null)

function subjectOf({ what, rule, alerts }: Telling): string {
  const [first] = alerts
  const named = alerts.length === 1 && first ? first.text : `${count(alerts.length)} alerts: ${rule}`
  if (what === 'test') return `Test of the rule ${rule}`
  if (what === 'over') return `${isByHand(alerts) ? 'Closed' : 'Over'}: ${named}`
  return `${what === 'escalated' ? 'Not acknowledged: ' : ''}${worst(alerts)}: ${named}`
}

/** `withStep`: the alerts of the mail have several next steps. */
const lineOf = (a: ToldAlert, zone: string, withStep = false): string => {
  const line =
    a.closedWhy === null
      ? `${a.text}, since ${formatDateTime(a.since, zone)} (${zoneName(zone)})`
      : `${a.text}: ${endOf(a)}`
  return [line, ...costOf([a]), ...(withStep ? [`Next step: ${a.step}`] : [])].join('. ')
}
/** What alerts have cost, those of which it is known: 'Estimated cost so far: ₹1,234.50'. Empty: it is known of none. */
function costOf(alerts: readonly ToldAlert[]): string[] {
  const known = alerts.flatMap(a => a.cost ?? [])
  if (known.length === 0) return []
  const rupees = known.reduce((sum, c) => sum + c.rupees, 0)
  const kind = known.some(c => c.isEstimated) ? 'Estimated cost' : 'Cost'
  return [`${kind}${alerts.every(a => a.closedWhy !== null) ? '' : ' so far'}: ${formatRupees(rupees)}`]
}
/** Why it is over; of one that was closed by hand, who says so. */
const endOf = ({ closedBy, closedWhy }: ToldAlert): string | null =>
  closedBy === null ? closedWhy : `Closed by ${closedBy}: ${closedWhy}`
const pathOf = ({ alerts }: Telling): string => {
  const [first] = alerts
  return alerts.length === 1 && first && first.alertId > 0 ? `/alerts/${first.alertId}` : '/alerts'
}

/** What began and ended while the message waited, in one line. */
const meanwhileLine = ({ meanwhile = 0 }: Telling): string[] =>
  meanwhile === 0
    ? []
    : [`In the quiet hours ${count(meanwhile)} more began and ${meanwhile === 1 ? 'is' : 'are'} over.`]

/** A mail: each alert in a line, up to ten of them, the next step, and where the portal shows them. */
function mailWords(t: Telling): Words {
  const areSteps = t.what !== 'over'
  const steps = new Set(t.alerts.slice(0, NAMED).map(a => a.step))
  const lines = t.alerts.slice(0, NAMED).map(a => `- ${lineOf(a, t.zone, areSteps && steps.size > 1)}`)
  const more = t.alerts.length - NAMED
  const opening =
    t.what === 'test'
      ? 'This is a test: nothing has happened. The rule would tell you of its alerts so:'
      : t.what === 'escalated'
        ? `Nobody has acknowledged this for ${count(t.escalateMinutes ?? 0)} minutes:`
        : t.what === 'over'
          ? isByHand(t.alerts)
            ? 'This was closed by hand:'
            : 'This is over:'
          : undefined
  const body = [
    ...(opening ? [opening, ''] : []),
    ...lines,
    ...(more > 0 ? [`and ${count(more)} more`] : []),
    ...meanwhileLine(t),
    '',
    ...(areSteps && steps.size === 1 ? [`Next step: ${[...steps].join('')}`] : []),
    `${t.home}${pathOf(t)}`,
    '',
    `You are told by the rule ${t.rule}.`,
  ].join('\n')
  return { subject: subjectOf(t), body, leadsTo: pathOf(t) }
}

const SMS_CHARS = 300
/** The first of these texts that is short enough; the last, which is short, where none is. */
const fitting = (texts: readonly string[], most: number): string =>
  texts.find(text => text.length <= most) ?? texts.at(-1) ?? ''
/** What happened without its details, and the title of the kind alone: what is said where there is no room for more. */
function shorter(t: Telling): string[] {
  const [first] = t.alerts
  const subject = subjectOf(t)
  if (!first || t.alerts.length !== 1 || t.what === 'test') return [subject]
  const [head = first.text] = first.text.split(': ')
  return [subject, ...[head, first.title].map(text => subjectOf({ ...t, alerts: [{ ...first, text }] }))]
}
/** The texts of as many alerts as one likes, and how many more there are. */
const severalText = (t: Telling, shown: number): string => {
  const more = t.alerts.length - shown
  const texts = t.alerts.slice(0, shown).map(a => a.text)
  return `${subjectOf(t)}: ${texts.join('; ')}${more > 0 ? ` and ${count(more)} more` : ''}`
}
/** A text message: one line, as many of the alerts as have room, what they cost, and the address. Whole parts are left out. */
function smsWords(t: Telling): Words {
  const link = `${t.home}${pathOf(t)}`
  const priced = (text: string): string => [text, ...costOf(t.alerts)].join('. ')
  const isOne = t.alerts.length <= 1 || t.what === 'test'
  const counts = isOne ? [] : Array.from({ length: Math.min(t.alerts.length, NAMED) }, (_, n) => n + 1).reverse()
  const texts = [...counts.map(n => priced(severalText(t, n))), ...shorter(t).flatMap(text => [priced(text), text])]
  return { subject: subjectOf(t), body: `${fitting(texts, SMS_CHARS - link.length - 1)} ${link}`, leadsTo: pathOf(t) }
}

/** A push message: what happened above, up to three lines below. */
function pushWords(t: Telling): Words {
  const [first] = t.alerts
  const lines = t.alerts.length === 1 && first ? [lineOf(first, t.zone)] : t.alerts.slice(0, 3).map(a => a.text)
  const more = t.alerts.length - 3
  const tail = t.alerts.length > 1 ? [...(more > 0 ? [`and ${count(more)} more`] : []), ...costOf(t.alerts)] : []
  const bodies = [[...lines, ...tail], [...lines.slice(0, 1), ...tail], tail].map(all => all.join('\n'))
  return { subject: fitting(shorter(t), 150), body: fitting(bodies, 500), leadsTo: pathOf(t) }
}

/** A call of a webhook: JSON; `alerts` holds up to 100 of `total`. */
function webhookWords(t: Telling): Words {
  const alerts = t.alerts.slice(0, 100).map(a => ({
    id: a.alertId,
    kind: a.kind,
    title: a.title,
    text: a.text,
    severity: a.severity,
    since: a.since.toISOString(),
    nextStep: a.step,
    closedWhy: a.closedWhy,
    closedBy: a.closedBy,
    cost: a.cost,
    url: `${t.home}/alerts/${a.alertId}`,
  }))
  const event = { opened: 'alert.opened', escalated: 'alert.escalated', over: 'alert.closed', test: 'alert.test' }[
    t.what
  ]
  const body = JSON.stringify({ event, rule: t.rule, total: t.alerts.length, alerts })
  return { subject: subjectOf(t), body, leadsTo: pathOf(t) }
}

export const CHANNEL_WORDS = { mail: mailWords, sms: smsWords, push: pushWords, webhook: webhookWords } as const

/** What is told once the hour is over in which more was held back. */
export const heldBackWords = (n: number, home: string): Words => ({
  subject: `${count(n)} ${n === 1 ? 'message about alerts was' : 'messages about alerts were'} held back`,
  body: [
    `${count(n)} more ${n === 1 ? 'message' : 'messages'} about alerts came within an hour than are sent in an hour.`,
    `All alerts: ${home}/alerts`,
  ].join('\n'),
  leadsTo: '/alerts',
})

/** The last line of a mail: the link by which its receiver stops such mails. */
export const stopLine = (stopUrl: string): string => `\nNo more of these mails: ${stopUrl}`
