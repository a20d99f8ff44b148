// The words and limits of API keys (KEY-01).
export const MOST_KEYS = 100
export const MOST_ADDRESSES = 50
export const SECRET_USE = 'Programs send it with each call, as the header Authorization: Bearer and the secret.'
export const KEY_STATES = {
  active: 'Active',
  resting: 'At rest',
  over: 'Expired',
  revoked: 'Revoked',
} as const
export type KeyState = keyof typeof KEY_STATES

/** How long the secret before a rotation still counts, in hours. */
export const OVERLAPS = [
  { hours: 0, label: 'Not at all: it ends now' },
  { hours: 1, label: '1 hour' },
  { hours: 24, label: '1 day' },
  { hours: 168, label: '7 days' },
] as const
export const OVERLAP_HOURS = OVERLAPS.map(o => o.hours)
