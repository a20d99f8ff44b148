// System users as administrators manage them (D-USER-1 to D-USER-4). The schema of a body is the
// form's too. One's own profile is features/people/profile.
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields, zoneOffset } from '@wattdesk/base/paging'
import { type ShownRecord, sortNames, writtenNames } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { userFields } from './user.fields.ts'
import { UserBody } from './user-body.contract.ts'

const int = () => z.number().int()
const id = recordId

export const User = replySchema(userFields, 'User')
export type User = ShownRecord<typeof userFields>

export const ListedUser = User.extend({
  /** Why the caller may not delete the user; null where nothing speaks against. */
  whyKept: z.string().nullable(),
}).meta({ id: 'ListedUser' })
export type ListedUser = z.infer<typeof ListedUser>

export const UserDetail = User.extend({
  /** The roles on teams that the caller may see. */
  role: z.array(z.object({ teamId: int(), teamName: z.string(), roleId: int(), roleName: z.string() })),
  /** False where the user holds rights that the caller lacks: the address receives the reset code (D-USER-2). */
  mayChangeEmail: z.boolean(),
  /** False where a change would be refused: the user holds rights that the caller lacks, or a role where the caller has no say (D-ACC-5). */
  mayChange: z.boolean(),
}).meta({ id: 'UserDetail' })
export type UserDetail = z.infer<typeof UserDetail>
export const userRecord: RecordKind<User> = { features: ['Users'], part: only(...writtenNames(userFields)) }

const sorts = sortNames(userFields)
/** The two cards: the whole scope, before the search. */
export const UserSummary = z.object({ totalUsers: int(), recentUsers: int() })
export type UserSummary = z.infer<typeof UserSummary>

/** The current team; missing: the company's own team of the caller (D-GEN-3). */
const AtTeam = z.object({ teamId: id().optional() })

export const listUsers = endpoint({
  method: 'GET',
  path: '/cms/v1/users',
  can: 'Users.view',
  summary: 'The users of a company and the companies below it',
  offers: { sorts, filters: {} },
  // A search finds users by the day of their creation, as that day is read.
  query: listQuery(sorts, {}).extend({ ...AtTeam.shape, tz: zoneOffset }),
  data: z.array(ListedUser),
  beside: { ...pageFields, summary: UserSummary },
})

export const getUser = endpoint({
  method: 'GET',
  path: '/cms/v1/user/{id}',
  can: 'Users.view',
  record: userRecord,
  summary: 'One user with the roles held',
  params: z.object({ id: id() }),
  data: UserDetail,
})

export const createUser = endpoint({
  method: 'POST',
  path: '/cms/v1/user',
  aliases: ['/cms/v1/team/{teamId}/user'],
  can: 'Users.create',
  record: userRecord,
  summary: "A new user of the team's company, who is mailed the way to a first password",
  query: AtTeam,
  body: UserBody,
  data: User,
  status: 201,
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/cms/v1/user/{userId}',
  can: 'Users.update',
  record: userRecord,
  summary: 'Change a user',
  params: z.object({ userId: id() }),
  body: UserBody,
  data: User,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/cms/v1/user/{id}',
  can: 'Users.delete',
  record: userRecord,
  summary: 'Delete a user with the roles held; ends the sessions',
  params: z.object({ id: id() }),
  data: z.object({ userId: int() }),
})
