// Words and limits of RFID tags that server and screens share (D-TAG-1 to D-TAG-4).

/** The longest text that OCPP 1.6 has for a tag (§7.28). */
export const MAX_TAG = 20
export const MAX_NOTE = 500
/** A balance beyond this is a typing error. */
export const MAX_BALANCE = 1_000_000
export const MAX_ACTIVE = 100_000

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
