// A driver asks for a session at a connector: by card or UPI an order is made at the operator's provider and the driver pays
// there; the wallet, and a charger that is free, begin at once (D-PAY-6).
import type { Business } from '@wattdesk/base/business'
import { paiseFromRupees } from '@wattdesk/base/money'
import { checkoutForm } from '@wattdesk/razorpay/checkout'
import type { Provider } from '@wattdesk/razorpay/provider'
import { fail, found } from '@wattdesk/wire/route'
import type { Language } from '@wattdesk/words/language'
import * as told from '@wattdesk/words/made/en-told'
import { QR_DESCRIPTION } from '#charging/sessions/session.rules.ts'
import { post } from '#money/ledger/posting.store.ts'
import { providerOf, takesPayments } from '#money/payment-provider/provider-of.commands.ts'
import { demandMode } from '#office/installation/installation.store.ts'
import type { Services } from '#office/installation/services.ts'
import { act } from '#platform/audit/act.ts'
import type { Trx } from '#platform/db/db.ts'
import { takeInPayment } from '#settlement/payments/payment.commands.ts'
import { capturePayment } from '#settlement/payments/payment-capture.commands.ts'
import type { PayOrder } from './pay.contract.ts'
import { lacksProvider, methodsOf, PATIENCE_MS, unusable } from './pay.rules.ts'
import type { Method } from './pay.words.ts'
import { closeUnbegun } from './pay-close.commands.ts'
import { demandAllowed } from './pay-code.commands.ts'
import * as codes from './pay-code.store.ts'
import { reservePosting } from './pay-money.rules.ts'
import * as places from './pay-place.store.ts'
import * as store from './pay-session.store.ts'
import { askToStop, begin } from './pay-start.commands.ts'
import { AMOUNT_RANGE, NO_CHARGER, NO_PROVIDER_HERE, NO_SESSION, NOT_YOURS } from './pay-told.words.ts'

type At = { chargepointId: string; connectorId: number }
export type OrderRequest = {
  amount?: number | undefined
  method: Method
  stopToken: string
  walletToken?: string | undefined
  /** The business that the invoice is for. */
  business?: (Business & { sez?: boolean | undefined }) | undefined
}

/**
 * Returns the connector's present state if a session can begin there and be paid this way; else refuses in words for
 * the driver.
 */
async function demandUsable(
  services: Services,
  trx: Trx,
  at: At,
  { method, walletToken }: Pick<OrderRequest, 'method' | 'walletToken'>,
  now: Date,
): Promise<places.Place> {
  const place = found(await places.place(trx, { ...at, now }), NO_CHARGER)
  await demandAllowed({ db: trx, seal: services.seal }, place, walletToken, now)
  const p = { ...place, hasProvider: await takesPayments(services, trx, place.companyId) }
  const reason = unusable({ ...p, hasPrice: p.snapshot !== null })
  if (reason !== undefined) fail(409, reason)
  if (methodsOf(p).includes(method)) return p
  const refusal = lacksProvider(p) && (method === 'upi' || method === 'card') ? NO_PROVIDER_HERE : told.otherMethod
  return fail(422, refusal, { method: refusal })
}

/**
 * Requests a session. Returns its public id, and the order for the provider's checkout where the session is paid there.
 */
export async function placeOrder(
  services: Services,
  at: At,
  asked: OrderRequest,
  { name, language }: { name: string; language: Language },
): Promise<{ sessionId: string; order: PayOrder | null }> {
  const { method } = asked
  const s = await ask(services, at, asked, language)
  if (method === 'free' || method === 'wallet') return { sessionId: s.publicId, order: null }
  const provider = await providerOf(services, s.companyId)
  const notes = { chargerId: s.chargepointId, connectorId: String(s.connectorId) }
  const made = await provider.createOrder({ amount: s.amountPaise, receipt: `session ${s.paySessionId}`, notes })
  if (made.is !== 'ok') {
    services.log.error({ paySessionId: s.paySessionId, made }, 'The provider made no order')
    await close(services, s.paySessionId, 'noOrder')
    return fail(503, told.orderFailed)
  }
  const { id, amount, currency } = made.value
  await act(services, async trx => {
    const held = await store.holdPaySession(trx, s.paySessionId)
    if (!held) return
    await store.change(trx, held, { orderId: id }, services.now())
    await demandMode(trx, services.mode)
  })
  const checkout = checkoutForm(provider, {
    orderId: id,
    amount,
    name,
    description: QR_DESCRIPTION,
    notes,
    callbackUrl: `${services.publicUrl}/public/v1/pay/session/${s.publicId}/checkout`,
    cancelUrl: `${services.publicUrl}${pagePath(s)}?result=cancelled`,
  })
  return { sessionId: s.publicId, order: { id, amount: amount / 100, currency, key: provider.keyId, checkout } }
}

const pagePath = (s: Pick<store.PaySession, 'chargepointId' | 'connectorId'>): string =>
  `/pay/${encodeURIComponent(s.chargepointId)}/${s.connectorId}`

const ask = (
  services: Services,
  at: At,
  { amount, method, stopToken, walletToken, business }: OrderRequest,
  language: Language,
) =>
  act(services, async (trx, then) => {
    const now = services.now()
    const p = await demandUsable(services, trx, at, { method, walletToken }, now)
    // A session that begins at once locks the connector here; for a session that is paid first, the connector is
    // checked when the money comes.
    const isAtOnce = method === 'free' || method === 'wallet'
    if (isAtOnce) {
      await places.holdConnector(trx, p.pk, p.connectorId)
      await demandUsable(services, trx, at, { method, walletToken }, now)
    }
    if (method !== 'free' && amount === undefined) fail(422, AMOUNT_RANGE, { amount: AMOUNT_RANGE })
    const amountPaise = method === 'free' ? 0 : Number(paiseFromRupees(amount ?? 0))
    const payer = method === 'wallet' ? await demandPayer(trx, services, walletToken, p, now) : undefined
    const expiresAt = new Date(now.getTime() + PATIENCE_MS)
    const s = await store.create(trx, {
      companyId: p.companyId,
      teamId: p.teamId,
      chargepointPk: p.pk,
      chargepointId: p.chargepointId,
      connectorId: p.connectorId,
      method,
      amountPaise,
      stopTokenHash: codes.stopHash(stopToken),
      driverId: payer?.driverId ?? null,
      language,
      gstin: business?.gstin ?? null,
      legalName: business?.legalName ?? null,
      businessAddress: business?.businessAddress ?? null,
      recipientType: business?.sez ? 'SEZWP' : null,
      createdAt: now,
      expiresAt,
    })
    if (payer) {
      const [kept] = await post(trx, [reservePosting({ ...s, driverId: payer.driverId }, BigInt(amountPaise), now)])
      if (kept && 'refused' in kept) fail(409, told.tooLittle, { amount: told.tooLittle })
    }
    if (!isAtOnce) return s
    return begin(services, trx, then, await store.change(trx, s, { paidAt: now }, now), { expiresAt, at: now })
  })

async function demandPayer(trx: Trx, { seal }: Services, token: string | undefined, at: places.Operated, now: Date) {
  const contact = token === undefined ? undefined : codes.tokenContact(seal, token, now)
  if (contact === undefined) return fail(403, told.signInAgain)
  return (await codes.payerAt(trx, contact, at, now)) ?? fail(409, told.noWallet)
}

/** Closes a session that has not begun, if it still waits. */
const close = (services: Services, paySessionId: number, why: 'noOrder') =>
  act(services, async (trx, then) => {
    const s = await store.lockPaySession(trx, paySessionId)
    if (s?.state === 'waiting')
      await closeUnbegun(services, trx, then, s, { state: 'expired', why, at: services.now() })
  })

/** The fields that the provider's checkout gives the browser after a payment. */
export type CheckoutAnswer = Readonly<Record<string, string | undefined>>
/**
 * Takes in the checkout's answer through the browser: it is believed if the provider has signed it, and then the
 * payment is read from the provider itself. Returns the path where the driver goes on.
 */
export async function checkoutAnswered(services: Services, publicId: string, a: CheckoutAnswer): Promise<string> {
  const s = found(await store.byPublicId(services.db, publicId), NO_SESSION)
  const paymentId = a.razorpay_payment_id
  if (paymentId === undefined || s.orderId === null) return `${pagePath(s)}?result=failed`
  const provider = await providerOf(services, s.companyId)
  const signed = { orderId: s.orderId, paymentId, signature: a.razorpay_signature ?? '' }
  if (!provider.isCheckoutSigned(signed)) return `${pagePath(s)}?result=failed`
  // Payments that fail to be taken in here are found by the webhook and the poller.
  await takeIn(services, s.companyId, provider, paymentId).catch((error: unknown) =>
    services.log.warn({ err: error, paymentId }, 'A payment could not be taken in from the checkout'),
  )
  return `${pagePath(s)}?result=paid`
}

async function takeIn(services: Services, companyId: number, provider: Provider, paymentId: string): Promise<void> {
  const known = await provider.payment(paymentId)
  if (known.is !== 'ok') return
  await takeInPayment(services, companyId, known.value, 'checkout')
  if (known.value.status === 'authorized') await capturePayment(services, companyId, known.value)
}

/** Keeps the language that the driver has chosen for a session; 403 for every browser but that of the driver. */
export async function chooseLanguage(
  services: Services,
  publicId: string,
  { language, stopToken }: { language: Language; stopToken: string },
): Promise<void> {
  const known = found(await store.byPublicId(services.db, publicId), NO_SESSION)
  if (!codes.isStopToken(known.stopTokenHash, stopToken)) fail(403, NOT_YOURS)
  await act(services, async trx => {
    const s = found(await store.holdPaySession(trx, known.paySessionId), NO_SESSION)
    await store.change(trx, s, { language }, services.now())
  })
}

/** Stops a session, or cancels it before its start; 403 for every browser but that of the driver. */
export async function stop(services: Services, publicId: string, token: string): Promise<void> {
  const known = found(await store.byPublicId(services.db, publicId), NO_SESSION)
  if (!codes.isStopToken(known.stopTokenHash, token)) fail(403, NOT_YOURS)
  await act(services, async (trx, then) => {
    const at = services.now()
    const s = found(await store.lockPaySession(trx, known.paySessionId), NO_SESSION)
    if (s.state === 'charging' && !(await askToStop(services, trx, then, s, at))) fail(409, told.unreached)
    if (s.state === 'waiting' || s.state === 'starting')
      await closeUnbegun(services, trx, then, s, { state: 'expired', why: s.paidAt ? 'cancelled' : 'notPaid', at })
  })
}
