// Roles: their names, their companies, and four flags on each feature (D-ROLE-1, D-ROLE-2). The form uses the schema of
// the request too.
import { recordId, requiredNumber } from '@wattdesk/base/fields'
import { choiceQuery, listQuery, pageFields } from '@wattdesk/base/paging'
import { AccessEntry } from '@wattdesk/base/session-schemas'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { recordEndpoints } from '@wattdesk/wire/record-endpoints'
import { z } from 'zod'
import { RoleBody } from './role-body.contract.ts'

const int = () => z.number().int()
const id = recordId

/** A role as its page has it; the access list holds every feature in the order of the menu. */
export const Role = z
  .object({
    roleId: int(),
    roleName: z.string(),
    companyId: int(),
    companyName: z.string(),
    /** Names of the features with view Y, by commas. */
    feature: z.string(),
    createTime: z.string(),
    /** Username; null: came with the company, or its maker is gone. */
    createdBy: z.string().nullable(),
    access: z.array(AccessEntry),
    /** Whoever holds the role needs a second factor (MFA-01). */
    needsSecondFactor: z.boolean(),
  })
  .meta({ id: 'Role' })
export type Role = z.infer<typeof Role>
export const roleRecord: RecordKind<Role> = {
  features: ['Role'],
  part: only('roleName', 'access', 'needsSecondFactor'),
}

/** A row of the list: id and name alone where it serves as a choice (D-GEN-6). */
export const RoleRow = Role.partial().required({ roleId: true, roleName: true }).meta({ id: 'RoleRow' })
export type RoleRow = z.infer<typeof RoleRow>

const roleSortFields = ['roleName', 'companyName', 'createTime', 'createdBy'] as const
/** The current team; missing: the company's own team of the caller (D-GEN-3). */
const AtTeam = z.object({ teamId: id().optional() })

/**
 * With view on Role: the roles of the team's company and of the companies below, whole. Without it: id and name of the
 * company's own. `choice=true`: id and name of those the caller may give on this team, found by name; `memberId=` those
 * that this member of the team may be given there instead (D-TEAM-2).
 */
export const listRoles = endpoint({
  method: 'GET',
  path: '/cms/v1/roles',
  aliases: ['/cms/v1/team/{teamId}/roles'],
  can: 'team role',
  summary: 'The roles of a company and the companies below it',
  offers: { sorts: roleSortFields, filters: {} },
  query: listQuery(roleSortFields, {}).extend({
    ...AtTeam.shape,
    choice: z.literal('true').optional(),
    /** The roles of these ids alone. */
    keys: choiceQuery.keys,
    /** A user id: the choices for this member. */
    memberId: id().optional(),
  }),
  data: z.array(RoleRow),
  beside: pageFields,
})

const roles = recordEndpoints({
  kind: roleRecord,
  sorts: roleSortFields,
  filters: {},
  key: 'roleId',
  reply: Role,
  body: RoleBody,
  // Roles hand out rights.
  writers: 'people',
  asksAgain: true,
})
export const getRole = roles.read('/cms/v1/role/{roleId}', { summary: 'One role with its access list' })
export const createRole = roles.create('/cms/v1/roles', {
  aliases: ['/cms/v1/team/{teamId}/roles'],
  summary: "A new role of the team's company",
})
export const updateRole = roles.change('/cms/v1/role/{roleId}', {
  summary: 'Change a role; acts at once for everyone who holds it',
  query: AtTeam.shape,
})
export const deleteRole = roles.remove('/cms/v1/role/{roleId}', {
  summary: 'Delete a role that nobody holds',
  query: AtTeam.shape,
})

/** Changes the role whose id is in the request (D-GEN-12). */
export const updateRoleOfBody = endpoint({
  method: 'PUT',
  path: '/cms/v1/roles',
  can: 'Role.update',
  callers: 'people',
  record: roleRecord,
  byRecord: true,
  asksAgain: true,
  summary: 'Change the role that the body names',
  query: AtTeam,
  body: RoleBody.extend({ roleId: requiredNumber('Role ID', { min: 1, max: 2_147_483_647 }).int() }),
  data: Role,
})
