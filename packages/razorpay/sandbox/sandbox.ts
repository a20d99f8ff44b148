// A payment provider that stands in for Razorpay (M-5): its books, its acts, its webhooks, without a network of its own.
// server.ts serves it by HTTP; pages.ts holds its pages.

import { checkoutText, signatureOf } from '../src/signature.ts'
import { type Account, credentials, isSame, routed, type SandboxRequest } from './api.ts'
import { DueWork } from './due-work.ts'
import {
  errorBody,
  type OrderEntity,
  type PaymentContent,
  type PaymentEntity,
  type RefundContent,
  type RefundEntity,
  Refusal,
} from './entities.ts'
import type { Fault, Faults } from './habits.ts'
import { type Act, authorise, type Payer, pay, storedObject } from './payments.ts'
import { payQr } from './qr-codes.ts'
import { settle } from './refunds.ts'
import type { SandboxStore, StoredObject } from './store.ts'
import { type Deliver, type EventContent, eventsOf, sendWebhook } from './webhooks.ts'

export type Accounts = {
  byKey: (keyId: string) => Account | undefined
  byId: (accountId: string) => Account | undefined
}
export type SandboxOptions = {
  store: SandboxStore
  now: () => Date
  accounts: Accounts
  deliver: Deliver
  faults: Faults
  /** Told of work that could not be done and is tried again when its time comes back. */
  onError?: (error: unknown) => void
}
export type Answer = { status: number; body: object; fault?: Fault }
/** The fields that the checkout gives the browser after a payment. */
type Signed = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }
export type Paid = { payment: PaymentEntity; signed: Signed | undefined }

type Run = <T>(account: Account, work: (act: Act) => Promise<T>) => Promise<T>

/** The sandbox over its books. */
export function makeSandbox({ store, now, accounts, deliver, faults, onError = () => {} }: SandboxOptions) {
  const { habits } = faults
  const dueWork = new DueWork({ store, now, onError, work: happen })

  /** One act on the books, with the events it causes. */
  const act: Run = async (account, run) => {
    const at = now()
    const result = await store.change(account.accountId, async books => {
      const events = eventsOf(books, account, at, habits)
      const done = await run({ books, account: account.accountId, now: at, habits, say: events.say })
      await events.keep()
      return done
    })
    dueWork.pump()
    return result
  }
  /** Handles what is due: an event is delivered, a late payment is authorised, a pending refund ends. */
  async function happen(row: StoredObject, at: Date): Promise<void> {
    const account = accounts.byId(row.account)
    if (!account) return
    if (row.kind === 'event') {
      const after = await sendWebhook(row as StoredObject<EventContent>, account, { habits, deliver, now: at })
      await store.change(row.account, books => (after ? books.put(after) : books.remove(row.id)))
    } else if (row.kind === 'payment') await act(account, a => authoriseLate(a, row.id))
    else if (row.kind === 'refund') await act(account, a => endRefund(a, row.id))
  }
  async function ownerOf(id: string): Promise<Account> {
    const row = await store.get(id)
    const account = row && accounts.byId(row.account)
    if (!account) throw new Error(`The sandbox has no ${id}`)
    return account
  }

  return {
    faults,
    /** A call of the provider's API. */
    call: (request: SandboxRequest): Promise<Answer> => callApi({ accounts, faults, act }, request),
    /** The order that a checkout is for, if the key is that of its account. */
    async order(orderId: string, keyId?: string): Promise<OrderEntity | undefined> {
      const row = await store.get(orderId)
      if (row?.kind !== 'order' || (keyId !== undefined && accounts.byKey(keyId)?.accountId !== row.account))
        return undefined
      return row.content as OrderEntity
    },
    /** Somebody pays an order at the checkout; signed unless the payment failed. Refuses an order that is paid. */
    async pay(orderId: string, payer: Payer = {}): Promise<Paid> {
      const account = await ownerOf(orderId)
      const payment = await act(account, a => pay(a, orderId, payer))
      const signature = signatureOf(checkoutText(orderId, payment.id), account.keySecret)
      const answer = { razorpay_payment_id: payment.id, razorpay_order_id: orderId, razorpay_signature: signature }
      return { payment, signed: payment.status === 'failed' ? undefined : answer }
    },
    /** Somebody pays a code, also after its end. */
    payQr: async (qrId: string, payer: Payer & { amount?: number } = {}): Promise<PaymentEntity> =>
      act(await ownerOf(qrId), a => payQr(a, qrId, payer)),
    /** A payment that failed is authorised after all. */
    authoriseLate: async (paymentId: string): Promise<PaymentEntity> =>
      act(await ownerOf(paymentId), a => authoriseLate(a, paymentId)),
    /** A pending refund ends, or a processed one learns its reference number. */
    settleRefund: async (id: string, status: 'processed' | 'failed', hasReference = true): Promise<RefundEntity> =>
      act(await ownerOf(id), a => endRefund(a, id, status, hasReference)),
    /** Lets the events go that were held back, the newest first if so told. */
    async release(account: Account, order: 'in order' | 'reversed' = 'in order'): Promise<void> {
      await releaseEvents(store, account.accountId, order, now())
      dueWork.pump()
    },
    /** Does what is due by now; for whoever moves the clock. Ends when everything was tried. */
    async tick(): Promise<void> {
      dueWork.pump()
      await dueWork.idle()
    },
    /** When nothing is on its way any more. */
    idle: (): Promise<void> => dueWork.idle(),
  }
}

/** Answers a call of the provider's API, or fails it as the faults say. */
async function callApi(
  { accounts, faults, act }: { accounts: Accounts; faults: Faults; act: Run },
  request: SandboxRequest,
): Promise<Answer> {
  const [keyId = '', keySecret = ''] = credentials(request.headers.authorization) ?? []
  const account = accounts.byKey(keyId)
  if (!account || !isSame(account.keySecret, keySecret))
    return { status: 401, body: errorBody('Authentication failed', null) }
  const route = routed(request)
  if (!route) return { status: 400, body: errorBody('The requested URL was not found on the server.', null) }
  const fault = faults.take(route.call)
  if (fault && !fault.isDone) return { status: 500, body: {}, fault }
  try {
    const body = (await act(account, a => route.run(a, request))) as object
    return { status: 200, body, ...(fault && { fault }) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { status: error.status, body: errorBody(error.message, error.field), ...(fault && { fault }) }
  }
}

async function authoriseLate(a: Act, id: string): Promise<PaymentEntity> {
  const payment = await storedObject<PaymentContent>(a, 'payment', id)
  return payment.content.entity.status === 'failed' ? authorise(a, payment) : payment.content.entity
}

async function endRefund(a: Act, id: string, status?: 'processed' | 'failed', hasReference?: boolean) {
  const row = await storedObject<RefundContent>(a, 'refund', id)
  return settle(a, row, status ?? row.content.ends, hasReference)
}

/** Makes the events due that were held back. */
async function releaseEvents(
  store: SandboxStore,
  account: string,
  order: 'in order' | 'reversed',
  at: Date,
): Promise<void> {
  await store.change(account, async books => {
    const all = (await books.list({ account, kind: 'event', skip: 0, count: 1000 })) as StoredObject<EventContent>[]
    const held = all.filter(e => !e.dueAt && e.content.attempts === 0)
    held.sort((a, b) => (a.content.at - b.content.at) * (order === 'reversed' ? -1 : 1))
    for (const [i, e] of held.entries()) await books.put({ ...e, dueAt: new Date(at.getTime() - held.length + i) })
  })
}
export type SandboxCore = ReturnType<typeof makeSandbox>
