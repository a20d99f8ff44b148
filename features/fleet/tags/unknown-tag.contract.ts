// Tags that chargers asked about and that nobody has made (S-UNKNOWN-TAG).
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { filterTypes, type ShownRecord, sortNames } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { unknownTagFields } from './unknown-tag.fields.ts'

export type UnknownTag = ShownRecord<typeof unknownTagFields>
const sorts = sortNames(unknownTagFields)
const filters = filterTypes(unknownTagFields)

/** Unknown tags at the chargers of the scope, the last refused first; tags not seen for 30 days are gone. */
export const listUnknownTags = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/unknown-tags',
  can: 'Tag.view',
  summary: 'Tags that were refused at charge points of a team and below because nobody has made them',
  params: z.object({ teamId: recordId() }),
  offers: { sorts, filters },
  query: listQuery(sorts, filters),
  data: z.array(replySchema(unknownTagFields, 'UnknownTag')),
  beside: pageFields,
})
