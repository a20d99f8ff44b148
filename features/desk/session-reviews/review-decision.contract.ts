// A decision on a session to review, as the dialog checks and sends it (D-TXN-11).
import { recordId, requiredText } from '@wattdesk/base/fields'
import { z } from 'zod'

const stopNumber = 'Stop meter value must be a number'
/** `match` gives a lost stop to a session, `bill` bills a session, `dismiss` ends it without a bill. */
export const ReviewFigures = z.object({
  action: z.enum(['match', 'bill', 'dismiss'], { error: 'Please select an action' }),
  /** For `match`: the session that gets the stop. */
  transactionId: recordId().optional(),
  /** Left out: the last certain register, or the one of the stop that is matched. */
  stop_meter_value: z
    .number({ error: stopNumber })
    .int(stopNumber)
    .min(0, stopNumber)
    .max(Number.MAX_SAFE_INTEGER, stopNumber)
    .optional(),
  /** For `bill`: the charger's registers lack a unit and are kWh; start, stop and readings are converted. */
  registers_in_kwh: z.boolean().optional(),
  stoptime: z.iso.datetime({ offset: true, error: 'Please enter a valid date and time' }).optional(),
})
export type ReviewFigures = z.infer<typeof ReviewFigures>

export const ReviewDecision = ReviewFigures.extend({
  note: requiredText('Note', 600),
  /**
   * The amount that the person was shown, in rupees, null for no bill; if it has changed since, the call is refused as
   * a conflict.
   */
  totalAmountCharged: z.number().nullable().optional(),
})
export type ReviewDecision = z.infer<typeof ReviewDecision>
