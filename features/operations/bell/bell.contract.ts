// The bell: alerts of all teams of a person, and what that person must know besides, read or not (ALERT-06).
import { besideOthers } from '@wattdesk/base/field-checks'
import { recordId, wholeText } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { SEVERITIES } from '#operations/alerts/alert.words.ts'

/** So many are listed, so many more each time, and so many at most. */
export const LISTED = 20
export const MOST_LISTED = 500
/** The counting of unread ones ends here. */
export const MOST_COUNTED = 99
/** How many are unread, in words. */
export const unreadText = (n: number): string => (n < MOST_COUNTED ? String(n) : `${MOST_COUNTED} or more`)

export const BellEntry = z
  .object({
    /** `alert-12` or `notice-3`. */
    id: z.string(),
    at: z.string(),
    /** Null: a notice for this person alone. */
    severity: z.enum(SEVERITIES).nullable(),
    text: z.string(),
    /** The page of the portal that it leads to. */
    to: z.string(),
    isUnread: z.boolean(),
    /** An alert that is closed meanwhile. */
    isOver: z.boolean(),
  })
  .meta({ id: 'BellEntry' })
export type BellEntry = z.infer<typeof BellEntry>

export const getBell = endpoint({
  method: 'GET',
  path: '/cms/v1/bell',
  can: 'signed in',
  summary: 'How many alerts and notices the caller has not read, and the last of them, newest first',
  query: z.object({ listed: wholeText({ min: 1, max: MOST_LISTED }).default(LISTED) }),
  data: z.object({
    /** At most 99; those that are critical and not over beside. */
    unread: z.number().int(),
    critical: z.number().int(),
    /** The numbers of the first and the last ring among the alerts listed: `read` takes them back. `first` is 0 where none is older. */
    first: z.number().int(),
    last: z.number().int(),
    entries: z.array(BellEntry),
    hasMore: z.boolean(),
  }),
})

/**
 * Alerts that rang before `from` or ring after `to` stay unread, as do notices that are not named. Without `from`: all up to
 * `to`. With `older_until` nothing older stays unread.
 */
export const readBell = endpoint({
  method: 'POST',
  path: '/cms/v1/bell/read',
  can: 'signed in',
  summary: 'Mark what the bell has shown as read',
  body: z
    .object({
      from: z.number().int().min(0).default(0),
      to: z.number().int().min(0),
      notices: z.array(recordId()).max(MOST_LISTED).default([]),
      /** What is older is read too, listed or not: every alert up to `to`, and every notice up to this time. */
      older_until: z.iso.datetime({ error: 'Should be a time' }).nullable().default(null),
    })
    .refine(b => b.to === 0 || b.from <= b.to, {
      path: ['from'],
      message: 'Must not be after to',
      when: besideOthers,
    }),
  data: z.object({ unread: z.number().int() }),
})
