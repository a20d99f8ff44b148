// A new password: by a code that was mailed, or by the old one (D-AUTH-5 to D-AUTH-7). Passwords travel base64-encoded.
import { requiredText } from '@wattdesk/base/fields'
import { secret } from '@wattdesk/base/secret'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

const otpError = ({ input }: { input?: unknown }): string =>
  input === undefined || input === null || (typeof input === 'string' && input.trim() === '')
    ? 'Please input otp'
    : 'Numbers is allowed'
/** A one-time code: a number, also as text. Comes out as text. */
export const Otp = secret(
  z.union([z.number(), z.string().trim().regex(/^\d+$/, { error: otpError })], { error: otpError }).transform(String),
)

/** The longest password as it travels: 128 characters of four bytes. */
const encoded = (label: string) => secret(requiredText(label, 1000))

export const ResetRequest = z.object({ username: requiredText('Username', 100) })
export type ResetRequest = z.infer<typeof ResetRequest>

/** Known and unknown usernames get the same answer (D-AUTH-5). */
export const requestReset = endpoint({
  method: 'POST',
  path: '/auth/resetpwdrequest',
  can: 'anyone',
  summary: 'Mail a one-time code to the address of a user',
  body: ResetRequest,
  data: z.object({}),
})

export const PasswordReset = ResetRequest.extend({ otp: Otp, new_password: encoded('New Password') })
export type PasswordReset = z.output<typeof PasswordReset>
export const PasswordChange = z.object({
  new_password: encoded('New Password'),
  old_password: encoded('Old Password'),
  otp: Otp.optional(),
})
export type PasswordChange = z.output<typeof PasswordChange>

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/resetpwd',
  can: 'anyone',
  summary: 'Set a password by a one-time code; ends every session of the user',
  body: PasswordReset,
  data: z.object({}),
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/auth/changepwd',
  can: 'signed in',
  summary: 'Change the own password; ends every other session of the user',
  body: PasswordChange,
  data: z.object({ access_token: z.string() }),
})
