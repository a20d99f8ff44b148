// Readings: kept as they came and committed before the answer; readings of a running session move its figures. A
// message is always answered: an unknown transaction or connector withholds nothing (O-42, O-54).
import { type SessionFacts, takeReading } from '#charging/billing/session-bill.rules.ts'
import { readingOf } from '#charging/metering/meter.rules.ts'
import { type LiveRow, type NewMeter, saveMeters } from '#charging/metering/meter.store.ts'
import { byClock } from '#fleet/stations/clock.rules.ts'
import { announce, clockCorrection, hearClock, type Station, timeOf } from '#fleet/stations/station.memory.ts'
import type { Services } from '#office/installation/services.ts'
import { Batch, SIDE_BY_SIDE } from '#platform/db/batch.ts'
import { type Contradiction, contradictionOf } from './contradiction.rules.ts'
import { addContradiction, endedSessionsAt } from './contradiction.store.ts'
import { type LiveSession, type LiveSessions, publishSession } from './session-live.memory.ts'
import type { ToldReadings } from './told.rules.ts'

type Item = { rows: NewMeter[]; live: LiveRow | undefined }
/** The rows of a message, and the last power and state of charge in it. */
type Readings = { rows: NewMeter[]; powerW: number | undefined; socPercent: number | undefined }

const MOST_LOOSE = 300
/** A reading of now is of no session that has ended. */
const LATE_MS = 10_000
/** So long after it came a charger may send again what another node is still storing. */
const COME_BACK_MS = 60_000

/** Stores readings. `spent` is called for a session that has used up the amount held or paid for it. */
export function sessionMeters(
  services: Services,
  live: LiveSessions,
  spent?: (s: Station, transactionId: number) => void,
) {
  const metered = new Batch<Item, void>(async items => {
    await saveMeters(
      services.db,
      items.flatMap(i => i.rows),
      items.flatMap(i => i.live ?? []),
    )
    return []
  }, SIDE_BY_SIDE)

  /** After a failure it is open whether the reading was stored, so the session is read anew when next asked for. */
  async function store(session: LiveSession | undefined, item: Item): Promise<void> {
    try {
      await metered.add(item)
    } catch (error) {
      if (session) live.forget(session.transactionId)
      throw error
    }
  }

  async function meter(s: Station, p: ToldReadings): Promise<Record<string, never>> {
    const receivedAt = services.now()
    if (p.meterValue.length === 0) return {}
    const times = p.meterValue.map(v => timeOf(v.timestamp))
    const newest = new Date(Math.max(...times.map(at => at.getTime())))
    hearClock(s, newest, receivedAt)
    const session = await live.byClock(s, await sessionOf(live, s, p))
    const texts = p.meterValue.map(v => JSON.stringify(v.sampledValue))
    let stored = ''
    for (let i = 0; i < texts.length; i++) stored += `${p.meterValue[i]?.timestamp} ${texts[i]}\n`
    // Sent again under another id, since our answer was lost: it is stored already.
    if (session?.lastStored === stored) return {}
    const connectorId = session?.connectorId ?? p.connectorId
    const known = session?.readings.length ?? 0
    const { rows, powerW, socPercent } = readingsOf(s, session, p, { connectorId, receivedAt, times })
    if (!session || session.stoppedAt) {
      await store(session, { rows, live: undefined })
      if (session) session.lastStored = stored
      else noteLoose(s, connectorId, newest)
      if (session) await compare(session, session.readings.slice(known), receivedAt)
      else if (!p.isOfNoSession) await compareLoose(s, p, { connectorId, receivedAt, times })
      return {}
    }
    const { transactionId } = session
    const chargedPaise = live.cost(session)
    await store(session, {
      rows,
      live: {
        transactionId,
        currentWh: session.lastWh,
        chargedPaise,
        powerW: powerW ?? null,
        socPercent: socPercent ?? null,
        meteredAt: session.lastAt,
        seqNos: p.seqNos,
      },
    })
    session.lastStored = stored
    if (powerW !== undefined) {
      s.powerW ??= new Map()
      s.powerW.set(connectorId, powerW)
    }
    const energyWh = session.lastWh - session.meterStartWh
    const figures = { transactionId, connectorId, energyWh, chargedPaise, powerW, socPercent }
    publishSession(services, s, 'metered', receivedAt, figures)
    announce(services, s, receivedAt)
    if (session.isSpent) spent?.(s, transactionId)
    return {}
  }

  /** Readings that come after the bill change nothing; what contradicts the bill is shown to a person, that furthest from it. */
  async function compare(session: SessionFacts, readings: SessionFacts['readings'], receivedAt: Date): Promise<void> {
    const { stoppedAt, meterStopWh } = session
    if (stoppedAt === null || meterStopWh === null) return
    const ended = { ...session, stoppedAt, meterStopWh }
    const came = readings
      .flatMap(({ at, energyWh: wh }) => (wh === undefined ? [] : (contradictionOf(ended, { at, wh }) ?? [])))
      .reduce<Contradiction | undefined>((most, c) => (most && most.offWh >= c.offWh ? most : c), undefined)
    if (came) await addContradiction(services.db, session.transactionId, { came, receivedAt })
  }

  /** Late readings that name no session are of the one that ran on the connector then. */
  async function compareLoose(s: Station, p: ToldReadings, { connectorId, receivedAt, times }: Message): Promise<void> {
    const late = p.meterValue.flatMap((v, i) => {
      const toldAt = times[i] ?? receivedAt
      const at = byClock(toldAt, receivedAt, clockCorrection(s))
      const isRegister = readingOf(v.sampledValue, 1).energyWh !== undefined
      return isRegister && receivedAt.getTime() - at.getTime() > LATE_MS
        ? [{ at, toldAt, samples: v.sampledValue }]
        : []
    })
    if (late.length === 0) return
    const found = await endedSessionsAt(
      services.db,
      s.charger.pk,
      connectorId,
      late.map(l => l.at),
    )
    for (const id of found) {
      const session = await live.get(id)
      if (!session?.stoppedAt) continue
      const known = session.readings.length
      for (const { toldAt, samples } of late) takeReading(session, toldAt, samples, receivedAt)
      const until = session.stoppedAt
      await compare(
        session,
        session.readings.slice(known).filter(r => r.at <= until),
        receivedAt,
      )
    }
  }
  return { meter, idle: () => metered.idle() }
}

/**
 * Returns the session of the message's id if it is this charger's own (O-51); without an id, the connector's running
 * session.
 */
async function sessionOf(live: LiveSessions, s: Station, p: ToldReadings): Promise<LiveSession | undefined> {
  if (p.isOfNoSession) return undefined
  const id = p.transactionId !== undefined && p.transactionId > 0 ? p.transactionId : s.active?.get(p.connectorId)
  if (id === undefined) return undefined
  const found = await live.get(id)
  return found?.pk === s.charger.pk ? found : undefined
}

type Message = { connectorId: number; receivedAt: Date; times: readonly Date[] }
/** Adds the readings of a message to what is known of its session, and returns them as rows to be stored. */
function readingsOf(
  s: Station,
  session: LiveSession | undefined,
  p: ToldReadings,
  { connectorId, receivedAt, times }: Message,
): Readings {
  // A reading later than all stored ones is new. Readings without a session are compared with those of this connection
  // alone.
  const lastToldMs = session?.lastToldMs ?? s.looseMeterMs?.get(connectorId) ?? Number.POSITIVE_INFINITY
  let powerW: number | undefined
  let socPercent: number | undefined
  const rows = p.meterValue.map((v, i): NewMeter => {
    const toldAt = times[i] ?? receivedAt
    const mayBeUnderWay = isFromBefore(s, toldAt, receivedAt)
    const mayRepeat = mayBeUnderWay || toldAt.getTime() <= lastToldMs
    if (session) {
      const { reading, at } = takeReading(session, toldAt, v.sampledValue, receivedAt)
      if (at && at >= session.lastAt) {
        powerW = reading.powerW ?? powerW
        socPercent = reading.socPercent ?? socPercent
      }
    }
    return {
      transactionId: session?.transactionId ?? null,
      pk: s.charger.pk,
      connectorId,
      at: toldAt,
      receivedAt,
      samples: v.sampledValue,
      mayRepeat,
      mayBeUnderWay,
    }
  })
  return { rows, powerW, socPercent }
}

/**
 * Whether a reading may have been sent over the connection before, which another node may have had: its session was read here
 * before that node has stored the reading, if it does.
 */
const isFromBefore = (s: Station, toldAt: Date, receivedAt: Date): boolean =>
  receivedAt.getTime() - s.connectedSince.getTime() < COME_BACK_MS ||
  toldAt.getTime() - clockCorrection(s) * 1000 <= s.connectedSince.getTime()

/** Meter values of no session are stored up to that time of the charger's clock. */
function noteLoose(s: Station, connectorId: number, newest: Date): void {
  s.looseMeterMs ??= new Map()
  // Memory stays bounded whatever connector numbers a charger sends; a forgotten one is looked up again.
  if (s.looseMeterMs.size > MOST_LOOSE) s.looseMeterMs.clear()
  s.looseMeterMs.set(connectorId, Math.max(s.looseMeterMs.get(connectorId) ?? 0, newest.getTime()))
}
