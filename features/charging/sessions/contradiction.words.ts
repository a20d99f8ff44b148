/** The reason of a review of a bill that something contradicts which came after it. */
export const CONTRADICTED = 'Readings contradict the bill'
