// Tags that chargers asked about and that nobody has made (S-UNKNOWN-TAG).
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

const int = () => z.number().int()
export const UnknownTag = z
  .object({
    /** Identifies the row: key of the charger and text of the tag in lower case. */
    key: z.string(),
    /** The text as the charger last sent it. */
    tag: z.string(),
    chargepoint_pk: int(),
    chargepoint_id: z.string(),
    chargepoint_name: z.string(),
    team_name: z.string(),
    /** How often the tag was refused there. */
    refused: int(),
    firstAt: z.string(),
    lastAt: z.string(),
  })
  .meta({ id: 'UnknownTag' })
export type UnknownTag = z.infer<typeof UnknownTag>

export const unknownTagSortFields = ['tag', 'chargepoint_id', 'team_name', 'refused', 'firstAt', 'lastAt'] as const
export const unknownTagFilterFields = {
  tag: 'text',
  chargepoint_id: 'text',
  chargepoint_name: 'text',
  team_name: 'text',
  refused: 'number',
  firstAt: 'date',
  lastAt: 'date',
} as const satisfies FilterFields

/** Unknown tags at the chargers of the scope, the last refused first; tags not seen for 30 days are gone. */
export const listUnknownTags = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/unknown-tags',
  can: 'Tag.view',
  summary: 'Tags that were refused at charge points of a team and below because nobody has made them',
  params: z.object({ teamId: recordId() }),
  offers: { sorts: unknownTagSortFields, filters: unknownTagFilterFields },
  query: listQuery(unknownTagSortFields, unknownTagFilterFields),
  data: z.array(UnknownTag),
  beside: pageFields,
})
