// Decisions on what waits (D-TXN-11): a stop is given to its session, a session is billed or let go; what nobody decides
// in 48 hours goes by what is certain.
import { rupeesFromPaise } from '@wattdesk/base/money'
import type { Trx } from '../../server/db.ts'
import type { House } from '../../server/house.ts'
import type { Scope } from '../../server/scope.ts'
import { timeOf } from '../chargers/station.ocpp.ts'
import type { SampledValue } from './meter.rules.ts'
import { isBillable } from './session.rules.ts'
import { end } from './session.store.ts'
import { type BillRow, billOf, billRow, type SessionFacts, takeReading } from './session-bill.rules.ts'
import { readSessions } from './session-read.store.ts'
import { alreadyDecided, type ReviewDecision } from './session-review.contract.ts'
import { certainEnd, certainTimes, DECIDE_MS } from './session-review.rules.ts'
import * as store from './session-review.store.ts'

export type Refusal = { status: 404 | 409 | 422; message: string; errors?: Record<string, string> }
export type Decided = { transactionId: number | null; totalAmountCharged: number | null }
type Outcome = { refused: Refusal } | { decided: Decided }

const wrong = (field: string, message: string): { refused: Refusal } => ({
  refused: { status: 422, message, errors: { [field]: message } },
})
const conflict = (message: string): { refused: Refusal } => ({ refused: { status: 409, message } })
const NO_PRICE = 'Set a price group on the connector first'
const BELOW_START = 'Stop meter value must not be below the start meter value'
const NOT_IN_SESSION = 'Stop time must lie between the start and now'

/** A stop as the charger sent it and nobody knew of. */
type LostStop = {
  idTag?: string
  meterStop: number
  timestamp: string
  reason?: string
  transactionData?: { timestamp: string; sampledValue: SampledValue[] }[]
}

/** The bill up to an end; undefined where there is no price and something to pay. Never above what was taken beforehand. */
function billed(
  s: SessionFacts,
  e: { startedAt: Date; stoppedAt: Date; meterStopWh: number },
): BillRow | null | undefined {
  const hold =
    (s.paymentType === 'CARD' || s.paymentType === 'UPI') && s.paidPaise > 0 ? BigInt(s.paidPaise) : undefined
  const bill = billOf({ ...s, startedAt: e.startedAt }, e.stoppedAt, e.meterStopWh, hold)
  if (bill) return billRow(bill, s.recipientState)
  return s.isFree || !isBillable(s.idTagStatus) || e.meterStopWh <= s.meterStartWh ? null : undefined
}

/** Carries out a decision on a waiting review; `by` null is the product itself. */
export async function decide(house: House, r: store.Review, d: ReviewDecision, by: number | null): Promise<Outcome> {
  const at = house.now()
  const decision = JSON.parse(JSON.stringify(d)) as object
  const { session } = r
  const mark = (trx: Trx, transactionId: number | null) =>
    store.markDecided(trx, { id: r.id, transactionId }, { at, by, decision })

  if (r.transactionId === null || !session) {
    if (d.action === 'bill') return wrong('action', 'There is no session to bill')
    if (d.action === 'match') return match(house, r, d, mark)
    return (await house.db.transaction().execute(trx => mark(trx, null)))
      ? { decided: { transactionId: null, totalAmountCharged: null } }
      : conflict(alreadyDecided)
  }
  if (d.action === 'match') return wrong('action', 'Only a stop without a session can be matched')
  const { transactionId } = r
  const certain = certainEnd({ reason: r.reason, ...session })
  const isDismissed = d.action === 'dismiss'
  const stop = {
    startedAt: certain.startedAt,
    stoppedAt: d.stoptime ? new Date(d.stoptime) : certain.stoppedAt,
    meterStopWh: d.stop_meter_value ?? certain.meterStopWh,
  }
  const refused = isDismissed ? undefined : outside(stop, session.meterStartWh, at)
  if (refused) return refused
  if (!isDismissed) await store.givePrice(house.db, transactionId)
  const [live] = isDismissed ? [] : await readSessions(house.db, [transactionId])
  const bill = live ? billed(live, stop) : null
  if (bill === undefined) return conflict(NO_PRICE)
  // Without a bill the record keeps what the charger said.
  const kept = isDismissed ? session : stop
  const done = await house.db.transaction().execute(
    async trx =>
      (await mark(trx, transactionId)) &&
      (await store.settle(trx, {
        transactionId,
        at,
        stoppedAt: kept.stoppedAt,
        meterStopWh: kept.meterStopWh,
        bill,
      })),
  )
  if (!done) return conflict(alreadyDecided)
  tell(house, r, transactionId, { ...kept, meterStartWh: session.meterStartWh, bill, at })
  return { decided: { transactionId, totalAmountCharged: bill && rupeesFromPaise(BigInt(bill.totalPaise)) } }
}

const outside = (e: { startedAt: Date; stoppedAt: Date; meterStopWh: number }, startWh: number, now: Date) =>
  e.meterStopWh < startWh
    ? wrong('stop_meter_value', BELOW_START)
    : e.stoppedAt < e.startedAt || e.stoppedAt > now
      ? wrong('stoptime', NOT_IN_SESSION)
      : undefined

/** Ends the session that a lost stop belongs to, one of the same charger that has had no stop of its own. */
async function match(
  house: House,
  r: store.Review,
  d: ReviewDecision,
  mark: (trx: Trx, transactionId: number) => Promise<boolean>,
): Promise<Outcome> {
  if (d.transactionId === undefined) return wrong('transactionId', 'Transaction ID is required')
  const p = r.detail as LostStop
  await store.givePrice(house.db, d.transactionId)
  const [live] = await readSessions(house.db, [d.transactionId])
  if (!live || live.pk !== r.pk) return wrong('transactionId', 'This charge point has no such transaction')
  if (live.hasStop) return wrong('transactionId', 'This transaction has its stop already')
  const at = house.now()
  const said = timeOf(p.timestamp)
  const stopReceivedAt = r.createdAt
  const times = certainTimes({
    ...live,
    stoppedAt: said,
    stopReceivedAt,
    meterStopWh: p.meterStop,
  })
  const stop = {
    startedAt: times.startedAt,
    stoppedAt: d.stoptime ? new Date(d.stoptime) : times.stoppedAt,
    meterStopWh: d.stop_meter_value ?? p.meterStop,
  }
  const refused = outside(stop, live.meterStartWh, at)
  if (refused) return refused
  const meters = (p.transactionData ?? []).map(v => ({ at: timeOf(v.timestamp), samples: v.sampledValue }))
  for (const m of meters) takeReading(live, m.at, m.samples, stopReceivedAt)
  const bill = billed(live, stop)
  if (bill === undefined) return conflict(NO_PRICE)
  const { transactionId, meterStartWh } = live
  const done = await house.db
    .transaction()
    .execute(async trx => {
      if (!(await mark(trx, transactionId))) return false
      const ended = await end(trx, [
        {
          transactionId,
          stoppedAt: stop.stoppedAt,
          receivedAt: stopReceivedAt,
          meterStopWh: stop.meterStopWh,
          energyWh: stop.meterStopWh - meterStartWh,
          stopReason: p.reason ?? 'Local',
          stopIdTag: p.idTag ?? null,
          review: null,
          reviewDetail: null,
          bill,
          meters,
        },
      ])
      // It has ended meanwhile: the review waits on.
      if (ended.length === 0) throw new Ended()
      return true
    })
    .catch(error => {
      if (error instanceof Ended) return undefined
      throw error
    })
  if (done === undefined) return wrong('transactionId', 'This transaction has its stop already')
  if (!done) return conflict(alreadyDecided)
  tell(house, { ...r, connectorId: live.connectorId }, transactionId, { ...stop, meterStartWh, bill, at })
  return { decided: { transactionId, totalAmountCharged: bill && rupeesFromPaise(BigInt(bill.totalPaise)) } }
}
class Ended extends Error {}

/** Readers hear of the session's end as they would have at its stop. */
function tell(
  { bus }: House,
  r: store.Review,
  transactionId: number,
  s: { at: Date; stoppedAt: Date; meterStopWh: number; meterStartWh: number; bill: BillRow | null },
): void {
  bus.publish({
    companyId: r.companyId,
    event: {
      type: 'transaction',
      at: s.at.toISOString(),
      teamId: r.teamId,
      transactionId,
      chargepoint_pk: r.pk,
      connectorId: r.connectorId ?? 0,
      change: 'stopped',
      energyWh: Math.max(0, s.meterStopWh - s.meterStartWh),
      powerW: null,
      socPercent: null,
      totalAmountCharged: (s.bill?.totalPaise ?? 0) / 100,
      stoptime: s.stoppedAt.toISOString(),
    },
  })
}

const AT_ONCE = 200
const NOBODY = 'Nobody decided within 48 hours'
/** Bills or dismisses what has waited for 48 hours; answers how many. One that cannot be billed for want of a price is let go. */
export async function decideOverdue(house: House): Promise<number> {
  let count = 0
  for (;;) {
    const until = new Date(house.now().getTime() - DECIDE_MS)
    const overdue = await store.overdueReviews(house.db, until, AT_ONCE)
    let decided = 0
    for (const r of overdue) {
      const action = r.transactionId === null ? 'dismiss' : 'bill'
      let outcome = await decide(house, r, { action, note: NOBODY }, null)
      if ('refused' in outcome && action === 'bill')
        outcome = await decide(house, r, { action: 'dismiss', note: `${NOBODY}: ${outcome.refused.message}` }, null)
      if ('decided' in outcome) decided++
      else house.log.warn({ review: r.id, why: outcome.refused.message }, 'An overdue session to review stays open')
    }
    count += decided
    if (overdue.length < AT_ONCE || decided === 0) return count
  }
}

/** The scope's waiting reviews with what happens when nobody decides. */
export const openReviews = async (house: House, scope: Scope) =>
  (await store.openReviews(house.db, scope)).map(r => ({
    id: r.id,
    reason: r.reason,
    transactionId: r.transactionId,
    chargepoint_id: r.chargepointId ?? '',
    connectorId: r.connectorId,
    tag: r.tag,
    starttime: r.session?.startedAt.toISOString() ?? null,
    stoptime: isoOf(r.stopAt),
    start_meter_value: r.session?.meterStartWh ?? null,
    stop_meter_value: r.stopWh,
    proposal: r.session
      ? ({ action: 'bill', stop_meter_value: certainEnd({ reason: r.reason, ...r.session }).meterStopWh } as const)
      : ({ action: 'dismiss', stop_meter_value: null } as const),
    createdAt: r.createdAt.toISOString(),
  }))
const isoOf = (text: string | null): string | null => {
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
