// The provider's records as they arrive: empty notes as a list, whole numbers as texts, unknown values as null, and
// statuses that are newer than this file. An unknown status counts as the earliest, so that no money moves.
import { z } from 'zod'
import { type Order, PAYMENT_STATUSES, type Payment, type ProviderEvent, type Refund } from './provider.ts'

const whole = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
])
/** More paise than any payment has: 100 crore rupees, far above the highest limit of an account at the provider. */
const MOST_PAISE = 100_000_000_000
const paise = whole.refine(n => n >= 0 && n <= MOST_PAISE)
const known = <const T extends string>(all: readonly T[], other: NoInfer<T>) =>
  z.string().transform(s => all.find(a => a === s) ?? other)
/** Seconds since 1970, up to the year 2100. */
const seconds = whole.refine(n => n >= 0 && n <= 4_102_444_800)
/** The provider's ids have 18 characters; far longer ones are none. */
const id = z.string().min(1).max(50)
const orNull = <S extends z.ZodType>(shape: S) => shape.nullish().transform(v => v ?? null)
const text = orNull(z.string()).transform(t => (t === '' ? null : t))
/** The address that the provider writes where the payer was not asked for an address: nobody's. */
const NO_EMAIL = 'void@razorpay.com'
const email = text.transform(t => (t?.toLowerCase() === NO_EMAIL ? null : t))
/** A list stands for no values at all. */
const values = z
  .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
  .nullish()
  .transform((v): Record<string, unknown> => (v && !Array.isArray(v) ? v : {}))
const asText = (v: unknown): string => (typeof v === 'object' ? JSON.stringify(v) : String(v))
const notes = values.transform(v => Object.fromEntries(Object.entries(v).map(([name, n]) => [name, asText(n)])))
/** Reference numbers are texts, also where they were sent as numbers. */
const references = <const K extends string>(...names: readonly K[]) =>
  values.transform(v => {
    const told = names.filter(n => v[n] !== undefined && v[n] !== null && v[n] !== '')
    return Object.fromEntries(told.map(n => [n, asText(v[n])])) as { [k in K]?: string }
  })

const OrderShape = z
  .object({
    id,
    amount: paise,
    currency: z.string().default('INR'),
    receipt: text,
    status: known(['created', 'attempted', 'paid'], 'created'),
    notes,
    created_at: seconds,
  })
  .transform(({ created_at: createdAt, ...o }): Order => ({ ...o, createdAt }))

/** Told of a card only in webhooks, and where an answer is asked for with it (`expand[]=card`). */
const Card = orNull(z.object({ network: text, type: text })).catch(null)

const PaymentShape = z
  .object({
    id,
    amount: paise,
    currency: z.string().default('INR'),
    status: known(PAYMENT_STATUSES, 'created'),
    order_id: text,
    method: text,
    card: Card,
    amount_refunded: orNull(paise),
    refund_status: orNull(z.string()),
    captured: z.unknown(),
    description: text,
    vpa: text,
    email,
    contact: orNull(z.union([z.string(), z.number()])),
    notes,
    fee: orNull(paise),
    tax: orNull(paise),
    error_code: text,
    error_description: text,
    acquirer_data: references('rrn', 'upi_transaction_id', 'auth_code'),
    created_at: seconds,
  })
  .transform(
    (p): Payment => ({
      id: p.id,
      amount: p.amount,
      currency: p.currency,
      status: p.status,
      orderId: p.order_id,
      method: p.method,
      cardNetwork: p.card?.network ?? null,
      cardType: p.card?.type ?? null,
      amountRefunded: p.amount_refunded ?? 0,
      refundStatus: p.refund_status === 'partial' || p.refund_status === 'full' ? p.refund_status : null,
      captured: p.captured === true || p.captured === 1 || p.captured === 'true' || p.captured === '1',
      description: p.description,
      vpa: p.vpa,
      email: p.email,
      contact: p.contact ? String(p.contact) : null,
      notes: p.notes,
      fee: p.fee,
      tax: p.tax,
      errorCode: p.error_code,
      errorDescription: p.error_description,
      acquirerData: p.acquirer_data,
      createdAt: p.created_at,
    }),
  )

const RefundShape = z
  .object({
    id,
    amount: paise.refine(n => n > 0),
    payment_id: id,
    status: known(['pending', 'processed', 'failed'], 'pending'),
    speed_processed: text,
    notes,
    receipt: text,
    acquirer_data: references('arn', 'rrn', 'utr'),
    created_at: seconds,
  })
  .transform(
    ({
      payment_id: paymentId,
      speed_processed: speedProcessed,
      acquirer_data: acquirerData,
      created_at,
      ...r
    }): Refund => ({
      ...r,
      paymentId,
      speedProcessed,
      acquirerData,
      createdAt: created_at,
    }),
  )

/** Far more levels than any record of the provider has; a function that descends them all would run out of stack. */
const MOST_LEVELS = 100
/** Whether a value has more levels than can be read. Goes level by level, so that any depth is safe. */
function isTooDeep(raw: unknown): boolean {
  let level: unknown[] = [raw]
  for (let n = 0; level.length > 0; n++) {
    if (n > MOST_LEVELS) return true
    level = level.flatMap(v => (typeof v === 'object' && v !== null ? Object.values(v) : []))
  }
  return false
}

/** A text that can be kept: without NUL and halves of characters, which no database takes. */
const keptText = (t: string): string => t.toWellFormed().replaceAll('\0', '\uFFFD')
function kept(raw: unknown): unknown {
  if (typeof raw === 'string') return keptText(raw)
  if (Array.isArray(raw)) return raw.map(kept)
  if (typeof raw !== 'object' || raw === null) return raw
  return Object.fromEntries(Object.entries(raw).map(([name, v]) => [keptText(name), kept(v)]))
}

/** Reads a record; undefined where too little of it can be read to be one. */
export type Read<T> = (raw: unknown) => T | undefined
const reader =
  <T>(shape: z.ZodType<T>): Read<T> =>
  raw =>
    isTooDeep(raw) ? undefined : shape.safeParse(kept(raw)).data
export const readOrder = reader(OrderShape)
export const readPayment = reader(PaymentShape)
export const readRefund = reader(RefundShape)

/** The rows of a list `{entity: 'collection', count, items}`. */
export const readItems: Read<unknown[]> = raw => z.object({ items: z.array(z.unknown()) }).safeParse(raw).data?.items

const ErrorShape = z.object({
  error: z.object({ code: z.string().default(''), description: z.string().default(''), field: text, reason: text }),
})
/** Reads the provider's error of a refused call. */
export const readError = (raw: unknown): z.output<typeof ErrorShape>['error'] | undefined =>
  ErrorShape.safeParse(raw).data?.error

const Entity = z.object({ entity: z.unknown() })
const EventShape = z.object({
  event: z.string().min(1),
  account_id: text,
  created_at: orNull(seconds).catch(null),
  payload: z.object({ payment: Entity, refund: Entity, order: Entity, qr_code: Entity }).partial().catch({}),
})
const Amount = z.object({ amount: z.unknown() })
/** Why the amount of a record that moves money is none, in words; undefined where the amount can be. */
function amountFault(name: 'payment' | 'refund', raw: unknown): string | undefined {
  const { data } = Amount.safeParse(raw)
  if (data?.amount === undefined) return undefined
  const { data: amount } = whole.safeParse(data.amount)
  if (amount === undefined) return `The amount of the ${name} is not a number of whole paise`
  if (amount <= 0) return `The amount of the ${name} is not above 0: ${amount} paise`
  return amount > MOST_PAISE ? `The amount of the ${name} is above all that can be paid: ${amount} paise` : undefined
}
const Identified = z.object({ id: z.string().min(1) })

/** The name of the account that a webhook says to come from; to be believed only after its signature was looked at. */
export const accountIn = (bytes: Uint8Array): string | undefined =>
  EventShape.safeParse(parsed(bytes)).data?.account_id ?? undefined

/** Reads the bytes of a webhook; undefined if they are no webhook. Unreadable records are left out. */
export function readEvent(bytes: Uint8Array): ProviderEvent | undefined {
  const raw = parsed(bytes)
  const e = isTooDeep(raw) ? undefined : EventShape.safeParse(raw).data
  if (!e) return undefined
  const payment = readPayment(e.payload.payment?.entity)
  const refund = readRefund(e.payload.refund?.entity)
  const order = readOrder(e.payload.order?.entity)
  const amountFaults = (['payment', 'refund'] as const).flatMap(k => amountFault(k, e.payload[k]?.entity) ?? [])
  const qrCodeId = Identified.safeParse(e.payload.qr_code?.entity).data?.id
  return {
    event: e.event,
    createdAt: e.created_at ?? 0,
    ...(payment && { payment }),
    ...(refund && { refund }),
    ...(order && { order }),
    ...(amountFaults[0] !== undefined && { amountFault: amountFaults[0] }),
    ...(qrCodeId !== undefined && { qrCodeId }),
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}
