// Service requests (support tickets): what an operator's staff asks for, and how far it has come (D-SR-1, D-SR-2).
import { recordId } from '@wattdesk/base/fields'
import type { ShownRecord } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint } from '@wattdesk/wire/endpoint'
import { recordEndpoints, recordKind } from '@wattdesk/wire/record-endpoints'
import { z } from 'zod'
import { serviceRequestFields } from './service-request.fields.ts'
import { ServiceRequestBody } from './service-request-body.contract.ts'

export const ServiceRequest = replySchema(serviceRequestFields, 'ServiceRequest')
export type ServiceRequest = ShownRecord<typeof serviceRequestFields>
export const serviceRequestRecord = recordKind('ServiceRequest', serviceRequestFields)
const serviceRequests = recordEndpoints({
  kind: serviceRequestRecord,
  fields: serviceRequestFields,
  key: 'ticket_id',
  reply: ServiceRequest,
  body: ServiceRequestBody,
})
/** Beside the data of what was saved (D-SR-1). */
const saved = { status: z.literal('success') }

export const listServiceRequests = serviceRequests.list('/cms/v1/support', {
  aliases: ['/cms/v1/team/{teamId}/support'],
  summary: 'The service requests of a team and the teams below it',
})
export const getServiceRequest = serviceRequests.read('/cms/v1/support/{ticketId}', { summary: 'One service request' })
export const updateServiceRequest = serviceRequests.change('/cms/v1/support/{ticketId}', {
  summary: 'Change a service request',
  beside: saved,
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
  query: z.object({ teamId: recordId().optional() }),
  body: ServiceRequestBody.extend({ ticketId: recordId().optional() }),
  data: ServiceRequest,
  beside: saved,
  status: 201,
})
