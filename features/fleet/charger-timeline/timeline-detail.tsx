// The chosen event of a timeline with all its details.
import { Link, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { formatFileTime, zoneName } from '@wattdesk/base/time'
import { query } from '@wattdesk/wire/call'
import { Link as RouterLink } from 'react-router'
import { getExchange } from '#fleet/charger-logs/charger-log.contract.ts'
import { frameId, type LogRow } from '#fleet/charger-logs/charger-log.rules.ts'
import { LogMessage } from '#fleet/charger-logs/log-message.parts.tsx'
import { type Detail, DetailList } from '#kit/detail-list.tsx'
import { StatusChip } from '#kit/status-chip.tsx'
import type { AuditedFields } from '#office/audit/audited-field.words.ts'
import { Changes } from '#office/audit/history.parts.tsx'
import type { MessageEvent } from './timeline.contract.ts'
import type { LaneEvent, LaneWords } from './timeline-shape.rules.ts'
import { codeText, connectionText, kwhText, lateText } from './timeline-words.rules.ts'

const exact = (iso: string | null): string | null =>
  iso && `${formatFileTime(new Date(iso), { ms: true })} (${zoneName()})`

type Of = { teamId: number; chargepointId: string }
export function TimelineDetail({
  happened,
  messages,
  audited,
  place,
  ...of
}: Of & {
  happened: LaneEvent
  messages: readonly MessageEvent[]
  audited: AuditedFields
  place: LaneWords['place']
}) {
  switch (happened.lane) {
    case 'messages':
      return <Message {...of} event={happened.event} near={messages} />
    case 'changes':
      return (
        <>
          <Typography variant="body2">
            <b>{happened.event.username}</b> · {exact(happened.event.at)}
            {happened.event.ip && ` from ${happened.event.ip}`}
          </Typography>
          <Changes entry={happened.event} fields={audited} />
        </>
      )
    default:
      return <DetailList items={detailsOf(happened, place)} />
  }
}

type Other = Exclude<LaneEvent, { lane: 'messages' | 'changes' }>
function detailsOf(h: Other, place: LaneWords['place']): Detail[] {
  if (h.lane === 'connection') {
    const e = h.event
    return [
      { label: 'Time', value: exact(e.at) },
      {
        label: 'Reason',
        value: e.reason ?? connectionText(e)[1],
        hidden: e.event === 'connected' || e.event === 'booted',
      },
      { label: 'Code', value: e.closeCode !== null && codeText(e.closeCode), hidden: e.closeCode === null },
      { label: 'Address', value: e.address, hidden: e.address === null },
      { label: 'How often', value: `${e.times} times`, hidden: e.times === 1 },
      { label: 'Last at', value: exact(e.lastAt), hidden: e.lastAt === null },
    ]
  }
  if (h.lane === 'status') {
    const e = h.event
    return [
      { label: 'State', value: <StatusChip kind="connector" value={e.status} /> },
      { label: 'Since', value: exact(e.at) },
      { label: 'Told', value: `${exact(e.receivedAt)}, ${lateText(e)}`, hidden: lateText(e) === '' },
      { label: 'Fault', value: e.errorCode, hidden: !e.errorCode || e.errorCode === 'NoError' },
      { label: 'About the fault', value: e.info, hidden: !e.info },
      { label: 'Vendor’s code', value: e.vendorErrorCode, hidden: !e.vendorErrorCode },
    ]
  }
  if (h.lane === 'planned') {
    const e = h.event
    return [
      {
        label: 'Planned maintenance',
        value: (
          <Link component={RouterLink} to={`/maintenance/${e.maintenanceId}`}>
            {e.reason ?? `Maintenance ${e.maintenanceId}`}
          </Link>
        ),
      },
      { label: 'Begins', value: exact(e.at) },
      { label: 'Ends', value: exact(e.endedAt) },
      { label: 'Connectors', value: e.setsInoperative ? 'Out of service' : 'As they are' },
    ]
  }
  if (h.lane === 'events') {
    const e = h.event
    return [
      { label: 'Event', value: `${e.component}.${e.variable}` },
      { label: 'Value', value: e.actualValue ?? 'Never shown' },
      { label: 'Severity', value: e.severity === null ? e.severityWord : `${e.severity} ${e.severityWord}` },
      { label: 'Told because', value: e.trigger },
      { label: 'Time', value: exact(e.at) },
      { label: 'Over', value: exact(e.endedAt), hidden: e.endedAt === null },
      { label: 'Caused by event', value: e.cause, hidden: e.cause === null },
      { label: 'Technical information', value: e.techInfo, hidden: !e.techInfo },
    ]
  }
  if (h.lane === 'security') {
    const e = h.event
    return [
      { label: 'Event', value: e.type },
      { label: 'Severity', value: e.severity },
      { label: 'Reported by', value: e.source },
      { label: 'Time', value: exact(e.at) },
      { label: 'Clock of the charger', value: exact(e.toldAt), hidden: e.toldAt === null },
      { label: 'Received', value: exact(e.receivedAt), hidden: e.receivedAt === e.at },
      { label: 'Technical information', value: e.techInfo, hidden: !e.techInfo },
    ]
  }
  if (h.lane === 'sessions') {
    const e = h.event
    return [
      {
        label: 'Session',
        value: (
          <Link component={RouterLink} to={`/transactions/${e.transactionId}`}>
            Transaction {e.transactionId}
          </Link>
        ),
      },
      { label: 'Connector', value: place(e.connectorId) },
      { label: 'Began', value: exact(e.at) },
      { label: 'Ended', value: exact(e.endedAt) ?? 'It runs' },
      { label: 'Energy', value: e.energyWh !== null && kwhText(e.energyWh), hidden: e.energyWh === null },
      { label: 'Tag', value: e.idTag },
      { label: 'Reason of the end', value: e.stopReason, hidden: !e.stopReason },
    ]
  }
  if (h.lane === 'alerts') {
    const e = h.event
    return [
      {
        label: 'Alert',
        value: (
          <Link component={RouterLink} to={e.to}>
            {e.text}
          </Link>
        ),
      },
      { label: 'Time', value: exact(e.at) },
      { label: 'Why', value: e.more, hidden: !e.more },
    ]
  }
  const e = h.event
  return [
    { label: 'State', value: <StatusChip kind="task" value={e.state} /> },
    { label: 'Answer', value: e.response, hidden: !e.response },
    { label: 'Why not', value: e.error, hidden: !e.error },
    { label: 'Asked for', value: exact(e.at) },
    { label: 'Sent', value: exact(e.sentAt) },
    { label: 'Ended', value: exact(e.endedAt) },
  ]
}

/** A message that came cut is read whole; its neighbours may hold the other half of the exchange. */
function Message({ teamId, chargepointId, event, near }: Of & { event: MessageEvent; near: readonly MessageEvent[] }) {
  const rowOf = (e: MessageEvent): LogRow => ({
    id: e.id,
    messageTime: e.at,
    messageType: e.messageType,
    message: e.message,
  })
  const id = frameId(event.message)
  const whole = useQuery({
    ...query(getExchange, { params: { teamId, chargepointId }, query: { at: event.at, messageId: id ?? '-' } }),
    enabled: event.isCut && id !== undefined && id.length <= 300,
  })
  const own = rowOf(event)
  const found = whole.data?.data.find(r => r.messageTime === event.at && r.messageType === event.messageType)
  return (
    <LogMessage
      teamId={teamId}
      chargepointId={chargepointId}
      row={event.isCut && found ? found : own}
      near={near.filter(e => !e.isCut).map(rowOf)}
    />
  )
}
