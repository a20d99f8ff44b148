// The names for the keys in the address of the transactions page (D-TXN-1).
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'

/** null: not requested, or outside the caller's rights. */
export const ScopeNames = z
  .object({
    charger: z.object({ chargepoint_id: z.string(), chargepoint_name: z.string() }).nullable(),
    /** The text of the tag. */
    tag: z.string().nullable(),
    /** First and last name. */
    customer: z.string().nullable(),
  })
  .meta({ id: 'TransactionScopeNames' })
export type ScopeNames = z.infer<typeof ScopeNames>

export const getScopeNames = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/transactions/scope',
  can: 'Transaction.view',
  summary: 'Names of the charge point, tag and customer whose transactions are asked for',
  params: z.object({ teamId: recordId() }),
  query: z.object({
    /** chargepoint_pk, else chargepoint_id. */
    charger: z.string().min(1).max(60).optional(),
    /** Key, else text. */
    tag: z.string().min(1).max(60).optional(),
    /** Customer id. */
    id: recordId().optional(),
  }),
  data: ScopeNames,
})
