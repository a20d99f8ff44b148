/** The reason of a review of a bill which a later message of the charger contradicts. */
export const CONTRADICTED = 'Readings contradict the bill'
