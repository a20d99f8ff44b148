// A webhook as it is written, and what its form checks by (HOOK-01). Whether its address may be called is known to the server.
import { besideOthers } from '@wattdesk/base/field-checks'
import { bodySchema } from '@wattdesk/base/record-schemas'
import { z } from 'zod'
import { webhookFields } from './webhook.fields.ts'
import { EVENT_NAMES, SECRET_OVERLAP_HOURS } from './webhook.words.ts'

export const WebhookBody = bodySchema(webhookFields).extend({
  events: z
    .array(z.enum(EVENT_NAMES, { error: 'Should be an event of the catalogue' }))
    .min(1, 'Choose at least one event')
    .refine(all => new Set(all).size === all.length, { when: besideOthers, error: 'Each once' }),
})
export type WebhookBody = z.output<typeof WebhookBody>
export type WebhookValues = z.input<typeof WebhookBody>

export const SecretBody = z.object({
  /** For how many hours the secret so far signs beside the new one. */
  overlap_hours: z.number().refine(n => (SECRET_OVERLAP_HOURS as readonly number[]).includes(n), {
    error: `Must be one of ${SECRET_OVERLAP_HOURS.join(', ')}`,
  }),
})
export const SendAgainBody = z.object({
  /** Deliveries that ended from this moment on. */
  since: z.iso.datetime({ offset: true, error: 'Please enter a time' }),
  /** true: only those that were given up. */
  onlyGivenUp: z.boolean().default(true),
})

/** The same as the form asks for it. */
export const SendAgainChoice = z.object({ hours: z.number(), onlyGivenUp: z.boolean() })
export type SendAgainChoice = z.output<typeof SendAgainChoice>
