// Rows of a list that were picked one by one, in their present state and in the order of the list: requested by their
// keys if the list has a filter for them, else looked for among all rows.
import { type Condition, longestFilterText } from '@wattdesk/base/filters'

/** The key by which a screen knows a row. */
export type RowId = string | number

/** The longest condition, with room for the commas. */
const LONGEST = longestFilterText - 100
/** An address may be so long, as proxies take it. */
const LONGEST_ADDRESS = 6000

/** Conditions that together, joined by OR, name all of these keys. */
export function conditionsOf(field: string, keys: readonly RowId[]): Condition[] {
  const all: Condition[] = []
  let part: string[] = []
  const close = () => {
    if (part.length > 0) all.push({ field, operator: 'isAnyOf', value: part.join(',') })
    part = []
  }
  for (const key of keys.map(String)) {
    // A comma would be read as the end of the key.
    if (key.includes(',')) all.push({ field, operator: 'equals', value: key })
    else {
      if (part.join(',').length + key.length > LONGEST) close()
      part.push(key)
    }
  }
  close()
  return all
}

/** The `filters` of a list that leave the rows of these keys alone; undefined: too many for one address. */
export function filtersNaming(field: string, keys: readonly RowId[]): string | undefined {
  const text = JSON.stringify({ combine: 'OR', conditions: conditionsOf(field, keys) })
  return encodeURIComponent(text).length > LONGEST_ADDRESS ? undefined : text
}
