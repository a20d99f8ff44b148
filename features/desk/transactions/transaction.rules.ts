// The rules of a transaction on screen: its times in words, the states it may get, the labels of its payment, the
// points of its charts.

import type { TimeFrom } from '#charging/metering/session-times.contract.ts'
import { clockText, isClockWrong } from '#fleet/stations/clock.rules.ts'
import { WAITS } from '#money/refunds/refund.words.ts'
import type { DroppedSamples, MeterValue, PaymentType, TransactionDetail } from './transaction.contract.ts'

/** The source of a session's time in words, where it is not simply the time that the charger reported. */
export function timeNote(from: TimeFrom | null, clockOffsetSec: number | null): string | undefined {
  if (from === 'clock')
    return isClockWrong(clockOffsetSec)
      ? `corrected: ${clockText(clockOffsetSec)}`
      : 'corrected by less than 2 min: the charger’s clock is behind'
  if (from === 'receipt') return 'when it was heard; the charger’s own time cannot be'
  if (from === 'samples') return 'as the readings show; the charger’s own time cannot be'
  if (from === 'reading') return 'the last reading; its stop never came'
  return from === 'person' ? 'decided by a person' : undefined
}

const DROP_CAUSES: Readonly<Record<keyof DroppedSamples, string>> = {
  undeliverable: 'more energy than the connector can deliver',
  belowStart: 'below the start',
  aboveStop: 'above the stop',
  backwards: 'below an earlier reading',
  outsideTime: 'outside the time of the session',
}
/** How many readings were dropped and why: '3 of 20: 2 below the start, 1 above the stop'; undefined: none. */
export function droppedText({ samples, droppedSamples }: Pick<TransactionDetail, 'samples' | 'droppedSamples'>) {
  if (samples === null || droppedSamples === null)
    return 'Not known at the moment: the archive that holds the readings cannot be read'
  const causes = (Object.keys(DROP_CAUSES) as (keyof DroppedSamples)[]).filter(c => droppedSamples[c] > 0)
  if (causes.length === 0) return undefined
  const count = causes.reduce((sum, c) => sum + droppedSamples[c], 0)
  const figure = (n: number) => n.toLocaleString('en-IN')
  return `${figure(count)} of ${figure(samples)}: ${causes.map(c => `${figure(droppedSamples[c])} ${DROP_CAUSES[c]}`).join(', ')}`
}

/** Beside the energy of a session that waits for a person, where it may be wrong. */
export const IN_DOUBT = 'in doubt'
/** Running, ended, or waiting for a person, as the list and its files say it. */
export const stateOf = (t: { stoptime: string | null; inReview: boolean }): 'Active' | 'Completed' | 'To review' =>
  t.inReview ? 'To review' : t.stoptime ? 'Completed' : 'Active'

/** Set by the payment provider alone: a person changes nothing then (D-TXN-3). */
export const isFixedStatus = (status: string | null): boolean => status === 'AUTHORIZED' || status === 'CAPTURED'

/** The status select, in its order (D-TXN-3). */
export const statusOptions = [
  { value: '', label: 'None', disabled: true },
  { value: 'AUTHORIZED', label: 'Authorized', disabled: true },
  { value: 'CAPTURED', label: 'Captured', disabled: true },
  { value: 'PAYOUTPENDING', label: 'Payout Pending', disabled: false },
  { value: 'PAYOUTCOMPLETED', label: 'Payout Completed', disabled: false },
] as const

/** The status as people read it. */
export const statusText = (status: string | null): string =>
  statusOptions.find(o => o.value === (status ?? ''))?.label ?? status ?? 'None'

type Balances = {
  initialBalance: number | null
  remainingBalance: number | null
  totalAmountPaid: number
  totalRefund: number
}
/** The two payment facts of a type with their labels (D-TXN-12); RFID is billed outside the product. */
export function paymentFacts(type: PaymentType, b: Balances): { label: string; rupees: number | null }[] {
  if (type === 'WALLET')
    return [
      { label: 'Initial Wallet Balance', rupees: b.initialBalance },
      { label: 'Remaining Wallet Balance', rupees: b.remainingBalance },
    ]
  if (type === 'PREPAID')
    return [
      { label: 'Initial Card Balance', rupees: b.initialBalance },
      { label: 'Remaining Card Balance', rupees: b.remainingBalance },
    ]
  if (type === 'RFID') return []
  return [
    { label: 'Total Paid Amount', rupees: b.totalAmountPaid },
    { label: 'Refund Amount', rupees: b.totalRefund },
  ]
}

type Paid = Pick<Balances, 'totalAmountPaid' | 'totalRefund'> & {
  payment_type: PaymentType
  stoptime: string | null
  inReview: boolean
  refundStatus: string | null
  driver_name: string | null
  bill: { total: number } | null
}
/**
 * The rest of a payment by card or UPI below 1 rupee, the least that a provider gives back, and the account with the
 * rest (D-REF-2); undefined where there is no such rest.
 */
export function smallRest(t: Paid): { rupees: number; place: string } | undefined {
  const isThroughProvider = t.payment_type === 'CARD' || t.payment_type === 'UPI'
  if (!isThroughProvider || !t.stoptime || t.inReview || !t.bill || t.refundStatus === 'pending') return undefined
  const paise = Math.round((t.totalAmountPaid - t.bill.total - t.totalRefund) * 100)
  if (paise <= 0 || paise >= 100) return undefined
  return { rupees: paise / 100, place: t.driver_name === null ? 'the account Small rests' : 'the driver’s wallet' }
}

/** The measurands that have a chart, in their order (D-TXN-5). */
const charted = ['Temperature', 'Voltage', 'Current.Import', 'Power.Active.Import', 'SoC'] as const
type Charted = (typeof charted)[number]
type ChartPoint = { at: Date; value: number }
type ChartLine = { name: string; points: ChartPoint[] }
export type MeterChart = { measurand: Charted; unit: string; lines: ChartLine[] }

const FIVE_MINUTES = 5 * 60_000

/**
 * The charts of meter values, phases as lines of their own; a measurand without values has none. The temperature's
 * line begins 5 minutes before its first value, at 0 (D-TXN-5).
 */
export function meterCharts(values: readonly MeterValue[]): MeterChart[] {
  return charted.flatMap(measurand => {
    const lines = new Map<string, ChartPoint[]>()
    let unit = ''
    for (const v of values) {
      const [name = '', phase] = v.measurand.split(' ')
      const value = Number(v.value)
      if (name !== measurand || v.value.trim() === '' || !Number.isFinite(value)) continue
      unit = v.unit
      const line = lines.get(phase ?? measurand) ?? []
      line.push({ at: new Date(v.value_timestamp), value })
      lines.set(phase ?? measurand, line)
    }
    if (lines.size === 0) return []
    if (measurand === 'Temperature')
      for (const points of lines.values())
        if (points[0]) points.unshift({ at: new Date(points[0].at.getTime() - FIVE_MINUTES), value: 0 })
    return [{ measurand, unit, lines: [...lines].map(([name, points]) => ({ name, points })) }]
  })
}

/** The words for the refund of a session (S-REFUND). A session that waits for a decision has used nothing yet. */
export const refundText = (t: { refundStatus: string | null; stoptime: string | null; inReview: boolean }): string =>
  t.refundStatus ??
  (t.inReview ? WAITS : t.stoptime ? 'No Refund - Full Amount used for Charging' : 'Charging in progress')
