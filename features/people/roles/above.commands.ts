// Refuses changes that would take rights from a person above the caller, or from the first user of a company (D-ACC-5).
import { notAuthorized } from '@wattdesk/base/text'
import { fail } from '@wattdesk/wire/route'
import { roleOn, type Who } from '#platform/access/scope.ts'
import {
  aboveText,
  FIRST_ADMIN_STAYS,
  fromAboveText,
  holdsMore,
  mayLeaveWith,
  mayTakeFromAbove,
  NOTHING,
  staysAdmin,
} from './above.rules.ts'
import { accessOf, type Grant } from './role.rules.ts'
import type { Member } from './role.store.ts'

/** The rights of a person on a team, and the path of that team, the top of the tree first. */
export type Place = { path: readonly number[]; grants: readonly Grant[] }
/** A program with an API key of a person is not that person. */
const isSelf = (who: Who, userId: number): boolean => who.userId === userId && who.key === undefined
const callersOn = (who: Who, path: readonly number[]) => roleOn(who, path)?.access ?? NOTHING

/** The first team on which the person holds more than the caller; undefined: there is none. */
const placeAbove = <P extends Place>(who: Who, places: readonly P[]): P | undefined =>
  places.find(p => holdsMore(accessOf(p.grants), callersOn(who, p.path)))

/** 403 where the person holds more than the caller on one of the teams; the text goes to `fields`. */
export function demandNotAbove(
  who: Who,
  person: { userId: number; username: string },
  places: readonly Place[],
  fields: readonly string[],
): void {
  const above = isSelf(who, person.userId) ? undefined : placeAbove(who, places)
  if (!above) return
  const text = aboveText(person.username, accessOf(above.grants), callersOn(who, above.path))
  fail(403, notAuthorized, Object.fromEntries(fields.map(f => [f, text])))
}

/**
 * Why the caller may not leave a member of a team with `after`: 403 where the member holds more there than the caller
 * and would lose part of it, 409 where the first user of a company would no longer be an Admin of its team. Undefined:
 * the change is allowed.
 */
export function refusalToLeaveWith(
  who: Who,
  member: Member,
  path: readonly number[],
  after: readonly Grant[],
): { status: 403 | 409; text: string } | undefined {
  const [theirs, left] = [accessOf(member.grants), accessOf(after)]
  const callers = callersOn(who, path)
  const isOwn = isSelf(who, member.userId)
  if (!isOwn && !mayLeaveWith({ theirs, after: left, callers }))
    return { status: 403, text: aboveText(member.username, theirs, callers) }
  const heldAt = member.heldOn === undefined ? path.length : path.indexOf(member.heldOn) + 1
  const isFromAbove = heldAt > 0 && heldAt < path.length
  if (!isOwn && isFromAbove && !mayTakeFromAbove(theirs, left, callersOn(who, path.slice(0, heldAt))))
    return { status: 403, text: fromAboveText(member.username) }
  const isFirst = member.userType === 'ADMIN' && member.companyId === path.at(-1)
  if (isFirst && !staysAdmin(theirs, left, isOwn || who.userType === 'ROOT'))
    return { status: 409, text: FIRST_ADMIN_STAYS }
  return undefined
}

/** Refuses a change that `refusalToLeaveWith` forbids; the text goes to `field`. */
export function demandMayLeaveWith(
  who: Who,
  member: Member,
  path: readonly number[],
  after: readonly Grant[],
  field: string,
): void {
  const refused = refusalToLeaveWith(who, member, path, after)
  if (refused) fail(refused.status, refused.status === 403 ? notAuthorized : refused.text, { [field]: refused.text })
}
