// The request for a refund by hand (D-REF-3).
import { recordId } from '@wattdesk/base/fields'
import { z } from 'zod'
import { MOST_ROWS, NO_ROWS } from '#money/refunds/refund.words.ts'

export const RefundBody = z.object({
  refundBody: z
    .array(
      z.object({
        transactionId: recordId(),
        /** The text or the key of the tag that started the session; if sent, it must match. */
        ocppIdTag: z.union([z.string().max(100), z.number()]).nullish(),
      }),
      { error: NO_ROWS },
    )
    .min(1, NO_ROWS)
    .max(MOST_ROWS, `At most ${MOST_ROWS} rows at a time`),
})
export type RefundBody = z.output<typeof RefundBody>
