// The fields of a charger in a campaign, as its list shows them (CAMP-05).
import { choice, instant, key, number, text } from '@wattdesk/base/record'
import { CHARGER_STATES } from './campaign.words.ts'

export const campaignChargerFields = {
  chargepoint_pk: key('Charge Point').filtered(),
  chargepoint_id: text('Charge Point', 100).readOnly().findable().listed({ identity: true, minWidth: 120 }),
  state: choice('State', CHARGER_STATES).readOnly().findable().listed({ minWidth: 160, head: true }),
  reason: text('Reason', 300).readOnly().optional().findable().listed({ minWidth: 160, flex: 1.8 }),
  wave: number('Wave').readOnly().sorted().filtered().listed({ minWidth: 65, flex: 0.4 }),
  attempt: number('Attempts').readOnly().sorted().filtered().listed({ minWidth: 80, flex: 0.5 }),
  next_at: instant('Next try').readOnly().optional().sorted().filtered().listed({ minWidth: 140 }),
  vendor: text('Vendor', 20).readOnly().optional().findable().listed({ minWidth: 110, hidden: true }),
  model: text('Model', 20).readOnly().optional().findable().listed({ minWidth: 90, hidden: true }),
  version_before: text('Version before', 50).readOnly().optional().findable().listed({ minWidth: 120, hidden: true }),
  version_now: text('Version now', 50).joined().optional().findable().listed({ minWidth: 105 }),
  connection: choice('Connection', ['Online', 'Offline'])
    .joined()
    .sorted()
    .filtered()
    .listed({ minWidth: 95, flex: 0.6 }),
  state_at: instant('Since').readOnly().sorted().filtered().listed({ minWidth: 95 }),
  sent_at: instant('Sent').readOnly().optional().sorted().filtered().listed({ minWidth: 130, hidden: true }),
}
