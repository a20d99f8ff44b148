// The schema kit: how a payload of OCPP is described, and the TypeScript type that follows from it.
// A schema is plain data; compile.ts turns it into a validator.

/** A schema as data. `allowed` of an open node holds only the standard's enumeration. */
export type Node =
  | { readonly kind: 'str'; readonly max: number }
  | { readonly kind: 'int'; readonly min: number; readonly max: number }
  | { readonly kind: 'dec'; readonly decimals: number }
  | { readonly kind: 'bool' }
  | { readonly kind: 'date' }
  | { readonly kind: 'oneOf'; readonly allowed: readonly string[] }
  | { readonly kind: 'open'; readonly allowed: readonly string[]; readonly max: number }
  | { readonly kind: 'obj'; readonly required: Fields; readonly optional: Fields; readonly isOpen: boolean }
  | { readonly kind: 'list'; readonly item: Schema<unknown>; readonly min: number; readonly max: number }
  | { readonly kind: 'any' }

export type Fields = { readonly [name: string]: Schema<unknown> }

/** A schema of values of type T. `type` never exists; it only carries T. */
export interface Schema<out T> {
  readonly node: Node
  readonly type?: T
}

/** The TypeScript type of the values that fit a schema. */
export type Infer<S> = S extends Schema<infer T> ? T : never

type Flat<T> = { [K in keyof T]: T[K] }
type FieldTypes<F extends Fields> = { -readonly [K in keyof F]: Infer<F[K]> }

/** The largest text that stands in for a value of an open enumeration. */
const OPEN_MAX = 255

/** Text of at most `max` characters (code points); without `max` only the frame bounds it. */
export const str = (max = Number.POSITIVE_INFINITY): Schema<string> => ({ node: { kind: 'str', max } })

/** A whole number; 32 bits with sign unless said otherwise, as OCPP has it. */
export const int = ({ min = -0x8000_0000, max = 0x7fff_ffff } = {}): Schema<number> => ({
  node: { kind: 'int', min, max },
})

/** A decimal number, as a JSON number only; `decimals` bounds the places after the point. */
export const dec = ({ decimals = Number.POSITIVE_INFINITY } = {}): Schema<number> => ({
  node: { kind: 'dec', decimals },
})

export const bool = (): Schema<boolean> => ({ node: { kind: 'bool' } })

/** A date and time as text, see date-time.ts for the notations. */
export const date = (): Schema<string> => ({ node: { kind: 'date' } })

/** A closed enumeration: anything else is refused, since the value decides something. */
export const oneOf = <const V extends string>(...allowed: V[]): Schema<V> => ({ node: { kind: 'oneOf', allowed } })

/** An open enumeration: the value only describes, so other text is taken as it came, and reported. */
export const open = <const V extends string>(...allowed: V[]): Schema<V | (string & {})> =>
  openUpTo(OPEN_MAX, ...allowed)

/** An open enumeration whose field has a length of its own. */
export const openUpTo = <const V extends string>(max: number, ...allowed: V[]): Schema<V | (string & {})> => ({
  node: { kind: 'open', allowed, max },
})

/** An object with exactly these fields. */
export const obj = <R extends Fields, O extends Fields = Record<never, never>>(
  required: R,
  optional?: O,
): Schema<Flat<FieldTypes<R> & Partial<FieldTypes<O>>>> => ({
  node: { kind: 'obj', required, optional: optional ?? {}, isOpen: false },
})

/** An object with at least these fields: all others are kept as they came. */
export const openObj = <R extends Fields>(required: R): Schema<FieldTypes<R> & { [field: string]: unknown }> => ({
  node: { kind: 'obj', required, optional: {}, isOpen: true },
})

/** A list of `min` to `max` items. */
export const list = <T>(item: Schema<T>, { min = 0, max = Number.POSITIVE_INFINITY } = {}): Schema<T[]> => ({
  node: { kind: 'list', item, min, max },
})

/** Any JSON value. @public */
export const any = (): Schema<unknown> => ({ node: { kind: 'any' } })
