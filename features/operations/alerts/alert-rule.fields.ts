// The fields of a rule that people write as words; its parameters, chargers and sites travel beside them (ALERT-02).

import { isOneLine } from '@wattdesk/base/one-line'
import { choice, flag, instant, key, text } from '@wattdesk/base/record'
import { MOST_NAME, SEVERITIES } from './alert.words.ts'

export const alertRuleFields = {
  alert_rule_id: key('Rule ID').sorted().filtered(),
  name: text('Name', MOST_NAME)
    .check(isOneLine, 'Name must be one line')
    .findable()
    .listed({ identity: true, minWidth: 200, flex: 1.4 }),
  /** The id of its kind in the catalogue. */
  kind: text('Kind', 60).filtered(),
  severity: choice('Severity', SEVERITIES).findable().listed({ minWidth: 110, flex: 0.6 }),
  is_active: flag('Active', true, false).sorted().filtered().listed({ minWidth: 90, flex: 0.5 }),
  is_seeded: flag('Came with the company', true, false).readOnly(),
  teamId: key('Team'),
  team_name: text('Team', 100).joined().findable().listed({ minWidth: 140 }),
  createdAt: instant('Created').readOnly().sorted().filtered().listed({ minWidth: 140, hidden: true }),
}
