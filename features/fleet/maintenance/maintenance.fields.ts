// The fields of a planned maintenance; its chargers travel beside them (MAINT-01).
import { choice, flag, instant, key, number, text } from '@wattdesk/base/record'
import { MAINTENANCE_STATES, MOST_DRIVER_TEXT, MOST_REASON } from './maintenance.words.ts'

export const maintenanceFields = {
  maintenance_id: key('Maintenance ID').sorted().filtered(),
  reason: text('Reason', MOST_REASON).findable().listed({ identity: true, minWidth: 200, flex: 1.6 }),
  state: choice('State', MAINTENANCE_STATES).readOnly().findable().listed({ minWidth: 110, flex: 0.6, head: true }),
  starts_at: instant('Start').readOnly().sorted().filtered().listed({ minWidth: 150 }),
  ends_at: instant('End').readOnly().sorted().filtered().listed({ minWidth: 150 }),
  chargers_count: number('Charge Points').joined().sorted().filtered().listed({ minWidth: 100, flex: 0.5 }),
  /** Chargers that have refused what they were told. */
  refused_count: number('Refused').joined().sorted().filtered().listed({ minWidth: 100, flex: 0.5, hidden: true }),
  sets_inoperative: flag('Connectors out of service', true, false).sorted().filtered(),
  driver_text: text('Text for drivers', MOST_DRIVER_TEXT).optional(),
  view_name: text('View', 60).readOnly().optional(),
  team_name: text('Team', 100).joined().findable().listed({ minWidth: 130, hidden: true }),
  planned_by: text('Planned by', 100).joined().optional().findable().listed({ minWidth: 130, hidden: true }),
  createdAt: instant('Planned at').readOnly().sorted().filtered().listed({ minWidth: 150, hidden: true }),
  ended_by_name: text('Ended by', 100).joined().optional(),
  endedAt: instant('Ended at').readOnly().optional(),
  correctedAt: instant('Corrected at').readOnly().optional(),
  /** The times before they were corrected. */
  was_from: instant('Start before the correction').readOnly().optional(),
  was_to: instant('End before the correction').readOnly().optional(),
  teamId: key('Team'),
}
