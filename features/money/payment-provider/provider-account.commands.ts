// Setting, taking away and trying the credentials of a company at its payment provider. They decide where the money of
// drivers goes, so only finance admins of the company set them (D-ACC-2). Keys that the provider refuses are not saved;
// if the provider cannot be reached, keys are saved unchecked.
import type { Mode } from '@wattdesk/base/mode'
import { notAuthorized } from '@wattdesk/base/text'
import { isAccepted, razorpay } from '@wattdesk/razorpay/client'
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { allows, callerNow, roleOn, type Scope, type Who } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import * as calls from './provider-account.contract.ts'
import { NOTHING_TO_TEST, type ProviderAccount, providerAccountRecord, WEBHOOKS } from './provider-account.contract.ts'
import { modeOf, OLD_SECRET_HOURS, openText, otherKeyText, USES } from './provider-account.rules.ts'
import * as store from './provider-account.store.ts'
import { ProviderAccountBody } from './provider-account-body.contract.ts'
import { CLOSED, credentialsOf, noteKey } from './provider-of.commands.ts'

const MISSING = 'Company not found'
const NEEDED = { keySecret: 'Key Secret is required', webhookSecret: 'Webhook Secret is required' } as const
const REFUSED = 'The payment provider does not accept this key with this secret'

/** The credentials of a company as replies show them. */
const shown = ({ mode, seal, publicUrl, now }: Services, a: store.Account | undefined): ProviderAccount => ({
  kind: a ? 'razorpay' : mode === 'test' ? 'sandbox' : 'none',
  isUsed: !a || modeOf(a.keyId) === mode,
  installationMode: mode,
  keyId: a?.keyId ?? null,
  mode: a ? modeOf(a.keyId) : null,
  isReadable: !a || seal.open(a.keySecret, USES.keySecret(a.companyId)) !== undefined,
  refusedAt: a?.refusedAt?.toISOString() ?? null,
  oldWebhookSecretUntil: a?.oldWebhookUntil && a.oldWebhookUntil > now() ? a.oldWebhookUntil.toISOString() : null,
  changedAt: a?.changedAt.toISOString() ?? null,
  webhookUrl: `${publicUrl}${WEBHOOKS}`,
})

/** Refuses unless the company is within the scope and, with `mayChange`, the caller is its finance admin. */
export async function demandCompany(
  on: Db | Trx,
  who: Who,
  scope: Scope,
  id: number,
  mayChange: boolean,
): Promise<void> {
  const path = (await store.pathOf(on, scope, id)) ?? fail(404, MISSING)
  if (mayChange && !allows('Finance.full', roleOn(who, path)?.access ?? [])) fail(403, notAuthorized)
}

export async function readAccount(services: Services, { who, scope }: Caller, id: number): Promise<ProviderAccount> {
  await demandCompany(services.db, who, scope, id, false)
  return shown(services, await store.get(services.db, id))
}

/** Tries the stored credentials at the provider. */
export async function tryAccount(
  services: Services,
  { who, scope }: Caller,
  id: number,
): Promise<{ outcome: 'accepted' | 'refused' | 'unreachable' | 'untested'; text: string }> {
  await demandCompany(services.db, who, scope, id, true)
  const credentials = await credentialsOf(services, id)
  // The sandbox accepts whatever it is asked, which says nothing about credentials.
  if (!credentials || credentials.isSandbox) {
    const isStored = (await store.get(services.db, id)) !== undefined
    return { outcome: 'untested', text: `${NOTHING_TO_TEST[isStored ? 'otherMode' : 'none']}.` }
  }
  const { url, keyId, keySecret } = credentials
  if (keySecret === undefined) return { outcome: 'refused', text: `${CLOSED}.` }
  const asked = await isAccepted({ url, keyId, keySecret })
  const isKeyRefused = asked.is === 'rejected' && asked.status === 401
  if (asked.is === 'ok' || isKeyRefused) await noteKey(services, id, credentials, !isKeyRefused)
  if (asked.is === 'ok') return { outcome: 'accepted', text: 'The payment provider accepts the credentials.' }
  if (asked.is === 'unknown')
    return { outcome: 'unreachable', text: `The payment provider did not answer: ${asked.why}` }
  return { outcome: 'refused', text: `The payment provider refuses the credentials: ${asked.description}` }
}

/** The secret of the key after the change: the one in the request, else the stored one if the key is the same. */
function keySecretOf({ seal }: Services, a: store.Account | undefined, body: ProviderAccountBody): string {
  const stored = a?.keyId === body.keyId ? seal.open(a.keySecret, USES.keySecret(a.companyId)) : undefined
  return body.keySecret ?? stored ?? fail(422, NEEDED.keySecret, { keySecret: NEEDED.keySecret })
}
const webhookSecretOf = ({ seal }: Services, a: store.Account | undefined, body: ProviderAccountBody): string =>
  body.webhookSecret ??
  (a && seal.open(a.webhookSecret, USES.webhookSecret(a.companyId))) ??
  fail(422, NEEDED.webhookSecret, { webhookSecret: NEEDED.webhookSecret })

type Credentials = { keyId: string; keySecret: string; webhookSecret: string }
/**
 * Two companies may share one account of the provider, by the same key with the same secret (D-PAY-8); then their webhooks may
 * share a secret too. Otherwise a key or a webhook secret of another company is refused.
 */
async function demandOwn(
  services: Services,
  trx: Trx,
  id: number,
  { keyId, keySecret, webhookSecret }: Credentials,
): Promise<void> {
  for (const other of await store.list(trx)) {
    if (other.companyId === id) continue
    const isShared =
      other.keyId === keyId && services.seal.open(other.keySecret, USES.keySecret(other.companyId)) === keySecret
    if (isShared) continue
    if (other.keyId === keyId) fail(422, TAKEN.keyId, { keyId: TAKEN.keyId })
    const theirs = [other.webhookSecret, other.oldWebhookSecret].map(
      s => s && services.seal.open(s, USES.webhookSecret(other.companyId)),
    )
    if (theirs.includes(webhookSecret)) fail(422, TAKEN.webhookSecret, { webhookSecret: TAKEN.webhookSecret })
  }
}
const TAKEN = {
  keyId: 'Another company uses this key',
  webhookSecret: 'This secret is in use already. Please choose another one at the payment provider',
} as const

/**
 * Open money stays at the account that took it, because its refunds, status questions and webhooks use the company's
 * current credentials. Therefore another account is refused while money is open; a new key of the same account is
 * accepted, which is proved by its knowing the newest payment or order.
 */
async function demandSettled(
  services: Services,
  trx: Trx,
  id: number,
  key?: { keyId: string; keySecret: string },
): Promise<void> {
  const all = await store.openMoney(trx, id)
  // Payments and holds of the sandbox are not real money: only running sessions and refunds block the change.
  const open = (await store.get(trx, id)) ? all : { ...all, payments: 0, holds: 0 }
  const refusal = openText(open)
  if (refusal === undefined || (key && (await knows(services, key, open)))) return
  fail(409, refusal)
}
async function knows(
  { razorpayUrl: url }: Services,
  key: { keyId: string; keySecret: string },
  { paymentId, orderId }: store.Open,
): Promise<boolean> {
  const provider = razorpay({ url, ...key })
  if (paymentId !== null) return (await provider.payment(paymentId)).is === 'ok'
  return orderId !== null && (await provider.paymentsOfOrder(orderId)).is === 'ok'
}

/** Sets the credentials. `isReached`: false where the provider could not be asked whether it accepts them. */
export async function setAccount(
  services: Services,
  asked: Caller,
  id: number,
  body: ProviderAccountBody,
): Promise<{ data: ProviderAccount; isReached: boolean }> {
  await demandCompany(services.db, asked.who, asked.scope, id, true)
  const { mode } = services
  if (modeOf(body.keyId) !== mode) fail(422, otherKeyText(mode), { keyId: otherKeyText(mode) })
  const keySecret = keySecretOf(services, await store.get(services.db, id), body)
  const answer = await isAccepted({ url: services.razorpayUrl, keyId: body.keyId, keySecret })
  if (answer.is === 'rejected' && answer.status === 401) fail(422, REFUSED, { keySecret: REFUSED })
  const data = await act(services, async trx => {
    const caller = await callerNow(trx, asked, calls.putProviderAccount.can)
    await store.lock(trx, id)
    await demandCompany(trx, caller.who, caller.scope, id, true)
    const before = await store.get(trx, id)
    await demandUnchanged(trx, caller, providerAccountRecord, id, () => shown(services, before))
    const webhookSecret = webhookSecretOf(services, before, body)
    await demandOwn(services, trx, id, { keyId: body.keyId, keySecret, webhookSecret })
    if (body.keyId !== before?.keyId) await demandSettled(services, trx, id, { keyId: body.keyId, keySecret })
    const after = sealed(services, before, { companyId: id, keyId: body.keyId, keySecret, webhookSecret })
    await store.saveAccount(trx, after.account)
    await write(trx, caller.by, id, {
      before: valuesOf(mode, before),
      after: { ...valuesOf(mode, after.account), ...after.changed },
    })
    return shown(services, after.account)
  })
  return { data, isReached: answer.is !== 'unknown' }
}

/** The credentials as they are stored; a replaced webhook secret counts for a day more. */
function sealed(
  { seal, now }: Services,
  before: store.Account | undefined,
  v: { companyId: number; keyId: string; keySecret: string; webhookSecret: string },
) {
  const [ofKey, ofWebhooks] = [USES.keySecret(v.companyId), USES.webhookSecret(v.companyId)]
  const isNewKey = !before || seal.open(before.keySecret, ofKey) !== v.keySecret
  const isNewSecret = !before || seal.open(before.webhookSecret, ofWebhooks) !== v.webhookSecret
  const old = before && isNewSecret ? before.webhookSecret : (before?.oldWebhookSecret ?? null)
  const until = new Date(now().getTime() + OLD_SECRET_HOURS * 3_600_000)
  const account: store.Account = {
    companyId: v.companyId,
    keyId: v.keyId,
    changedAt: now(),
    oldWebhookSecret: old,
    refusedAt: null,
    keySecret: before && !isNewKey ? before.keySecret : seal.close(v.keySecret, ofKey),
    webhookSecret: before && !isNewSecret ? before.webhookSecret : seal.close(v.webhookSecret, ofWebhooks),
    oldWebhookUntil: before && isNewSecret ? until : (before?.oldWebhookUntil ?? null),
  }
  // Both values are masked when shown, so any word would do; the entry only records that the secret has changed.
  const changed = { ...(isNewKey && { keySecret: 'another' }), ...(isNewSecret && { webhookSecret: 'another' }) }
  return { account, changed }
}

const valuesOf = (mode: Mode, a: store.Account | undefined) => ({
  paymentProvider: a ? 'Razorpay' : mode === 'test' ? 'Sandbox' : 'None',
  keyId: a?.keyId ?? null,
  keySecret: a ? 'set' : null,
  webhookSecret: a ? 'set' : null,
})
const write = (trx: Trx, by: audit.By, id: number, values: Pick<audit.NewEntry, 'before' | 'after'>) =>
  audit.write(trx, by, {
    action: 'update',
    feature: 'Company',
    recordId: id,
    teamId: id,
    isMoney: true,
    shape: ProviderAccountBody,
    ...values,
  })

/** Removes the credentials; in test mode the company has the sandbox again, in live mode no provider. */
export const removeAccount = (services: Services, asked: Caller, id: number): Promise<ProviderAccount> =>
  act(services, async trx => {
    const caller = await callerNow(trx, asked, calls.deleteProviderAccount.can)
    await store.lock(trx, id)
    await demandCompany(trx, caller.who, caller.scope, id, true)
    const before = (await store.get(trx, id)) ?? fail(409, 'The company has no credentials')
    await demandUnchanged(trx, caller, providerAccountRecord, id, () => shown(services, before))
    await demandSettled(services, trx, id)
    await store.remove(trx, id)
    await write(trx, caller.by, id, {
      before: valuesOf(services.mode, before),
      after: valuesOf(services.mode, undefined),
    })
    return shown(services, undefined)
  })
