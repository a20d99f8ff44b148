// The tags on a local list, and the messages that bring a charge point up to date with it (OCPP 1.6 §5.15;
// S-LOCAL-LIST, O-65 to O-67).
import { MOST_LISTED_TAGS } from '#control/remote-operations/operations/local-list.contract.ts'
import { authorise, type ListableTag, type TokenFacts } from '#fleet/tags/tag.rules.ts'

export type Entry = TokenFacts & { idTag: string; status: string; expiresAt: Date | null; parentIdTag: string | null }
/** Tags to put on the list, and tags to take off it. */
export type Message = { updateType: 'Full' | 'Differential'; put: Entry[]; drop: string[] }
export type Limits = { perMessage: number; atMost: number }

export const KEYS = [
  'LocalAuthListEnabled',
  'LocalAuthListMaxLength',
  'SendLocalListMaxLength',
  'SupportedFeatureProfiles',
]
/** The portal puts no more tags into one message, whatever the charge point allows. */
const MOST_PER_MESSAGE = 500
const LARGEST_VERSION = 2_147_483_647

export const keyOf = (idTag: string): string => idTag.toLowerCase()

/** Returns the list of a charge point from the tags valid there; where room is short, accepted tags come first. */
export function wantedListOf(
  tags: readonly ListableTag[],
  now: Date,
  atMost: number,
): { entries: Entry[]; leftOut: number } {
  const all = tags.map(t => {
    // A list cannot know how many sessions of a tag run elsewhere.
    const { status, parentIdTag } = authorise({ ...t, activeSessions: 0 }, now)
    const { idTag, expiresAt, tokenType, chargingPriority, evses } = t
    return { idTag, status, expiresAt, parentIdTag: parentIdTag ?? null, tokenType, chargingPriority, evses }
  })
  const known = all.filter(e => e.status !== 'Invalid')
  const first = known.filter(e => e.status === 'Accepted')
  const entries = [...first, ...known.filter(e => e.status !== 'Accepted')].slice(0, Math.max(0, atMost))
  return { entries, leftOut: known.length - entries.length }
}

const isSame = (a: Entry, b: Entry): boolean =>
  a.status === b.status &&
  a.parentIdTag === b.parentIdTag &&
  a.expiresAt?.getTime() === b.expiresAt?.getTime() &&
  a.tokenType === b.tokenType &&
  a.chargingPriority === b.chargingPriority &&
  a.evses === b.evses

const parts = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))

/** Returns the messages for a whole list: the first replaces the old list. */
export function wholeList(wanted: readonly Entry[], perMessage: number): Message[] {
  const [first = [], ...rest] = parts(wanted, perMessage)
  return [
    { updateType: 'Full', put: first, drop: [] },
    ...rest.map((put): Message => ({ updateType: 'Differential', put, drop: [] })),
  ]
}

/** Returns the messages that lead from the list the charge point has to the wanted list; none where nothing differs. */
export function changes(wanted: readonly Entry[], taken: readonly Entry[], perMessage: number): Message[] {
  const before = new Map(taken.map(e => [keyOf(e.idTag), e]))
  const after = new Map(wanted.map(e => [keyOf(e.idTag), e.tokenType]))
  const put = wanted.filter(e => {
    const old = before.get(keyOf(e.idTag))
    return !old || !isSame(old, e)
  })
  // Tags that are to be let in no more go first, which may also make the room that new tags need.
  // A station of OCPP 2.0.1 knows a tag by its text and its kind: with another kind it is another tag.
  const drop = taken.filter(e => after.get(keyOf(e.idTag)) !== e.tokenType).map(e => e.idTag)
  const steps = [...drop.map(idTag => ({ drop: idTag })), ...put.map(entry => ({ put: entry }))]
  return parts(steps, perMessage).map(some => ({
    updateType: 'Differential',
    put: some.flatMap(s => ('put' in s ? [s.put] : [])),
    drop: some.flatMap(s => ('drop' in s ? [s.drop] : [])),
  }))
}

/** Returns the version after the later of `taken` and `told`; versions 0 and -1 have other meanings (O-67). */
export const nextVersion = (taken: number, told: number): number => {
  const next = Math.max(taken, told, 0) + 1
  return next > LARGEST_VERSION ? 1 : next
}

/** Returns the tags of a message as the request has them; tags to take off the list carry no status. */
export function itemsOf({ put, drop }: Message): object[] {
  return [
    ...drop.map(idTag => ({ idTag })),
    ...put.map(({ idTag, status, expiresAt, parentIdTag }) => ({
      idTag,
      idTagInfo: {
        status,
        ...(expiresAt && { expiryDate: expiresAt.toISOString() }),
        ...(parentIdTag !== null && { parentIdTag }),
      },
    })),
  ]
}

/** Returns the request of a message. */
export function payloadOf(message: Message, listVersion: number): Record<string, unknown> {
  const { updateType } = message
  const list = itemsOf(message)
  return { listVersion, updateType, ...(list.length > 0 && { localAuthorizationList: list }) }
}

const figure = (text: string | undefined): number => {
  const n = Number(text)
  return text?.trim() && Number.isInteger(n) && n > 0 ? n : Number.POSITIVE_INFINITY
}
/** Returns the limits set by the charge point's keys, which are named in lower case; or why no list can be sent. */
export function limitsOf(told: ReadonlyMap<string, string>): Limits | { problem: string } {
  if (told.get('localauthlistenabled')?.toLowerCase() === 'false')
    return {
      problem:
        'Local lists are switched off on the charge point. Set LocalAuthListEnabled to true with ChangeConfiguration; the list is sent within the hour.',
    }
  const profiles = told.get('supportedfeatureprofiles')
  if (profiles?.trim() && !/localauthlistmanagement/i.test(profiles)) return { problem: NO_LIST }
  const perMessage = Math.min(figure(told.get('sendlocallistmaxlength')), MOST_PER_MESSAGE)
  return { perMessage, atMost: figure(told.get('localauthlistmaxlength')) }
}
/** The keys that a charge point is asked for before a list that was written by hand. */
export const MESSAGE_KEYS = ['SendLocalListMaxLength'] as const
/** Returns why a list of this many tags is not sent in one message; undefined where it may be. */
export function beyondMessage(tags: number, told: ReadonlyMap<string, string>): string | undefined {
  const most = figure(told.get('sendlocallistmaxlength'))
  if (tags <= most) return undefined
  return `The charge point takes ${most} ${most === 1 ? 'tag' : 'tags'} in one message at most, the list has ${tags}. Send a shorter list first, then the rest as Differential lists, each with the next version.`
}
/** Returns why the list is not sent as the operator put it together; undefined where it may be. */
export function listRefusal(
  isChosen: boolean,
  strange: readonly string[],
  { entries }: { entries: readonly Entry[] },
): { field: 'idTags' | 'contents'; text: string } | undefined {
  if (strange.length > 0)
    return { field: 'idTags', text: `Not an RFID tag that is valid on this charge point: ${strange.join(', ')}` }
  if (isChosen) return undefined
  if (entries.length === 0)
    return { field: 'contents', text: 'No tag is valid on this charge point: name NoTags to empty the list' }
  if (entries.length > MOST_LISTED_TAGS)
    return {
      field: 'contents',
      text: `${entries.length} tags are valid on this charge point, and one message holds ${MOST_LISTED_TAGS}. Have the portal keep the list up to date instead.`,
    }
  return undefined
}
export const NO_LIST = 'The charge point keeps no local list.'
