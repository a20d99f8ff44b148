// The actions on rules of alerts in their list.
import Copy from '@mui/icons-material/ContentCopyOutlined'
import Book from '@mui/icons-material/MenuBookOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { recordActions } from '#kit/record-actions.ts'
import { type AlertRule, deleteAlertRule, listAlertRules } from './alert-rule.contract.ts'

export const RULE_LIST = '/alerts/rules'
export const KIND_LIST = '/alerts/kinds'
export const rulePathOf = (r: Pick<AlertRule, 'alert_rule_id'>): string => `${RULE_LIST}/${r.alert_rule_id}`

const actions = recordActions('alert-rule', 'Alert')
export const addRule = actions.add('Add Rule', `${RULE_LIST}/new`)
export const kindsOfAlerts: Action = {
  id: 'kinds',
  label: 'Kinds of alerts',
  icon: Book,
  right: 'Alert.view',
  run: (_, { navigate }) => navigate(KIND_LIST),
}
export const ruleActions: readonly Action<AlertRule>[] = [
  ...actions.open(rulePathOf),
  {
    id: 'copy',
    label: 'Copy',
    icon: Copy,
    right: 'Alert.create',
    run: (r, { navigate }) => navigate(`${RULE_LIST}/new?copy=${r.alert_rule_id}`),
  },
  actions.delete({
    confirm: r => deletion(`Rule ${r.name}`),
    run: r => call(deleteAlertRule, { params: { alertRuleId: r.alert_rule_id } }),
    refreshes: [listAlertRules],
  }),
]
