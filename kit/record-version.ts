// Two people at one record (D-GEN-17): the differences between theirs and ours, field by field, and the result of the
// user's choice. Values are those of a form: plain objects, lists, texts, numbers, switches.

/** One field, by its path in the values: `address.city`, `access.3.update`. */
export type Difference = {
  path: string
  before: unknown
  theirs: unknown
  ours: unknown
  /** Who changed it since the form was filled. Where both did, nobody but the reader can choose. */
  changed: 'theirs' | 'ours' | 'both'
}

const isPlain = (v: unknown): v is Record<string, unknown> => v !== null && typeof v === 'object' && !Array.isArray(v)
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * Returns the parts of values that can be compared one by one; undefined for a value without parts. Lists of different
 * lengths count as one value.
 */
function partsOf(values: readonly unknown[]): readonly string[] | undefined {
  const present = values.filter(v => v !== null && v !== undefined)
  if (present.length > 0 && present.every(isPlain))
    return [...new Set(present.flatMap(v => Object.keys(v as Record<string, unknown>)))]
  if (values.every(Array.isArray) && new Set(values.map(v => (v as unknown[]).length)).size === 1)
    return (values[0] as unknown[]).map((_, i) => String(i))
  return undefined
}
const partOf = (v: unknown, key: string): unknown => (v as Record<string, unknown> | null | undefined)?.[key]

/** Where theirs and ours differ, with who changed it since `before`. */
export function differences(before: unknown, theirs: unknown, ours: unknown, path = ''): Difference[] {
  if (same(theirs, ours)) return []
  const parts = partsOf([before, theirs, ours])
  if (parts)
    return parts.flatMap(key =>
      differences(partOf(before, key), partOf(theirs, key), partOf(ours, key), path ? `${path}.${key}` : key),
    )
  const changed = same(before, ours) ? 'theirs' : same(before, theirs) ? 'ours' : 'both'
  return [{ path, before, theirs, ours, changed }]
}

/** 'address.zipCode' as people read it: 'Address, Zip code'. For fields that no label was given for. */
export const wordsOf = (path: string): string =>
  path
    .split('.')
    .map(part =>
      /^\d+$/.test(part)
        ? String(Number(part) + 1)
        : part
            .replace(/([a-z])([A-Z])/g, '$1 $2')
            .replaceAll('_', ' ')
            .toLowerCase()
            .replace(/^./, c => c.toUpperCase()),
    )
    .join(', ')

/** A value as people read it. */
export const valueText = (v: unknown): string => {
  if (v === null || v === undefined || v === '') return 'Empty'
  if (typeof v === 'boolean') return v ? 'Yes' : 'No'
  if (Array.isArray(v)) return v.length === 0 ? 'None' : v.map(valueText).join('; ')
  if (isPlain(v))
    return Object.entries(v)
      .filter(([, x]) => x !== null && x !== undefined && x !== '')
      .map(([k, x]) => `${wordsOf(k)} ${valueText(x)}`)
      .join(', ')
  return String(v)
}
