// The browsers in which a person is signed in (MFA-03): the person's own alone, by the person alone.
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

const Browser = z
  .object({
    browser_id: z.number().int(),
    /** Browser and system: 'Chrome on Windows'. */
    name: z.string(),
    /** The browser that asks. */
    is_this: z.boolean(),
    state: z.enum(['signed in', 'expired', 'signed out', 'ended', 'new password', 'provider']),
    signed_in_at: z.string(),
    /** The address it signed in from, and that of its last call; their countries, where the registries of addresses tell one. */
    signed_in_from: z.string(),
    signed_in_country: z.string().nullable(),
    used_at: z.string(),
    used_from: z.string(),
    used_country: z.string().nullable(),
    ended_at: z.string().nullable(),
    /** Until when it is asked for no second factor (MFA-01); null: it is asked at each sign-in. */
    trusted_until: z.string().nullable(),
  })
  .meta({ id: 'SignedInBrowser' })
export type Browser = z.infer<typeof Browser>

export const listBrowsers = endpoint({
  method: 'GET',
  path: '/cms/v1/profile/browsers',
  can: 'signed in',
  summary: 'The browsers from which the signed-in user has signed in within 90 days, the newest 200',
  data: z.array(Browser),
})
export const endBrowser = endpoint({
  method: 'POST',
  path: '/cms/v1/profile/browsers/{browserId}/end',
  can: 'signed in',
  summary: 'Sign the user out of one browser',
  params: z.object({ browserId: recordId() }),
  data: z.object({}),
})
export const distrustBrowser = endpoint({
  method: 'POST',
  path: '/cms/v1/profile/browsers/{browserId}/distrust',
  can: 'signed in',
  summary: 'Ask one browser for the second factor again',
  params: z.object({ browserId: recordId() }),
  data: z.object({}),
})
export const endOtherBrowsers = endpoint({
  method: 'POST',
  path: '/cms/v1/profile/browsers/end-others',
  can: 'signed in',
  summary: 'Sign the user out of all browsers but the one that asks',
  data: z.object({ ended: z.number().int() }),
})
export const signOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  can: 'signed in',
  summary: 'Sign out of the browser that asks',
  /** `onward`: where the browser goes to sign out of its provider of single sign-on too; null: nowhere. */
  data: z.object({ onward: z.string().nullable() }),
})
