// What of a record's values goes into the audit log: only what changed, and never a secret (D-GEN-15).

export type Values = Record<string, unknown>

const SECRET = /password|secret|token|otp|hash|authorization|(^|_)key$|keyhash|^code$|stoptoken/i
/** Stands for a value that may not be kept; that it was set may be known. */
const HIDDEN = '•••'
/** A value longer than this is cut: an image in a body is no value to read. */
const LONGEST = 500

const clean = (value: unknown): unknown => {
  if (typeof value === 'string') return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
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

/** Of two states of a record, what differs, on both sides; of a new or deleted one all of it. */
export function changes(before: Values | null, after: Values | null): { before: Values | null; after: Values | null } {
  if (!before || !after) return { before: before && cleaned(before), after: after && cleaned(after) }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(k => !same(before[k], after[k]))
  const of = (v: Values) => cleaned(Object.fromEntries(keys.filter(k => k in v).map(k => [k, v[k]])))
  return { before: of(before), after: of(after) }
}
