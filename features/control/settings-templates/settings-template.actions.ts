// What is done with settings templates in their list.
import CompareArrows from '@mui/icons-material/CompareArrowsOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { recordActions } from '#kit/record-actions.ts'
import {
  deleteSettingsTemplate,
  getTemplateReach,
  listSettingsTemplates,
  type SettingsTemplate,
} from './settings-template.contract.ts'

export const TEMPLATE_LIST = '/settings-templates'
const DRIFT_LIST = '/settings-drift'
export const templatePath = (t: Pick<SettingsTemplate, 'template_id'>): string => `${TEMPLATE_LIST}/${t.template_id}`
/** The keys of one template that differ. */
export const driftPath = (templateId: number): string => {
  const conditions = [{ field: 'template_id', operator: 'equals', value: String(templateId) }]
  return `${DRIFT_LIST}?filters=${encodeURIComponent(JSON.stringify({ combine: 'AND', conditions }))}`
}

const actions = recordActions('settings-template', 'Campaign')
export const addTemplate = actions.add('Add Template', `${TEMPLATE_LIST}/new`)
export const showDrift: Action = {
  id: 'drift',
  label: 'What differs',
  icon: CompareArrows,
  right: 'ChargerPoint.view',
  run: (_, { navigate }) => navigate(DRIFT_LIST),
}
export const templateActions: readonly Action<SettingsTemplate>[] = [
  ...actions.open(templatePath),
  {
    id: 'template-drift',
    label: 'What differs',
    icon: CompareArrows,
    right: 'ChargerPoint.view',
    run: (t, { navigate }) => navigate(driftPath(t.template_id)),
  },
  actions.delete({
    confirm: t => deletion(`Settings template ${t.name}`),
    run: t => call(deleteSettingsTemplate, { params: { templateId: t.template_id } }),
    refreshes: [listSettingsTemplates, getTemplateReach],
  }),
]
