// Reads the lanes of a timeline. A lane is read up to a single event more than it may show; where that event exists,
// the database counts the lane by steps instead. Histories that name their team are read within the scope.
import { type RawBuilder, sql } from 'kysely'
import type { LogSource } from '#fleet/charger-logs/frame-archive.store.ts'
import { between } from '#fleet/charger-logs/log-between.store.ts'
import { securityBetween, securityEventOf } from '#fleet/charger-logs/security-event.store.ts'
import { plannedBetween } from '#fleet/maintenance/planned-time.store.ts'
import { eventReply, eventsBetween } from '#fleet/station-events/station-event.store.ts'
import { withinSince } from '#fleet/stations/charger-since.store.ts'
import type { AuditEntry } from '#office/audit/audit.contract.ts'
import { isBetween, recordHistoryBetween } from '#office/audit/audit.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
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
import { MOST_EVENTS } from './timeline.contract.ts'
import type { Span } from './timeline.rules.ts'

/** How late a charger may report an event for it still to be found under the time at which it happened. */
const LATE_MS = 3 * 86_400_000
/** How long before the span the state at its beginning is looked for, and a session that reaches into it may have begun. */
const BACK_MS = 31 * 86_400_000
const LONGEST_TEXT = 2000

export type Lane<E> = { events: E[] | null; counts: Count[]; stepSec: number }
const iso = (at: Date): string => at.toISOString()
const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null

type CountRow = { at: Date; n: number; bad: number; connectorId: number }
/** Counts the rows `found` of (at, bad, connector_id) by the steps of a span. */
const counted = async (db: Db, { stepMs, origin }: Span, found: RawBuilder<unknown>): Promise<Count[]> => {
  const { rows } = await sql<CountRow>`
    select date_bin(make_interval(secs => ${stepMs / 1000}), x.at, ${origin}::timestamptz) as at, count(*)::int as n,
      count(*) filter (where x.bad)::int as bad, x.connector_id
    from (${found}) x (at, bad, connector_id) group by 1, 4 order by 1, 4`.execute(db)
  return rows.map(r => ({ ...r, at: iso(r.at) }))
}
async function laneOf<R, E>(
  db: Db,
  span: Span,
  { rows, event, all }: { rows: Promise<R[]>; event: (r: R) => E; all: RawBuilder<unknown> },
): Promise<Lane<E>> {
  const found = await rows
  const stepSec = span.stepMs / 1000
  if (found.length <= MOST_EVENTS) return { events: found.map(event), counts: [], stepSec }
  return { events: null, counts: await counted(db, span, all), stepSec }
}

type ConnectionRow = Omit<ConnectionEvent, 'at' | 'lastAt' | 'id'> & { id: number; at: Date; lastAt: Date | null }
export async function connection(db: Db, scope: Scope, pk: number, span: Span) {
  const here = sql`from connection_history h where h.chargepoint_pk = ${pk} and ${within(scope, 'h')}
    and h.at >= ${span.from} and h.at < ${span.to}`
  const before = sql<{ event: string }>`select h.event from connection_history h where h.chargepoint_pk = ${pk}
    and ${within(scope, 'h')} and h.at < ${span.from} and h.event in ('connected', 'disconnected') order by h.at desc, h.id desc limit 1`
  const [lane, was] = await Promise.all([
    laneOf(db, span, {
      rows: sql<ConnectionRow>`select h.id, h.at, h.event, h.reason, h.close_code, h.times, h.last_at, h.address ${here}
        order by h.at, h.id limit ${MOST_EVENTS + 1}`
        .execute(db)
        .then(r => r.rows),
      event: (r): ConnectionEvent => ({ ...r, id: `connection.${r.id}`, at: iso(r.at), lastAt: isoOrNull(r.lastAt) }),
      all: sql`select h.at, h.event in ('disconnected', 'refused'), 0 ${here}`,
    }),
    before.execute(db),
  ])
  const event = was.rows[0]?.event
  return { ...lane, wasConnected: event === undefined ? null : event === 'connected' }
}

type StatusRow = Omit<StatusEvent, 'id' | 'at' | 'receivedAt'> & { at: Date; receivedAt: Date }
const statusEvent = (r: StatusRow): StatusEvent => ({
  ...r,
  // Rows have no number; no connector changes twice at the same instant by the same message.
  id: `status.${r.connectorId}.${r.at.getTime()}.${r.receivedAt.getTime()}`,
  at: iso(r.at),
  receivedAt: iso(r.receivedAt),
})
export async function status(db: Db, scope: Scope, pk: number, span: Span) {
  const columns = sql`h.connector_id, h.at, h.received_at, h.status, h.error_code, h.info, h.vendor_error_code`
  const late = new Date(span.to.getTime() + LATE_MS)
  const here = sql`from connector_status_history h where h.chargepoint_pk = ${pk} and ${within(scope, 'h')}
    and h.received_at >= ${span.from} and h.received_at < ${late} and h.at >= ${span.from} and h.at < ${span.to}`
  const before = sql<StatusRow>`select distinct on (h.connector_id) ${columns} from connector_status_history h
    where h.chargepoint_pk = ${pk} and ${within(scope, 'h')} and h.at < ${span.from}
      and h.received_at >= ${new Date(span.from.getTime() - BACK_MS)} and h.received_at < ${new Date(span.from.getTime() + LATE_MS)}
    order by h.connector_id, h.at desc, h.received_at desc`
  const [lane, was] = await Promise.all([
    laneOf(db, span, {
      rows: sql<StatusRow>`select ${columns} ${here} order by h.at, h.received_at limit ${MOST_EVENTS + 1}`
        .execute(db)
        .then(r => r.rows),
      event: statusEvent,
      all: sql`select h.at, h.status = 'Faulted' or coalesce(h.error_code, 'NoError') <> 'NoError', h.connector_id ${here}`,
    }),
    before.execute(db),
  ])
  return { ...lane, before: was.rows.map(statusEvent) }
}

/** Reads the planned maintenances that touch the time; a charger has few. */
export async function planned(db: Db, scope: Scope, pk: number, span: Span): Promise<Lane<PlannedEvent>> {
  const [all, since] = await Promise.all([plannedBetween(db, [pk], span), withinSince(db, scope, pk)])
  const events = all.slice(0, MOST_EVENTS).map(
    (p): PlannedEvent => ({
      id: `planned.${p.maintenanceId}`,
      maintenanceId: p.maintenanceId,
      at: iso(p.from),
      endedAt: iso(p.to),
      reason: p.from < since ? null : p.reason,
      setsInoperative: p.setsInoperative,
    }),
  )
  return { events, counts: [], stepSec: span.stepMs / 1000 }
}

/** Reads security events since the charger came into the reader's scope: the events themselves name no team. */
export async function security(db: Db, scope: Scope, pk: number, span: Span) {
  const since = await withinSince(db, scope, pk)
  const { rows, all } = securityBetween(pk, { from: span.from, to: span.to, since, lateMs: LATE_MS }, MOST_EVENTS + 1)
  return laneOf(db, span, {
    rows: rows.execute(db).then(r => r.rows),
    event: (r): SecurityLaneEvent => ({ ...securityEventOf(r), id: `security.${r.id}` }),
    all,
  })
}

/** Reads events of a station of OCPP 2.0.1 since it came into the reader's scope. */
export async function events(db: Db, scope: Scope, pk: number, span: Span) {
  const since = await withinSince(db, scope, pk)
  const { rows, all } = eventsBetween(pk, { from: span.from, to: span.to, since }, MOST_EVENTS + 1)
  return laneOf(db, span, {
    rows: rows.execute(db).then(r => r.rows),
    event: (r): StationLaneEvent => ({ ...eventReply(r), id: `events.${r.id}` }),
    all,
  })
}

type CommandRow = Omit<CommandEvent, 'at' | 'sentAt' | 'endedAt'> & {
  at: Date
  sentAt: Date | null
  endedAt: Date | null
}
export function commands(db: Db, scope: Scope, pk: number, span: Span) {
  const here = sql`from task h where h.chargepoint_pk = ${pk} and ${within(scope, 'h')}
    and h.created_at >= ${span.from} and h.created_at < ${span.to}`
  return laneOf(db, span, {
    rows: sql<CommandRow>`select h.task_id as id, h.created_at as at, h.sent_at, h.ended_at, h.operation, h.state, h.response, h.error
      ${here} order by h.created_at, h.task_id limit ${MOST_EVENTS + 1}`
      .execute(db)
      .then(r => r.rows),
    event: (r): CommandEvent => ({
      ...r,
      id: `commands.${r.id}`,
      at: iso(r.at),
      sentAt: isoOrNull(r.sentAt),
      endedAt: isoOrNull(r.endedAt),
    }),
    all: sql`select h.created_at, h.state in ('failed', 'timeout'), 0 ${here}`,
  })
}

export async function messages(source: LogSource, scope: Scope, pk: number, span: Span, now: Date) {
  const { db } = source
  const since = await withinSince(db, scope, pk)
  const asked = { from: since > span.from ? since : span.from, to: span.to }
  return between(source, pk, asked, { limit: MOST_EVENTS + 1, now }, ({ rows, times }) =>
    laneOf(db, span, {
      rows,
      event: (r): MessageEvent => ({
        id: `messages.${r.id}`,
        at: r.messageTime,
        messageType: r.messageType,
        message: r.message.slice(0, LONGEST_TEXT),
        isCut: r.message.length > LONGEST_TEXT,
      }),
      all: sql`select t.at, false, 0 from (${times}) t`,
    }),
  )
}

type SessionRow = Omit<SessionEvent, 'id' | 'at' | 'endedAt'> & { at: Date; endedAt: Date | null }
export function sessions(db: Db, scope: Scope, pk: number, span: Span) {
  const here = sql`from transaction h where h.chargepoint_pk = ${pk} and ${within(scope, 'h')} and h.started_at < ${span.to}
    and ((h.started_at >= ${new Date(span.from.getTime() - BACK_MS)} and h.stopped_at >= ${span.from}) or h.stopped_at is null)`
  return laneOf(db, span, {
    rows: sql<SessionRow>`select h.transaction_id, h.connector_id, h.started_at as at, h.stopped_at as ended_at,
        case when h.stopped_at is not null then h.energy_wh end as energy_wh, h.id_tag, h.stop_reason
      ${here} order by h.started_at, h.transaction_id limit ${MOST_EVENTS + 1}`
      .execute(db)
      .then(r => r.rows),
    event: (r): SessionEvent => ({
      ...r,
      id: `sessions.${r.transactionId}`,
      at: iso(r.at),
      endedAt: isoOrNull(r.endedAt),
    }),
    all: sql`select greatest(h.started_at, ${span.from}), false, h.connector_id ${here}`,
  })
}

export function changes(db: Db, scope: Scope, pk: number, span: Span): Promise<Lane<AuditEntry>> {
  const of = { feature: 'ChargerPoint', recordId: String(pk), from: span.from, to: span.to } as const
  return laneOf(db, span, {
    rows: recordHistoryBetween(db, scope, of, MOST_EVENTS + 1),
    event: (r): AuditEntry => ({ ...r, at: iso(r.at) }),
    all: sql`select a.at, false, 0 from audit_entry a where ${isBetween(scope, of)}`,
  })
}
