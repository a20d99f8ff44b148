// The shape of the API without its words, as it is kept in shape.json, and what of a change breaks programs.
import type { Json } from './shapes.ts'

/** A type: `string`; `=word`, one word of a choice; `#Name`, a named shape; several types; a list; fields, `name?` if it may lack. */
export type Brief = string | readonly Brief[] | { readonly [field: string]: Brief }
type BriefOperation = { call: string; parameters: Record<string, Brief>; body?: Brief; reply?: Brief }
export type ApiShape = { version: string; operations: Record<string, BriefOperation>; shapes: Record<string, Brief> }

const oneOf = (all: readonly Brief[]): Brief => (all.length === 1 ? (all[0] as Brief) : all)

/** A schema without words and limits. */
function brief(schema: Json): Brief {
  if (typeof schema.$ref === 'string') return `#${schema.$ref.split('/').at(-1)}`
  if (Array.isArray(schema.enum)) return oneOf(schema.enum.map(v => (v === null ? 'null' : `=${v}`)))
  if ('const' in schema) return `=${schema.const}`
  const choices = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Json[] | undefined
  if (choices) return choices.map(brief)
  const types = [schema.type ?? 'any'].flat() as string[]
  return oneOf(types.map(type => briefOf(type, schema)))
}
function briefOf(type: string, { items, properties, required }: Json): Brief {
  if (type === 'array') return { '[]': typeof items === 'object' && items !== null ? brief(items as Json) : 'any' }
  if (type !== 'object' || !properties) return type
  const needed = new Set((required ?? []) as string[])
  return Object.fromEntries(
    Object.entries(properties as Record<string, Json>).map(([name, field]) => [
      needed.has(name) ? name : `${name}?`,
      brief(field),
    ]),
  )
}

type Parameter = { name?: string; required?: boolean; schema: Json }
type Operation = { operationId: string; parameters: Parameter[]; requestBody?: Json; responses: Record<string, Json> }
/** The shape of a document. */
export function shapeOf(document: Json): ApiShape {
  const { info, paths, components } = document as {
    info: { version: string }
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, Json> }
  }
  const schemaIn = (part: Json | undefined): Json | undefined =>
    (part?.content as Record<string, { schema: Json }> | undefined)?.['application/json']?.schema
  const operations: Record<string, BriefOperation> = {}
  for (const [path, item] of Object.entries(paths))
    for (const [method, o] of Object.entries(item)) {
      const [body, reply] = [schemaIn(o.requestBody), schemaIn(o.responses['200'] ?? o.responses['201'])]
      operations[o.operationId] = {
        call: `${method.toUpperCase()} ${path}`,
        parameters: Object.fromEntries(
          o.parameters.flatMap(p => (p.name ? [[p.required ? p.name : `${p.name}?`, brief(p.schema)]] : [])),
        ),
        ...(body && { body: brief(body) }),
        ...(reply && { reply: brief(reply) }),
      }
    }
  const shapes = Object.entries(components.schemas).map(([name, schema]) => [name, brief(schema)] as const)
  return { version: info.version, operations, shapes: Object.fromEntries(shapes) }
}

type Flat = Map<string, { types: Set<string>; isOptional: boolean }>
/** The types at each place of a shape, with named shapes written out. */
function flat(
  shape: Brief,
  shapes: Record<string, Brief>,
  place = '',
  isOptional = false,
  out: Flat = new Map(),
): Flat {
  const at = out.get(place) ?? { types: new Set<string>(), isOptional }
  out.set(place, at)
  if (typeof shape === 'string') {
    if (shape.startsWith('#')) flat(shapes[shape.slice(1)] ?? 'any', shapes, place, isOptional, out)
    else at.types.add(shape)
  } else if (Array.isArray(shape)) for (const s of shape) flat(s, shapes, place, isOptional, out)
  else {
    const fields = shape as { readonly [field: string]: Brief }
    at.types.add('[]' in fields ? 'array' : 'object')
    for (const [name, field] of Object.entries(fields)) {
      const inside = name === '[]' ? `${place}[]` : `${place}${place && '.'}${name.replace(/\?$/, '')}`
      flat(field, shapes, inside, name.endsWith('?'), out)
    }
  }
  return out
}

const isWord = (type: string): boolean => type.startsWith('=')
/**
 * The shape of a body without the alternatives that nobody could send before: each is told apart by a word of a needed field, and
 * what it needs is asked of nobody who sends another.
 */
function withoutFurther(shape: Brief | undefined, known: Flat, shapes: Record<string, Brief>): Brief | undefined {
  if (typeof shape === 'string' && shape.startsWith('#')) return withoutFurther(shapes[shape.slice(1)], known, shapes)
  if (!Array.isArray(shape)) return shape
  const isFurther = (one: Brief): boolean =>
    typeof one === 'object' &&
    !Array.isArray(one) &&
    Object.entries(one).some(
      ([name, word]) =>
        typeof word === 'string' && isWord(word) && known.has(name) && !known.get(name)?.types.has(word),
    )
  return (shape as readonly Brief[]).filter(one => !isFurther(one))
}
/** The fields that a caller could send before and that are refused now. */
function* narrowed(before: Flat, now: Flat): Generator<string> {
  for (const [place, { types }] of before) {
    const found = now.get(place)
    if (!found) yield `no ${place}`
    else if (
      [...types].some(t => !(found.types.has(t) || found.types.has('any') || (isWord(t) && found.types.has('string'))))
    )
      yield `${place} takes less`
  }
  for (const [place, { isOptional }] of now) {
    const parent = before.has(place.replace(/(\[\]|\.?[^.[\]]+)$/, ''))
    if (!isOptional && !place.endsWith('[]') && parent && !(before.get(place)?.isOptional === false))
      yield `${place} is needed`
  }
}
/** The fields that a caller could read before and that are gone now, or may be of another kind. A further word of a choice breaks nothing. */
function* changed(before: Flat, now: Flat): Generator<string> {
  for (const [place, { types, isOptional }] of before) {
    const found = now.get(place)
    if (!found) yield `no ${place}`
    else if (found.isOptional && !isOptional) yield `${place} may lack`
    else if (
      [...found.types].some(
        t => !(types.has(t) || types.has('any') || (isWord(t) && (types.has('string') || [...types].some(isWord)))),
      )
    )
      yield `${place} may be of another kind`
  }
}

/** The changes that break programs, as `listTags: reply no data[].note`. */
export function breaks(before: ApiShape, now: ApiShape): string[] {
  return Object.entries(before.operations).flatMap(([id, was]) => {
    const is = now.operations[id]
    if (!is) return [`${id}: removed`]
    if (is.call !== was.call) return [`${id}: moved to ${is.call}`]
    const part = (b: Brief | undefined, shape: ApiShape): Flat => flat(b ?? {}, shape.shapes)
    return [
      ...Array.from(narrowed(part(was.parameters, before), part(is.parameters, now)), t => `parameter ${t}`),
      ...(was.body || is.body
        ? Array.from(
            narrowed(part(was.body, before), part(withoutFurther(is.body, part(was.body, before), now.shapes), now)),
            t => `body ${t}`,
          )
        : []),
      ...(was.reply ? [...changed(part(was.reply, before), part(is.reply, now))].map(t => `reply ${t}`) : []),
    ].map(text => `${id}: ${text}`)
  })
}
