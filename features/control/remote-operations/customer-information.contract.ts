// What a charge point of OCPP 2.0.1 has told of a customer, for one operation that asked for it: personal data, read and deleted
// by those with full access on charge points alone. Each reading and each deletion is in the audit log.
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

const path = '/cms/v1/remote/operation/charger/{chargerId}/task/{taskId}/customer-information'
const params = z.object({ chargerId: z.string().min(1).max(60), taskId: z.string().max(100) })

export const CustomerText = z
  .object({
    /** The parts in their order, one behind the other; a part that is missing stands as [Part 3 did not come]. */
    text: z.string(),
    isWhole: z.boolean(),
  })
  .meta({ id: 'CustomerText' })
export type CustomerText = z.infer<typeof CustomerText>

export const readCustomerInformation = endpoint({
  method: 'POST',
  path,
  can: 'ChargerPoint.full',
  summary: 'Read what a charge point has told of a customer; the reading is noted in the audit log',
  params,
  data: CustomerText,
})

export const deleteCustomerInformation = endpoint({
  method: 'DELETE',
  path,
  can: 'ChargerPoint.full',
  summary: 'Delete what a charge point has told of a customer, before it is deleted after 30 days',
  params,
  data: z.object({ taskId: z.string() }),
})
