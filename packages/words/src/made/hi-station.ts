// Written by `npm run words` from packages/words/catalogues.

export const priceUnknown: string = 'यहाँ की कीमत ज्ञात नहीं है।'
