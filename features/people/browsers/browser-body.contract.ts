// What a browser sends of itself with a sign-in.
import { secret } from '@wattdesk/base/secret'
import { z } from 'zod'

/** What this browser was given by its last sign-in; a browser without it is a new one. */
export const BrowserSecret = secret(
  z
    .string()
    .regex(/^[\w-]{43}$/, 'Browser must be what the last sign-in answered')
    .optional(),
)
