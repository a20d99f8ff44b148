// The start of a session: the tag is judged again, the session begun and committed before the answer; the same start again
// meets its first answer (OCPP 1.6 §4.8, D-OCPP-5, D-OCPP-6). A refused tag gets a session too, which is not billed (O-37).
import { holdPosting } from '#charging/billing/bill-posting.rules.ts'
import {
  type CertainStart,
  type ReportedTimes,
  type StartCause,
  startAfter,
  wasQueued,
} from '#charging/metering/session-times.rules.ts'
import * as tasks from '#control/remote-operations/task.store.ts'
import { isClosedAt } from '#fleet/stations/availability.rules.ts'
import { addConnectors } from '#fleet/stations/charger.store.ts'
import { wasLateWithoutCause } from '#fleet/stations/charger-history.store.ts'
import type { NoteEvent } from '#fleet/stations/charger-mail.memory.ts'
import {
  clockCorrection,
  hearClock,
  hearProof,
  isClockKnown,
  noteConnector,
  placeOf,
  type Station,
  timeOf,
} from '#fleet/stations/station.memory.ts'
import { authorise, closed, type IdTagInfo } from '#fleet/tags/tag.rules.ts'
import { standings, type TagAnswer } from '#fleet/tags/tag.store.ts'
import type { UnknownTags } from '#fleet/tags/unknown-tag.memory.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import type { Services } from '#office/installation/services.ts'
import { Batch, SIDE_BY_SIDE } from '#platform/db/batch.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { holdForSession, paymentTypeOf, QR_DESCRIPTION } from './session.rules.ts'
import * as store from './session.store.ts'
import { type LiveSessions, publishSession } from './session-live.memory.ts'
import { type BegunSession, begunSteps } from './session-steps.commands.ts'
import type { ToldStart } from './told.rules.ts'

type Item = {
  station: Station
  payload: ToldStart
  /** The start as it was told, and when it came. */
  told: ReportedTimes
}
/** A start with its certain time, which everything follows. */
type DatedItem = Item & { start: CertainStart }
type Answer = {
  start: CertainStart
  transactionId: number
  idTagInfo: IdTagInfo
  isNew: boolean
  /** The tag is not known. */
  isUnknown?: boolean
  /** The tag as it was judged; undefined where it is not known. */
  tag: TagAnswer | undefined
  isRunning: boolean
  setAside: readonly store.SetAside[]
}

export type BegunStart = Pick<Answer, 'transactionId' | 'idTagInfo' | 'tag'>

/** Marks sessions begun by the demo's past or by load tests; they are real in every other way. */
export type StartOptions = {
  isSimulated?: boolean
  /** Told of what people may want a mail of. */
  note?: NoteEvent
  /** Told of tags that nobody has made. */
  unknown?: UnknownTags['note']
}

export function sessionStarts(
  services: Services,
  live: LiveSessions,
  { isSimulated = false, note, unknown }: StartOptions = {},
) {
  const started = new Batch<Item, Answer>(items => beginAll(services, items, isSimulated), SIDE_BY_SIDE)

  async function start(s: Station, p: ToldStart): Promise<BegunStart> {
    const receivedAt = services.now()
    const toldAt = timeOf(p.timestamp)
    hearClock(s, toldAt, receivedAt)
    const told = { toldAt, receivedAt, offsetSec: clockCorrection(s) }
    const isLateWithoutCause = await wasLateWithoutCause(services.db, s.charger.pk, told)
    const a = await started.add({ station: s, payload: p, told: { ...told, isLateWithoutCause } })
    const { transactionId, idTagInfo } = a
    if (a.isNew && a.start.provesClock) hearProof(s, toldAt, receivedAt)
    if (a.isUnknown) unknown?.(s.charger.pk, p.idTag)
    noteConnector(s.charger, p.connectorId)
    for (const { transactionId: id, connectorId, energyWh, stoppedAt } of a.setAside) {
      live.forget(id)
      publishSession(services, s, 'stopped', receivedAt, {
        transactionId: id,
        connectorId,
        energyWh,
        chargedPaise: 0,
        stoppedAt,
        review: 'Stop never came',
      })
    }
    if (a.isRunning) {
      s.active ??= new Map()
      s.active.set(p.connectorId, transactionId)
    }
    if (a.isNew) {
      s.powerW?.delete(p.connectorId)
      live.begin(transactionId)
      const figures = { transactionId, connectorId: p.connectorId, energyWh: 0, chargedPaise: 0 }
      publishSession(services, s, 'started', receivedAt, figures)
      const details = [`Transaction: ${transactionId}`]
      note?.(s, 'OcppTransactionStarted', { connectorId: p.connectorId, at: a.start.at, details })
    }
    return { transactionId, idTagInfo, tag: a.tag }
  }
  return { start, idle: () => started.idle() }
}

/** Begins the starts of many chargers. Where a tag was deleted after it was judged, the start is judged anew. */
async function beginAll(services: Services, items: readonly Item[], isSimulated: boolean): Promise<Answer[]> {
  const answers = await beginOnce(services, items, isSimulated)
  const gone = items.flatMap((item, place) => (answers[place]?.transactionId === 0 ? [{ item, place }] : []))
  if (gone.length === 0) return answers
  const anew = await beginAll(
    services,
    gone.map(g => g.item),
    isSimulated,
  )
  for (const [n, a] of anew.entries()) answers[gone[n]?.place ?? -1] = a
  return answers
}

/**
 * Decides and begins the starts of many chargers, all or none of them: two reads at once and one statement that
 * commits. The running sessions of a tag with a limit are counted under the tag's lock, and a balance is held under the
 * lock of its account, so such starts need one transaction, as do starts for which a connector is created.
 */
async function beginOnce(services: Services, items: readonly Item[], isSimulated: boolean): Promise<Answer[]> {
  const { db, leastBalancePaise: leastPaise } = services
  const questions = items.map(i => ({
    idTag: i.payload.idTag,
    chargepointPk: i.station.charger.pk,
    connectorId: i.payload.connectorId,
  }))
  const keys = items.map(keyOf)
  const unseen = items
    .filter(i => placeOf(i.station.charger, i.payload.connectorId) === 'new')
    .map(i => ({ pk: i.station.charger.pk, connectorId: i.payload.connectorId }))
  const [tags, same, requested] = await Promise.all([
    standings(db, questions, { leastPaise }),
    store.sameStarts(db, keys),
    tasks.requestedStarts(db, keys),
  ])
  const dated = items.map((item, i) => ({ ...item, start: startOfItem(item, tags[i], requested[i]) }))
  const isLimited = tags.some(tag => tag !== undefined && (tag.maxActiveTransactions > 0 || tag.balancePaise !== null))
  if (!isLimited && unseen.length === 0) return decideAll(services, db, dated, tags, same, isSimulated)
  return db.transaction().execute(async trx => {
    const held = isLimited ? await standings(trx, questions, { leastPaise, lock: true }) : tags
    const begun = await store.sameStarts(trx, keys)
    if (unseen.length > 0) await addConnectors(trx, unseen)
    return decideAll(services, trx, dated, held, begun, isSimulated)
  })
}

/**
 * Returns when the session of a start began: never before its payment or before the remote start that caused it
 * (D-OCPP-6).
 */
function startOfItem(i: Item, tag: TagAnswer | undefined, requested: tasks.RequestedStart | undefined): CertainStart {
  const isSure = tag?.kind === 'session'
  const moments = isSure ? [tag.paidAt, requested?.firstAt] : [requested?.recentAt]
  const latestMs = Math.max(...moments.map(at => at?.getTime() ?? Number.NEGATIVE_INFINITY))
  const cause: StartCause | undefined = Number.isFinite(latestMs) ? { at: new Date(latestMs), isSure } : undefined
  const { connectedSince } = i.station
  return startAfter(i.told, cause, { isClockKnown: isClockKnown(i.station), connectedSince })
}

const keyOf = (i: Item): store.StartKey & { receivedAt: Date } => ({
  pk: i.station.charger.pk,
  connectorId: i.payload.connectorId,
  idTag: i.payload.idTag,
  toldAt: i.told.toldAt,
  receivedAt: i.told.receivedAt,
  meterStart: i.payload.meterStart,
  name: i.payload.stationTransaction?.id ?? null,
})

/** The same text for starts that are one: in 2.0.1 the station's name of the transaction says so, in 1.6 all that a start tells. */
const sameKeyOf = (i: Item): string => {
  const { name, pk, ...content } = keyOf(i)
  return JSON.stringify(name === null ? [pk, content, i.payload.idTag.toLowerCase()] : [pk, name])
}

/** `tags` and `same`, in the order of the items: each one's tag, and the session already begun by the same start. */
async function decideAll(
  services: Services,
  db: Db | Trx,
  items: readonly DatedItem[],
  tags: readonly (TagAnswer | undefined)[],
  same: readonly (store.StartedSession | undefined)[],
  isSimulated: boolean,
): Promise<Answer[]> {
  const answers = new Array<Answer>(items.length)
  const fresh: Fresh[] = []
  // The same start twice in one batch: the second one takes the answer of the first.
  const firstOf = new Map<string, number>()
  const twins: [second: number, first: number][] = []
  const begunNow = new Map<string, number>()
  // A balance is kept back whole: the next start in this batch finds nothing of it.
  const spent = new Set<string>()
  items.forEach((item, i) => {
    const tag = tags[i]
    const before = same[i]
    if (before) {
      const status = before.idTagStatus as IdTagInfo['status']
      const idTagInfo = { ...judged(item, tag, 0), status }
      answers[i] = {
        start: item.start,
        transactionId: before.transactionId,
        idTagInfo,
        isNew: false,
        tag,
        isRunning: before.isRunning,
        setAside: [],
      }
      return
    }
    const lower = item.payload.idTag.toLowerCase()
    const key = sameKeyOf(item)
    const first = firstOf.get(key)
    if (first !== undefined) {
      twins.push([i, first])
      return
    }
    firstOf.set(key, i)
    const begun = begunNow.get(lower) ?? 0
    const isFree = item.station.charger.isFree
    const isSpent = spent.has(lower) && !isFree
    const seen = tag && (isSpent ? { ...tag, isTooLow: true } : tag)
    const running = (tag?.activeSessions ?? 0) + begun
    const idTagInfo = judged(item, seen, running)
    const isAccepted = idTagInfo.status === 'Accepted'
    if (isAccepted) begunNow.set(lower, begun + 1)
    const lacksBalance =
      seen?.isTooLow === true && judged(item, { ...seen, isTooLow: false }, running).status === 'Accepted'
    const holdPaise = holdForSession(tag, { isAccepted, isFree, lacksBalance })
    if (holdPaise !== null) spent.add(lower)
    const { start } = item
    answers[i] = {
      start,
      transactionId: 0,
      idTagInfo,
      isNew: true,
      isUnknown: !tag && !item.payload.isUnauthorised,
      tag,
      isRunning: true,
      setAside: [],
    }
    fresh.push({ place: i, tag, start: startOf(item, tag, { idTagStatus: idTagInfo.status, holdPaise, isSimulated }) })
  })
  if (fresh.length > 0) {
    const begun = await store.begin(
      db,
      fresh.map(f => f.start),
    )
    await keepBack(db, fresh, begun)
    await stepOn(services, db, fresh, begun)
    fresh.forEach(({ place }, n) => {
      const a = answers[place]
      const b = begun[n]
      if (a && b) answers[place] = { ...a, transactionId: b.id, setAside: b.setAside }
    })
  }
  for (const [second, first] of twins) {
    const a = answers[first]
    if (a) answers[second] = { ...a, isNew: false, isUnknown: false, setAside: [] }
  }
  return answers
}

type Fresh = { place: number; start: store.Start; tag: TagAnswer | undefined }
/** Moves the balances that are kept back into the holds of their sessions; the accounts are held. */
async function keepBack(db: Db | Trx, fresh: readonly Fresh[], begun: readonly { id: number }[]): Promise<void> {
  const postings = fresh.flatMap(({ start, tag }, n) => {
    const transactionId = begun[n]?.id
    if (!transactionId || !start.holdPaise || !tag?.purseKind || tag.purseRef === null) return []
    const from = { kind: tag.purseKind, ref: tag.purseRef }
    return [holdPosting({ ...start, transactionId }, from, BigInt(start.holdPaise), start.receivedAt)]
  })
  if (postings.length === 0) return
  await postAll(db as Trx, postings)
}

/** Who asked for sessions by scan and pay learns, in the same transaction, what became of them. */
async function stepOn(
  services: Services,
  db: Db | Trx,
  fresh: readonly Fresh[],
  begun: readonly { id: number }[],
): Promise<void> {
  const asked = fresh.flatMap(({ start, tag }, n): BegunSession[] => {
    const transactionId = begun[n]?.id
    if (!transactionId || !tag || tag.paySessionId === null) return []
    const isPaid = start.isFree || (start.holdPaise ?? 0) > 0
    const { idTagStatus: status, paymentId, receivedAt: at } = start
    return [{ transactionId, paySessionId: tag.paySessionId, paymentId, status, isPaid, at }]
  })
  if (asked.length > 0) await begunSteps(services, db as Trx, asked)
}

/** The tag's status in the answer to a start, given how many sessions of the tag run. */
function judged(
  { station, payload, start: { at: startedAt }, told: { receivedAt } }: DatedItem,
  tag: TagAnswer | undefined,
  running: number,
): IdTagInfo {
  // A station that was connected when it started the session sends no start of the past, even if its clock says so: the sessions
  // that run now decide.
  const queued = payload.isOnline !== true && wasQueued(startedAt, receivedAt, station.connectedSince)
  // A free charger lets in whoever is not authorised, as its operator has decided.
  if (payload.isUnauthorised && station.charger.isFree)
    return closed({ status: 'Accepted' }, !queued && isClosedAt(station.charger, startedAt))
  const info = authorise(tag && { ...tag, activeSessions: queued ? 0 : running }, queued ? startedAt : receivedAt)
  // A start without a connection has already delivered energy: nobody could refuse the start, so it is billed.
  return closed(info, !queued && isClosedAt(station.charger, startedAt))
}

const startOf = (
  i: DatedItem,
  tag: TagAnswer | undefined,
  decided: Pick<store.Start, 'idTagStatus' | 'holdPaise' | 'isSimulated'>,
): store.Start => {
  const c = i.station.charger
  const paymentType = paymentTypeOf(tag)
  const isPaid = paymentType === 'CARD'
  // In 2.0.1 the unit of a register is always known.
  const registerScale = i.payload.stationTransaction ? 1 : c.registerScale
  return {
    companyId: c.companyId,
    teamId: c.teamId,
    pk: c.pk,
    chargepointId: c.id,
    chargepointName: c.name,
    chargerType: c.chargerType,
    connectorId: i.payload.connectorId,
    ocppTagPk: tag?.ocppTagPk ?? null,
    idTag: tag?.idTag ?? i.payload.idTag,
    driverId: tag?.driverId ?? null,
    driverName: tag?.driverName ?? null,
    email: tag?.email ?? null,
    phone: tag?.phone ?? null,
    startedAt: i.start.at,
    toldAt: i.told.toldAt,
    timeFrom: i.start.from,
    clockOffsetSec: i.start.clockOffsetSec,
    receivedAt: i.told.receivedAt,
    meterStartWh: i.payload.meterStart * registerScale,
    registerScale,
    reservationId: i.payload.reservationId ?? null,
    stationTransaction: i.payload.stationTransaction ?? null,
    isFree: c.isFree,
    toleranceWatt: c.toleranceWatt,
    paymentType,
    paymentId: isPaid && !c.isFree ? (tag?.paymentId ?? null) : null,
    paymentDescription: isPaid ? QR_DESCRIPTION : null,
    paidPaise: isPaid ? (decided.holdPaise ?? 0) : 0,
    ...decided,
  }
}
