// A charger charges a car over a real socket: from boot to bill, repeated messages, sessions that a lost link, a reboot
// or a restart must not lose, and who may end which session.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, bootedCharger, energy, newTag, reviewsOf, sessionsOf, start, stop } from '#testing/ocpp.ts'

let t: TestApp
let base: { http: string; ws: string }
let idTag: string
beforeAll(async () => {
  t = await startApp()
  base = await t.listen()
  idTag = await newTag(t)
})
afterAll(() => t.close())

const booted = (options: Parameters<typeof bootedCharger>[2] = {}) => bootedCharger(t, base.ws, options)
const usage = async () => {
  const { rows } = await sql<{ sessions: number; finished: number; successful: number; energyWh: number }>`
    select coalesce(sum(sessions), 0)::int as sessions, coalesce(sum(finished), 0)::int as finished,
      coalesce(sum(successful), 0)::int as successful, coalesce(sum(energy_wh), 0)::int as energy_wh
    from usage_hour`.execute(t.db)
  return rows[0]
}

test('a session is begun, metered, stopped and billed by its price group', async () => {
  const c = await TestCharger.open(base.ws, 'DC-1')
  expect(await c.boot()).toMatchObject({ status: 'Accepted', interval: 300 })
  expect(await c.call('Authorize', { idTag: 'tag-one' })).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  const { transactionId, status } = await start(c, 'TAG-ONE')
  expect(status).toBe('Accepted')
  expect(transactionId).toBeGreaterThan(0)
  const power = { value: '30', measurand: 'Power.Active.Import', unit: 'kW' }
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000, power)] })
  const running = await sql<{ chargedPaise: number; currentWh: number; powerW: number }>`
    select * from transaction_live where transaction_id = ${transactionId}`.execute(t.db)
  expect(running.rows).toEqual([expect.objectContaining({ currentWh: 6000, chargedPaise: 10_620, powerW: 30_000 })])
  expect(await stop(c, transactionId)).toEqual({})
  const bill = await sql<{ taxablePaise: number; cgstPaise: number; totalPaise: number }>`
    select * from bill where transaction_id = ${transactionId}`.execute(t.db)
  // 10 kWh at 18.00, 9 % + 9 %.
  expect(bill.rows).toEqual([expect.objectContaining({ taxablePaise: 18_000, cgstPaise: 1620, totalPaise: 21_240 })])
  expect(await sql`select from transaction_live where transaction_id = ${transactionId}`.execute(t.db)).toMatchObject({
    rows: [],
  })
  await c.close()
})

test('transaction ids are positive, different on every station, and go on after a restart [38]', async () => {
  const [a, b] = [await booted(), await booted()]
  const first = await start(a, idTag)
  const second = await start(b, idTag)
  await t.restart()
  const again = await TestCharger.open(base.ws, a.id)
  const third = await start(again, idTag, { connectorId: 2 })
  const ids = [first, second, third].map(s => s.transactionId)
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toBeGreaterThan(0)
  expect(Math.max(...ids)).toBeLessThan(2 ** 31)
  await again.close()
})

test('a resent start gets the same transaction and one bill, over a new connection too [39]', async () => {
  const one = await newTag(t, { maxActiveTransactions: 1 })
  const c = await booted()
  const first = await start(c, one)
  expect(first.status).toBe('Accepted')
  // Another message id, other case of letters, the same event.
  expect(await start(c, one.toLowerCase())).toEqual(first)
  c.ws.terminate()
  const again = await TestCharger.open(base.ws, c.id)
  expect(await start(again, one)).toEqual(first)
  await stop(again, first.transactionId)
  expect(await start(again, one)).toEqual(first)
  expect(await sessionsOf(t, c.pk)).toEqual([
    expect.objectContaining({ transactionId: first.transactionId, bills: 1, totalPaise: 21_240 }),
  ])
  await again.close()
})

test('the same start on two sockets at once is one session [39]', async () => {
  const c = await booted()
  const starts = { connectorId: 1, idTag, meterStart: 5, timestamp: at(1) }
  const lost = c.ask('StartTransaction', starts).catch(() => undefined)
  const again = await TestCharger.open(base.ws, c.id)
  const { transactionId } = await again.call('StartTransaction', starts)
  expect((await sessionsOf(t, c.pk)).map(s => s.transactionId)).toEqual([transactionId])
  await Promise.race([lost, c.closed()])
  await again.close()
})

test('a resent stop changes nothing, whatever it says: the first stands and meter values are not doubled [40]', async () => {
  const c = await booted()
  const { transactionId } = await start(c, idTag)
  const before = await usage()
  const transactionData = [energy(at(0), 1000), energy(at(20), 11_000)]
  expect(await stop(c, transactionId, { idTag, transactionData })).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  expect(await stop(c, transactionId, { idTag, transactionData })).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  expect(await stop(c, transactionId, { meterStop: 50_000, transactionData })).toEqual({})
  expect(await sessionsOf(t, c.pk)).toEqual([
    expect.objectContaining({ meterStopWh: 11_000, totalPaise: 21_240, bills: 1, meters: 2 }),
  ])
  const after = await usage()
  expect(after).toEqual({
    ...before,
    finished: (before?.finished ?? 0) + 1,
    successful: (before?.successful ?? 0) + 1,
    energyWh: (before?.energyWh ?? 0) + 10_000,
  })
  await c.close()
})

test('losing the link does not end a session: after the return it is the same one [47]', async () => {
  const c = await booted()
  const { transactionId } = await start(c, idTag)
  c.ws.terminate()
  const again = await TestCharger.open(base.ws, c.id)
  expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ transactionId, stoppedAt: null })])
  await again.call('MeterValues', { connectorId: 1, meterValue: [energy(at(5), 4000)] })
  await stop(again, transactionId)
  expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ transactionId, meters: 1, totalPaise: 21_240 })])
  await again.close()
})

test.each(['PowerLoss', 'Reboot', 'HardReset', 'SoftReset'])(
  'a reboot leaves a session open until its stop arrives with reason %s [48]',
  async reason => {
    const c = await booted()
    const { transactionId } = await start(c, idTag)
    c.ws.terminate()
    const again = await TestCharger.open(base.ws, c.id)
    await again.boot()
    await again.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })
    expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ transactionId, stoppedAt: null })])
    await stop(again, transactionId, { reason })
    expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ stopReason: reason, totalPaise: 21_240 })])
    await again.close()
  },
)

test('a restart of the server with open sessions: they go on, and the bills are right [11] [47]', async () => {
  const c = await booted()
  const first = await start(c, idTag)
  const second = await start(c, idTag, { connectorId: 2, meterStart: 0 })
  await c.call('MeterValues', { connectorId: 1, transactionId: first.transactionId, meterValue: [energy(at(5), 3000)] })
  await t.restart()
  const again = await TestCharger.open(base.ws, c.id)
  // Without a transactionId: the connector tells whose it is.
  await again.call('MeterValues', { connectorId: 2, meterValue: [energy(at(6), 2000)] })
  const running = await sql<{ transactionId: number; currentWh: number }>`select transaction_id, current_wh
    from transaction_live where transaction_id in (${first.transactionId}, ${second.transactionId})
    order by 1`.execute(t.db)
  expect(running.rows).toEqual([
    { transactionId: first.transactionId, currentWh: 3000 },
    { transactionId: second.transactionId, currentWh: 2000 },
  ])
  await stop(again, first.transactionId)
  await stop(again, second.transactionId, { meterStop: 5000 })
  expect((await sessionsOf(t, c.pk)).map(s => s.totalPaise)).toEqual([21_240, 10_620])
  await again.close()
})

test('two connectors charge independently, and many stations at once [49]', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => booted()))
  await Promise.all(
    all.map(async (c, i) => {
      const one = await start(c, idTag, { meterStart: 0 })
      const two = await start(c, idTag, { connectorId: 2, meterStart: 0 })
      await stop(c, two.transactionId, { meterStop: 1000 * (i + 1) })
      await stop(c, one.transactionId, { meterStop: 100 * (i + 1) })
    }),
  )
  for (const [i, c] of all.entries()) {
    const rows = await sessionsOf(t, c.pk)
    expect(rows.map(r => [r.connectorId, r.energyWh])).toEqual([
      [1, 100 * (i + 1)],
      [2, 1000 * (i + 1)],
    ])
    await c.close()
  }
})

test('a stop that never came: the next start works with a limited tag too, the old session waits for a person [50]', async () => {
  const one = await newTag(t, { maxActiveTransactions: 1 })
  const c = await booted()
  const old = await start(c, one)
  await c.call('MeterValues', { connectorId: 1, transactionId: old.transactionId, meterValue: [energy(at(8), 5000)] })
  const before = await usage()
  const next = await start(c, one, { timestamp: at(30), meterStart: 9000 })
  expect(next.status).toBe('Accepted')
  expect(await sessionsOf(t, c.pk)).toEqual([
    expect.objectContaining({ transactionId: old.transactionId, inReview: true, meterStopWh: 5000, totalPaise: null }),
    expect.objectContaining({ transactionId: next.transactionId, stoppedAt: null }),
  ])
  expect(await reviewsOf(t, c.pk)).toEqual([
    expect.objectContaining({ reason: 'Stop never came', transactionId: old.transactionId, decidedAt: null }),
  ])
  expect(await usage()).toEqual({ ...before, sessions: (before?.sessions ?? 0) + 1 })
  // The stop comes after all: it is billed and counted once; another register, told later, is for a person to see.
  await stop(c, old.transactionId)
  await stop(c, old.transactionId, { meterStop: 12_000 })
  expect((await sessionsOf(t, c.pk))[0]).toMatchObject({
    inReview: false,
    meterStopWh: 11_000,
    totalPaise: 21_240,
    bills: 1,
  })
  expect((await reviewsOf(t, c.pk)).map(r => [r.reason, r.decidedAt !== null])).toEqual([
    ['Stop never came', true],
    ['Readings contradict the bill', false],
  ])
  expect((await usage())?.finished).toBe((before?.finished ?? 0) + 1)
  // Messages of the new session are its own.
  await c.call('MeterValues', { connectorId: 1, meterValue: [energy(at(35), 10_000)] })
  expect((await sessionsOf(t, c.pk)).map(s => s.meters)).toEqual([1, 1])
  await c.close()
})

test('a station can neither stop nor meter the transaction of another [51]', async () => {
  const [mine, other] = [await booted(), await booted()]
  const { transactionId } = await start(mine, idTag)
  const meterValue = [energy(at(5), 900_000)]
  expect(await other.call('MeterValues', { connectorId: 1, transactionId, meterValue })).toEqual({})
  expect(await stop(other, transactionId, { reason: 'Local' })).toEqual({})
  expect(await sessionsOf(t, mine.pk)).toEqual([expect.objectContaining({ stoppedAt: null, meters: 0 })])
  expect(await reviewsOf(t, other.pk)).toEqual([expect.objectContaining({ reason: 'Stop matches no session' })])
  await stop(mine, transactionId)
  expect(await sessionsOf(t, mine.pk)).toEqual([expect.objectContaining({ totalPaise: 21_240 })])
  await Promise.all([mine.close(), other.close()])
})

test('every stop reason, none, and one that no standard knows; with and without a tag [53]', async () => {
  const c = await booted()
  const reasons = ['DeAuthorized', 'EmergencyStop', 'EVDisconnected', 'HardReset', 'Local', 'Other', 'PowerLoss']
  const all = [...reasons, 'Reboot', 'Remote', 'SoftReset', 'UnlockCommand', undefined, 'CableFellOff']
  for (const [i, reason] of all.entries()) {
    const { transactionId } = await start(c, idTag, { timestamp: at(i / 10) })
    const more = { ...(reason !== undefined && { reason }), ...(i % 2 === 0 && { idTag }) }
    const answer = await stop(c, transactionId, more)
    expect(answer).toEqual(i % 2 === 0 ? { idTagInfo: { status: 'Accepted' } } : {})
  }
  expect((await sessionsOf(t, c.pk)).map(s => s.stopReason)).toEqual(all.map(r => r ?? 'Local'))
  expect((await sessionsOf(t, c.pk)).every(s => s.totalPaise === 21_240)).toBe(true)
  await c.close()
})

test('a remote start is no session until StartTransaction comes; a remote stop carries the id given out [58] [59]', async () => {
  const c = await booted()
  c.onCall = () => ({ status: 'Accepted' })
  const command = (action: string, payload: object) =>
    t.ocpp.command({ chargepointPk: c.pk, action, payload, taskId: undefined, timeoutMs: undefined })
  const accepted = { kind: 'result', payload: { status: 'Accepted' } }
  expect(await command('RemoteStartTransaction', { idTag, connectorId: 1 })).toMatchObject(accepted)
  expect(await sessionsOf(t, c.pk)).toEqual([])
  const { transactionId } = await start(c, idTag)
  expect(await command('RemoteStopTransaction', { transactionId })).toMatchObject(accepted)
  const [, , , payload] = await c.nextCall('RemoteStopTransaction')
  expect(payload).toEqual({ transactionId })
  expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ stoppedAt: null })])
  await stop(c, transactionId, { reason: 'Remote' })
  await c.close()
})
