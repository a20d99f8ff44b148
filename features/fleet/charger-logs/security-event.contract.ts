// The security events of a charger in the API (S-SECURITY). Times ISO 8601 in UTC.
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

/** The reporter of an event: the charger, or the server about messages that it refused. */
export const SOURCE_WORDS = { charger: 'Charger', server: 'Server' } as const
/** Critical as the security white paper says. */
export const SEVERITY_WORDS = { critical: 'Critical', other: 'Not critical' } as const

export const SecurityEventRow = z
  .object({
    id: z.number().int(),
    /** When it happened, by the server's clock. */
    at: z.string(),
    /** The time by the charger's own clock, where it differs from `at`. */
    toldAt: z.string().nullable(),
    receivedAt: z.string(),
    type: z.string(),
    severity: z.enum(SEVERITY_WORDS),
    source: z.enum(SOURCE_WORDS),
    techInfo: z.string().nullable(),
  })
  .meta({ id: 'SecurityEvent' })
export type SecurityEventRow = z.infer<typeof SecurityEventRow>

const securityEventSorts = ['at', 'receivedAt', 'type'] as const
const securityEventFilters = {
  at: 'date',
  receivedAt: 'date',
  type: 'text',
  /** The words Critical and Not critical. */
  severity: 'text',
  /** The words Charger and Server. */
  source: 'text',
  techInfo: 'text',
} as const satisfies FilterFields

export const listSecurityEvents = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{chargepointId}/security-events',
  can: 'ChargerPoint.view',
  summary: 'Security events of a charge point, newest first',
  params: z.object({ teamId: recordId(), chargepointId: z.string().min(1).max(60) }),
  offers: { sorts: securityEventSorts, filters: securityEventFilters },
  query: listQuery(securityEventSorts, securityEventFilters),
  data: z.array(SecurityEventRow),
  beside: pageFields,
})
