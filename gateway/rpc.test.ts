// The RPC layer over a real socket: ids, retries, refusals with their codes, crossing calls, our own calls and their ends.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, bootedCharger, newTag, sessionsOf } from '#testing/ocpp.ts'

let t: TestApp
let base: { http: string; ws: string }
let c: Awaited<ReturnType<typeof bootedCharger>>
let idTag: string
beforeAll(async () => {
  t = await startApp()
  base = await t.listen()
  c = await bootedCharger(t, base.ws)
  idTag = await newTag(t)
})
afterAll(() => t.close())

const command = (pk: number, action: string, payload: object, timeoutMs?: number) =>
  t.ocpp.command({ chargepointPk: pk, action, payload, taskId: undefined, timeoutMs })
const answerTo = (id: string) => c.next(f => f[0] !== 2 && f[1] === id)

let badId = 0
test.each(['x', '0'.repeat(36), 'ünï "quoted" \\ {id}'])('the reply carries the id of the call: %s [12]', async id => {
  c.send(JSON.stringify([2, id, 'Heartbeat', {}]))
  expect(await answerTo(id)).toEqual([3, id, { currentTime: expect.any(String) }])
})

test('an id of more than 36 characters is a CALLERROR [13] [17]', async () => {
  const id = 'x'.repeat(37)
  c.send(JSON.stringify([2, id, 'Heartbeat', {}]))
  expect(await answerTo(id)).toEqual([4, id, 'FormationViolation', expect.any(String), {}])
})

test('the same call sent again has the same answer and is done once, over a new connection too [14] [39]', async () => {
  const own = await bootedCharger(t, base.ws)
  const frame = JSON.stringify([
    2,
    'again-1',
    'StartTransaction',
    { connectorId: 1, idTag, meterStart: 7, timestamp: at(3) },
  ])
  own.send(frame)
  const first = await own.next(f => f[1] === 'again-1')
  own.send(frame)
  expect(await own.next(f => f[1] === 'again-1')).toEqual(first)
  own.ws.terminate()
  const back = await TestCharger.open(base.ws, own.id)
  back.send(frame)
  expect(await back.next(f => f[1] === 'again-1')).toEqual(first)
  expect(await sessionsOf(t, own.pk)).toHaveLength(1)
  await back.close()
})

test('the same id with another content is another call, also while the first one is being served [14]', async () => {
  const own = await bootedCharger(t, base.ws)
  const call = (id: string, connectorId: number, meterStart: number) =>
    own.send(JSON.stringify([2, id, 'StartTransaction', { connectorId, idTag, meterStart, timestamp: at(4) }]))
  call('1', 1, 7)
  call('1', 2, 8)
  call('1', 1, 7)
  const answers: unknown[] = []
  for (let n = 0; n < 3; n++) answers.push((await own.next(f => f[1] === '1'))[2])
  const ids = answers.map(a => (a as { transactionId: number }).transactionId)
  expect(new Set(ids).size).toBe(2)
  expect(ids[2]).toBe(ids[0])
  expect((await sessionsOf(t, own.pk)).map(s => s.transactionId)).toEqual([ids[0], ids[1]])
  // Ids that begin at 1 again after a restart of the charger.
  own.ws.terminate()
  const back = await TestCharger.open(base.ws, own.id)
  for (const status of ['Available', 'Charging', 'Available']) {
    back.send(JSON.stringify([2, '1', 'StatusNotification', { connectorId: 1, errorCode: 'NoError', status }]))
    expect(await back.next(f => f[1] === '1')).toEqual([3, '1', {}])
  }
  await back.close()
})

test('states with one id, stamped by a clock that was never set, are all taken after a restart [14] [56]', async () => {
  const own = await bootedCharger(t, base.ws)
  const timestamp = '1970-01-01T00:00:20Z'
  const tell = async (c: TestCharger, status: string) => {
    const payload = { connectorId: 1, errorCode: 'NoError', status, timestamp }
    expect(await c.call('StatusNotification', payload, 'same')).toEqual({})
    return t.ocpp.stations.get(own.pk)?.charger.connectors.find(n => n.connectorId === 1)?.status
  }
  expect(await tell(own, 'Available')).toBe('Available')
  expect(await tell(own, 'Charging')).toBe('Charging')
  await own.close()
  const back = await TestCharger.open(base.ws, own.id)
  expect(await tell(back, 'Available')).toBe('Available')
  await back.close()
})

test('readings sent again with their id are answered again and stored once [14]', async () => {
  const own = await bootedCharger(t, base.ws)
  const meterValue = [{ timestamp: at(5), sampledValue: [{ value: '5' }] }]
  for (let n = 0; n < 3; n++) expect(await own.call('MeterValues', { connectorId: 1, meterValue }, 'again')).toEqual({})
  const { rows } = await sql`select from meter_value where chargepoint_pk = ${own.pk}`.execute(t.db)
  expect(rows).toHaveLength(1)
  await own.close()
})

test.each([
  ['NotImplemented', 'constructor', {}],
  ['NotImplemented', '__proto__', {}],
  ['NotImplemented', '', {}],
  ['NotImplemented', 'Frobnicate', {}],
  ['NotImplemented', 'heartbeat', {}],
  ['NotSupported', 'RemoteStartTransaction', { idTag: 'x' }],
  ['OccurenceConstraintViolation', 'StartTransaction', { connectorId: 1, idTag: 'x', meterStart: 0 }],
  ['TypeConstraintViolation', 'StartTransaction', { connectorId: '1', idTag: 'x', meterStart: 0, timestamp: at(0) }],
  ['TypeConstraintViolation', 'StartTransaction', { connectorId: 1, idTag: 'x', meterStart: 0.5, timestamp: at(0) }],
  [
    'TypeConstraintViolation',
    'StartTransaction',
    { connectorId: 1, idTag: 'x', meterStart: 0, timestamp: '2025-02-30T00:00:00Z' },
  ],
  [
    'PropertyConstraintViolation',
    'StartTransaction',
    { connectorId: 1, idTag: 'x'.repeat(21), meterStart: 0, timestamp: at(0) },
  ],
  ['PropertyConstraintViolation', 'StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Idle' }],
  ['FormationViolation', 'Heartbeat', { extra: 1 }],
  ['FormationViolation', 'Heartbeat', []],
])('%s for %s %j, without side effect [15] [16] [17]', async (code, action, payload) => {
  const before = await sessionsOf(t, c.pk)
  const id = `bad-${badId++}`
  c.send(JSON.stringify([2, id, action, payload]))
  expect(await answerTo(id)).toEqual([4, id, code, expect.any(String), {}])
  expect(await sessionsOf(t, c.pk)).toEqual(before)
})

test('a payload of null is the empty one; types of message that nobody knows are ignored [18] [19]', async () => {
  c.send('[5,"nobody","Heartbeat",{}]')
  c.send('[2,"null-1","Heartbeat",null]')
  expect(await answerTo('null-1')).toEqual([3, 'null-1', { currentTime: expect.any(String) }])
  expect(c.frames.some(f => f[1] === 'nobody')).toBe(false)
})

test('what is no frame at all does not end the session [20]', async () => {
  for (const text of ['', '{', 'null', '[]', '[2]', '{"a":1}', '[[[[', '[2,null,"Heartbeat",{}]', '\u0000', '[3,"x"]'])
    c.send(text)
  c.send(Buffer.from([1, 2, 3]))
  c.send('[2,"broken-1","Heartbeat",{')
  expect(await answerTo('broken-1')).toEqual([4, 'broken-1', 'FormationViolation', 'not JSON', {}])
  expect(await c.call('Heartbeat', {})).toHaveProperty('currentTime')
})

test('fragments, UTF-8 and pipelined calls are served in order [22]', async () => {
  const call = Buffer.from(JSON.stringify([2, 'pieces-ü', 'DataTransfer', { vendorId: 'ü漢😀' }]))
  for (let n = 0; n < call.length; n += 7)
    c.ws.send(call.subarray(n, n + 7), { fin: n + 7 >= call.length, binary: false })
  expect(await answerTo('pieces-ü')).toEqual([3, 'pieces-ü', { status: 'UnknownVendorId' }])
  const ids = Array.from({ length: 50 }, (_, i) => `pipe-${i}`)
  for (const [i, id] of ids.entries())
    c.send(JSON.stringify([2, id, i % 2 ? 'Heartbeat' : 'Authorize', i % 2 ? {} : { idTag: `${idTag}` }]))
  const order: unknown[] = []
  for (const _ of ids) order.push((await c.next(f => String(f[1]).startsWith('pipe-')))[1])
  expect(order).toEqual(ids)
})

test('answers to nothing are dropped quietly [23] [26]', async () => {
  c.send('[3,"never-asked",{"status":"Accepted"}]')
  c.send('[4,"never-asked","GenericError","",{}]')
  expect(await c.call('Heartbeat', {})).toHaveProperty('currentTime')
})

test('one call of ours is open at a time, others wait; theirs cross it, and other stations do not wait [24] [25] [27]', async () => {
  const own = await bootedCharger(t, base.ws)
  const free = await bootedCharger(t, base.ws)
  own.onCall = undefined
  const [first, second] = [command(own.pk, 'ClearCache', {}), command(own.pk, 'GetLocalListVersion', {})]
  const [, firstId] = await own.nextCall('ClearCache')
  expect(await own.call('Heartbeat', {})).toHaveProperty('currentTime')
  expect(await command(free.pk, 'ClearCache', {})).toMatchObject({ kind: 'result' })
  expect(own.frames.some(f => f[2] === 'GetLocalListVersion')).toBe(false)
  own.send(JSON.stringify([3, firstId, { status: 'Accepted' }]))
  const [, secondId] = await own.nextCall('GetLocalListVersion')
  own.send(JSON.stringify([3, secondId, { listVersion: -1 }]))
  expect(await first).toMatchObject({ kind: 'result', payload: { status: 'Accepted' } })
  expect(await second).toMatchObject({ kind: 'result', payload: { listVersion: -1 } })
  expect(firstId).not.toBe(secondId)
  for (const id of [firstId, secondId]) expect(id.length).toBeLessThanOrEqual(36)
  await Promise.all([own.close(), free.close()])
})

test('our call times out, and a late or odd answer does not disturb the next one [26] [60] [61]', async () => {
  const own = await bootedCharger(t, base.ws)
  own.onCall = undefined
  const late = command(own.pk, 'Reset', { type: 'Soft' }, 30)
  const [, lateId] = await own.nextCall('Reset')
  expect(await late).toEqual({ kind: 'timeout', sent: true })
  const next = command(own.pk, 'UnlockConnector', { connectorId: 1 })
  const [, id] = await own.nextCall('UnlockConnector')
  own.send(JSON.stringify([3, lateId, { status: 'Accepted' }]))
  own.send(JSON.stringify([3, id, { status: 'UnlockFailed' }]))
  expect(await next).toMatchObject({ kind: 'result', payload: { status: 'UnlockFailed' } })
  const odd = command(own.pk, 'ClearCache', {})
  const [, oddId] = await own.nextCall('ClearCache')
  own.send(JSON.stringify([3, oddId, { status: 'Perhaps' }]))
  expect(await odd).toMatchObject({ kind: 'bad-result' })
  const refused = command(own.pk, 'ClearCache', {})
  const [, refusedId] = await own.nextCall('ClearCache')
  own.send(JSON.stringify([4, refusedId, 'NotSupported', 'no', {}]))
  expect(await refused).toMatchObject({ kind: 'error', code: 'NotSupported', text: 'no' })
  await own.close()
})

/** The ids of 15 calls that a new process sends first. */
async function idsOfAProcess(): Promise<string[]> {
  const session = new URL('../packages/ocpp/src/session.ts', import.meta.url).href
  const dialect = new URL('../packages/ocpp/src/ocpp16.ts', import.meta.url).href
  const program = `
    import { ChargePointSession } from ${JSON.stringify(session)}
    import { ocpp16 } from ${JSON.stringify(dialect)}
    const socket = { send: text => console.log(JSON.parse(text)[1]), close: () => undefined }
    const s = new ChargePointSession({ dialect: ocpp16, socket, callTimeoutMs: 1 })
    for (let n = 0; n < 15; n++) await s.call('ClearCache', {})`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  return stdout.trim().split('\n')
}
test('ids of our own calls are never the same twice, over connections and restarts too [27]', async () => {
  const own = await bootedCharger(t, base.ws)
  const seen: string[] = []
  let c2: TestCharger = own
  for (let n = 0; n < 3; n++) {
    c2.onCall = undefined
    for (let m = 0; m < 5; m++) {
      const asked = command(own.pk, 'ClearCache', {})
      const [, id] = await c2.nextCall('ClearCache')
      seen.push(id)
      c2.send(JSON.stringify([3, id, { status: 'Accepted' }]))
      await asked
    }
    await c2.close()
    c2 = await TestCharger.open(base.ws, own.id)
  }
  await c2.close()
  // A server that was restarted is a process of its own.
  for (const ids of await Promise.all([idsOfAProcess(), idsOfAProcess()])) seen.push(...ids)
  expect(seen).toHaveLength(45)
  expect(new Set(seen).size).toBe(45)
  for (const id of seen) expect(id).toMatch(/^.{1,36}$/)
})

test('what we send fits the schemas, else it does not go out at all [28]', async () => {
  await expect(command(c.pk, 'RemoteStartTransaction', { idTag: 'x', connectorId: 0 })).rejects.toThrow(TypeError)
  await expect(command(c.pk, 'Reset', { type: 'Soft', extra: 1 })).rejects.toThrow(TypeError)
})

test('an operation on a station that is offline fails at once and is never sent later [62]', async () => {
  const own = await bootedCharger(t, base.ws)
  own.onCall = undefined
  const open = command(own.pk, 'Reset', { type: 'Hard' })
  await own.nextCall('Reset')
  const waiting = command(own.pk, 'ClearCache', {})
  await own.close()
  expect(await open).toEqual({ kind: 'closed', sent: true })
  expect(await waiting).toEqual({ kind: 'closed', sent: false })
  expect(await command(own.pk, 'ClearCache', {})).toEqual({ kind: 'closed', sent: false })
  const back = await TestCharger.open(base.ws, own.id)
  await back.call('Heartbeat', {})
  expect(back.frames).toEqual([])
  await back.close()
})

test('every frame is in the log as it came, before it is judged, in its order and without keys', async () => {
  const own = await bootedCharger(t, base.ws)
  own.send('no frame')
  await own.ask('Frobnicate', {}, 'log-1')
  await command(own.pk, 'ChangeConfiguration', { key: 'AuthorizationKey', value: 'very-secret-key-0001' })
  const logged = async () => {
    const { rows } = await sql<{ direction: number; message: string }>`select direction, message from ocpp_frame
      where chargepoint_pk = ${own.pk} order by id`.execute(t.db)
    return rows.map(r => `${r.direction} ${r.message}`).slice(-5)
  }
  await expect
    .poll(logged)
    .toEqual([
      '0 no frame',
      '0 [2,"log-1","Frobnicate",{}]',
      '1 [4,"log-1","NotImplemented","unknown action",{}]',
      expect.stringMatching(/^1 \[2,"[^"]+","ChangeConfiguration",\{"key":"AuthorizationKey","value":"\*\*\*"\}\]$/),
      expect.stringMatching(/^0 \[3,/),
    ])
  expect((await logged()).join()).not.toContain('very-secret')
  await own.close()
})
