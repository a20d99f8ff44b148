// The second factors of the signed-in person, on the settings page; and of a user, for administrators (MFA-01).
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { AppCode, FactorName, PasskeyAnswer, PasskeyOptions, Ticket } from './passkey.contract.ts'
import { FACTOR_KINDS } from './second-factor.words.ts'
import { NewApp } from './second-step.contract.ts'

const int = () => z.number().int()
const kinds = Object.keys(FACTOR_KINDS) as [keyof typeof FACTOR_KINDS]

const Factor = z
  .object({
    factor_id: int(),
    kind: z.enum(kinds),
    name: z.string(),
    made_at: z.string(),
    used_at: z.string().nullable(),
    /** The host that a passkey is for. */
    host: z.string().nullable(),
  })
  .meta({ id: 'SecondFactor' })
export type Factor = z.infer<typeof Factor>

const Factors = z.object({
  factors: z.array(Factor),
  recovery_codes_left: int(),
  recovery_codes_made: int(),
  /** Null: none were made. */
  recovery_codes_at: z.string().nullable(),
  /** Why a second factor is needed, and from when on a sign-in leads to its set-up; null: it is not. */
  needed: z.object({ by: z.string(), from: z.string() }).meta({ id: 'SecondFactorNeed' }).nullable(),
})
export const SecondFactors = Factors.meta({ id: 'SecondFactors' })
export type SecondFactors = z.infer<typeof SecondFactors>

const path = '/cms/v1/profile/second-factor'
export const listFactors = endpoint({
  method: 'GET',
  path,
  can: 'signed in',
  summary: 'The second factors of the signed-in user',
  data: SecondFactors,
})
export const beginApp = endpoint({
  method: 'POST',
  path: `${path}/app`,
  can: 'signed in',
  asksAgain: true,
  summary: 'Begin to set up an app that makes codes',
  data: NewApp.extend({ ticket: z.string() }),
})
export const NewAppBody = z.object({ ticket: Ticket, name: FactorName, code: AppCode })
export type NewAppBody = z.output<typeof NewAppBody>
/** `recovery_codes`: ten with the first factor, else none. */
const made = { recovery_codes: z.array(z.string()) }
export const endApp = endpoint({
  method: 'POST',
  path: `${path}/app/end`,
  can: 'signed in',
  summary: 'Add the app by its first code',
  body: NewAppBody,
  data: Factor,
  beside: made,
})
export const beginPasskey = endpoint({
  method: 'POST',
  path: `${path}/passkey`,
  can: 'signed in',
  asksAgain: true,
  summary: 'The challenge for a new passkey',
  data: z.object({ ticket: z.string(), options: PasskeyOptions }),
})
export const NewPasskeyBody = z.object({ ticket: Ticket, name: FactorName, passkey: PasskeyAnswer })
export type NewPasskeyBody = z.output<typeof NewPasskeyBody>
export const endPasskey = endpoint({
  method: 'POST',
  path: `${path}/passkey/end`,
  can: 'signed in',
  summary: 'Add the passkey that the browser has made',
  body: NewPasskeyBody,
  data: Factor,
  beside: made,
})
const NameBody = z.object({ name: FactorName })
export const renameFactor = endpoint({
  method: 'PUT',
  path: `${path}/{factorId}`,
  can: 'signed in',
  summary: 'Name a second factor',
  params: z.object({ factorId: recordId() }),
  body: NameBody,
  data: Factor,
})
export const removeFactor = endpoint({
  method: 'DELETE',
  path: `${path}/{factorId}`,
  can: 'signed in',
  asksAgain: true,
  summary: 'Remove a second factor; the last one takes recovery codes and remembered browsers with it',
  params: z.object({ factorId: recordId() }),
  data: z.object({ factor_id: int() }),
})
export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: `${path}/recovery-codes`,
  can: 'signed in',
  asksAgain: true,
  summary: 'Ten new recovery codes, shown this once; those before count no more',
  data: z.object({ recovery_codes: z.array(z.string()) }),
})

export const getUserFactors = endpoint({
  method: 'GET',
  path: '/cms/v1/user/{userId}/second-factor',
  can: 'Users.view',
  summary: 'The second factors of a user',
  params: z.object({ userId: recordId() }),
  data: SecondFactors.extend({
    /** Why the caller may not reset them; null: nothing speaks against. */
    whyKept: z.string().nullable(),
  }),
})
export const resetUserFactors = endpoint({
  method: 'POST',
  path: '/cms/v1/user/{userId}/second-factor/reset',
  can: 'Users.update',
  callers: 'people',
  asksAgain: true,
  summary: 'Remove all second factors of a user, with recovery codes and remembered browsers; the user is mailed',
  params: z.object({ userId: recordId() }),
  data: z.object({ userId: int() }),
})
