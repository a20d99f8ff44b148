// Columns of values come back unchanged by either way, nulls and all; a value that does not fit is its row's own fault.
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { binary } from './binary-arrays.ts'
import { columnsBy, plain } from './columns.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const back = async (list: RawBuilder<unknown[]>) =>
  (await sql<{ x: unknown }>`select x from unnest(${list}) with ordinality u (x, n) order by n`.execute(t.db)).rows.map(
    r => r.x,
  )

const big = Number.MAX_SAFE_INTEGER
const moments = ['2026-11-21T11:43:00.123Z', '1970-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'].map(
  x => new Date(x),
)
const words = ['', 'a', 'x'.repeat(3000), '{"a":"b"}', '\x1e,"\\', 'null', null]

describe.each([
  ['binary', columnsBy(binary)],
  ['plain', columnsBy(plain)],
])('%s', (_way, { bigints, booleans, floats, ints, jsons, texts, times }) => {
  test.each<[string, (list: never) => RawBuilder<unknown[]>, unknown[]]>([
    ['ints', ints, [0, -1, 2 ** 31 - 1, -(2 ** 31), null]],
    ['bigints', bigints, [0, -1, big, -big, 2 ** 32, null]],
    ['floats', floats, [0, -1.5, 1e300, null]],
    ['times', times, [...moments, null]],
    ['booleans', booleans, [true, false, null]],
    ['texts', texts, words],
    ['texts beyond ASCII', texts, [...words, 'Straße', '充电', '🔌', null]],
    ['json', jsons, [{ a: [1, 'ü'] }, null]],
    ['nothing', texts, []],
  ])('%s come back as they went', async (name, column, list) => {
    const given = name === 'json' ? list.map(x => x && JSON.stringify(x)) : list
    expect(await back(column(given as never))).toEqual(list)
  })
  test('half a character becomes the replacement character', async () => {
    expect(await back(texts(['a\ud800b', 'c']))).toEqual(['a\ufffdb', 'c'])
  })
  test('a zero character is refused by the database, as bad data', async () => {
    await expect(back(texts(['a\0b']))).rejects.toMatchObject({ code: '22021' })
  })
  test.each([
    ['a fraction', () => ints([1.5])],
    ['beyond 32 bits', () => ints([2 ** 31])],
    ['beyond what a number holds', () => bigints([2 ** 70])],
    ['no time', () => times([new Date(Number.NaN)])],
  ])('%s is an error of the row', async (_what, make) => {
    const refused = async () => back(make())
    await expect(refused()).rejects.toSatisfy(
      e => e instanceof RangeError || (e instanceof pg.DatabaseError && e.code?.startsWith('22') === true),
    )
  })
})
