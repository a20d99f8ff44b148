// A plain record names its columns once, in one list; what reads, makes and changes the record is built from the list.
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** The rows of a table as they are read. */
export type Stored<T extends keyof Tables> = Selectable<Tables[T]>

/**
 * The columns of the table named `alias`, as a `select` lists them.
 * @param names as rows carry them, in camel case
 * @example sql`select ${columnsOf('v', ['vehicleId', 'maker'])} from vehicle v`
 */
export const columnsOf = (alias: string, names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map(name => sql.ref(`${alias}.${name}`)))

/** The listed values of a record, and no others. */
export const pick = <R extends object, const K extends keyof R>(record: R, names: readonly K[]): Pick<R, K> =>
  Object.fromEntries(names.map(name => [name, record[name]])) as Pick<R, K>
