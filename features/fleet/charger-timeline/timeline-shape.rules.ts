// The shapes of a drawn timeline: rows with marks and bars, and the list of events beside them.
import type { AuditEntry } from '#office/audit/audit.contract.ts'
import type {
  CommandEvent,
  ConnectionEvent,
  Count,
  MessageEvent,
  PlannedEvent,
  SecurityLaneEvent,
  SessionEvent,
  StationLaneEvent,
  StatusEvent,
} from './timeline.contract.ts'
import type { LaneId } from './timeline-view.rules.ts'

export type Tone = 'success' | 'active' | 'warning' | 'offline' | 'fault' | 'maintenance' | 'neutral'
/** An event with the lane in which it happened. */
export type LaneEvent =
  | { lane: 'connection'; event: ConnectionEvent }
  | { lane: 'status'; event: StatusEvent }
  | { lane: 'planned'; event: PlannedEvent }
  | { lane: 'security'; event: SecurityLaneEvent }
  | { lane: 'events'; event: StationLaneEvent }
  | { lane: 'sessions'; event: SessionEvent }
  | { lane: 'commands'; event: CommandEvent }
  | { lane: 'messages'; event: MessageEvent }
  | { lane: 'changes'; event: AuditEntry }
  | { lane: 'alerts'; event: AlertLaneEvent }

/** An alert that opened or closed; another feature tells of it, in its own words and with its page. */
export type AlertLaneEvent = { id: string; at: string; tone: Tone; text: string; more: string; to: string }

/** The alerts of a charger in a time: `asked`, their query; `events`, missing until they are read. */
export type AlertLaneAsked = {
  isOffered: boolean
  asked?: { error: unknown; isPending: boolean; isPlaceholderData: boolean; refetch: () => unknown }
  events?: AlertLaneEvent[] | undefined
}
/** A hook of the feature that has the alerts. */
export type UseAlertLane = (
  of: { teamId: number; chargepointPk: number; from: string; to: string },
  isWanted: boolean,
) => AlertLaneAsked

/** A stretch has an end, a point has none. A mark that only continues an earlier state has no `id`. */
export type Mark = { id?: string; from: number; to?: number; tone: Tone; half?: 'upper' | 'lower'; isFaint?: true }
/** The number of events within a step, and how many of them were bad. */
export type CountBar = { from: number; to: number; n: number; bad: number }
export type LaneRow = { key: string; label: string; marks: Mark[]; bars: CountBar[] }
/** A line of the list: an event, or the number of events within a step. */
export type TimelineItem = {
  key: string
  at: number
  lane: LaneId
  tone: Tone
  text: string
  more: string
  happened?: LaneEvent
  /** The step, for a number of events. */
  step?: { from: number; to: number }
}
export type DrawnLanes = { rows: LaneRow[]; items: TimelineItem[] }

/** A lane as it was read: its events, or where there are too many (`events` null) their numbers by steps. */
export type Lane<E> = { events: E[] | null; counts: Count[]; stepSec: number }
export type ConnectionLane = Lane<ConnectionEvent> & { wasConnected: boolean | null }
export type StatusLane = Lane<StatusEvent> & { before: StatusEvent[] }
export type Lanes = {
  connection?: ConnectionLane | undefined
  status?: StatusLane | undefined
  planned?: Lane<PlannedEvent> | undefined
  security?: Lane<SecurityLaneEvent> | undefined
  events?: Lane<StationLaneEvent> | undefined
  sessions?: Lane<SessionEvent> | undefined
  commands?: Lane<CommandEvent> | undefined
  messages?: Lane<MessageEvent> | undefined
  changes?: Lane<AuditEntry> | undefined
  alerts?: Lane<AlertLaneEvent> | undefined
}
/** Words that other features have: for the state of a connector, for the state of a task, and for a change. */
export type LaneWords = {
  /** The name of a connector; 0 is the charge point. */
  place: (connectorId: number) => string
  connector: (status: string) => { tone: Tone; label: string }
  task: (state: string) => { tone: Tone; label: string }
  change: (entry: AuditEntry) => string
}

/** Returns the name of an event in the address. */
export const idOf = (e: LaneEvent): string => (e.lane === 'changes' ? `changes.${e.event.id}` : e.event.id)
