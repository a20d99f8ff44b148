// What is done with planned maintenance in its list, on its page, and from chargers and sites.
import Again from '@mui/icons-material/CampaignOutlined'
import Cancel from '@mui/icons-material/EventBusyOutlined'
import Plan from '@mui/icons-material/EventOutlined'
import Correct from '@mui/icons-material/HistoryToggleOffOutlined'
import End from '@mui/icons-material/TaskAltOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { recordActions } from '#kit/record-actions.ts'
import { listRecordAudit } from '#office/audit/audit.contract.ts'
import {
  cancelMaintenance,
  endMaintenance,
  getMaintenance,
  listChargerMaintenance,
  listMaintenance,
  listMaintenanceChargers,
  type Maintenance,
  tellMaintenanceAgain,
} from './maintenance.contract.ts'

export const LIST = '/maintenance'
export const pathOf = (m: Pick<Maintenance, 'maintenance_id'>): string => `${LIST}/${m.maintenance_id}`
type Chosen = { chargers?: readonly number[]; sites?: readonly number[] }
/** The form of a new one, with chargers and sites chosen. */
export const planPath = (chosen: Chosen = {}): string => {
  const query = new URLSearchParams()
  if (chosen.chargers?.length) query.set('chargers', chosen.chargers.join())
  if (chosen.sites?.length) query.set('sites', chosen.sites.join())
  return `${LIST}/new${query.size > 0 ? `?${query}` : ''}`
}
/** Read again after each deed. */
export const MAINTENANCE_READS = [
  listMaintenance,
  getMaintenance,
  listMaintenanceChargers,
  listChargerMaintenance,
  listRecordAudit,
] as const

const right = 'ChargerPoint.update'
export const planFor = (chosen?: Chosen): Action => ({
  id: 'plan-maintenance',
  label: 'Plan maintenance',
  icon: Plan,
  right,
  run: (_, { navigate }) => navigate(planPath(chosen)),
})
export const planAction = planFor()
const isOpen = ({ state }: Maintenance): boolean => state === 'Planned' || state === 'Running'
const params = (m: Maintenance) => ({ params: { maintenanceId: m.maintenance_id } })
const ofRow = recordActions('maintenance', 'ChargerPoint')
const [view, edit] = ofRow.open<Maintenance>(pathOf)

const viewAction: Action<Maintenance> = { ...view, run: (m, { navigate }) => navigate(pathOf(m)) }
export const editAction: Action<Maintenance> = {
  ...edit,
  when: isOpen,
  run: (m, { navigate }) => navigate(`${pathOf(m)}/edit`),
}
export const cancelAction: Action<Maintenance> = {
  id: 'cancel-maintenance',
  label: 'Cancel maintenance',
  icon: Cancel,
  right,
  danger: true,
  when: m => m.state === 'Planned',
  confirm: m => ({
    title: m.reason,
    text: 'It will not take place. Its charge points stay in service, and drivers can charge as usual.',
    yes: 'Cancel maintenance',
    danger: true,
  }),
  run: m => call(cancelMaintenance, params(m)).then(() => ({ message: 'Cancelled the maintenance' })),
  refreshes: MAINTENANCE_READS,
}
export const endAction: Action<Maintenance> = {
  id: 'end-maintenance',
  label: 'End now',
  icon: End,
  right,
  when: m => m.state === 'Running',
  confirm: m => ({
    title: m.reason,
    text: m.sets_inoperative
      ? 'The planned time ends now. Connectors that it took out of service are put back; charge points that are offline follow when they are back.'
      : 'The planned time ends now, and drivers can charge again.',
    yes: 'End now',
  }),
  run: m => call(endMaintenance, params(m)).then(() => ({ message: 'Ended the maintenance' })),
  refreshes: MAINTENANCE_READS,
}
export const tellAgainAction: Action<Maintenance> = {
  id: 'tell-again',
  label: 'Tell refused again',
  icon: Again,
  right,
  when: m => m.refused_count > 0,
  run: m =>
    call(tellMaintenanceAgain, params(m)).then(({ data: { again } }) => ({
      message: again === 0 ? 'No charge point has refused' : `Telling again: ${again}`,
    })),
  refreshes: MAINTENANCE_READS,
}
export const correctAction = (open: () => void): Action<Maintenance> => ({
  id: 'correct-maintenance',
  label: 'Correct times',
  icon: Correct,
  right,
  when: m => m.state === 'Ended',
  run: open,
})
export const rowActions: readonly Action<Maintenance>[] = [viewAction, editAction, endAction, cancelAction]
