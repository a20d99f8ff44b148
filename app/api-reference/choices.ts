// Titles in choices: where a body or reply is one of several records, each of them has a title, so that a viewer lists names and
// not "object" so many times.
import type { Json } from './shapes.ts'

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const variantsOf = ({ oneOf, anyOf }: Json): Json[] => {
  const all = oneOf ?? anyOf
  return Array.isArray(all) ? all.filter(isJson) : []
}
const isRecord = (variant: Json): boolean => variant.$ref !== undefined || variant.properties !== undefined

/** The name of a shape, else the word by which a record is chosen, as `RemoteStop`. */
function titleOf({ $ref, properties }: Json): string | undefined {
  if (typeof $ref === 'string') return $ref.split('/').at(-1)
  const fixed = Object.values((properties ?? {}) as Record<string, Json>).find(f => typeof f.const === 'string')
  return fixed?.const as string | undefined
}

/** Calls `visit` with the records of each choice between several records. */
export function eachChoice(node: unknown, visit: (records: readonly Json[]) => void): void {
  if (Array.isArray(node)) for (const n of node) eachChoice(n, visit)
  if (!isJson(node)) return
  const records = variantsOf(node).filter(isRecord)
  if (records.length > 1) visit(records)
  for (const [k, v] of Object.entries(node)) if (k !== 'example' && k !== 'examples') eachChoice(v, visit)
}

/** Gives each record of each choice its title. */
export const titleChoices = (shapes: Readonly<Record<string, Json>>): void =>
  eachChoice(shapes, records => {
    for (const record of records) record.title ??= titleOf(record)
  })
