// The bell: alerts of all teams of a person, and what that person must know besides, read or not (ALERT-06).
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { SEVERITIES } from '#operations/alerts/alert.words.ts'

/** So many are listed; the counting of unread ones ends here too. */
export const LISTED = 20
export const MOST_COUNTED = 99

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
  summary: 'How many alerts and notices the caller has not read, and the last twenty of them, newest first',
  data: z.object({
    /** At most 99; those that are critical and not over beside. */
    unread: z.number().int(),
    critical: z.number().int(),
    /** The number of the last alert that rang: `read` takes it back. */
    last: z.number().int(),
    entries: z.array(BellEntry),
  }),
})

/** Alerts that ring after `to` stay unread, as do notices that came after the bell was asked for. */
export const readBell = endpoint({
  method: 'POST',
  path: '/cms/v1/bell/read',
  can: 'signed in',
  summary: 'Mark what the bell has shown as read',
  body: z.object({ to: z.number().int().min(0), notices: z.array(recordId()).max(LISTED).default([]) }),
  data: z.object({ unread: z.number().int() }),
})
