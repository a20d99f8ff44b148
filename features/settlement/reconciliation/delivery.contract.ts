// Deliveries without invoice (M-8): sessions paid by an operator's own RFID tags, where his dated setting leaves them out of the
// invoices. Amounts in rupees, times as ISO text.
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { shownEvse } from '#fleet/stations/evse.contract.ts'
import { month } from './month-body.contract.ts'
import { params } from './reconciliation.contract.ts'

const int = () => z.number().int()
const Amounts = {
  kwh: z.number(),
  taxable: z.number(),
  cgst: z.number(),
  sgst: z.number(),
  igst: z.number(),
  total: z.number(),
}
/** A delivery, or a later change of its bill with the difference. */
export const Delivery = z
  .object({
    id: z.string(),
    kind: z.enum(['Delivery', 'Correction']),
    /** When the session ended; of a correction, or of what came after the closing of its month, when it was decided. */
    date: z.string(),
    dateOfSupply: z.string(),
    transactionId: int(),
    team_name: z.string(),
    chargepoint_id: z.string(),
    connectorId: int(),
    ...shownEvse,
    idTag: z.string(),
    ...Amounts,
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof Delivery>
const DeliverySums = z.object({ deliveries: int(), ...Amounts }).meta({ id: 'DeliverySums' })
export type DeliverySums = z.infer<typeof DeliverySums>
const deliverySorts = ['date', 'transactionId', 'total', 'kwh'] as const
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/tax/deliveries',
  can: 'Finance.view',
  summary: 'Sessions of own RFID tags in a month that get no invoice, with the changes of their bills, and their sums',
  offers: { sorts: deliverySorts, filters: {} },
  params,
  query: listQuery(deliverySorts, {}).extend({ month }),
  data: z.array(Delivery),
  beside: { ...pageFields, sums: DeliverySums },
})
