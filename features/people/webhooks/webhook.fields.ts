// The fields of a webhook (HOOK-01); its events travel beside them.
import { flag, instant, key, number, state, text } from '@wattdesk/base/record'
import { WEBHOOK_STATES } from './webhook.words.ts'

export const webhookFields = {
  webhook_id: key('Webhook ID').sorted().filtered(),
  name: text('Name', 60).findable().listed({ identity: true, minWidth: 160 }),
  address: text('Address', 500).findable().listed({ minWidth: 260, flex: 1.6 }),
  is_active: flag('On', true, false),
  state: state('State', WEBHOOK_STATES).joined().sorted().filtered().listed({ minWidth: 120, flex: 0.7, head: true }),
  waiting: number('Waiting').joined().listed({ minWidth: 100, flex: 0.5 }),
  delivered_at: instant('Last delivered').joined().optional().sorted().filtered().listed({ minWidth: 140 }),
  team_name: text('Team', 100).joined().findable().listed({ minWidth: 130 }),
  owner: text('Owner', 100).joined().optional().findable().listed({ minWidth: 130 }),
  maker: text('Made by', 100).joined().optional().findable().listed({ minWidth: 130, hidden: true }),
  createdAt: instant('Created').readOnly().sorted().filtered().listed({ minWidth: 140, hidden: true }),
  teamId: key('Team'),
}
