// Clocks that run wrong, over a real socket: only the impossible one of two times is replaced, everything follows the
// certain time, and the charger's own time is kept (D-OCPP-6).
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideOverdue } from '#desk/session-reviews/session-review.commands.ts'
import * as prices from '#money/price-groups/price-group.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, bootedCharger, energy, newTag, priceCharger, reviewsOf, start, stop } from '#testing/ocpp.ts'

let t: TestApp
let ws: string
let idTag: string
let clock = 0
const HOUR = 3_600_000
const now = () => new Date(Date.now() + clock)
beforeAll(async () => {
  t = await startApp({ now })
  ws = (await t.listen()).ws
  idTag = await newTag(t)
})
afterAll(() => t.close())

const slot = (pricePerKwhPaise: number) => ({
  day: 0,
  startMinute: 0,
  endMinute: 1439,
  priceType: 'kwh' as const,
  pricePerKwhPaise,
  pricePerHourPaise: 0,
  fixedFeeStartingPaise: 0,
  fixedFeeChargingPaise: 0,
  minuteFeeChargingPaise: 0,
  idealFeeFullyChargedPaise: 0,
})
/** A charger with a price of 1.00 until 2025, 2.00 since, and 9.00 from 2035 on. */
async function charger() {
  const c = await bootedCharger(t, ws)
  const priceGroupId = await prices.create(t.db, {
    teamId: t.world.one.teamId,
    name: 'Thrice',
    type: 'fixed',
    details: [slot(100)],
    validFrom: new Date('2020-01-01T00:00:00Z'),
  })
  const later = async (from: string, paise: number) =>
    sql`insert into price_group_version (price_group_id, valid_from, content)
      select price_group_id, ${from}::timestamptz, jsonb_set(content, '{details,0,pricePerKwhPaise}', ${String(paise)}::jsonb)
      from price_group_version where price_group_id = ${priceGroupId} limit 1`.execute(t.db)
  await later('2025-01-01T00:00:00Z', 200)
  await later('2035-01-01T00:00:00Z', 900)
  await priceCharger(t, c.pk, priceGroupId)
  return c
}
type Row = {
  startedAt: Date
  startToldAt: Date | null
  startTimeFrom: string
  startReceivedAt: Date
  stoppedAt: Date
  stopToldAt: Date | null
  stopTimeFrom: string
  stopReceivedAt: Date
  inReview: boolean
  paisePerKwh: number
  chargedPaise: number
}
const row = async (transactionId: number): Promise<Row> => {
  const { rows } = await sql<Row>`select t.*, (v.content #>> '{details,0,pricePerKwhPaise}')::int as paise_per_kwh
    from transaction t left join price_group_version v using (price_version_id)
    where transaction_id = ${transactionId}`.execute(t.db)
  return rows[0] as Row
}
const hourOf = async (time: Date) => {
  const { rows } = await sql<{ n: number }>`select coalesce(sum(sessions), 0)::int as n from usage_hour
    where hour <= ${time} and hour > ${time}::timestamptz - interval '1 hour'`.execute(t.db)
  return rows[0]?.n ?? 0
}
const far = async () =>
  (
    await sql<{ n: number }>`select count(*)::int as n from usage_hour
      where hour < '2020-01-01' or hour > now() + interval '2 days'`.execute(t.db)
  ).rows[0]?.n

test.each([
  ['2036', '2036-05-01T10:00:00Z'],
  ['1970', '1970-01-01T00:05:00Z'],
  ['the year 1', '0001-01-01T00:00:00Z'],
])(
  'a start in %s begins when it was heard, at the price of that moment; the stop stays as told',
  async (_, timestamp) => {
    const c = await charger()
    const { transactionId } = await start(c, idTag, { timestamp })
    const begun = await row(transactionId)
    expect(begun).toMatchObject({ startTimeFrom: 'receipt', startToldAt: new Date(timestamp), paisePerKwh: 200 })
    expect(begun.startedAt).toEqual(begun.startReceivedAt)
    expect(await hourOf(begun.startedAt)).toBeGreaterThan(0)
    expect(await far()).toBe(0)
    // The clock has been set since.
    clock = 20 * 60_000
    const stoppedAt = new Date(begun.startedAt.getTime() + 15 * 60_000)
    await stop(c, transactionId, { timestamp: stoppedAt.toISOString() })
    clock = 0
    expect(await row(transactionId)).toMatchObject({
      stoppedAt,
      stopToldAt: null,
      stopTimeFrom: 'charger',
      inReview: true,
    })
    expect(await reviewsOf(t, c.pk)).toEqual([expect.objectContaining({ reason: 'Implausible times' })])
    // Sent again it is the same, by what the charger told.
    expect((await start(c, idTag, { timestamp })).transactionId).toBe(transactionId)
    await c.close()
  },
)

test('an impossible stop is replaced alone: heard at once, it ended then', async () => {
  const c = await charger()
  const { transactionId } = await start(c, idTag, { timestamp: at(40) })
  await stop(c, transactionId, { timestamp: '2036-05-01T10:00:00Z' })
  const ended = await row(transactionId)
  expect(ended).toMatchObject({
    startedAt: new Date(at(40)),
    startTimeFrom: 'charger',
    stopToldAt: new Date('2036-05-01T10:00:00Z'),
    stopTimeFrom: 'receipt',
    inReview: true,
  })
  expect(ended.stoppedAt).toEqual(ended.stopReceivedAt)
  await c.close()
})

test('an impossible stop that was heard hours later ended as long after its start as its samples show', async () => {
  const c = await charger()
  const { transactionId } = await start(c, idTag)
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(12), 6000)] })
  await c.close()
  clock = 5 * HOUR
  const again = await TestCharger.open(ws, c.id)
  await stop(again, transactionId, { timestamp: '1970-01-01T00:05:00Z', meterStop: 6500 })
  clock = 0
  expect(await row(transactionId)).toMatchObject({
    stoppedAt: new Date(at(12)),
    stopTimeFrom: 'samples',
    inReview: true,
  })
  await again.close()
})

test('a session of a clock that was never set has the length that this clock shows, and is billed by its readings', async () => {
  const c = await charger()
  const today = now()
  await sql`insert into team_finance_history (team_id, since, tax_ppm, transaction_ppm, pg_charges_bearer, commission_ppm,
      commission_paise_per_kwh, settlement_percentage, finance)
    select team_id, x.since, tax_ppm, transaction_ppm, pg_charges_bearer, x.ppm, 0, settlement_percentage, finance
    from (select * from team_finance_history where team_id = ${t.world.one.teamId} order by since desc limit 1) h,
      (values ('1969-12-31'::timestamptz, 10000), (${today}::timestamptz, 70000), ('2035-01-01', 90000)) x (since, ppm)`.execute(
    t.db,
  )
  const told = (minute: number) => new Date(minute * 60_000).toISOString()
  const { transactionId } = await start(c, idTag, { timestamp: told(3) })
  const started = (await row(transactionId)).startedAt
  for (const minute of [10, 20, 30]) {
    clock = (minute - 3) * 60_000
    const meterValue = [energy(told(minute), 1000 + minute * 100)]
    await c.call('MeterValues', { connectorId: 1, transactionId, meterValue })
  }
  await c.close()
  // The stop is lost with the link, and heard the next day.
  clock = 24 * HOUR
  const again = await TestCharger.open(ws, c.id)
  await stop(again, transactionId, { timestamp: told(31), meterStop: 4200 })
  expect(await row(transactionId)).toMatchObject({
    stoppedAt: new Date(started.getTime() + 27 * 60_000),
    stopTimeFrom: 'samples',
    stopToldAt: new Date(told(31)),
    inReview: true,
  })
  clock = 75 * HOUR
  await decideOverdue(t.services)
  clock = 0
  // 3.2 kWh at 2.00 and 18 %.
  expect(await row(transactionId)).toMatchObject({ inReview: false, chargedPaise: 756, paisePerKwh: 200 })
  // The commission, the hour and with it the business day, and the duration that is shown follow the certain times too.
  const { commissionPpm } = await t.db
    .selectFrom('bill')
    .select('commissionPpm')
    .where('transactionId', '=', transactionId)
    .executeTakeFirstOrThrow()
  const url = `/cms/v1/team/${t.world.one.teamId}/transaction/${transactionId}`
  const { data } = (await t.app.inject({ url, headers: await t.as('viewer') })).json()
  expect([commissionPpm, data.durationSeconds, data.starttime]).toEqual([70_000, 27 * 60, started.toISOString()])
  expect([(await hourOf(started)) > 0, await far()]).toEqual([true, 0])
  await again.close()
})

test('a stop with an impossible time and no usable id still ends the one session it can mean, for a person to look at', async () => {
  const c = await charger()
  const { transactionId } = await start(c, idTag, { timestamp: at(40) })
  const p = { idTag, timestamp: '1970-01-01T00:05:00Z' }
  await stop(c, -1, p)
  await stop(c, -1, p)
  expect(await row(transactionId)).toMatchObject({ stopTimeFrom: 'receipt', inReview: true })
  expect(await reviewsOf(t, c.pk)).toEqual([expect.objectContaining({ reason: 'Implausible times', transactionId })])
  await c.close()
})

test('a stop register below the last reading is billed as told, marked and counted', async () => {
  const c = await charger()
  const { transactionId } = await start(c, idTag)
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000)] })
  await stop(c, transactionId, { meterStop: 5000 })
  const { rows } = await sql<{ meterStopWh: number; readingWh: number; chargedPaise: number }>`
    select meter_stop_wh, reading_wh, charged_paise from transaction where transaction_id = ${transactionId}`.execute(
    t.db,
  )
  expect(rows).toEqual([{ meterStopWh: 5000, readingWh: 6000, chargedPaise: 944 }])
  const headers = await t.as('viewer')
  const get = async (path: string) =>
    (await t.app.inject({ url: `/cms/v1/team/${t.world.one.teamId}/${path}`, headers })).json()
  expect((await get(`transaction/${transactionId}`)).data).toMatchObject({ stopBelowReading: true, readingWh: 6000 })
  expect((await get(`charger/${c.pk}`)).data.oddValues).toEqual([
    expect.objectContaining({ field: 'StopTransaction.meterStop', value: 'below the last reading', count: 1 }),
  ])
  // Sent again it counts once.
  await stop(c, transactionId, { meterStop: 5000 })
  expect((await get(`charger/${c.pk}`)).data.oddValues[0].count).toBe(1)
  await c.close()
})
