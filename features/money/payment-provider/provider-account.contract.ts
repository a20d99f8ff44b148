// How a company reaches its payment provider (M-5). Secrets are sent and never shown again.
import { recordId } from '@wattdesk/base/fields'
import { MODES } from '@wattdesk/base/mode'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { ProviderAccountBody } from './provider-account-body.contract.ts'

/** Where the provider reports to. */
export const WEBHOOKS = '/public/v1/webhooks/razorpay'

export const ProviderAccount = z
  .object({
    /**
     * razorpay: the company has credentials. Without credentials it has the sandbox in test mode, where no money moves, and
     * none in live mode: drivers can pay neither by UPI nor by card (D-PAY-7).
     */
    kind: z.enum(['sandbox', 'none', 'razorpay']),
    /** null without credentials. */
    keyId: z.string().nullable(),
    /** The mode of the key; null without credentials. */
    mode: z.enum(MODES).nullable(),
    /** False: a stored key of the other mode than that of the installation, which is not used. */
    isUsed: z.boolean(),
    /** The mode of the installation, which a key must have. */
    installationMode: z.enum(MODES),
    /** False: the key is sealed with another secret of the installation and has to be typed again. */
    isReadable: z.boolean(),
    /** Since when the provider has refused the key; null while it accepts the key, or was not asked. */
    refusedAt: z.string().nullable(),
    /** Until then webhooks under the secret before count too. */
    oldWebhookSecretUntil: z.string().nullable(),
    changedAt: z.string().nullable(),
    /** The address for webhooks, to be entered at the provider. */
    webhookUrl: z.string(),
  })
  .meta({ id: 'ProviderAccount' })
export type ProviderAccount = z.infer<typeof ProviderAccount>

export const providerAccountRecord: RecordKind<ProviderAccount> = {
  features: ['Company'],
  part: only('kind', 'keyId', 'changedAt'),
}

const OfCompany = z.object({ id: recordId() })
const path = '/cms/v1/company/{id}/payment-provider'

export const getProviderAccount = endpoint({
  method: 'GET',
  path,
  can: 'Company.view',
  record: providerAccountRecord,
  summary: 'Which payment provider a company has',
  params: OfCompany,
  data: ProviderAccount,
})

/** For finance admins: payments of drivers go where these credentials lead. */
export const putProviderAccount = endpoint({
  method: 'PUT',
  path,
  can: 'Company.update',
  record: providerAccountRecord,
  asksAgain: true,
  summary: 'Set the credentials of a company at its payment provider; what is missing stays as it is',
  params: OfCompany,
  body: ProviderAccountBody,
  data: ProviderAccount,
  patienceMs: 30_000,
})

export const deleteProviderAccount = endpoint({
  method: 'DELETE',
  path,
  can: 'Company.update',
  record: providerAccountRecord,
  asksAgain: true,
  summary: 'Take the credentials away: the company has the sandbox again, in live mode no payment provider',
  params: OfCompany,
  data: ProviderAccount,
})

export const testProviderAccount = endpoint({
  method: 'GET',
  path: `${path}/test`,
  can: 'Company.update',
  summary:
    'Ask the payment provider whether it takes the stored credentials; `untested` where there are none to ask about',
  params: OfCompany,
  data: z.object({ outcome: z.enum(['accepted', 'refused', 'unreachable', 'untested']), text: z.string() }),
  patienceMs: 30_000,
})

/** Why there is nothing to test, by the credentials that a company has. */
export const NOTHING_TO_TEST = {
  none: 'There are no credentials to test',
  otherMode: 'The stored key is not used by this installation, so there is nothing to test',
} as const

/** For users who set up a charger, who need not see the company's credentials. */
export const getPaymentReadiness = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/payment-readiness',
  can: 'ChargerPoint.view',
  summary: 'Whether drivers can pay by UPI and card at the chargers of a team: its company needs a payment provider',
  params: z.object({ teamId: recordId() }),
  data: z.object({ takesPayments: z.boolean() }),
})
