// Who stands above whom on a team (D-ACC-5): whoever holds a flag there that the caller does not hold. From somebody above
// the caller takes nothing, by no call, and changes nothing of who they are. One rule for members, users, roles, teams and
// companies.
import { type AccessEntry, holds } from '@wattdesk/base/access'
import { isAdmin } from './last-admin.rules.ts'
import { beyond } from './role.rules.ts'

type Access = readonly AccessEntry[]
/** The rights of a person without any role. */
export const NOTHING: Access = []

/** True where `theirs` has a flag that `callers` has not. */
export const holdsMore = (theirs: Access, callers: Access): boolean => beyond(theirs, callers).length > 0

/** One person on one team: what they hold, what a change would leave them, and what the caller holds there. */
export type Standing = { theirs: Access; after: Access; callers: Access }

/** True where the caller may leave the person with `after`: nobody above the caller loses a flag. */
export const mayLeaveWith = ({ theirs, after, callers }: Standing): boolean =>
  !holdsMore(theirs, callers) || !holdsMore(theirs, after)

/**
 * True where a person whose role on a team comes from one further up may be left with `after` by the caller: whoever takes
 * a flag of such a role must have a say where it is held. A role given lower down would else take from the person what
 * nobody down there gave.
 */
export const mayTakeFromAbove = (theirs: Access, after: Access, callersThere: Access): boolean =>
  !holdsMore(theirs, after) || holds(callersThere, 'Team.update')

/**
 * True where the first ADMIN of a company stays an Admin of its team: others take no flag of theirs, and whoever may
 * (they themselves and the platform's staff) leaves Team, Users and Role whole.
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
 * Flags ('Tag.create') in words, for a refusal: 'Tag create, delete; Price Group view'. Of more than two features the first
 * is named and the others are counted: 'Tag create, delete, and 3 more features'.
 */
export function someOf(flags: readonly string[]): string {
  const texts = flagTexts(flags)
  return texts.length > 2 ? `${texts[0]}, and ${texts.length - 1} more features` : texts.join('; ')
}

/** Why somebody above the caller is not the caller's to change. */
export const aboveText = (username: string, theirs: Access, callers: Access): string =>
  `${username} holds rights that you do not hold: ${someOf(beyond(theirs, callers))}`
/** Why a role held further up is not weakened from below. */
export const fromAboveText = (username: string): string => `${username} holds a role on a team above this one`
export const FIRST_ADMIN_STAYS = 'The first user of a company stays an Admin of its team'
