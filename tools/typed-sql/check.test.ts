// The findings of comparing row types and statements, on sources made for it and a table of a database of its own.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#testing/db.ts'
import { check } from './check.ts'
import { HOLE } from './claims.ts'
import type { Noted } from './noted.ts'

const root = mkdtempSync(join(tmpdir(), 'wattdesk-typed-sql-'))
let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase(inject('pgSocket'))
  client = new pg.Client(database.config)
  await client.connect()
  await client.query(`create table thing (thing_id int not null, long_name text, kind text not null check (kind in ('a', 'b')),
    made_at timestamptz not null, facts jsonb not null, price numeric not null, marks bigint[] not null)`)
})
afterAll(async () => {
  await client.end()
  await database.drop()
  rmSync(root, { recursive: true })
})

/** Compares a template: its text, the row type, its statements in tests and the columns with a null there. */
async function found(
  row: string,
  text: string,
  { texts = [], nulls = [] }: Partial<Noted> = {},
  isWhole = true,
  known = {},
) {
  const source = text.replaceAll(HOLE, '$\u007bx}')
  for (const folder of ['features', 'noted']) {
    rmSync(join(root, folder), { recursive: true, force: true })
    mkdirSync(join(root, folder))
  }
  writeFileSync(
    join(root, 'tsconfig.server.json'),
    JSON.stringify({ include: ['features'], compilerOptions: { strict: true, lib: ['esnext'], types: [] } }),
  )
  writeFileSync(
    join(root, 'features/x.store.ts'),
    `declare const sql: <R>(t: TemplateStringsArray, ...x: unknown[]) => R[]
declare const x: unknown
type Kind = 'a' | 'b'
export const all = <K extends number>(k: K) => [k, sql<${row}>\`${source}\`]\n`,
  )
  writeFileSync(join(root, 'noted/t.json'), JSON.stringify([{ key: text, texts, nulls } satisfies Noted]))
  const out = await check(root, client, { noted: join(root, 'noted'), isWhole, known })
  return out.map(line => line.replace('features/x.store.ts:4: ', ''))
}

const ALL = `{ thingId: number; longName: string | null; kind: Kind; madeAt: Date; facts: { at: string }[]; price: string; marks: number[] }`
test.each<[row: string, text: string, ...differences: string[]]>([
  [ALL, 'select * from thing'],
  ['Record<string, number>', 'select thing_id, thing_id + 1 as next from thing'],
  ['{ thingId: K }', 'select thing_id from thing'],
  ['{ thingId: K }', 'select price as thing_id from thing', 'thingId is numeric, read as string, claimed as number'],
  ['{ facts: { at: Date | string | null }[] }', 'select facts from thing'],
  [
    '{ facts: { at: Date | null }[] }',
    'select facts from thing',
    'facts is jsonb, which holds no { at: Date | null; }[]',
  ],
  ['{ n: number; more?: string }', 'select count(*) as n from thing'],
  ['unknown', 'select 1 as n'],
  ['boolean', 'a fragment that is no statement'],
  ['{ id: number }', 'select thing_id from thing', 'id is claimed and not read', 'thingId is read and not claimed'],
  ['{ n: number }', 'select 1 as n, 2 as n', 'n comes twice'],
  ['{ price: number }', 'select price from thing', 'price is numeric, read as string, claimed as number'],
  ['{ madeAt: string }', 'select made_at from thing', 'madeAt is timestamptz, read as Date, claimed as string'],
  ['{ marks: string[] }', 'select marks from thing', 'marks is _int8, read as number[], claimed as string[]'],
  ['{ facts: { at: Date }[] }', 'select facts from thing', 'facts is jsonb, which holds no { at: Date; }[]'],
  ['{ longName: string }', 'select long_name from thing', 'longName may be null, claimed as string'],
  ["{ kind: 'a' }", 'select kind from thing', 'kind may be b, claimed as "a"'],
  [
    '{ thingId: number; kind: Kind }',
    'select a.thing_id, b.kind from thing a left join thing b on b.thing_id = a.thing_id + 1',
    'kind may be null, claimed as Kind',
  ],
  ['{ thingId: number }', 'update thing set price = 1 returning thing_id'],
  ['{ n: string }', 'select now() - made_at as n from thing', 'n is interval, of which no type is known'],
])('%s of %s', async (row, text, ...differences) => expect(await found(row, text)).toEqual(differences))

test('a template with variable parts is looked at in each text that it became', async () => {
  const key = `select ${HOLE} from thing`
  const texts = ['select thing_id as a from thing', 'select price as a from thing']
  const wrong = 'a is numeric, read as string, claimed as number'
  expect(await found('{ a: number }', key, { texts })).toEqual([wrong])
})

test('a null that came in a row counts where PostgreSQL does not say', async () => {
  const text = 'select max(thing_id) as n from thing'
  expect(await found('{ n: number }', text)).toEqual([])
  expect(await found('{ n: number }', text, { nulls: ['n'] })).toEqual(['n was null, claimed as number'])
  expect(await found('{ n: number | null }', text, { nulls: ['n'] })).toEqual([])
})

test('a template that nobody ran is told when all tests have run', async () => {
  const key = `select ${HOLE} from thing`
  expect(await found('{ a: number }', key)).toEqual(['no test runs this statement'])
  expect(await found('{ a: number }', key, {}, false)).toEqual([])
  expect(await found('{ a: number }', 'select 1 as a')).toEqual([])
  // Whose variable part can only be a value is looked at all the same.
  const ofOne = `select price from thing where thing_id = ${HOLE}`
  expect(await found('{ price: string }', ofOne)).toEqual([])
  expect(await found('{ price: number }', ofOne)).toEqual(['no test runs this statement'])
  expect(await found('{ price: number }', ofOne, {}, false)).toEqual([])
})

test('a difference that is known to be none is left out, and one that is known for nothing is told', async () => {
  const known = { 'features/x.store.ts longName': 'it is asked for' }
  const text = 'select long_name from thing where long_name = 1::text'
  expect(await found('{ longName: string }', text, {}, true, known)).toEqual([])
  const needless = 'features/x.store.ts longName: is known for nothing'
  expect(await found('{ longName: string | null }', text, {}, true, known)).toEqual([needless])
  expect(await found('{ longName: string | null }', text, {}, false, known)).toEqual([])
})

test('a text that PostgreSQL refuses is told', async () => {
  expect(await found('{ a: number }', 'select a from thing')).toEqual([
    'column "a" does not exist: select a from thing',
  ])
})
