// Limits of telling that the server and the browser share.
export const MOST_BROWSERS = 10
/** Recipients that a choice offers at a time. */
export const OFFERED = 50
