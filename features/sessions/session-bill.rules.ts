// A session as far as its bill goes: who, when, at which price, and what its charger said of it; the bill that follows,
// and that bill as it is stored.
import { stateCode } from '@wattdesk/base/states'
import type { PriceSnapshot } from '../price-groups/price.rules.ts'
import { type Bill, bill, holdOf, type Sample, type StatusAt } from './bill.rules.ts'
import { LEAST_OFFER_A, type Reading, readingOf, type SampledValue } from './meter.rules.ts'
import { secondOf } from './sample.rules.ts'
import { isDeliverable, isImpossibleTime } from './session.rules.ts'

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
  startReceivedAt: Date
  stoppedAt: Date | null
  stopReceivedAt: Date | null
  /** It has had its stop: set aside without one it still waits for it. */
  hasStop: boolean
  meterStartWh: number
  meterStopWh: number | null
  toleranceWatt: number
  paymentType: 'CARD' | 'UPI' | 'WALLET' | 'PREPAID' | 'RFID'
  /** What was taken beforehand, by card or UPI. */
  paidPaise: number
  snapshot: PriceSnapshot | null
  priceVersionId: number | null
  commissionPpm: number
  commissionPaisePerKwh: number
  supplierState: string | null
  recipientState: string | null
  maxPowerW: number | null
}

/** A session with what its charger said of it. */
export type SessionFacts = Billable & {
  /** As they came. */
  readings: Sample[]
  /** States of the connector since the start, by time. */
  statuses: StatusAt[]
  /** The last plausible register. */
  lastWh: number
  lastAt: Date
}

/** A session of which nothing has been read yet but its record and the states of its connector. */
export const newFacts = (b: Billable, statuses: StatusAt[]): SessionFacts => ({
  ...b,
  readings: [],
  statuses,
  lastWh: b.meterStartWh,
  lastAt: b.startedAt,
})

const sampleOf = (at: Date, r: Reading): Sample => ({
  at,
  ...(r.energyWh !== undefined && { energyWh: r.energyWh }),
  ...(r.powerW !== undefined && { powerW: r.powerW }),
  ...(((r.offeredA !== undefined && r.offeredA < LEAST_OFFER_A) || (r.offeredW !== undefined && r.offeredW <= 0)) && {
    offered: 'no' as const,
  }),
})

// One reading a second for a day; a flood of more is stored, but not all of it is held in memory.
const MOST_READINGS = 100_000

/** Adds one MeterValue; answers what it said. One at an impossible time is kept for the record only. */
export function takeReading(s: SessionFacts, at: Date, samples: readonly SampledValue[], receivedAt: Date): Reading {
  const reading = readingOf(samples)
  if (isImpossibleTime(at, receivedAt)) return reading
  const { energyWh = Number.NaN } = reading
  const seconds = (at.getTime() - s.startedAt.getTime()) / 1000
  const isPlausible = isDeliverable(energyWh - s.meterStartWh, seconds, s.maxPowerW)
  // A register that cannot be must not become plausible later, or the running amount could fall.
  if (s.readings.length < MOST_READINGS)
    s.readings.push(sampleOf(at, isPlausible ? reading : { ...reading, energyWh: undefined }))
  if (isPlausible && energyWh > s.lastWh && secondOf(at) > secondOf(s.startedAt)) s.lastWh = energyWh
  if (at > s.lastAt) s.lastAt = at
  return reading
}

/**
 * The bill of a session up to an end, never above what was paid beforehand; undefined without a price. `isRunning`: the
 * session goes on, so that what later samples decide is not counted yet.
 */
export function billOf(
  s: SessionFacts,
  stopAt: Date,
  meterStopWh: number,
  { isRunning = false }: { isRunning?: boolean } = {},
): Bill | undefined {
  const snapshot = s.snapshot
  if (!snapshot) return undefined
  return bill({
    startAt: s.startedAt,
    stopAt,
    meterStartWh: s.meterStartWh,
    meterStopWh,
    samples: s.readings,
    statuses: s.statuses,
    isRunning,
    snapshot,
    toleranceWatt: s.toleranceWatt,
    paymentType: s.paymentType,
    supply: {
      supplierState: stateCode(s.supplierState ?? ''),
      placeOfSupply: stateCode(s.recipientState ?? ''),
    },
    free: s.isFree || s.idTagStatus !== 'Accepted',
    holdPaise: holdOf(s),
    commission: { percentPpm: s.commissionPpm, perKwhPaise: s.commissionPaisePerKwh },
  })
}

export type BillRow = {
  taxablePaise: number
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
  grossPaise: number
  surchargePaise: number
  gatewayFeePaise: number
  totalPaise: number
  commissionPercentPaise: number
  commissionUnitPaise: number
  placeOfSupply: string | null
  lines: unknown
  facts: unknown
}

/** The bill as it is stored: whole paise as numbers, lines and the facts they follow from. */
export const billRow = (b: Bill, placeOfSupply: string | null): BillRow => ({
  taxablePaise: Number(b.taxablePaise),
  cgstPaise: Number(b.cgstPaise),
  sgstPaise: Number(b.sgstPaise),
  igstPaise: Number(b.igstPaise),
  grossPaise: Number(b.grossPaise),
  surchargePaise: Number(b.surchargePaise),
  gatewayFeePaise: Number(b.gatewayFeePaise),
  totalPaise: Number(b.totalPaise),
  commissionPercentPaise: Number(b.commissionPercentPaise),
  commissionUnitPaise: Number(b.commissionUnitPaise),
  placeOfSupply,
  lines: b.lines.map(l => ({ ...l, ratePaise: Number(l.ratePaise), amountPaise: Number(l.amountPaise) })),
  facts: {
    energyWh: b.energyWh,
    seconds: b.seconds,
    idleSeconds: b.idleSeconds,
    insideState: b.insideState,
    pieces: b.pieces,
    borders: b.borders,
    droppedSamples: b.droppedSamples,
    notChargedPaise: Number(b.notChargedPaise),
    overrunPaise: Number(b.overrunPaise),
  },
})
