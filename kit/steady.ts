// Components that are drawn anew only when their properties change. A form with dozens of fields is drawn at every change of
// its state; a steady field keeps its drawing until its own properties differ.
import { type FunctionComponent, memo } from 'react'

type Plain = Readonly<Record<string, unknown>>
/** Lists and objects without a class; elements count as what they are. */
const isPlain = (v: unknown): v is Plain =>
  typeof v === 'object' &&
  v !== null &&
  !('$$typeof' in v) &&
  (Array.isArray(v) || Object.getPrototypeOf(v) === Object.prototype)

/** Lists and plain objects by their content, for screens name choices in place; everything else by identity. */
export function isAlike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => key in b && isAlike(a[key], b[key]))
}

/** A component that is drawn anew only when its properties differ by `isAlike`. */
export const steady = <P extends object>(Part: FunctionComponent<P>) => memo(Part, isAlike)
