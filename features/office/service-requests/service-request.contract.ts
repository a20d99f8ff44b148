// Service requests (support tickets): what an operator's staff asks for, and how far it has come (D-SR-1, D-SR-2).
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { filterTypes, type ShownRecord, sortNames, writtenNames } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { serviceRequestFields } from './service-request.fields.ts'
import { ServiceRequestBody } from './service-request-body.contract.ts'

export const ServiceRequest = replySchema(serviceRequestFields, 'ServiceRequest')
export type ServiceRequest = ShownRecord<typeof serviceRequestFields>
export const serviceRequestRecord: RecordKind<ServiceRequest> = {
  features: ['ServiceRequest'],
  part: only(...writtenNames(serviceRequestFields)),
}
const sorts = sortNames(serviceRequestFields)
const filters = filterTypes(serviceRequestFields)

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
  offers: { sorts, filters },
  query: listQuery(sorts, filters).extend({ teamId: teamId.optional() }),
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
  body: ServiceRequestBody.extend({ ticketId: recordId().optional() }),
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
  body: ServiceRequestBody,
  data: ServiceRequest,
  beside: saved,
})
