// Words and limits of RFID tags that server and screens share (D-TAG-1 to D-TAG-4).

/** The longest text that OCPP 1.6 has for a tag (§7.28). */
export const MAX_TAG = 20
export const MAX_NOTE = 500
/** A balance beyond this is a slip of the finger. */
export const MAX_BALANCE = 1_000_000
export const MAX_ACTIVE = 100_000

export const TAG_TAKEN = 'RFID Tag already exists'
/** Of a Parent Group that is this tag's group only by way of this tag. */
export const isInOwnGroup = (parent: string): string =>
  `RFID Tag ${parent} is in the group of this tag, so it cannot be its Parent Group`
export const EXPIRY_WRONG = 'Please provide a valid future date.'
/** Of attaching no charger: the words are about tags (D-TAG-2). */
export const NONE_CHOSEN = 'Please select tags to be added'
export const DETACHED = 'Successfully disassociated user with selected tag'
export const TAG_MISSING = 'RFID Tag not found'

/** The states of a tag, as its chip reads, in the order in which one goes before the other. */
export const TAG_STATES = ['Expired', 'Blocked', 'In Use', 'Active'] as const
export type TagState = (typeof TAG_STATES)[number]
