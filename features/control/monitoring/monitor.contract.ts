// The monitors of a station of OCPP 2.0.1 in the API: what it watches of itself. Times ISO 8601 in UTC.
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { ChargerParams } from '#fleet/chargers/charger-params.contract.ts'
import { SEVERITIES } from '#fleet/station-events/station-event.words.ts'

const int = () => z.number().int()
export const StationMonitor = z
  .object({
    /** The charge point's own number of the monitor. */
    monitorId: int(),
    /** `Component[instance]#evse.connector` */
    component: z.string(),
    variable: z.string(),
    /** UpperThreshold, LowerThreshold, Delta, Periodic or PeriodicClockAligned. */
    kind: z.string(),
    /** In the unit of the variable; seconds where it is periodic. */
    value: z.number(),
    /** 0 (danger) to 9 (debug). */
    severity: int(),
    severityWord: z.enum(SEVERITIES),
    /** Watched in sessions alone. */
    duringTransaction: z.boolean(),
    /** Set by this portal; else by the maker or by another system. */
    isOurs: z.boolean(),
    toldAt: z.string(),
  })
  .meta({ id: 'StationMonitor' })
export type StationMonitor = z.infer<typeof StationMonitor>

const sorts = ['monitorId', 'component', 'variable', 'kind', 'value', 'severity', 'toldAt'] as const
const filters = {
  component: 'text',
  variable: 'text',
  kind: 'text',
  severity: 'number',
  value: 'number',
} as const satisfies FilterFields

export const listStationMonitors = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{id}/monitors',
  can: 'ChargerPoint.view',
  summary: 'What a charge point of OCPP 2.0.1 watches of itself, as it has told last',
  params: ChargerParams,
  offers: { sorts, filters },
  query: listQuery(sorts, filters),
  data: z.array(StationMonitor),
  beside: {
    ...pageFields,
    /** When the charge point has told all of its monitors last; null: never. */
    toldAt: z.string().nullable(),
  },
})
