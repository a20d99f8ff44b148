// Messages that fit a JSON schema of OCPP, and the faults that can be made in each of them.
import fc from 'fast-check'
import type { JsonSchema } from './ocpp-schemas.ts'

export interface Mutant {
  readonly what: string
  /** Made only when asked for, since a payload has hundreds of faults. */
  readonly payload: () => unknown
  /** The code and place of the refusal; undefined where the payload is to be taken. */
  readonly refusal: { code: string; path: string } | undefined
}

type Definitions = Readonly<Record<string, JsonSchema>>
type Tree = Record<string, unknown>

const INT_MAX = 0x7fff_ffff
const resolved = (s: JsonSchema, all: Definitions): JsonSchema =>
  s.$ref === undefined ? s : (all[nameOf(s.$ref)] ?? {})
const nameOf = (ref: string): string => ref.replace('#/definitions/', '')

const date = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-01-01T00:00:00Z'), noInvalidDate: true })
  .map(at => at.toISOString())

const text = (max: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 9, arbitrary: fc.string({ unit: 'grapheme', maxLength: Math.min(max, 20) }) },
      { weight: 1, arbitrary: fc.constant('⚡'.repeat(max)) },
    )
    .filter(t => [...t].length <= max && !t.includes('\0') && t.isWellFormed())

/** Payloads that fit the schema. */
export function payloadsOf(schema: JsonSchema, all: Definitions = schema.definitions ?? {}): fc.Arbitrary<unknown> {
  const s = resolved(schema, all)
  if (s.enum) return fc.constantFrom(...s.enum)
  switch (s.type) {
    case 'string':
      return s.format === 'date-time' ? date : text(s.maxLength ?? 100)
    case 'integer':
      return fc.integer({ min: s.minimum ?? -INT_MAX - 1, max: s.maximum ?? INT_MAX })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'array': {
      const minLength = s.minItems ?? 0
      return fc.array(payloadsOf(s.items ?? {}, all), {
        minLength,
        maxLength: minLength + 1,
      })
    }
    case 'object': {
      const fields = Object.entries(s.properties ?? {}).map(([name, field]) => [name, payloadsOf(field, all)] as const)
      const known = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: [...(s.required ?? [])],
      })
      if (s.additionalProperties === false) return known
      return fc.tuple(fc.dictionary(fc.string(), fc.jsonValue()), known).map(([more, k]) => ({ ...more, ...k }))
    }
    default:
      return fc.jsonValue().filter(value => value !== null)
  }
}

interface Place {
  readonly path: string
  /** The definition, or the definition and its field. */
  readonly at: string
  readonly all: Definitions
  readonly isOpen: (definition: string) => boolean
  readonly longest: (at: string) => number | undefined
}

/** Every fault of a payload that fits the schema. */
export function mutantsOf(schema: JsonSchema, value: unknown, place: Place): Mutant[] {
  const { path, all } = place
  const at = schema.$ref === undefined ? place.at : nameOf(schema.$ref)
  const s = resolved(schema, all)
  const refused = (what: string, code: string, payload: () => unknown): Mutant => ({
    what: `${path} is ${what}`,
    payload,
    refusal: { code, path },
  })
  const property = (what: string, payload: unknown): Mutant =>
    refused(what, 'PropertyConstraintViolation', () => payload)
  const wrongType = [7.5, 'x', true, [], {}]
    .filter(v => !fitsType(v, s))
    .map(v => refused(`of another type, ${JSON.stringify(v)}`, 'TypeConstraintViolation', () => v))
  if (s.type === undefined) return []
  if (s.enum) {
    const other = property('outside its enumeration', 'Perhaps')
    return [...wrongType, place.isOpen(at) ? { ...other, refusal: undefined } : other]
  }
  if (s.type === 'string' && s.format !== 'date-time') {
    const max = place.longest(at) ?? s.maxLength
    const long =
      max === undefined ? [] : [refused('too long', 'PropertyConstraintViolation', () => 'x'.repeat(max + 1))]
    return [...wrongType, ...long, property('not printable', 'a\0b'), property('half a character', '\ud800')]
  }
  if (s.type === 'string')
    return [...wrongType, refused('no date', 'TypeConstraintViolation', () => '2026-02-30T00:00:00Z')]
  if (s.type === 'integer') {
    const [min, max] = [s.minimum ?? -INT_MAX - 1, s.maximum ?? INT_MAX]
    return [...wrongType, property('too small', min - 1), property('too large', max + 1)]
  }
  if (s.type === 'array') {
    const items = value as unknown[]
    const occurrence = (what: string, payload: () => unknown) => refused(what, 'OccurrenceConstraintViolation', payload)
    const few = s.minItems ? [occurrence('empty', () => [])] : []
    const most = s.maxItems ?? 0
    const many =
      most === 0 || items.length === 0 ? [] : [occurrence('too many', () => new Array(most + 1).fill(items[0]))]
    const inside = items.flatMap((item, n) =>
      mutantsOf(s.items ?? {}, item, { ...place, path: `${path}[]`, at }).map(m => ({
        ...m,
        payload: () => items.with(n, m.payload()),
      })),
    )
    return [...wrongType, ...few, ...many, ...inside]
  }
  if (s.type !== 'object') return wrongType
  return [...(path === '' ? [] : wrongType), ...mutantsOfObject(s, value as Tree, { ...place, at })]
}

function mutantsOfObject(s: JsonSchema, object: Tree, place: Place): Mutant[] {
  const { path, at } = place
  const isRequired = new Set(s.required)
  const inside = Object.entries(s.properties ?? {}).flatMap(([name, field]) => {
    const here = path === '' ? name : `${path}.${name}`
    const refusal = isRequired.has(name) ? { code: 'OccurrenceConstraintViolation', path: here } : undefined
    const { [name]: was, ...without } = object
    const absent = [
      { what: `${here} is missing`, payload: () => without, refusal },
      { what: `${here} is null`, payload: () => ({ ...object, [name]: null }), refusal },
    ]
    if (was === undefined) return absent
    const wrong = mutantsOf(field, was, { ...place, path: here, at: `${at}.${name}` })
    return [...absent, ...wrong.map(m => ({ ...m, payload: () => ({ ...object, [name]: m.payload() }) }))]
  })
  const refusal = s.additionalProperties === false ? { code: 'FormatViolation', path } : undefined
  return [...inside, { what: `${path} with more`, payload: () => ({ ...object, more: 1 }), refusal }]
}

function fitsType(value: unknown, { type, format }: JsonSchema): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && !Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type && format !== 'date-time'
}
