// The choices in a charging profile, and the error texts of a profile (D-CP-3, OCPP 1.6 section 7.8).
export const PURPOSES = ['ChargePointMaxProfile', 'TxProfile', 'TxDefaultProfile'] as const
export const KINDS = ['Absolute', 'Relative', 'Recurring'] as const
export const RECURRENCIES = ['Daily', 'Weekly'] as const
export const RATE_UNITS = ['W', 'A'] as const
export type Purpose = (typeof PURPOSES)[number]

export const REQUIRED = 'This field is required'
export const NOT_BELOW_ZERO = 'Must be atleast equal or greater than 0'
export const VALID_TO_TOO_EARLY = 'Value should be after valid from date'
export const ONE_DECIMAL = 'At most, single digit acceptable after decimal point'
export const PERIOD_POSITIVE = 'Period must be positive'
export const PERIOD_LATER = 'Period must be later than the one before'
export const LIMIT_POSITIVE = 'Power limit must be positive'
export const PHASES_POSITIVE = 'Number of phases must be a positive whole number'
export const LAST_PERIOD = 'At least one schedule period must remain'

export const MAX_DESCRIPTION = 255
export const MAX_NOTE = 1000
/** No charger takes more periods; the portal draws all of them. */
export const MOST_PERIODS = 500
