// Words and limits of alerts that the server and the browser share.

/** The most severe first. */
export const SEVERITIES = ['Critical', 'Major', 'Minor'] as const
export type Severity = (typeof SEVERITIES)[number]
export const ALERT_STATES = ['Open', 'Acknowledged', 'Closed'] as const

/** Which alerts a list shows: those that stand, those that are closed, or both. */
export const ALERT_SHOWS = ['open', 'closed', 'all'] as const
export type AlertShow = (typeof ALERT_SHOWS)[number]

/** What an alert is about. */
export const SUBJECTS = [
  ...(['charger', 'connector', 'site', 'session', 'payment', 'refund', 'payout', 'company'] as const),
  ...(['team', 'wallet', 'queue', 'node'] as const),
] as const
export type SubjectKind = (typeof SUBJECTS)[number]
/** Whether a rule about such subjects may name charge points, or sites: the others are of none. */
export const isOfCharger = (subject: SubjectKind): boolean =>
  ['charger', 'connector', 'session', 'payment', 'refund'].includes(subject)
export const isOfSite = (subject: SubjectKind): boolean => ['charger', 'connector', 'session', 'site'].includes(subject)

/** An alert whose cause is back within so many minutes of its end is opened again. */
export const BACK_MINUTES = 10
/** How long chargers have to come back after the product itself has ended their connections. */
export const COMING_BACK_MINUTES = 5
/** What a charger has reported stands for so long after it has gone offline: it may come back as it was. */
export const AWAY_MINUTES = 10
export const MOST_NAME = 100
export const MOST_NOTE = 1000
/** Chargers or sites that a rule names one by one. */
export const MOST_NAMED = 1000
/** Rules of a team. */
export const MOST_RULES = 200
/** Alerts that one call acknowledges, assigns or closes. */
export const MOST_AT_ONCE = 500

/** The ways by which people are told beside the bell. */
export const CHANNELS = ['mail', 'sms', 'push'] as const
export type Channel = (typeof CHANNELS)[number]
export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = { mail: 'Mail', sms: 'Text message', push: 'Push' }
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
/** What a rule names: people, roles, addresses or phones; and webhooks. */
export const MOST_TOLD = 50
export const MOST_WEBHOOKS = 5
export const MOST_WAIT = 1440
export const MOST_GATHER = 60

/** No value stands twice in a list; what is no list has an error of its own. */
export const isEachOnce = (values: unknown): boolean => !Array.isArray(values) || new Set(values).size === values.length
