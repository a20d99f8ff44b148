// The times of a session in replies.
import { z } from 'zod'

/** How a time of a session came about (session-times.rules.ts). */
export const TimeFrom = z.enum(['charger', 'clock', 'receipt', 'samples', 'reading', 'person'])
export type TimeFrom = z.infer<typeof TimeFrom>
