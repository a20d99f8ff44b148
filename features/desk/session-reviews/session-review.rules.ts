// The certain figures of a session to review (D-TXN-11): its start, its end and its last register. An undecided session
// is billed by these figures; the figures of a person must lie within them.
import { rupeesFromPaise } from '@wattdesk/base/money'
import { formatDateTime } from '@wattdesk/base/time'
import { billReply, type StoredBill } from '#charging/billing/bill-reply.rules.ts'
import { type BillRow, billRow } from '#charging/billing/bill-row.rules.ts'
import { type Billable, billOf, type SessionFacts } from '#charging/billing/session-bill.rules.ts'
import type { BusinessClock } from '#charging/billing/slot-text.rules.ts'
import { lackingState } from '#charging/billing/supply.rules.ts'
import { energyLimitWh, isDeliverable } from '#charging/metering/deliverable.rules.ts'
import { CONTRADICTED } from '#charging/sessions/contradiction.words.ts'
import { isBillable, lacksBalance, type ReviewReason } from '#charging/sessions/session.rules.ts'
import type { LackingSetting, ReviewPreview, SessionReview } from './session-review.contract.ts'

/** A session that has ended and waits, its times as they are certain (session-times.rules.ts). Registers in Wh. */
export type Doubtful = {
  reason: string
  startedAt: Date
  stoppedAt: Date
  meterStartWh: number
  /** The stop register as the charger reported it. */
  meterStopWh: number
  /** The last plausible reading before the stop; the start register where there was none. */
  lastWh: number
  /** Rated power of connector or charger; null = unknown. */
  maxPowerW: number | null
}
export type Certain = { startedAt: Date; stoppedAt: Date; meterStopWh: number }

/**
 * Whether no register tells the energy of a session: none was told at its start, or it ended by a stop without one and no reading
 * came. Such energy is unknown and not 0. A session whose stop never came is billed on its last certain register, that of its start
 * included (D-TXN-11). A session of which nothing is billed in any case needs none.
 */
export function isEnergyUnknown(
  reason: string,
  s: Pick<SessionFacts, 'isFree' | 'idTagStatus' | 'holdPaise' | 'startedAt' | 'lastWhAt' | 'lastWh' | 'meterStartWh'>,
): boolean {
  if (s.isFree || (!isBillable(s.idTagStatus) && !s.holdPaise)) return false
  if (reason === ('No start register' satisfies ReviewReason)) return true
  return lacksStopRegister(reason) && s.lastWh <= s.meterStartWh && s.lastWhAt <= s.startedAt
}
/** Whether the stop of a session of this reason told no register, so that its readings alone tell the energy. */
export const lacksStopRegister = (reason: string): boolean => reason === ('No stop register' satisfies ReviewReason)

/** How long a person has to decide; then the certain figures are billed. */
export const DECIDE_MS = 48 * 3_600_000

/**
 * The last plausible value of the energy register: that of the stop where it can be, else the last plausible reading,
 * else the start. Nothing is asked of a stop in which only something else was in doubt.
 */
export function certainEnd({ startedAt, stoppedAt, ...s }: Doubtful): Certain {
  const seconds = (stoppedAt.getTime() - startedAt.getTime()) / 1000
  const isSure = (
    [
      'Stop never came',
      'No price group',
      'Unknown state',
      'No supplier with a GST number',
      'Payment already given back',
      'Charged without enough balance',
    ] satisfies ReviewReason[] as string[]
  ).includes(s.reason)
  const canBe = (wh: number) => wh >= s.meterStartWh && isDeliverable(wh - s.meterStartWh, seconds, s.maxPowerW)
  const isStopPlausible = s.meterStopWh >= s.lastWh && canBe(s.meterStopWh)
  const isStopSure = isSure && s.meterStopWh >= s.meterStartWh
  const wh = isStopSure || isStopPlausible ? s.meterStopWh : s.lastWh
  const meterStopWh = isStopSure || canBe(wh) ? wh : s.meterStartWh
  return { startedAt, stoppedAt, meterStopWh }
}

/** The facts about a session to review from which its certain end is derived. */
export function doubtful(reason: string, facts: SessionFacts): Doubtful {
  const end = { stoppedAt: facts.stoppedAt ?? facts.lastAt, meterStopWh: facts.meterStopWh ?? facts.lastWh }
  // The session was set aside at its last reading; a queued reading may have come afterwards.
  const isLater = reason === ('Stop never came' satisfies ReviewReason) && facts.lastWhAt > end.stoppedAt
  return { ...facts, reason, ...(isLater ? { stoppedAt: facts.lastWhAt, meterStopWh: facts.lastWh } : end) }
}

/** The step that a person has to take before a session without a setting can be billed. */
export const SET_FIRST: Readonly<Record<LackingSetting, string>> = {
  price: 'Set a price group on the connector first',
  state: 'Set the state of the charge point first',
  supplier: 'Set a GST number on the first payout account of the team first',
}

/**
 * The bill up to an end, null where nothing is to pay, never above the amount taken beforehand; or the setting that is
 * lacking.
 */
export function billed(facts: SessionFacts, e: Certain): { bill: BillRow | null } | { lacks: LackingSetting } {
  const bill = billOf({ ...facts, startedAt: e.startedAt }, e.stoppedAt, e.meterStopWh)
  if (!bill) return isFreeUpTo(facts, e) ? { bill: null } : { lacks: 'price' }
  const lacks = bill.taxablePaise > 0n ? lackingState(facts.supply) : undefined
  return lacks ? { lacks } : { bill: billRow(bill, facts) }
}
const isFreeUpTo = (s: SessionFacts, e: Certain): boolean =>
  s.isFree || !isBillable(s.idTagStatus) || e.meterStopWh <= s.meterStartWh

/**
 * The result of a review that nobody decides: a session is billed on its certain figures, a stop without a session is
 * dismissed. A session with energy and no price can be priced by a person alone, and a session whose state or supplier
 * is unknown has no tax; energy that no register tells is said by a person alone. Such a session waits on or, if a driver's
 * money is held for it, is dismissed to release the money. A session for which nothing could be kept back waits on too, and so
 * does a bill that something contradicts.
 */
export function proposalOf(reason: string, facts: SessionFacts | undefined): SessionReview['proposal'] {
  if (!facts) return { action: 'dismiss', stop_meter_value: null }
  if (reason === CONTRADICTED) return { action: 'wait', stop_meter_value: null }
  const unbilled = facts.paymentType === 'RFID' ? ('wait' as const) : ('dismiss' as const)
  if (isEnergyUnknown(reason, facts)) return { action: unbilled, stop_meter_value: null, lacks: 'register' }
  const certain = certainEnd(doubtful(reason, facts))
  // No money is held for it, and a person should see how much the balance can pay.
  if (lacksBalance(facts) && certain.meterStopWh > facts.meterStartWh)
    return { action: 'wait', stop_meter_value: certain.meterStopWh, lacks: 'balance' }
  const outcome = billed(facts, certain)
  if ('bill' in outcome) return { action: 'bill', stop_meter_value: certain.meterStopWh }
  return { action: unbilled, stop_meter_value: certain.meterStopWh, lacks: outcome.lacks }
}

/** The registers of a session that is read as kWh: its start, and its stop where the connector can have delivered that. */
export function kwhEndOf(reason: string, billable: Billable): NonNullable<SessionReview['in_kwh']> | null {
  const { meterStartWh, meterStopWh, stoppedAt } = billable
  if (meterStopWh === null || stoppedAt === null) return null
  const end = certainEnd({ ...billable, reason, stoppedAt, meterStopWh, lastWh: meterStartWh })
  return { start_meter_value: meterStartWh, stop_meter_value: end.meterStopWh }
}

/** Which transaction a stop without a session named: by its own name in 2.0.1, by our number in 1.6. */
export function namedText(detail: unknown): string {
  const { stationTransactionId: name, transactionId: id } = detail as { [key: string]: unknown }
  const named = typeof name === 'string' ? name : typeof id === 'number' && id > 0 ? String(id) : undefined
  return named === undefined ? 'The charge point named no transaction' : `The charge point named transaction ${named}`
}

/** The bounds for the figures of a person. */
export type FigureBounds = {
  startedAt: Date
  /** The stop was heard then: the session cannot have lasted longer. */
  until: Date
  meterStartWh: number
  /** The last plausible reading; 'told' where the stop register is the charger's own, which is billed as reported. */
  lastWh: number | 'told'
  maxPowerW: number | null
  /** The next session on the connector: this session had ended when it began. */
  next?: NextSession | undefined
}
type NextSession = { startedAt: Date; meterStartWh: number }
export type OutOfBounds = { field: 'stop_meter_value' | 'stoptime'; text: string }

/**
 * The end is between the start and the time at which the stop was received, or its certain time if that is later:
 * clocks may run minutes ahead.
 */
export const boundsOf = (facts: SessionFacts, heardAt: Date, certainAt: Date): FigureBounds => ({
  ...facts,
  until: heardAt > certainAt ? heardAt : certainAt,
})

const whText = (wh: number): string => `${wh.toLocaleString('en-IN', { maximumFractionDigits: 0 })} Wh`

/** Why an end is refused, with the limit in words, its times in `zone`; undefined when it may be billed (D-TXN-11). */
export function outOfBounds(
  end: { stoppedAt: Date; meterStopWh: number },
  b: FigureBounds,
  zone: string,
): OutOfBounds | undefined {
  const { stoppedAt, meterStopWh } = end
  const wh = (text: string): OutOfBounds => ({
    field: 'stop_meter_value',
    text: `Stop meter value must not be ${text}`,
  })
  if (!(stoppedAt >= b.startedAt && stoppedAt <= b.until))
    return {
      field: 'stoptime',
      text: `Stop time must lie between ${formatDateTime(b.startedAt, zone)} and ${formatDateTime(b.until, zone)} (${zone})`,
    }
  const { next } = b
  if (next && stoppedAt > next.startedAt)
    return {
      field: 'stoptime',
      text: `Stop time must not be after ${formatDateTime(next.startedAt, zone)} (${zone}): the next session began on this connector`,
    }
  // A register that started again from a lower value, or that counts from 0 in each session, proves nothing.
  if (next && next.meterStartWh > 0 && next.meterStartWh >= b.meterStartWh && meterStopWh > next.meterStartWh)
    return wh(`above ${whText(next.meterStartWh)}, where the next session on this connector began`)
  if (meterStopWh < b.meterStartWh) return wh(`below the start, ${whText(b.meterStartWh)}`)
  if (b.lastWh !== 'told' && meterStopWh < b.lastWh) return wh(`below the last reading, ${whText(b.lastWh)}`)
  const seconds = (stoppedAt.getTime() - b.startedAt.getTime()) / 1000
  const most = b.meterStartWh + energyLimitWh(seconds, b.maxPowerW)
  if (meterStopWh > most) return wh(`above ${whText(most)}: the connector cannot deliver more in this time`)
  return undefined
}

/**
 * The result of a decision: the session and its end, both undefined where a lost stop is dismissed, and the bill, null
 * for none.
 */
export type Outcome = { session: SessionFacts | undefined; end: Certain | undefined; bill: BillRow | null }

/** A bill's total in rupees; null where nothing is billed. */
export const rupeesOf = (bill: BillRow | null): number | null => bill && rupeesFromPaise(BigInt(bill.totalPaise))

/** Why a bill comes to nothing although energy flowed: no money is kept back that it could take. Null for other bills. */
export const nothingToTake = ({ session, bill }: Outcome): string | null =>
  session && bill && bill.holdPaise === 0 && bill.totalPaise === 0 && bill.overrunPaise > 0
    ? NOTHING_HELD[lacksBalance(session) ? 'balance' : 'payment']
    : null
const NOTHING_HELD = {
  balance: 'Nothing can be billed, because the wallet or card that has to pay has no money left.',
  payment:
    'Nothing can be billed, because the payment of this session was given back already and no money is kept back.',
} as const

/** The preview of a decision as replies carry it; its price slots read by `clock`. */
export const previewOf = ({ session, end, bill }: Outcome, clock: BusinessClock): ReviewPreview => ({
  lacks: null,
  nothingToTake: nothingToTake({ session, end, bill }),
  transactionId: session?.transactionId ?? null,
  starttime: end?.startedAt.toISOString() ?? null,
  stoptime: end?.stoppedAt.toISOString() ?? null,
  start_meter_value: session?.meterStartWh ?? null,
  stop_meter_value: end?.meterStopWh ?? null,
  bill:
    bill &&
    billReply(
      { ...(bill as unknown as StoredBill), version: 0, billedAt: null },
      session?.snapshot ?? null,
      false,
      clock,
    ),
  totalAmountCharged: rupeesOf(bill),
})

/** The preview of a decision that waits for a setting. */
export const lackingPreview = (facts: SessionFacts, setting: LackingSetting): ReviewPreview => ({
  lacks: { setting, text: SET_FIRST[setting], chargepoint_pk: facts.pk, teamId: facts.teamId },
  nothingToTake: null,
  transactionId: facts.transactionId,
  starttime: facts.startedAt.toISOString(),
  stoptime: null,
  start_meter_value: facts.meterStartWh,
  stop_meter_value: null,
  bill: null,
  totalAmountCharged: null,
})
