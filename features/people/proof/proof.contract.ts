// Who is signed in proves again who they are, before a dangerous act (MFA-02).
import { besideOthers } from '@wattdesk/base/field-checks'
import { secret } from '@wattdesk/base/secret'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { AppCode, PasskeyAnswer, RecoveryCode, Ticket } from '#people/second-factor/passkey.contract.ts'

/** `single sign-on`: through the provider of the company (SSO-01). */
const ProofWay = z.enum(['password', 'app', 'passkey', 'recovery code', 'single sign-on'])
export type ProofWay = z.infer<typeof ProofWay>

export const beginProof = endpoint({
  method: 'POST',
  path: '/auth/proof/begin',
  can: 'signed in',
  summary: 'How the signed-in user may prove again who they are; a second factor in place of the password',
  data: z.object({ ticket: z.string(), ways: z.array(ProofWay) }),
})

export const ProofBody = z
  .object({
    ticket: Ticket,
    /** Base64 of UTF-8 (D-AUTH-6). */
    password: secret(z.string().min(1, 'Password is required').max(1000, 'Password is too long').optional()),
    code: AppCode.optional(),
    recovery_code: RecoveryCode.optional(),
    passkey: PasskeyAnswer.optional(),
  })
  .refine(b => [b.password, b.code, b.recovery_code, b.passkey].filter(v => v !== undefined).length === 1, {
    message: 'Send a password, a code, a recovery code or the answer of a passkey, and one of them alone',
    path: ['code'],
    when: besideOthers,
  })
export type ProofBody = z.output<typeof ProofBody>
export const prove = endpoint({
  method: 'POST',
  path: '/auth/proof',
  can: 'signed in',
  summary: 'Prove again who is signed in; counts for 15 minutes in the browser that asks',
  body: ProofBody,
  data: z.object({ proven_at: z.string() }),
})
