// The Timeline tab of a charger: its events, lane by lane over one axis, as a list beside it, and the chosen event
// below. The view lives in the address, so that a link shows the same; without a time the view follows the present.
import { Box, Card, Stack, Typography, useMediaQuery } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import type { NamedConnector } from '#fleet/stations/evse-words.rules.ts'
import { useAddress } from '#kit/address.ts'
import { Empty } from '#kit/empty.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { useAccess } from '#kit/session.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { statusOf } from '#kit/status.ts'
import type { AuditedFields } from '#office/audit/audited-field.words.ts'
import { actionText, changesOf } from '#office/audit/change-words.parts.ts'
import { getTimeline, getTimelineChanges, getTimelineSessions, LANES } from './timeline.contract.ts'
import { TimelineChart } from './timeline-chart.tsx'
import { TimelineDetail } from './timeline-detail.tsx'
import { TimelineList } from './timeline-list.tsx'
import { drawLanes } from './timeline-rows.rules.ts'
import type { AlertLaneAsked, Lanes, LaneWords, TimelineItem, UseAlertLane } from './timeline-shape.rules.ts'
import { type Move, TimelineTools } from './timeline-tools.tsx'
import {
  ALL_LANES,
  movedView,
  nextLength,
  resized,
  type View,
  viewBetween,
  viewOf,
  writeView,
} from './timeline-view.rules.ts'
import { connectorName } from './timeline-words.rules.ts'

/** How often a live timeline moves on: when the change is visible at its length, at least each minute. */
const tickOf = (length: number): number => Math.min(Math.max(length / 720, 5000), 60_000)
const wordsOf = (audited: AuditedFields, connectors: readonly NamedConnector[]): LaneWords => ({
  place: connectorId => connectorName(connectorId, connectors),
  connector: status => statusOf('connector', status),
  task: state => statusOf('task', state),
  change: entry => {
    const what = changesOf(entry, audited).map(c => c.label)
    return `${actionText(entry.action)}${what.length > 0 ? `: ${what.join(', ')}` : ''}`
  },
})

/** Returns the time now, to the second; it moves on while `isLive`. */
function useNow(isLive: boolean, tickMs: number): number {
  const [now, setNow] = useState(() => Math.ceil(Date.now() / 1000) * 1000)
  useEffect(() => {
    if (!isLive) return
    const tick = () => setNow(Math.ceil(Date.now() / 1000) * 1000)
    tick()
    const timer = setInterval(tick, tickMs)
    return () => clearInterval(timer)
  }, [isLive, tickMs])
  return now
}

const NO_ALERTS: AlertLaneAsked = { isOffered: false }
const useNoAlerts: UseAlertLane = () => NO_ALERTS

export type ChargerTimelineTabProps = {
  teamId: number
  charger: { chargepoint_pk: number; chargepoint_id: string; connectors: readonly NamedConnector[] }
  /** The words of the charger's entries in the audit log. */
  audited: AuditedFields
  /** Reads the alerts of the charger, which another feature has; without it there is no such lane. */
  useAlerts?: UseAlertLane
}
export function ChargerTimelineTab({ teamId, charger, audited, useAlerts = useNoAlerts }: ChargerTimelineTabProps) {
  const [params, change] = useAddress()
  const asOf = viewOf(params, 0)
  const now = useNow(asOf.isLive, tickOf(asOf.to - asOf.from))
  const view = useMemo(() => viewOf(params, now), [params, now])
  const path = { teamId, chargepointId: charger.chargepoint_id }
  const span = { from: new Date(view.from).toISOString(), to: new Date(view.to).toISOString() }
  const alerts = useAlerts({ teamId, chargepointPk: charger.chargepoint_pk, ...span }, view.lanes.includes('alerts'))
  const { lanes, data, messages, asked } = useLanes(path, view, alerts)
  const failed = asked.find(q => q.error !== null)
  const isLoading = asked.some(q => q.isPending)
  // Live, the data is as old as the last tick; otherwise data of another time stands in until the new data comes.
  const isDim = !view.isLive && asked.some(q => q.isPlaceholderData)
  const words = useMemo(() => wordsOf(audited, charger.connectors), [audited, charger.connectors])
  const { rows, items } = useMemo(() => drawLanes(data, view, now, words), [data, view, now, words])
  const chosen = items.find(i => i.key === view.event)

  const go = (next: View) => change(p => writeView(p, next), { replace: true })
  const onRange = (from: number, to: number) => go(viewBetween({ ...view, isLive: false }, from, to, now))
  const onChoose = (event: string) => go({ ...view, event: event === view.event ? '' : event })
  const onMove = (move: Move) => {
    if (move === 'now') return go(viewBetween(view, now - (view.to - view.from), now, now))
    if (move === 'earlier' || move === 'later') return go(movedView(view, move === 'earlier' ? -0.5 : 0.5, now))
    go(resized(view, nextLength(view, move), now, chosen?.at))
  }
  const fixed = new URLSearchParams(params)
  writeView(fixed, view, { isFixed: true })
  const link = `${window.location.origin}${window.location.pathname}?${fixed}`
  const drawing = { range: view, chosen: view.event, isDim, onChoose, onRange }
  return (
    <Card>
      <TimelineTools
        view={view}
        lanes={lanes}
        link={link}
        onMove={onMove}
        onLength={length => go(resized(view, length, now, chosen?.at))}
        onGoTo={at => go(resized({ ...view, isLive: false }, view.to - view.from, now, at.getTime()))}
        onLanes={next => go({ ...view, lanes: ALL_LANES.filter(l => next.includes(l)) })}
      />
      {failed && (
        <Box sx={{ p: 2 }}>
          <ErrorNotice error={failed.error} onRetry={() => void Promise.all(asked.map(q => q.refetch()))} />
        </Box>
      )}
      {isLoading && !failed ? (
        <Box sx={{ p: 2 }}>
          <BlockSkeleton height={360} />
        </Box>
      ) : (
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' } }}>
          <Stack sx={{ minWidth: 0 }}>
            <Drawing {...drawing} rows={rows} now={now} onMove={onMove} />
            {view.event && (
              <ChosenEvent path={path} audited={audited} place={words.place} item={chosen} messages={messages} />
            )}
          </Stack>
          <Box sx={{ borderLeft: { lg: 1 }, borderTop: { xs: 1, lg: 0 }, borderColor: 'divider', minWidth: 0 }}>
            {items.length === 0 ? (
              <Empty title="Nothing happened in this time" text="Zoom out, or go to another time" />
            ) : (
              <TimelineList {...drawing} items={items} />
            )}
          </Box>
        </Box>
      )}
    </Card>
  )
}

/** Reads the lanes: `lanes`, those that the viewer may see; `data`, the events of the shown lanes; `asked`, the queries. */
function useLanes(path: Path, view: View, alerts: AlertLaneAsked) {
  const may = { sessions: useAccess('Transaction').canView, changes: useAccess('Team').may('FA') }
  const hidden = { sessions: !may.sessions, changes: !may.changes, alerts: !alerts.isOffered }
  const lanes = ALL_LANES.filter(l => !(l in hidden && hidden[l as keyof typeof hidden]))
  const wants = (l: (typeof ALL_LANES)[number]) => lanes.includes(l) && view.lanes.includes(l)
  const span = { from: new Date(view.from).toISOString(), to: new Date(view.to).toISOString() }
  const own = LANES.filter(l => l !== 'messages' && wants(l))
  const [hasSessions, hasChanges, hasMessages] = [wants('sessions'), wants('changes'), wants('messages')]
  const hasAlerts = wants('alerts')
  const fresh = { placeholderData: keepPreviousData, gcTime: 30_000, staleTime: view.isLive ? 0 : 10_000 }
  const main = useQuery({
    ...query(getTimeline, { params: path, query: { ...span, lanes: own.join(',') } }),
    enabled: own.length > 0,
    ...fresh,
  })
  // Old messages may lie in an archive that is away, which must not hide the other lanes.
  const messages = useQuery({
    ...query(getTimeline, { params: path, query: { ...span, lanes: 'messages' } }),
    enabled: hasMessages,
    ...fresh,
  })
  const sessions = useQuery({
    ...query(getTimelineSessions, { params: path, query: span }),
    enabled: hasSessions,
    ...fresh,
  })
  const changes = useQuery({
    ...query(getTimelineChanges, { params: path, query: span }),
    enabled: hasChanges,
    ...fresh,
  })
  const asked = [
    ...(own.length > 0 ? [main] : []),
    ...(hasMessages ? [messages] : []),
    ...(hasSessions ? [sessions] : []),
    ...(hasChanges ? [changes] : []),
    ...(hasAlerts && alerts.asked ? [alerts.asked] : []),
  ]

  const shownLanes = own.join(',')
  const data = useMemo(() => {
    const lanes: Lanes = {
      sessions: hasSessions ? sessions.data?.data : undefined,
      changes: hasChanges ? changes.data?.data : undefined,
      messages: hasMessages ? messages.data?.data.messages : undefined,
      alerts: hasAlerts && alerts.events ? { events: alerts.events, counts: [], stepSec: 0 } : undefined,
    }
    for (const l of LANES) if (shownLanes.includes(l)) Object.assign(lanes, { [l]: main.data?.data[l] })
    return lanes
  }, [
    main.data,
    messages.data,
    sessions.data,
    changes.data,
    shownLanes,
    hasMessages,
    hasSessions,
    hasChanges,
    hasAlerts,
    alerts.events,
  ])
  return { lanes, data, messages: messages.data?.data.messages?.events ?? [], asked }
}
type Path = { teamId: number; chargepointId: string }

const KEYS: Record<string, Move> = {
  ArrowLeft: 'earlier',
  ArrowRight: 'later',
  '+': 'nearer',
  '=': 'nearer',
  '-': 'wider',
  End: 'now',
}
type DrawingProps = Omit<ComponentProps<typeof TimelineChart>, 'now' | 'most'> & {
  now: number
  onMove: (move: Move) => void
}
/** The lanes, moved and zoomed by the keyboard too. */
function Drawing({ now, onMove, ...chart }: DrawingProps) {
  const help = useId()
  const isNarrow = useMediaQuery('(max-width:599.95px)', { noSsr: true })
  const { range } = chart
  const onKeyDown = (e: KeyboardEvent) => {
    const move = KEYS[e.key]
    if (!move || e.ctrlKey || e.metaKey || e.altKey) return
    e.preventDefault()
    onMove(move)
  }
  return (
    <Box
      role="group"
      tabIndex={0}
      aria-label="Timeline"
      aria-describedby={help}
      onKeyDown={onKeyDown}
      sx={{
        p: 2,
        '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2, outlineStyle: 'solid' },
      }}
    >
      <TimelineChart {...chart} now={now <= range.to && now >= range.from ? now : undefined} most={isNarrow ? 4 : 9} />
      <Typography id={help} variant="caption" component="p" sx={{ color: 'text.secondary', mt: 1 }}>
        Arrow keys move, plus and minus zoom, End goes to now. Drag over the lanes to zoom into a time.
      </Typography>
    </Box>
  )
}

type ChosenEventProps = Pick<ComponentProps<typeof TimelineDetail>, 'messages' | 'audited' | 'place'> & {
  path: Path
  item: TimelineItem | undefined
}
function ChosenEvent({ path, item, ...more }: ChosenEventProps) {
  return (
    <Box component="section" aria-label="Chosen event" sx={{ p: 2, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="h3" component="h3" sx={{ mb: 1.5 }}>
        {item?.text ?? 'The chosen event'}
      </Typography>
      {item?.happened ? (
        <TimelineDetail {...path} {...more} happened={item.happened} />
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          It is not among the events shown. Zoom in, or show its lane.
        </Typography>
      )}
    </Box>
  )
}
