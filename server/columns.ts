// Columns of many rows as parameters of one statement: array literals written here, which costs a fraction of what the
// driver needs to escape element by element.
import { type RawBuilder, sql } from 'kysely'

const literal = (list: readonly (number | string | null)[]): string => {
  let text = '{'
  for (let i = 0; i < list.length; i++) text += i === 0 ? (list[i] ?? 'NULL') : `,${list[i] ?? 'NULL'}`
  return `${text}}`
}

export const ints = (list: readonly (number | null)[]): RawBuilder<number[]> => sql`${literal(list)}::int[]`
export const bigints = (list: readonly (number | null)[]): RawBuilder<number[]> => sql`${literal(list)}::bigint[]`
export const numerics = (list: readonly (number | null)[]): RawBuilder<number[]> => sql`${literal(list)}::numeric[]`
let lastMs = Number.NaN
let lastText = ''
/** Rows that travel together often share their millisecond. */
const isoOf = (at: Date): string => {
  const ms = at.getTime()
  if (ms !== lastMs) {
    lastText = at.toISOString()
    lastMs = ms
  }
  return lastText
}
export const times = (list: readonly (Date | null)[]): RawBuilder<Date[]> =>
  sql`${literal(list.map(at => at && isoOf(at)))}::timestamptz[]`

/** Stands between texts; a text that holds it itself gets the replacement character there. */
const BETWEEN = '\x1e'
export const texts = (list: readonly string[]): RawBuilder<string[]> => {
  let joined = ''
  for (const text of list) joined += BETWEEN + (text.includes(BETWEEN) ? text.replaceAll(BETWEEN, '\ufffd') : text)
  return sql`(string_to_array(${joined}, ${BETWEEN}))[2:]`
}

/**
 * A row to join with in a statement that money does not hang on: its commit is not waited for on the disk. It survives a
 * crash of the product; one of the machine may take the last half second of such statements with it (D-OCPP-5).
 */
export const unhurried = sql`(select set_config('synchronous_commit', 'off', true)) unhurried`
