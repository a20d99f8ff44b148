// Values that real chargers send beside the standard: they never withhold an answer, and are never billed unseen
// (D-OCPP-6, D-TXN-11).
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as prices from '#money/price-groups/price-group.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, bootedCharger, energy, newTag, priceCharger, reviewsOf, sessionsOf, start, stop } from '#testing/ocpp.ts'

let t: TestApp
let base: { http: string; ws: string }
let idTag: string
let clock = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + clock) })
  base = await t.listen()
  idTag = await newTag(t)
})
afterAll(() => t.close())

const booted = (options: Parameters<typeof bootedCharger>[2] = {}) => bootedCharger(t, base.ws, options)

test('a stop for an unknown transaction is answered, kept once for a person, and the queue moves on [41]', async () => {
  const c = await booted()
  const p = { transactionId: 1_999_999_999, meterStop: 5, timestamp: at(1), idTag, reason: 'Local' }
  expect(await c.call('StopTransaction', p)).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  expect(await c.call('StopTransaction', p)).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  expect(await reviewsOf(t, c.pk)).toEqual([
    { reason: 'Stop matches no session', transactionId: null, detail: p, decidedAt: null },
  ])
  expect((await start(c, idTag)).status).toBe('Accepted')
  await c.close()
})

test.each([-1, 0, 1_888_888_888])(
  'a stop with id %i ends the one session it can mean, sent again too [43]',
  async id => {
    const c = await booted()
    const other = await newTag(t)
    const mine = await start(c, idTag, { meterStart: 0 })
    const theirs = await start(c, other, { meterStart: 0, connectorId: 2 })
    expect(await stop(c, id, { idTag, meterStop: 10_000 })).toMatchObject({ idTagInfo: { status: 'Accepted' } })
    await stop(c, id, { idTag, meterStop: 10_000 })
    expect(await sessionsOf(t, c.pk)).toEqual([
      expect.objectContaining({ transactionId: mine.transactionId, totalPaise: 21_240 }),
      expect.objectContaining({ transactionId: theirs.transactionId, stoppedAt: null }),
    ])
    expect(await reviewsOf(t, c.pk)).toEqual([])
    await c.close()
  },
)

test('a stop with id -1 that could mean two sessions, or names no tag beside a second connector, waits for a person [43]', async () => {
  const c = await booted()
  await start(c, idTag, { meterStart: 0 })
  await start(c, idTag, { meterStart: 0, connectorId: 2 })
  expect(await stop(c, -1, { idTag })).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  expect(await stop(c, -1, { reason: 'PowerLoss' })).toEqual({})
  expect((await sessionsOf(t, c.pk)).map(s => s.stoppedAt)).toEqual([null, null])
  expect((await reviewsOf(t, c.pk)).map(r => r.reason)).toEqual(['Stop matches no session', 'Stop matches no session'])
  const single = await booted({ connectorCount: 1 })
  await start(single, idTag)
  expect(await stop(single, -1, { reason: 'PowerLoss' })).toEqual({})
  expect(await sessionsOf(t, single.pk)).toEqual([expect.objectContaining({ totalPaise: 21_240 })])
  await Promise.all([c.close(), single.close()])
})

test.each([
  ['a register below the start', {}, { meterStop: 10 }, 'Stop register below start'],
  ['a stop before the start', {}, { timestamp: at(-5) }, 'Implausible times'],
  ['a start in 1970', { timestamp: '1970-01-01T00:00:00Z' }, {}, 'Implausible times'],
  ['a stop in the future', {}, { timestamp: at(200) }, 'Implausible times'],
  [
    'a clock that began anew at the date of its maker, in a charger made later',
    { timestamp: '2021-01-01T00:00:00Z' },
    { timestamp: '2021-01-01T00:20:00Z' },
    'Implausible times',
  ],
  ['a year 1', { timestamp: '0001-01-01T00:00:00Z' }, {}, 'Implausible times'],
  ['more energy than 60 kW give in the time', {}, { meterStop: 90_000 }, 'More energy than the connector can deliver'],
  ['a register beyond 32 bits', {}, { meterStop: 9_000_000_000_000 }, 'More energy than the connector can deliver'],
])('%s: answered, the session ends, and is not billed unseen [44]', async (_, atStart, atStop, reason) => {
  const c = await booted()
  const { transactionId, status } = await start(c, idTag, atStart)
  expect(status).toBe('Accepted')
  expect(await stop(c, transactionId, atStop)).toEqual({})
  await stop(c, transactionId, atStop)
  expect(await sessionsOf(t, c.pk)).toEqual([
    expect.objectContaining({ inReview: true, bills: 0, chargedPaise: 0, stopReason: 'Local' }),
  ])
  expect(await reviewsOf(t, c.pk)).toEqual([expect.objectContaining({ reason, transactionId, decidedAt: null })])
  await c.close()
})

test('an unknown connector or reservation is taken; the connector is made on first sight, as unconfigured [44]', async () => {
  const c = await booted()
  const { transactionId, status } = await start(c, idTag, { connectorId: 7, reservationId: -4 })
  expect(status).toBe('Accepted')
  const { rows } = await sql<{ isConfigured: boolean }>`select is_configured from connector
    where chargepoint_pk = ${c.pk} and connector_id = 7`.execute(t.db)
  expect(rows).toEqual([{ isConfigured: false }])
  // Nobody gave it a price.
  await stop(c, transactionId)
  expect(await reviewsOf(t, c.pk)).toEqual([expect.objectContaining({ reason: 'No price group' })])
  await c.close()
})

test('a whole session queued for days keeps its own times and the price of its start, and is not open or "now" [45]', async () => {
  const day = 24 * 60
  const c = await booted({ connectorCount: 1, createdAt: new Date(at(-10 * day)) })
  await c.close()
  const later = { ...dearer(t.world.priceGroupId), validFrom: at(-2 * day) }
  await sql`insert into price_group_version (price_group_id, valid_from, content)
    values (${t.world.priceGroupId}, ${later.validFrom}, ${JSON.stringify(later.content)}::jsonb)`.execute(t.db)
  // The charger was away since before the session. That it is gone is stored after its socket has closed.
  await vi.waitFor(async () => {
    const { rows } =
      await sql`select 1 from connection_history where chargepoint_pk = ${c.pk} and event = 'disconnected'`.execute(
        t.db,
      )
    expect(rows).toHaveLength(1)
  })
  await sql`update connection_history set at = at - interval '9 days' where chargepoint_pk = ${c.pk}`.execute(t.db)
  const back = await TestCharger.open(base.ws, c.id)
  const { transactionId, status } = await start(back, idTag, { timestamp: at(-3 * day) })
  expect(status).toBe('Accepted')
  const meterValue = [energy(at(-3 * day + 10), 6000)]
  await back.call('MeterValues', { connectorId: 1, transactionId, meterValue })
  await stop(back, transactionId, { timestamp: at(-3 * day + 20) })
  const [row] = await sessionsOf(t, c.pk)
  expect(row).toMatchObject({ inReview: false, totalPaise: 21_240, meters: 1 })
  expect([row?.startedAt.toISOString(), row?.stoppedAt?.toISOString()]).toEqual([at(-3 * day), at(-3 * day + 20)])
  const { rows } = await sql<{
    hour: Date
  }>`select hour from usage_hour where hour between ${at(-4 * day)} and ${at(-2 * day)} and finished = 1`.execute(t.db)
  expect(rows).toHaveLength(1)
  // One of today has today's price.
  const today = await start(back, idTag, { meterStart: 11_000 })
  await stop(back, today.transactionId, { meterStop: 21_000 })
  expect((await sessionsOf(t, c.pk))[1]?.totalPaise).toBe(118_000)
  await back.close()
})

/** A version of the group at 100.00 a kWh. */
const dearer = (priceGroupId: number) => ({
  content: {
    priceGroupId,
    type: 'fixed',
    taxPpm: 180_000,
    transactionPpm: 23_600,
    pgChargesBearer: 'CPO',
    details: [
      {
        day: 0,
        startMinute: 0,
        endMinute: 1439,
        priceType: 'kwh',
        pricePerKwhPaise: 10_000,
        pricePerHourPaise: 0,
        fixedFeeStartingPaise: 0,
        fixedFeeChargingPaise: 0,
        minuteFeeChargingPaise: 0,
        idealFeeFullyChargedPaise: 0,
      },
    ],
  },
})

test('messages a day late although the charger was connected all the time are looked at first [44] [45]', async () => {
  const c = await booted()
  const { transactionId } = await start(c, idTag, { timestamp: new Date().toISOString() })
  const stoppedAt = new Date(Date.now() + 60_000).toISOString()
  clock = 26 * 3_600_000
  await stop(c, transactionId, { timestamp: stoppedAt, meterStop: 1500 })
  clock = 0
  expect(await reviewsOf(t, c.pk)).toEqual([expect.objectContaining({ reason: 'Implausible times', transactionId })])
  await c.close()
})

test('values off their enumeration that only describe are taken, stored as they came, and counted [16] [55]', async () => {
  const c = await booted()
  const status = { connectorId: 1, status: 'Available', errorCode: 'CoffeeSpilled' }
  await c.call('StatusNotification', status)
  await c.call('StatusNotification', { ...status, info: 'again' })
  const signs = async () => {
    const { rows } = await sql<{
      field: string
      value: string
      count: number
    }>`select field, value, count from odd_value
      where chargepoint_pk = ${c.pk}`.execute(t.db)
    return rows
  }
  await expect.poll(signs).toEqual([{ field: 'StatusNotification.errorCode', value: 'CoffeeSpilled', count: 2 }])
  expect(await c.ask('StatusNotification', { ...status, status: 'Sleeping' })).toMatchObject({
    error: { code: 'PropertyConstraintViolation' },
  })
  // The refused values are counted as well.
  await expect
    .poll(signs, { timeout: 5000 })
    .toContainEqual({ field: 'StatusNotification', value: 'refused: PropertyConstraintViolation', count: 1 })
  await c.close()
})

test('half characters, zero characters and other traps for a database hold nobody up [16] [20]', async () => {
  const [c, other] = [await booted(), await booted()]
  const status = (id: string, info: string) =>
    `[2,"${id}","StatusNotification",{"connectorId":1,"errorCode":"NoError","status":"Available","info":"${info}"}]`
  c.send(status('half', 'x \\ud800'))
  expect(await c.next(f => f[1] === 'half')).toEqual([
    4,
    'half',
    'PropertyConstraintViolation',
    'info: must not contain half a character',
    {},
  ])
  expect(await c.ask('Authorize', { idTag: 'a\ud800' })).toMatchObject({
    error: { code: 'PropertyConstraintViolation' },
  })
  // An id is answered as it came.
  expect(await c.call('Heartbeat', {}, 'id \udc00')).toHaveProperty('currentTime')
  c.send(status('whole', '\\ud83d\\ude00 \\\\ud800'))
  expect(await c.next(f => f[1] === 'whole')).toEqual([3, 'whole', {}])
  const { rows } = await sql<{ info: string }>`select info from connector where chargepoint_pk = ${c.pk}
    and connector_id = 1`.execute(t.db)
  expect(rows).toEqual([{ info: '😀 \\ud800' }])
  expect(await c.ask('Authorize', { idTag: 'a\0b' })).toMatchObject({ error: { code: 'PropertyConstraintViolation' } })
  c.send('not \0 JSON')
  await other.call('Heartbeat', {})
  const logged = async () => {
    const found = await sql<{ message: string }>`select message from ocpp_frame where chargepoint_pk = ${c.pk}
      and (message like 'not %' or message like '%"half"%' and direction = 0) order by message`.execute(t.db)
    return found.rows
  }
  await expect.poll(logged).toEqual([{ message: status('half', 'x \\ud800') }, { message: 'not \ufffd JSON' }])
  await Promise.all([c.close(), other.close()])
})

describe('registers in kWh without a unit', () => {
  type Charger = Awaited<ReturnType<typeof booted>>
  /** A charger with a price of its own: 18.00 for a kWh. */
  async function priced(options: Parameters<typeof bootedCharger>[2] = {}): Promise<Charger> {
    const c = await booted(options)
    const slot = {
      day: 0,
      startMinute: 0,
      endMinute: 1439,
      priceType: 'kwh' as const,
      pricePerKwhPaise: 1800,
      pricePerHourPaise: 0,
      fixedFeeStartingPaise: 0,
      fixedFeeChargingPaise: 0,
      minuteFeeChargingPaise: 0,
      idealFeeFullyChargedPaise: 0,
    }
    const group = { teamId: t.world.one.teamId, name: c.id, type: 'fixed' as const, details: [slot] }
    const validFrom = new Date('2020-01-01T00:00:00Z')
    await priceCharger(t, c.pk, await prices.create(t.db, { ...group, validFrom }))
    return c
  }
  const get = async (path: string, person: Person = 'viewer') => {
    const url = `/cms/v1/team/${t.world.one.teamId}/${path}`
    return (await t.app.inject({ url, headers: await t.as(person) })).json().data
  }
  const send = async (method: 'PUT' | 'PATCH' | 'POST', path: string, payload: object, person: Person = 'admin') => {
    const url = `/cms/v1/team/${t.world.one.teamId}/${path}`
    const r = await t.app.inject({ method, url, headers: await t.as(person), payload })
    return { status: r.statusCode, ...r.json() }
  }
  const setUnit = (c: Charger, registersInKwh: boolean, person?: Person) =>
    send('PUT', `charger/${c.pk}/register-unit`, { registersInKwh }, person)
  const scaleOf = (c: Charger) => t.ocpp.stations.get(c.pk)?.charger.registerScale
  const signOf = async (c: Charger) => {
    const { signs } = (await get(`charger/${c.pk}/health`)) as { signs: { sign: string }[] }
    return signs.find(s => s.sign === 'registers')
  }
  /** Samples in kWh without a unit, with the power in W: 36 kW from minute 0 on. */
  const sample = (c: Charger, transactionId: number, minute: number, startKwh: number) =>
    c.call('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [
        {
          timestamp: at(minute),
          sampledValue: [
            { value: (startKwh + minute * 0.6).toFixed(2) },
            { value: '36000', measurand: 'Power.Active.Import', unit: 'W' },
          ],
        },
      ],
    })
  const begin = async (c: Charger, startKwh: number) => {
    const begun = await start(c, idTag, { meterStart: startKwh })
    for (const minute of [5, 10, 15]) await sample(c, begun.transactionId, minute, startKwh)
    return begun.transactionId
  }
  const detail = (transactionId: number) => get(`transaction/${transactionId}`)

  test('a session waits for a person, is billed as kWh, and from the agreement on the charger is read so', async () => {
    const c = await priced()
    const first = await begin(c, 1234)
    await stop(c, first, { meterStop: 1246 })
    expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ inReview: true, bills: 0 })])
    type Waiting = { id: number; transactionId: number; reason: string; why: string; in_kwh: object }
    const waiting = async (id: number) =>
      ((await get('transactions/review')) as Waiting[]).find(r => r.transactionId === id) as Waiting
    const review = await waiting(first)
    expect(review).toMatchObject({
      reason: 'Energy does not fit',
      why: 'Power over time gives 6 kWh, the registers give 0.012 kWh; the registers look like kWh without a unit',
      in_kwh: { start_meter_value: 1_234_000, stop_meter_value: 1_246_000 },
    })
    expect(await signOf(c)).toMatchObject({ level: 'look', offers: 'registers in kWh' })

    // A session that runs over the agreement keeps the scale it began with.
    const over = await begin(c, 1246)
    for (const person of ['viewer', 'operator'] as const) expect((await setUnit(c, true, person)).status).toBe(403)
    expect((await setUnit(c, true, 'stranger')).status).toBe(404)
    expect(await setUnit(c, true, 'finance')).toMatchObject({ status: 200 })
    await vi.waitFor(() => expect(scaleOf(c)).toBe(1000))
    expect(await signOf(c)).toMatchObject({ level: 'good', offers: 'registers in Wh', since: expect.any(String) })
    await stop(c, over, { meterStop: 1258 })
    expect((await waiting(over)).reason).toBe('Energy does not fit')

    // Sent again, the start of before is the same session.
    expect((await start(c, idTag, { meterStart: 1234 })).transactionId).toBe(first)
    clock = 25 * 60_000
    const next = await start(c, idTag, { meterStart: 1258, timestamp: at(60) })
    for (const minute of [65, 70, 75]) await sample(c, next.transactionId, minute, 1222)
    expect(await detail(next.transactionId)).toMatchObject({ start_meter_value: 1_258_000, kw_consumed: 9 })
    await stop(c, next.transactionId, { meterStop: 1270, timestamp: at(80) })
    await stop(c, next.transactionId, { meterStop: 1270, timestamp: at(80) })
    clock = 0
    // 12 kWh at 18.00 and 18 %.
    expect(await detail(next.transactionId)).toMatchObject({
      inReview: false,
      stop_meter_value: 1_270_000,
      totalAmountCharged: 254.88,
    })
    const meters = (await get(`transaction/${next.transactionId}/meter_value/1`)) as object[]
    expect(meters[0]).toMatchObject({ value: '1261.00', unit: 'kWh' })

    // The bounds of a decision hold: no more than the connector can deliver, no less than was read.
    const decide = (figures: object) =>
      send('PATCH', `transactions/review/${review.id}`, { action: 'bill', note: 'kWh', ...figures })
    const tooMuch = await decide({ registers_in_kwh: true, stop_meter_value: 1_300_000 })
    expect(tooMuch).toMatchObject({ status: 422, errors: { stop_meter_value: expect.stringMatching(/above/) } })
    const tooLittle = await decide({ registers_in_kwh: true, stop_meter_value: 1_240_000 })
    expect(tooLittle).toMatchObject({
      status: 422,
      errors: { stop_meter_value: expect.stringMatching(/last reading/) },
    })
    expect(await decide({ registers_in_kwh: true })).toMatchObject({
      status: 200,
      data: { totalAmountCharged: 254.88 },
    })
    expect(await detail(first)).toMatchObject({
      start_meter_value: 1_234_000,
      stop_meter_value: 1_246_000,
      kw_consumed: 12,
    })

    expect(await setUnit(c, false)).toMatchObject({ status: 200, data: { registersInKwhSince: null } })
    await vi.waitFor(() => expect(scaleOf(c)).toBe(1))
    await c.close()
  })

  test('without power too: small even steps at a fast charger wait for a person, and the reason is named', async () => {
    const c = await booted()
    const { transactionId } = await start(c, idTag, { meterStart: 15_000 })
    for (let n = 1; n <= 9; n++) {
      const meterValue = [energy(at(n * 5), 15_000 + 2 * n)]
      await c.call('MeterValues', { connectorId: 1, transactionId, meterValue })
    }
    await stop(c, transactionId, { meterStop: 15_020, timestamp: at(47) })
    const why =
      '20 Wh in 47 minutes are less than any car draws, and the registers rise in small steps all along; the registers look like kWh without a unit'
    expect(await reviewsOf(t, c.pk)).toMatchObject([
      { reason: 'Energy does not fit', transactionId, detail: { misfit: { text: why, looksLikeKwh: true } } },
    ])
    expect(await signOf(c)).toMatchObject({ level: 'look', offers: 'registers in kWh' })
    await c.close()
  })

  test('a stop without an id finds its session by the scale it began with', async () => {
    const c = await priced({ connectorCount: 1 })
    await setUnit(c, true)
    await vi.waitFor(() => expect(scaleOf(c)).toBe(1000))
    const { transactionId } = await start(c, idTag, { meterStart: 100 })
    await stop(c, -1, { idTag, meterStop: 110 })
    expect(await sessionsOf(t, c.pk)).toEqual([
      expect.objectContaining({ transactionId, energyWh: 10_000, totalPaise: 21_240 }),
    ])
    // Once more, when nobody can know the session any more: it is the same stop.
    await stop(c, -1, { idTag, meterStop: 110 })
    expect(await reviewsOf(t, c.pk)).toEqual([])
    await c.close()
  })

  test('most samples in kWh, start and stop in Wh: a person looks, and is told how many samples were dropped', async () => {
    const c = await booted()
    const { transactionId } = await start(c, idTag, { meterStart: 1_234_000 })
    for (const minute of [5, 10, 15]) await sample(c, transactionId, minute, 1234)
    await stop(c, transactionId, { meterStop: 1_246_000 })
    expect(await reviewsOf(t, c.pk)).toMatchObject([{ reason: 'Energy does not fit', transactionId }])
    expect(await detail(transactionId)).toMatchObject({
      samples: 3,
      droppedSamples: { belowStart: 3, undeliverable: 0, aboveStop: 0, backwards: 0, outsideTime: 0 },
    })
    expect((await signOf(c)) as object).toMatchObject({ level: 'good' })
    await c.close()
  })
})
