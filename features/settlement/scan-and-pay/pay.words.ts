// The texts for drivers who pay at a charge point, and their numbers, shared by page and server.

/** In rupees (D-PAY-5). */
export const LEAST_AMOUNT = 10
export const MOST_AMOUNT = 5000
export const AMOUNTS = [100, 200, 500] as const
export const METHODS = ['upi', 'card', 'wallet', 'free'] as const
export type Method = (typeof METHODS)[number]
export const STATES = ['waiting', 'starting', 'charging', 'finished', 'refused', 'expired'] as const
export type State = (typeof STATES)[number]

/** How long a driver has to pay, and then to plug the car in. */
export const MINUTES = 15

export const NO_CHARGER = 'There is no such charger'
/** The text about a private charge point for everybody but holders of a tag accepted there (D-PAY-9). */
export const NOT_PUBLIC = 'This charge point is not public.'
export const NO_SESSION = 'There is no such session'
export const NO_PROVIDER_HERE =
  'UPI and card cannot be used here yet: the operator of this charger has no payment provider.'
export const NOT_YOURS = 'Only the browser that paid can stop this session'
export const REFUND_RULE = `You pay beforehand and are charged for what you use. What is left goes back by itself when the session ends. If charging does not begin within ${MINUTES} minutes, everything goes back.`
export const FREE_RULE = 'Charging is free here. Nothing is paid.'
export const CODE_SENT = 'If we know you, a code is on its way. It is valid for 10 minutes.'
export const WRONG_CODE = 'This code is wrong or no longer valid. Please ask for a new one.'
export const AMOUNT_RANGE = `Amount should be between ${LEAST_AMOUNT} and ${MOST_AMOUNT} rupees`
export const AMOUNT_PAISE = 'Amount should have at most 2 decimals'
