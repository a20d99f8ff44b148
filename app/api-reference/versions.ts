// The versions of the public API, each a date, and what changed with each. The newest comes first.

export const VERSION_HEADER = 'Wattdesk-Version'

/** `breaking`: operations, fields and parameters that are gone or take less, each as `listTags: query q`. */
export type Version = { date: string; changes: readonly string[]; breaking: readonly string[] }

export const VERSIONS: readonly Version[] = [
  {
    date: '2026-11-29',
    changes: [
      'The first version with a date. Every reply names the version that answered in `Wattdesk-Version`.',
      'The description of the API names every operation, shape, parameter and field, with an example of each call.',
    ],
    breaking: [],
  },
]

export const NEWEST_VERSION: string = VERSIONS[0]?.date ?? ''
