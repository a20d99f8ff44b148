// The fields of an alert as its list shows them (ALERT-04).
import { choice, instant, key, number, text } from '@wattdesk/base/record'
import { ALERT_STATES, SEVERITIES } from './alert.words.ts'

export const alertFields = {
  alert_id: key('Alert ID').sorted().filtered(),
  severity: choice('Severity', SEVERITIES).readOnly().findable().listed({ minWidth: 96, flex: 0.5 }),
  /** Greater for what is more severe, and newer. */
  urgency: number('Urgency').joined().sorted(),
  state: choice('State', ALERT_STATES).readOnly().findable().listed({ minWidth: 120, flex: 0.6, head: true }),
  subject_name: text('Subject', 200).readOnly().findable().listed({ identity: true, minWidth: 180, flex: 1.2 }),
  /** The id of its kind in the catalogue. */
  kind: text('Kind', 60).readOnly().sorted().filtered(),
  title: text('Kind', 100).joined().findable().listed({ minWidth: 140, hidden: true }),
  rule_name: text('Rule', 100).joined().findable().listed({ minWidth: 140, hidden: true }),
  alert_rule_id: key('Rule ID').filtered(),
  since: instant('Since').readOnly().sorted().filtered().listed({ minWidth: 120 }),
  openedAt: instant('Opened').readOnly().sorted().filtered().listed({ minWidth: 140, hidden: true }),
  lastAt: instant('Last time').readOnly().sorted().filtered().listed({ minWidth: 140, hidden: true }),
  occurrences: number('Occurrences').readOnly().sorted().filtered().listed({ minWidth: 100, flex: 0.4 }),
  closedAt: instant('Closed').readOnly().optional().sorted().filtered().listed({ minWidth: 140, hidden: true }),
  closedWhy: text('Why it closed', 1000).readOnly().optional(),
  assignee: text('Assignee', 100).joined().optional().findable().listed({ minWidth: 100, hidden: true }),
  chargepoint_id: text('Charge Point', 100).joined().optional().findable().listed({ minWidth: 140, hidden: true }),
  site_name: text('Site', 100).joined().optional().findable().listed({ minWidth: 140, hidden: true }),
  team_name: text('Team', 100).joined().findable().listed({ minWidth: 130, hidden: true }),
  chargepoint_pk: key('Charge Point').optional().filtered(),
  zone_id: key('Site').optional().filtered(),
  teamId: key('Team'),
}
