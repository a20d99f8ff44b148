// Records that wait in memory for the database have a bound. Further records are dropped, and the log tells how many.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tally } from '#platform/tally.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { newCharger } from '#testing/ocpp.ts'
import { chargerCounts } from './charger-counts.ts'
import { connectionBook } from './connections.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

test('odd values that wait are no more than their bound, however often they cannot be written', async () => {
  const { pk } = await newCharger(t)
  const { oddValue, write } = chargerCounts(t.services, tally({ warn: () => undefined }, ''))
  await t.away()
  for (let round = 0; round < 3; round++) {
    const writing = write()
    // While the rows are on their way others come, each new.
    for (let n = 0; n < 10_000; n++) oddValue(pk, 'field', `${round} ${n}`)
    await writing
  }
  await t.back()
  await write()
  const { count } = await t.db
    .selectFrom('oddValue')
    .select(e => e.fn.countAll<number>().as('count'))
    .where('chargepointPk', '=', pk)
    .executeTakeFirstOrThrow()
  expect(count).toBe(10_000)
})

test('ends of connections that wait are no more than their bound, and the rest is told', async () => {
  const { pk } = await newCharger(t)
  const told: unknown[] = []
  const log = { ...t.services.log, warn: (o: unknown) => void told.push(o) } as typeof t.services.log
  const book = connectionBook({ ...t.services, log }, undefined, { mostEnds: 2 })
  await t.away()
  const ending = { code: 1006, reason: 'Gone', replaced: false }
  for (let no = 1; no <= 5; no++) await book.closed(pk, no, ending)
  await t.back()
  await book.close()
  expect(told).toEqual([{ err: undefined, count: 3 }])
  const rows = await t.db
    .selectFrom('connectionHistory')
    .select('connectionNo')
    .where('chargepointPk', '=', pk)
    .execute()
  expect(rows.map(r => r.connectionNo).sort()).toEqual([1, 2])
})
