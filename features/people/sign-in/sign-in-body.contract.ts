// The request to sign in (D-AUTH-1).
import { requiredText } from '@wattdesk/base/fields'
import { secret } from '@wattdesk/base/secret'
import { required, tooLong } from '@wattdesk/base/text'
import { z } from 'zod'

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
  /** What this browser was given by its last sign-in; a browser without it is a new one. */
  browser: secret(
    z
      .string()
      .regex(/^[\w-]{43}$/, 'Browser must be what the last sign-in answered')
      .optional(),
  ),
})
export type SignIn = z.infer<typeof SignIn>
