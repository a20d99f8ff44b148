// The events of a station of OCPP 2.0.1 in the API. Times ISO 8601 in UTC.
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { SEVERITIES } from './station-event.words.ts'

const int = () => z.number().int()
const text = () => z.string().nullable()
export const StationEvent = z
  .object({
    id: int(),
    /** The charge point's own number of the event. */
    eventId: int(),
    /** When it happened, by the server's clock. */
    at: z.string(),
    receivedAt: z.string(),
    /** Alerting, Delta or Periodic. */
    trigger: z.string(),
    /** HardWiredNotification, HardWiredMonitor, PreconfiguredMonitor or CustomMonitor. */
    notification: z.string(),
    /** 0 (danger) to 9 (debug), of the monitor that told it; null: nobody said. */
    severity: int().nullable(),
    severityWord: z.enum([...SEVERITIES, 'Not told']),
    /** The event that caused it, by the charge point's number. */
    cause: int().nullable(),
    /** `Component[instance]#evse.connector` */
    component: z.string(),
    variable: z.string(),
    /** null: a secret. */
    actualValue: text(),
    techCode: text(),
    techInfo: text(),
    monitorId: int().nullable(),
    /** It tells that what was told before is over. */
    isOver: z.boolean(),
    /** When it was over; null while it lasts. */
    endedAt: text(),
  })
  .meta({ id: 'StationEvent' })
export type StationEvent = z.infer<typeof StationEvent>

const stationEventSorts = ['at', 'severity', 'component', 'variable'] as const
const stationEventFilters = {
  at: 'date',
  severity: 'number',
  component: 'text',
  variable: 'text',
  actualValue: 'text',
  techInfo: 'text',
} as const satisfies FilterFields

export const listStationEvents = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{chargepointId}/station-events',
  can: 'ChargerPoint.view',
  summary: 'Events that a charge point of OCPP 2.0.1 has told of its variables, newest first',
  params: z.object({ teamId: recordId(), chargepointId: z.string().min(1).max(60) }),
  offers: { sorts: stationEventSorts, filters: stationEventFilters },
  query: listQuery(stationEventSorts, stationEventFilters),
  data: z.array(StationEvent),
  beside: pageFields,
})
