// How the load of a site stands: what its chargers are allowed, each with its number and the reason for it (D-SITE-4).
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

const int = () => z.number().int()
/** In the unit of the reply. */
const figure = () => z.number()

/** forgotten: it has restarted and taken no limit since. */
export const LOAD_STATES = ['acknowledged', 'waiting', 'refused', 'silent', 'unknown', 'forgotten'] as const
export const LoadConnector = z
  .object({
    connectorId: int(),
    status: z.string().nullable(),
    share: figure(),
    /** null: no meter tells. */
    draw: figure().nullable(),
    why: z.string(),
  })
  .meta({ id: 'LoadConnector' })
export const LoadCharger = z
  .object({
    chargepoint_pk: int(),
    chargepoint_id: z.string(),
    state: z.enum(LOAD_STATES),
    /** What it counts with in the allowed sum. */
    limit: figure(),
    /** What it falls back to when it is not heard; all that it has, where nothing limits it for certain. */
    safe: figure(),
    /** It has taken no safe limit, or none since its last restart. */
    isUnlimited: z.boolean(),
    /** It draws more than its limit, and counts with what it draws; null: it does not. `since`: the first such reading. */
    overdraw: z.object({ since: z.string(), draw: figure(), limit: figure() }).nullable(),
    /** When it restarted, where it has taken no limit since; null: it has, or was never told one. */
    restartedAt: z.string().nullable(),
    why: z.string(),
    connectors: z.array(LoadConnector),
  })
  .meta({ id: 'LoadCharger' })
export type LoadCharger = z.infer<typeof LoadCharger>
export const SiteLoad = z
  .object({
    isOn: z.boolean(),
    /** A for each phase, or kW. */
    unit: z.enum(['A', 'kW']),
    /** null: not decided on yet. */
    plannedAt: z.string().nullable(),
    limit: figure().nullable(),
    allowed: figure().nullable(),
    /** The most that can come to be allowed, whatever is answered or lost. */
    atMost: figure().nullable(),
    measured: figure().nullable(),
    /** All of that in a sentence. */
    proof: z.string(),
    isExceeded: z.boolean(),
    /** Since when the most that can come to be allowed is above the limit; null: it is not. */
    aboveSince: z.string().nullable(),
    /** What chargers hold that cannot be told less now, in both units: a lower Load Value cannot be kept. */
    held: z.object({ A: figure(), kW: figure() }),
    /** What all may take after a restart of all, until they are told again, where some have shown that they forget; these. */
    restart: z.object({ A: figure(), kW: figure(), forgetful: z.array(z.string()) }),
    chargers: z.array(LoadCharger),
    /** The last hour, oldest first. */
    history: z.array(z.object({ at: z.string(), limit: figure(), allowed: figure(), measured: figure().nullable() })),
  })
  .meta({ id: 'SiteLoad' })
export type SiteLoad = z.infer<typeof SiteLoad>

export const getSiteLoad = endpoint({
  method: 'GET',
  path: '/cms/v1/charging-site/{teamId}/zone/{zoneId}/load',
  aliases: ['/cms/v2/charging-site/{teamId}/zone/{zoneId}/load'],
  can: 'ChargingSite.view',
  summary: 'What the chargers of a site are allowed to take together now, and why each has its limit',
  params: z.object({ teamId: recordId(), zoneId: recordId() }),
  data: SiteLoad,
})
