// The chargers of a planned maintenance as its page lists them.
import { instant, key, text } from '@wattdesk/base/record'

export const maintenanceChargerFields = {
  chargepoint_pk: key('Charge Point').sorted().filtered(),
  chargepoint_id: text('Charge Point', 100).joined().findable().listed({ identity: true, minWidth: 150 }),
  chargepoint_name: text('Name', 100).joined().optional().findable().listed({ minWidth: 150 }),
  site_name: text('Site', 100).joined().optional().findable().listed({ minWidth: 140, hidden: true }),
  planned_from: instant('From').readOnly().sorted().filtered().listed({ minWidth: 150, hidden: true }),
  planned_to: instant('To').readOnly().sorted().filtered().listed({ minWidth: 150, hidden: true }),
  begun_at: instant('Begun').readOnly().optional().sorted().filtered().listed({ minWidth: 150 }),
  finished_at: instant('Finished').readOnly().optional().sorted().filtered().listed({ minWidth: 150 }),
  left_why: text('Takes no part', 200).readOnly().optional().sorted().filtered(),
}
