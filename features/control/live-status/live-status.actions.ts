// The actions on a station of the live panel: set maintenance, end it, read the status history (D-LIVE-3, D-LIVE-5).
import Build from '@mui/icons-material/BuildOutlined'
import History from '@mui/icons-material/HistoryOutlined'
import type { Action } from '#kit/actions.tsx'
import type { LiveStation } from './live-status.contract.ts'

/** The menu of a station; the screen shows the dialogs that are asked for. */
export const stationActions = (
  openMaintenance: (s: LiveStation) => void,
  openHistory: (s: LiveStation) => void,
): readonly Action<LiveStation>[] => [
  {
    id: 'maintenance',
    label: s => (s.status === 'maintenance' ? 'End Maintenance' : 'Set Maintenance'),
    icon: Build,
    right: 'ChargerPoint.update',
    when: s => s.status !== 'charging' || 'Station has an active charging session',
    run: s => openMaintenance(s),
  },
  {
    id: 'status-history',
    label: 'Status History',
    icon: History,
    run: s => openHistory(s),
  },
]
