// The fields of an exception: a key of a charger, or all of them, that nobody compares, with the reason (CAMP-06).
import { instant, key, text } from '@wattdesk/base/record'
import { LONGEST_KEY, MOST_REASON } from './settings-template.words.ts'

export const settingsExceptionFields = {
  exception_id: key('Exception ID').filtered(),
  chargepoint_id: text('Charge Point', 100).joined().findable().listed({ identity: true, minWidth: 130 }),
  key_name: text('Key', LONGEST_KEY).joined().findable().listed({ minWidth: 170 }),
  reason: text('Reason', MOST_REASON).findable().listed({ minWidth: 200, flex: 1.8 }),
  by_name: text('By', 100).joined().optional().findable().listed({ minWidth: 110 }),
  createdAt: instant('Since').readOnly().sorted().filtered().listed({ minWidth: 140 }),
  team_name: text('Team', 100).joined().findable().listed({ minWidth: 130, hidden: true }),
  chargepoint_pk: key('Charge Point').filtered(),
  teamId: key('Team'),
}
