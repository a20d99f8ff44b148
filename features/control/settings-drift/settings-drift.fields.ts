// The fields of a key that differs at a charger, as its list shows them (CAMP-07).
import { choice, instant, key, text } from '@wattdesk/base/record'
import { DRIFT_LEVELS, DRIFT_STATES } from './settings-drift.words.ts'

export const settingsDriftFields = {
  chargepoint_pk: key('Charge Point').filtered(),
  chargepoint_id: text('Charge Point', 100).joined().findable().listed({ identity: true, minWidth: 120 }),
  spelling: text('Key', 50).readOnly().findable().listed({ header: 'Key', minWidth: 190, flex: 1.3 }),
  wished: text('Wanted', 2500).readOnly().findable().listed({ minWidth: 75 }),
  told: text('Told', 2500).readOnly().optional().findable().listed({ minWidth: 75 }),
  state: choice('State', DRIFT_STATES).readOnly().findable().listed({ minWidth: 120, hidden: true }),
  level: choice('Level', DRIFT_LEVELS).readOnly().findable().listed({ minWidth: 100, flex: 0.7 }),
  template_name: text('Template', 100).joined().optional().findable().listed({ minWidth: 105 }),
  model: text('Model', 60).joined().optional().findable().listed({ minWidth: 90 }),
  team_name: text('Team', 100).joined().findable().listed({ minWidth: 90 }),
  connection: choice('Connection', ['Online', 'Offline'])
    .joined()
    .sorted()
    .filtered()
    .listed({ minWidth: 95, hidden: true }),
  since: instant('Since').readOnly().sorted().filtered().listed({ minWidth: 85 }),
  template_id: key('Template ID').optional().filtered(),
}
