// The versions of the public API, each a date, and what changed with each; the newest comes first. A call is served the version that
// its header names, else that of its API key, else the newest (KEY-03).

export const VERSION_HEADER = 'Wattdesk-Version'

/** `breaking`: operations, fields and parameters that are gone or take less, each as `listTags: query q`. */
export type Version = { date: string; changes: readonly string[]; breaking: readonly string[] }

export const VERSIONS: readonly Version[] = [
  {
    date: '2026-12-01',
    changes: [
      'A query with a parameter that the operation does not know is refused with 422 when an API key calls; before, the parameter was passed over and the call reached more than was meant.',
    ],
    breaking: [],
  },
  {
    date: '2026-11-30',
    changes: [
      'An API key has a version, `api_version`: that of the day of its making. Calls without the header are served that version.',
      'Events of webhooks carry `sequence` beside `timestamp`: the order of events about the same object.',
      'The set-up of a second factor at a sign-in (`beginSetUp`, `endSetUp`) takes `mail_code`, the code that the sign-in has mailed, and is refused without it.',
      'Webhooks have an `owner`; without one they pause, and `takeWebhook` takes them over.',
      'A trial of an alert rule (`tryAlertRule`) says null instead of 0 where the past of a kind is not kept.',
      'A program asks who it is: `getCaller` answers the name of its key, its team, its rights and its last day.',
      'Sessions of one charging site: `listTransactions` takes `zoneId` and `zone_name`. A site says how many run there: `running_sessions`.',
      'Acts that ask by what they change answer 403 with `needs: "proof"` to people whose proof is older than 15 minutes.',
    ],
    breaking: [
      'tryAlertRule: reply data.opened may be of another kind',
      'tryAlertRule: reply data.total may be of another kind',
    ],
  },
  {
    date: '2026-11-29',
    changes: [
      'The first version with a date. Every reply names the version that answered in `Wattdesk-Version`.',
      'The description of the API names every operation, shape, parameter and field, with an example of each call.',
    ],
    breaking: [],
  },
]

export const VERSION_DATES: readonly string[] = VERSIONS.map(v => v.date)
export const NEWEST_VERSION: string = VERSION_DATES[0] ?? ''
export const UNKNOWN_VERSION = `${VERSION_HEADER} must be one of ${VERSION_DATES.join(', ')}`

/** The version of a day, 'yyyy-MM-dd': the newest that was there, or the first one for days before that. `dates`: newest first. */
export const versionOn = (day: string, dates: readonly string[] = VERSION_DATES): string =>
  dates.find(d => d <= day) ?? dates.at(-1) ?? ''
/** The version that a key is served: its own, or the oldest that there is where its own is gone. */
export const servedTo = (version: string, dates: readonly string[] = VERSION_DATES): string =>
  dates.includes(version) ? version : versionOn(version, dates)
