// Sign-in and the signed-in user (document 1 §2.3, D-AUTH-1, D-AUTH-9).
import { AccessEntry } from '@wattdesk/base/access'
import { requiredText } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
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
  password: requiredText('Password', 1000),
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

export const getProfile = endpoint({
  method: 'GET',
  path: '/cms/v1/profile',
  can: 'signed in',
  summary: 'The signed-in user with roles and rights',
  data: SessionUser,
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
