// Members of a team and the roles they hold there (D-TEAM-2).
import { recordId } from '@wattdesk/base/fields'
import { choiceQuery } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { NewMembers } from './new-members.contract.ts'
import { OfTeam } from './team.contract.ts'

const int = () => z.number().int()

export const TeamMember = z
  .object({
    userId: int(),
    username: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    email: z.string(),
    roleId: int(),
    /** The name of the role. */
    accesstype: z.string(),
    /** True where the caller may give them another role here. Which ones: `listRoles` of choices with `memberId`. */
    mayChange: z.boolean(),
    /** Why the caller may not take them out of the team; null where nothing speaks against. */
    whyKept: z.string().nullable(),
  })
  .meta({ id: 'TeamMember' })
export type TeamMember = z.infer<typeof TeamMember>

export const listMembers = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/users',
  aliases: ['/cms/v1/teams/{teamId}/users'],
  can: 'Team.view',
  summary: 'The members of a team with their roles',
  params: OfTeam,
  data: z.array(TeamMember),
})

export const addMembers = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/users',
  aliases: ['/cms/v1/teams/{teamId}/users'],
  can: 'Team.update',
  callers: 'people',
  asksAgain: true,
  summary: 'Give users a role on a team; one who holds another gets this one',
  params: OfTeam,
  body: NewMembers,
  data: z.array(TeamMember),
})

/** Asked before a caller takes a lower role (D-TEAM-2). */
export const getOwnLoss = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/role/{roleId}/ownloss',
  can: 'Team.update',
  summary: 'The rights on a team that the caller would lose by holding a role there',
  params: OfTeam.extend({ roleId: recordId() }),
  /** A text for each feature: 'Tag create, delete'. */
  data: z.object({ lost: z.array(z.string()) }),
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/cms/v1/team/{teamId}/user/{userId}',
  aliases: ['/cms/v1/teams/{teamId}/user/{userId}'],
  can: 'Team.update',
  callers: 'people',
  asksAgain: true,
  summary: 'Take a member out of a team',
  params: OfTeam.extend({ userId: recordId() }),
  data: z.object({ userId: int() }),
})

/** Users of the company that are not in the team: the choice of the dialog, name and id only. */
export const listAddableUsers = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/availableusers',
  can: 'Team.update',
  summary: 'The users that can become members of a team',
  params: OfTeam,
  query: z.object(choiceQuery),
  data: z.array(z.object({ userId: int(), username: z.string(), firstname: z.string(), lastname: z.string() })),
  beside: { total: int() },
})
