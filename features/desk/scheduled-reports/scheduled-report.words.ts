// Words and limits of scheduled reports that the server and the browser share.

/** Where scheduled reports stand on the portal. */
export const REPORT_LIST = '/scheduled-reports'

export const RHYTHMS = ['daily', 'weekly', 'monthly'] as const
export type Rhythm = (typeof RHYTHMS)[number]
export const RHYTHM_WORDS: Readonly<Record<Rhythm, string>> = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
}
export const FORMATS = ['xlsx', 'csv', 'pdf'] as const
export type Format = (typeof FORMATS)[number]
export const FORMAT_WORDS: Readonly<Record<Format, string>> = { xlsx: 'Excel', csv: 'CSV', pdf: 'PDF' }

/** Which rows by time: `view` is what the filters of the view leave, without a view all rows. */
export const PERIODS = ['view', 'day', 'week', 'month'] as const
export type PeriodName = (typeof PERIODS)[number]
export const PERIOD_WORDS: Readonly<Record<PeriodName, string>> = {
  view: 'As the view has it',
  day: 'The day before',
  week: 'The 7 days before',
  month: 'The calendar month before',
}

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
/** The last day of the month among its days. */
export const LAST_DAY = 0
/** Every month has so many days. */
export const MOST_DAY = 28

export const REPORT_STATES = ['Active', 'Paused', 'Stopped'] as const
export type ReportState = (typeof REPORT_STATES)[number]
/** No mail server is set up: the mails stay where they are read in development. */
export const KEPT = 'Kept in the outbox'
export const RESULTS = ['Sent', 'Sent as a link', 'Sent without a file', KEPT, 'Failed', 'Stopped'] as const
export type RunResult = (typeof RESULTS)[number]

/** The owner of a report whose owner's account was deleted. */
export const NOBODY = 'Nobody'

export const MOST_NAME = 100
export const MOST_SUBJECT = 150
/** Reports of one person, and receivers of one report. */
export const MOST_REPORTS = 50
export const MOST_RECEIVERS = 50
/** Mails with reports of one person within an hour; later ones wait. */
export const MOST_MAILS_AN_HOUR = 500
/** Test mails of one person within an hour. */
export const MOST_TESTS_AN_HOUR = 10
/** A longer file is kept for its receivers, who sign in to fetch it. */
export const MOST_ATTACHED_BYTES = 10 * 1024 * 1024
export const LINK_DAYS = 7
/** How long it is known what was sent. */
export const RUNS_KEPT_DAYS = 400

/**
 * What may be sent: a list by the name under which its views are kept, or a page that is no list. `time`: the field by which
 * a period narrows a list; `spans`: the periods of a source that has no rows without one. `path`: where the portal shows it.
 */
export type SourceWords = {
  title: string
  path: string
  time?: { field: string; label: string }
  spans?: readonly PeriodName[]
  /** Without saved views. */
  isPage?: true
}
export const SOURCES = {
  transactions: { title: 'Transactions', path: '/transactions', time: { field: 'starttime', label: 'Start Time' } },
  'upi-transactions': { title: 'UPI payments', path: '/transactions?tab=payments', spans: ['day', 'week', 'month'] },
  settlements: {
    title: 'Payouts',
    path: '/transactions?tab=payouts',
    time: { field: 'periodStartDate', label: 'Begin of the period' },
  },
  report: { title: 'Statement', path: '/report', spans: ['day', 'week', 'month'] },
  refunds: { title: 'Refunds by session', path: '/refund', time: { field: 'startDate', label: 'Start Time' } },
  'refund-requests': { title: 'Refunds', path: '/refund', time: { field: 'requestedAt', label: 'Requested' } },
  chargers: { title: 'Charge points', path: '/charger' },
  charging_sites: { title: 'Charging sites', path: '/charging-site' },
  charging_profiles: { title: 'Charging profiles', path: '/chargingprofile' },
  'waiting-to-join': { title: 'Waiting to join', path: '/charger/waiting', time: { field: 'lastAt', label: 'Last' } },
  alerts: { title: 'Alerts', path: '/alerts', time: { field: 'since', label: 'Since' } },
  'alert-rules': { title: 'Rules of alerts', path: '/alerts/rules' },
  maintenance: { title: 'Planned maintenance', path: '/maintenance', time: { field: 'starts_at', label: 'Start' } },
  campaigns: { title: 'Campaigns', path: '/campaigns' },
  firmware: { title: 'Firmware files', path: '/firmware' },
  'settings-templates': { title: 'Settings templates', path: '/settings-templates' },
  'settings-drift': { title: 'Settings drift', path: '/settings-drift', time: { field: 'since', label: 'Since' } },
  'settings-exceptions': { title: 'Exceptions from settings', path: '/settings-drift' },
  service_requests: {
    title: 'Service requests',
    path: '/servicerequest',
    time: { field: 'createAt', label: 'Created' },
  },
  price_groups: { title: 'Price groups', path: '/pricegroup' },
  tags: { title: 'RFID tags', path: '/tag' },
  'unknown-tags': { title: 'Unknown tags', path: '/tag/unknown', time: { field: 'lastAt', label: 'Last time' } },
  ev_drivers: { title: 'EV drivers', path: '/customer' },
  customers: { title: 'Customers', path: '/cm-customer' },
  vehicles: { title: 'Vehicles', path: '/vehicles' },
  messages: { title: 'Sent messages', path: '/send-messages' },
  cms_system_users: { title: 'Users', path: '/users' },
  roles: { title: 'Roles', path: '/roles' },
  audit: { title: 'Audit log', path: '/audit', time: { field: 'at', label: 'Time' } },
  'api-keys': { title: 'API keys', path: '/integrations/keys' },
  'scheduled-reports': { title: 'Scheduled reports', path: REPORT_LIST },
  imports: { title: 'Imports', path: '/import', time: { field: 'createdAt', label: 'Sent' } },
  teams: { title: 'Teams', path: '/team', isPage: true },
  companies: { title: 'Companies', path: '/company', isPage: true },
  dashboard: { title: 'Dashboard', path: '/dashboard', spans: ['day', 'week', 'month'], isPage: true },
  uptime: { title: 'Uptime', path: '/dashboard', spans: ['day', 'week', 'month'], isPage: true },
  'month-end': { title: 'Month end', path: '/reconciliation', spans: ['month'], isPage: true },
} as const satisfies Readonly<Record<string, SourceWords>>
export type SourceName = keyof typeof SOURCES
export const SOURCE_NAMES = Object.keys(SOURCES) as [SourceName, ...SourceName[]]
export const sourceWords = (source: SourceName): SourceWords => SOURCES[source]

/** The periods that a source offers, the usual one first. */
export function periodsOf(source: SourceName): readonly PeriodName[] {
  const { spans, time } = sourceWords(source)
  if (spans) return spans
  return time ? PERIODS : ['view']
}
export const isSource = (name: string): name is SourceName => Object.hasOwn(SOURCES, name)
