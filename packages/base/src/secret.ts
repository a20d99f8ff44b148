// Which fields of a shape are secret, declared where the field is: audit entries and stored parameters are masked by it.
// A registry of its own, so that nothing of it shows in the API page.
import { z } from 'zod'

/** Stands for a value that may not be kept; readers may know that the value was set. */
export const HIDDEN = '•••'

type Values = Readonly<Record<string, unknown>>
/** Whether the field is secret in an object with these values beside it. */
type When = (beside: Values) => boolean
const secrets = z.registry<{ when: When }>()

/** Declares a field secret; with `when`, only if the fields beside it fulfil the condition. */
export const secret = <S extends z.ZodType>(schema: S, when: When = () => true): S => {
  secrets.add(schema, { when })
  return schema
}

const isObject = (value: unknown): value is Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)

type Def = {
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  items?: readonly z.ZodType[]
  rest?: z.ZodType | null
  valueType?: z.ZodType
  options?: readonly z.ZodType[]
  left?: z.ZodType
  right?: z.ZodType
  getter?: () => z.ZodType
}
const defOf = (schema: z.ZodType): Def => schema.def as Def
/** Returns the schemas inside a schema for the same value: of an optional, a pipe, a union or an intersection. */
const sides = (schema: z.ZodType): readonly z.ZodType[] => {
  const { innerType, in: from, out, options, left, right, getter } = defOf(schema)
  return [innerType, from, out, ...(options ?? []), left, right, getter?.()].filter(s => s !== undefined)
}

const isSecret = (schema: z.ZodType, beside: Values): boolean =>
  secrets.get(schema)?.when(beside) === true || sides(schema).some(s => isSecret(s, beside))

/** The value with what its shape declares secret hidden, at any depth; null, undefined and what the shape does not know stay. */
export function masked(schema: z.ZodType, value: unknown): unknown {
  const def = defOf(schema)
  let kept = sides(schema).reduce((v, side) => masked(side, v), value)
  if (Array.isArray(kept)) {
    const of = (i: number) => def.element ?? def.items?.[i] ?? def.rest ?? undefined
    kept = kept.map((v, i) => {
      const s = of(i)
      return s ? masked(s, v) : v
    })
  } else if (isObject(kept) && (def.shape || def.valueType)) {
    const beside = kept
    kept = Object.fromEntries(
      Object.entries(beside).map(([name, v]) => {
        const field = def.shape && Object.hasOwn(def.shape, name) ? def.shape[name] : def.valueType
        if (!field || v === null || v === undefined) return [name, v]
        return [name, isSecret(field, beside) ? HIDDEN : masked(field, v)]
      }),
    )
  }
  return kept
}
