// The columns of the rules of alerts, for the grid and for files.
import { gridColumns } from '#kit/record-grid.ts'
import { ToneChip } from '#kit/status-chip.tsx'
import { SeverityChip } from './alert-chips.parts.tsx'
import type { AlertKindShown, AlertRule } from './alert-rule.contract.ts'
import { alertRuleFields } from './alert-rule.fields.ts'
import { conditionText } from './alert-rule.rules.ts'

export const alertRuleColumns = (kinds: readonly AlertKindShown[]) => {
  const [name, ...rest] = gridColumns<typeof alertRuleFields, AlertRule>(alertRuleFields, {
    severity: { cell: r => <SeverityChip severity={r.severity} /> },
    is_active: {
      value: r => (r.is_active ? 'On' : 'Off'),
      cell: r => <ToneChip tone={r.is_active ? 'success' : 'neutral'} label={r.is_active ? 'On' : 'Off'} />,
    },
  })
  return [
    ...(name ? [name] : []),
    {
      field: 'kind',
      header: 'When',
      sort: false as const,
      value: (r: AlertRule) => conditionText(kinds, r),
      minWidth: 240,
      flex: 1.6,
    },
    ...rest,
    { field: 'standing', header: 'Open alerts', kind: 'number' as const, sort: false as const, minWidth: 110 },
  ]
}
