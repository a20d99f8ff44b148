// The load of a site: the power allowed to its chargers, each with its number and the reason for it (D-SITE-4).
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

const int = () => z.number().int()
/** In the unit of the reply. */
const figure = () => z.number()

/** forgotten: the charger has restarted and taken no limit since. */
const LOAD_STATES = ['acknowledged', 'waiting', 'refused', 'silent', 'unknown', 'forgotten'] as const
const LoadConnector = z
  .object({
    connectorId: int(),
    /** The EVSE of a connector of a charge point of OCPP 2.0.1; null where it has not spoken 2.0.1. */
    evseId: int().nullable(),
    /** The number within the EVSE; null where it has no other connector. */
    evseConnectorId: int().nullable(),
    status: z.string().nullable(),
    share: figure(),
    /** null: no meter reports a power. */
    draw: figure().nullable(),
    why: z.string(),
  })
  .meta({ id: 'LoadConnector' })
/** A limit that somebody else sets: an energy manager (EMS), the grid operator (SO), its operator (CSO) or Other. */
const OutsideLimit = z
  .object({
    /** null: the whole charger. */
    evseId: int().nullable(),
    source: z.string(),
    since: z.string(),
    isGridCritical: z.boolean().nullable(),
    /** What the limit leaves now; null where it leaves all, or tells no figure. */
    limit: figure().nullable(),
    text: z.string(),
  })
  .meta({ id: 'OutsideLimit' })
export const LoadCharger = z
  .object({
    chargepoint_pk: int(),
    chargepoint_id: z.string(),
    state: z.enum(LOAD_STATES),
    /** The charger's number in the allowed sum. */
    limit: figure(),
    /** The charger's fallback while it is not heard; its rated power where no limit is certain. */
    safe: figure(),
    /** The charger has taken no safe limit, or none since its last restart. */
    isUnlimited: z.boolean(),
    /**
     * The charger draws more than its limit, and counts with its draw; null: it does not. `since`: the first reading.
     */
    overdraw: z.object({ since: z.string(), draw: figure(), limit: figure() }).nullable(),
    outsideLimits: z.array(OutsideLimit),
    /** When the charger restarted, where it has taken no limit since; null: a limit was taken, or never sent. */
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
    /** The most that can come to be allowed, whichever answers come or get lost. */
    atMost: figure().nullable(),
    measured: figure().nullable(),
    /** The figures above in a sentence. */
    proof: z.string(),
    isExceeded: z.boolean(),
    /** Since when the most that can come to be allowed is above the limit; null: it is within the limit. */
    aboveSince: z.string().nullable(),
    /** The limits of chargers that cannot be told less now, in both units: a lower Load Value cannot be kept. */
    held: z.object({ A: figure(), kW: figure() }),
    /**
     * The sum after a restart of all chargers, until they are told again, if some have shown that they forget; their
     * ids.
     */
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
