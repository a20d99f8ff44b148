// The words and limits of API keys (KEY-01).
import { type Feature, FLAG_LETTERS, type Flag } from '@wattdesk/base/access'

export const MOST_KEYS = 100
export const MOST_ADDRESSES = 50
/** Who bounds a key. */
export const KEEPER = 'the person who made it or took it over'
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

/**
 * The flags, by their letters, that no call of a program asks for: calls with them are for people alone, or there are none.
 * app/key-callers.test.ts compares them with all calls.
 */
const NO_USE: Partial<Record<Feature, string>> = {
  Users: 'cud',
  Settings: 'vcud',
  Company: 'cd',
  Role: 'cud',
  Refund: 'd',
  CMCustomers: 'cd',
  SendMessages: 'ud',
  Report: 'cud',
  ServiceRequest: 'd',
  Integration: 'cud',
}
/** Whether a key can do anything with a flag. */
export const servesKeys = ({ feature, flag }: { feature: string; flag: Flag }): boolean =>
  !NO_USE[feature as Feature]?.includes(FLAG_LETTERS[flag])
