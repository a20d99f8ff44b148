// Standing above on a team (D-ACC-5): a person with a flag there that the caller lacks stands above the caller. The
// caller cannot take anything from such a person by any call, nor change that person's identity. One rule for members,
// users, roles, teams and companies.
import { type AccessEntry, holds } from '@wattdesk/base/access'
import { isAdmin } from './last-admin.rules.ts'
import { beyond } from './role.rules.ts'

type Access = readonly AccessEntry[]
/** The rights of a person without any role. */
export const NOTHING: Access = []

/** True where `theirs` has a flag that `callers` has not. */
export const holdsMore = (theirs: Access, callers: Access): boolean => beyond(theirs, callers).length > 0

/** One person on one team: the flags held there, the flags left after a change, and the caller's flags there. */
export type RoleStanding = { theirs: Access; after: Access; callers: Access }

/** True where the caller may leave the person with `after`: nobody above the caller loses a flag. */
export const mayLeaveWith = ({ theirs, after, callers }: RoleStanding): boolean =>
  !holdsMore(theirs, callers) || !holdsMore(theirs, after)

/**
 * Whether the caller may leave a person with `after` whose role on a team comes from a team further up: to take a flag
 * of such a role, the caller needs the right to update the team where the role is held. Otherwise giving a lower role
 * on this team would take flags from the person that were given further up.
 */
export const mayTakeFromAbove = (theirs: Access, after: Access, callersThere: Access): boolean =>
  !holdsMore(theirs, after) || holds(callersThere, 'Team.update')

/**
 * Whether the first ADMIN of a company stays an Admin of its team: others cannot take any flag from this person, and
 * those who may (the person and the platform's staff) cannot take flags of Team, Users and Role.
 */
export const staysAdmin = (theirs: Access, after: Access, mayTake: boolean): boolean =>
  !holdsMore(theirs, after) || (mayTake && isAdmin(after))

/** 'ChargingSite' is 'Charging Site', 'CMCustomers' is 'CM Customers'. */
const featureWords = (name: string): string => name.replace(/([a-z])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$& ')

/** Flags ('Tag.create') in words, a text for each feature: 'Tag create, delete'. */
export function flagTexts(flags: readonly string[]): string[] {
  const byFeature = Object.groupBy(flags, flag => flag.split('.')[0] ?? '')
  return Object.entries(byFeature).map(
    ([feature, held = []]) => `${featureWords(feature)} ${held.map(f => f.split('.')[1]).join(', ')}`,
  )
}

/**
 * Flags ('Tag.create') in words, for a refusal: 'Tag create, delete; Price Group view'. With more than two features,
 * the first is named and the others are counted: 'Tag create, delete, and 3 more features'.
 */
export function flagsText(flags: readonly string[]): string {
  const texts = flagTexts(flags)
  return texts.length > 2 ? `${texts[0]}, and ${texts.length - 1} more features` : texts.join('; ')
}

/** Why the caller may not change a person above the caller. */
export const aboveText = (username: string, theirs: Access, callers: Access): string =>
  `${username} holds rights that you do not hold: ${flagsText(beyond(theirs, callers))}`
/** Why a role held on a team further up cannot be weakened on a team below. */
export const fromAboveText = (username: string): string => `${username} holds a role on a team above this one`
export const FIRST_ADMIN_STAYS = 'The first user of a company stays an Admin of its team'
