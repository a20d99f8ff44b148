// The contents of a timeline: rows with stretches and points to draw, lane by lane, and the same events as a list with
// words.
import { frameName, namesOf, preview } from '#fleet/charger-logs/charger-log.rules.ts'
import { GRAVEST } from '#fleet/station-events/station-event.words.ts'
import type { MessageEvent, SecurityLaneEvent, StationLaneEvent } from './timeline.contract.ts'
import { connectionLane, type Point, plannedLane, pointLane, sessionLane, statusLane } from './timeline-lanes.rules.ts'
import type { DrawnLanes, Lanes, LaneWords, Tone } from './timeline-shape.rules.ts'

/**
 * Returns the rows of the lanes in their order, and their events, newest first. `now`: where the stretch reaches beyond
 * the present, states and sessions are drawn until then.
 */
export function drawLanes(
  lanes: Lanes,
  { from, to }: { from: number; to: number },
  now: number,
  words: LaneWords,
): DrawnLanes {
  const { connection, status, planned, security, events, sessions, commands, messages, changes, alerts } = lanes
  const stretch = { from, end: Math.min(to, now) }
  const nameOf = namesOf(messages?.events ?? [])
  const drawn = [
    connection && connectionLane(connection, stretch),
    status && statusLane(status, stretch, words),
    planned && plannedLane(planned, stretch),
    security && pointLane('security', security, securityPoint),
    events && pointLane('events', events, eventPoint),
    sessions && sessionLane(sessions, stretch, words),
    commands &&
      pointLane('commands', commands, event => {
        const { tone, label } = words.task(event.state)
        const text = `${event.operation}: ${event.response ?? label}`
        return { happened: { lane: 'commands', event }, tone, text, more: event.error ?? '' }
      }),
    messages && pointLane('messages', messages, event => messagePoint(event, nameOf(event.message))),
    changes &&
      pointLane('changes', changes, event => ({
        happened: { lane: 'changes', event },
        tone: 'warning',
        text: words.change(event),
        more: `By ${event.username}`,
      })),
    alerts &&
      pointLane('alerts', alerts, ({ tone, text, more, ...event }) => ({
        happened: { lane: 'alerts', event: { tone, text, more, ...event } },
        tone,
        text,
        more,
      })),
  ].filter(lane => lane !== undefined)
  return {
    rows: drawn.flatMap(lane => lane.rows),
    items: drawn.flatMap(lane => lane.items).toSorted((a, b) => b.at - a.at),
  }
}

function eventPoint(event: StationLaneEvent): Point {
  const isGrave = event.severity !== null && event.severity <= GRAVEST
  const value = event.actualValue === null ? '' : `: ${event.actualValue}`
  return {
    happened: { lane: 'events', event },
    tone: event.isOver ? 'success' : isGrave ? 'fault' : 'neutral',
    text: `${event.component}.${event.variable}${value}`,
    more: [event.isOver ? 'over' : event.severityWord, event.techInfo].filter(Boolean).join(' · '),
  }
}

function securityPoint(event: SecurityLaneEvent): Point {
  const isCritical = event.severity === 'Critical'
  return {
    happened: { lane: 'security', event },
    tone: isCritical ? 'fault' : 'warning',
    text: event.type,
    more: [...(isCritical ? [event.severity] : []), event.techInfo].filter(Boolean).join(' · '),
  }
}

function messagePoint(event: MessageEvent, name: string): Point {
  const isIncoming = event.messageType === 'INCOMING'
  const tone: Tone = frameName(event.message).startsWith('Error') ? 'fault' : isIncoming ? 'active' : 'neutral'
  return {
    happened: { lane: 'messages', event },
    tone,
    half: isIncoming ? 'upper' : 'lower',
    text: `${isIncoming ? 'From' : 'To'} the charger: ${name}`,
    more: preview(event.message),
  }
}
