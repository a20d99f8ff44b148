// A service request as it is written, and what its form checks by (D-SR-1).
import { bodySchema, changeSchema } from '@wattdesk/base/record-schemas'
import type { z } from 'zod'
import { serviceRequestFields } from './service-request.fields.ts'

/** The body of a new request, which is open. */
export const NewServiceRequest = bodySchema(serviceRequestFields)
export type NewServiceRequest = z.output<typeof NewServiceRequest>
export const ServiceRequestChange = changeSchema(serviceRequestFields)
export type ServiceRequestChange = z.output<typeof ServiceRequestChange>
