// Limits of settings templates that the server and the browser share.
export const MOST_TEMPLATES = 500
export const MOST_KEYS = 200
/** OCPP 1.6 has no longer keys and values (ChangeConfiguration). */
export const LONGEST_KEY = 50
export const LONGEST_VALUE = 500
export const MOST_TEAMS = 500
export const MOST_CHARGERS = 1000
export const MOST_REASON = 300
