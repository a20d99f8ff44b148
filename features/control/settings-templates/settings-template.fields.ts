// The fields of a settings template (CAMP-06); its keys and where it applies travel beside them.
import { instant, key, lines, number, text } from '@wattdesk/base/record'

export const settingsTemplateFields = {
  template_id: key('Template ID').sorted().filtered(),
  name: text('Name', 100).findable().listed({ identity: true, minWidth: 180, flex: 1.4 }),
  vendor: text('Vendor', 20).optional().findable().listed({ minWidth: 110 }),
  model: text('Model', 20).optional().findable().listed({ minWidth: 110 }),
  key_count: number('Keys').joined().sorted().filtered().listed({ minWidth: 70, flex: 0.4 }),
  reaches: text('Assigned to', 200).joined().listed({ minWidth: 170, flex: 1.2 }),
  drifting: number('Charge Points that drift').joined().sorted().filtered().listed({ minWidth: 130, flex: 0.6 }),
  notes: lines('Notes', 2000).optional().searched(),
  team_name: text('Team', 100).joined().findable().listed({ minWidth: 130 }),
  createdAt: instant('Created').readOnly().sorted().filtered().listed({ minWidth: 140, hidden: true }),
  teamId: key('Team'),
}
