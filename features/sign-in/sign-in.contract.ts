// Sign-in and the signed-in user (document 1 §2.3, D-AUTH-1, D-AUTH-9).
import { AccessEntry } from '@wattdesk/base/access'
import { requiredText } from '@wattdesk/base/fields'
import { secret } from '@wattdesk/base/secret'
import { required, tooLong } from '@wattdesk/base/text'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

export const UserType = z.enum(['ROOT', 'ADMIN', 'USER'])
export const CompanyType = z.enum(['GP', 'P', 'C'])

export const TeamRole = z
  .object({
    teamId: z.number().int(),
    teamName: z.string(),
    roleId: z.number().int(),
    roleName: z.string(),
    access: z.array(AccessEntry),
  })
  .meta({ id: 'TeamRole' })
export type TeamRole = z.infer<typeof TeamRole>

export const SessionUser = z
  .object({
    id: z.number().int(),
    username: z.string(),
    name: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    photoURL: z.string().nullable(),
    domain: z.string().nullable(),
    company: z.object({ id: z.number().int(), name: z.string() }),
    role: z.array(TeamRole),
  })
  .meta({ id: 'SessionUser' })
export type SessionUser = z.infer<typeof SessionUser>

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

/** What the portal reads from the token (D-AUTH-2). */
export const TokenClaims = z.object({
  sub: z.string(),
  username: z.string(),
  userType: UserType,
  companyType: CompanyType,
  companyId: z.number().int(),
  ver: z.number().int(),
  iat: z.number(),
  exp: z.number(),
})
export type TokenClaims = z.infer<typeof TokenClaims>
