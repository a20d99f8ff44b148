// Charge points of a team for the fields of forms that hold their keys: found as the user types, and named by their keys.
import { query } from '@wattdesk/wire/call'
import { filtersNaming } from '#kit/list-picked.ts'
import { type Finder, OFFERED } from '#kit/use-found.ts'
import { type ChargerRow, listChargers } from './charger.contract.ts'

/** So many keys fit into one address (LONGEST_ADDRESS of kit/list-picked.ts). */
const NAMED_AT_ONCE = 400
type Found = Pick<Awaited<ReturnType<ReturnType<typeof asked>['queryFn']>>, 'data' | 'total'>

const asked = (teamId: number, more: { page?: number; pageSize?: number; q?: string; filters?: string }) =>
  query(listChargers, { params: { teamId }, query: { sort: 'chargepoint_id', ...more } })

export const chargerFinder = (teamId: number) =>
  ({
    find: q => asked(teamId, { page: 1, pageSize: OFFERED, ...(q && { q }) }),
    // Without a page: all that are named, however many a page would hold.
    read: keys => {
      const parts = Array.from({ length: Math.ceil(keys.length / NAMED_AT_ONCE) }, (_, n) => {
        const filters = filtersNaming('chargepoint_pk', keys.slice(n * NAMED_AT_ONCE, (n + 1) * NAMED_AT_ONCE))
        return asked(teamId, filters === undefined ? {} : { filters })
      })
      return {
        queryKey: parts.length === 1 ? (parts[0]?.queryKey ?? []) : parts.map(p => p.queryKey),
        queryFn: async context => {
          const data: ChargerRow[] = []
          for (const part of parts) data.push(...(await part.queryFn(context)).data)
          return { data, total: data.length }
        },
      }
    },
    found: reply => ({
      options: reply.data.map(({ chargepoint_pk: pk, chargepoint_id: id, chargepoint_name: name }) => ({
        value: pk,
        label: id,
        ...(name !== null && name !== id && { detail: name }),
      })),
      total: reply.total,
    }),
  }) satisfies Finder<number, Found>
