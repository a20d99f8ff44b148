// Meter values that come from another installation are found, whichever days are sealed here.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { readMeters } from './meter-block.store.ts'
import { insertMovedMeters, sealAsFar } from './meter-move.store.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

const DAY = new Date('2026-11-20T00:00:00Z')
const at = (hours: number) => new Date(DAY.getTime() + hours * 3_600_000)

test('values of sealed days become blocks, later ones rows', async () => {
  await t.db.transaction().execute(async trx => {
    expect(await sealAsFar(trx, DAY)).toEqual(DAY)
    await sql`create temp table came (like meter_value) on commit drop`.execute(trx)
    for (const hours of [-30, -29, -3, 5])
      await sql`insert into came (transaction_id, chargepoint_pk, connector_id, at, received_at, samples)
        values (7, 3, 1, ${at(hours)}, ${at(hours)}, ${JSON.stringify([{ value: String(hours) }])}::json)`.execute(trx)
    expect(await insertMovedMeters(trx, sql`came`, DAY)).toBe(4)
  })
  const { rows } = await sql<{ rows: number; blocks: number }>`select (select count(*)::int from meter_value) as rows,
    (select count(*)::int from meter_block) as blocks`.execute(t.db)
  // A block for each of the two days before.
  expect(rows).toEqual([{ rows: 1, blocks: 2 }])
  const found = await readMeters(t.db, sql<boolean>`transaction_id = 7`, at(-100))
  expect(found.map(m => m.samples[0]?.value).sort()).toEqual(['-29', '-3', '-30', '5'])
})

test('days that wait to be sealed here are told, and days that are sealed further stay so', async () => {
  await t.db.transaction().execute(async trx => {
    await expect(sealAsFar(trx, at(48))).rejects.toThrow('Let the product run here for an hour')
    expect(await sealAsFar(trx, at(-48))).toEqual(DAY)
  })
})
