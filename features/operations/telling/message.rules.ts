// The words of what is told of alerts, by way: a mail, a text message, a push message, a call of a webhook. The sentence of
// each alert is that of its kind, wherever it is told.
import { formatDateTime, zoneName } from '@wattdesk/base/time'
import type { Severity } from '#operations/alerts/alert.words.ts'

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

const lineOf = (a: ToldAlert, zone: string): string =>
  a.closedWhy === null
    ? `${a.text}, since ${formatDateTime(a.since, zone)} (${zoneName(zone)})`
    : `${a.text}: ${endOf(a)}`
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
  const lines = t.alerts.slice(0, NAMED).map(a => `- ${lineOf(a, t.zone)}`)
  const more = t.alerts.length - NAMED
  const [first] = t.alerts
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
    ...(first && t.what !== 'over' ? [`Next step: ${first.step}`] : []),
    `${t.home}${pathOf(t)}`,
    '',
    `You are told by the rule ${t.rule}.`,
  ].join('\n')
  return { subject: subjectOf(t), body, leadsTo: pathOf(t) }
}

const SMS_CHARS = 300
const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)
/** A text message: one line, as many of the alerts as have room, and the address. */
function smsWords(t: Telling): Words {
  const link = `${t.home}${pathOf(t)}`
  const subject = subjectOf(t)
  const says =
    t.alerts.length > 1 && t.what !== 'test' ? `${subject}: ${t.alerts.map(a => a.text).join('; ')}` : subject
  return { subject, body: `${cut(says, SMS_CHARS - link.length - 1)} ${link}`, leadsTo: pathOf(t) }
}

/** A push message: what happened above, up to three lines below. */
function pushWords(t: Telling): Words {
  const [first] = t.alerts
  const lines = t.alerts.length === 1 && first ? [lineOf(first, t.zone)] : t.alerts.slice(0, 3).map(a => a.text)
  const more = t.alerts.length - 3
  const body = [...lines, ...(more > 0 && t.alerts.length > 1 ? [`and ${count(more)} more`] : [])].join('\n')
  return { subject: cut(subjectOf(t), 150), body: cut(body, 500), leadsTo: pathOf(t) }
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
