// A month in requests, and what reopening one takes.
import { z } from 'zod'

export const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Please enter a valid month')
export const ReopenBody = z.object({
  month,
  reason: z.string().trim().min(1, 'Please enter the reason').max(500, 'Should be 500 characters or less'),
})
