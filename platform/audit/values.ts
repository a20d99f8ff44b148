// The values of a record that go into the audit log: only the changed ones, and never a secret (D-GEN-15). The shape of
// the values declares secrets; the names below are a second net, for a field that nobody declared.
import { HIDDEN, masked } from '@wattdesk/base/secret'
import type { z } from 'zod'

export type Values = Record<string, unknown>

const SECRET = /password|secret|token|otp|hash|authorization|(^|_)key$|keyhash|^code$|stoptoken/i
/** A value longer than this is cut: an image in a body is no value to read. */
const LONGEST = 500

/** An address may carry a password. */
const withoutPassword = (text: string): string => text.replace(/(:\/\/[^\s/?#:@]*):[^\s/?#]*@/g, `$1:${HIDDEN}@`)

const clean = (value: unknown): unknown => {
  // The cut may go through a character.
  if (typeof value === 'string')
    return withoutPassword(value.length > LONGEST ? `${value.slice(0, LONGEST).toWellFormed()}…` : value)
  if (Array.isArray(value)) return value.slice(0, 100).map(clean)
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return value.toString()
  return value !== null && typeof value === 'object' ? cleaned(value as Values) : value
}
/** The values without secrets and without what is undefined. */
export const cleaned = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, v]) => v !== undefined)
      .map(([k, v]) => [k, SECRET.test(k) && v !== null ? HIDDEN : clean(v)]),
  )

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * Returns the differences of two states of a record, on both sides; all values of a new or deleted record. Secrets are
 * hidden by `shapes`.
 */
export function changes(
  before: Values | null,
  after: Values | null,
  shapes: readonly z.ZodType[] = [],
): { before: Values | null; after: Values | null } {
  // Masked whole: whether a field is secret may hang on the field beside it.
  const hide = (v: Values | null): Values =>
    shapes.reduce<Values>((kept, shape) => masked(shape, kept) as Values, v ?? {})
  const [was, is] = [hide(before), hide(after)]
  if (!before || !after) return { before: before && cleaned(was), after: after && cleaned(is) }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(k => !same(before[k], after[k]))
  const of = (v: Values) => cleaned(Object.fromEntries(keys.filter(k => k in v).map(k => [k, v[k]])))
  return { before: of(was), after: of(is) }
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const
/** How long ago, in the largest unit that has passed once: '2 minutes ago', '1 day ago'; at least a second. */
export function agoText(seconds: number): string {
  const passed = Math.max(1, Math.floor(seconds))
  const [unit, length] = UNITS.find(([, s]) => passed >= s) ?? ['second', 1]
  const n = Math.floor(passed / length)
  return `${n} ${unit}${n === 1 ? '' : 's'} ago`
}
/** Why a change is refused that came too late (D-GEN-17). */
export const changedText = (last: { by: string; secondsAgo: number } | undefined): string =>
  last
    ? `This record was changed by ${last.by} ${agoText(last.secondsAgo)}`
    : 'This record was changed by somebody else a moment ago'
