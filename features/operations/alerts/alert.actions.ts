// What is done with alerts in their list and on their page.

import Forward from '@mui/icons-material/ArrowForwardOutlined'
import Check from '@mui/icons-material/CheckOutlined'
import Close from '@mui/icons-material/DoneAllOutlined'
import type { Right } from '@wattdesk/base/access'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { type Alert, acknowledgeAlerts, getAlert, listAlerts } from './alert.contract.ts'

export const LIST = '/alerts'
export const pathOf = (a: Pick<Alert, 'alert_id'>): string => `${LIST}/${a.alert_id}`
/** Read again after each deed. */
export const ALERT_READS = [listAlerts, getAlert] as const

/** '3 alerts' */
export const namesOf = (n: number): string => `${n.toLocaleString('en-IN')} ${n === 1 ? 'alert' : 'alerts'}`
/** 'Acknowledged 3 alerts' */
export const doneText = (done: string, n: number): string =>
  n === 0 ? 'Nothing changed: somebody was quicker' : `${done} ${namesOf(n)}`

export const acknowledge = (teamId: number, ids: readonly number[]) =>
  call(acknowledgeAlerts, { params: { teamId }, body: { ids: [...ids] } }).then(({ data }) => ({
    message: doneText('Acknowledged', data.changed),
  }))

/** The one next step of an alert. */
export const stepAction: Action<Alert> = {
  id: 'step',
  label: a => a.step.text,
  icon: Forward,
  needs: a => a.step.needs as Right[][],
  when: a => a.state !== 'Closed',
  run: (a, { navigate }) => navigate(a.step.to),
}
export const acknowledgeAction: Action<Alert> = {
  id: 'acknowledge',
  label: 'Acknowledge',
  icon: Check,
  right: 'Alert.update',
  when: a => a.state === 'Open',
  run: (a, { teamId }) => acknowledge(teamId, [a.alert_id]),
  refreshes: ALERT_READS,
}
/** `open`: asks for the note without which no alert is closed by hand. */
export const closeAction = (open: (a: Alert) => void): Action<Alert> => ({
  id: 'close',
  label: 'Close alert',
  icon: Close,
  right: 'Alert.update',
  when: a => a.state !== 'Closed',
  run: a => open(a),
})
