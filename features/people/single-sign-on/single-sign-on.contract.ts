// Signing in by the provider of a company (SSO-01). No cookies: the page that begins keeps a random value to itself and sends its
// hash; the ticket that comes back counts together with that value alone.
import { missingOr } from '@wattdesk/base/field-checks'
import { requiredEmail } from '@wattdesk/base/fields'
import { secret } from '@wattdesk/base/secret'
import { SessionUser } from '@wattdesk/base/session-schemas'
import { required } from '@wattdesk/base/text'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { BrowserSecret } from '#people/browsers/browser-body.contract.ts'

const random = (label: string) =>
  z
    .string({ error: missingOr(required(label), `${label} must be text`) })
    .regex(/^[\w-]{43}$/, `${label} must be 43 letters and digits of base64url`)
const begin = {
  /** A path of the portal, where the person goes on to. */
  returnTo: z.string({ error: 'Return address must be text' }).max(500, 'Return address is too long').default('/'),
  /** SHA-256 of the value that the page keeps, in base64url. */
  binding: random('Binding'),
}
const finish = {
  ticket: secret(random('Ticket')),
  /** The value that the page has kept. */
  value: secret(random('Value')),
}
/** The address of the provider, where the browser goes next. */
const Onward = z.object({ onward: z.string() })

export const beginSingleSignOn = endpoint({
  method: 'POST',
  path: '/auth/sso/begin',
  can: 'anyone',
  summary: 'Begin to sign in by the provider of the company that owns a mail domain',
  body: z.object({ email: requiredEmail(), ...begin }),
  data: Onward,
})
export const finishSingleSignOn = endpoint({
  method: 'POST',
  path: '/auth/sso/finish',
  can: 'anyone',
  summary: 'Sign in with the ticket that came back from the provider; it counts once, for a minute',
  body: z.object({ ...finish, browser: BrowserSecret }),
  /** `browser`: as at a sign-in with a password. `returnTo`: a path of the portal. */
  data: z.object({ access_token: z.string(), browser: z.string(), user: SessionUser, returnTo: z.string() }),
})
export const beginProof = endpoint({
  method: 'POST',
  path: '/auth/sso/prove',
  can: 'signed in',
  summary: 'Begin to prove anew, at the provider, who is signed in here',
  body: z.object(begin),
  data: Onward,
})
export const finishProof = endpoint({
  method: 'POST',
  path: '/auth/sso/proven',
  can: 'signed in',
  summary: 'Prove anew who is signed in, with the ticket that came back from the provider',
  body: z.object(finish),
  data: z.object({ returnTo: z.string() }),
})

/** Where the provider sends the browser back to; each company has an address of its own, so that no answer passes for another's. */
export const CALLBACK_PATH = '/auth/sso/callback'
/** Where providers tell that a session has ended. */
export const BACK_CHANNEL_PATH = '/auth/sso/back-channel'
