// Written by `npm run words` from packages/words/catalogues.

export const closed: string = 'This charger is out of service for planned maintenance. Please use another one.'
