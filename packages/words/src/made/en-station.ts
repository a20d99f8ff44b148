// Written by `npm run words` from packages/words/catalogues.

export const priceUnknown: string = 'The price is not known here.'
