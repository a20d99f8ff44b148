// Sealed days: meter values read from blocks are those that were stored, once each, before, while and after a day is sealed.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealParts } from '#platform/db/sealed.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, bootedCharger, energy, newTag, sessionsOf, start, stop } from '#testing/ocpp.ts'
import { metersOf } from './meter.store.ts'
import { sealMeters } from './meter-block.store.ts'

const DAY_MS = 86_400_000
let t: TestApp
let ws: string
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
beforeAll(async () => {
  t = await startApp({ now })
  ws = (await t.listen()).ws
  // The product makes parts two days ahead of the clock of the database, which stays.
  await sql`do $$ begin for day in 3..16 loop
    execute format('create table %I partition of meter_value for values from (%L) to (%L)',
      'meter_value_' || to_char(now() at time zone 'UTC' + day * interval '1 day', 'YYYYMMDD'),
      date_trunc('day', now(), 'UTC') + day * interval '1 day', date_trunc('day', now(), 'UTC') + (day + 1) * interval '1 day');
  end loop; end $$`.execute(t.db)
})
afterAll(() => t.close())

const shown = async (transactionId: number) => {
  const url = `/cms/v1/team/${t.world.one.teamId}/transaction/${transactionId}/meter_value/1`
  return (await t.app.inject({ url, headers: await t.as('viewer') })).json().data as object[]
}
const rowsOf = async (table: 'meter_value' | 'meter_block', pk: number) =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where chargepoint_pk = ${pk}`.execute(t.db))
    .rows[0]?.n
/** Three days pass, and what ended before is sealed. */
async function seal(): Promise<void> {
  aheadMs += 3 * DAY_MS
  await sealMeters(t.db, now())
}

test('a session that runs over sealed days shows each reading once, takes none twice and is billed by all of them', async () => {
  let c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, await newTag(t))
  const meterValue = [
    energy(at(1), 2000, { value: '48000', measurand: 'Power.Active.Import', unit: 'W', phase: 'L1' }),
    energy(at(2), 3000),
  ]
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue })
  await c.call('MeterValues', { connectorId: 2, meterValue: [energy(at(3), 77)] })
  const before = await shown(transactionId)
  expect(before.length).toBeGreaterThan(1)
  await seal()
  expect([await rowsOf('meter_value', c.pk), await rowsOf('meter_block', c.pk)]).toEqual([0, 2])
  expect(await shown(transactionId)).toEqual(before)

  // The charger was away meanwhile and sends again what was never answered.
  const { pk, id } = c
  await c.close()
  c = Object.assign(await TestCharger.open(ws, id), { pk, id })
  await c.boot()
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue })
  expect(await rowsOf('meter_value', pk)).toBe(0)
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(4), 4000)] })
  expect(await rowsOf('meter_value', pk)).toBe(1)
  expect((await shown(transactionId)).slice(0, before.length)).toEqual(before)
  await stop(c, transactionId, {
    meterStop: 5000,
    timestamp: at(6),
    transactionData: [...meterValue, energy(at(5), 4500)],
  })
  expect(await rowsOf('meter_value', pk)).toBe(2)
  const [session] = await sessionsOf(t, pk)
  expect(session).toMatchObject({ energyWh: 4000 })
  const all = await shown(transactionId)
  await seal()
  expect(await rowsOf('meter_value', pk)).toBe(0)
  expect(await shown(transactionId)).toEqual(all)
  await c.close()
})

/** Sessions with readings of the last hours, as rows only. */
async function fill(from: number, to: number): Promise<void> {
  await sql`insert into meter_value (transaction_id, chargepoint_pk, connector_id, at, received_at, samples)
    select s, ${t.world.chargers.dc.pk}, 1, r, r, json_build_array(json_build_object('value', i::text))
    from generate_series(${from}::int, ${to}::int) s, generate_series(1, 7) i,
      lateral (select date_trunc('milliseconds', ${now()}::timestamptz) - i * interval '1 minute' as r) x`.execute(t.db)
}
const readings = async (from: number, to: number) => {
  const ids = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const startReceivedAt = new Date(now().getTime() - 10 * DAY_MS)
  return metersOf(
    t.db,
    ids.map(transactionId => ({ transactionId, startReceivedAt })),
    undefined,
  )
}
/** A checkable text of readings, in one order. */
const textOf = (meters: Awaited<ReturnType<typeof readings>>) =>
  meters
    .map(
      m =>
        `${m.transactionId} ${m.connectorId} ${m.at.getTime()} ${m.receivedAt.getTime()} ${JSON.stringify(m.samples)}`,
    )
    .toSorted()
    .join('\n')
/** Shorter than thousands of lines where a test fails. */
const areAlike = async (from: number, to: number, before: string) => textOf(await readings(from, to)) === before

test('whoever reads while days are sealed finds every value once', async () => {
  const [from, to] = [500_001, 500_450]
  await fill(from, to)
  const before = textOf(await readings(from, to))
  aheadMs += 3 * DAY_MS
  const sealing = { isOver: false }
  const work = sealMeters(t.db, now()).finally(() => {
    sealing.isOver = true
  })
  for (let i = 0; !sealing.isOver || i === 0; i++) expect(await areAlike(from, to, before)).toBe(true)
  await work
  expect(await areAlike(from, to, before)).toBe(true)
})

test('a sealing that breaks off shows nothing twice and begins anew', async () => {
  const [from, to] = [600_001, 600_010]
  await fill(from, to)
  const before = textOf(await readings(from, to))
  aheadMs += 3 * DAY_MS
  const broken = sealParts(
    t.db,
    {
      table: 'meter_value',
      removeRestBefore: async () => undefined,
      packSpan: async (trx, span) => {
        await sql`insert into meter_block (transaction_id, chargepoint_pk, until_at, data)
          values (${from}, 1, ${span.to}, '\\x00')`.execute(trx)
        throw new Error('The disk is full')
      },
    },
    now(),
  )
  await expect(broken).rejects.toThrow('The disk is full')
  expect(await areAlike(from, to, before)).toBe(true)
  await sealMeters(t.db, now())
  expect(await areAlike(from, to, before)).toBe(true)
})

test('values of a shape are stored by its number; rows of an earlier version are found again, with their samples whole', async () => {
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, await newTag(t))
  const meterValue = [energy(at(1), 2000), energy(at(2), 3000)]
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue })
  const rows = async () =>
    (
      await sql<{ samples: unknown; sampled: unknown; meterShapeId: number | null }>`
        select samples, sampled, meter_shape_id from meter_value where transaction_id = ${transactionId} order by at`.execute(
        t.db,
      )
    ).rows
  const [first, second] = await rows()
  expect(first).toMatchObject({ samples: null, sampled: ['2000'] })
  expect(second).toMatchObject({ samples: null, sampled: ['3000'], meterShapeId: first?.meterShapeId })

  // As an earlier version has stored them.
  const shownBefore = await shown(transactionId)
  await sql`update meter_value set samples = ${JSON.stringify(meterValue[0]?.sampledValue)}::json, meter_shape_id = null, sampled = null
    where transaction_id = ${transactionId} and at = ${at(1)}`.execute(t.db)
  expect(await shown(transactionId)).toEqual(shownBefore)
  // Sent again under another id, after the answer was lost: each is stored once, whichever version stored it.
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [...meterValue, energy(at(3), 3500)] })
  expect(await rows()).toHaveLength(3)
  await stop(c, transactionId, {
    meterStop: 4000,
    timestamp: at(6),
    transactionData: [...meterValue, energy(at(4), 3800)],
  })
  expect(await rows()).toHaveLength(4)
  expect((await shown(transactionId)).length).toBe(shownBefore.length * 2)
  await c.close()
})

test('a network with more shapes than are numbered keeps the others whole', async () => {
  const db = t.db
  await sql`insert into meter_shape (shape) select json_build_array(json_build_object('value', '', 'unit', n::text))
    from generate_series(1, 5000) n`.execute(db)
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, await newTag(t))
  const sampledValue = [{ value: '2000', unit: 'Wh', location: 'Body', context: 'Other' }]
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [{ timestamp: at(1), sampledValue }] })
  const { rows } = await sql`select samples, sampled from meter_value where transaction_id = ${transactionId}`.execute(
    db,
  )
  expect(rows).toEqual([{ samples: sampledValue, sampled: null }])
  await c.close()
})
