// The actions on the configuration of a charger: read it again, change a value, set the wanted value again. Each is a
// remote operation, which is followed to its end (D-OPS-2).
import Edit from '@mui/icons-material/EditOutlined'
import Refresh from '@mui/icons-material/Refresh'
import Replay from '@mui/icons-material/ReplayOutlined'
import { sendOperation } from '#control/remote-operations/send.actions.ts'
import type { Action } from '#kit/actions.tsx'
import type { ConfigKey } from './charger-config.contract.ts'
import { isAccessKey } from './config-keys.contract.ts'

/** The charger, whether it can be reached, and whether the reader has full access on charge points. */
export type ConfigTarget = { chargepoint_id: string; isConnected: boolean; hasFullAccess: boolean }

const AWAY = 'The charge point is not connected'

export const setKey = (teamId: number, charger: string, key: string, value: string): Promise<string> =>
  sendOperation(
    teamId,
    {
      chargerId: charger,
      remoteOperationType: 'ChangeConfiguration',
      parameters: { keyType: 'Custom', customConfKey: key, customConfValue: value },
    },
    `Set ${key} on ${charger}`,
  )

export const readAgain = ({ chargepoint_id: id, isConnected }: ConfigTarget): Action => ({
  id: 'read-configuration',
  label: 'Read again',
  icon: Refresh,
  right: 'ChargerPoint.update',
  when: () => isConnected || AWAY,
  run: (_, { teamId }) =>
    sendOperation(
      teamId,
      { chargerId: id, remoteOperationType: 'GetConfiguration', parameters: {} },
      `Read the configuration of ${id}`,
    ),
})

const mayChange = ({ isConnected, hasFullAccess }: ConfigTarget, k: ConfigKey): boolean | string => {
  if (k.isReadOnly) return 'The charge point does not let this key be changed'
  if (isAccessKey(k.key) && !hasFullAccess) return 'This key takes full access on charge points'
  return isConnected || AWAY
}

/** The value that a key should have: the template's where one asks for another, else the value that was last set. */
const againOf = ({ asked, excepted, state, wanted }: ConfigKey): string | undefined => {
  if (asked?.value != null) return asked.isMet || excepted ? undefined : asked.value
  return state === 'differs' || state === 'unread' ? (wanted?.value ?? '') : undefined
}

export const keyActions = (target: ConfigTarget, open: (k: ConfigKey) => void): readonly Action<ConfigKey>[] => [
  {
    id: 'change-key',
    label: 'Change',
    icon: Edit,
    right: 'ChargerPoint.update',
    when: k => mayChange(target, k),
    run: open,
  },
  {
    id: 'set-key-again',
    label: k => `Set ${againOf(k) ?? ''} again`,
    icon: Replay,
    right: 'ChargerPoint.update',
    when: k => againOf(k) !== undefined && mayChange(target, k),
    run: (k, { teamId }) => setKey(teamId, target.chargepoint_id, k.key, againOf(k) ?? ''),
  },
]
