// Saves parts of a stored record: only changed values are checked and sent, so that a change to one part never fails
// because of another part.
import { zodResolver } from '@hookform/resolvers/zod'
import { hashKey } from '@tanstack/react-query'
import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

export type Parts = {
  /** The schema of some of the record's values, by their names. */
  of: (names: readonly string[]) => z.ZodType
  /** Values that hang on each other: one of them changed, all of them are checked and sent. */
  together?: readonly (readonly string[])[]
}

const same = (a: unknown, b: unknown): boolean => hashKey([a ?? null]) === hashKey([b ?? null])
const groupOf = ({ together = [] }: Parts, name: string): readonly string[] =>
  together.find(group => group.includes(name)) ?? [name]

/** Returns the names of the values that differ from the stored ones, with those of their groups. */
function changedNames(parts: Parts, values: FieldValues, stored: FieldValues): string[] {
  const changed = Object.keys(stored).filter(name => !same(values[name], stored[name]))
  return [...new Set(changed.flatMap(name => groupOf(parts, name)))]
}

/** Checks what was changed, and gives that alone. */
export const partsResolver =
  <V extends FieldValues, O>(parts: Parts, stored: () => V): Resolver<V, unknown, O> =>
  (values, context, options) => {
    const schema = parts.of(changedNames(parts, values, stored())) as z.ZodType<O & FieldValues, V>
    return zodResolver(schema)(values, context, options) as ReturnType<Resolver<V, unknown, O>>
  }

/** Errors of stored values by name: values saved before a rule was made, or by another screen. */
export function storedProblems(parts: Parts, stored: FieldValues): Record<string, readonly string[]> {
  const problemsOf = (name: string): readonly string[] => {
    const issues = parts.of(groupOf(parts, name)).safeParse(stored).error?.issues ?? []
    const own = issues.filter(i => i.path[0] === name)
    const paths = own.map(i => i.path.join('.'))
    // Only the first error of each value: an empty mail address is not reported as wrong, too.
    return [...new Set(own.filter((_, n) => paths.indexOf(paths[n] ?? '') === n).map(i => i.message))]
  }
  return Object.fromEntries(Object.keys(stored).map(name => [name, problemsOf(name)]))
}
