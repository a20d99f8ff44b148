// The columns of what is sent and is no list with views: the dashboard, uptime, the month end, teams and companies.
import type { Column } from '#kit/columns.tsx'

type Day = Record<'date', string> &
  Record<'revenue' | 'energy' | 'sessions' | 'successful' | 'failed' | 'card' | 'wallet' | 'rfid', number>
export const dashboardColumns: readonly Column<Day>[] = [
  { field: 'date', header: 'Day', identity: true },
  { field: 'revenue', header: 'Revenue', kind: 'money' },
  { field: 'energy', header: 'Energy (kWh)', kind: 'number' },
  { field: 'sessions', header: 'Sessions', kind: 'number' },
  { field: 'successful', header: 'Successful', kind: 'number' },
  { field: 'failed', header: 'Failed', kind: 'number' },
  { field: 'card', header: 'By card or UPI', kind: 'number' },
  { field: 'wallet', header: 'By wallet', kind: 'number' },
  { field: 'rfid', header: 'By RFID', kind: 'number' },
]

type Station = {
  name: string
  chargepointId: string
  location: { city: string | null }
  uptime: number | null
  status: string
}
const CLASSES: Readonly<Record<string, string>> = {
  excellent: 'Excellent',
  good: 'Good',
  needs_attention: 'Needs attention',
  other: 'Other',
}
export const uptimeColumns: readonly Column<Station>[] = [
  { field: 'name', header: 'Charge point', identity: true },
  { field: 'chargepointId', header: 'Charger ID' },
  { field: 'city', header: 'City', value: s => s.location.city },
  // A station without time that counts has no figure, which is not 0 %.
  { field: 'uptime', header: 'Uptime (%)', kind: 'number' },
  { field: 'status', header: 'Class', value: s => CLASSES[s.status] ?? s.status },
]

type Line = { kind: string; asked: string; open: number; amount: number }
export const monthEndColumns: readonly Column<Line>[] = [
  { field: 'kind', header: 'Line', identity: true },
  { field: 'asked', header: 'What it asks' },
  { field: 'open', header: 'Open', kind: 'number' },
  { field: 'amount', header: 'Amount', kind: 'money' },
]

const isActive = {
  field: 'active',
  header: 'Status',
  value: (r: { active: string }) => (r.active === 'Y' ? 'Active' : 'Inactive'),
}
type Team = { name: string; active: string; description: string; parentName: string | null; creationTime: string }
export const teamColumns: readonly Column<Team>[] = [
  { field: 'name', header: 'Team Name', identity: true },
  isActive,
  { field: 'description', header: 'Description' },
  { field: 'parentName', header: 'Parent Team' },
  { field: 'creationTime', header: 'Created On', kind: 'time' },
]

type Company = {
  name: string
  domain: string | null
  companyProtocolType: string
  paymentCurrency: string
  active: string
  validUntil: string | null
  creationTime: string
}
export const companyColumns: readonly Column<Company>[] = [
  { field: 'name', header: 'Name', identity: true },
  { field: 'domain', header: 'Domain' },
  { field: 'companyProtocolType', header: 'Protocol', value: c => c.companyProtocolType.toUpperCase() },
  { field: 'paymentCurrency', header: 'Currency' },
  isActive,
  { field: 'validUntil', header: 'Valid until' },
  { field: 'creationTime', header: 'Created On', kind: 'time' },
]
