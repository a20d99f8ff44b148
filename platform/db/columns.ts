// Columns of many rows as parameters of one statement: an array for each column.
import { type RawBuilder, sql } from 'kysely'
import { binary } from './binary-arrays.ts'
import { isPlain } from './plain.ts'

type Values<T> = readonly (T | null)[]
/** Turns lists into the values of parameters, by type. */
type Way = {
  int: (list: Values<number>) => unknown
  bigint: (list: Values<number>) => unknown
  float8: (list: Values<number>) => unknown
  timestamptz: (list: Values<Date>) => unknown
  boolean: (list: Values<boolean>) => unknown
  text: (list: Values<string>) => unknown
  json: (list: Values<string>) => unknown
}

const asGiven = (list: Values<unknown>) => [...list]
/** The driver writes the arrays as texts, which PostgreSQL reads and refuses where a value does not fit. */
export const plain: Way = {
  int: asGiven,
  bigint: asGiven,
  float8: asGiven,
  timestamptz: list => list.map(time => time?.toISOString() ?? null),
  boolean: asGiven,
  text: asGiven,
  json: asGiven,
}

export const columnsBy = (way: Way) => ({
  ints: (list: Values<number>): RawBuilder<number[]> => sql`${way.int(list)}::int[]`,
  bigints: (list: Values<number>): RawBuilder<number[]> => sql`${way.bigint(list)}::bigint[]`,
  floats: (list: Values<number>): RawBuilder<number[]> => sql`${way.float8(list)}::float8[]`,
  times: (list: Values<Date>): RawBuilder<Date[]> => sql`${way.timestamptz(list)}::timestamptz[]`,
  booleans: (list: Values<boolean>): RawBuilder<boolean[]> => sql`${way.boolean(list)}::boolean[]`,
  texts: (list: Values<string>): RawBuilder<string[]> => sql`${way.text(list)}::text[]`,
  /** JSON as text. */
  jsons: (list: Values<string>): RawBuilder<unknown[]> => sql`${way.json(list)}::json[]`,
})

export const { ints, bigints, floats, times, booleans, texts, jsons } = columnsBy(isPlain('arrays') ? plain : binary)

/**
 * A row to join with in a statement on which no money depends: its commit does not wait for the disk. The statement
 * survives a crash of the product; a crash of the machine may lose the last half second of such statements (D-OCPP-5).
 */
export const unhurried = sql`(select set_config('synchronous_commit', 'off', true)) unhurried`
