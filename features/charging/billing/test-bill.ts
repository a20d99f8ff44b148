// Builders that the tests of bills share: price groups, a session of an hour from a Monday noon, its samples.

import { secondOf } from '#fleet/stations/session-length.rules.ts'
import type { PriceDetail, PriceSnapshot } from '#money/price-groups/price.rules.ts'
import { type Bill, type BillInput, bill, type Sample } from './bill.rules.ts'
import type { Billable } from './session-bill.rules.ts'

const nothing = {
  pricePerKwhPaise: 0,
  pricePerHourPaise: 0,
  fixedFeeStartingPaise: 0,
  fixedFeeChargingPaise: 0,
  minuteFeeChargingPaise: 0,
  idealFeeFullyChargedPaise: 0,
}
export const slot = (price: Partial<PriceDetail>): PriceDetail => ({
  ...nothing,
  day: 0,
  startMinute: 0,
  endMinute: 1439,
  priceType: 'kwh',
  ...price,
})
const days = [0, 1, 2, 3, 4, 5, 6]
export const group = (type: 'fixed' | 'variable', details: readonly PriceDetail[]): PriceSnapshot => ({
  priceGroupId: 1,
  type,
  taxPpm: 180_000,
  transactionPpm: 23_600,
  pgChargesBearer: 'EV',
  details,
})
/** Every day cut at the given minutes; the prices follow each other through the week. */
export const weekOf = (cuts: readonly number[], prices: readonly Partial<PriceDetail>[]): PriceSnapshot => {
  const ends = [...cuts, 1439]
  return group(
    'variable',
    days.flatMap(day =>
      ends.map((endMinute, i) =>
        slot({ ...prices[(day * ends.length + i) % prices.length], day, startMinute: ends[i - 1] ?? 0, endMinute }),
      ),
    ),
  )
}

/** A Monday noon, UTC. */
export const noon = Date.UTC(2026, 2, 2, 12)
export const clock = (seconds: number): Date => new Date(noon + seconds * 1000)
export const session = (change: Partial<BillInput> = {}): BillInput => ({
  startAt: clock(0),
  stopAt: clock(3600),
  meterStartWh: 0,
  meterStopWh: 10_000,
  samples: [],
  snapshot: group('fixed', [slot({ pricePerKwhPaise: 1600 })]),
  toleranceWatt: 300,
  paymentType: 'RFID',
  supply: { supplierState: '27', placeOfSupply: '27' },
  commission: { percentPpm: 50_000, perKwhPaise: 100 },
  ...change,
})
export const reading = (seconds: number, energyWh: number, more: Partial<Sample> = {}): Sample => ({
  at: clock(seconds),
  energyWh,
  ...more,
})
/** A sample a minute. */
export const every = (from: number, to: number, more: Partial<Sample>): Sample[] =>
  Array.from({ length: Math.ceil((to - from) / 60) }, (_, i) => ({ at: clock(from + i * 60), ...more }))

/**
 * The bill so far of a session that still runs: up to its last sample before `now` and the highest register among them.
 * Samples later than `now` are dropped.
 */
export const running = (input: Omit<BillInput, 'stopAt' | 'meterStopWh' | 'isRunning'>, now: Date): Bill => {
  let stopMs = input.startAt.getTime()
  let meterStopWh = input.meterStartWh
  for (const { at, energyWh = 0 } of input.samples) {
    const ms = at.getTime()
    if (!(ms >= input.startAt.getTime() && ms <= now.getTime())) continue
    stopMs = Math.max(stopMs, ms)
    if (energyWh > meterStopWh && secondOf(at) > secondOf(input.startAt)) meterStopWh = energyWh
  }
  return bill({ ...input, stopAt: new Date(stopMs), meterStopWh, isRunning: true })
}

/** A session of an RFID tag that began at 0 with a register of 1000 Wh, at a connector of 60 kW. */
export const testBillable = (more: Partial<Billable> = {}): Billable => ({
  transactionId: 1,
  pk: 1,
  companyId: 1,
  teamId: 1,
  connectorId: 1,
  idTag: 'T',
  idTagStatus: 'Accepted',
  isFree: false,
  startedAt: clock(0),
  startToldAt: clock(0),
  startTimeFrom: 'charger',
  startReceivedAt: clock(0),
  clockOffsetSec: null,
  stoppedAt: null,
  stopToldAt: null,
  stopReceivedAt: null,
  hasStop: false,
  meterStartWh: 1000,
  meterStopWh: null,
  registerScale: 1,
  readingWh: null,
  toleranceWatt: 300,
  paymentType: 'RFID',
  paidPaise: 0,
  snapshot: null,
  priceVersionId: 1,
  holdPaise: null,
  driverId: null,
  ocppTagPk: null,
  paymentId: null,
  paidWith: null,
  methodRates: {},
  commissionPpm: 50_000,
  commissionPaisePerKwh: 0,
  supplierAtStart: null,
  supplierNow: null,
  recipient: null,
  chargerState: 'Karnataka',
  chargerCountry: 'IN',
  hasStationName: false,
  maxPowerW: 60_000,
  ...more,
})
