// Why a connection ended, where the product itself has ended it: the charger comes back by itself, and was not at fault.

/** The words with which charge points are sent to connect anew; some echo them, others the code alone. */
export const AGAIN = 'Please connect again'
export const NOT_NOW = 'Please try again'
export const ENDED_BY_US: readonly string[] = ['Server ended', 'The server ends', 'Closed with 1012', AGAIN, NOT_NOW]
