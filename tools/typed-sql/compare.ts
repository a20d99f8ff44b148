// How a claimed row differs from the columns that PostgreSQL describes, in words.
import { READ_AS } from '../table-types.ts'
import type { Claim, Claimed } from './claims.ts'
import type { Field } from './described.ts'

const orNull = (text: string, isNullable: boolean | undefined) => (isNullable ? `${text} | null` : text)

function differs(c: Claimed, f: Field, wasNull: boolean): string | undefined {
  const read = READ_AS[f.type]
  if (read === undefined) return `is ${f.type}, of which no type is known`
  const isUntold = c.kinds.length === 1 && c.kinds[0] === 'unknown'
  if (read === 'unknown') {
    if (!c.isJson) return `is ${f.type}, which holds no ${c.text}`
  } else if (!isUntold && !(c.isParameter ? c.kinds.includes(read) : c.kinds.every(kind => kind === read)))
    return `is ${f.type}, read as ${orNull(read, f.isNullable)}, claimed as ${c.text}`
  if (!c.isNullable && !c.isOptional && wasNull) return `was null, claimed as ${c.text}`
  if (!c.isNullable && f.isNullable) return `may be null, claimed as ${c.text}`
  const beyond = c.values && f.values?.filter(v => !c.values?.includes(v))
  return beyond && beyond.length > 0 ? `may be ${beyond.join(', ')}, claimed as ${c.text}` : undefined
}

export type Difference = { column: string; how: string }
/**
 * Returns the claims that do not hold, column by column. Names as rows carry them; `nulls`: those that were null in a
 * row.
 */
export function differences(claim: Claim, fields: readonly Field[], nulls: ReadonlySet<string>): Difference[] {
  const found = new Set<string>()
  const out: Difference[] = []
  for (const f of fields) {
    if (found.has(f.name)) out.push({ column: f.name, how: 'comes twice' })
    found.add(f.name)
    const claimed = claim.columns.get(f.name) ?? claim.rest
    const how = claimed ? differs(claimed, f, nulls.has(f.name)) : 'is read and not claimed'
    if (how) out.push({ column: f.name, how })
  }
  for (const [column, c] of claim.columns)
    if (!found.has(column) && !c.isOptional) out.push({ column, how: 'is claimed and not read' })
  return out
}
