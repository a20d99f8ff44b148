// The parameters of SendLocalList (D-OCPP-10): tags by name, which the server fills in with status, end and group, or the
// list of the OCPP request as a program writes it. A list that would empty the charge point's is sent only on demand.
import { besideOthers } from '@wattdesk/base/field-checks'
import { z } from 'zod'
import { AUTHORIZATION_STATUSES, LIST_CONTENTS, LIST_UPDATE_TYPES } from './operation-choices.contract.ts'
import { maybe, maybeWhole, oneOf, type ReadTime, text, time } from './operation-field-body.contract.ts'

/** The longest list that fits into a frame with room to spare. */
export const MOST_LISTED_TAGS = 1000
const TOO_MANY = `At most ${MOST_LISTED_TAGS} tags`
export const EMPTY_LIST = 'A full list without tags empties the list of the charge point: name NoTags for that'
export const NO_TAG_CHOSEN = 'Choose at least one tag'

const tags = () => z.array(text(20)).max(MOST_LISTED_TAGS, TOO_MANY).optional()

type List = {
  updateType: (typeof LIST_UPDATE_TYPES)[number]
  contents?: (typeof LIST_CONTENTS)[number] | undefined
  idTags?: string[] | undefined
  removedIdTags?: string[] | undefined
  localAuthorizationList?: unknown[] | undefined
}

const entriesOf = <T>(list: readonly T[] | undefined): readonly T[] => (Array.isArray(list) ? list : [])
const textsOf = (list: readonly string[] | undefined) => entriesOf(list).filter(tag => typeof tag === 'string')

/** The field that stands against the list, and why. Fields whose value cannot be read count as empty. */
function listProblem(p: List): { field: keyof List; text: string } | undefined {
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

export const sendLocalList = (read: ReadTime) =>
  z
    .object({
      /** Left out: the version after that of the charge point, which is asked for. */
      listVersion: maybeWhole(1),
      updateType: oneOf(LIST_UPDATE_TYPES),
      /** Left out: `localAuthorizationList` is sent as it stands. */
      contents: maybe(oneOf(LIST_CONTENTS)),
      /** With ChosenTags: those to put on the list. */
      idTags: tags(),
      /** With ChosenTags in a differential list: those to take off the list. */
      removedIdTags: tags(),
      localAuthorizationList: z
        .array(
          z.object({
            idTag: text(20),
            /** Missing in a differential list: the tag is taken off the list. */
            idTagInfo: z
              .object({
                status: oneOf(AUTHORIZATION_STATUSES),
                expiryDate: maybe(time(read)),
                parentIdTag: maybe(text(20)),
              })
              .optional(),
          }),
        )
        .max(MOST_LISTED_TAGS, TOO_MANY)
        .optional(),
    })
    .superRefine(
      (p, context) => {
        const problem = listProblem(p)
        if (problem)
          context.addIssue({ code: 'custom', path: [problem.field], message: problem.text, input: p[problem.field] })
      },
      { when: besideOthers },
    )
