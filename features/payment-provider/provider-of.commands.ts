// Which provider a company has, and which company a webhook is for (M-5). Credentials are read anew each time: a row by its
// key costs nothing beside a call over the network, and after a change nobody goes on with the old ones.
import { razorpay } from '@wattdesk/razorpay/client'
import type { Outcome, Provider, ProviderEvent } from '@wattdesk/razorpay/provider'
import { accountIn, readEvent } from '@wattdesk/razorpay/shapes'
import { isSigned } from '@wattdesk/razorpay/signature'
import type { Seal } from '../../platform/access/seal.ts'
import type { Services } from '../../platform/services.ts'
import { sandboxCompany, sandboxNames, USES } from './provider-account.rules.ts'
import * as store from './provider-account.store.ts'

type Needed = Pick<Services, 'db' | 'seal' | 'now' | 'log' | 'razorpayUrl' | 'sandboxUrl'>

/** Where the sandbox's checkout is served by the product itself. */
export const SANDBOX_CHECKOUT = '/sandbox/v1/checkout/embedded'

/** What a company without credentials has at the sandbox: always the same, for nobody to guess. */
export const sandboxAccount = (seal: Seal, companyId: number) => ({
  ...sandboxNames(companyId),
  keySecret: seal.derive(`sandbox key of company ${companyId}`),
  webhookSecret: seal.derive(`sandbox webhooks of company ${companyId}`),
})

type Credentials = { url: string; keyId: string; keySecret: string | undefined; isSandbox: boolean }
/** Where a company's calls go, and with what; `keySecret` is undefined where what is stored cannot be opened. */
export async function credentialsOf(
  { db, seal, razorpayUrl: url, sandboxUrl }: Needed,
  companyId: number,
): Promise<Credentials> {
  const account = await store.get(db, companyId)
  if (!account) {
    const { keyId, keySecret } = sandboxAccount(seal, companyId)
    return { url: await sandboxUrl(), keyId, keySecret, isSandbox: true }
  }
  const keySecret = seal.open(account.keySecret, USES.keySecret(companyId))
  return { url, keyId: account.keyId, keySecret, isSandbox: false }
}

/** The provider of a company: with its credentials, or without any the sandbox. */
export async function providerOf(services: Needed, companyId: number): Promise<Provider> {
  const { log } = services
  const { url, keyId, keySecret, isSandbox } = await credentialsOf(services, companyId)
  if (keySecret === undefined) {
    log.error({ companyId }, CLOSED)
    return closedProvider(keyId, url)
  }
  const onOdd = (text: string) => log.warn({ companyId }, `Payment provider: ${text}`)
  return razorpay({ url, keyId, keySecret, onOdd, ...(isSandbox && { checkoutUrl: SANDBOX_CHECKOUT }) })
}

export const CLOSED = 'The credentials at the payment provider were sealed with another secret of the installation'
/** One that cannot be asked until the credentials are typed anew: nothing is done, nothing is lost. */
function closedProvider(keyId: string, url: string): Provider {
  const unknown = async (): Promise<Outcome<never>> => ({ is: 'unknown', why: CLOSED })
  return {
    ...{ keyId, checkoutUrl: `${url}/checkout/embedded`, isCheckoutSigned: () => false },
    ...{ createOrder: unknown, capture: unknown, payment: unknown, paymentsOfOrder: unknown, payments: unknown },
    ...{ refund: unknown, refundsOf: unknown, refunds: unknown },
  }
}

/**
 * What a webhook tells, and whom: the company under whose secret its bytes are signed, or under whose secret before, for a
 * day after a change; `event` is undefined where its bytes cannot be read. undefined: of nobody here.
 */
export async function readWebhook(
  services: Needed,
  { rawBody, signature }: { rawBody: Buffer; signature: string; eventId: string },
): Promise<{ companyId: number; event: ProviderEvent | undefined } | undefined> {
  const companyId = await signer(services, rawBody, signature)
  return companyId === undefined ? undefined : { companyId, event: readEvent(rawBody) }
}

async function signer({ db, seal, now }: Needed, rawBody: Buffer, signature: string): Promise<number | undefined> {
  const ofSandbox = sandboxCompany(accountIn(rawBody))
  if (ofSandbox !== undefined) {
    const isTheirs = isSigned(rawBody, signature, sandboxAccount(seal, ofSandbox).webhookSecret)
    return isTheirs && !(await store.get(db, ofSandbox)) ? ofSandbox : undefined
  }
  const at = now()
  for (const a of await store.list(db)) {
    const secrets = [seal.open(a.webhookSecret, USES.webhookSecret(a.companyId))]
    if (a.oldWebhookSecret && a.oldWebhookUntil && at < a.oldWebhookUntil)
      secrets.push(seal.open(a.oldWebhookSecret, USES.webhookSecret(a.companyId)))
    if (secrets.some(s => s !== undefined && isSigned(rawBody, signature, s))) return a.companyId
  }
  return undefined
}
