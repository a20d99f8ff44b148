// The new total of a bill and the reason for lowering it (M-2.7), as the form checks and sends them.
import { requiredText } from '@wattdesk/base/fields'
import { isRupees } from '@wattdesk/base/money'
import { tooManyDecimals } from '@wattdesk/base/text'
import { z } from 'zod'

export const LONGEST_REASON = 600
const NO_TOTAL = 'New Total should be an amount from 0'
const total = z.number(NO_TOTAL).min(0, NO_TOTAL).refine(isRupees, tooManyDecimals('New Total', 2))

/** Rupees; at most the present total. */
export const NewTotal = z.object({ total })
export const BillCorrection = z.object({ total, note: requiredText('Reason', LONGEST_REASON) })
export type BillCorrection = z.output<typeof BillCorrection>
