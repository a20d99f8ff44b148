// The figures of scan and pay, and the names of its ways and states, shared by page and server. Its texts are in the
// catalogues of the driver's language: those of the server in pay-told.words.ts.

/** In rupees (D-PAY-5). */
export const LEAST_AMOUNT = 10
export const MOST_AMOUNT = 5000
export const AMOUNTS = [100, 200, 500] as const
export const METHODS = ['upi', 'card', 'wallet', 'free'] as const
export type Method = (typeof METHODS)[number]
export const STATES = ['waiting', 'starting', 'charging', 'finished', 'refused', 'expired'] as const
export type State = (typeof STATES)[number]

/** So many sessions that a browser has asked for at a connector are known as its own. */
export const MOST_OWN = 5
/** How long a driver has to pay, and then to plug the car in. */
export const MINUTES = 15
/** How long a one-time code is valid. */
export const CODE_MINUTES = 10
/** The digits of a one-time code. */
export const CODE_DIGITS = 6
