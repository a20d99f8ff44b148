// How long a one-time code lives, and how often it may be tried and sent (D-AUTH-5).

export const CODE_MINUTES = 10
export const MAX_WRONG_TRIES = 5
/** A second request within this time sends nothing. */
export const RESEND_SECONDS = 60
