// How each lane of a timeline is drawn: its rows of marks and bars, and its events as lines of the list.
import { secondsText, sessionSeconds } from '#fleet/stations/session-length.rules.ts'
import type { ConnectionEvent, Count, PlannedEvent, SessionEvent } from './timeline.contract.ts'
import {
  type ConnectionLane,
  type CountBar,
  type DrawnLanes,
  idOf,
  type Lane,
  type LaneEvent,
  type LaneRow,
  type LaneWords,
  type Mark,
  type StatusLane,
  type TimelineItem,
  type Tone,
} from './timeline-shape.rules.ts'
import { LANE_NAMES, type LaneId } from './timeline-view.rules.ts'
import { connectionText, durationText, kwhText, lateText } from './timeline-words.rules.ts'

/** The stretch of time that is drawn, ms since 1970; it ends with the present at the latest. */
export type Stretch = { from: number; end: number }

const ms = (iso: string): number => Date.parse(iso)

const connectionTone: Record<ConnectionEvent['event'], Tone> = {
  connected: 'success',
  booted: 'active',
  disconnected: 'offline',
  replaced: 'warning',
  refused: 'fault',
}
const isGood = (tone: Tone): boolean => tone === 'success' || tone === 'active'

/** The stretches in which the charger was connected, and the events of its connections on top. */
export function connectionLane(lane: ConnectionLane, { from, end }: Stretch): DrawnLanes {
  const { events, wasConnected } = lane
  const marks: Mark[] = []
  const points: Mark[] = []
  const items: TimelineItem[] = []
  let since = wasConnected === true ? from : undefined
  const close = (at: number) => {
    if (since !== undefined && at > since) marks.push({ from: since, to: at, tone: 'success', isFaint: true })
    since = undefined
  }
  for (const event of events ?? []) {
    const at = ms(event.at)
    const tone = connectionTone[event.event]
    if (event.event === 'connected') {
      close(at)
      since = at
    } else if (event.event === 'disconnected') close(at)
    points.push({ id: event.id, from: at, tone })
    items.push(eventItem({ lane: 'connection', event }, tone, ...connectionText(event)))
  }
  if (events) close(end)
  // Marks at one spot cover each other: breaks of the connection are drawn last, on top.
  const onTop = points.toSorted((a, b) => Number(isGood(b.tone)) - Number(isGood(a.tone)))
  const row = { key: 'connection', label: LANE_NAMES.connection, marks: [...marks, ...onTop], bars: barsOf(lane) }
  return { rows: [row], items: [...items, ...countItems('connection', lane)] }
}

/** A row for each connector, and for the charge point as a whole, with a stretch for each state. */
export function statusLane(lane: StatusLane, stretch: Stretch, words: LaneWords): DrawnLanes {
  const events = lane.events ?? []
  const all = [...lane.before, ...events]
  const ids = connectorsIn([...all, ...lane.counts])
  const rows = ids.map((id): LaneRow => {
    const marks = stateMarks(
      all.filter(e => e.connectorId === id),
      stretch,
      words,
    )
    return {
      key: `status.${id}`,
      label: words.place(id),
      // In a counted lane the state before the stretch says nothing about the rest.
      marks: lane.events ? marks.filter(m => (m.to ?? 0) > m.from) : [],
      bars: barsOf(lane, id),
    }
  })
  if (rows.length === 0) rows.push({ key: 'status', label: LANE_NAMES.status, marks: [], bars: [] })
  const items = events.map(event => {
    const { tone, label } = words.connector(event.status)
    const { errorCode, info, vendorErrorCode } = event
    const fault = errorCode && errorCode !== 'NoError' ? [errorCode, info, vendorErrorCode] : []
    const more = [...fault, lateText(event)].filter(Boolean).join(' · ')
    return eventItem({ lane: 'status', event }, tone, `${words.place(event.connectorId)}: ${label}`, more)
  })
  return { rows, items: [...items, ...countItems('status', lane, words)] }
}

/** Each state lasts until the next, the last until the end of the stretch. */
const stateMarks = (states: StatusLane['before'], { from, end }: Stretch, words: LaneWords): Mark[] =>
  states.map((state, i): Mark => {
    const next = states[i + 1]
    const isBefore = ms(state.at) < from
    return {
      ...(!isBefore && { id: state.id }),
      from: Math.max(ms(state.at), from),
      to: next ? ms(next.at) : end,
      tone: words.connector(state.status).tone,
    }
  })

/** The stretches of planned maintenance; no row where none was planned. */
export function plannedLane(lane: Lane<PlannedEvent>, { from, end }: Stretch): DrawnLanes {
  const events = lane.events ?? []
  const marks = events.map((e): Mark => {
    const begin = Math.max(ms(e.at), from)
    return { id: e.id, from: begin, to: Math.max(Math.min(ms(e.endedAt), end), begin), tone: 'maintenance' }
  })
  const items = events.map(event => {
    const length = durationText(ms(event.endedAt) - ms(event.at))
    const more = [length, event.setsInoperative ? 'connectors out of service' : ''].filter(Boolean).join(' · ')
    return eventItem({ lane: 'planned', event }, 'maintenance', event.reason ?? LANE_NAMES.planned, more)
  })
  if (events.length === 0) return { rows: [], items }
  return { rows: [{ key: 'planned', label: LANE_NAMES.planned, marks, bars: [] }], items }
}

/** A row for each connector with sessions, with a stretch for each session. */
export function sessionLane(lane: Lane<SessionEvent>, { from, end }: Stretch, words: LaneWords): DrawnLanes {
  const events = lane.events ?? []
  const ids = connectorsIn([...events, ...lane.counts])
  const toneOf = (e: SessionEvent): Tone => (e.endedAt === null ? 'active' : 'maintenance')
  const markOf = (e: SessionEvent): Mark => {
    const begin = Math.max(ms(e.at), from)
    const until = e.endedAt === null ? end : Math.min(ms(e.endedAt), end)
    return { id: e.id, from: begin, to: Math.max(until, begin), tone: toneOf(e) }
  }
  const rows = (ids.length > 0 ? ids : [0]).map(id => ({
    key: `sessions.${id}`,
    label: ids.length > 1 ? `Sessions, ${inSentence(words.place(id))}` : LANE_NAMES.sessions,
    marks: events.filter(e => e.connectorId === id).map(markOf),
    bars: barsOf(lane, id),
  }))
  const items = events.map(event => {
    const more = [
      words.place(event.connectorId),
      event.endedAt === null ? 'runs' : secondsText(sessionSeconds(event.at, event.endedAt)),
      ...(event.energyWh === null ? [] : [kwhText(event.energyWh)]),
    ]
    return eventItem({ lane: 'sessions', event }, toneOf(event), `Session ${event.transactionId}`, more.join(' · '))
  })
  return { rows, items: [...items, ...countItems('sessions', lane, words)] }
}

/** An event at one moment: its mark, and its line of the list. */
export type Point = { happened: LaneEvent; tone: Tone; text: string; more: string; half?: 'upper' | 'lower' }

/** One row, with a point for each event. */
export function pointLane<E>(id: LaneId, lane: Lane<E>, pointOf: (event: E) => Point): DrawnLanes {
  const points = (lane.events ?? []).map(pointOf)
  const marks = points.map(({ happened, tone, half }): Mark => {
    return { id: idOf(happened), tone, ...(half && { half }), from: ms(happened.event.at) }
  })
  // Marks at one spot cover each other: faults are drawn last, on top.
  const onTop = marks.toSorted((a, b) => Number(a.tone === 'fault') - Number(b.tone === 'fault'))
  const items = points.map(p => eventItem(p.happened, p.tone, p.text, p.more))
  return {
    rows: [{ key: id, label: LANE_NAMES[id], marks: onTop, bars: barsOf(lane) }],
    items: [...items, ...countItems(id, lane)],
  }
}

const connectorsIn = (all: readonly { connectorId: number }[]): number[] =>
  [...new Set(all.map(e => e.connectorId))].sort((a, b) => a - b)

/** The bars of a counted lane, or of one connector in it. */
const barsOf = (lane: Lane<unknown>, connectorId?: number): CountBar[] =>
  lane.counts
    .filter(c => connectorId === undefined || c.connectorId === connectorId)
    .map(c => ({ from: ms(c.at), to: ms(c.at) + lane.stepSec * 1000, n: c.n, bad: c.bad }))

const eventItem = (happened: LaneEvent, tone: Tone, text: string, more: string): TimelineItem => ({
  key: idOf(happened),
  at: ms(happened.event.at),
  lane: happened.lane,
  tone,
  text,
  more,
  happened,
})

/** The words for one event of a lane, for many, and for those that were bad. */
const COUNTED: Readonly<Record<LaneId, [string, string, string]>> = {
  connection: ['connection event', 'connection events', 'lost or refused'],
  status: ['state', 'states', 'with a fault'],
  planned: ['maintenance', 'maintenances', ''],
  security: ['security event', 'security events', 'critical'],
  events: ['station event', 'station events', 'grave'],
  sessions: ['session', 'sessions', ''],
  commands: ['command', 'commands', 'without success'],
  messages: ['message', 'messages', ''],
  changes: ['change', 'changes', ''],
  alerts: ['alert', 'alerts', ''],
}

/** `words`: of a lane that is split by connector. */
const countItems = (id: LaneId, lane: Lane<unknown>, words?: LaneWords): TimelineItem[] =>
  lane.counts.map(c => countItem(id, c, lane.stepSec * 1000, words))

/** 'Connector 2' within a sentence; an EVSE keeps its capitals. */
const inSentence = (place: string): string => place.replace(/^C/, 'c')

function countItem(lane: LaneId, c: Count, stepMs: number, words: LaneWords | undefined): TimelineItem {
  const [one, many, bad] = COUNTED[lane]
  const from = ms(c.at)
  const place = words && c.connectorId > 0 ? `${words.place(c.connectorId)}: ` : ''
  const counted = `${c.n.toLocaleString('en-IN')} ${c.n === 1 ? one : many}`
  return {
    key: `count.${lane}.${c.connectorId}.${from}`,
    at: from,
    lane,
    tone: c.bad > 0 ? 'fault' : 'neutral',
    text: place + counted,
    more: `${c.bad > 0 ? `${c.bad.toLocaleString('en-IN')} ${bad} · ` : ''}within ${durationText(stepMs)}`,
    step: { from, to: from + stepMs },
  }
}
