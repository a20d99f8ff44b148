// Service requests (support tickets): what an operator's staff asks for, and how far it has come (D-SR-1, D-SR-2).
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { ServiceRequestChange } from './service-request-body.contract.ts'
import { TICKET_STATES } from './ticket-states.contract.ts'

const int = () => z.number().int()

export const ServiceRequest = z
  .object({
    ticket_id: int(),
    teamId: int(),
    team_name: z.string(),
    email: z.string(),
    phone: z.string(),
    issueType: z.string(),
    description: z.string(),
    /** Link of a picture. */
    attachment: z.string().nullable(),
    status: z.enum(TICKET_STATES),
    createAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'ServiceRequest' })
export type ServiceRequest = z.infer<typeof ServiceRequest>
export const serviceRequestRecord: RecordKind<ServiceRequest> = {
  features: ['ServiceRequest'],
  part: only('email', 'phone', 'issueType', 'description', 'attachment', 'status'),
}

export const ticketSortFields = [
  'ticket_id',
  'email',
  'phone',
  'issueType',
  'description',
  'status',
  'createAt',
] as const
export const ticketFilterFields = {
  email: 'text',
  phone: 'text',
  issueType: 'text',
  description: 'text',
  /** The words Open, In Progress, Resolved and Closed. */
  status: 'text',
  createAt: 'date',
} as const satisfies FilterFields

const teamId = recordId()
const Id = z.object({ ticketId: recordId() })
/** Beside the data of what was saved (D-SR-1). */
const saved = { status: z.literal('success') }

export const listServiceRequests = endpoint({
  method: 'GET',
  path: '/cms/v1/support',
  aliases: ['/cms/v1/team/{teamId}/support'],
  can: 'ServiceRequest.view',
  summary: 'The service requests of a team and the teams below it',
  offers: { sorts: ticketSortFields, filters: ticketFilterFields },
  query: listQuery(ticketSortFields, ticketFilterFields).extend({ teamId: teamId.optional() }),
  data: z.array(ServiceRequest),
  beside: pageFields,
})

export const getServiceRequest = endpoint({
  method: 'GET',
  path: '/cms/v1/support/{ticketId}',
  can: 'ServiceRequest.view',
  record: serviceRequestRecord,
  summary: 'One service request',
  params: Id,
  data: ServiceRequest,
})

/** Creates, and changes where the body names a `ticketId`: each needs its own flag. */
export const saveServiceRequest = endpoint({
  method: 'POST',
  path: '/cms/v1/support',
  aliases: ['/cms/v1/team/{teamId}/support'],
  can: ['ServiceRequest.create', 'ServiceRequest.update'],
  record: serviceRequestRecord,
  byRecord: true,
  summary: 'Create a service request; with a ticketId, change it',
  query: z.object({ teamId: teamId.optional() }),
  body: ServiceRequestChange.extend({ ticketId: recordId().optional() }),
  data: ServiceRequest,
  beside: saved,
  status: 201,
})

export const updateServiceRequest = endpoint({
  method: 'PUT',
  path: '/cms/v1/support/{ticketId}',
  can: 'ServiceRequest.update',
  record: serviceRequestRecord,
  summary: 'Change a service request',
  params: Id,
  body: ServiceRequestChange,
  data: ServiceRequest,
  beside: saved,
})
