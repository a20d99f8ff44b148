// The change of a payout's state, as its dialog checks and sends it (D-PO-3).
import { z } from 'zod'

const selectStatus = 'Please select a status'
export const PayoutStatusBody = z
  .object({
    status: z
      .string({ error: selectStatus })
      .pipe(z.enum(['PAYOUTPENDING', 'PAYOUTCOMPLETED'], { error: selectStatus })),
    notes: z.string().trim().max(600, 'Notes should be 600 characters or less').optional(),
  })
  .meta({ id: 'PayoutStatusBody' })
export type PayoutStatusBody = z.output<typeof PayoutStatusBody>
