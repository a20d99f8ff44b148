// A station of OCPP 2.0.1 charges a car over a real socket: the same bill as in 1.6 to the paisa, whatever start point the
// station has, and whatever comes late, twice or in another order.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as drivers from '#drivers/drivers/driver.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, bootedCharger, energy, newTag, reviewsOf, sessionsOf, start, stop, unique } from '#testing/ocpp.ts'
import { bootedStation, eventsOf, openStation, register, type Station201 } from '#testing/station201.ts'

let t: TestApp
let base: { http: string; ws: string }
let idTag: string
beforeAll(async () => {
  t = await startApp()
  base = await t.listen()
  idTag = await newTag(t)
})
afterAll(() => t.close())

const booted = (protocol = 'ocpp2.0.1') => bootedStation(t, base.ws, {}, [protocol])
const statesOf = async (pk: number) => {
  const { rows } = await sql<{ status: string }>`select status from connector_status_history
    where chargepoint_pk = ${pk} and connector_id = 1 order by at`.execute(t.db)
  return rows.map(r => r.status)
}
const lineOf = async (pk: number) => {
  const [s] = await sessionsOf(t, pk)
  return (
    s && {
      energyWh: s.energyWh,
      totalPaise: s.totalPaise,
      bills: s.bills,
      meters: Number(s.meters),
      startedAt: s.startedAt,
    }
  )
}

test('both protocols offered: the newest is spoken, and shown', async () => {
  const c = await bootedStation(t, base.ws)
  await c.close()
  const both = await TestCharger.open(base.ws, c.id, { protocols: ['ocpp1.6', 'ocpp2.0.1'] })
  expect(both.ws.protocol).toBe('ocpp2.0.1')
  const { rows } = await sql<{ ocppProtocol: string }>`select ocpp_protocol from charger_state
    where chargepoint_pk = ${c.pk}`.execute(t.db)
  expect(rows).toEqual([{ ocppProtocol: 'ocpp2.0.1J' }])
  await both.close()
})

/** A course of 20 minutes and 10 kWh, told by stations with different start points. */
const courses: [string, (c: Station201, id: string) => Promise<unknown>][] = [
  [
    'PowerPathClosed: one event begins all',
    async (c, id) => {
      const e = eventsOf(c, id)
      const answer = await e.started({
        seqNo: 0,
        at: at(0),
        state: 'Charging',
        token: idTag,
        meters: [register(at(0), 1000, 'Transaction.Begin')],
      })
      expect(answer).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
      expect(await e.updated({ seqNo: 1, at: at(10), state: 'Charging', meters: [register(at(10), 6000)] })).toEqual({
        totalCost: 106.2,
      })
      await e.ended({
        seqNo: 2,
        at: at(20),
        state: 'EVConnected',
        meters: [register(at(20), 11_000, 'Transaction.End')],
      })
    },
  ],
  [
    'Authorized: energy flows later, and the price with it',
    async (c, id) => {
      const e = eventsOf(c, id)
      await e.started({ seqNo: 0, at: at(-5), state: 'Idle', token: idTag })
      await e.updated({ seqNo: 1, at: at(-2), trigger: 'CablePluggedIn', state: 'EVConnected' })
      await e.updated({
        seqNo: 2,
        at: at(0),
        trigger: 'ChargingStateChanged',
        state: 'Charging',
        meters: [register(at(0), 1000, 'Transaction.Begin')],
      })
      await e.updated({ seqNo: 3, at: at(10), state: 'Charging', meters: [register(at(10), 6000)] })
      await e.ended({ seqNo: 4, at: at(20), state: 'Idle', meters: [register(at(20), 11_000, 'Transaction.End')] })
    },
  ],
  [
    'EVConnected: the token comes with the second event, the EVSE only with the first',
    async (c, id) => {
      const e = eventsOf(c, id)
      await e.started({
        seqNo: 0,
        at: at(-5),
        trigger: 'CablePluggedIn',
        state: 'EVConnected',
        meters: [register(at(-5), 1000, 'Transaction.Begin')],
      })
      await e.updated({ seqNo: 1, at: at(-1), trigger: 'Authorized', token: idTag, state: 'EVConnected', evse: null })
      await e.updated({ seqNo: 2, at: at(0), trigger: 'ChargingStateChanged', state: 'Charging', evse: null })
      await e.updated({ seqNo: 3, at: at(10), meters: [register(at(10), 6000)], evse: null })
      await e.ended({ seqNo: 4, at: at(20), meters: [register(at(20), 11_000, 'Transaction.End')], evse: null })
    },
  ],
  [
    'kWh with a multiplier',
    async (c, id) => {
      const e = eventsOf(c, id)
      const kwh = (minute: number, value: number, context: string) => ({
        timestamp: at(minute),
        sampledValue: [{ value, context, unitOfMeasure: { unit: 'kWh', multiplier: -3 } }],
      })
      await e.started({
        seqNo: 0,
        at: at(0),
        state: 'Charging',
        token: idTag,
        meters: [kwh(0, 1000, 'Transaction.Begin')],
      })
      await e.updated({ seqNo: 1, at: at(10), meters: [kwh(10, 6000, 'Sample.Periodic')] })
      await e.ended({ seqNo: 2, at: at(20), meters: [kwh(20, 11_000, 'Transaction.End')] })
    },
  ],
]

describe.each(['ocpp2.0.1', 'ocpp2.1'])('the bill of 1.6 to the paisa, told by %s', protocol => {
  let told16: Awaited<ReturnType<typeof lineOf>>
  beforeAll(async () => {
    const c = await bootedCharger(t, base.ws)
    const { transactionId } = await start(c, idTag)
    await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000)] })
    await stop(c, transactionId, { transactionData: [energy(at(20), 11_000)] })
    told16 = await lineOf(c.pk)
    await c.close()
  })
  test.each(courses)('%s', async (_, course) => {
    const c = await booted(protocol)
    expect(c.ws.protocol).toBe(protocol)
    await course(c, unique('tx'))
    const told = await lineOf(c.pk)
    expect(told).toMatchObject({ energyWh: 10_000, totalPaise: 21_240, bills: 1, startedAt: new Date(at(0)) })
    expect({ ...told, meters: 0 }).toEqual({ ...told16, meters: 0 })
    await c.close()
  })
})

test('every event twice, over a new connection: one session, one bill, each reading once', async () => {
  const c = await booted()
  const id = unique('tx')
  const say = async (link: TestCharger) => {
    const e = eventsOf(link, id)
    await e.started({
      seqNo: 0,
      at: at(0),
      state: 'Charging',
      token: idTag,
      meters: [register(at(0), 1000, 'Transaction.Begin')],
    })
    await e.updated({ seqNo: 1, at: at(10), state: 'SuspendedEV', meters: [register(at(10), 6000)] })
    await e.ended({ seqNo: 2, at: at(20), state: 'EVConnected', meters: [register(at(20), 11_000, 'Transaction.End')] })
  }
  await say(c)
  const before = [await lineOf(c.pk), await statesOf(c.pk)]
  await c.close()
  const again = await openStation(base.ws, c.id)
  await say(again)
  expect([await lineOf(c.pk), await statesOf(c.pk)]).toEqual(before)
  expect(await sessionsOf(t, c.pk)).toHaveLength(1)
  expect(await statesOf(c.pk)).toEqual(['Charging', 'SuspendedEV', 'Finishing'])
  await again.close()
})

describe('out of order', () => {
  test('the end before the start: a person sees it until the start comes, then it is billed', async () => {
    const c = await booted()
    const e = eventsOf(c, unique('tx'))
    await e.ended({ seqNo: 2, at: at(20), meters: [register(at(20), 11_000, 'Transaction.End')] })
    expect(await reviewsOf(t, c.pk)).toMatchObject([{ reason: 'Stop matches no session', decidedAt: null }])
    expect(await sessionsOf(t, c.pk)).toEqual([])
    await e.started({
      seqNo: 0,
      at: at(0),
      state: 'Charging',
      token: idTag,
      meters: [register(at(0), 1000, 'Transaction.Begin')],
    })
    expect(await reviewsOf(t, c.pk)).toMatchObject([{ decidedAt: expect.any(Date) }])
    // Event 1 is missing: the station is asked, and has no answer to that.
    await vi.waitFor(async () =>
      expect(await lineOf(c.pk)).toMatchObject({ energyWh: 10_000, totalPaise: 21_240, bills: 1 }),
    )
    await c.close()
  })

  test('a reading before the start begins nothing, and two Started are one session', async () => {
    const c = await booted()
    const e = eventsOf(c, unique('tx'))
    await e.updated({ seqNo: 1, at: at(10), meters: [register(at(10), 6000)] })
    expect(await sessionsOf(t, c.pk)).toEqual([])
    const begin = { at: at(0), state: 'Charging', token: idTag, meters: [register(at(0), 1000, 'Transaction.Begin')] }
    await e.started({ seqNo: 0, ...begin })
    await e.started({ seqNo: 2, ...begin, at: at(1) })
    await e.ended({ seqNo: 3, at: at(20), meters: [register(at(20), 11_000, 'Transaction.End')] })
    expect(await lineOf(c.pk)).toMatchObject({ energyWh: 10_000, totalPaise: 21_240, bills: 1 })
    expect(await sessionsOf(t, c.pk)).toHaveLength(1)
    await c.close()
  })

  test('a car that nobody authorised makes no session and no review', async () => {
    const c = await booted()
    const e = eventsOf(c, unique('tx'))
    await e.started({ seqNo: 0, at: at(0), trigger: 'CablePluggedIn', state: 'EVConnected' })
    await e.ended({
      seqNo: 1,
      at: at(2),
      trigger: 'EVDeparted',
      state: 'Idle',
      info: { stoppedReason: 'EVDisconnected' },
    })
    expect([await sessionsOf(t, c.pk), await reviewsOf(t, c.pk)]).toEqual([[], []])
    await c.close()
  })

  test('a restart in between: the session goes on', async () => {
    const c = await booted()
    const id = unique('tx')
    await eventsOf(c, id).started({
      seqNo: 0,
      at: at(0),
      state: 'Charging',
      token: idTag,
      meters: [register(at(0), 1000, 'Transaction.Begin')],
    })
    await t.restart()
    const again = await openStation(base.ws, c.id)
    const e = eventsOf(again, id)
    await e.updated({ seqNo: 1, at: at(10), meters: [register(at(10), 6000)], evse: null })
    await e.ended({ seqNo: 2, at: at(20), meters: [register(at(20), 11_000, 'Transaction.End')], evse: null })
    expect(await lineOf(c.pk)).toMatchObject({ energyWh: 10_000, totalPaise: 21_240, bills: 1 })
    await again.close()
  })
})

describe('an event is missing', () => {
  const begin = { seqNo: 0, at: at(0), state: 'Charging', meters: [register(at(0), 1000, 'Transaction.Begin')] }
  const ending = { seqNo: 2, at: at(20), meters: [register(at(20), 11_000, 'Transaction.End')] }
  /** A session whose event 1 has not come; the station says whether it still has it. */
  async function withHole(hasMore: boolean) {
    const c = await booted()
    const asked: unknown[] = []
    c.onCall = (action, payload) => {
      if (action !== 'GetTransactionStatus') return { status: 'Accepted' }
      asked.push(payload)
      return { messagesInQueue: hasMore }
    }
    const id = unique('tx')
    const e = eventsOf(c, id)
    await e.started({ ...begin, token: idTag })
    const answer = await e.ended(ending)
    return { c, e, id, asked, answer }
  }
  const billed = (pk: number) => vi.waitFor(async () => expect((await lineOf(pk))?.bills).toBe(1))

  test('the end waits while the station has more, and is billed when the event comes', async () => {
    const { c, e, id, asked, answer } = await withHole(true)
    expect(answer).toEqual({})
    await c.nextCall('GetTransactionStatus')
    expect(asked).toEqual([{ transactionId: id }])
    expect(await lineOf(c.pk)).toMatchObject({ bills: 0 })
    expect(await e.updated({ seqNo: 1, at: at(10), meters: [register(at(10), 6000)] })).toEqual({ totalCost: 212.4 })
    expect(await lineOf(c.pk)).toMatchObject({ energyWh: 10_000, totalPaise: 21_240, bills: 1 })
    await c.close()
  })

  test('a station that has no more: billed from what is there', async () => {
    const { c } = await withHole(false)
    await billed(c.pk)
    await c.close()
  })

  test('the station goes: billed', async () => {
    const { c } = await withHole(true)
    await c.nextCall('GetTransactionStatus')
    await c.close()
    await billed(c.pk)
  })

  test('another car begins on the connector: billed, and nothing is set aside', async () => {
    const { c } = await withHole(true)
    await c.nextCall('GetTransactionStatus')
    await eventsOf(c, unique('tx')).started({ ...begin, at: at(30), token: idTag })
    expect(await sessionsOf(t, c.pk)).toMatchObject([{ bills: 1, stopReason: 'Local' }, { bills: 0 }])
    expect(await reviewsOf(t, c.pk)).toEqual([])
    await c.close()
  })

  test('a restart while it waits: the station is asked again', async () => {
    const { c } = await withHole(true)
    await c.nextCall('GetTransactionStatus')
    c.ws.terminate()
    await t.restart()
    const again = await openStation(base.ws, c.id)
    again.onCall = action => (action === 'GetTransactionStatus' ? { messagesInQueue: false } : { status: 'Accepted' })
    await billed(c.pk)
    await again.close()
  })
})

test('the name of a transaction is the station’s own: another station with the same name has another session', async () => {
  const [a, b] = [await booted(), await booted()]
  const id = unique('tx')
  for (const [c, wh] of [
    [a, 1000],
    [b, 5000],
  ] as const)
    await eventsOf(c, id).started({
      seqNo: 0,
      at: at(0),
      state: 'Charging',
      token: idTag,
      meters: [register(at(0), wh, 'Transaction.Begin')],
    })
  await eventsOf(b, id).ended({ seqNo: 1, at: at(20), meters: [register(at(20), 15_000, 'Transaction.End')] })
  expect(await lineOf(b.pk)).toMatchObject({ energyWh: 10_000, bills: 1 })
  expect(await sessionsOf(t, a.pk)).toMatchObject([{ stoppedAt: null }])
  await Promise.all([a.close(), b.close()])
})

test.each([
  ['Accepted', {}, 'Accepted'],
  ['an unknown tag', undefined, 'Unknown'],
  ['a blocked tag', { maxActiveTransactions: 0 }, 'Blocked'],
] as const)('Authorize: %s', async (_, options, status) => {
  const c = await booted()
  const token = options ? await newTag(t, options) : unique('nobody')
  expect(await c.call('Authorize', { idToken: { idToken: token, type: 'ISO14443' } })).toMatchObject({
    idTokenInfo: { status },
  })
  await c.close()
})

test.each(['Central', 'eMAID', 'ISO14443', 'ISO15693', 'KeyCode', 'Local', 'MacAddress'])(
  'Authorize: a tag is known by its text, told as %s, and the session keeps the kind',
  async type => {
    const c = await booted()
    const token = await newTag(t)
    const accepted = { idTokenInfo: { status: 'Accepted' } }
    expect(await c.call('Authorize', { idToken: { idToken: token, type } })).toEqual(accepted)
    const more = { idToken: { idToken: token, type } }
    const meters = [register(at(0), 1000, 'Transaction.Begin')]
    expect(await eventsOf(c, unique('tx')).started({ seqNo: 0, at: at(0), state: 'Charging', meters, more })).toEqual(
      accepted,
    )
    const { rows } = await sql`select id_token_type from station_transaction where chargepoint_pk = ${c.pk}`.execute(
      t.db,
    )
    expect(rows).toEqual([{ idTokenType: type }])
    await c.close()
  },
)

test('Authorize: NoAuthorization names no tag, and is judged as one that nobody knows', async () => {
  const c = await booted()
  const unknown = { idTokenInfo: { status: 'Unknown' } }
  expect(await c.call('Authorize', { idToken: { idToken: '', type: 'NoAuthorization' } })).toEqual(unknown)
  await c.close()
})

test('Authorize: group, expiry and language of a tag, with which a station knows its master pass', async () => {
  const c = await booted()
  const group = await newTag(t)
  const expiresAt = new Date(Date.now() + 86_400_000)
  const { rows } = await sql<{ pk: number }>`select ocpp_tag_pk as pk from ocpp_tag where id_tag = ${group}`.execute(
    t.db,
  )
  const driver = { teamId: t.world.one.teamId, firstName: 'Reads', lastName: 'Hindi', email: null }
  const driverId = await t.db.transaction().execute(trx => drivers.create(trx, driver))
  await sql`update driver set language = 'hi' where id = ${driverId}`.execute(t.db)
  const token = await newTag(t, { parentTagPk: rows[0]?.pk ?? 0, expiresAt, driverId })
  expect(await c.call('Authorize', { idToken: { idToken: token, type: 'ISO14443' } })).toEqual({
    idTokenInfo: {
      status: 'Accepted',
      cacheExpiryDateTime: expiresAt.toISOString(),
      groupIdToken: { idToken: group, type: 'Central' },
      language1: 'hi',
    },
  })
  await c.close()
})

test('a tag of another company is told as one that nobody made, one of another team as of another place', async () => {
  const c = await booted()
  const statusOf = async (token: string) =>
    (await c.call('Authorize', { idToken: { idToken: token, type: 'ISO14443' } })).idTokenInfo
  const { one, two } = t.world
  expect(await statusOf(await newTag(t, { teamId: two.teamId }))).toEqual({ status: 'Unknown' })
  expect(await statusOf('NOBODY-MADE-IT')).toEqual({ status: 'Unknown' })
  expect(await statusOf(await newTag(t, { teamId: one.siblingId }))).toEqual({ status: 'NotAtThisLocation' })
  await c.close()
})

test('priority and EVSEs of a tag are told; at another EVSE the tag is not valid, and in 1.6 it is', async () => {
  const c = await booted()
  const token = await newTag(t, { chargingPriority: 3, evses: '2, 3' })
  const authorize = async () =>
    (await c.call('Authorize', { idToken: { idToken: token, type: 'ISO14443' } })).idTokenInfo
  const told = { status: 'Accepted', chargingPriority: 3, evseId: [2, 3] }
  const started = async (evseId: number) =>
    (
      await eventsOf(c, unique('tx')).started({
        seqNo: 0,
        at: at(0),
        state: 'Charging',
        token,
        meters: [register(at(0), 1000, 'Transaction.Begin')],
        evse: { id: evseId, connectorId: 1 },
      })
    ).idTokenInfo
  // Nothing is known yet of the station's EVSEs.
  expect(await authorize()).toEqual(told)
  expect(await started(1)).toEqual({ status: 'NotAtThisLocation' })
  expect(await authorize()).toEqual({ status: 'NotAtThisLocation' })
  expect(await started(2)).toEqual(told)
  expect(await authorize()).toEqual(told)
  await c.close()
  const old = await bootedCharger(t, base.ws)
  expect((await start(old, token)).status).toBe('Accepted')
  await old.close()
})

test('a charger comes back with 2.0.1 after a firmware update: same connectors, same session', async () => {
  const c = await bootedCharger(t, base.ws)
  const { transactionId } = await start(c, idTag)
  await c.close()
  const s = await openStation(base.ws, c.id)
  await s.call('StatusNotification', { timestamp: at(30), connectorStatus: 'Available', evseId: 1, connectorId: 1 })
  await s.call('StatusNotification', { timestamp: at(30), connectorStatus: 'Available', evseId: 2, connectorId: 1 })
  const { rows } = await sql`select connector_id, evse_id, evse_connector_id, status from connector
    where chargepoint_pk = ${c.pk} order by connector_id`.execute(t.db)
  expect(rows).toEqual([
    { connectorId: 1, evseId: 1, evseConnectorId: 1, status: 'Available' },
    { connectorId: 2, evseId: 2, evseConnectorId: 1, status: 'Available' },
  ])
  expect(await sessionsOf(t, c.pk)).toMatchObject([{ transactionId, stoppedAt: null }])
  await s.close()
})

test('the page of a session tells the station’s name of it, and which events never came', async () => {
  const c = await booted()
  c.onCall = action => (action === 'GetTransactionStatus' ? { messagesInQueue: false } : { status: 'Accepted' })
  const id = unique('tx')
  const e = eventsOf(c, id)
  await e.started({
    seqNo: 0,
    at: at(0),
    state: 'Charging',
    token: idTag,
    meters: [register(at(0), 1000, 'Transaction.Begin')],
  })
  await e.updated({ seqNo: 2, at: at(10), meters: [register(at(10), 6000)] })
  await e.ended({ seqNo: 5, at: at(20), meters: [register(at(20), 11_000, 'Transaction.End')] })
  await vi.waitFor(async () => expect((await lineOf(c.pk))?.bills).toBe(1))
  const [session] = await sessionsOf(t, c.pk)
  const r = await t.app.inject({
    url: `/cms/v1/team/${t.world.one.teamId}/transaction/${session?.transactionId}`,
    headers: await t.as('viewer'),
  })
  expect(r.json().data).toMatchObject({
    stationTransactionId: id,
    missingEvents: '1, 3 to 4',
    stationEvents: [
      { seqNo: 0, at: at(0), eventType: 'Started', triggerReason: 'Authorized', chargingState: 'Charging' },
      { seqNo: 5, at: at(20), eventType: 'Ended', triggerReason: 'StopAuthorized', stoppedReason: null },
    ],
  })
  await c.close()
})
