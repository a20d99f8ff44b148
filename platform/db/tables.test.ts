// The types of the tables are those of the migrated database, and those of the values are what the driver gives.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#testing/db.ts'
import { READ_AS, rowName, tableTypes, valuesOf } from '../../tools/table-types.ts'
import { type Db, openDb } from './db.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await freshDatabase(inject('pgSocket'))
  db = openDb(database.config)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

test('tables.ts is what `npm run tables` makes of the migrated database', async () => {
  const client = new pg.Client(database.config)
  await client.connect()
  const text = await tableTypes(client).finally(() => client.end())
  expect(readFileSync(new URL('tables.ts', import.meta.url), 'utf8')).toBe(text)
})

/** A value of each type as PostgreSQL is told it, and as a row has it. */
const SAMPLES: Record<string, [told: string, read: unknown]> = {
  bool: ['true', true],
  int2: ['-32768', -32_768],
  int4: ['2147483647', 2_147_483_647],
  int8: ['9007199254740991', Number.MAX_SAFE_INTEGER],
  float4: ['0.5', 0.5],
  float8: ['0.1', 0.1],
  numeric: ['12345678901234567890.12', '12345678901234567890.12'],
  text: ['ä', 'ä'],
  name: ['a', 'a'],
  varchar: ['a', 'a'],
  bpchar: ['a', 'a'],
  uuid: ['0b7d6f0e-5c1b-4c5e-9a2e-0d3f6a1b2c3d', '0b7d6f0e-5c1b-4c5e-9a2e-0d3f6a1b2c3d'],
  date: ['2026-03-31', '2026-03-31'],
  timestamptz: ['2026-03-31T23:59:59.999+05:30', new Date('2026-03-31T18:29:59.999Z')],
  bytea: ['\\x00ff', Buffer.from([0, 255])],
  json: ['{"snake_case":{"at_all":1}}', { snake_case: { at_all: 1 } }],
  jsonb: ['{"snake_case":{"at_all":1}}', { snake_case: { at_all: 1 } }],
  _bool: ['{t,f}', [true, false]],
  _int2: ['{1,2}', [1, 2]],
  _int4: ['{1,2}', [1, 2]],
  _int8: ['{9007199254740991}', [Number.MAX_SAFE_INTEGER]],
  _float8: ['{0.1}', [0.1]],
  _text: ['{a,"b,c"}', ['a', 'b,c']],
  int8multirange: ['{[1,4)}', '{[1,4)}'],
  datemultirange: ['{[2026-01-01,2026-01-03)}', '{[2026-01-01,2026-01-03)}'],
  int4multirange: ['{[1,4)}', '{[1,4)}'],
  _timestamptz: ['{2026-03-31T18:29:59.999Z}', [new Date('2026-03-31T18:29:59.999Z')]],
}
const nameOf = (value: unknown): string =>
  Array.isArray(value)
    ? `${nameOf(value[0])}[]`
    : value instanceof Date
      ? 'Date'
      : Buffer.isBuffer(value)
        ? 'Buffer'
        : typeof value === 'object'
          ? 'unknown'
          : typeof value

describe('what the driver gives', () => {
  test.each(Object.entries(READ_AS))('a column of %s is read as %s', async (type, claimed) => {
    const [told, read] = SAMPLES[type] ?? ['', undefined]
    const table = sql.table(`of_${type}`)
    await sql`create table ${table} (the_value ${sql.raw(type)})`.execute(db)
    await sql`insert into ${table} values (${told})`.execute(db)
    const found = await sql<Record<string, unknown>>`select * from ${table}`.execute(db)
    const inTransaction = await db.transaction().execute(trx => sql`select * from ${table}`.execute(trx))
    expect(found.rows).toEqual([{ theValue: read }])
    expect(inTransaction.rows).toEqual(found.rows)
    expect(nameOf(read)).toBe(claimed)
  })

  test('what the builder writes is what it reads', async () => {
    const path = [1]
    const at = new Date('2026-03-31T18:29:59.999Z')
    await db.transaction().execute(async trx => {
      await trx
        .insertInto('team')
        .values({
          id: 1,
          companyId: 1,
          companyType: 'GP',
          path,
          name: 'Top',
          validUntil: '2026-03-31',
          latitude: '12.5',
        })
        .execute()
      await trx
        .updateTable('team')
        .set({ finance: JSON.stringify({ of_it: 1 }), commissionPaisePerKwh: 2 ** 40, createdAt: at })
        .execute()
    })
    const read = await db
      .selectFrom('team')
      .select(['path', 'validUntil', 'latitude', 'finance', 'commissionPaisePerKwh', 'createdAt', 'isActive', 'domain'])
      .executeTakeFirstOrThrow()
    expect(read).toEqual({
      path,
      validUntil: '2026-03-31',
      latitude: '12.500000',
      finance: { of_it: 1 },
      commissionPaisePerKwh: 2 ** 40,
      createdAt: at,
      isActive: true,
      domain: null,
    })
  })
})

test('names are those that rows carry', () => {
  expect(rowName('operator_number1')).toBe('operatorNumber1')
  expect(rowName('commission_paise_per_kwh')).toBe('commissionPaisePerKwh')
})

test.each([
  ["CHECK ((company_type = ANY (ARRAY['GP'::text, 'P'::text])))", ["'GP'", "'P'"]],
  ['CHECK ((subscription_id = ANY (ARRAY[1, 2])))', ['1', '2']],
  ["CHECK (((state IS NULL) OR (state = ANY (ARRAY['a''b'::text]))))", ["'a\\'b'"]],
  ["CHECK (((state)::text = ANY (ARRAY['x'::text])))", undefined],
  ['CHECK ((length(name) > 1))', undefined],
  ["CHECK (((state <> ALL (ARRAY['x'::text]))))", undefined],
])('the values that %s lets in', (check, values) => expect(valuesOf([check])).toEqual(values))
