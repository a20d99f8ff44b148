// A charger whose clock runs hours wrong, over a real socket: the offset is learned from live messages, its sessions
// have our time and need no review, queued messages teach nothing, the offset outlives connections, restarts and nodes.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as prices from '#money/price-groups/price-group.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { bootedCharger, energy, newTag, reviewsOf, start, stop } from '#testing/ocpp.ts'
import * as connectors from './connector.store.ts'

let t: TestApp
let ws: string
let idTag: string
let passed = 0
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const now = () => Date.now() + passed
beforeAll(async () => {
  t = await startApp({ now: () => new Date(now()) })
  ws = (await t.listen()).ws
  idTag = await newTag(t)
})
afterAll(() => t.close())

const SLOT = {
  day: 0,
  startMinute: 0,
  endMinute: 1439,
  priceType: 'kwh' as const,
  pricePerKwhPaise: 0,
  pricePerHourPaise: 0,
  fixedFeeStartingPaise: 0,
  fixedFeeChargingPaise: 0,
  minuteFeeChargingPaise: 0,
  idealFeeFullyChargedPaise: 0,
}

type Charger = TestCharger & { pk: number; id: string }
/** The time shown by a charger's clock, `ahead` ms ahead of ours, this many minutes from now. */
const told = (ahead: number, minutes = 0): string => new Date(now() + ahead + minutes * MINUTE).toISOString()
const say = (c: TestCharger, status: string, timestamp: string, connectorId = 1) =>
  c.call('StatusNotification', { connectorId, errorCode: 'NoError', status, timestamp })
const detail = async (pk: number) => {
  const url = `/cms/v1/team/${t.world.one.teamId}/charger/${pk}`
  return (await t.app.inject({ url, headers: await t.as('viewer') })).json().data as { clockOffsetSec: number | null }
}
const knows = (pk: number, seconds: number | null) =>
  expect
    .poll(async () => (await detail(pk)).clockOffsetSec, { timeout: 4000 })
    .toSatisfy(known => (seconds === null || known === null ? known === seconds : Math.abs(known - seconds) <= 3))
/** A charger whose clock has been learned: five changes of state over as many minutes. */
async function learned(ahead: number, options: Parameters<typeof bootedCharger>[2] = {}): Promise<Charger> {
  const c = await bootedCharger(t, ws, options)
  // Soon after a connection, messages of a clock that is behind might come from a queue.
  if (ahead < 0) passed += 16 * MINUTE
  for (const status of ['Available', 'Preparing', 'Available', 'Preparing', 'Available']) {
    await say(c, status, told(ahead))
    passed += MINUTE
  }
  await knows(c.pk, ahead / 1000)
  return c
}
const again = async (c: Charger, base = ws): Promise<Charger> =>
  Object.assign(await TestCharger.open(base, c.id), { pk: c.pk, id: c.id })

type Row = {
  startedAt: Date
  startToldAt: Date | null
  startTimeFrom: string
  startReceivedAt: Date
  stoppedAt: Date | null
  stopTimeFrom: string | null
  clockOffsetSec: number | null
  inReview: boolean
  meteredAt: Date | null
}
const row = async (transactionId: number): Promise<Row> =>
  (
    await sql<Row>`select t.*, l.metered_at from transaction t left join transaction_live l using (transaction_id)
      where transaction_id = ${transactionId}`.execute(t.db)
  ).rows[0] as Row
const near = (at: Date | null | undefined, wanted: number) => expect(Math.abs(Number(at) - wanted)).toBeLessThan(5000)

test.each([
  ['5 h 30 min ahead', 5.5 * HOUR],
  ['2 h behind', -2 * HOUR],
])('a clock %s: its sessions have our time, keep its own, and need no review', async (_, ahead) => {
  const c = await learned(ahead)
  const from = now()
  const { transactionId } = await start(c, idTag, { timestamp: told(ahead) })
  const begun = await row(transactionId)
  near(begun.startedAt, from)
  near(begun.startToldAt, from + ahead)
  expect(begun.startTimeFrom).toBe('clock')
  passed += 10 * MINUTE
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(told(ahead), 6000)] })
  near((await row(transactionId)).meteredAt, from + 10 * MINUTE)
  passed += 10 * MINUTE
  await stop(c, transactionId, { timestamp: told(ahead) })
  const ended = await row(transactionId)
  near(ended.stoppedAt, from + 20 * MINUTE)
  expect(ended).toMatchObject({ stopTimeFrom: 'clock', inReview: false })
  expect(await reviewsOf(t, c.pk)).toEqual([])
  const url = `/cms/v1/team/${t.world.one.teamId}/transaction/${transactionId}`
  const headers = await t.as('viewer')
  const shown = (await t.app.inject({ url, headers })).json().data
  near(new Date(shown.told_stoptime), from + 20 * MINUTE + ahead)
  expect(shown.durationSeconds).toBeGreaterThan(1195)
  expect(shown.durationSeconds).toBeLessThan(1205)
  const meters = (await t.app.inject({ url: `${url}/meter_value/1`, headers })).json().data
  near(new Date(meters[0].value_timestamp), from + 10 * MINUTE)
  await c.close()
})

test('a session that began before its clock was known is put right when it becomes known', async () => {
  const ahead = 5.5 * HOUR
  const c = await bootedCharger(t, ws)
  const from = now()
  const { transactionId } = await start(c, idTag, { timestamp: told(ahead) })
  // Nothing is known yet: the session began when its start was received.
  expect(await row(transactionId)).toMatchObject({ startTimeFrom: 'receipt', clockOffsetSec: null })
  for (let n = 1; n <= 5; n++) {
    passed += MINUTE
    const meterValue = [energy(told(ahead), 1000 + n * 500)]
    await c.call('MeterValues', { connectorId: 1, transactionId, meterValue })
  }
  const known = await row(transactionId)
  expect(known.startTimeFrom).toBe('clock')
  near(known.startedAt, from)
  near(known.meteredAt, from + 5 * MINUTE)
  await stop(c, transactionId, { timestamp: told(ahead), meterStop: 3500 })
  expect(await row(transactionId)).toMatchObject({ inReview: false, stopTimeFrom: 'clock' })
  await c.close()
})

test('by a clock that is behind, price and hour of the session follow the certain start', async () => {
  const ahead = -3 * HOUR
  const c = await bootedCharger(t, ws)
  const dearer = new Date(now() - HOUR).toISOString()
  const { rows: made } = await sql<{ id: number }>`insert into price_group_version (price_group_id, valid_from, content)
    select price_group_id, ${dearer}::timestamptz, jsonb_set(content, '{details,0,pricePerKwhPaise}', '5000')
    from price_group_version where price_group_id = ${t.world.priceGroupId} order by valid_from limit 1
    returning price_version_id as id`.execute(t.db)
  const { transactionId } = await start(c, idTag, { timestamp: told(ahead) })
  // The hours of the start as the charger told it, the same each time: only the clock of the test moves on.
  const [from, until] = [new Date(now() - 5 * HOUR), new Date(now() - 2 * HOUR)]
  const hours = async () =>
    (
      await sql<{ n: number }>`select coalesce(sum(sessions), 0)::int as n from usage_hour
        where hour > ${from} and hour < ${until}`.execute(t.db)
    ).rows[0]?.n ?? 0
  const wrongly = await hours()
  passed += 16 * MINUTE
  for (let n = 1; n <= 5; n++) {
    passed += MINUTE
    const meterValue = [energy(told(ahead), 1000 + n * 500)]
    await c.call('MeterValues', { connectorId: 1, transactionId, meterValue })
  }
  expect(wrongly - (await hours())).toBe(1)
  await stop(c, transactionId, { timestamp: told(ahead), meterStop: 11_000 })
  const { rows } = await sql<{
    priceVersionId: number
    taxablePaise: number
  }>`select t.price_version_id, b.taxable_paise
    from transaction t join bill b using (transaction_id) where t.transaction_id = ${transactionId}`.execute(t.db)
  expect(rows).toEqual([{ priceVersionId: made[0]?.id, taxablePaise: 50_000 }])
  // Restores the price that the other tests count on.
  await sql`insert into price_group_version (price_group_id, valid_from, content)
    select price_group_id, ${dearer}::timestamptz, content from price_group_version
    where price_group_id = ${t.world.priceGroupId} order by valid_from limit 1`.execute(t.db)
  await c.close()
})

describe('a clock three hours behind, in the first minutes of its charger', () => {
  const behind = -3 * HOUR
  const remoteStart = async (c: Charger) => {
    const parameters = { connectorId: 1, idTag }
    const payload = { chargerId: c.id, remoteOperationType: 'RemoteStart', parameters }
    const headers = await t.as('operator')
    const requestedAt = t.services.now()
    const reply = await t.app.inject({ method: 'POST', url: '/cms/v1/remote/operation', headers, payload })
    expect(reply.statusCode).toBe(200)
    await c.nextCall('RemoteStartTransaction')
    return requestedAt
  }
  const priceOf = async (transactionId: number) =>
    (
      await sql<{ pricePaise: number; taxablePaise: number | null }>`
        select (v.content #>> '{details,0,pricePerKwhPaise}')::int as price_paise, b.taxable_paise
        from transaction t join price_group_version v using (price_version_id) left join current_bill b using (transaction_id)
        where transaction_id = ${transactionId}`.execute(t.db)
    ).rows[0]
  /** The price was 1.00 until an hour ago, and is 50.00 since. */
  const dearer = async (c: Charger) => {
    const details = [{ ...SLOT, pricePerKwhPaise: 100 }]
    const group = { teamId: t.world.one.teamId, name: c.id, type: 'fixed' as const, details }
    const id = await prices.create(t.db, { ...group, validFrom: new Date('2020-01-01T00:00:00Z') })
    await sql`insert into price_group_version (price_group_id, valid_from, content)
      select price_group_id, ${new Date(now() - HOUR)}::timestamptz, jsonb_set(content, '{details,0,pricePerKwhPaise}', '5000')
      from price_group_version where price_group_id = ${id}`.execute(t.db)
    await connectors.setPriceGroup(t.db, c.pk, id, new Date(now() - 20 * HOUR))
  }

  test('a remote start begins when it is heard, at the price of that hour, and teaches the clock', async () => {
    const c = await bootedCharger(t, ws)
    await dearer(c)
    const requestedAt = await remoteStart(c)
    const timestamp = told(behind)
    const { transactionId } = await start(c, idTag, { timestamp })
    const begun = await row(transactionId)
    expect(begun).toMatchObject({
      startTimeFrom: 'clock',
      startToldAt: new Date(timestamp),
      startReceivedAt: begun.startedAt,
    })
    expect(begun.startedAt >= requestedAt).toBe(true)
    await knows(c.pk, behind / 1000)
    // Sent again, the start is the same.
    expect((await start(c, idTag, { timestamp })).transactionId).toBe(transactionId)
    passed += 6 * MINUTE
    await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(told(behind), 6000)] })
    near((await row(transactionId)).meteredAt, begun.startedAt.getTime() + 6 * MINUTE)
    passed += 6 * MINUTE
    await stop(c, transactionId, { timestamp: told(behind) })
    const ended = await row(transactionId)
    near(ended.stoppedAt, begun.startedAt.getTime() + 12 * MINUTE)
    expect(ended).toMatchObject({ stopTimeFrom: 'clock', inReview: false })
    expect(await priceOf(transactionId)).toEqual({ pricePaise: 5000, taxablePaise: 50_000 })
    await c.close()
  })

  test('a session of half a minute by a clock one minute behind is billed by its own times', async () => {
    const c = await bootedCharger(t, ws)
    const requestedAt = await remoteStart(c)
    const { transactionId } = await start(c, idTag, { timestamp: told(-MINUTE) })
    passed += MINUTE / 2
    await stop(c, transactionId, { timestamp: told(-MINUTE), meterStop: 1100 })
    const ended = await row(transactionId)
    expect(ended.startedAt >= requestedAt).toBe(true)
    near(ended.stoppedAt, ended.startedAt.getTime() + MINUTE / 2)
    expect(ended).toMatchObject({ inReview: false })
    await c.close()
  })

  test('a card that was presented at the charger keeps the time of the charger', async () => {
    const c = await bootedCharger(t, ws)
    await dearer(c)
    const timestamp = told(behind)
    // The remote start was for the other connector.
    await remoteStart(c)
    const { transactionId } = await start(c, idTag, { timestamp, connectorId: 2 })
    expect(await row(transactionId)).toMatchObject({ startTimeFrom: 'charger', startedAt: new Date(timestamp) })
    expect(await priceOf(transactionId)).toMatchObject({ pricePaise: 100 })
    await knows(c.pk, null)
    await c.close()
  })

  test('a remote start is answered by one session; a card of the same tag that was queued meanwhile keeps its time', async () => {
    const c = await learned(0)
    await c.close()
    passed += HOUR
    const back = await again(c)
    back.onCall = () => ({ status: 'Accepted' })
    await back.call('Heartbeat', {})
    const requestedAt = await remoteStart(back)
    const queuedAt = told(0, -30)
    const queued = await start(back, idTag, { timestamp: queuedAt })
    await stop(back, queued.transactionId, { timestamp: told(0, -10) })
    expect(await row(queued.transactionId)).toMatchObject({ startedAt: new Date(queuedAt), inReview: false })
    const { transactionId } = await start(back, idTag, { timestamp: told(0), meterStart: 11_000 })
    expect((await row(transactionId)).startedAt >= requestedAt).toBe(true)
    await back.close()
  })
})

test('what was queued teaches nothing, and is put right by what was known before', async () => {
  const ahead = 5.5 * HOUR
  const c = await learned(ahead)
  await c.close()
  const left = now()
  passed += 3 * HOUR
  const back = await again(c)
  for (const [minute, status] of [
    [1, 'Preparing'],
    [2, 'Charging'],
    [3, 'SuspendedEV'],
    [4, 'Charging'],
    [5, 'Finishing'],
    [6, 'Available'],
  ] as const)
    await say(back, status, new Date(left + minute * MINUTE + ahead).toISOString())
  const timestamp = new Date(left + 10 * MINUTE + ahead).toISOString()
  const { transactionId } = await start(back, idTag, { timestamp })
  await stop(back, transactionId, { timestamp: new Date(left + 30 * MINUTE + ahead).toISOString() })
  const queued = await row(transactionId)
  near(queued.startedAt, left + 10 * MINUTE)
  near(queued.stoppedAt, left + 30 * MINUTE)
  expect(queued.inReview).toBe(false)
  await knows(c.pk, ahead / 1000)
  const { rows } = await sql<{ at: Date; toldAt: Date }>`select at, told_at from connector_status_history
    where chargepoint_pk = ${c.pk} order by at desc limit 1`.execute(t.db)
  near(rows[0]?.at, left + 6 * MINUTE)
  near(rows[0]?.toldAt, left + 6 * MINUTE + ahead)
  await back.close()
})

test('a queue alone tells nothing of a clock that is not known', async () => {
  const c = await bootedCharger(t, ws)
  passed += 2 * HOUR
  await c.close()
  const back = await again(c)
  for (let n = 0; n < 8; n++) {
    await say(back, n % 2 ? 'Available' : 'Preparing', told(0, -60 + n))
    passed += 10_000
  }
  await back.call('Heartbeat', {})
  await knows(c.pk, null)
  await back.close()
})

test('a clock that is set right is believed at once, and known after some messages', async () => {
  const c = await learned(5.5 * HOUR)
  passed += 20 * MINUTE
  const from = now()
  const { transactionId } = await start(c, idTag, { timestamp: told(0) })
  near((await row(transactionId)).startedAt, from)
  expect(await row(transactionId)).toMatchObject({ startTimeFrom: 'charger', startToldAt: null })
  for (let n = 1; n <= 6; n++) {
    passed += MINUTE
    await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(told(0), 1000 + n * 500)] })
  }
  await knows(c.pk, 0)
  await stop(c, transactionId, { timestamp: told(0), meterStop: 4000 })
  expect(await row(transactionId)).toMatchObject({ inReview: false, stopTimeFrom: 'charger' })
  await c.close()
})

test('a stop that agrees with its receipt, soon after the link of a wrong clock is back, may be either: a person looks', async () => {
  const ahead = 5.5 * HOUR
  const c = await learned(ahead)
  const { transactionId } = await start(c, idTag, { timestamp: told(ahead) })
  await c.close()
  passed += ahead
  const back = await again(c)
  await stop(back, transactionId, { timestamp: told(0) })
  expect(await reviewsOf(t, c.pk)).toEqual([expect.objectContaining({ reason: 'Implausible times', transactionId })])
  await back.close()
})

test('what is known outlives a restart and a change of the node', async () => {
  const ahead = 5.5 * HOUR
  const c = await learned(ahead)
  const { transactionId } = await start(c, idTag, { timestamp: told(ahead) })
  const left = now()
  await t.restart()
  passed += 2 * HOUR
  let back = await again(c)
  // The message was queued: only the stored offset can correct its time.
  const timestamp = new Date(left + 20 * MINUTE + ahead).toISOString()
  await stop(back, transactionId, { timestamp })
  near((await row(transactionId)).stoppedAt, left + 20 * MINUTE)
  expect(await row(transactionId)).toMatchObject({ inReview: false })
  await back.close()
  const other = await t.another({ node: 'other', now: () => new Date(now()) })
  const base = (await other.listen()).ws
  back = await again(c, base)
  const earlier = new Date(left + 40 * MINUTE + ahead).toISOString()
  const second = await start(back, idTag, { timestamp: earlier, meterStart: 11_000 })
  near((await row(second.transactionId)).startedAt, left + 40 * MINUTE)
  await back.close()
  await other.close()
})

test('a boot may have set the clock: nothing is put right until a live message shows that it runs as before', async () => {
  const ahead = 5.5 * HOUR
  const c = await learned(ahead)
  const left = now()
  await c.close()
  passed += HOUR
  const back = await again(c)
  await back.boot()
  const timestamp = new Date(left + 10 * MINUTE + ahead).toISOString()
  const { transactionId } = await start(back, idTag, { timestamp })
  expect(await row(transactionId)).toMatchObject({ startTimeFrom: 'receipt' })
  await say(back, 'Charging', told(ahead))
  // The clock is known again, but the start does not agree with its receipt: a person looks at it.
  const later = await start(back, idTag, { connectorId: 2, timestamp: told(ahead, -5) })
  near((await row(later.transactionId)).startedAt, now() - 5 * MINUTE)
  await back.close()
})
