// The writes of a record with fields (packages/base/src/record.ts): a new row of a team, a change, and a lock.
import type { RecordFields } from '@wattdesk/base/record'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import type { Tables } from '#platform/db/tables.ts'
import { columnValues } from './columns.ts'

type Statements = {
  fields: RecordFields
  /** The table in words, for each statement: `tools/writes.ts` reads who writes a table. */
  insert: RawBuilder<unknown>
  update: RawBuilder<unknown>
  from: RawBuilder<unknown>
  /** The column of the record's number. */
  id: RawBuilder<unknown>
}

/**
 * `body` has values under the names of the fields; `beside` has columns in camel case, and goes before the body.
 *
 * @param T The record's table.
 * @example
 * const { create, update, lock } = recordWrites<'vehicle'>({ fields: vehicleFields, insert: sql`insert into vehicle`,
 *   update: sql`update vehicle set`, from: sql`from vehicle`, id: sql`vehicle_id` })
 */
export const recordWrites = <T extends keyof Tables>({ fields, insert, update, from, id }: Statements) => {
  type Beside = Partial<Stored<T>>
  const columnsOf = (body: object, beside: Beside) => Object.entries({ ...columnValues(fields, body), ...beside })
  return {
    /** Makes a row of a team; returns its number. A taken value causes the database's unique violation. */
    async create(db: Db | Trx, body: object, beside: Beside & { teamId: number }): Promise<number> {
      const columns = columnsOf(body, beside)
      const names = [...columns.map(([name]) => sql.ref(name)), sql.ref('companyId')]
      const company = sql`(select company_id from team where id = ${beside.teamId})`
      const values = [...columns.map(([, value]) => sql.val(value)), company]
      const { rows } = await sql<{ id: number }>`${insert} (${sql.join(names)}) values (${sql.join(values)})
        returning ${id} as id`.execute(db)
      return (rows as [{ id: number }])[0].id
    },
    /** Changes the fields that the body names. */
    async update(trx: Trx, recordId: number, body: object, beside: Beside = {}): Promise<void> {
      const set = columnsOf(body, beside).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
      await sql`${update} ${sql.join(set)} where ${id} = ${recordId}`.execute(trx)
    },
    /** Locks a row until the transaction ends, so that two changes follow each other. */
    lock: (trx: Trx, recordId: number): Promise<unknown> =>
      sql`select ${from} where ${id} = ${recordId} for update`.execute(trx),
  }
}
