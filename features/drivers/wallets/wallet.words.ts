// The limits and words of a wallet that screens need without its schema (D-WAL-1).

/** The free balance that a change may set, in rupees. */
export const MOST_RUPEES = 1000
export const OUTSIDE = `Amount Should be between 0 and ${MOST_RUPEES}`
export const LONGEST = { note: 100, name: 100, email: 100, phone: 14 } as const
export const NEITHER = "Please specify either email or phone number. Both can't be left blank"
export const CHANGED = 'Balance has changed, please reload'
