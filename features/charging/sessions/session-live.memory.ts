// Running sessions in memory, for running amounts and quick bills. A session is read from the database when first asked
// for, so a restart loses nothing, and forgotten when it ends or its charger goes. Browsers hear of each change.
import { rupeesFromPaise } from '@wattdesk/base/money'
import type { StatusAt } from '#charging/billing/bill.rules.ts'
import { billOf, type SessionFacts } from '#charging/billing/session-bill.rules.ts'
import { beganByClock } from '#charging/metering/session-times.rules.ts'
import { clockCorrection, connectorEvent, type Station, textOf } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { Batch, SIDE_BY_SIDE } from '#platform/db/batch.ts'
import { isEnergyInDoubt, type ReviewReason } from './session.rules.ts'
import { anchorStarts } from './session.store.ts'
import { readSessions } from './session-read.store.ts'

export type LiveSession = SessionFacts & {
  /** The MeterValue that was stored last, as text: sent again with another id it is the same. */
  lastStored: string
  chargedPaise: number
  /** Whether the amount held or paid for the session is used up. */
  isSpent: boolean
  costedAt: number
  /** How many readings and statuses there were, and the last reading, when the amount was worked out last. */
  costedOf: { readings: number; statuses: number; lastMs: number; lastWh: number } | undefined
}

// Long sessions are costed anew at most once a second; short ones with every reading.
const COST_EVERY_MS = 1000
const FEW_SAMPLES = 24
const MOST_STATUSES = 2000

const isUnchanged = (a: NonNullable<LiveSession['costedOf']>, b: LiveSession['costedOf']): boolean =>
  b !== undefined &&
  a.readings === b.readings &&
  a.statuses === b.statuses &&
  a.lastMs === b.lastMs &&
  a.lastWh === b.lastWh

export class LiveSessions {
  readonly services: Services
  readonly byId = new Map<number, LiveSession>()
  readonly loading = new Map<number, Promise<LiveSession | undefined>>()
  readonly loads: Batch<number, LiveSession | undefined>
  /** Sessions begun here a moment ago: they have no meter values to be read. */
  readonly begun = new Set<number>()
  constructor(services: Services) {
    this.services = services
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

  /** Reads a new session into memory while the charger gets its answer, so that the first meter reading finds it there. */
  begin(id: number): void {
    this.begun.add(id)
    Promise.resolve(this.get(id)).catch(error =>
      this.services.log.debug({ err: error, transactionId: id }, 'The session was not read'),
    )
  }

  async load(ids: readonly number[]): Promise<(LiveSession | undefined)[]> {
    // Read again after a failure, all of it is read.
    const unmetered = new Set(ids.filter(id => this.begun.delete(id)))
    // A charger waits: the archive is not asked. A session is there only after its end.
    const { db, platform, timeZone } = this.services
    const found = await readSessions(db, ids, { platform, archive: undefined, timeZone }, unmetered)
    return found.map(f => {
      if (!f) return undefined
      const s: LiveSession = { ...f, lastStored: '', chargedPaise: 0, isSpent: false, costedAt: 0, costedOf: undefined }
      if (!s.stoppedAt) this.byId.set(s.transactionId, s)
      return s
    })
  }

  /**
   * Returns the session with the times of its charger's clock: if the clock has become known since the session began,
   * all running sessions of the charger are put right by the clock and read anew.
   */
  async byClock(s: Station, session: LiveSession | undefined): Promise<LiveSession | undefined> {
    const offsetSec = clockCorrection(s)
    if (!session || session.stoppedAt || !beganByClock(session, offsetSec)) return session
    for (const id of await anchorStarts(this.services.db, s.charger.pk, offsetSec)) this.forget(id)
    return this.get(session.transactionId)
  }

  /** The connector of a session has changed its state. */
  statusChanged(id: number, status: string, at: Date): void {
    const note = (s: LiveSession | undefined) => {
      if (!s || at < s.startedAt || s.statuses.length >= MOST_STATUSES) return
      // Statuses are kept in the charger's order: a late status may stand between two equal ones, so only exact
      // repetitions are left out.
      const place = s.statuses.findLastIndex(x => x.at <= at)
      const isSame = (x: StatusAt) => x.status === status && x.at.getTime() === at.getTime()
      if (!s.statuses.some(isSame)) s.statuses.splice(place + 1, 0, { status, at })
    }
    const loading = this.loading.get(id)
    if (!loading) note(this.byId.get(id))
    else
      loading.then(note, error =>
        this.services.log.debug({ err: error, transactionId: id }, 'The session was not read'),
      )
  }

  /**
   * Returns the running amount in paise, up to the last reading. The amount never falls: if a late status lowers the
   * cost, only the bill shows the lower amount.
   */
  cost(s: LiveSession): number {
    // A reading and the answer to the event that told it ask for the same amount.
    const of = {
      readings: s.readings.length,
      statuses: s.statuses.length,
      lastMs: s.lastAt.getTime(),
      lastWh: s.lastWh,
    }
    if (isUnchanged(of, s.costedOf)) return s.chargedPaise
    const now = performance.now()
    if (s.readings.length > FEW_SAMPLES && now - s.costedAt < COST_EVERY_MS) return s.chargedPaise
    s.costedAt = now
    const b = billOf(s, s.lastAt, s.lastWh, { isRunning: true })
    s.costedOf = of
    s.isSpent = b?.holdPaise !== undefined && (b.overrunPaise > 0n || b.totalPaise >= b.holdPaise)
    s.chargedPaise = Math.max(s.chargedPaise, b ? Number(b.totalPaise) : 0)
    return s.chargedPaise
  }

  /**
   * The running amount as it was last stored and told to browsers; undefined where no reading has come, or no price holds
   * that would tell what the session costs.
   */
  shownCost(s: LiveSession): number | undefined {
    const isFree = s.isFree || (s.idTagStatus !== 'Accepted' && !s.holdPaise)
    if (!s.snapshot && !isFree) return undefined
    return isFree ? 0 : s.costedAt > 0 ? s.chargedPaise : undefined
  }

  forget(id: number): void {
    this.byId.delete(id)
  }
}

type SessionFigures = {
  transactionId: number
  connectorId: number
  energyWh: number
  chargedPaise: number
  powerW?: number | undefined
  socPercent?: number | undefined
  stoppedAt?: Date
  /** Why the ended session waits for a person. */
  review?: ReviewReason | undefined
}

/** Publishes a change of a session, and its connector with it. After the commit. */
export function publishSession(
  { bus }: Services,
  station: Station,
  change: 'started' | 'metered' | 'stopped',
  at: Date,
  f: SessionFigures,
): void {
  if (!bus.isHeard()) return
  const { companyId, teamId, pk } = station.charger
  bus.publish({
    companyId,
    event: {
      type: 'transaction',
      at: textOf(at),
      teamId,
      transactionId: f.transactionId,
      chargepoint_pk: pk,
      connectorId: f.connectorId,
      change,
      energyWh: f.energyWh,
      powerW: f.powerW ?? null,
      socPercent: f.socPercent ?? null,
      totalAmountCharged: rupeesFromPaise(BigInt(f.chargedPaise)),
      stoptime: f.stoppedAt?.toISOString() ?? null,
      inReview: f.review !== undefined,
      energyInDoubt: f.review !== undefined && isEnergyInDoubt(f.review),
    },
  })
  bus.publish({ companyId, event: connectorEvent(station, f.connectorId, at) })
}
