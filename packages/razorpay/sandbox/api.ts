// The provider's paths as the sandbox serves them: credentials first, then fields that are known and right, then the act.
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type OrderEntity, type PaymentContent, type QrEntity, type RefundContent, Refusal } from './entities.ts'
import type { Call } from './habits.ts'
import { type Act, capture, createOrder, storedObject } from './payments.ts'
import { closeQr, createQr, shownQr } from './qr-codes.ts'
import { refund, refundOf } from './refunds.ts'
import type { Kind } from './store.ts'

/** Who has an account at the sandbox. */
export type Account = {
  accountId: string
  keyId: string
  keySecret: string
  webhookSecret: string
  oldWebhookSecret?: string
}
export type SandboxRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: unknown
}

/** The public part of the key that a call bears, and its secret. */
export function credentials(header: string | string[] | undefined): [keyId: string, keySecret: string] | undefined {
  const coded = /^Basic (\S+)$/i.exec(String(header ?? ''))?.[1]
  const text = coded && Buffer.from(coded, 'base64').toString('utf8')
  const at = text ? text.indexOf(':') : -1
  return text && at > 0 ? [text.slice(0, at), text.slice(at + 1)] : undefined
}
export const isSame = (a: string, b: string): boolean => {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}

const amount = z.number().int().min(100, 'The amount must be atleast INR 1.00')
const notes = z
  .record(z.string(), z.union([z.string(), z.number()]).transform(String))
  .refine(n => Object.keys(n).length <= 15, 'The notes may hold 15 values at most')
  .optional()
const currency = z.literal('INR', 'Currency is not supported')
const flag = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean)
const Bodies = {
  createOrder: z.strictObject({ amount, currency, receipt: z.string().max(40).nullish(), notes }),
  capture: z.strictObject({ amount, currency }),
  refund: z.strictObject({
    amount: amount.optional(),
    speed: z.enum(['normal', 'optimum']).optional(),
    notes,
    receipt: z.string().max(40).nullish(),
  }),
  createQr: z.strictObject({
    type: z.literal('upi_qr'),
    usage: z.enum(['single_use', 'multiple_use']),
    fixed_amount: flag.optional(),
    payment_amount: amount.optional(),
    close_by: z.number().int().optional(),
    name: z.string().optional(),
    description: z.string().optional(),
    notes,
  }),
}
const EXPAND = 'expand[]'
const Expanded = z.strictObject({ [EXPAND]: z.literal('card').optional() })
const Page = Expanded.extend({
  from: z.coerce.number().int().optional(),
  to: z.coerce.number().int().optional(),
  count: z.coerce.number().int().min(1).max(100).default(10),
  skip: z.coerce.number().int().min(0).default(0),
})

/** Returns the value; throws a Refusal in the provider's words, which names the first wrong field or an unknown one. */
function checked<S extends z.ZodType>(shape: S, value: unknown): z.output<S> {
  const read = shape.safeParse(value ?? {})
  if (read.success) return read.data
  const issue = read.error.issues[0]
  if (issue?.code === 'unrecognized_keys')
    throw new Refusal(`${issue.keys.join(', ')} is/are not required and should not be sent`, issue.keys[0])
  const field = issue?.path.join('.') ?? ''
  const isMissing = issue?.code === 'invalid_type' && issue.input === undefined
  throw new Refusal(isMissing ? `The ${field} field is required.` : `${field}: ${issue?.message}`, field)
}

type Handler = (act: Act, asked: SandboxRequest, id: string, inner: string) => Promise<unknown>
const collection = (items: readonly unknown[]) => ({ entity: 'collection', count: items.length, items })
const list =
  <C>(kind: Kind, shown: (content: C, asked: SandboxRequest, act: Act) => unknown, parent?: Kind): Handler =>
  async (act, asked, id) => {
    const { query } = asked
    const { [EXPAND]: _, ...page } = checked(Page, Object.fromEntries(query)) as z.output<typeof Page>
    if (parent) await storedObject(act, parent, id)
    const rows = await act.books.list({ account: act.account, kind, ...(parent && { parentId: id }), ...defined(page) })
    return collection(rows.map(r => shown(r.content as C, asked, act)))
  }
const defined = ({ from, to, ...rest }: Omit<z.output<typeof Page>, typeof EXPAND>) => ({
  ...rest,
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
})
const same = <T>(content: T) => content
const entity = <E>({ entity: e }: { entity: E }) => e
/** A payment as an answer carries it: with its card only if asked for with it. */
const told = ({ entity: { card, ...e } }: Pick<PaymentContent, 'entity'>, { query }: Pick<SandboxRequest, 'query'>) =>
  query.get(EXPAND) === 'card' && card ? { ...e, card } : e
const ofPayment: Handler = async (act, asked, id) => {
  checked(Expanded, Object.fromEntries(asked.query))
  return told((await storedObject<PaymentContent>(act, 'payment', id)).content, asked)
}

const ID = '([A-Za-z0-9_-]+)'
const route = (method: 'GET' | 'POST', path: string, call: Call, handle: Handler) => ({
  method,
  path: new RegExp(`^${path.replaceAll(':id', ID)}$`),
  call,
  handle,
})
/** In this order: `/payments/qr_codes` is no payment. */
const ROUTES = [
  route('POST', '/orders', 'createOrder', (act, { body }) => createOrder(act, checked(Bodies.createOrder, body))),
  route('GET', '/orders', 'orders', list<OrderEntity>('order', same)),
  route(
    'GET',
    '/orders/:id',
    'order',
    async (act, _, id) => (await storedObject<OrderEntity>(act, 'order', id)).content,
  ),
  route('GET', '/orders/:id/payments', 'paymentsOfOrder', async (act, asked, id) => {
    checked(z.strictObject({}), Object.fromEntries(asked.query))
    await storedObject(act, 'order', id)
    const rows = await act.books.list({ account: act.account, kind: 'payment', parentId: id, skip: 0, count: 1000 })
    return collection(rows.map(r => told(r.content as PaymentContent, asked)))
  }),
  route('POST', '/payments/qr_codes', 'createQr', (act, { body }) => createQr(act, checked(Bodies.createQr, body))),
  route(
    'GET',
    '/payments/qr_codes',
    'qrs',
    list<QrEntity>('qr_code', (qr, _, act) => shownQr(qr, act.now)),
  ),
  route('GET', '/payments/qr_codes/:id', 'qr', async (act, _, id) =>
    shownQr((await storedObject<QrEntity>(act, 'qr_code', id)).content, act.now),
  ),
  route('POST', '/payments/qr_codes/:id/close', 'closeQr', (act, _, id) => closeQr(act, id)),
  route('GET', '/payments/qr_codes/:id/payments', 'paymentsOfQr', list<PaymentContent>('payment', told, 'qr_code')),
  route('GET', '/payments', 'payments', list<PaymentContent>('payment', told)),
  route('GET', '/payments/:id', 'payment', ofPayment),
  route('POST', '/payments/:id/capture', 'capture', async (act, asked, id) => {
    const captured = await capture(act, id, checked(Bodies.capture, asked.body).amount)
    return told({ entity: captured }, asked)
  }),
  route('POST', '/payments/:id/refund', 'refund', (act, { body, headers }, id) => {
    const key = headers['x-refund-idempotency']
    const { amount: paise, speed, notes: told, receipt = null } = checked(Bodies.refund, body)
    const wish = {
      receipt,
      ...(paise !== undefined && { amount: paise }),
      ...(speed !== undefined && { speed }),
      ...(told !== undefined && { notes: told }),
    }
    return refund(act, id, wish, key === undefined ? undefined : String(key))
  }),
  route('GET', '/payments/:id/refunds', 'refundsOf', list<RefundContent>('refund', entity, 'payment')),
  route('GET', '/payments/:id/refunds/:id', 'refundOf', (act, _, id, inner) => refundOf(act, inner, id)),
  route('GET', '/refunds', 'refunds', list<RefundContent>('refund', entity)),
  route('GET', '/refunds/:id', 'refundOf', (act, _, id) => refundOf(act, id)),
]

/** Returns the call that a method and path stand for; undefined for a path that the provider does not have. */
export function routed({
  method,
  path,
}: SandboxRequest): { call: Call; run: (act: Act, asked: SandboxRequest) => Promise<unknown> } | undefined {
  for (const r of ROUTES) {
    const found = r.method === method ? r.path.exec(path) : null
    if (found) return { call: r.call, run: (act, asked) => r.handle(act, asked, found[1] ?? '', found[2] ?? '') }
  }
  return undefined
}
