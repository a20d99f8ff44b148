// GetLocalListVersion and SendLocalList (D-OCPP-10): tags by name, which the server fills in with status, end and group, or
// the list of the OCPP request as a program writes it. A list that would empty the charge point's is sent only on demand.

import { operation } from './operation.contract.ts'
import { choice, group, list, maybeWhole, optional, type Problem, text, time } from './operation-field.contract.ts'

/** The longest list that fits into a frame with room to spare. */
export const MOST_LISTED_TAGS = 1000
const TOO_MANY = `At most ${MOST_LISTED_TAGS} tags`
const EMPTY_LIST = 'A full list without tags empties the list of the charge point: name NoTags for that'
const NO_TAG_CHOSEN = 'Choose at least one tag'
/** The tags on a local list: all that are valid on the charge point, the named tags, or none. */
export const LIST_CONTENTS = ['ValidTags', 'ChosenTags', 'NoTags'] as const

type List = {
  updateType: 'Full' | 'Differential'
  contents?: (typeof LIST_CONTENTS)[number] | undefined
  idTags?: string[] | undefined
  removedIdTags?: string[] | undefined
  localAuthorizationList?: unknown[] | undefined
}
const entriesOf = <T>(entries: readonly T[] | undefined): readonly T[] => (Array.isArray(entries) ? entries : [])
const textsOf = (tags: readonly string[] | undefined) => entriesOf(tags).filter(tag => typeof tag === 'string')

/** The field that stands against the list, and why. Fields whose value cannot be read count as empty. */
function listProblem(p: List): Problem | undefined {
  const { updateType, contents } = p
  const [idTags, removedIdTags] = [textsOf(p.idTags), textsOf(p.removedIdTags)]
  const localAuthorizationList = entriesOf(p.localAuthorizationList)
  const isFull = updateType === 'Full'
  if (contents === undefined) {
    if (localAuthorizationList.length > 0) return undefined
    return isFull ? { field: 'contents', text: EMPTY_LIST } : { field: 'localAuthorizationList', text: NO_TAG_CHOSEN }
  }
  if (localAuthorizationList.length > 0)
    return { field: 'localAuthorizationList', text: 'Leave this empty beside contents' }
  if (contents === 'NoTags' && !isFull) return { field: 'contents', text: 'A differential list needs tags' }
  if (contents !== 'ChosenTags')
    return idTags.length + removedIdTags.length > 0
      ? { field: 'idTags', text: 'Tags are named with ChosenTags only' }
      : undefined
  if (isFull && removedIdTags.length > 0)
    return { field: 'removedIdTags', text: 'A full list takes every other tag off by itself' }
  if (idTags.length + removedIdTags.length === 0) return { field: 'idTags', text: NO_TAG_CHOSEN }
  const removed = new Set(removedIdTags.map(tag => tag.toLowerCase()))
  const twice = idTags.find(tag => removed.has(tag.toLowerCase()))
  return twice === undefined ? undefined : { field: 'removedIdTags', text: `${twice} is among the tags to add` }
}

export const getLocalListVersion = operation({
  name: 'GetLocalListVersion',
  fields: {},
  wire: { ocpp16: { action: 'GetLocalListVersion' } },
  plainAnswer: ({ listVersion }) => {
    if (listVersion === -1) return 'The charge point keeps no local list.'
    return listVersion === 0 ? 'The local list is empty.' : `The local list has version ${String(listVersion)}.`
  },
  form: {
    group: 'Tags and reservations',
    help: 'Asks for the version of the list of tags that the charge point accepts while it is offline.',
    says: charger => `Version of the local list of ${charger.chargepoint_id}`,
  },
})

export const sendLocalList = operation({
  name: 'SendLocalList',
  fields: {
    /** Left out: the version after that of the charge point, which is asked for. */
    listVersion: maybeWhole(1),
    updateType: choice(['Full', 'Differential'], {
      label: 'Update Type',
      help: 'Full replaces the list, Differential changes the tags that are named',
      initial: 'Full',
    }),
    /** Left out: `localAuthorizationList` is sent as it stands. */
    contents: optional(choice(LIST_CONTENTS, { label: 'Tags', required: true, initial: 'ValidTags' })),
    /** With ChosenTags: those to put on the list. */
    idTags: list(text(20), {
      max: MOST_LISTED_TAGS,
      tooMany: TOO_MANY,
      input: { label: 'Tags', help: 'RFID tags that are valid on this charge point' },
    }),
    /** With ChosenTags in a differential list: those to take off the list. */
    removedIdTags: list(text(20), {
      max: MOST_LISTED_TAGS,
      tooMany: TOO_MANY,
      input: { label: 'Tags to take off', help: 'Any tag, also one that the portal does not know' },
    }),
    localAuthorizationList: list(
      group({
        idTag: text(20),
        /** Missing in a differential list: the tag is taken off the list. */
        idTagInfo: optional(
          group({
            status: choice(['Accepted', 'Blocked', 'Expired', 'Invalid', 'ConcurrentTx']),
            expiryDate: optional(time()),
            parentIdTag: optional(text(20)),
          }),
        ),
      }),
      { max: MOST_LISTED_TAGS, tooMany: TOO_MANY },
    ),
  },
  together: p => {
    const problem = listProblem(p)
    return problem ? [problem] : []
  },
  wire: { ocpp16: { action: 'SendLocalList' } },
  writtenFrom: 'local lists',
  answers: {
    Accepted: 'The charge point has taken the list.',
    Failed: 'The charge point could not store the list and keeps the one before.',
    NotSupported: 'The charge point keeps no local list.',
    VersionMismatch: 'The charge point has another version than these changes are for: send a full list.',
  },
  form: {
    group: 'Tags and reservations',
    help: 'Sends the list of tags that the charge point accepts while it is offline.',
    says: (charger, { contents }) =>
      contents === 'NoTags'
        ? `Empty the local list of ${charger.chargepoint_id}`
        : `Local list to ${charger.chargepoint_id}`,
    confirm: (charger, { contents }) =>
      contents === 'NoTags'
        ? {
            title: `Local list of ${charger.chargepoint_id}`,
            text: 'Every tag is taken off the list of the charge point. Without a connection it then knows no tag.',
            yes: 'Empty the list',
            danger: true,
          }
        : undefined,
  },
})
