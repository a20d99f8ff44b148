// Every state the portal shows, with its word and tone: stations, connectors, sessions, commands, payments, uptime.
import Bolt from '@mui/icons-material/Bolt'
import Build from '@mui/icons-material/BuildOutlined'
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import Circle from '@mui/icons-material/CircleOutlined'
import CloudOff from '@mui/icons-material/CloudOffOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import type { Icon } from './actions.tsx'

export type StatusTone = 'success' | 'active' | 'warning' | 'offline' | 'fault' | 'maintenance' | 'neutral'
export type StatusKind = keyof typeof table

export const toneIcons: Record<StatusTone, Icon> = {
  success: CheckCircle,
  active: Bolt,
  warning: Warning,
  offline: CloudOff,
  fault: ErrorIcon,
  maintenance: Build,
  neutral: Circle,
}

type Row = readonly [tone: StatusTone, label: string, icon?: Icon]
const table = {
  /** Live state of a charge point, and its registration. */
  station: {
    online: ['success', 'Online'],
    charging: ['active', 'Charging'],
    offline: ['offline', 'Offline'],
    maintenance: ['maintenance', 'Maintenance'],
    unknown: ['neutral', 'Unknown'],
    accepted: ['success', 'Accepted'],
    pending: ['warning', 'Pending'],
    rejected: ['fault', 'Rejected'],
  },
  /** OCPP 1.6, 7.7 ChargePointStatus. */
  connector: {
    available: ['success', 'Available'],
    preparing: ['warning', 'Preparing'],
    charging: ['active', 'Charging'],
    suspendedev: ['warning', 'SuspendedEV'],
    suspendedevse: ['warning', 'SuspendedEVSE'],
    finishing: ['active', 'Finishing'],
    reserved: ['maintenance', 'Reserved'],
    unavailable: ['offline', 'Unavailable'],
    faulted: ['fault', 'Faulted'],
    unknown: ['neutral', 'Unknown'],
  },
  transaction: {
    active: ['active', 'Active'],
    charging: ['active', 'Charging'],
    started: ['active', 'Started'],
    completed: ['success', 'Completed'],
    finished: ['success', 'Finished'],
    stopped: ['success', 'Stopped'],
    failed: ['fault', 'Failed'],
    refunded: ['maintenance', 'Refunded'],
  },
  /** A remote operation on its way. */
  task: {
    queued: ['neutral', 'Queued'],
    sent: ['active', 'Sent'],
    accepted: ['success', 'Accepted'],
    rejected: ['fault', 'Rejected'],
    done: ['success', 'Done'],
    failed: ['fault', 'Failed'],
    timeout: ['warning', 'Timed out'],
  },
  /** A payment or refund, in the words that the provider uses (S-PAYMENT). */
  payment: {
    captured: ['success', 'captured'],
    processed: ['success', 'processed'],
    success: ['success', 'success'],
    completed: ['success', 'completed'],
    // Told as news, with the sign of a warning (CORE 4).
    refunded: ['active', 'refunded', Warning],
    pending: ['warning', 'pending'],
    failed: ['fault', 'failed'],
    cancelled: ['fault', 'cancelled'],
    error: ['fault', 'error'],
  },
  uptime: {
    excellent: ['success', 'Excellent'],
    good: ['warning', 'Good'],
    needs_attention: ['fault', 'Needs attention'],
    other: ['neutral', 'N/A'],
  },
  /** Active or not: users, teams, companies. */
  record: {
    active: ['success', 'Active'],
    y: ['success', 'Active'],
    true: ['success', 'Active'],
    inactive: ['offline', 'Inactive'],
    n: ['offline', 'Inactive'],
    false: ['offline', 'Inactive'],
  },
} as const satisfies Record<string, Record<string, Row>>

/** Tone and word of a state; what the table does not know is neutral and reads as given, nothing at all is Unknown. */
export function statusOf(
  kind: StatusKind,
  value: string | null | undefined,
): { tone: StatusTone; label: string; icon?: Icon } {
  const rows: Record<string, Row> = table[kind]
  const key = value?.toLowerCase() ?? ''
  const row = Object.hasOwn(rows, key) ? rows[key] : undefined
  return row
    ? { tone: row[0], label: row[1], ...(row[2] && { icon: row[2] }) }
    : { tone: 'neutral', label: value || 'Unknown' }
}
