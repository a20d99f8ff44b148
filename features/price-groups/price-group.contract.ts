// Price groups as other forms choose from them (D-GEN-3, D-GEN-6).
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

export const PriceGroupChoice = z
  .object({ priceGroupId: z.number().int(), name: z.string() })
  .meta({ id: 'PriceGroupChoice' })
export type PriceGroupChoice = z.infer<typeof PriceGroupChoice>

/** All price groups of the team's company, by name: a charger may take any of them. */
export const listPriceGroups = endpoint({
  method: 'GET',
  path: '/cms/v1/pricegroups',
  aliases: ['/cms/v1/team/{teamId}/pricegroups'],
  can: 'team role',
  summary: "The price groups of a team's company, as choices",
  params: z.object({ teamId: recordId().optional() }),
  query: z.object({ teamId: recordId().optional() }),
  data: z.array(PriceGroupChoice),
  beside: { total: z.number().int() },
})
