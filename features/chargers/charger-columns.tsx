// The columns of the charger list (D-CHARGER-8), its filters, and the mark of when a charger was last connected.
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import { Box, Stack } from '@mui/material'
import { lastConnected } from '@wattdesk/base/time'
import type { Column } from '../../web/kit/columns.tsx'
import type { FilterField } from '../../web/kit/filters.tsx'
import { StatusChip, ToneChip } from '../../web/kit/status-chip.tsx'
import { dateOf, RelativeTime } from '../../web/kit/time.tsx'
import { type ChargerRow, chargerFilterFields } from './charger.contract.ts'
import { addressLine, statusText, visibilityText } from './charger.rules.ts'

const marks = {
  good: { icon: CheckCircle, tone: 'success', text: 'Connected within the last 24 hours' },
  warning: { icon: Warning, tone: 'warning', text: 'Last connected more than 24 hours ago' },
  bad: { icon: ErrorIcon, tone: 'fault', text: 'Not connected for more than 7 days' },
} as const

/** When a charger was last heard, with a mark: good, warning or bad (document 1 §4). */
export function LastConnected({ heartbeatAt, messageAt }: { heartbeatAt: string | null; messageAt?: string | null }) {
  const last = [dateOf(heartbeatAt), dateOf(messageAt)].filter(d => d !== undefined).sort((a, b) => +b - +a)[0]
  const { icon: Icon, tone, text } = marks[lastConnected(last, new Date())]
  return (
    <Stack direction="row" component="span" sx={{ gap: 0.75, alignItems: 'center', display: 'inline-flex' }}>
      <Icon
        role="img"
        aria-hidden={false}
        aria-label={last ? text : 'Never connected'}
        sx={{ fontSize: 16, color: `status.${tone}.text` }}
      />
      {heartbeatAt ? <RelativeTime at={heartbeatAt} /> : <span>–</span>}
    </Stack>
  )
}

const tones = { Active: 'success', Inactive: 'offline', NA: 'warning' } as const
/** The status word beside the live state. */
export const ChargerStatus = ({ charger: c }: { charger: Pick<ChargerRow, 'statusCode' | 'live_status'> }) => {
  const word = statusText(c.statusCode)
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.75, flexWrap: 'wrap' }}>
      <ToneChip tone={tones[word]} label={word} />
      <StatusChip kind="station" value={c.live_status} />
    </Box>
  )
}

export const chargerColumns: readonly Column<ChargerRow>[] = [
  { field: 'chargepoint_id', header: 'Charger ID', identity: true, minWidth: 116 },
  { field: 'chargepoint_name', header: 'Name', minWidth: 130, flex: 1.2 },
  { field: 'team_name', header: 'Team', minWidth: 120 },
  { field: 'address', header: 'Address', value: addressLine, sort: 'street', minWidth: 140, flex: 1.4 },
  { field: 'chargingSiteName', header: 'Charging Site', minWidth: 120 },
  { field: 'visibility', header: 'Visibility', value: c => visibilityText(c.visibility), width: 84 },
  {
    field: 'status',
    header: 'Status',
    value: c => statusText(c.statusCode),
    cell: c => <ChargerStatus charger={c} />,
    live: c => `${c.statusCode} ${c.live_status}`,
    width: 206,
  },
  {
    field: 'lastHeartbeatTimestamp',
    header: 'Last Heartbeat',
    kind: 'relative',
    cell: c => <LastConnected heartbeatAt={c.lastHeartbeatTimestamp} messageAt={c.lastMessageAt ?? null} />,
    width: 152,
  },
]

const labels: Record<keyof typeof chargerFilterFields, string> = {
  chargepoint_id: 'Charger ID',
  chargepoint_name: 'Name',
  team_name: 'Team',
  street: 'Street',
  city: 'City',
  state: 'State',
  description: 'Description',
  chargingSiteName: 'Charging Site',
  charger_type: 'Charger Type',
  access_level: 'Access Level',
  visibility: 'Visibility',
  status: 'Status',
  live_status: 'Live Status',
  lastHeartbeatTimestamp: 'Last Heartbeat',
}
export const chargerFilters: readonly FilterField[] = (
  Object.keys(chargerFilterFields) as (keyof typeof chargerFilterFields)[]
).map(field => ({ field, label: labels[field], type: chargerFilterFields[field] }))
