// Why a connection ended, where the product itself has ended it: the charger comes back by itself, and was not at fault.
export const ENDED_BY_US: readonly string[] = ['Server ended', 'The server ends', 'Closed with 1012']
