// The words and limits of a Load Value to try, for screens that load no schema.
export const NO_MONTH = 'Please choose a month that is over'
export const NO_VALUE = 'Load balancing value is required'
export const NOT_ABOVE = 'Load balancing value should be above 0'
export const MAX_VALUE = 1_000_000
export const VALUE_TOO_LARGE = `Load balancing value should be ${MAX_VALUE} or less`
