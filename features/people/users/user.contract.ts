// System users as administrators manage them (D-USER-1 to D-USER-4). The schema of a body is the
// form's too. One's own profile is features/people/profile.
import { zoneOffset } from '@wattdesk/base/paging'
import type { ShownRecord } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { recordEndpoints, recordKind } from '@wattdesk/wire/record-endpoints'
import { z } from 'zod'
import { userFields } from './user.fields.ts'
import { UserBody } from './user-body.contract.ts'

const int = () => z.number().int()

export const User = replySchema(userFields, 'User')
export type User = ShownRecord<typeof userFields>

export const ListedUser = User.extend({
  /** Why the caller may not delete the user; null where nothing speaks against. */
  whyKept: z.string().nullable(),
  /** Scheduled reports that are made with the rights of the user: they stop when the user is deleted. */
  scheduledReports: int(),
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

export const userRecord = recordKind('Users', userFields)
const users = recordEndpoints({
  kind: userRecord,
  fields: userFields,
  key: 'userId',
  reply: User,
  body: UserBody,
  // Each change of a user gives, moves or takes a way to sign in.
  writers: 'people',
})

/** The two cards: the whole scope, before the search. */
export const UserSummary = z.object({ totalUsers: int(), recentUsers: int() })
export type UserSummary = z.infer<typeof UserSummary>

export const listUsers = users.list('/cms/v1/users', {
  summary: 'The users of a company and the companies below it',
  // A search finds users by the day of their creation, as that day is read.
  query: { tz: zoneOffset },
  data: z.array(ListedUser),
  beside: { summary: UserSummary },
})
export const getUser = users.read('/cms/v1/user/{id}', { summary: 'One user with the roles held', data: UserDetail })
export const createUser = users.create('/cms/v1/user', {
  aliases: ['/cms/v1/team/{teamId}/user'],
  asksAgain: 'the user can be made',
  summary: "A new user of the team's company, who is mailed the way to a first password",
})
export const updateUser = users.change('/cms/v1/user/{userId}', {
  asksAgain: 'the mail address changes',
  summary: 'Change a user',
})
export const deleteUser = users.remove('/cms/v1/user/{id}', {
  asksAgain: 'the user can be deleted',
  summary: 'Delete a user with the roles held; ends the sessions',
})
