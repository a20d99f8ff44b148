// Checks of values from outside, for the first load of the portal: a schema library weighs more than the session and
// the few events to be checked there.

export type Check<T> = (v: unknown) => v is T
/** The type that a check lets through. */
export type Checked<C> = C extends Check<infer T> ? T : never

export const isText: Check<string> = v => typeof v === 'string'
export const isNumber: Check<number> = (v): v is number => typeof v === 'number' && Number.isFinite(v)
export const isWhole: Check<number> = (v): v is number => Number.isInteger(v)
export const isFlag: Check<boolean> = v => typeof v === 'boolean'

export const isOneOf =
  <const T extends string>(texts: readonly T[]): Check<T> =>
  (v): v is T =>
    (texts as readonly unknown[]).includes(v)
export const isOrNull =
  <T>(check: Check<T>): Check<T | null> =>
  (v): v is T | null =>
    v === null || check(v)
export const isListOf =
  <T>(check: Check<T>): Check<T[]> =>
  (v): v is T[] =>
    Array.isArray(v) && v.every(check)

// biome-ignore lint/suspicious/noExplicitAny: checks of any kind, each of which says what it lets through
type Fields = Record<string, Check<any>>
/** An object that has at least these fields. */
export const hasFields =
  <F extends Fields>(fields: F): Check<{ [K in keyof F]: Checked<F[K]> }> =>
  (v): v is { [K in keyof F]: Checked<F[K]> } =>
    typeof v === 'object' &&
    v !== null &&
    Object.entries(fields).every(([name, check]) => check((v as Record<string, unknown>)[name]))
