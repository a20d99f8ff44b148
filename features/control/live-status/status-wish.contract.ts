// Setting and ending maintenance, as its dialog checks and sends it (D-LIVE-3).
import { z } from 'zod'

/** The most characters that the reason of a maintenance may have (D-LIVE-3). */
export const MAINTENANCE_REASON = 200
export const StatusWish = z.object({
  status: z.enum(['maintenance', 'online'], { error: 'Status must be online or maintenance' }),
  reason: z
    .string()
    .trim()
    .max(MAINTENANCE_REASON, `Reason should be ${MAINTENANCE_REASON} characters or less`)
    .nullish()
    .transform(t => t ?? undefined),
})
export type StatusWish = z.output<typeof StatusWish>
