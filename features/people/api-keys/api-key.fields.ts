// The fields of an API key (KEY-01); its rights and addresses travel beside them.
import { day, instant, key, number, state, text } from '@wattdesk/base/record'
import { KEY_STATES } from './api-key.words.ts'

export const apiKeyFields = {
  api_key_id: key('Key ID').sorted().filtered(),
  name: text('Name', 60).findable().listed({ identity: true, minWidth: 160, flex: 1.2 }),
  state: state('State', KEY_STATES).joined().sorted().filtered().listed({ minWidth: 110, flex: 0.6, head: true }),
  secret_start: text('Begins with', 20).joined().searched().listed({ minWidth: 130 }),
  last_used_at: instant('Last used').readOnly().optional().sorted().filtered().listed({ minWidth: 140 }),
  last_used_from: text('Last used from', 60).readOnly().optional(),
  last_refused_at: instant('Last refused')
    .readOnly()
    .optional()
    .sorted()
    .filtered()
    .listed({ minWidth: 140, hidden: true }),
  last_refused_from: text('Last refused from', 60).readOnly().optional(),
  last_refused_why: text('Why it was refused', 300).readOnly().optional(),
  calls: number('Calls in 30 days').joined().sorted().filtered().listed({ minWidth: 120, flex: 0.6 }),
  refused: number('Refused in 30 days').joined().sorted().listed({ minWidth: 130, flex: 0.6, hidden: true }),
  valid_until: day('Valid until').optional().sorted().filtered().listed({ minWidth: 120 }),
  api_version: text('API version', 10).readOnly().sorted().filtered().listed({ minWidth: 120 }),
  keeper: text('Kept by', 100).joined().optional().findable().listed({ minWidth: 130 }),
  team_name: text('Team', 100).joined().findable().listed({ minWidth: 130 }),
  createdAt: instant('Created').readOnly().sorted().filtered().listed({ minWidth: 140, hidden: true }),
  teamId: key('Team'),
}
