// The signed-in user as the portal knows them: the reply of sign-in and profile, and the claims of the token (D-AUTH-1).
import { z } from 'zod'
import { AccessEntry } from './access.ts'

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
