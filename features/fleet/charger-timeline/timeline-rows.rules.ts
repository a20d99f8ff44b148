// The contents of a timeline's lanes: rows with stretches and points to draw, and the same events as a list with words.

import { frameName, namesOf, preview } from '#fleet/charger-logs/charger-log.rules.ts'
import { secondsText, sessionSeconds } from '#fleet/stations/session-length.rules.ts'
import type { AuditEntry } from '#office/audit/audit.contract.ts'
import type {
  CommandEvent,
  ConnectionEvent,
  Count,
  MessageEvent,
  SecurityLaneEvent,
  SessionEvent,
  StatusEvent,
} from './timeline.contract.ts'
import { LANE_NAMES, type LaneId } from './timeline-view.rules.ts'
import { connectionText, connectorName, durationText, kwhText, lateText } from './timeline-words.rules.ts'

export type Tone = 'success' | 'active' | 'warning' | 'offline' | 'fault' | 'maintenance' | 'neutral'
export type Happened =
  | { lane: 'connection'; of: ConnectionEvent }
  | { lane: 'status'; of: StatusEvent }
  | { lane: 'security'; of: SecurityLaneEvent }
  | { lane: 'sessions'; of: SessionEvent }
  | { lane: 'commands'; of: CommandEvent }
  | { lane: 'messages'; of: MessageEvent }
  | { lane: 'changes'; of: AuditEntry }

/** A stretch has an end, a point has none. A mark that only continues an earlier state has no `id`. */
export type Mark = { id?: string; from: number; to?: number; tone: Tone; half?: 'upper' | 'lower'; isFaint?: true }
export type Bar = { from: number; to: number; n: number; bad: number }
export type Row = { key: string; label: string; marks: Mark[]; bars: Bar[] }
/** A line of the list: an event, or the number of events within a step. */
export type Item = {
  key: string
  at: number
  lane: LaneId
  tone: Tone
  text: string
  more: string
  happened?: Happened
  /** The step, for a number of events. */
  step?: { from: number; to: number }
}

type Lane<E> = { events: E[] | null; counts: Count[]; stepSec: number }
export type Lanes = {
  connection?: (Lane<ConnectionEvent> & { wasConnected: boolean | null }) | undefined
  status?: (Lane<StatusEvent> & { before: StatusEvent[] }) | undefined
  security?: Lane<SecurityLaneEvent> | undefined
  sessions?: Lane<SessionEvent> | undefined
  commands?: Lane<CommandEvent> | undefined
  messages?: Lane<MessageEvent> | undefined
  changes?: Lane<AuditEntry> | undefined
}
/** Words that other features have: for the state of a connector, for the state of a task, and for a change. */
export type Words = {
  connector: (status: string) => { tone: Tone; label: string }
  task: (state: string) => { tone: Tone; label: string }
  change: (entry: AuditEntry) => string
}

const ms = (iso: string): number => Date.parse(iso)
const connectionTone: Record<ConnectionEvent['event'], Tone> = {
  connected: 'success',
  booted: 'active',
  disconnected: 'offline',
  replaced: 'warning',
  refused: 'fault',
}

const COUNTED: Readonly<Record<LaneId, [string, string, string]>> = {
  connection: ['connection event', 'connection events', 'lost or refused'],
  status: ['state', 'states', 'with a fault'],
  security: ['security event', 'security events', 'critical'],
  sessions: ['session', 'sessions', ''],
  commands: ['command', 'commands', 'without success'],
  messages: ['message', 'messages', ''],
  changes: ['change', 'changes', ''],
}
function countItem(lane: LaneId, c: Count, stepMs: number): Item {
  const [one, many, bad] = COUNTED[lane]
  const from = ms(c.at)
  const place = c.connectorId > 0 ? `${connectorName(c.connectorId)}: ` : ''
  const words = `${c.n.toLocaleString('en-IN')} ${c.n === 1 ? one : many}`
  return {
    key: `count.${lane}.${c.connectorId}.${from}`,
    at: from,
    lane,
    tone: c.bad > 0 ? 'fault' : 'neutral',
    text: place + words,
    more: `${c.bad > 0 ? `${c.bad.toLocaleString('en-IN')} ${bad} · ` : ''}within ${durationText(stepMs)}`,
    step: { from, to: from + stepMs },
  }
}

export type Shown = { rows: Row[]; items: Item[] }
/**
 * Returns the rows of the lanes in their order, and their events, newest first. `end`: now, where the stretch reaches
 * beyond the present.
 */
export function shownOf(
  lanes: Lanes,
  { from, to: until }: { from: number; to: number },
  now: number,
  words: Words,
): Shown {
  const end = Math.min(until, now)
  const rows: Row[] = []
  const items: Item[] = []
  const bars = (l: Lane<unknown>, connectorId?: number): Bar[] =>
    l.counts
      .filter(c => connectorId === undefined || c.connectorId === connectorId)
      .map(c => ({ from: ms(c.at), to: ms(c.at) + l.stepSec * 1000, n: c.n, bad: c.bad }))
  const count = (lane: LaneId, l: Lane<unknown>) => {
    for (const c of l.counts) items.push(countItem(lane, c, l.stepSec * 1000))
  }
  const tell = (happened: Happened, tone: Tone, text: string, more: string) => {
    const key = idOf(happened)
    items.push({ key, at: ms(happened.of.at), lane: happened.lane, tone, text, more, happened })
  }

  if (lanes.connection) {
    const { events, wasConnected } = lanes.connection
    const marks: Mark[] = []
    let since = wasConnected === true ? from : undefined
    const close = (at: number) => {
      if (since !== undefined && at > since) marks.push({ from: since, to: at, tone: 'success', isFaint: true })
      since = undefined
    }
    const points: Mark[] = []
    for (const e of events ?? []) {
      const at = ms(e.at)
      if (e.event === 'connected') {
        close(at)
        since = at
      } else if (e.event === 'disconnected') close(at)
      points.push({ id: e.id, from: at, tone: connectionTone[e.event] })
      tell({ lane: 'connection', of: e }, connectionTone[e.event], ...connectionText(e))
    }
    if (events) close(end)
    rows.push({
      key: 'connection',
      label: LANE_NAMES.connection,
      // Marks at one spot cover each other: breaks of the connection are drawn last, on top.
      marks: [...marks, ...points.toSorted((a, b) => Number(isGood(b.tone)) - Number(isGood(a.tone)))],
      bars: bars(lanes.connection),
    })
    count('connection', lanes.connection)
  }

  if (lanes.status) {
    const { events, before, counts } = lanes.status
    const ids = [...new Set([...before, ...(events ?? []), ...counts].map(e => e.connectorId))].sort((a, b) => a - b)
    for (const id of ids) {
      const own = [...before, ...(events ?? [])].filter(e => e.connectorId === id)
      const marks = own.map((e, i): Mark => {
        const next = own[i + 1]
        const isBefore = ms(e.at) < from
        return {
          ...(!isBefore && { id: e.id }),
          from: Math.max(ms(e.at), from),
          to: next ? ms(next.at) : end,
          tone: words.connector(e.status).tone,
        }
      })
      rows.push({
        key: `status.${id}`,
        label: connectorName(id),
        // In a counted lane the state before the stretch says nothing about the rest.
        marks: events ? marks.filter(m => (m.to ?? 0) > m.from) : [],
        bars: bars(lanes.status, id),
      })
    }
    if (ids.length === 0) rows.push({ key: 'status', label: LANE_NAMES.status, marks: [], bars: [] })
    for (const e of events ?? []) {
      const { tone, label } = words.connector(e.status)
      const fault = e.errorCode && e.errorCode !== 'NoError' ? [e.errorCode, e.info, e.vendorErrorCode] : []
      const more = [...fault, lateText(e)].filter(Boolean).join(' · ')
      tell({ lane: 'status', of: e }, tone, `${connectorName(e.connectorId)}: ${label}`, more)
    }
    count('status', lanes.status)
  }

  const points = <E extends { at: string }>(
    lane: LaneId,
    l: Lane<E> | undefined,
    mark: (e: E) => Omit<Mark, 'from'>,
    line: (e: E) => { happened: Happened; tone: Tone; text: string; more: string },
  ) => {
    if (!l) return
    const marks = (l.events ?? []).map((e): Mark => ({ ...mark(e), from: ms(e.at) }))
    // Marks at one spot cover each other: faults are drawn last, on top.
    const inOrder = marks.toSorted((a, b) => Number(a.tone === 'fault') - Number(b.tone === 'fault'))
    rows.push({ key: lane, label: LANE_NAMES[lane], marks: inOrder, bars: bars(l) })
    for (const e of l.events ?? []) {
      const { happened, tone, text, more } = line(e)
      tell(happened, tone, text, more)
    }
    count(lane, l)
  }
  points(
    'security',
    lanes.security,
    e => ({ id: e.id, tone: securityTone(e) }),
    e => ({
      happened: { lane: 'security', of: e },
      tone: securityTone(e),
      text: e.type,
      more: [...(e.severity === 'Critical' ? [e.severity] : []), e.techInfo].filter(Boolean).join(' · '),
    }),
  )

  if (lanes.sessions) {
    const { events, counts } = lanes.sessions
    const ids = [...new Set([...(events ?? []), ...counts].map(e => e.connectorId))].sort((a, b) => a - b)
    for (const id of ids.length > 0 ? ids : [0]) {
      const own = (events ?? []).filter(e => e.connectorId === id)
      rows.push({
        key: `sessions.${id}`,
        label: ids.length > 1 ? `Sessions, connector ${id}` : LANE_NAMES.sessions,
        marks: own.map(e => ({
          id: e.id,
          from: Math.max(ms(e.at), from),
          to: Math.max(e.endedAt === null ? end : Math.min(ms(e.endedAt), end), Math.max(ms(e.at), from)),
          tone: e.endedAt === null ? 'active' : 'maintenance',
        })),
        bars: bars(lanes.sessions, id),
      })
    }
    for (const e of events ?? []) {
      const more = [
        `Connector ${e.connectorId}`,
        e.endedAt === null ? 'runs' : secondsText(sessionSeconds(e.at, e.endedAt)),
        ...(e.energyWh === null ? [] : [kwhText(e.energyWh)]),
      ]
      tell(
        { lane: 'sessions', of: e },
        e.endedAt === null ? 'active' : 'maintenance',
        `Session ${e.transactionId}`,
        more.join(' · '),
      )
    }
    count('sessions', lanes.sessions)
  }

  points(
    'commands',
    lanes.commands,
    e => ({ id: e.id, tone: words.task(e.state).tone }),
    e => ({
      happened: { lane: 'commands', of: e },
      tone: words.task(e.state).tone,
      text: `${e.operation}: ${e.response ?? words.task(e.state).label}`,
      more: e.error ?? '',
    }),
  )
  const nameOf = namesOf(lanes.messages?.events ?? [])
  points(
    'messages',
    lanes.messages,
    e => ({ id: e.id, tone: messageTone(e), half: e.messageType === 'INCOMING' ? 'upper' : 'lower' }),
    e => ({
      happened: { lane: 'messages', of: e },
      tone: messageTone(e),
      text: `${e.messageType === 'INCOMING' ? 'From' : 'To'} the charger: ${nameOf(e.message)}`,
      more: preview(e.message),
    }),
  )
  points(
    'changes',
    lanes.changes,
    e => ({ id: `changes.${e.id}`, tone: 'warning' }),
    e => ({ happened: { lane: 'changes', of: e }, tone: 'warning', text: words.change(e), more: `By ${e.username}` }),
  )
  return { rows, items: items.toSorted((a, b) => b.at - a.at) }
}

const isGood = (tone: Tone): boolean => tone === 'success' || tone === 'active'
const securityTone = (e: SecurityLaneEvent): Tone => (e.severity === 'Critical' ? 'fault' : 'warning')
const messageTone = (e: MessageEvent): Tone =>
  frameName(e.message).startsWith('Error') ? 'fault' : e.messageType === 'INCOMING' ? 'active' : 'neutral'
/** Returns the name of an event in the address. */
export const idOf = (h: Happened): string => (h.lane === 'changes' ? `changes.${h.of.id}` : h.of.id)
