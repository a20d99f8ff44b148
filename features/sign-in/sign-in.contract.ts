// Sign-in and the signed-in user (D-AUTH-1, D-AUTH-9).
import { requiredText } from '@wattdesk/base/fields'
import { secret } from '@wattdesk/base/secret'
import { SessionUser, TeamRole } from '@wattdesk/base/session-schemas'
import { required, tooLong } from '@wattdesk/base/text'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
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
})
export type SignIn = z.infer<typeof SignIn>

export const signIn = endpoint({
  method: 'POST',
  path: '/auth/login',
  can: 'anyone',
  summary: 'Sign in',
  body: SignIn,
  data: z.object({ access_token: z.string(), user: SessionUser }),
})

/** The signed-in user with what the profile page edits (D-PROF-1). */
export const Profile = SessionUser.extend({
  phone: z.string().nullable(),
  language: z.string(),
  address: z.object({
    addressId: z.number().int(),
    street: z.string().nullable(),
    houseNumber: z.string().nullable(),
    zipcode: z.string().nullable(),
    city: z.string().nullable(),
    country: z.string(),
  }),
  /** `accesstype` is the name of the role. */
  role: z.array(TeamRole.extend({ accesstype: z.string() })),
}).meta({ id: 'Profile' })
export type Profile = z.infer<typeof Profile>
export const profileRecord: RecordKind<Profile> = {
  features: ['Users'],
  part: only('firstName', 'lastName', 'email', 'phone', 'language', 'address'),
}

export const getProfile = endpoint({
  method: 'GET',
  path: '/cms/v1/profile',
  can: 'signed in',
  record: profileRecord,
  summary: 'The signed-in user with roles and rights',
  data: Profile,
})
