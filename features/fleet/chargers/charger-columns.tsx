// The columns of the charger list (D-CHARGER-8) and its filters.
import type { Column } from '#kit/columns.tsx'
import type { FilterField } from '#kit/filters.tsx'
import { type ChargerRow, chargerFilterFields } from './charger.contract.ts'
import { addressLine, statusText, visibilityText } from './charger.rules.ts'
import { ChargerHealth, ChargerStatus, healthText, LastConnected } from './charger-marks.parts.tsx'

const columns: readonly Column<ChargerRow>[] = [
  { field: 'chargepoint_id', header: 'Charger ID', identity: true, minWidth: 112 },
  { field: 'chargepoint_name', header: 'Name', minWidth: 112, flex: 1.1 },
  { field: 'team_name', header: 'Team', minWidth: 104 },
  { field: 'address', header: 'Address', value: addressLine, sort: 'street', minWidth: 140, flex: 1.8 },
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
  {
    field: 'health',
    header: 'Health',
    sort: false,
    value: healthText,
    cell: c => <ChargerHealth health={c.health} />,
    width: 100,
  },
  { field: 'protocol', header: 'Protocol', hidden: true, width: 112 },
]

/** On a narrow window the health is hidden unless the reader asks for it. */
export const chargerColumns = columns
export const narrowColumns: typeof columns = columns.map(c => (c.field === 'health' ? { ...c, hidden: true } : c))

/** The key names rows that were picked; nobody filters by it. */
const { chargepoint_pk: _, ...offered } = chargerFilterFields
/** Of the fields that are no column. */
const labels: Partial<Record<keyof typeof offered, string>> = {
  street: 'Street',
  city: 'City',
  state: 'State',
  description: 'Description',
  charger_type: 'Charger Type',
  access_level: 'Access Level',
  live_status: 'Live Status',
  trouble: 'Trouble',
  clockOffsetSec: 'Clock ahead (s)',
  unexpectedValues: 'Unexpected Values (7 days)',
  connectsPerDay: 'Connections a day',
  configDiffers: 'Settings that differ',
  securityAlarms: 'Security Alarms (7 days)',
  overdrawPercent: 'Draw above Limit (%)',
  locationLatitude: 'Latitude',
  locationLongitude: 'Longitude',
}
export const chargerFilters: readonly FilterField[] = (Object.keys(offered) as (keyof typeof offered)[]).map(field => ({
  field,
  label: labels[field] ?? columns.find(c => c.field === field)?.header ?? field,
  type: offered[field],
}))
