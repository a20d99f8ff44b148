// The consequences of a decision on a session to review (D-TXN-11), worked out before anything is written, by the same
// functions for the preview and for the decision itself.

import { purseOf } from '#charging/billing/bill-posting.rules.ts'
import { type SessionFacts, takeReading } from '#charging/billing/session-bill.rules.ts'
import { certainStop, type TimeSource } from '#charging/metering/session-times.rules.ts'
import { CONTRADICTED } from '#charging/sessions/contradiction.words.ts'
import { type LostStop, lostStopOf } from '#charging/sessions/lost-stop.rules.ts'
import * as store from '#charging/sessions/review.store.ts'
import { isGivenBack, lacksBalance } from '#charging/sessions/session.rules.ts'
import { readSessions } from '#charging/sessions/session-read.store.ts'
import { wasLateWithoutCause } from '#fleet/stations/charger-history.store.ts'
import { balanceOf, balancesHeld } from '#money/ledger/account.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { Scope } from '#platform/access/scope.ts'
import type { Trx } from '#platform/db/db.ts'
import type { ReviewFigures } from './review-decision.contract.ts'
import type { LackingSetting } from './session-review.contract.ts'
import {
  billed,
  boundsOf,
  type Certain,
  certainEnd,
  doubtful,
  type FigureBounds,
  isEnergyUnknown,
  type Outcome,
  outOfBounds,
  SET_FIRST,
} from './session-review.rules.ts'

type Refusal = { status: 404 | 409 | 422; message: string; errors?: Record<string, string> }
export type Refused = {
  refused: Refusal
  /** The session and, where a setting is the reason, the missing setting. */
  lacking?: { session: SessionFacts; setting: LackingSetting }
}
export const MISSING = 'Session to review not found'
const NO_REGISTER = 'Please enter the Stop meter value: the charger told no register from which the energy follows'
const BILLED_ALREADY = 'The session has its bill already, which Correct Bill of the transaction can lower'
const wrong = (field: string, message: string): Refused => ({
  refused: { status: 422, message, errors: { [field]: message } },
})
export const conflict = (message: string): Refused => ({ refused: { status: 409, message } })

/** The consequences of a decision, worked out before anything is written. */
export type Plan = Outcome & {
  /** The price that a person gives to a session that had none. */
  givenPrice: number | undefined
  /**
   * The amount in paise that the decision keeps back for the session, from a wallet or card that had too little at its
   * start.
   */
  taken: bigint
  /** The stop that is given to the session, and how its certain time came about. */
  lost: (LostStop & { timeFrom: TimeSource }) | undefined
}
/**
 * The decision's author and moment: only a person may give a price. Refusals name times in `zone`. `isFinal`: the
 * decision is carried out, so the records it rests on are locked; a preview writes nothing.
 */
export type Judge = {
  scope: Scope
  isPerson: boolean
  isFinal: boolean
  now: Date
  zone: string
  platform: Services['platform']
}
/** A session under review is never in the archive, and its review is decided under locks that wait for no other store. */
const unarchived = ({ platform, zone }: Judge) => ({ platform, archive: undefined, timeZone: zone })

/** The session with its price for the bill: its own, or the price given by a person. */
async function priced(trx: Trx, s: SessionFacts, judge: Judge): Promise<[SessionFacts, number | undefined]> {
  if (s.snapshot || !judge.isPerson) return [s, undefined]
  const price = await store.connectorPrice(trx, s.transactionId)
  return price ? [{ ...s, ...price }, price.priceVersionId] : [s, undefined]
}

/**
 * The session with the free balance of its wallet or card by now, where nothing could be kept back at its start (O-45):
 * the bill takes no more than this balance. The tag counts as accepted for this bill. A payment that was given back
 * before the start leaves nothing to take: the bill tells how much that is.
 */
async function withBalance(trx: Trx, s: SessionFacts, { isFinal }: Judge): Promise<[SessionFacts, bigint]> {
  if (isGivenBack(s)) return [{ ...s, idTagStatus: 'Accepted' }, 0n]
  const purse = purseOf(s)
  if (!lacksBalance(s) || (purse.kind !== 'wallet' && purse.kind !== 'card')) return [s, 0n]
  const [paise = 0n] = isFinal ? await balancesHeld(trx, [{ ...s, ...purse }]) : [await balanceOf(trx, purse)]
  return [{ ...s, idTagStatus: 'Accepted', holdPaise: Number(paise) }, paise]
}

/** No session and no bill changes: a lost stop is put aside, or a bill is kept. */
const NO_CHANGE: Plan = {
  session: undefined,
  end: undefined,
  bill: null,
  givenPrice: undefined,
  taken: 0n,
  lost: undefined,
}

/**
 * Works out the consequences of a decision and writes nothing. Both the preview and the decision itself use this
 * function.
 */
export async function planOf(
  trx: Trx,
  review: store.Review,
  figures: ReviewFigures,
  judge: Judge,
): Promise<Refused | { plan: Plan }> {
  if (review.transactionId === null) {
    if (figures.action === 'bill') return wrong('action', 'There is no session to bill')
    if (figures.action === 'match') return matchOf(trx, review, figures, judge)
    return { plan: NO_CHANGE }
  }
  if (figures.action === 'match') return wrong('action', 'Only a stop without a session can be matched')
  if (review.reason === CONTRADICTED) {
    if (figures.action === 'bill') return wrong('action', BILLED_ALREADY)
    return { plan: NO_CHANGE }
  }
  const areInKwh = figures.action === 'bill' && figures.registers_in_kwh
  const [found] = await readSessions(trx, [review.transactionId], unarchived(judge), undefined, areInKwh)
  if (!found) return { refused: { status: 404, message: MISSING } }
  const told = doubtful(review.reason, found)
  if (figures.action === 'bill' && figures.stop_meter_value === undefined && isEnergyUnknown(review.reason, found))
    return wrong('stop_meter_value', NO_REGISTER)
  if (figures.action === 'dismiss') return { plan: { ...NO_CHANGE, session: found, end: told } }
  const certain = certainEnd(told)
  const stop = {
    startedAt: found.startedAt,
    stoppedAt: figures.stoptime ? new Date(figures.stoptime) : certain.stoppedAt,
    meterStopWh: figures.stop_meter_value ?? certain.meterStopWh,
  }
  return billPlan(trx, found, stop, boundsOf(found, found.stopReceivedAt ?? judge.now, certain.stoppedAt), judge)
}

/**
 * The plan for giving a lost stop to a session, which must be of the same charger, within the scope and without a stop.
 */
async function matchOf(trx: Trx, r: store.Review, d: ReviewFigures, judge: Judge): Promise<Refused | { plan: Plan }> {
  if (d.transactionId === undefined) return wrong('transactionId', 'Transaction ID is required')
  const isWithin = (await store.sessionsWithin(trx, judge.scope, [d.transactionId])).size > 0
  const [found] = isWithin ? await readSessions(trx, [d.transactionId], unarchived(judge)) : []
  if (!found || found.pk !== r.pk) return wrong('transactionId', 'This charge point has no such transaction')
  if (found.hasStop) return wrong('transactionId', 'This transaction has its stop already')
  const stopAsTold = lostStopOf(r.detail)
  const toldWh = stopAsTold.meterStopWh === null ? null : stopAsTold.meterStopWh * found.registerScale
  const meterStopWh = d.stop_meter_value ?? toldWh
  if (meterStopWh === null) return wrong('stop_meter_value', NO_REGISTER)
  const lost = { ...stopAsTold, meterStopWh: toldWh }
  for (const m of lost.meters) takeReading(found, m.at, m.samples, r.createdAt)
  const offsetSec = found.clockOffsetSec ?? r.clockOffsetSec ?? 0
  const told = { toldAt: lost.toldAt, receivedAt: r.createdAt, offsetSec }
  const isLateWithoutCause = await wasLateWithoutCause(trx, found.pk, told)
  const certain = certainStop({ ...found, ...told, isLateWithoutCause })
  const stop = {
    startedAt: found.startedAt,
    stoppedAt: d.stoptime ? new Date(d.stoptime) : certain.at,
    meterStopWh,
  }
  const bounds = boundsOf(found, r.createdAt, certain.at)
  if (stop.meterStopWh === lost.meterStopWh) bounds.lastWh = 'told'
  return billPlan(trx, found, stop, bounds, judge, { ...lost, timeFrom: certain.from })
}

async function billPlan(
  trx: Trx,
  found: SessionFacts,
  stop: Certain,
  bounds: FigureBounds,
  judge: Judge,
  lost?: Plan['lost'],
): Promise<Refused | { plan: Plan }> {
  // The product bills certain figures as they are; figures of a person must stay below the start of the next session.
  if (judge.isPerson) bounds.next = await store.nextSession(trx, found)
  const refused = outOfBounds(stop, bounds, judge.zone)
  if (refused) return wrong(refused.field, refused.text)
  const [withPrice, givenPrice] = await priced(trx, found, judge)
  const [session, taken] = await withBalance(trx, withPrice, judge)
  const outcome = billed(session, stop)
  if ('lacks' in outcome) return { ...conflict(SET_FIRST[outcome.lacks]), lacking: { session, setting: outcome.lacks } }
  return { plan: { session, end: stop, bill: outcome.bill, givenPrice, taken: outcome.bill ? taken : 0n, lost } }
}

export const judgeOf = (services: Services, scope: Scope, isPerson: boolean, isFinal: boolean): Judge => ({
  scope,
  isPerson,
  isFinal,
  now: services.now(),
  zone: services.timeZone,
  platform: services.platform,
})
