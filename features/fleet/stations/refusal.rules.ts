// Why a charger is refused at its handshake, in the words that are kept with its connections.
export const WRONG_CREDENTIALS = 'Wrong credentials'
