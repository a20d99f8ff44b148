// Makes the bill of a session from the session's facts: payer, times, price and meter readings.

import { isDeliverable } from '#charging/metering/deliverable.rules.ts'
import { isSigned, LEAST_OFFER_A, type Reading, readingOf, type SampledValue } from '#charging/metering/meter.rules.ts'
import { type Misfit, misfitOf } from '#charging/metering/register-fit.rules.ts'
import { type DropCounts, knotsOf, type RegisterScale } from '#charging/metering/sample.rules.ts'
import { isImpossibleTime, shownBy, type TimeSource } from '#charging/metering/session-times.rules.ts'
import { byClock } from '#fleet/stations/clock.rules.ts'
import { secondOf } from '#fleet/stations/session-length.rules.ts'
import type { MethodRates, PaidWith } from '#money/price-groups/gateway-rate.rules.ts'
import type { PriceSnapshot } from '#money/price-groups/price.rules.ts'
import type { Supplier } from '#office/installation/supplier.contract.ts'
import { type Bill, bill, holdOf, type Sample, type StatusAt } from './bill.rules.ts'
import { type Recipient, type Supply, supplyOf, type TeamSupplier } from './supply.rules.ts'

/** All that a session's running amount and bill need from its record. Registers in Wh. */
export type Billable = {
  transactionId: number
  pk: number
  companyId: number
  teamId: number
  connectorId: number
  idTag: string
  idTagStatus: string
  isFree: boolean
  startedAt: Date
  startToldAt: Date
  startTimeFrom: TimeSource
  startReceivedAt: Date
  /** By how much the charger's clock was ahead, where its times are corrected. */
  clockOffsetSec: number | null
  stoppedAt: Date | null
  stopToldAt: Date | null
  stopReceivedAt: Date | null
  /** True once the session has had its stop; a session set aside without a stop still waits for it. */
  hasStop: boolean
  meterStartWh: number
  meterStopWh: number | null
  /** How the session's registers without a unit are read; `meterStartWh` and `meterStopWh` are scaled already. */
  registerScale: RegisterScale
  /** The last plausible register before its end, as it was kept then. */
  readingWh: number | null
  toleranceWatt: number
  paymentType: 'CARD' | 'UPI' | 'WALLET' | 'PREPAID' | 'RFID'
  /** The amount taken beforehand, by card or UPI. */
  paidPaise: number
  /** The amount held for the session from its wallet, prepaid card or payment (D-WAL-4). */
  holdPaise: number | null
  driverId: number | null
  ocppTagPk: number | null
  /** The payment that is known of, of a session paid by card or UPI. */
  paymentId: string | null
  /** The method and the card of that payment, as the payment provider reported them; null where there is no payment. */
  paidWith: PaidWith | null
  snapshot: PriceSnapshot | null
  /** The gateway's rates by method of payment, as they stood at the start. */
  methodRates: MethodRates
  priceVersionId: number | null
  commissionPpm: number
  commissionPaisePerKwh: number
  supplierAtStart: TeamSupplier | null
  supplierNow: TeamSupplier | null
  /** The business that the session is billed to; null for a consumer. */
  recipient: Recipient | null
  chargerState: string | null
  chargerCountry: string | null
  maxPowerW: number | null
  /** The station told the session as a transaction of its own name (2.0.1), whose states of charging are in `statuses`. */
  hasStationName: boolean
}

/** A session with what its charger said of it. */
export type SessionFacts = Billable & {
  supply: Supply
  /** As they came. */
  readings: Sample[]
  /** States of the connector since the start, by time. */
  statuses: StatusAt[]
  /** The last plausible value of the energy register, and when it was read. */
  lastWh: number
  lastWhAt: Date
  /** When the last reading of any kind was taken. */
  lastAt: Date
  /** The latest time of a reading by the charger's own clock, ms since 1970; before all times where there is none. */
  lastToldMs: number
  /** How long the readings show the session to have lasted, by the charger's own clock. */
  shownMs: number | undefined
  /** How many signed values its readings have. */
  signedValues: number
}

/** A session's recipient, with the supply that follows from it: the place of supply is the recipient's state. */
export const billedTo = (session: Billable, recipient: Recipient | null, platform: Supplier | undefined) => ({
  recipient,
  supply: supplyOf({
    ...session,
    recipientGstin: recipient?.gstin ?? null,
    recipientType: recipient?.type ?? null,
    platform,
  }),
})

/** A session of which nothing has been read yet but its record and the states of its connector. */
export const newFacts = (billable: Billable, statuses: StatusAt[], platform: Supplier | undefined): SessionFacts => ({
  ...billable,
  ...billedTo(billable, billable.recipient, platform),
  readings: [],
  statuses,
  lastWh: billable.meterStartWh,
  lastWhAt: billable.startedAt,
  lastAt: billable.startedAt,
  lastToldMs: Number.NEGATIVE_INFINITY,
  shownMs: undefined,
  signedValues: 0,
})

const sampleOf = (at: Date, r: Reading): Sample => ({
  at,
  ...(r.energyWh !== undefined && { energyWh: r.energyWh, unitless: r.unitless }),
  ...(r.powerW !== undefined && { powerW: r.powerW }),
  ...(((r.offeredA !== undefined && r.offeredA < LEAST_OFFER_A) || (r.offeredW !== undefined && r.offeredW <= 0)) && {
    offered: 'no' as const,
  }),
})

// One reading a second for a day; a flood of more is stored, but not all of it is held in memory.
const MOST_READINGS = 100_000

/** The content of a MeterValue, and its time by our clock; undefined: the time is not known. */
export type TimedReading = { reading: Reading; at: Date | undefined }

/**
 * When a reading was taken, by our clock. One at an impossible time counts from its receipt where the clock of its session
 * is known to be wrong; else it is kept for the record only.
 */
function timeOfReading(s: SessionFacts, toldAt: Date, receivedAt: Date): Date | undefined {
  const at = byClock(toldAt, receivedAt, s.clockOffsetSec ?? 0)
  if (!isImpossibleTime(at, receivedAt)) return at
  return s.startTimeFrom === 'receipt' ? receivedAt : undefined
}

/** Adds one MeterValue to what is known of its session. */
export function takeReading(
  facts: SessionFacts,
  toldAt: Date,
  samples: readonly SampledValue[],
  receivedAt: Date,
): TimedReading {
  const reading = readingOf(samples, facts.registerScale)
  for (const s of samples) if (isSigned(s)) facts.signedValues++
  facts.lastToldMs = Math.max(facts.lastToldMs, toldAt.getTime())
  const shownMs = shownBy(facts.startToldAt, toldAt)
  if (shownMs !== undefined && shownMs > (facts.shownMs ?? 0)) facts.shownMs = shownMs
  const at = timeOfReading(facts, toldAt, receivedAt)
  if (!at) return { reading, at }
  const isPlausible = reading.energyWh === undefined || takeRegister(facts, at, reading.energyWh)
  // If a register is impossible, all values of its sample are dropped with it, for good: otherwise the running amount
  // could fall.
  if (facts.readings.length < MOST_READINGS)
    facts.readings.push(
      isPlausible
        ? sampleOf(at, reading)
        : { ...sampleOf(at, { ...reading, energyWh: Number.NaN }), impossibleWh: reading.energyWh },
    )
  if (at > facts.lastAt) facts.lastAt = at
  return { reading, at }
}

/**
 * Returns whether a register is possible, by what the connector can deliver since the start and since the last
 * register; keeps the last plausible register.
 */
function takeRegister(s: SessionFacts, at: Date, energyWh: number): boolean {
  const isWithin = (wh: number, since: Date) =>
    isDeliverable(energyWh - wh, (at.getTime() - since.getTime()) / 1000, s.maxPowerW)
  if (!isWithin(s.meterStartWh, s.startedAt)) return false
  if (at < s.lastWhAt || energyWh < s.lastWh) return true
  if (!isWithin(s.lastWh, s.lastWhAt)) return false
  if (secondOf(at) > secondOf(s.startedAt)) {
    s.lastWh = energyWh
    s.lastWhAt = at
  }
  return true
}

/** The samples of a session that are dropped up to an end, by cause. */
export function droppedOf(facts: SessionFacts, stopAt: Date, meterStopWh: number, isRunning = false): DropCounts {
  const first = { second: secondOf(facts.startedAt), wh: facts.meterStartWh }
  const last = { second: Math.max(first.second, secondOf(stopAt)), wh: Math.max(first.wh, meterStopWh) }
  return knotsOf(facts.readings, first, last, isRunning).drops
}

/** Why the energy of an ended session does not fit its samples; undefined where it does. */
export const misfitOfSession = (facts: SessionFacts, stoppedAt: Date, meterStopWh: number): Misfit | undefined =>
  misfitOf({
    ...facts,
    samples: facts.readings,
    stoppedAt,
    meterStopWh,
    dropped: droppedOf(facts, stoppedAt, meterStopWh),
  })

/** A session with its registers read as kWh, before its readings are taken. */
export const inKwh = (billable: Billable): Billable =>
  billable.registerScale === 1000
    ? billable
    : {
        ...billable,
        registerScale: 1000,
        meterStartWh: billable.meterStartWh * 1000,
        meterStopWh: billable.meterStopWh === null ? null : billable.meterStopWh * 1000,
        readingWh: null,
      }

/**
 * A state of charging in which no energy flows is a reading of no draw (0088, Idle): EVConnected and Idle, which are kept as
 * Preparing and Finishing, as well as SuspendedEV. In 1.6 the first two are no states of a running session.
 */
const asDraw = (s: StatusAt): StatusAt =>
  s.status === 'Preparing' || s.status === 'Finishing' ? { ...s, status: 'SuspendedEV' } : s

/**
 * The bill of a session up to an end, never above what was paid beforehand; undefined without a price. `isRunning`: the
 * session goes on, so that what later samples decide is not counted yet.
 */
export function billOf(
  facts: SessionFacts,
  stopAt: Date,
  meterStopWh: number,
  { isRunning = false }: { isRunning?: boolean } = {},
): Bill | undefined {
  const snapshot = facts.snapshot
  if (!snapshot) return undefined
  return bill({
    startAt: facts.startedAt,
    stopAt,
    meterStartWh: facts.meterStartWh,
    meterStopWh,
    samples: facts.readings,
    statuses: facts.hasStationName ? facts.statuses.map(asDraw) : facts.statuses,
    isRunning,
    snapshot,
    toleranceWatt: facts.toleranceWatt,
    paymentType: facts.paymentType,
    paidWith: facts.paidWith,
    methodRates: facts.methodRates,
    supply: facts.supply,
    // A session of a refused tag is not billed, unless money was held for the session afterwards, by a person's
    // decision (O-37).
    free: facts.isFree || (facts.idTagStatus !== 'Accepted' && !facts.holdPaise),
    holdPaise: holdOf(facts),
    commission: { percentPpm: facts.commissionPpm, perKwhPaise: facts.commissionPaisePerKwh },
  })
}
