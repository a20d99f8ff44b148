// The request that sets a company's credentials at its payment provider, with the checks of its form.
import { optionalText, requiredText } from '@wattdesk/base/fields'
import { secret } from '@wattdesk/base/secret'
import { z } from 'zod'

const BAD_KEY_ID = 'Please enter the Key ID as the payment provider shows it'
const SHORTEST_WEBHOOK_SECRET = 8
const kept = (label: string) => optionalText(label, 200).transform(t => t || undefined)

export const ProviderAccountBody = z.object({
  keyId: requiredText('Key ID', 60).refine(t => /^rzp_(test|live)_[A-Za-z0-9]+$/.test(t), BAD_KEY_ID),
  /** Empty: the stored secret stays. */
  keySecret: secret(kept('Key Secret')),
  webhookSecret: secret(
    kept('Webhook Secret').refine(
      t => t === undefined || t.length >= SHORTEST_WEBHOOK_SECRET,
      `Webhook Secret should be ${SHORTEST_WEBHOOK_SECRET} characters or more`,
    ),
  ),
})
export type ProviderAccountBody = z.output<typeof ProviderAccountBody>
