// What a provider says of a person, read with care: it comes from outside, in many shapes.
import { isEmail } from '@wattdesk/base/identifiers'
import { isStorable } from '@wattdesk/base/text'

export type Person = {
  subject: string
  /** In small letters, verified by the provider. */
  email: string
  firstName: string
  lastName: string
  groups: string[]
}
type Claims = Readonly<Record<string, unknown>>

const MOST_GROUPS = 1000
const LONGEST_GROUP = 300
const LONGEST_NAME = 50

const isRecord = (v: unknown): v is Claims => typeof v === 'object' && v !== null && !Array.isArray(v)
/** A claim by its name, or by a path with dots, as `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name
    .split('.')
    .reduce<unknown>((at, part) => (isRecord(at) && Object.hasOwn(at, part) ? at[part] : undefined), claims)
}
export const hasClaim = (claims: Claims, name: string): boolean => claimAt(claims, name) !== undefined

/** The groups of a person, or why they cannot be read. A text holds one, or several by commas. */
function groupsOf(claims: Claims, name: string): { groups: string[] } | { refused: string } {
  const tooMany = {
    refused: `Your provider names more than ${MOST_GROUPS.toLocaleString('en-IN')} groups of yours. Your administrator can let it name fewer.`,
  }
  const elsewhere = claims._claim_names
  if (isRecord(elsewhere) && Object.hasOwn(elsewhere, name)) return tooMany
  const said = claimAt(claims, name)
  const all = typeof said === 'string' ? said.split(',') : Array.isArray(said) ? said : []
  if (all.length > MOST_GROUPS) return tooMany
  const texts = all.filter(g => typeof g === 'string').map(g => g.trim())
  return { groups: [...new Set(texts.filter(g => g !== '' && g.length <= LONGEST_GROUP && isStorable(g)))] }
}

/** A name as an account keeps it: one line, without what cannot be stored, cut where it is too long. */
function nameOf(said: unknown): string {
  if (typeof said !== 'string') return ''
  const line = said
    .replaceAll(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return isStorable(line) ? [...line].slice(0, LONGEST_NAME).join('').trim() : ''
}
function namesOf(claims: Claims, email: string): { firstName: string; lastName: string } {
  const [given, family] = [nameOf(claims.given_name), nameOf(claims.family_name)]
  if (given !== '') return { firstName: given, lastName: family }
  const [first = '', ...rest] = nameOf(claims.name).split(' ')
  const own = first || nameOf(email.split('@')[0])
  return { firstName: own, lastName: family || rest.join(' ') || own }
}

const NO_MAIL = 'Your provider does not tell your mail address. Your administrator has to release the claim “email”.'
const UNVERIFIED = 'Your provider has not verified your mail address, so it proves nothing here.'
const NO_SUBJECT = 'Your provider does not say who you are.'

/** Reads the claims of a person; `trustsMail`: the provider verifies every address, without saying so of each. */
export function readPerson(
  claims: Claims,
  { groupsClaim, trustsMail }: { groupsClaim: string; trustsMail: boolean },
): { person: Person } | { refused: string } {
  const { sub, email: said, email_verified: verified } = claims
  if (typeof sub !== 'string' || sub === '' || sub.length > 255 || !isStorable(sub)) return { refused: NO_SUBJECT }
  const email = typeof said === 'string' ? said.trim().toLowerCase() : ''
  if (email === '' || email.length > 100 || !isEmail(email) || !isStorable(email)) return { refused: NO_MAIL }
  const isVerified = verified === true || verified === 'true' || (verified === undefined && trustsMail)
  if (!isVerified) return { refused: UNVERIFIED }
  const read = groupsOf(claims, groupsClaim)
  if ('refused' in read) return read
  return { person: { subject: sub, email, ...namesOf(claims, email), groups: read.groups } }
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** A rule: who is in the group gets the role on the team. */
export type GroupRule = { group: string; teamId: number; roleId: number }
/** The role on each team by the groups of a person; of several rules for one team the first counts. */
export function rolesByGroups(rules: readonly GroupRule[], groups: readonly string[]): Map<number, number> {
  const given = new Map<number, number>()
  for (const { group, teamId, roleId } of rules)
    if (groups.includes(group) && !given.has(teamId)) given.set(teamId, roleId)
  return given
}
