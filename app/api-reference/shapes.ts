// The shapes of contracts as JSON Schema with names: a shape that occurs twice is written once, under components/schemas.
import { z } from 'zod'
import { fieldWords } from './field-words.ts'

export type Json = { [key: string]: unknown }
/** Carries the declared name of a shape until shapes are named. */
const NAME = 'x-name'

/** A zod schema as JSON Schema, without references. `input`: as a caller writes the value; `output`: as the server writes it. */
export function jsonShape(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    metadata: z.registry(),
    override: ({ zodSchema, jsonSchema }) => {
      const { id, description, field, as } = z.globalRegistry.get(zodSchema) ?? {}
      if (as) Object.assign(jsonSchema, jsonShape(as as z.ZodType, io))
      const words = field ? fieldWords(field) : description
      Object.assign(jsonSchema, id && { [NAME]: id }, words && { description: words })
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      // A field may be left out where its value is made up before it is checked; the JSON Schema alone would require it.
      const isNeeded = (name: string) => {
        const field =
          zodSchema instanceof z.ZodObject ? (zodSchema.shape as Record<string, z.ZodType>)[name] : undefined
        return !field?.safeParse(undefined).success
      }
      if (io === 'input' && jsonSchema.required) jsonSchema.required = jsonSchema.required.filter(isNeeded)
      // Any whole number that JSON can hold is no limit.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      // A format says it in a word.
      if (jsonSchema.format) delete jsonSchema.pattern
    },
  }) as Json
  return shape
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const hasFields = (node: Json): boolean => isObject(node.properties) && Object.keys(node.properties).length > 0

/** Two shapes with the same key are the same shape: same fields with the same words; their own names and words aside. */
function keyOf(node: Json, keys: WeakMap<Json, string>): string {
  const known = keys.get(node)
  if (known) return known
  const { description: _, [NAME]: __, ...shape } = node
  const key = JSON.stringify(shape, (k, v: unknown) => (k === NAME ? undefined : v))
  keys.set(node, key)
  return key
}

export const pascal = (text: string): string =>
  text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
export const singular = (text: string): string =>
  text
    .replace(/ies$/, 'y')
    .replace(/(ss|us)$/, '$1#')
    .replace(/s$/, '')
    .replace('#', '')

/** A place of a shape: names to call it by, the best first. `isRoot`: named even if it occurs once. */
type Place = { names: readonly string[]; isRoot?: boolean }
/** A shape of an operation. */
export type Root = { shape: Json; names: readonly string[] }

/** Names the shapes below `roots`, and returns each root with references in the place of named shapes. */
export function namedShapes(roots: readonly Root[]): { shapes: Json[]; components: Record<string, Json> } {
  const keys = new WeakMap<Json, string>()
  const counts = new Map<string, number>()
  const declared = new Map<string, string>()
  const places = new Map<string, Place>()
  const visit = (node: unknown, place: Place): void => {
    if (Array.isArray(node)) {
      for (const n of node) visit(n, place)
      return
    }
    if (!isObject(node)) return
    let { names } = place
    if (hasFields(node)) {
      const key = keyOf(node, keys)
      counts.set(key, (counts.get(key) ?? 0) + 1)
      const own = node[NAME] as string | undefined
      if (own && !declared.has(key)) declared.set(key, own)
      const known = places.get(key)
      if (!known || (place.isRoot && !known.isRoot)) places.set(key, place)
      names = [declared.get(key) ?? names[0] ?? 'Shape']
    }
    for (const [k, v] of Object.entries(node)) {
      if (k === 'properties' && isObject(v))
        for (const [field, shape] of Object.entries(v)) {
          const name = pascal(singular(field))
          visit(shape, { names: [name, `${names[0]}${name}`] })
        }
      else if (k !== NAME && k !== 'enum' && k !== 'const') visit(v, { names })
    }
  }
  for (const { shape, names } of roots) visit(shape, { names, isRoot: true })

  const taken = new Map<string, string>()
  const nameOf = new Map<string, string>()
  const take = (key: string, names: readonly string[]): void => {
    const free = names.find(name => !taken.has(name)) ?? numbered(names.at(-1) ?? 'Shape', taken)
    taken.set(free, key)
    nameOf.set(key, free)
  }
  for (const [key, name] of declared) take(key, [name, `${name}Body`])
  for (const [key, { names, isRoot }] of places) if (isRoot && !nameOf.has(key)) take(key, names)
  for (const [key, { names }] of places) if ((counts.get(key) ?? 0) > 1 && !nameOf.has(key)) take(key, names)

  const components: Record<string, Json> = {}
  const replaced = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(replaced)
    if (!isObject(node)) return node
    const { [NAME]: _, ...rest } = node
    const inside = () => Object.fromEntries(Object.entries(rest).map(([k, v]) => [k, replaced(v)]))
    const name = hasFields(node) ? nameOf.get(keyOf(node, keys)) : undefined
    if (!name) return inside()
    const { description, ...shape } = node
    if (!(name in components)) {
      components[name] = {}
      components[name] = replacedFields(shape, replaced)
    }
    return { $ref: `#/components/schemas/${name}`, ...(typeof description === 'string' && { description }) }
  }
  const shapes = roots.map(({ shape }) => replaced(shape) as Json)
  const sorted = Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))
  return { shapes, components: Object.fromEntries(sorted) }
}

function replacedFields(shape: Json, replaced: (node: unknown) => unknown): Json {
  const { [NAME]: _, ...rest } = shape
  return Object.fromEntries(Object.entries(rest).map(([k, v]) => [k, replaced(v)]))
}
function numbered(name: string, taken: ReadonlyMap<string, string>): string {
  let n = 2
  while (taken.has(`${name}${n}`)) n++
  return `${name}${n}`
}

/**
 * Calls `visit` for each field of a shape of the document: with the names of what the field stands in, with its own name,
 * and with its schema, which `visit` may change.
 */
export function eachField(
  name: string,
  shape: unknown,
  visit: (path: string, field: string, shape: Json) => void,
): void {
  if (Array.isArray(shape)) for (const s of shape) eachField(name, s, visit)
  else if (isObject(shape))
    for (const [k, v] of Object.entries(shape)) {
      if (k === 'properties' && isObject(v))
        for (const [field, inside] of Object.entries(v)) {
          if (!isObject(inside)) continue
          visit(name, field, inside)
          eachField(`${name}.${field}`, inside, visit)
        }
      else if (k !== 'enum' && k !== 'const' && k !== 'example' && k !== 'examples') eachField(name, v, visit)
    }
}
