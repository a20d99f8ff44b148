// The age at which a user counts as recent, the format of a day of creation, who may change or delete whom, and the
// first mail (D-USER-1, D-USER-2, D-USER-4, D-ACC-5).
import { type AccessEntry, holds } from '@wattdesk/base/access'
import { localZone } from '@wattdesk/base/time'
import { type Home, signature } from '#office/brand/brand.rules.ts'
import { aboveText, holdsMore } from '#people/roles/above.rules.ts'

/** The refusal of a value that is taken, by the name of the unique index. */
export const TAKEN_WORDS = {
  app_user_username: { field: 'username', text: 'Username already exists' },
  app_user_email: { field: 'email', text: 'Email already exists' },
}

export const RECENT_DAYS = 30
/** Users made after this instant are recent. */
export const recentSince = (now: Date): Date => new Date(now.getTime() - RECENT_DAYS * 86_400_000)

/** 'MMM dd, yyyy', as 'Jan 05, 2026', in the reader's zone. */
export function createdText(at: Date, timeZone = localZone()): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'short', day: '2-digit' })
  const of = (type: string) => parts.formatToParts(at).find(p => p.type === type)?.value ?? ''
  return `${of('month')} ${of('day')}, ${of('year')}`
}

type Kind = 'ROOT' | 'ADMIN' | 'USER'
export type Person = { userId: number; userType: Kind; companyId: number }
/** The caller; a program with an API key of a person is not that person. */
export type Caller = Person & { key?: unknown }
const isSelf = (caller: Caller, user: Person): boolean => caller.userId === user.userId && caller.key === undefined

/** The flags of the user and of the caller on one team. */
export type Pair = { theirs: readonly AccessEntry[]; callers: readonly AccessEntry[] }

/**
 * Whether the user stands above the caller: holds more on one of the teams, or is platform staff while the caller is
 * not (D-ACC-5).
 */
export const isAbove = (caller: Caller, user: Person, teams: readonly Pair[]): boolean =>
  !isSelf(caller, user) &&
  ((user.userType === 'ROOT' && caller.userType !== 'ROOT') || teams.some(t => holdsMore(t.theirs, t.callers)))

/**
 * Whether the caller may change the user's mail address, which receives the reset code: for a user with flags the
 * caller lacks, or ROOT, only that user or ROOT may.
 */
export const mayChangeEmail = (caller: Caller, user: Person, teams: readonly Pair[]): boolean =>
  isSelf(caller, user) || caller.userType === 'ROOT' || !isAbove(caller, user, teams)

/**
 * Whether the caller may change users on every team where the user holds a role, since a change counts on each of them.
 */
export const hasSay = (caller: Caller, user: Person, teams: readonly Pair[]): boolean =>
  isSelf(caller, user) || teams.every(t => holds(t.callers, 'Users.update'))

const STAFF = 'Only platform staff may change platform staff'
/** Why the caller may change nothing about a user above the caller. */
export const whyAbove = (user: { username: string }, teams: readonly Pair[]): string => {
  const more = teams.find(t => holdsMore(t.theirs, t.callers))
  return more ? aboveText(user.username, more.theirs, more.callers) : STAFF
}

export const NOT_ONESELF = 'You cannot delete yourself'
/**
 * Why the caller may not delete the user; undefined: deletion is allowed. The list offers exactly the deletions that
 * the call accepts.
 */
export function deleteRefusal(
  caller: Caller,
  user: Person & { username: string },
  teams: readonly Pair[],
): string | undefined {
  if (caller.userId === user.userId) return NOT_ONESELF
  if (user.userType === 'ROOT' && caller.userType !== 'ROOT') return 'Only platform staff may delete platform staff'
  if (user.userType === 'ADMIN' && caller.companyId === user.companyId)
    return 'The first user of a company cannot be deleted by others of the company'
  if (!teams.every(t => holds(t.callers, 'Users.delete')))
    return `${user.username} holds a role on a team where you may not delete users`
  return isAbove(caller, user, teams) ? whyAbove(user, teams) : undefined
}

/** The mail that leads a new user to a first password. */
export const firstMail = (home: Home, u: { username: string; firstName: string }) => ({
  subject: `${home.brand.name}: set your password`,
  text: [
    `Hello ${u.firstName},`,
    '',
    `an account with the user name ${u.username} was made for you. Choose your password here:`,
    '',
    `${home.url}/reset?username=${encodeURIComponent(u.username)}`,
    '',
    'The page sends a one-time code to this address and asks for it.',
    '',
    signature(home),
  ].join('\n'),
})

/** The same where the company has no passwords. */
export const firstSignOnMail = (home: Home, u: { username: string; firstName: string }) => ({
  subject: `${home.brand.name}: your account`,
  text: [
    `Hello ${u.firstName},`,
    '',
    `an account with the user name ${u.username} was made for you. Your company signs in by single sign-on, without passwords.`,
    `Choose “Single sign-on” at ${home.url}/login and enter this mail address. If that fails, please ask an administrator of your company.`,
    '',
    signature(home),
  ].join('\n'),
})

/** The mail to the address that a user had until somebody else changed it: who has lost the account reads of it there. */
export const movedMail = (home: Home, u: { username: string; firstName: string }, changedBy: string) => ({
  subject: `${home.brand.name}: your mail address was changed`,
  text: [
    `Hello ${u.firstName},`,
    '',
    `${changedBy} has changed the mail address of your account ${u.username} from this address to another.`,
    'From now on one-time codes and all other mails of the account go to the new address.',
    '',
    `If this is not as it should be, tell those who look after your account, or write to ${home.brand.supportEmail}.`,
    '',
    signature(home),
  ].join('\n'),
})

/** What becomes of the scheduled reports of a user who is deleted, in words; undefined where there are none. */
export function reportsStopped(count: number, when: 'to stop' | 'stopped'): string | undefined {
  if (count === 0) return undefined
  const [reports, them] = count === 1 ? ['1 scheduled report', 'it'] : [`${count} scheduled reports`, 'them']
  const stop = when === 'stopped' ? (count === 1 ? 'has stopped' : 'have stopped') : count === 1 ? 'stops' : 'stop'
  return `${reports} of this user ${stop}, until somebody else takes ${them} over.`
}
