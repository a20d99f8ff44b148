// The form by which a test of a charger begins.
import { z } from 'zod'

export const ChargerTestBody = z.object({
  name: z.string().trim().min(1, 'Name is required').max(80, 'Name should be 80 characters or less'),
  /** 0: without a password, 1: with one. */
  security_profile: z.union([z.literal(0), z.literal(1)]),
})
export type ChargerTestBody = z.infer<typeof ChargerTestBody>
