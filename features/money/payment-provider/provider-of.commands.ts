// Finds the provider of a company, and the company that a webhook is for (M-5). Credentials are read anew each time: a
// row by its key costs nothing beside a call over the network, and after a change nothing uses the old ones.
import type { Mode } from '@wattdesk/base/mode'
import { razorpay } from '@wattdesk/razorpay/client'
import type { Outcome, Provider, ProviderEvent } from '@wattdesk/razorpay/provider'
import { accountIn, readEvent } from '@wattdesk/razorpay/shapes'
import { isSigned } from '@wattdesk/razorpay/signature'
import type { Services } from '#office/installation/services.ts'
import type { Seal } from '#platform/access/seal.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { modeOf, sandboxCompany, sandboxNames, USES } from './provider-account.rules.ts'
import * as store from './provider-account.store.ts'

type Needed = Pick<Services, 'db' | 'mode' | 'seal' | 'now' | 'log' | 'razorpayUrl' | 'sandboxUrl'>

/** Where the sandbox's checkout is served by the product itself. */
const SANDBOX_CHECKOUT = '/sandbox/v1/checkout/embedded'

/** The account of a company without credentials at the sandbox: always the same, and impossible to guess. */
export const sandboxAccount = (seal: Seal, companyId: number) => ({
  ...sandboxNames(companyId),
  keySecret: seal.derive(`sandbox key of company ${companyId}`),
  webhookSecret: seal.derive(`sandbox webhooks of company ${companyId}`),
})

/** The stored credentials of a company, where they are of the mode of the installation; others are never used (D-PAY-7). */
async function usedAccount(on: Db | Trx, mode: Mode, companyId: number): Promise<store.Account | undefined> {
  const account = await store.get(on, companyId)
  return account && modeOf(account.keyId) === mode ? account : undefined
}

/** Whether a company has a provider that can be asked: with credentials that open, or the sandbox in test mode (D-PAY-7). */
export async function hasProvider({ mode, seal }: Needed, on: Db | Trx, companyId: number): Promise<boolean> {
  const account = await usedAccount(on, mode, companyId)
  return account ? seal.open(account.keySecret, USES.keySecret(companyId)) !== undefined : mode === 'test'
}

/**
 * Whether drivers can pay a company by UPI or card (D-PAY-7): it has a provider, which has not refused the key since it last
 * accepted the key.
 */
export async function takesPayments(needed: Needed, on: Db | Trx, companyId: number): Promise<boolean> {
  const account = await usedAccount(on, needed.mode, companyId)
  return !account?.refusedAt && (await hasProvider(needed, on, companyId))
}

type Credentials = { url: string; keyId: string; keySecret: string | undefined; isSandbox: boolean; isRefused: boolean }
/**
 * The address and the credentials for a company's calls; `keySecret` is undefined where the stored secret cannot be
 * opened. Undefined where the company has no payment provider.
 */
export async function credentialsOf(
  { db, mode, seal, razorpayUrl: url, sandboxUrl }: Needed,
  companyId: number,
): Promise<Credentials | undefined> {
  const account = await usedAccount(db, mode, companyId)
  if (!account && mode === 'live') return undefined
  if (!account) {
    const { keyId, keySecret } = sandboxAccount(seal, companyId)
    return { url: await sandboxUrl(), keyId, keySecret, isSandbox: true, isRefused: false }
  }
  const keySecret = seal.open(account.keySecret, USES.keySecret(companyId))
  return { url, keyId: account.keyId, keySecret, isSandbox: false, isRefused: account.refusedAt !== null }
}

/** The provider of a company: with its credentials; without any the sandbox, in live mode a provider that cannot be asked. */
export async function providerOf(services: Needed, companyId: number): Promise<Provider> {
  const { log } = services
  const credentials = await credentialsOf(services, companyId)
  if (!credentials) {
    log.warn({ companyId }, NO_PROVIDER)
    return closedProvider('', services.razorpayUrl, NO_PROVIDER)
  }
  const { url, keyId, keySecret, isSandbox } = credentials
  if (keySecret === undefined) {
    log.error({ companyId }, CLOSED)
    return closedProvider(keyId, url, CLOSED)
  }
  const onOdd = (text: string) => log.warn({ companyId }, `Payment provider: ${text}`)
  const onKey = isSandbox ? undefined : (isAccepted: boolean) => noteKey(services, companyId, credentials, isAccepted)
  const more = { ...(onKey && { onKey }), ...(isSandbox && { checkoutUrl: SANDBOX_CHECKOUT }) }
  return razorpay({ url, keyId, keySecret, onOdd, ...more })
}

/** Keeps whether the provider accepts a key, where that has changed: a refused key takes no payments until it is accepted. */
export async function noteKey(
  { db, now, log }: Needed,
  companyId: number,
  { keyId, isRefused }: Pick<Credentials, 'keyId' | 'isRefused'>,
  isAccepted: boolean,
): Promise<void> {
  if (isAccepted !== isRefused) return
  if (!isAccepted) log.error({ companyId, keyId }, 'The payment provider refuses the key of a company')
  await store.setRefused(db, companyId, keyId, isAccepted ? null : now())
}

export const CLOSED = 'The credentials at the payment provider were sealed with another secret of the installation'
const NO_PROVIDER = 'The company has no credentials at a payment provider'
/**
 * Stands for a provider that cannot be reached until the credentials are typed again: nothing is done, nothing is lost.
 */
function closedProvider(keyId: string, url: string, why: string): Provider {
  const unknown = async (): Promise<Outcome<never>> => ({ is: 'unknown', why })
  return {
    keyId,
    checkoutUrl: `${url}/checkout/embedded`,
    isCheckoutSigned: () => false,
    createOrder: unknown,
    capture: unknown,
    payment: unknown,
    paymentsOfOrder: unknown,
    payments: unknown,
    refund: unknown,
    refundsOf: unknown,
    refunds: unknown,
  }
}

/**
 * Finds the company whose webhook secret signed the request; an old secret counts for a day after a change. Returns
 * that company and the event, `event` undefined where the body cannot be read. Undefined where no company here signed
 * it.
 */
export async function readWebhook(
  services: Needed,
  { rawBody, signature }: { rawBody: Buffer; signature: string; eventId: string },
): Promise<{ companyId: number; event: ProviderEvent | undefined } | undefined> {
  const companyId = await signer(services, rawBody, signature)
  return companyId === undefined ? undefined : { companyId, event: readEvent(rawBody) }
}

async function signer(
  { db, mode, seal, now }: Needed,
  rawBody: Buffer,
  signature: string,
): Promise<number | undefined> {
  const ofSandbox = sandboxCompany(accountIn(rawBody))
  if (ofSandbox !== undefined) {
    // There is no sandbox in live mode.
    if (mode === 'live') return undefined
    const isTheirs = isSigned(rawBody, signature, sandboxAccount(seal, ofSandbox).webhookSecret)
    return isTheirs && !(await usedAccount(db, mode, ofSandbox)) ? ofSandbox : undefined
  }
  const at = now()
  for (const a of await store.list(db)) {
    if (modeOf(a.keyId) !== mode) continue
    const secrets = [seal.open(a.webhookSecret, USES.webhookSecret(a.companyId))]
    if (a.oldWebhookSecret && a.oldWebhookUntil && at < a.oldWebhookUntil)
      secrets.push(seal.open(a.oldWebhookSecret, USES.webhookSecret(a.companyId)))
    if (secrets.some(s => s !== undefined && isSigned(rawBody, signature, s))) return a.companyId
  }
  return undefined
}
