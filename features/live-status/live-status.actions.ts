// What can be done with a station on the live panel: set maintenance, end it, read how its status changed (D-LIVE-3, D-LIVE-5).
import Build from '@mui/icons-material/BuildOutlined'
import History from '@mui/icons-material/HistoryOutlined'
import { CallError, call } from '@wattdesk/wire/call'
import type { Action } from '../../web/kit/actions.tsx'
import { askFor } from '../../web/kit/confirm.tsx'
import type { Confirmation } from '../../web/kit/confirmation.ts'
import { followTask } from '../remote-operations/followed.actions.ts'
import {
  getLiveStation,
  type LiveStation,
  listLiveHistory,
  listLiveStatus,
  MAINTENANCE_REASON,
  setLiveStatus,
} from './live-status.contract.ts'

/** The server's own text, or `fallback` where the server gave none. */
export const textOr = (error: unknown, fallback: string): string =>
  error instanceof CallError && error.message !== '' && !error.message.startsWith('HTTP error!')
    ? error.message
    : fallback

const note = { label: 'Reason (optional)', maxLength: MAINTENANCE_REASON }
const questions: Record<'maintenance' | 'online', Omit<Confirmation, 'title'>> = {
  maintenance: {
    text: 'Set maintenance? No session can be started at this station until maintenance is ended.',
    yes: 'Set Maintenance',
    note,
  },
  online: {
    text: 'End maintenance? The station takes new sessions as soon as it is connected.',
    yes: 'End Maintenance',
    note,
  },
}
/** The state of things when the charge point did not carry out the change, in words. */
const otherwise = {
  maintenance: 'The portal counts the station as in maintenance, but the charge point itself stays in service.',
  online: 'The portal has ended the maintenance, but the charge point itself stays out of service.',
}

export const toggleMaintenance: Action<LiveStation> = {
  id: 'maintenance',
  label: s => (s.status === 'maintenance' ? 'End Maintenance' : 'Set Maintenance'),
  icon: Build,
  right: 'ChargerPoint.update',
  when: s => s.status !== 'charging' || 'Station has an active charging session',
  run: async (s, { teamId }) => {
    const status = s.status === 'maintenance' ? 'online' : 'maintenance'
    const question = questions[status]
    const reason = await askFor({ title: s.name, ...question })
    if (reason === undefined) return
    try {
      const params = { teamId, stationId: String(s.id) }
      const reply = await call(setLiveStatus, { params, body: { status, ...(reason && { reason }) } })
      const { taskId } = reply
      // A connected charger is told by an operation of its own: how that went, its task says.
      if (taskId === null) return reply
      const label = `${question.yes}: ${s.name}`
      followTask({ taskId, charger: s.chargepointId, label, otherwise: otherwise[status] })
    } catch (error) {
      if (error instanceof CallError && error.endsSession) throw error
      throw new Error(textOr(error, 'Failed to update station status'), { cause: error })
    }
  },
  refreshes: [listLiveStatus, getLiveStation, listLiveHistory],
}

/** The menu of a station; `openHistory` shows its changes of status. */
export const stationActions = (openHistory: (s: LiveStation) => void): readonly Action<LiveStation>[] => [
  toggleMaintenance,
  {
    id: 'status-history',
    label: 'Status History',
    icon: History,
    right: 'ChargerPoint.view',
    run: s => openHistory(s),
  },
]
