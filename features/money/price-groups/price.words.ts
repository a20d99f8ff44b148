// Days, limits, defaults and fixed texts of price groups that screens and server share.

/** By their numbers, Sunday 0 (UTC). */
export const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
/** As they are shown: Monday first (D-PG-4). */
export const DAY_ORDER = [1, 2, 3, 4, 5, 6, 0] as const
export const MONDAY = 1

export const GROUP_TYPES = ['fixed', 'variable'] as const
export type GroupType = (typeof GROUP_TYPES)[number]
export const typeLabel: Readonly<Record<GroupType, string>> = { fixed: 'Fixed', variable: 'Variable' }
/** Types min and hr both charge the price per hour. */
export const PRICE_TYPES = ['kwh', 'min', 'hr'] as const

export const MAX_NAME = 20
export const MAX_DESCRIPTION = 200
/** For a whole week; 48 a day. */
export const MOST_SLOTS = 336
/** Rupees, for prices and fees alike. */
export const LARGEST_PRICE = 100_000
/** Default times of a day; 23:59 as last end of a day means midnight. */
export const DAY_START = '00:00'
export const DAY_END = '23:59'

export const MISSING = 'Price group not found'
export const ABOVE_ZERO = 'Must be greater than 0'
export const BELOW_ZERO = 'Must be 0 or more'
export const NO_DAY = 'Day must be a number from 0 to 6'
export const NO_TIME = 'Please enter a time from 00:00 to 23:59'
export const END_LATER = 'End time must be after start time'
export const ONE_FIXED_PRICE = 'A fixed price group has one price'

export const SELECT_DAY = 'Please select the day before adding new time range'
export const DAY_IS_FULL =
  'Already defined 24 hours for the selected day. Please adjust timeslot to define multiple prices'
export const SUBMISSION_ERROR = 'Submission Error:'
export const FIX_ERRORS = 'Please fix the following errors:'
export const CHECK_FIELDS = 'Please check all required fields and try again.'
export const SAVE_FAILED = 'An error occurred while saving the price group'

/** The prices of a slot, by their names on the wire, as people read them. */
export const priceLabel = {
  priceperKW: 'Price per kWh',
  priceperHr: 'Price per hour',
  fixedFeeStarting: 'Start fee',
  fixedFeeCharging: 'Charging fee',
  minuteFeeCharging: 'Fee per minute while charging',
  idealFeeFullyCharged: 'Fee per minute after full charge',
} as const

/**
 * The methods of payment for which the gateway's part may differ (M-2.6). `card`: every card but RuPay debit cards, and every
 * method that has no name here.
 */
export const GATEWAY_METHODS = ['upi', 'rupayDebit', 'card', 'wallet'] as const
export type GatewayMethod = (typeof GATEWAY_METHODS)[number]
export const METHOD_LABELS: Readonly<Record<GatewayMethod, string>> = {
  upi: 'UPI',
  rupayDebit: 'RuPay debit card',
  card: 'Card',
  wallet: 'Wallet',
}
