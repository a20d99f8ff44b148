// The columns of the charger list (D-CHARGER-8), its filters, and the mark of when a charger was last connected.
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import { Stack } from '@mui/material'
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

/** When a charger was last heard, with a mark: good, warning or bad (S-HEARD). */
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
/**
 * One chip for the status word and the live state: the live state where it says more (charging, in maintenance), else the
 * word. An active charger is online, an inactive one offline: said twice it would say nothing.
 */
export const ChargerStatus = ({ charger: c }: { charger: Pick<ChargerRow, 'statusCode' | 'live_status'> }) => {
  const word = statusText(c.statusCode)
  const saysMore = c.live_status === 'maintenance' || (word === 'Active' && c.live_status === 'charging')
  return saysMore ? <StatusChip kind="station" value={c.live_status} /> : <ToneChip tone={tones[word]} label={word} />
}

export const chargerColumns: readonly Column<ChargerRow>[] = [
  { field: 'chargepoint_id', header: 'Charger ID', identity: true, minWidth: 112 },
  { field: 'chargepoint_name', header: 'Name', minWidth: 112, flex: 1.1 },
  { field: 'team_name', header: 'Team', minWidth: 104 },
  { field: 'address', header: 'Address', value: addressLine, sort: 'street', minWidth: 150, flex: 1.8 },
  { field: 'chargingSiteName', header: 'Charging Site', minWidth: 112, flex: 1.2 },
  { field: 'visibility', header: 'Visibility', value: c => visibilityText(c.visibility), width: 84 },
  {
    field: 'status',
    header: 'Status',
    value: c => statusText(c.statusCode),
    cell: c => <ChargerStatus charger={c} />,
    live: c => `${c.statusCode} ${c.live_status}`,
    head: true,
    width: 122,
  },
  {
    field: 'lastHeartbeatTimestamp',
    header: 'Last Heartbeat',
    kind: 'relative',
    cell: c => <LastConnected heartbeatAt={c.lastHeartbeatTimestamp} messageAt={c.lastMessageAt ?? null} />,
    width: 136,
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
  trouble: 'Trouble',
  clockOffsetSec: 'Clock ahead (s)',
  unexpectedValues: 'Unexpected Values (7 days)',
}
export const chargerFilters: readonly FilterField[] = (
  Object.keys(chargerFilterFields) as (keyof typeof chargerFilterFields)[]
).map(field => ({ field, label: labels[field], type: chargerFilterFields[field] }))
