// The reasons that are kept with a row of an imported file: why the row is refused, or which values it changes.
import { IMPORT_COLUMNS } from './import-columns.fields.ts'
import type { RowTexts } from './import-values.rules.ts'
import type { ImportKind, ImportResult, Reason } from './network-import.words.ts'

/** The value at the place of a column: `address.city`, `connectors.0.kw`. */
const valueAt = (record: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((v, part) => (v as Record<string, unknown> | null | undefined)?.[part], record)
const textOf = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? 'nothing'
    : Array.isArray(value)
      ? value.join(', ')
      : String(value)

/** Returns the reasons of a row; null for a row that is new or changes nothing. */
export function reasonsOfRow(kind: ImportKind, { values }: RowTexts, result: ImportResult): Reason[] | null {
  if (result.outcome === 'refused') return result.reasons
  if (result.outcome !== 'changed') return null
  return IMPORT_COLUMNS[kind].flatMap(({ name, header, type }) => {
    const value = values[name]
    const [before, after] = [valueAt(result.before, name), valueAt(result.after, name)]
    if (value === undefined || JSON.stringify(before ?? null) === JSON.stringify(after ?? null)) return []
    // Sites and price groups are numbers in the record and names in the file.
    const was = type === 'site' || type === 'price group' ? '' : `, was ${textOf(before)}`
    return [{ field: name, value, reason: `${header} changes to ${value || 'nothing'}${was}` }]
  })
}
