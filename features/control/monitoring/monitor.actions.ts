// The actions on the monitors of a charge point: add, change, remove, ask again. Each is an operation whose task has the charge
// point's answer.
import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import Refresh from '@mui/icons-material/Refresh'
import {
  clearVariableMonitoring,
  getMonitoringReport,
} from '#control/remote-operations/operations/monitors-201.contract.ts'
import { sendOperation } from '#control/remote-operations/send.actions.ts'
import type { Action } from '#kit/actions.tsx'
import type { StationMonitor } from './monitor.contract.ts'

export type MonitorTarget = { id: string; isConnected: boolean }
const RIGHT = 'ChargerPoint.update'
const AWAY = 'The charge point is not connected'
const reachable = ({ isConnected }: MonitorTarget) => isConnected || AWAY

export const monitorText = ({ component, variable }: StationMonitor): string => `${component}.${variable}`

export const addMonitor = (target: MonitorTarget, open: () => void): Action => ({
  id: 'add-monitor',
  label: 'Add monitor',
  icon: Add,
  right: RIGHT,
  when: () => reachable(target),
  run: open,
})

export const askMonitors = (target: MonitorTarget): Action => ({
  id: 'ask-monitors',
  label: 'Ask again',
  icon: Refresh,
  right: RIGHT,
  when: () => reachable(target),
  run: async (_, { teamId }) => {
    await sendOperation(
      teamId,
      { chargerId: target.id, remoteOperationType: getMonitoringReport.name, parameters: {} },
      `Monitors of ${target.id}`,
    )
  },
})

export const monitorActions = (
  target: MonitorTarget,
  open: (m: StationMonitor) => void,
): readonly Action<StationMonitor>[] => [
  {
    id: 'change-monitor',
    label: 'Change',
    icon: Edit,
    right: RIGHT,
    when: () => reachable(target),
    run: open,
  },
  {
    id: 'remove-monitor',
    label: 'Remove',
    icon: Delete,
    right: RIGHT,
    danger: true,
    when: () => reachable(target),
    confirm: m => ({
      title: `Monitor ${m.monitorId} of ${target.id}`,
      text: `${target.id} is asked to watch ${monitorText(m)} no more (${m.kind} ${m.value}). A monitor of the maker may not be removable.`,
      yes: 'Remove',
      danger: true,
    }),
    run: async (m, { teamId }) => {
      await sendOperation(
        teamId,
        { chargerId: target.id, remoteOperationType: clearVariableMonitoring.name, parameters: { id: [m.monitorId] } },
        `Remove monitor of ${monitorText(m)} at ${target.id}`,
      )
    },
  },
]
