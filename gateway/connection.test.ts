// Who may open a connection and how it ends: the handshake, identities, replaced and lost sockets, restarts.
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { addRefusals } from '#fleet/stations/charger-connection.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { bootedCharger, newCharger, newTag, start, stop } from '#testing/ocpp.ts'

let t: TestApp
let base: { http: string; ws: string }
beforeAll(async () => {
  t = await startApp()
  base = await t.listen()
})
afterAll(() => t.close())

const port = () => Number(new URL(base.http).port)
/** Sends a request as it is written and answers all that comes back until the end or an empty line. */
async function raw(request: string): Promise<string> {
  const socket = net.connect(port(), '127.0.0.1')
  socket.write(request)
  let text = ''
  for await (const data of socket) {
    text += data
    if (text.includes('\r\n\r\n')) break
  }
  socket.destroy()
  return text
}
const upgrade = (path: string, ...headers: string[]) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    ...headers,
    '',
    '',
  ].join('\r\n')
const KEY = randomBytes(16).toString('base64')

const stateOf = async (pk: number) => {
  const { rows } = await sql<{ connected: boolean; connectionNo: number; liveStatus: string; bootAccepted: boolean }>`
    select connected, connection_no, live_status, boot_accepted from charger_state where chargepoint_pk = ${pk}`.execute(
    t.db,
  )
  return rows[0]
}

test('a handshake gets 101, the right accept key and the subprotocol ocpp1.6 [1]', async () => {
  const answer = await raw(upgrade('/ocpp/DC-1', `Sec-WebSocket-Key: ${KEY}`, 'Sec-WebSocket-Protocol: ocpp1.6'))
  const accept = createHash('sha1').update(`${KEY}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  expect(answer).toMatch(/^HTTP\/1\.1 101 /)
  expect(answer).toContain(`Sec-WebSocket-Accept: ${accept}`)
  expect(answer).toContain('Sec-WebSocket-Protocol: ocpp1.6')
})

test('ocpp1.6 is found behind subprotocols that nobody knows [2]', async () => {
  const c = await TestCharger.open(base.ws, 'DC-1', { protocols: ['ocpp2.0', 'soap', 'ocpp1.6'] })
  expect(c.ws.protocol).toBe('ocpp1.6')
  await c.close()
})

test('without a common subprotocol the handshake names none and the link is closed at once [3]', async () => {
  const answer = await raw(upgrade('/ocpp/DC-1', `Sec-WebSocket-Key: ${KEY}`, 'Sec-WebSocket-Protocol: ocpp2.0'))
  expect(answer).toMatch(/^HTTP\/1\.1 101 /)
  expect(answer).not.toContain('Sec-WebSocket-Protocol')
  const before = t.ocpp.stations.get(t.world.chargers.ac.pk)
  const c = new TestCharger(new WebSocket(`${base.ws}/ocpp/AC-1`))
  expect(await c.closed()).toBe(1002)
  expect(t.ocpp.stations.get(t.world.chargers.ac.pk)).toBe(before)
})

test('an unknown or deleted identity is 404 before any WebSocket [4]', async () => {
  await expect(TestCharger.open(base.ws, 'NOBODY')).rejects.toThrow('HTTP 404')
  const { pk, id } = await newCharger(t)
  await sql`update charger set deleted_at = now() where chargepoint_pk = ${pk}`.execute(t.db)
  await expect(TestCharger.open(base.ws, id)).rejects.toThrow('HTTP 404')
})

test('a percent-encoded identity is decoded [5]', async () => {
  const { pk } = await newCharger(t, { chargepointId: 'RDAM 123' })
  const c = await TestCharger.open(base.ws, 'RDAM%20123')
  expect(t.ocpp.stations.get(pk)?.charger.id).toBe('RDAM 123')
  await c.close()
})

test('slashes around the identity name the same charger (D-OCPP-7) [6]', async () => {
  const { pk, id } = await newCharger(t)
  for (const path of [`${id}/`, `/${id}`, `/${id}/`]) {
    const c = await TestCharger.open(base.ws, path)
    expect(t.ocpp.stations.get(pk)?.charger.id).toBe(id)
    await c.close()
  }
})

test.each([
  '/ocpp/%E0%A4%A',
  '/ocpp/%00',
  '/ocpp/..%2Fcms',
  `/ocpp/${'x'.repeat(300)}`,
  '/ocpp/',
  '/ocpp//',
  '/ocpp',
  '/ocpp/DC-1%2F',
  '/elsewhere/DC-1',
  '/ocpp/DC-1/extra',
])('a hostile path gets a 4xx and harms nothing: %s [6]', async path => {
  const headers = [`Sec-WebSocket-Key: ${KEY}`, 'Sec-WebSocket-Protocol: ocpp1.6']
  expect(await raw(upgrade(path, ...headers))).toMatch(/^HTTP\/1\.1 4\d\d /)
  const c = await TestCharger.open(base.ws, 'DC-1')
  expect(await c.boot()).toMatchObject({ status: 'Accepted' })
  await c.close()
})

test('an upgrade that is no WebSocket handshake is 400 and leaves the standing connection alone [6]', async () => {
  const c = await bootedCharger(t, base.ws)
  const no = t.ocpp.stations.get(c.pk)?.connectionNo
  expect(await raw(upgrade(`/ocpp/${c.id}`, 'Sec-WebSocket-Protocol: ocpp1.6'))).toMatch(/^HTTP\/1\.1 400 /)
  expect(await c.call('Heartbeat', {})).toHaveProperty('currentTime')
  expect(await stateOf(c.pk)).toMatchObject({ connected: true, connectionNo: no })
  await c.close()
})

test('pings are answered [7]', async () => {
  const c = await TestCharger.open(base.ws, 'DC-1')
  const pong = once(c.ws, 'pong')
  c.ws.ping('are you there')
  expect(String((await pong)[0])).toBe('are you there')
  await c.close()
})

test('a second connection wins at once, and the close of the first changes nothing of it [8] [9]', async () => {
  const first = await bootedCharger(t, base.ws)
  const closed = first.closed()
  const second = await TestCharger.open(base.ws, first.id)
  expect(await second.call('Heartbeat', {})).toHaveProperty('currentTime')
  expect(await closed).toBe(1008)
  expect(await second.call('Heartbeat', {})).toHaveProperty('currentTime')
  const call = t.ocpp.command({
    chargepointPk: first.pk,
    action: 'ClearCache',
    payload: {},
    taskId: undefined,
    timeoutMs: undefined,
  })
  const [, id] = await second.nextCall('ClearCache')
  second.send(JSON.stringify([3, id, { status: 'Accepted' }]))
  expect(await call).toMatchObject({ kind: 'result' })
  expect(await stateOf(first.pk)).toMatchObject({ connected: true, connectionNo: 2, liveStatus: 'online' })
  await second.close()
})

test('a station that reconnects in a loop is always the last of its sockets [8] [9]', async () => {
  const { pk, id } = await newCharger(t)
  const all = await Promise.all(Array.from({ length: 8 }, () => TestCharger.open(base.ws, id)))
  let gone = 0
  await new Promise<void>(ok => {
    for (const c of all) c.closed().then(() => ++gone === 7 && ok())
  })
  const left = all.filter(c => c.ws.readyState === WebSocket.OPEN)
  expect(left).toHaveLength(1)
  expect(await left[0]?.boot()).toMatchObject({ status: 'Accepted' })
  expect(await stateOf(pk)).toMatchObject({ connected: true, connectionNo: 8 })
  await left[0]?.close()
})

test('after a reconnect without a boot everything works, after a restart of the server too [10] [11]', async () => {
  const idTag = await newTag(t)
  const c = await bootedCharger(t, base.ws)
  const { transactionId } = await start(c, idTag)
  await c.close()
  const again = await TestCharger.open(base.ws, c.id)
  expect(await again.call('Heartbeat', {})).toHaveProperty('currentTime')
  expect(await again.call('MeterValues', { connectorId: 1, transactionId, meterValue: [] })).toEqual({})
  const closed = again.closed()
  await t.restart()
  expect(await closed).toBe(1001)
  const third = await TestCharger.open(base.ws, c.id)
  expect(await third.call('Authorize', { idTag })).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  expect(await stop(third, transactionId, { idTag })).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  const { rows } = await sql<{
    totalPaise: number
  }>`select total_paise from bill where transaction_id = ${transactionId}`.execute(t.db)
  expect(rows).toEqual([{ totalPaise: 21_240 }])
  await third.close()
})

test('live status follows the connection, also when the charger is back before its end was stored [9]', async () => {
  const c = await bootedCharger(t, base.ws)
  for (let n = 0; n < 5; n++) {
    const next = TestCharger.open(base.ws, c.id)
    c.ws.terminate()
    Object.assign(c, { ws: (await next).ws })
  }
  const last = await TestCharger.open(base.ws, c.id)
  await last.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })
  expect(t.ocpp.stations.get(c.pk)?.charger.liveStatus).toBe('online')
  await t.ocpp.close()
  await t.restart()
  const { rows } = await sql<{ from: string; to: string }>`select from_status as from, to_status as to
    from station_status_history where chargepoint_pk = ${c.pk} order by id`.execute(t.db)
  // An unbroken chain from offline to offline, whatever came between.
  expect(rows[0]?.from).toBe('offline')
  rows.slice(1).forEach((r, i) => {
    expect(r.from).toBe(rows[i]?.to)
  })
  expect(rows.at(-1)?.to).toBe('offline')
})

test('the history tells with which code a socket closed, and refusals as one row an hour for each reason', async () => {
  const { pk, id } = await newCharger(t)
  const of = async () =>
    (
      await sql<object>`select event, reason, close_code, times, last_at is not null as is_repeated, at >= last_at as is_odd
        from connection_history where chargepoint_pk = ${pk} order by at, id`.execute(t.db)
    ).rows
  const first = await TestCharger.open(base.ws, id)
  const second = await TestCharger.open(base.ws, id)
  if (first.ws.readyState !== first.ws.CLOSED) await once(first.ws, 'close')
  second.ws.close(4001, 'Lunch')
  const row = (event: string, reason: string | null, closeCode: number | null) => ({
    event,
    reason,
    closeCode,
    times: 1,
    isRepeated: false,
    isOdd: null,
  })
  await expect.poll(async () => (await of()).length).toBe(4)
  expect(await of()).toEqual(
    expect.arrayContaining([
      row('connected', null, null),
      row('replaced', 'Replaced by a newer connection', 1008),
      row('disconnected', 'Lunch', 4001),
    ]),
  )
  const at = new Date()
  const refused = { pk, reason: 'Wrong credentials', address: '192.0.2.7' }
  const later = (ms: number) => new Date(at.getTime() + ms)
  await addRefusals(t.db, [{ ...refused, firstAt: at, at, count: 1 }])
  await addRefusals(t.db, [{ ...refused, firstAt: later(5000), at: later(6000), count: 3 }])
  await addRefusals(t.db, [{ ...refused, firstAt: later(3_700_000), at: later(3_700_000), count: 1 }])
  await addRefusals(t.db, [{ ...refused, pk: 999_999, firstAt: at, at, count: 1 }])
  expect((await of()).slice(4)).toEqual([
    { event: 'refused', reason: 'Wrong credentials', closeCode: null, times: 4, isRepeated: true, isOdd: false },
    row('refused', 'Wrong credentials', null),
  ])
})

test('a known charger that is refused at the gate is noted', async () => {
  const { pk, id } = await newCharger(t)
  await raw(upgrade(`/ocpp/${id}`, `Sec-WebSocket-Key: ${KEY}`))
  await expect
    .poll(
      async () => {
        const { rows } = await sql`select event, reason from connection_history where chargepoint_pk = ${pk}`.execute(
          t.db,
        )
        return rows
      },
      { timeout: 10_000 },
    )
    .toEqual([{ event: 'refused', reason: 'ocpp1.6, ocpp2.0.1 or ocpp2.1 is required' }])
})
