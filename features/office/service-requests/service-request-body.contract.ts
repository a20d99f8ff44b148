// A service request as it is written, and what its form checks by (D-SR-1).
import { changeSchema } from '@wattdesk/base/record-schemas'
import type { z } from 'zod'
import { serviceRequestFields } from './service-request.fields.ts'

/** A new request, which is open whatever its body says, or a change, which keeps the fields that the body does not name. */
export const ServiceRequestBody = changeSchema(serviceRequestFields)
export type ServiceRequestBody = z.output<typeof ServiceRequestBody>
