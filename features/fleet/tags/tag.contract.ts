// RFID tags: cards and fobs by which people charge, their balance, their limit and the chargers they are tied to
// (D-TAG-1 to D-TAG-4).
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { filterTypes, type ShownRecord, sortNames, writtenNames } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { tagChargerFields, tagFields } from './tag.fields.ts'
import { AttachBody, TagBody } from './tag-body.contract.ts'

const int = () => z.number().int()

export const Tag = replySchema(tagFields, 'Tag')
export type Tag = ShownRecord<typeof tagFields>
export const tagRecord: RecordKind<Tag> = { features: ['Tag'], part: only(...writtenNames(tagFields)) }

/**
 * The cards: the whole scope, before search and filter; each tag except expired ones counts in one of the middle three.
 */
export const TagSummary = z.object({
  total: int(),
  active: int(),
  blocked: int(),
  inTransaction: int(),
  expired: int(),
})
export type TagSummary = z.infer<typeof TagSummary>

const sorts = sortNames(tagFields)
const filters = filterTypes(tagFields)

const OfTeam = z.object({ teamId: recordId() })
const OfTag = z.object({ id: recordId() })

export const listTags = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/tags',
  can: 'Tag.view',
  summary: 'The RFID tags of a team and the teams below it',
  params: OfTeam,
  offers: { sorts, filters, key: 'id' },
  query: listQuery(sorts, filters),
  data: z.array(Tag),
  beside: { ...pageFields, summary: TagSummary },
})

export const getTag = endpoint({
  method: 'GET',
  path: '/cms/v1/tag/{id}',
  can: 'Tag.view',
  record: tagRecord,
  summary: 'One RFID tag',
  params: OfTag,
  data: Tag,
})

export const createTag = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/tags',
  can: 'Tag.create',
  record: tagRecord,
  summary: 'A new RFID tag of a team; with a balance above 0 a prepaid card',
  params: OfTeam,
  body: TagBody,
  data: Tag,
  status: 201,
})

/** Fields that the body leaves out stay; a change cannot touch the balance (D-TAG-3). */
export const updateTag = endpoint({
  method: 'PUT',
  path: '/cms/v1/tag/{id}',
  can: 'Tag.update',
  record: tagRecord,
  summary: 'Change an RFID tag',
  params: OfTag,
  body: TagBody,
  data: Tag,
})

export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/cms/v1/tag/{id}',
  can: 'Tag.delete',
  record: tagRecord,
  summary: 'Delete an RFID tag that charges nowhere and has no balance left',
  params: OfTag,
  data: z.object({ id: int() }),
})

export const TagUser = z
  .object({ userPk: int(), email: z.string().nullable(), firstName: z.string(), lastName: z.string() })
  .meta({ id: 'TagUser' })
export type TagUser = z.infer<typeof TagUser>

export const listTagUsers = endpoint({
  method: 'GET',
  path: '/cms/v1/tag/{id}/users',
  can: 'Tag.view',
  summary: 'The EV driver of an RFID tag',
  params: OfTag,
  data: z.array(TagUser),
})

const TagCharger = replySchema(tagChargerFields, 'TagCharger')
export type TagCharger = ShownRecord<typeof tagChargerFields>

/** Only chargers that the caller may see. */
export const listTagChargers = endpoint({
  method: 'GET',
  path: '/cms/v1/tag/{id}/chargers',
  can: 'Tag.view',
  summary: 'The charge points an RFID tag is tied to',
  params: OfTag,
  data: z.array(TagCharger),
})

/** Attaching is a change of the tag, so it needs the right to update the tag (D-GEN-6). */
export const attachChargers = endpoint({
  method: 'POST',
  path: '/cms/v1/tag/{id}/chargers',
  can: 'Tag.update',
  summary: 'Tie an RFID tag to charge points: it is valid at those alone then',
  params: OfTag,
  body: AttachBody,
  data: z.array(TagCharger),
})

export const detachCharger = endpoint({
  method: 'DELETE',
  path: '/cms/v1/tag/{id}/chargers/{chargerId}',
  can: 'Tag.update',
  summary: 'Take a charge point off an RFID tag',
  params: OfTag.extend({ chargerId: z.string().min(1).max(60) }),
  data: z.array(TagCharger),
})
