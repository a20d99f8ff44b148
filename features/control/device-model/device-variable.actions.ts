// The actions on the device model of a charge point: read it again, change a variable, set the wanted value again.
import Edit from '@mui/icons-material/EditOutlined'
import Refresh from '@mui/icons-material/Refresh'
import Replay from '@mui/icons-material/ReplayOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import {
  type DeviceVariable,
  getDeviceModel,
  listDeviceVariables,
  readDeviceModel,
  type SetVariableBody,
  setDeviceVariable,
} from './device-model.contract.ts'
import { decidesAccess } from './set-variable.rules.ts'

export const MODEL_READS = [getDeviceModel, listDeviceVariables] as const

/** The charge point, whether it can be reached, and whether the reader has full access on charge points. */
export type ModelTarget = { pk: number; isConnected: boolean; hasFullAccess: boolean }
const AWAY = 'The charge point is not connected'

type Attribute = SetVariableBody['attribute']
export const setVariable = (teamId: number, pk: number, v: DeviceVariable, attribute: Attribute, value: string) => {
  const { component, componentInstance, evseId, connectorId, variable, variableInstance } = v
  const body = { component, componentInstance, evseId, connectorId, variable, variableInstance, attribute, value }
  return call(setDeviceVariable, { params: { teamId, id: String(pk) }, body })
}

export const readAgain = ({ pk, isConnected }: ModelTarget): Action => ({
  id: 'read-device-model',
  label: 'Read again',
  icon: Refresh,
  right: 'ChargerPoint.update',
  when: () => isConnected || AWAY,
  run: async (_, { teamId }) => {
    const reply = await call(readDeviceModel, { params: { teamId, id: String(pk) } })
    if (reply.data.refusal !== null) throw new Error(reply.data.refusal)
    return reply
  },
  refreshes: MODEL_READS,
})

/** The attributes that may be set. */
export const changeable = (v: DeviceVariable): Attribute[] =>
  v.attributes.filter(a => a.mutability !== 'ReadOnly').map(a => a.attribute)

function mayChange({ isConnected, hasFullAccess }: ModelTarget, v: DeviceVariable): boolean | string {
  if (changeable(v).length === 0) return 'The charge point does not let this variable be changed'
  if (v.variable.toLowerCase() === 'basicauthpassword') return 'Changed by New key on the Settings tab'
  if (decidesAccess(v) && !hasFullAccess) return 'This variable takes full access on charge points'
  return isConnected || AWAY
}

/** The value that was set and does not hold. */
const againOf = ({ state, wanted, isHidden }: DeviceVariable): string | undefined =>
  !isHidden && (state === 'differs' || state === 'unread') ? (wanted?.value ?? undefined) : undefined

export const variableActions = (
  target: ModelTarget,
  open: (v: DeviceVariable) => void,
): readonly Action<DeviceVariable>[] => [
  {
    id: 'change-variable',
    label: 'Change',
    icon: Edit,
    right: 'ChargerPoint.update',
    when: v => mayChange(target, v),
    run: open,
  },
  {
    id: 'set-variable-again',
    label: v => `Set ${againOf(v) ?? ''} again`,
    icon: Replay,
    right: 'ChargerPoint.update',
    when: v => againOf(v) !== undefined && mayChange(target, v),
    run: (v, { teamId }) => setVariable(teamId, target.pk, v, 'Actual', againOf(v) ?? ''),
    refreshes: MODEL_READS,
  },
]
