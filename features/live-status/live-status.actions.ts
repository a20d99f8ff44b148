// What can be done with a station on the live panel: set maintenance, end it (D-LIVE-3).
import Build from '@mui/icons-material/BuildOutlined'
import { CallError, call } from '@wattdesk/wire/call'
import type { Action } from '../../web/kit/actions.tsx'
import { getLiveStation, type LiveStation, listLiveStatus, setLiveStatus } from './live-status.contract.ts'

/** The server's own text, or what document 1 §8 says where it gave none. */
export const textOr = (error: unknown, fallback: string): string =>
  error instanceof CallError && error.message !== '' && !error.message.startsWith('HTTP error!')
    ? error.message
    : fallback

export const toggleMaintenance: Action<LiveStation> = {
  id: 'maintenance',
  label: s => (s.status === 'maintenance' ? 'End Maintenance' : 'Set Maintenance'),
  icon: Build,
  right: 'ChargerPoint.update',
  when: s => s.status !== 'charging' || 'Station has an active charging session',
  confirm: s =>
    s.status === 'maintenance'
      ? {
          title: s.name,
          text: 'End maintenance? The station takes new sessions as soon as it is connected.',
          yes: 'End Maintenance',
        }
      : {
          title: s.name,
          text: 'Set maintenance? No session can be started at this station until maintenance is ended.',
          yes: 'Set Maintenance',
        },
  run: async (s, { teamId }) => {
    try {
      return await call(setLiveStatus, {
        params: { teamId, stationId: String(s.id) },
        body: { status: s.status === 'maintenance' ? 'online' : 'maintenance' },
      })
    } catch (error) {
      throw new Error(textOr(error, 'Failed to update station status'), { cause: error })
    }
  },
  refreshes: [listLiveStatus, getLiveStation],
}
export const stationActions = [toggleMaintenance] as const
