// The request to sign in (D-AUTH-1).
import { requiredText } from '@wattdesk/base/fields'
import { secret } from '@wattdesk/base/secret'
import { required, tooLong } from '@wattdesk/base/text'
import { z } from 'zod'
import { BrowserSecret } from '#people/browsers/browser-body.contract.ts'

/** Passwords travel base64-encoded (UTF-8), D-AUTH-6. */
export const SignIn = z.object({
  username: requiredText('Username', 100),
  // Not trimmed: a space may be part of it.
  password: secret(
    z
      .string({
        error: i => (i.input === undefined || i.input === null ? required('Password') : 'Password must be text'),
      })
      .min(1, required('Password'))
      .max(1000, tooLong('Password', 1000)),
  ),
  browser: BrowserSecret,
})
export type SignIn = z.infer<typeof SignIn>
