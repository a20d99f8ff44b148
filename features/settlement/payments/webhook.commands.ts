// Webhooks of a provider: believed by their signature, stored and answered, worked off after that (M-5). Each event is
// worked until it is done, and a second time it changes nothing.
import { createHash } from 'node:crypto'
import type { ProviderEvent } from '@wattdesk/razorpay/provider'
import { readEvent } from '@wattdesk/razorpay/shapes'
import { readWebhook } from '#money/payment-provider/provider-of.commands.ts'
import { takeInRefund } from '#money/refunds/refund.commands.ts'
import type { Services } from '#office/installation/services.ts'
import { Batch } from '#platform/db/batch.ts'
import { takeInPayment } from './payment.commands.ts'
import { capturePayment } from './payment-capture.commands.ts'
import { RefusedReport, readPayment, readRefund, verified } from './payment-owner.commands.ts'
import { companiesOfPayment } from './payment-owner.store.ts'
import * as store from './webhook-event.store.ts'

/** Stores signed events; events that come together share a transaction. */
export function inbox(services: Services) {
  const kept = new Batch<store.WebhookEvent, void>(
    async events => {
      await services.db.transaction().execute(async trx => {
        const fresh = await store.saveWebhookEvents(trx, events)
        if (fresh.length > 0) await services.jobs.sendAll(trx, 'webhook', fresh)
      })
      return events.map(() => undefined)
    },
    { max: 100, parallel: 2 },
  )
  /**
   * Takes in a webhook; resolves when it is stored for good, or to false where no company's secret fits its signature,
   * and then stores nothing. The same event again is not stored again.
   */
  return async (sent: { rawBody: Buffer; signature: string; eventId: string | undefined }): Promise<boolean> => {
    const { rawBody, signature } = sent
    // An event without an id is known by its bytes.
    const eventId = sent.eventId || createHash('sha256').update(rawBody).digest('hex')
    const read = await readWebhook(services, { rawBody, signature, eventId })
    if (!read) return false
    const event = { companyId: read.companyId, eventId, body: rawBody, receivedAt: services.now() }
    await kept.add(read.event ? event : { ...event, unreadable: UNREADABLE })
    return true
  }
}

const UNREADABLE = 'The event cannot be read'
/** Thrown for a record that is no payment or refund; a later try would not change that. */
class Unreadable extends Error {}

/** The queue tries so often by itself, within a minute; later tries come with the search for open events. */
const BY_QUEUE = 3
/**
 * Works off a stored event, unless it is worked off already or was given up. Throws where the queue is to try again at
 * once; returns whether the event is done.
 */
export async function workEvent(services: Services, key: store.EventKey): Promise<boolean> {
  const body = await store.open(services.db, key)
  if (!body) return true
  try {
    const event = readEvent(body)
    if (!event) throw new Unreadable(UNREADABLE)
    await takeIn(services, key.companyId, event)
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    const at = services.now()
    const { attempts, isGivenUp } = await store.failed(services.db, key, { failure, isHopeless: isHopeless(error), at })
    if (isGivenUp) services.log.error({ err: error, ...key, attempts }, 'A webhook was given up')
    else if (attempts < BY_QUEUE) throw error
    else services.log.warn({ err: error, ...key, attempts }, 'A webhook could not be worked off; it is tried again')
    return false
  }
  await store.markEventWorked(services.db, key, services.now())
  return true
}

/**
 * Whether no later try can succeed: the event cannot be read, is refused, or holds values that the database refuses.
 */
const isHopeless = (error: unknown): boolean =>
  error instanceof Unreadable ||
  error instanceof RefusedReport ||
  /^(22...|23502|23514)$/.test(String((error as { code?: unknown } | null)?.code ?? ''))

/** The events that are used; others are ignored. */
const OF_PAYMENT = /^(payment\.(authorized|captured|failed)|order\.paid|qr_code\.credited)$/
const OF_REFUND = /^refund\./

async function takeIn(services: Services, companyId: number, e: ProviderEvent): Promise<void> {
  const at = e.createdAt > 0 ? new Date(e.createdAt * 1000) : undefined
  const isOfRefund = OF_REFUND.test(e.event)
  if (!isOfRefund && !OF_PAYMENT.test(e.event)) return
  if (e.amountFault !== undefined) throw new Unreadable(e.amountFault)
  const isThere = isOfRefund ? e.refund : (e.payment ?? e.order)
  if (!isThere) throw new Unreadable(`The ${isOfRefund ? 'refund' : 'payment'} in it cannot be read`)
  let owner: number | undefined
  if (e.payment) {
    const payment = await verified(services, companyId, e.payment)
    // The time of a refund's event is not the time of its payment.
    owner = await takeInPayment(services, companyId, payment, 'webhook', isOfRefund ? undefined : at)
    if (payment.status === 'authorized') await capturePayment(services, owner, payment)
  }
  if (!isOfRefund || !e.refund) return
  if (e.payment?.id !== e.refund.paymentId) owner = await ownerOfRefunded(services, companyId, e.refund.paymentId)
  const refund = owner === undefined ? undefined : await readRefund(services, owner, e.refund)
  // The event's time is the time at which the refund came into the state that the event names. Where the provider has
  // another state by now, the time of that state is not known.
  const since = refund?.status === e.refund.status ? at : undefined
  if (owner === undefined || !refund || !(await takeInRefund(services, owner, refund, 'webhook', since)))
    throw new Error(`Refund ${e.refund.id} is of a payment that nobody has told of yet`)
}

const REFUND_OF_ANOTHER = 'The payment of this refund belongs to another company'
/** The owner of the payment of a refund event that does not hold the payment itself; undefined where the provider has none. */
async function ownerOfRefunded(services: Services, companyId: number, paymentId: string): Promise<number | undefined> {
  if ((await companiesOfPayment(services.db, paymentId)).includes(companyId)) return companyId
  try {
    return await takeInPayment(services, companyId, await readPayment(services, companyId, paymentId), 'poll')
  } catch (error) {
    if (!(error instanceof RefusedReport)) throw error
    // The provider account of the company has no such payment, so the account of the other company is another one.
    if ((await companiesOfPayment(services.db, paymentId)).length > 0) throw new RefusedReport(REFUND_OF_ANOTHER)
    return undefined
  }
}

const AT_ONCE = 500
/** Works off the open events; a failing event does not hold up the others. Returns how many are done. */
export async function workLeft(services: Services): Promise<number> {
  let done = 0
  for (const key of await store.eventsLeftOver(services.db, services.now(), AT_ONCE))
    await workEvent(services, key).then(
      isDone => {
        if (isDone) done++
      },
      (error: unknown) => services.log.warn({ err: error, eventId: key.eventId }, 'A webhook could not be worked off'),
    )
  return done
}
