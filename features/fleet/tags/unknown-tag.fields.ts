// The fields of a tag that chargers asked about and that nobody has made (S-UNKNOWN-TAG).
import { instant, key, number, text } from '@wattdesk/base/record'

export const unknownTagFields = {
  /** Identifies the row: key of the charger and text of the tag in lower case. */
  key: text('Key', 40).joined(),
  /** The text as the charger last sent it. */
  tag: text('RFID Tag', 20).readOnly().column('idTag').findable().listed({ identity: true, minWidth: 180, flex: 1.2 }),
  chargepoint_pk: key('Charger'),
  chargepoint_id: text('Charger ID', 60).joined().findable().listed({ minWidth: 140 }),
  chargepoint_name: text('Charger', 100).joined().filtered().searched().listed({ minWidth: 150 }),
  /** How often the tag was refused there. */
  refused: number('Refused').readOnly().sorted().filtered().listed({ minWidth: 100, flex: 0.5 }),
  firstAt: instant('First time').readOnly().sorted().filtered().listed({ minWidth: 120 }),
  lastAt: instant('Last time').readOnly().sorted().filtered().listed({ minWidth: 120 }),
  team_name: text('Team', 100).joined().findable().listed({ minWidth: 130, hidden: true }),
}
