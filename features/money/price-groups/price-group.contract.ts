// Price groups: the prices of charging by slots of the week, without tax (D-PG-1 to D-PG-4). Other forms choose from
// them.
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { choiceQuery, listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { GROUP_TYPES, PRICE_TYPES } from './price.words.ts'
import { PriceGroupBody } from './price-group-body.contract.ts'

const int = () => z.number().int()

export const PriceDetail = z
  .object({
    /** The place of the slot in its version, from 1. */
    priceDetailsId: int(),
    /** 0 Sunday to 6 Saturday, UTC; of a fixed group 0, for all days. */
    day: int(),
    /** HH:mm, UTC; the end is exclusive, and 23:59 as last end of a day means midnight. */
    startTime: z.string(),
    endTime: z.string(),
    priceType: z.enum(PRICE_TYPES),
    /** Rupees without tax; null where the type of the slot charges by something else. */
    priceperKW: z.number().nullable(),
    priceperHr: z.number().nullable(),
    /** The hourly price by 60, rounded to paise: to be read, never billed by (M-2.4). */
    priceperMin: z.number().nullable(),
    fixedFeeStarting: z.number(),
    fixedFeeCharging: z.number(),
    minuteFeeCharging: z.number(),
    idealFeeFullyCharged: z.number(),
  })
  .meta({ id: 'PriceDetail' })
export type PriceDetail = z.infer<typeof PriceDetail>

/** Tax, gateway share and its bearer: the team's terms, as a version took them over (D-TEAM-4). */
const terms = {
  taxPercent: z.number(),
  transactionPercent: z.number(),
  pgChargesBearer: z.enum(['EV', 'CPO']),
}
export const PriceGroup = z
  .object({
    priceGroupId: int(),
    name: z.string(),
    description: z.string(),
    companyId: int(),
    teamId: int(),
    team_name: z.string(),
    currency: z.string(),
    paymentGateway: z.string(),
    paymentGatewayId: int(),
    ...terms,
    priceGroupType: z.enum(GROUP_TYPES),
    create_time: z.string(),
    update_time: z.string(),
    /** By day and time. */
    priceDetails: z.array(PriceDetail),
  })
  .meta({ id: 'PriceGroup' })
export type PriceGroup = z.infer<typeof PriceGroup>
export const priceGroupRecord: RecordKind<PriceGroup> = {
  features: ['PriceGroup'],
  part: only('name', 'description', 'priceGroupType', 'priceDetails'),
}

/** A row of the list: id and name alone where it serves as a choice (D-GEN-6). */
export const PriceGroupRow = PriceGroup.partial()
  .required({ priceGroupId: true, name: true })
  .meta({ id: 'PriceGroupRow' })
export type PriceGroupRow = z.infer<typeof PriceGroupRow>

const priceGroupSortFields = ['name', 'description', 'priceGroupType', 'create_time', 'update_time'] as const
const priceGroupFilterFields = {
  priceGroupId: 'text',
  name: 'text',
  description: 'text',
  priceGroupType: 'text',
  create_time: 'date',
  update_time: 'date',
} as const satisfies FilterFields

/** The current team; missing: the company's own team of the caller (D-GEN-3). */
const AtTeam = z.object({ teamId: recordId().optional() })
const Id = z.object({ priceGroupId: recordId() })

/**
 * With view on PriceGroup: the groups of the team and the teams below it, whole. Without it, or with `choice=true`: id and
 * name of all groups of the team's company, since a charger may take any of them; searched by name, and paged.
 */
export const listPriceGroups = endpoint({
  method: 'GET',
  path: '/cms/v1/pricegroups',
  aliases: ['/cms/v1/team/{teamId}/pricegroups'],
  can: 'team role',
  summary: 'The price groups of a team and the teams below it; as choices, those of its company',
  offers: { sorts: priceGroupSortFields, filters: priceGroupFilterFields, key: 'priceGroupId' },
  params: z.object({ teamId: recordId().optional() }),
  query: listQuery(priceGroupSortFields, priceGroupFilterFields).extend({
    ...AtTeam.shape,
    choice: z.literal('true').optional(),
    /** The groups of these ids alone. */
    keys: choiceQuery.keys,
  }),
  data: z.array(PriceGroupRow),
  beside: pageFields,
})

export const getPriceGroup = endpoint({
  method: 'GET',
  path: '/cms/v1/pricegroup/{priceGroupId}',
  can: 'PriceGroup.view',
  record: priceGroupRecord,
  summary: 'One price group with the prices that hold now',
  params: Id,
  data: PriceGroup,
})

export const createPriceGroup = endpoint({
  method: 'POST',
  path: '/cms/v1/pricegroup',
  aliases: ['/cms/v1/team/{teamId}/pricegroup'],
  can: 'PriceGroup.create',
  record: priceGroupRecord,
  summary: 'Create a price group of a team, with the payment terms of the team',
  query: AtTeam,
  body: PriceGroupBody,
  data: PriceGroup,
  status: 201,
})

export const updatePriceGroup = endpoint({
  method: 'PUT',
  path: '/cms/v1/pricegroup/{priceGroupId}',
  can: 'PriceGroup.update',
  record: priceGroupRecord,
  summary: 'Change a price group; other prices hold for sessions that start afterwards',
  params: Id,
  body: PriceGroupBody,
  data: PriceGroup,
})

export const deletePriceGroup = endpoint({
  method: 'DELETE',
  path: '/cms/v1/pricegroup/{priceGroupId}',
  can: 'PriceGroup.delete',
  record: priceGroupRecord,
  summary: 'Delete a price group that no connector uses; sessions keep their prices',
  params: Id,
  data: z.object({ priceGroupId: int() }),
})

/** The prices as they held from a moment on, until the next version began. */
export const PriceVersion = z
  .object({
    priceVersionId: int(),
    valid_from: z.string(),
    /** Null where no later version follows. */
    valid_until: z.string().nullable(),
    made_at: z.string(),
    state: z.enum(['past', 'now', 'to come']),
    priceGroupType: z.enum(GROUP_TYPES),
    ...terms,
    priceDetails: z.array(PriceDetail),
  })
  .meta({ id: 'PriceVersion' })
export type PriceVersion = z.infer<typeof PriceVersion>

/** The most versions in a reply, the newest ones; the database keeps all. */
export const MOST_VERSIONS = 100
export const listPriceVersions = endpoint({
  method: 'GET',
  path: '/cms/v1/pricegroup/{priceGroupId}/versions',
  can: 'PriceGroup.view',
  summary: 'The prices of a price group over time, the newest first',
  params: Id,
  data: z.array(PriceVersion),
})
