// The second step of a sign-in, and the sign-in by passkey alone (MFA-01).

import { besideOthers } from '@wattdesk/base/field-checks'
import { secret } from '@wattdesk/base/secret'
import { SessionUser } from '@wattdesk/base/session-schemas'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { AppCode, FactorName, PasskeyAnswer, PasskeyOptions, RecoveryCode, Ticket } from './passkey.contract.ts'
import { FACTOR_KINDS } from './second-factor.words.ts'

const kinds = Object.keys(FACTOR_KINDS) as [keyof typeof FACTOR_KINDS]

/** What follows a right password: nothing is signed in yet. */
export const NextStep = z
  .object({
    /** `set up`: the person needs a second factor, has none, and the days to set one up are over. */
    step: z.enum(['second factor', 'set up']),
    /** Names the sign-in in the next call; counts for ten minutes. */
    ticket: z.string(),
    expires_at: z.string(),
    /** How the person may go on, or what may be set up. */
    ways: z.array(z.enum([...kinds, 'recovery code'])),
  })
  .meta({ id: 'NextSignInStep' })
export type NextStep = z.infer<typeof NextStep>
export type Way = NextStep['ways'][number]

export const SignedIn = z
  .object({
    access_token: z.string(),
    /** What the browser is known by; it sends that with its next sign-in. */
    browser: z.string(),
    user: SessionUser,
    /** From when on a sign-in leads to the set-up of a second factor; missing: none is needed, or there is one. */
    second_factor_from: z.string().optional(),
  })
  .meta({ id: 'SignedIn' })

const Browser = secret(
  z
    .string()
    .regex(/^[\w-]{43}$/, 'Browser must be what the last sign-in answered')
    .optional(),
)
/** One of these proves the person. */
const Proof = z.object({
  ticket: Ticket,
  code: AppCode.optional(),
  recovery_code: RecoveryCode.optional(),
  passkey: PasskeyAnswer.optional(),
})
const ONE = 'Send a code, a recovery code or the answer of a passkey, and one of them alone'
const isOne = ({ code, recovery_code, passkey }: Partial<z.infer<typeof Proof>>): boolean =>
  [code, recovery_code, passkey].filter(v => v !== undefined).length === 1
const one = { message: ONE, path: ['code'], when: besideOthers }

export const SecondStepBody = Proof.extend({
  browser: Browser,
  /** Ask this browser for no second factor for 30 days. */
  remember: z.boolean({ error: 'Remember must be true or false' }).default(false),
}).refine(isOne, one)
export type SecondStepBody = z.output<typeof SecondStepBody>

export const takeSecondStep = endpoint({
  method: 'POST',
  path: '/auth/second-factor',
  can: 'anyone',
  summary: 'End a sign-in by a second factor',
  body: SecondStepBody,
  data: SignedIn,
})
export const askPasskey = endpoint({
  method: 'POST',
  path: '/auth/second-factor/passkey',
  can: 'anyone',
  summary: 'The challenge for a passkey, for a sign-in or a proof that is under way',
  body: z.object({ ticket: Ticket }),
  data: z.object({ options: PasskeyOptions }),
})

export const SetUpBody = z.object({
  ticket: Ticket,
  kind: z.enum(kinds, { error: 'Kind must be app or passkey' }),
  /** The code of the mail that the sign-in has sent. */
  mail_code: AppCode.optional(),
})
/** What an app needs: the secret as text, as a link, and as a picture of its QR code. */
export const NewApp = z
  .object({
    /** Base32. */
    secret: z.string(),
    uri: z.string(),
    /** A picture, as the address of its data. */
    qr: z.string(),
  })
  .meta({ id: 'NewApp' })
export type NewApp = z.infer<typeof NewApp>
export type SetUpBody = z.output<typeof SetUpBody>
export const beginSetUp = endpoint({
  method: 'POST',
  path: '/auth/second-factor/set-up',
  can: 'anyone',
  summary: 'Begin to set up the second factor that a sign-in needs',
  body: SetUpBody,
  data: z.object({ app: NewApp.nullable(), options: PasskeyOptions.nullable() }),
})
export const SetUpEnd = z
  .object({
    ticket: Ticket,
    code: AppCode.optional(),
    passkey: PasskeyAnswer.optional(),
    name: FactorName.optional(),
    mail_code: AppCode.optional(),
    browser: Browser,
  })
  .refine(b => isOne(b), {
    message: 'Send a code or the answer of a passkey, and one of them alone',
    path: ['code'],
    when: besideOthers,
  })
export type SetUpEnd = z.output<typeof SetUpEnd>
export const endSetUp = endpoint({
  method: 'POST',
  path: '/auth/second-factor/set-up/end',
  can: 'anyone',
  summary:
    'End the set-up with the first code or the new passkey, and with it the sign-in; the recovery codes are shown this once',
  body: SetUpEnd,
  data: SignedIn,
  beside: { recovery_codes: z.array(z.string()) },
})

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/auth/passkey/begin',
  can: 'anyone',
  summary: 'The challenge for a sign-in by passkey alone',
  data: z.object({ ticket: z.string(), options: PasskeyOptions }),
})
export const PasskeySignIn = z.object({ ticket: Ticket, passkey: PasskeyAnswer, browser: Browser })
export type PasskeySignIn = z.output<typeof PasskeySignIn>
export const signInByPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey',
  can: 'anyone',
  summary: 'Sign in by a passkey alone, which counts as both factors',
  body: PasskeySignIn,
  data: SignedIn,
})
