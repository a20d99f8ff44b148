// Shapes of zod looked into, for tests that go over every field of every endpoint: which fields there are, and values for
// them, right and wrong ones, by a seeded generator.
import type { z } from 'zod'

// biome-ignore lint/suspicious/noExplicitAny: the inside of a shape, looked at by its `type`
type Def = any
const defOf = (shape: z.ZodType): Def => shape._zod.def
const WRAPPERS = new Set(['optional', 'nullable', 'default', 'prefault', 'readonly', 'catch', 'nonoptional'])

/** The shape that a value is first checked by, without what may stand around. */
export function inner(shape: z.ZodType): z.ZodType {
  const def = defOf(shape)
  if (WRAPPERS.has(def.type)) return inner(def.innerType)
  if (def.type === 'pipe') return inner(defOf(def.in).type === 'transform' ? def.out : def.in)
  return shape
}
/** True when the field may be left out. */
export const isOptional = (shape: z.ZodType): boolean => shape.safeParse(undefined).success

export type Field = { path: string[]; shape: z.ZodType; isOptional: boolean }
/** Every field of a shape, with those of records inside; of a list its first entry. */
export function fieldsOf(shape: z.ZodType, path: string[] = [], depth = 0): Field[] {
  const inside = inner(shape)
  const def = defOf(inside)
  if (depth > 6) return []
  if (def.type === 'object')
    return Object.entries(def.shape as Record<string, z.ZodType>).flatMap(([name, field]) => [
      { path: [...path, name], shape: field, isOptional: isOptional(field) },
      ...fieldsOf(field, [...path, name], depth + 1),
    ])
  if (def.type === 'array') return fieldsOf(def.element, [...path, '0'], depth + 1)
  if (def.type === 'union') return (def.options as z.ZodType[]).flatMap(o => fieldsOf(o, path, depth + 1))
  return []
}

/** A generator that gives the same numbers for the same seed (mulberry32). */
export class Dice {
  state: number
  constructor(seed: number) {
    this.state = seed >>> 0
  }
  /** From 0 up to, not with, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  below(n: number): number {
    return Math.floor(this.next() * n)
  }
  one<T>(of: readonly T[]): T {
    return of[this.below(of.length)] as T
  }
  chance(p: number): boolean {
    return this.next() < p
  }
}

/** Stands for a number that JSON can write and no double can hold. */
export const HUGE = '@@1e400'
const nested = (depth: number): unknown =>
  depth === 0 ? [] : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) }
const character = (d: Dice): string =>
  String.fromCharCode(
    d.one([d.below(0x20), d.below(0x80), 0x80 + d.below(0x800), 0xd800 + d.below(0x800), d.below(0x10000)]),
  )
const noise = (d: Dice, longest: number): string =>
  Array.from({ length: d.below(longest) }, () => character(d)).join('')

/** Texts that have broken products before. */
export const TEXTS: readonly string[] = [
  '\0',
  'a\0b',
  '\ud800',
  '\udfffx',
  '\ud83d\ude00',
  'İstanbul',
  'ﷺ',
  '\u202eabc',
  '\ufeff',
  '\u0301',
  '\x07\x1b[2J',
  '\r\n',
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '0x10',
  '1e400',
  '99999999999999999999',
  '2147483648',
  '-2147483649',
  '3.7',
  'NaN',
  '١٢',
  "'",
  "' or 1=1 --",
  "'; drop table team; --",
  '%',
  '_',
  '\\',
  '$1',
  '$&',
  '{"a":',
  '[',
  'null',
  'true',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '..%2f',
  '%00',
  '<script>alert(1)</script>',
  '=1+1',
  'a'.repeat(5000),
  '0000-00-00',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '275760-09-13',
  '-000001-01-01T00:00:00Z',
  '2025-02-30',
  '2025-01-01T00:00:00+23:59',
  '2025-01-01T24:00:00Z',
  '1970-01-01',
  '24:00:00',
  '12:60:00',
  'a@b',
  'a@b.cc',
  'ab@-x.in',
]
const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0,
  1e21,
  1e308,
  -1e308,
  2_147_483_647,
  2_147_483_648,
  9_007_199_254_740_992,
  HUGE,
  [],
  {},
  [[]],
  [null],
  [{}],
  ['a', 'b'],
  { a: 1 },
  { length: 3 },
  { __proto__: null, constructor: 1 },
  nested(30),
  nested(300),
]
export const junk = (d: Dice): unknown =>
  d.chance(0.55)
    ? d.one(TEXTS)
    : d.chance(0.25)
      ? noise(d, 60)
      : d.chance(0.1)
        ? d.one(TEXTS).repeat(2 + d.below(40))
        : d.one(VALUES)

/** A value a shape is likely to take; `known` offers values for a field by its name. */
export function likely(d: Dice, shape: z.ZodType, name: string, known: (name: string) => readonly unknown[]): unknown {
  const offered = known(name)
  if (offered.length > 0 && d.chance(0.8)) return d.one(offered)
  const def = defOf(inner(shape))
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape as Record<string, z.ZodType>)
          .filter(([, field]) => !isOptional(field) || d.chance(0.5))
          .map(([key, field]) => [key, likely(d, field, key, known)]),
      )
    case 'array':
      return Array.from({ length: d.below(3) }, () => likely(d, def.element, name, known))
    case 'union':
      return likely(d, d.one(def.options as z.ZodType[]), name, known)
    case 'enum':
      return d.one(Object.values(def.entries))
    case 'literal':
      return d.one(def.values)
    case 'boolean':
      return d.chance(0.5)
    case 'number':
      return d.one([0, 18, 50, 99, 100, 330])
    case 'string':
      return d.one([
        'Depot',
        'a',
        'Volt Works 7',
        '9876543210',
        '2026-01-05T10:00:00Z',
        '2026-01-05',
        '10:00:00',
        'true',
      ])
    default:
      return junk(d)
  }
}

/** Puts junk into one field of a value, or in its place. */
export function spoilt(d: Dice, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || d.chance(0.1)) return junk(d)
  const keys = Object.keys(value)
  const key = keys.length === 0 ? 'x' : d.one(keys)
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
  if (d.chance(0.1)) delete copy[key]
  else copy[key] = d.chance(0.5) ? spoilt(d, copy[key]) : junk(d)
  return copy
}
