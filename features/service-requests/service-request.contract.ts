// Service requests (support tickets): what an operator's staff asks for, and how far it has come (D-SR-1, D-SR-2).
import { recordId, requiredEmail, requiredText } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery } from '@wattdesk/base/paging'
import { invalidPhone } from '@wattdesk/base/text'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { changedLink, optionalLink } from '../uploads/upload.contract.ts'

const int = () => z.number().int()
export const MAX_DESCRIPTION = 100

export const issueTypes = [
  'Device not charging',
  'Dashboard',
  'Charger issues',
  'CMS user',
  'EV driver',
  'Price Group',
  'Refund',
  'Invoice',
  'Reporting',
  'Others',
] as const

export const TicketStatus = z.enum(['OPEN', 'IN_PROGRESS', 'RESOLVED', 'CLOSED'])
export type TicketStatus = z.infer<typeof TicketStatus>
/** The states as they are shown. */
export const statusWords: Record<TicketStatus, string> = {
  OPEN: 'Open',
  IN_PROGRESS: 'In Progress',
  RESOLVED: 'Resolved',
  CLOSED: 'Closed',
}

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
    status: TicketStatus,
    createAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ id: 'ServiceRequest' })
export type ServiceRequest = z.infer<typeof ServiceRequest>
export const serviceRequestRecord: RecordKind<ServiceRequest> = {
  features: ['ServiceRequest'],
  part: only('email', 'phone', 'issueType', 'description', 'attachment', 'status'),
}

/** A request as it is written; a new one is open, whatever its body says. */
export const NewServiceRequest = z.object({
  email: requiredEmail(),
  // 8 to 14 characters: digits, hyphens, spaces (S-PHONE).
  phone: requiredText('Phone', 14).refine(t => /^[\d -]{8,14}$/.test(t) && /\d/.test(t), invalidPhone),
  issueType: z.enum(issueTypes, {
    error: i =>
      i.input === undefined || i.input === null || i.input === ''
        ? 'Issue Type is required'
        : 'Please select an issue type',
  }),
  description: requiredText('Description', MAX_DESCRIPTION),
  attachment: optionalLink('Attachment'),
})
export type NewServiceRequest = z.output<typeof NewServiceRequest>
export const ServiceRequestChange = NewServiceRequest.extend({
  attachment: changedLink('Attachment'),
  status: z.enum(TicketStatus.options, 'Please select a status').optional(),
})
export type ServiceRequestChange = z.output<typeof ServiceRequestChange>

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
  query: listQuery(ticketSortFields, ticketFilterFields).extend({ teamId: teamId.optional() }),
  data: z.array(ServiceRequest),
  beside: { total: int(), page: int().optional(), pageSize: int().optional() },
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
