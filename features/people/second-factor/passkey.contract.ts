// Codes and passkeys as they travel; passkeys in the JSON of WebAuthn Level 3, which browsers read and write themselves. Apart
// from the endpoints, so that what only calls loads no schema.
import { requiredText } from '@wattdesk/base/fields'
import { secret } from '@wattdesk/base/secret'
import { z } from 'zod'

/** PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON. */
export const PasskeyOptions = z.record(z.string(), z.unknown()).meta({ id: 'PasskeyOptions' })
export type PasskeyOptions = z.infer<typeof PasskeyOptions>
/** RegistrationResponseJSON or AuthenticationResponseJSON. */
export const PasskeyAnswer = secret(
  z.record(z.string(), z.unknown(), {
    error: i =>
      i.input === undefined ? 'The answer of a passkey is required' : 'The answer of a passkey must be an object',
  }),
)
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

export const Ticket = secret(
  z
    .string({ error: i => (i.input === undefined || i.input === null ? 'Ticket is required' : 'Ticket must be text') })
    .regex(/^[\w-]{43}$/, 'Ticket must be what the step before answered'),
)
/** A code of an app, or one that came by mail; people may type it in two halves. */
export const AppCode = secret(
  z
    .string({
      error: i => (i.input === undefined || i.input === null ? 'Please enter the code' : 'The code must be text'),
    })
    .trim()
    .regex(/^\d{3} ?\d{3}$/, 'A code has six digits'),
)
export const RecoveryCode = secret(
  z
    .string({
      error: i =>
        i.input === undefined || i.input === null ? 'Please enter a recovery code' : 'The code must be text',
    })
    .trim()
    .min(1, 'Please enter a recovery code')
    .max(30, 'A recovery code has ten letters and digits'),
)
export const FactorName = requiredText('Name', 60)
