// The provider by its interface over HTTP (M-5). A call that changes something is made once; its
// caller asks again. A list is read to its end, page by page, and a page that was asked for too often is asked for again.
import { setTimeout as pause } from 'node:timers/promises'
import { ask, type Line, ofCall, type ProviderRequest } from './call.ts'
import type { Outcome, Payment, Provider, Window } from './provider.ts'
import { type Read, readItems, readOrder, readPayment, readRefund } from './shapes.ts'
import { checkoutText, isSigned } from './signature.ts'

/** The most rows that the provider answers on a page, and how many pages are read before a list counts as endless. */
const PAGE = 100
const MOST_PAGES = 1000
const TRIES = 5
/** Asks for payments with their card, which answers leave out otherwise. */
const WITH_CARD = { 'expand[]': 'card' }

export type ClientOptions = {
  /** Without a slash at its end: `https://api.razorpay.com/v1`. */
  url: string
  keyId: string
  keySecret: string
  /** Where a browser reaches the checkout, if elsewhere than `url`. */
  checkoutUrl?: string
  /** How long an answer may take. */
  patienceMs?: number
  /** The first pause after `429`; each further one is twice as long, less up to a half by chance. */
  pauseMs?: number
  /** Told of a row of a list that cannot be read, and is left out. */
  onOdd?: (text: string) => void
  /** Told by each answer whether the provider accepts the key; the answer waits for it. */
  onKey?: (isAccepted: boolean) => Promise<void>
}

/**
 * A provider behind an address.
 * @returns calls that never reject: each ends as `ok`, `rejected` or `unknown` (provider.ts)
 */
export function razorpay(options: ClientOptions): Provider {
  const { url, keyId, keySecret, patienceMs = 10_000, pauseMs = 500, onOdd, onKey } = options
  const line: Line = { url, keyId, keySecret, patienceMs }

  const told = async <T>(outcome: Outcome<T>): Promise<Outcome<T>> => {
    if (outcome.is !== 'unknown') await onKey?.(outcome.is === 'ok' || outcome.status !== 401)
    return ofCall(outcome)
  }
  const once = async <T>(asked: ProviderRequest, read: Read<T>): Promise<Outcome<T>> => {
    const { tooOften: _, ...outcome } = await ask(line, asked, read)
    return told(outcome as Outcome<T>)
  }
  async function page(asked: ProviderRequest): Promise<Outcome<unknown[]>> {
    for (let n = 1; ; n++) {
      const { tooOften, ...outcome } = await ask(line, asked, readItems)
      if (!tooOften || n === TRIES) return told(outcome as Outcome<unknown[]>)
      await pause(pauseMs * 2 ** (n - 1) * (1 - Math.random() / 2))
    }
  }
  const rows = <T extends { id: string }>(
    path: string,
    raw: readonly unknown[],
    read: Read<T>,
    into: Map<string, T>,
  ) => {
    for (const r of raw) {
      const row = read(r)
      if (row) into.set(row.id, row)
      else onOdd?.(`${path}: a row cannot be read: ${JSON.stringify(r)?.slice(0, 300)}`)
    }
  }
  /** Returns all rows. A row that moves to a later page meanwhile is read twice and counts once. */
  async function list<T extends { id: string }>(
    path: string,
    read: Read<T>,
    more?: Window | (Window & typeof WITH_CARD),
  ): Promise<Outcome<T[]>> {
    const all = new Map<string, T>()
    for (let n = 0; n < MOST_PAGES; n++) {
      const query = { ...more, count: PAGE, skip: n * PAGE }
      const got = await page({ method: 'GET', path, query })
      if (got.is !== 'ok') return got
      rows(path, got.value, read, all)
      if (got.value.length < PAGE) return { is: 'ok', value: [...all.values()] }
    }
    return { is: 'unknown', why: `${path} has more than ${MOST_PAGES} pages` }
  }

  const payment: Provider['payment'] = paymentId =>
    once({ method: 'GET', path: ofPayment(paymentId), query: WITH_CARD }, readPayment)
  /** The payments of an order are told without their card, and each is read by itself. */
  async function withCard(p: Payment): Promise<Payment> {
    if (p.method !== 'card' || p.status === 'failed') return p
    const read = await payment(p.id)
    return read.is === 'ok' ? read.value : p
  }

  return {
    keyId,
    checkoutUrl: options.checkoutUrl ?? `${url}/checkout/embedded`,
    createOrder: o => once({ method: 'POST', path: '/orders', body: { ...o, currency: 'INR' } }, readOrder),
    capture: (paymentId, amount) =>
      once({ method: 'POST', path: `${ofPayment(paymentId)}/capture`, body: { amount, currency: 'INR' } }, readPayment),
    payment,
    paymentsOfOrder: async orderId => {
      // All of them at once: this list has no pages.
      const path = `/orders/${encodeURIComponent(orderId)}/payments`
      const got = await page({ method: 'GET', path })
      if (got.is !== 'ok') return got
      const all = new Map<string, Payment>()
      rows(path, got.value, readPayment, all)
      return { is: 'ok', value: await Promise.all([...all.values()].map(withCard)) }
    },
    payments: ({ from, to }) => list('/payments', readPayment, { from, to, ...WITH_CARD }),
    refund: (paymentId, { amount, key, notes }) =>
      once(
        {
          method: 'POST',
          path: `${ofPayment(paymentId)}/refund`,
          body: { amount, speed: 'normal', notes },
          headers: { 'x-refund-idempotency': key },
        },
        readRefund,
      ),
    refundsOf: paymentId => list(`${ofPayment(paymentId)}/refunds`, readRefund),
    refunds: ({ from, to }) => list('/refunds', readRefund, { from, to }),
    isCheckoutSigned: s => isSigned(checkoutText(s.orderId, s.paymentId), s.signature, keySecret),
  }
}

/** Asks whether the provider accepts the credentials: `rejected` with 401 where it does not. */
export async function isAccepted(options: Pick<ClientOptions, 'url' | 'keyId' | 'keySecret' | 'patienceMs'>) {
  const line: Line = { patienceMs: 10_000, ...options }
  return ask(line, { method: 'GET', path: '/payments', query: { count: 1 } }, readItems)
}

const ofPayment = (paymentId: string) => `/payments/${encodeURIComponent(paymentId)}`
