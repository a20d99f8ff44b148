// The change of a transaction's payout status, as its form checks and sends it (D-TXN-3).
import { z } from 'zod'

const notesTooLong = 'Notes should be 600 characters or less'
const selectStatus = 'Please select a status first'

/** Body of the status change; a person sets the payout states only (D-TXN-3). */
export const StatusChange = z.object({
  status: z.string({ error: selectStatus }).pipe(z.enum(['PAYOUTPENDING', 'PAYOUTCOMPLETED'], { error: selectStatus })),
  notes: z.string().max(600, notesTooLong).nullish(),
})
export type StatusChange = z.infer<typeof StatusChange>
