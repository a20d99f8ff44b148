// Words and figures of second factors (MFA-01).

export const FACTOR_KINDS = { app: 'App', passkey: 'Passkey' } as const
export type FactorKind = keyof typeof FACTOR_KINDS

/** A person has at most so many factors, and so many recovery codes at a time. */
export const MOST_FACTORS = 10
export const RECOVERY_CODES = 10
/** A remembered browser is asked for no code for so long. */
export const TRUST_DAYS = 30
/** Days to set up a factor, where a company says nothing else. */
export const GRACE_DAYS = 14
