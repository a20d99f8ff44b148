// What is done with exceptions.
import Undo from '@mui/icons-material/UndoOutlined'
import { call } from '@wattdesk/wire/call'
import { getChargerConfig } from '#control/charger-config/charger-config.contract.ts'
import { listSettingsDrift } from '#control/settings-drift/settings-drift.contract.ts'
import type { Action } from '#kit/actions.tsx'
import {
  deleteSettingsException,
  listSettingsExceptions,
  type SettingsException,
} from './settings-exception.contract.ts'
import { getTemplateReach } from './settings-template.contract.ts'

/** Read again once a key is excepted or no more. */
export const EXCEPTION_READS = [listSettingsExceptions, listSettingsDrift, getTemplateReach, getChargerConfig] as const

export const takeBack: Action<SettingsException> = {
  id: 'take-back',
  label: 'Take back',
  icon: Undo,
  right: 'Campaign.update',
  confirm: e => ({
    title: 'Take the exception back',
    text: `${e.key_name} of ${e.chargepoint_id} ${e.key_name === 'All keys' ? 'are' : 'is'} compared again.`,
    yes: 'Take back',
  }),
  run: e => call(deleteSettingsException, { params: { exceptionId: e.exception_id } }),
  refreshes: EXCEPTION_READS,
}
