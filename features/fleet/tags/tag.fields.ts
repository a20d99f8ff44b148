// The fields of an RFID tag, and the words and limits that server and screens share (D-TAG-1 to D-TAG-4).
import { choice, flag, instant, key, lines, money, number, text } from '@wattdesk/base/record'

export const TAG_TAKEN = 'RFID Tag already exists'
/** For a Parent Group that is itself in the group of this tag. */
export const isInOwnGroup = (parent: string): string =>
  `RFID Tag ${parent} is in the group of this tag, so it cannot be its Parent Group`
export const EXPIRY_WRONG = 'Please provide a valid future date.'
/** For a request that attaches no charger: its words are about tags (D-TAG-2). */
export const NONE_CHOSEN = 'Please select tags to be added'
export const DETACHED = 'Successfully disassociated user with selected tag'
export const TAG_MISSING = 'RFID Tag not found'

/** The states of a tag, as its chip shows them; where several apply, the first counts. */
export const TAG_STATES = ['Expired', 'Blocked', 'In Use', 'Active'] as const
export type TagState = (typeof TAG_STATES)[number]

/** The kinds of id token of OCPP 2.0.1 that a tag may be; the first is that of most cards. */
export const TOKEN_TYPES = ['ISO14443', 'ISO15693', 'eMAID', 'KeyCode', 'MacAddress', 'Local', 'Central'] as const
export type TokenType = (typeof TOKEN_TYPES)[number]
/** For a list of EVSEs that is none. */
export const EVSES_WRONG = 'EVSEs must be numbers from 1 to 999, separated by commas'
const isEvse = (word: string): boolean => /^[1-9]\d{0,2}$/.test(word.trim())

/** The longest text that OCPP 1.6 has for a tag (§7.28). */
const MAX_TAG = 20
const MAX_ACTIVE = 100_000
/** A balance beyond this is a typing error. */
const MAX_BALANCE = 1_000_000
const tagText = (label: string) =>
  text(label, MAX_TAG).check(
    tag => /^[\x20-\x7e]*$/.test(tag),
    `${label} may have letters from A to Z, digits and the usual signs only`,
  )

export const tagFields = {
  id: key('Tag ID').joined().sorted().filtered(),
  tag: tagText('RFID Tag ID')
    .column('idTag')
    .findable()
    .listed({ header: 'RFID Tag', identity: true, minWidth: 180, flex: 1.2 }),
  /** The text of another tag. */
  parenttag: tagText('Parent Group').optional().column(null).findable().listed({ minWidth: 150 }),
  /** A day holds until its end in the business time zone. */
  expirydate: instant('Expiry Date').optional().column('expiresAt').sorted().filtered().listed({ minWidth: 160 }),
  status: choice('Status', TAG_STATES).ofLists().sorted().filtered().listed({ minWidth: 120, head: true }),
  /** 0 blocks, negative is without limit. */
  max_active_trans_count: number('Max Active Transactions', { min: -MAX_ACTIVE, max: MAX_ACTIVE, decimals: 0 })
    .changedLater()
    .column('maxActiveTransactions')
    .sorted()
    .filtered()
    .listed({ exportOnly: true }),
  /** Free to spend; 0 for a tag without a balance of its own. */
  balance_amount: money('Balance Amount', MAX_BALANCE).joined().sorted().filtered().listed({ exportOnly: true }),
  tokenType: choice('Kind of Token', TOKEN_TYPES).changedLater().sorted().filtered().listed({ exportOnly: true }),
  /** Told to stations of OCPP 2.0.1, which may share short power by the priority. */
  chargingPriority: number('Charging Priority', { min: -9, max: 9, decimals: 0 })
    .changedLater()
    .sorted()
    .filtered()
    .listed({ exportOnly: true }),
  /** The EVSEs at which the tag is valid at stations of OCPP 2.0.1, as '1, 2'; empty: all. */
  evses: text('EVSEs', 100)
    .check(list => list.split(',').every(isEvse), EVSES_WRONG)
    .orEmpty()
    .changedLater()
    .filtered()
    .listed({ exportOnly: true }),
  note: lines('Notes', 500).orEmpty().changedLater().filtered().searched().listed({ exportOnly: true }),
  /** The first of the tag's chargers that the caller may see. */
  chargerpointId: text('Charger', 60).optional().joined(),
  userId: key('Driver').optional().column('driverId'),
  emailId: text('Driver', 100).optional().joined().filtered().searched().listed({ hidden: true, minWidth: 160 }),
  /** How many chargers the tag is tied to; 0: valid at all chargers of its team and below. */
  attachedChargers: number('Attached Chargers').joined().listed({ hidden: true, minWidth: 120 }),
  companyId: key('Company'),
  teamId: key('Team'),
  team_name: text('Team', 100).joined().findable().listed({ hidden: true, minWidth: 140 }),
  /** Made with a balance: charges as long as the balance lasts. */
  isPrepaid: flag('Prepaid', true, false).joined(),
  blocked: flag('Blocked', 1, 0).joined(),
  in_transaction: flag('In Transaction', 1, 0).joined(),
  createdAt: instant('Created On').readOnly().sorted().filtered(),
}

/** The fields of a charger that a tag is tied to. */
export const tagChargerFields = {
  /** The same value as chargepoint_id (D-GEN-4). */
  charge_box_id: text('Chargerbox ID', 60).column('chargepointId'),
  chargepoint_id: text('Chargerbox ID', 60),
  chargepoint_pk: key('Charger'),
  chargepoint_name: text('Charger', 100),
  description: text('Description', 500),
  last_heartbeat_timestamp: instant('Last Heartbeat').optional().joined(),
}
