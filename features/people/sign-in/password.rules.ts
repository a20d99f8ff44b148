// New passwords and one-time codes: their rules, and the lifetime of a code (D-AUTH-5, D-AUTH-6).
import { missingOr } from '@wattdesk/base/field-checks'
import { isStorable, notStorable, required, tooLong } from '@wattdesk/base/text'
import { z } from 'zod'
import { CODE_MINUTES, MAX_WRONG_TRIES } from '#people/users/reset-code.rules.ts'
import { Otp } from './password.contract.ts'
import { isPassword, PASSWORD_RULE, readPassword } from './sign-in.rules.ts'

export const INVALID_OTP = 'Invalid or expired OTP'
/** The same beside the field, with what to do; alike for wrong, used and late codes, and for names that nobody has. */
export const INVALID_OTP_HELP = `${INVALID_OTP}. Please use the code of the newest mail. It counts once, for ${CODE_MINUTES} minutes; after ${MAX_WRONG_TRIES} wrong codes please ask for a new one.`
const MISMATCH = "Passwords doesn't match"

/** The rule as the forms show it beforehand. */
export const PASSWORD_HELP = 'At least 10 characters with a letter, a digit and one of @$!%*#?&'
/** A new password as it is typed. Its spaces count. */
export const newPassword = (label: string) =>
  z
    .string({ error: missingOr(required(label), `${label} must be text`) })
    .min(1, required(label))
    .max(128, tooLong(label, 128))
    .refine(isStorable, notStorable(label))
    .refine(isPassword, PASSWORD_RULE)

/** The password behind its base64, or the text that refuses it. */
export function readNewPassword(encoded: string, label: string): { password: string } | { refused: string } {
  const sent = readPassword(encoded, label)
  if ('refused' in sent) return sent
  const read = newPassword(label).safeParse(sent.password)
  return read.success ? { password: read.data } : { refused: read.error.issues[0]?.message ?? PASSWORD_RULE }
}

type Typed = { new_password: string; confirm: string }
/** The values shared by both forms for a new password; `confirm` stays in the browser. */
const typed = { otp: Otp, new_password: newPassword('New Password'), confirm: z.string() }
// Checked even if other fields are wrong, so that all fields show their text at once.
const beside = (message: string) => ({ path: ['confirm'], message, when: () => true })
const isThere = (v: Typed) => v.confirm !== '' || v.new_password !== ''
const isSame = (v: Typed) => v.confirm === v.new_password

const CONFIRM_MISSING = required('Confirm New Password')
export const ResetForm = z.object(typed).refine(isThere, beside(CONFIRM_MISSING)).refine(isSame, beside(MISMATCH))
export const ChangeForm = z
  .object({ ...typed, old_password: z.string().min(1, required('Old Password')) })
  .refine(isThere, beside(CONFIRM_MISSING))
  .refine(isSame, beside(MISMATCH))
