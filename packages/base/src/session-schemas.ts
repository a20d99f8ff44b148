// Schemas of the signed-in user and of rights, for contracts and forms; what the shell checks by hand has the same shapes
// (access.ts, session-user.ts).
import { z } from 'zod'
import { type AccessEntry as Entry, FEATURES, YES_NO } from './access.ts'
import { MENU_ENTRIES, MENU_WORDS, type MenuWords as Words } from './menu-words.ts'
import type { TeamRole as Role, SessionUser as User } from './session-user.ts'

export const YesNo = z.enum(YES_NO)

export const AccessEntry = z
  .object({
    featureId: z.number().int(),
    featureName: z.enum(FEATURES),
    view: YesNo,
    create: YesNo,
    update: YesNo,
    delete: YesNo,
  })
  .meta({ id: 'AccessEntry' }) satisfies z.ZodType<Entry>

export const MenuWords = z
  .object({
    menu: z.partialRecord(z.enum(MENU_WORDS), z.string()),
    headings: z.partialRecord(z.enum(MENU_ENTRIES), z.string()),
  })
  .meta({ id: 'MenuWords' }) satisfies z.ZodType<Words>

export const TeamRole = z
  .object({
    teamId: z.number().int(),
    teamName: z.string(),
    roleId: z.number().int(),
    roleName: z.string(),
    access: z.array(AccessEntry),
  })
  .meta({ id: 'TeamRole' }) satisfies z.ZodType<Role>

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
    company: z.object({ id: z.number().int(), name: z.string(), menuWords: MenuWords }),
    businessZone: z.string(),
    role: z.array(TeamRole),
  })
  .meta({ id: 'SessionUser' }) satisfies z.ZodType<User>
