// Sign-up of a new operator (D-AUTH-8).
import { requiredEmail, requiredText } from '@wattdesk/base/fields'
import { isHostName } from '@wattdesk/base/identifiers'
import { secret } from '@wattdesk/base/secret'
import { invalidDomain } from '@wattdesk/base/text'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

const between = (label: string, min: number, max: number) =>
  requiredText(label, max).min(min, `${label} should be ${min} characters or more`)

export const Register = z.object({
  domainName: between('Domain Name', 2, 20).refine(isHostName, invalidDomain),
  name: between('Name', 2, 50),
  email: requiredEmail(),
  /** Base64 of UTF-8 (D-AUTH-6). */
  password: secret(requiredText('Password', 1000)),
  type: z.literal('ADMIN', { error: 'Type must be ADMIN' }).default('ADMIN'),
})
export type Register = z.infer<typeof Register>

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  can: 'anyone',
  status: 201,
  summary: 'Sign up an operator with its first user; the mail address is verified by a link',
  body: Register,
  data: z.object({ id: z.number().int(), companyId: z.number().int() }),
})

/** The link of the mail; opened by a browser, answered with a redirect to the sign-in page. */
export const VERIFY_PATH = '/auth/verifyemail'
