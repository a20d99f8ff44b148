// Running sessions in memory, for the running amount and a quick bill: read from the database when first asked for, so
// that a restart of the server loses nothing, and forgotten when they end or their charger goes.
import { gstCodeOfState } from '@wattdesk/base/countries'
import { Batch, SIDE_BY_SIDE } from '../../server/batch.ts'
import type { House } from '../../server/house.ts'
import { connectorStatuses, type StatusAt } from '../chargers/charger-history.store.ts'
import { type Bill, bill, type Sample } from './bill.rules.ts'
import { LEAST_OFFER_A, type Reading, readingOf, type SampledValue } from './meter.rules.ts'
import { metersOf } from './meter.store.ts'
import { isDeliverable, isImpossibleTime } from './session.rules.ts'
import { type Billable, type BillRow, billables } from './session.store.ts'

export type LiveSession = Billable & {
  /** As they came. */
  readings: Sample[]
  /** States of the connector since the start, by time. */
  statuses: StatusAt[]
  lastWh: number
  lastAt: Date
  /** The MeterValue that was stored last, as text: sent again with another id it is the same. */
  lastStored: string
  chargedPaise: number
  costedAt: number
}

const sampleOf = (at: Date, r: Reading): Sample => ({
  at,
  ...(r.energyWh !== undefined && { energyWh: r.energyWh }),
  ...(r.powerW !== undefined && { powerW: r.powerW }),
  ...(((r.offeredA !== undefined && r.offeredA < LEAST_OFFER_A) || (r.offeredW !== undefined && r.offeredW <= 0)) && {
    offered: 'no' as const,
  }),
})

const inState = (s: Sample, status: string | undefined): Sample =>
  status === 'SuspendedEV' ? { ...s, suspendedEv: true } : status === 'SuspendedEVSE' ? { ...s, offered: 'no' } : s

/**
 * What the bill goes by: the readings, each in the state that its connector was in, and the changes of state between
 * them up to `until`, for a car may stop drawing right after a reading (money.md 2.4).
 */
export function samplesOf({ readings, statuses }: Pick<LiveSession, 'readings' | 'statuses'>, until: Date): Sample[] {
  if (!statuses.some(s => s.status.startsWith('Suspended'))) return readings
  const statusAt = (at: Date) => statuses.findLast(s => s.at <= at)?.status
  const changes = statuses.filter(s => s.at <= until).map(s => inState({ at: s.at }, s.status))
  return [...changes, ...readings.map(r => inState(r, statusAt(r.at)))]
}

/** A state by its two digits of GST, from those digits or from its name. */
const stateCode = (state: string | null): string =>
  state === null ? '' : /^\d{2}$/.test(state) ? state : (gstCodeOfState(state) ?? state)

/** The bill of a session up to an end, never above a hold; undefined without a price. */
export function billOf(s: LiveSession, stopAt: Date, meterStopWh: number, holdPaise?: bigint): Bill | undefined {
  const snapshot = s.snapshot
  if (!snapshot) return undefined
  return bill({
    startAt: s.startedAt,
    stopAt,
    meterStartWh: s.meterStartWh,
    meterStopWh,
    samples: samplesOf(s, stopAt),
    snapshot,
    toleranceWatt: s.toleranceWatt,
    paymentType: s.paymentType,
    placeOfSupply: {
      supplierState: stateCode(s.supplierState),
      recipientState: stateCode(s.recipientState ?? s.supplierState),
    },
    free: s.isFree || s.idTagStatus !== 'Accepted',
    holdPaise,
    commission: { percentPpm: s.commissionPpm, perKwhPaise: s.commissionPaisePerKwh },
  })
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

// Long sessions are costed anew at most once a second; short ones with every reading.
const COST_EVERY_MS = 1000
const FEW_SAMPLES = 24
// One reading a second for a day; a flood of more is stored, but not all of it is held in memory.
const MOST_READINGS = 100_000
const MOST_STATUSES = 2000

export class LiveSessions {
  readonly house: House
  readonly byId = new Map<number, LiveSession>()
  readonly loading = new Map<number, Promise<LiveSession | undefined>>()
  readonly loads: Batch<number, LiveSession | undefined>
  /** Sessions begun here a moment ago: they have no meter values to be read. */
  readonly begun = new Set<number>()
  constructor(house: House) {
    this.house = house
    this.loads = new Batch<number, LiveSession | undefined>(ids => this.load(ids), SIDE_BY_SIDE)
  }

  /** The session, read with its meter values when it is not in memory. Undefined when there is none. */
  get(id: number): LiveSession | undefined | Promise<LiveSession | undefined> {
    const known = this.byId.get(id)
    if (known) return known
    let loading = this.loading.get(id)
    if (!loading) {
      loading = this.loads.add(id).finally(() => this.loading.delete(id))
      this.loading.set(id, loading)
    }
    return loading
  }

  /** A session has begun: it is read while its charger is answered, so that its first reading need not wait for it. */
  begin(id: number): void {
    this.begun.add(id)
    Promise.resolve(this.get(id)).catch(error =>
      this.house.log.debug({ err: error, transactionId: id }, 'The session was not read'),
    )
  }

  async load(ids: readonly number[]): Promise<(LiveSession | undefined)[]> {
    const { db } = this.house
    // Read again after a failure, all of it is read.
    const unmetered = new Set(ids.filter(id => this.begun.delete(id)))
    const found = await billables(db, ids)
    const [meters, statuses] = await Promise.all([
      metersOf(
        db,
        found.filter(b => !unmetered.has(b.transactionId)),
      ),
      connectorStatuses(
        db,
        found.map(b => ({
          pk: b.pk,
          connectorId: b.connectorId,
          since: b.startedAt,
          receivedSince: b.startedAt < b.startReceivedAt ? b.startedAt : b.startReceivedAt,
        })),
      ),
    ])
    const sessions = new Map(found.map((b, i) => [b.transactionId, fresh(b, statuses[i] ?? [])]))
    for (const m of meters) {
      const s = sessions.get(m.transactionId)
      if (s) this.take(s, m.at, m.samples, m.receivedAt)
    }
    for (const s of sessions.values()) if (!s.stoppedAt) this.byId.set(s.transactionId, s)
    return ids.map(id => sessions.get(id))
  }

  /** Adds one MeterValue; answers what it said. One at an impossible time is kept for the record only. */
  take(s: LiveSession, at: Date, samples: readonly SampledValue[], receivedAt: Date): Reading {
    const reading = readingOf(samples)
    if (isImpossibleTime(at, receivedAt)) return reading
    if (s.readings.length < MOST_READINGS) s.readings.push(sampleOf(at, reading))
    const { energyWh } = reading
    if (energyWh !== undefined && energyWh > s.lastWh && at >= s.startedAt) {
      const seconds = (at.getTime() - s.startedAt.getTime()) / 1000
      if (isDeliverable(energyWh - s.meterStartWh, seconds, s.maxPowerW)) s.lastWh = energyWh
    }
    if (at > s.lastAt) s.lastAt = at
    return reading
  }

  /** The connector of a session has changed its state. */
  statusChanged(id: number, status: string, at: Date): void {
    const note = (s: LiveSession | undefined) => {
      if (!s || at < s.startedAt || s.statuses.length >= MOST_STATUSES) return
      const place = s.statuses.findLastIndex(x => x.at <= at)
      if (s.statuses[place]?.status !== status) s.statuses.splice(place + 1, 0, { status, at })
    }
    const loading = this.loading.get(id)
    if (!loading) note(this.byId.get(id))
    else
      loading.then(note, error => this.house.log.debug({ err: error, transactionId: id }, 'The session was not read'))
  }

  /** The running amount in paise, up to the last reading. */
  cost(s: LiveSession): number {
    const now = performance.now()
    if (s.readings.length > FEW_SAMPLES && now - s.costedAt < COST_EVERY_MS) return s.chargedPaise
    s.costedAt = now
    const b = billOf(s, s.lastAt, s.lastWh)
    s.chargedPaise = b ? Number(b.totalPaise) : 0
    return s.chargedPaise
  }

  forget(id: number): void {
    this.byId.delete(id)
  }
}

const fresh = (b: Billable, statuses: StatusAt[]): LiveSession => ({
  ...b,
  readings: [],
  statuses,
  lastWh: b.meterStartWh,
  lastAt: b.startedAt,
  lastStored: '',
  chargedPaise: 0,
  costedAt: 0,
})
