// Remote operations over a real socket: who may send them, the request to the charger, the reading of each answer, and
// that a click never waits for a charger.

import { FEATURES } from '@wattdesk/base/access'
import type { LiveEventOf } from '@wattdesk/base/live-event'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { attach } from '#fleet/tags/tag.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, bootedCharger, newTag, start, stop } from '#testing/ocpp.ts'
import type { FoundTag, Task } from './remote-operation.contract.ts'
import * as store from './task.store.ts'

let t: TestApp
let base: { http: string; ws: string }
let headers: { authorization: string }
const events: LiveEventOf<'task'>[] = []
const waiting: { fits: (e: LiveEventOf<'task'>) => boolean; ok: () => void }[] = []
let nowShift = 0

const listen = () =>
  t.services.bus.onEvent(({ event }) => {
    if (event.type !== 'task') return
    events.push(event)
    for (const w of waiting.filter(x => x.fits(event))) w.ok()
  })
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + nowShift) })
  base = await t.listen()
  headers = await t.as('operator')
  listen()
})
afterAll(() => t.close())

const event = (taskId: string, state: string): Promise<void> => {
  const fits = (e: LiveEventOf<'task'>) => e.taskId === taskId && e.state === state
  return events.some(fits) ? Promise.resolve() : new Promise(ok => waiting.push({ fits, ok }))
}
const post = (payload: object, as = headers, query = '') =>
  t.app.inject({ method: 'POST', url: `/cms/v1/remote/operation${query}`, headers: as, payload })
const send = async (remoteOperationType: string, parameters: object, chargerId = 'DC-1'): Promise<string> => {
  const r = await post({ chargerId, remoteOperationType, parameters })
  expect(r.json()).toMatchObject({ success: true, message: 'Operation sent' })
  expect(r.json().taskId).toBe(r.json().data.taskId)
  return r.json().taskId
}
const read = async (taskId: string, chargerId = 'DC-1'): Promise<Task> =>
  (await t.app.inject({ url: `/cms/v1/remote/operation/charger/${chargerId}/task/${taskId}`, headers })).json().data
const ended = async (taskId: string, state: string): Promise<Task> => {
  await event(taskId, state)
  return read(taskId)
}
const online = async (id = 'DC-1'): Promise<TestCharger> => {
  const c = await TestCharger.open(base.ws, id)
  await c.boot()
  // The call that sets the meter interval after every boot goes to the charger first.
  const interval = await c.nextCall('ChangeConfiguration')
  c.send(JSON.stringify([3, interval[1], { status: 'Accepted' }]))
  return c
}
const reset = { chargerId: 'DC-1', remoteOperationType: 'Reset', parameters: { resetType: 'SOFT' } }

describe('rights', () => {
  const may: [Person, number][] = [
    ['nobody', 403],
    ['viewer', 403],
    ['finance', 403],
    ['stranger', 404],
    ['operator', 200],
    ['admin', 200],
    ['root', 200],
  ]
  test('without a token nothing is sent', async () => {
    expect((await t.app.inject({ method: 'POST', url: '/cms/v1/remote/operation', payload: reset })).statusCode).toBe(
      401,
    )
  })
  test.each(may)('%s sends: %i', async (person, status) => {
    expect((await post(reset, await t.as(person))).statusCode).toBe(status)
  })
  test.each([
    ['nobody', 403],
    ['viewer', 200],
    ['stranger', 404],
    ['operator', 200],
    ['root', 200],
  ] as [Person, number][])('%s reads a task: %i', async (person, status) => {
    const taskId = await send('Reset', { resetType: 'HARD' })
    const url = `/cms/v1/remote/operation/charger/DC-1/task/${taskId}`
    expect((await t.app.inject({ url, headers: await t.as(person) })).statusCode).toBe(status)
  })
  test('the team named in the query is where the charger must be', async () => {
    expect((await post(reset, await t.as('admin'), `?teamId=${t.world.one.siblingId}`)).statusCode).toBe(404)
    expect((await post(reset, headers, `?teamId=${t.world.two.companyId}`)).statusCode).toBe(404)
  })
  test('a task belongs to its charger', async () => {
    const taskId = await send('Reset', { resetType: 'HARD' })
    const url = `/cms/v1/remote/operation/charger/AC-1/task/${taskId}`
    expect((await t.app.inject({ url, headers })).statusCode).toBe(404)
  })
  test('keys that decide how a charger is let in need full access [84]', async () => {
    const full = { keyType: 'Custom', customConfKey: 'authorizationkey', customConfValue: 'a'.repeat(40) }
    const body = { chargerId: 'DC-1', remoteOperationType: 'ChangeConfiguration', parameters: full }
    expect((await post(body)).statusCode).toBe(403)
    expect((await post(body, await t.as('admin'))).statusCode).toBe(200)
  })
})

describe('refused before anything is sent', () => {
  test.each([
    ['Levitate', {}, 'Unknown operation', 'remoteOperationType'],
    ['RemoteStart', { idTag: 'TAG-ONE' }, 'This field is required', 'parameters.connectorId'],
    ['RemoteStart', { connectorId: '', idTag: 'TAG-ONE' }, 'This field is required', 'parameters.connectorId'],
    ['RemoteStart', { connectorId: 1 }, 'This field is required', 'parameters.idTag'],
    ['RemoteStart', { connectorId: 9, idTag: 'X' }, 'The charge point has no connector 9', 'parameters.connectorId'],
    ['RemoteStop', {}, 'This field is required', 'parameters.transactionId'],
    [
      'RemoteStop',
      { transactionId: 77 },
      'The transaction is not active on this charge point',
      'parameters.transactionId',
    ],
    ['Reset', { resetType: 'Soft' }, 'Should be one of HARD, SOFT', 'parameters.resetType'],
    [
      'ChangeConfiguration',
      { keyType: 'Predefined', customConfValue: '1' },
      'This field is required',
      'parameters.confKey',
    ],
    ['UnlockConnector', { connectorId: 0 }, 'Must be at least 1', 'parameters.connectorId'],
    [
      'GetInstalledCertificateIds',
      {},
      'A charge point of OCPP 1.6 is asked for one type',
      'parameters.certificateType',
    ],
  ])('%s %o: %s', async (remoteOperationType, parameters, text, field) => {
    const r = await post({ chargerId: 'DC-1', remoteOperationType, parameters })
    expect(r.statusCode).toBe(422)
    expect(r.json().errors[field]).toBe(text)
  })
})

describe('a start with a tag that would not be accepted is refused in words beforehand (D-OCPP-3)', () => {
  const day = 86_400_000
  test.each([
    ['nobody knows', () => 'NO-SUCH-TAG', 'This tag is unknown'],
    ['of another company', () => t.world.otherTag, 'This tag is not valid on this charge point'],
    [
      'of a team beside',
      () => newTag(t, { teamId: t.world.one.siblingId }),
      'This tag is not valid on this charge point',
    ],
    ['that is blocked', () => newTag(t, { maxActiveTransactions: 0 }), 'This tag is blocked'],
    ['that has expired', () => newTag(t, { expiresAt: new Date(Date.now() - day) }), 'This tag has expired'],
  ])('a tag %s', async (_, tag, text) => {
    const parameters = { connectorId: 1, idTag: await tag() }
    const r = await post({ chargerId: 'DC-1', remoteOperationType: 'RemoteStart', parameters })
    expect([r.statusCode, r.json().message, r.json().errors]).toEqual([422, text, { 'parameters.idTag': text }])
    const { rows } = await sql`select from task where parameters ->> 'idTag' = ${parameters.idTag}`.execute(t.db)
    expect(rows).toEqual([])
  })
  test('a tag of the charger’s team, of a team above, and in any case of letters is sent', async () => {
    const c = await online()
    c.onCall = () => ({ status: 'Accepted' })
    const own = await newTag(t, { teamId: t.world.one.teamId })
    for (const idTag of [own, own.toLowerCase(), await newTag(t, { teamId: t.world.one.companyId })]) {
      await ended(await send('RemoteStart', { connectorId: 1, idTag }), 'done')
      expect((await c.nextCall('RemoteStartTransaction'))[3]).toEqual({ connectorId: 1, idTag })
    }
    await c.close()
  })
})

test('task and audit entry are one: without the entry there is no task, and nothing is sent', async () => {
  const c = await online()
  const tasks = async () => (await sql<{ n: number }>`select count(*) as n from task`.execute(t.db)).rows[0]?.n
  const before = await tasks()
  await sql`create function refuse_entry() returns trigger language plpgsql as
    $$ begin raise 'no room for entries'; end $$`.execute(t.db)
  await sql`create trigger refuse before insert on audit_entry for each row when (new.action = 'Reset')
    execute function refuse_entry()`.execute(t.db)
  expect((await post(reset)).statusCode).toBe(500)
  await sql`drop trigger refuse on audit_entry`.execute(t.db)
  expect(await tasks()).toBe(before)
  await c.call('Heartbeat', {})
  expect(c.frames.filter(f => f[0] === 2)).toEqual([])
  const taskId = await send('Reset', { resetType: 'SOFT' })
  const { rows } = await sql`select username, feature, record_id, team_id, before, after from audit_entry
    where action = 'Reset' and after ->> 'taskId' = ${taskId}`.execute(t.db)
  expect(rows).toEqual([
    {
      username: 'operator',
      feature: 'ChargerPoint',
      recordId: String(t.world.chargers.dc.pk),
      teamId: t.world.one.teamId,
      before: null,
      after: { taskId, resetType: 'SOFT' },
    },
  ])
  await c.close()
})

test('a charger that never answers its meter interval holds an operator back for 5 s at most', async () => {
  const c = await TestCharger.open(base.ws, 'DC-1')
  await c.boot()
  await c.nextCall('ChangeConfiguration')
  const from = performance.now()
  const taskId = await send('RemoteStart', { connectorId: 1, idTag: 'TAG-ONE' })
  const [, id] = await c.nextCall('RemoteStartTransaction')
  expect(performance.now() - from).toBeLessThan(7000)
  c.send(JSON.stringify([3, id, { status: 'Accepted' }]))
  await event(taskId, 'done')
  await c.close()
}, 15_000)

test('a charger that boots again and again without answering leaves the line free for an operator', async () => {
  const c = await TestCharger.open(base.ws, 'DC-1')
  for (let n = 0; n < 120; n++) await c.boot()
  const [, interval] = await c.nextCall('ChangeConfiguration')
  const taskId = await send('Reset', { resetType: 'SOFT' })
  c.send(JSON.stringify([3, interval, { status: 'Accepted' }]))
  const next = await c.next(f => f[0] === 2)
  expect(next[2]).toBe('Reset')
  c.send(JSON.stringify([3, next[1], { status: 'Accepted' }]))
  await event(taskId, 'done')
  await c.close()
})

test('a charger that is not connected has its task at once, and nothing is sent when it comes', async () => {
  const taskId = await send('Reset', { resetType: 'SOFT' }, 'AC-1')
  // The task has ended with the reply to the click.
  expect((await read(taskId, 'AC-1')).result).toEqual([
    { id: taskId, charge_box_id: 'AC-1', response: null, error: 'Charge point is not connected', details: null },
  ])
  const c = await online('AC-1')
  await c.call('Heartbeat', {})
  expect(c.frames.filter(f => f[0] === 2)).toEqual([])
  await c.close()
})

test('each operation goes out as its OCPP message', async () => {
  const c = await online()
  c.onCall = action => ({ status: action === 'UnlockConnector' ? 'Unlocked' : 'Accepted' })
  const cases: [string, object, string, object][] = [
    ['Reset', { resetType: 'HARD' }, 'Reset', { type: 'Hard' }],
    ['Reset', { resetType: 'SOFT' }, 'Reset', { type: 'Soft' }],
    [
      'RemoteStart',
      { connectorId: '1', idTag: 'TAG-ONE' },
      'RemoteStartTransaction',
      { connectorId: 1, idTag: 'TAG-ONE' },
    ],
    [
      'ChangeAvailability',
      { connectorId: 0, availabilityType: 'INOPERATIVE' },
      'ChangeAvailability',
      { connectorId: 0, type: 'Inoperative' },
    ],
    [
      'ChangeAvailability',
      { connectorId: 2, availabilityType: 'OPERATIVE' },
      'ChangeAvailability',
      { connectorId: 2, type: 'Operative' },
    ],
    [
      'ChangeConfiguration',
      { keyType: 'Predefined', confKey: 'HeartBeatInterval', customConfValue: '60' },
      'ChangeConfiguration',
      { key: 'HeartbeatInterval', value: '60' },
    ],
    [
      'TriggerMessage',
      { triggerMessage: 'Heartbeat', connectorId: 0 },
      'TriggerMessage',
      { requestedMessage: 'Heartbeat' },
    ],
    [
      'TriggerMessage',
      { triggerMessage: 'StatusNotification', connectorId: 1 },
      'TriggerMessage',
      { requestedMessage: 'StatusNotification', connectorId: 1 },
    ],
    ['UnlockConnector', { connectorId: 1 }, 'UnlockConnector', { connectorId: 1 }],
  ]
  for (const [operation, parameters, action, payload] of cases) {
    const taskId = await send(operation, parameters)
    expect((await c.nextCall(action))[3], operation).toEqual(payload)
    const task = await ended(taskId, 'done')
    expect(task).toMatchObject({ operation, status: 'COMPLETED', state: 'done', result: [{ error: null }] })
    expect(Date.parse(task.endTime ?? '')).toBeGreaterThanOrEqual(Date.parse(task.startTime))
  }
  await c.close()
})

test.each([
  ['Scheduled', 'ChangeAvailability', { connectorId: 0, availabilityType: 'INOPERATIVE' }, null],
  ['RebootRequired', 'ChangeConfiguration', { keyType: 'Custom', customConfKey: 'X', customConfValue: '1' }, null],
  [
    'NotSupported',
    'ChangeConfiguration',
    { keyType: 'Custom', customConfKey: 'X', customConfValue: '1' },
    'NotSupported',
  ],
  ['UnlockFailed', 'UnlockConnector', { connectorId: 1 }, 'UnlockFailed'],
  ['NotImplemented', 'TriggerMessage', { triggerMessage: 'MeterValues', connectorId: 1 }, 'NotImplemented'],
  ['Rejected', 'Reset', { resetType: 'HARD' }, 'Rejected'],
])('the answer %s to %s reads with its own word [60] [61] [74]', async (status, operation, parameters, error) => {
  const c = await online()
  c.onCall = () => ({ status })
  const task = await ended(await send(operation, parameters), error === null ? 'done' : 'failed')
  expect(task.result).toEqual([
    expect.objectContaining({ charge_box_id: 'DC-1', response: status, error, details: { status } }),
  ])
  await c.close()
})

test('a charger that answers with an error shows the error', async () => {
  const c = await online()
  const taskId = await send('Reset', { resetType: 'HARD' })
  const call = await c.nextCall('Reset')
  c.send(JSON.stringify([4, call[1], 'NotSupported', 'no reset here', { why: 'old' }]))
  expect((await ended(taskId, 'failed')).result[0]).toMatchObject({
    response: null,
    error: 'no reset here',
    details: { errorCode: 'NotSupported', errorDescription: 'no reset here', errorDetails: { why: 'old' } },
  })
  await c.close()
})

test('an error with characters that no database keeps ends its task, and shows them replaced', async () => {
  const c = await online()
  const taskId = await send('Reset', { resetType: 'HARD' })
  const call = await c.nextCall('Reset')
  c.send(JSON.stringify([4, call[1], 'GenericError', 'no\0 \ud800', { 'a\0': ['\udc00', '\\u0000 😀'] }]))
  const [result] = (await ended(taskId, 'failed')).result
  expect(result).toMatchObject({
    error: 'no\ufffd \ufffd',
    details: { errorDescription: 'no\ufffd \ufffd', errorDetails: { 'a\ufffd': ['\ufffd', '\\u0000 😀'] } },
  })
  const other = await send('Reset', { resetType: 'HARD' })
  const next = await c.nextCall('Reset')
  c.send(JSON.stringify([3, next[1], { status: 'Accepted', vendor: '\0\ud800' }]))
  expect((await ended(other, 'done')).result[0]).toMatchObject({ details: { vendor: '\ufffd\ufffd' } })
  await c.close()
})

test('an answer that is none is told as such', async () => {
  const c = await online()
  c.onCall = () => ({ status: 'Perhaps' })
  expect((await ended(await send('Reset', { resetType: 'HARD' }), 'failed')).result[0]?.error).toMatch(
    /^The answer is not valid/,
  )
  await c.close()
})

test('a connection lost before the answer does not read as if nothing had been sent', async () => {
  const c = await online()
  const taskId = await send('Reset', { resetType: 'HARD' })
  await c.nextCall('Reset')
  await event(taskId, 'sent')
  expect(await read(taskId)).toMatchObject({ status: 'PENDING', state: 'sent', endTime: null })
  await c.close()
  expect((await ended(taskId, 'failed')).result[0]?.error).toBe('Connection lost before the answer')
})

test('two operators at once: the second waits for the first answer, another charger does not', async () => {
  const c = await online()
  const other = await online('AC-1')
  other.onCall = () => ({ status: 'Accepted' })
  const first = await send('Reset', { resetType: 'SOFT' })
  const second = await send('UnlockConnector', { connectorId: 1 })
  const elsewhere = await send('Reset', { resetType: 'SOFT' }, 'AC-1')
  await event(elsewhere, 'done')
  const out = await c.nextCall('Reset')
  expect(await read(second)).toMatchObject({ status: 'PENDING', state: 'queued' })
  expect(c.frames.filter(f => f[0] === 2)).toEqual([])
  c.send(JSON.stringify([3, out[1], { status: 'Accepted' }]))
  await event(first, 'done')
  const next = await c.nextCall('UnlockConnector')
  // An answer that arrives before the task was marked as sent ends the task all the same.
  await event(second, 'sent')
  c.send(JSON.stringify([3, next[1], { status: 'Unlocked' }]))
  expect((await ended(second, 'done')).result[0]?.response).toBe('Unlocked')
  expect(events.filter(e => e.taskId === second).map(e => e.state)).toEqual(['queued', 'sent', 'done'])
  await Promise.all([c.close(), other.close()])
})

const START = { message: 'StartTransaction' } as const
test('a start is answered by its session: awaited, started, or missing [58] [59]', async () => {
  const c = await online()
  c.onCall = () => ({ status: 'Accepted' })
  const begun = await send('RemoteStart', { connectorId: 2, idTag: 'tag-one' })
  expect((await ended(begun, 'done')).effect).toMatchObject({ ...START, state: 'awaited', transactionId: null })
  const seen = events.length
  const { transactionId } = (await c.call('StartTransaction', {
    connectorId: 2,
    idTag: 'TAG-ONE',
    meterStart: 0,
    timestamp: new Date().toISOString(),
  })) as { transactionId: number }
  if (!events.slice(seen).some(e => e.taskId === begun))
    await new Promise<void>(ok => waiting.push({ fits: e => e.taskId === begun, ok }))
  expect((await read(begun)).effect).toMatchObject({ ...START, state: 'seen', transactionId })

  const missing = await send('RemoteStart', { connectorId: 1, idTag: 'TAG-ONE' })
  expect((await ended(missing, 'done')).effect).toMatchObject({ state: 'awaited' })
  nowShift = 91_000
  const late = await read(missing)
  nowShift = 0
  expect(late.effect?.state).toBe('missing')
  expect(late.result[0]).toMatchObject({ response: 'Accepted', error: 'Accepted, but no session has started' })

  // The session of a later start, and a session that begins long after, do not prove this start.
  const again = await send('RemoteStart', { connectorId: 1, idTag: 'TAG-ONE' })
  await ended(again, 'done')
  const session = async (): Promise<unknown> => {
    const timestamp = new Date(Date.now() + nowShift).toISOString()
    const start = { connectorId: 1, idTag: 'TAG-ONE', meterStart: 5, timestamp }
    const { transactionId: id } = await c.call('StartTransaction', start)
    await c.call('StopTransaction', { transactionId: id, meterStop: 10, timestamp })
    return id
  }
  const led = await session()
  expect((await read(again)).effect).toMatchObject({ ...START, state: 'seen', transactionId: led })
  expect((await read(missing)).effect).toMatchObject({ ...START, state: 'awaited', transactionId: null })
  const alone = await send('RemoteStart', { connectorId: 1, idTag: 'TAG-ONE' })
  await ended(alone, 'done')
  nowShift = 700_000
  await session()
  expect((await read(alone)).effect).toMatchObject({ ...START, state: 'missing', transactionId: null })
  nowShift = 0

  const stop = await send('RemoteStop', { transactionId })
  expect((await c.nextCall('RemoteStopTransaction'))[3]).toEqual({ transactionId })
  await event(stop, 'done')
  await c.call('StopTransaction', { transactionId, meterStop: 10, timestamp: new Date().toISOString() })
  const twice = await post({ chargerId: 'DC-1', remoteOperationType: 'RemoteStop', parameters: { transactionId } })
  expect(twice.statusCode).toBe(422)
  await c.close()
})

describe('starts at once, each on its own charge point', () => {
  let c: TestCharger & { pk: number; id: string }
  const frozen = Date.parse('2026-02-03T10:00:00Z')
  beforeEach(async () => {
    c = await bootedCharger(t, base.ws)
    await c.nextCall('ChangeConfiguration')
    c.onCall = undefined
  })
  afterEach(async () => {
    nowShift = 0
    vi.useRealTimers()
    await c.close()
  })
  const startOn = (connectorId: number) => send('RemoteStart', { connectorId, idTag: 'TAG-ONE' }, c.id)
  const accept = async (taskId: string): Promise<void> => {
    const [, id] = await c.nextCall('RemoteStartTransaction')
    c.send(JSON.stringify([3, id, { status: 'Accepted' }]))
    await event(taskId, 'done')
  }
  const session = async (connectorId: number): Promise<number> => {
    const timestamp = t.services.now().toISOString()
    const r = await c.call('StartTransaction', { connectorId, idTag: 'TAG-ONE', meterStart: 0, timestamp })
    return r.transactionId as number
  }
  const effects = async (tasks: readonly string[]) =>
    (await Promise.all(tasks.map(id => read(id, c.id)))).map(x => [x.effect?.state, x.effect?.transactionId])

  test('on one connector, answered in the same millisecond: the session belongs to one of them', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: frozen })
    const tasks = [await startOn(1), await startOn(1), await startOn(1)]
    for (const taskId of tasks) await accept(taskId)
    const id = await session(1)
    const told = await effects(tasks)
    expect(told.filter(x => x[1] === id)).toEqual([['seen', id]])
    expect(told.filter(x => x[0] === 'awaited')).toHaveLength(2)
    // Nor does the next session prove a start that another start has replaced.
    await c.call('StopTransaction', { transactionId: id, meterStop: 1, timestamp: t.services.now().toISOString() })
    vi.setSystemTime(frozen + 5000)
    await session(1)
    expect(await effects(tasks)).toEqual(told)
  })

  test('eight on one connector at once: one of them has the session, the others end as failed and say why', async () => {
    c.onCall = () => ({ status: 'Accepted' })
    const parameters = { connectorId: 1, idTag: 'TAG-ONE' }
    const tasks = await Promise.all(Array.from({ length: 8 }, () => send('RemoteStart', parameters, c.id)))
    await Promise.all(tasks.map(id => event(id, 'done')))
    const id = await session(1)
    expect((await effects(tasks)).filter(x => x[1] === id)).toEqual([['seen', id]])
    nowShift = 91_000
    const ends = await Promise.all(tasks.map(taskId => read(taskId, c.id)))
    expect(ends.map(e => [e.state, e.result[0]?.error]).sort()).toEqual([
      ['done', null],
      ...Array<unknown>(7).fill(['failed', 'Accepted, but another start got the session']),
    ])
  })

  test('on one connector: a session that came before the answer to the second start is that of the first', async () => {
    const [first, second] = [await startOn(1), await startOn(1)]
    await accept(first)
    const id = await session(1)
    // The answer to the second start decides which start the session belongs to.
    expect(await effects([first])).toEqual([['awaited', null]])
    nowShift = 100
    await accept(second)
    expect(await effects([first, second])).toEqual([
      ['seen', id],
      ['awaited', null],
    ])
  })

  test('on one connector: a second start that is refused leaves the session to the first, and readers are told', async () => {
    const [first, second] = [await startOn(1), await startOn(1)]
    await accept(first)
    const id = await session(1)
    const seen = events.length
    const [, callId] = await c.nextCall('RemoteStartTransaction')
    c.send(JSON.stringify([3, callId, { status: 'Rejected' }]))
    await event(second, 'failed')
    if (!events.slice(seen).some(e => e.taskId === first))
      await new Promise<void>(ok => waiting.push({ fits: e => e.taskId === first, ok }))
    expect(await effects([first])).toEqual([['seen', id]])
  })

  test('on two connectors with one tag: each has the session of its own connector', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: frozen })
    c.onCall = () => ({ status: 'Accepted' })
    const [one, two] = await Promise.all([startOn(1), startOn(2)])
    await Promise.all([event(one, 'done'), event(two, 'done')])
    const [idOfTwo, idOfOne] = [await session(2), await session(1)]
    expect(await effects([one, two])).toEqual([
      ['seen', idOfOne],
      ['seen', idOfTwo],
    ])
  })
})

test('a stop is answered by its StopTransaction, and reads as failed where the session goes on', async () => {
  const c = await bootedCharger(t, base.ws)
  const told = async (taskId: string) => (await read(taskId, c.id)).effect
  const message = 'StopTransaction'
  const { transactionId } = await start(c, 'TAG-ONE')
  const taskId = await send('RemoteStop', { transactionId }, c.id)
  await event(taskId, 'done')
  expect(await told(taskId)).toMatchObject({ message, state: 'awaited', transactionId: null })
  nowShift = 91_000
  expect(await read(taskId, c.id)).toMatchObject({
    state: 'failed',
    effect: { message, state: 'missing', transactionId: null },
    result: [{ response: 'Accepted', error: 'Accepted, but the session has not ended' }],
  })
  nowShift = 0
  const seen = events.length
  await stop(c, transactionId)
  if (!events.slice(seen).some(e => e.taskId === taskId))
    await new Promise<void>(ok => waiting.push({ fits: e => e.taskId === taskId, ok }))
  expect(await told(taskId)).toMatchObject({ message, state: 'seen', transactionId })

  // A session pushed aside by another session on its connector has sent no StopTransaction.
  const second = await start(c, 'TAG-ONE', { meterStart: 20_000, timestamp: at(30) })
  const again = await send('RemoteStop', { transactionId: second.transactionId }, c.id)
  await event(again, 'done')
  await start(c, 'TAG-ONE', { meterStart: 30_000, timestamp: at(40) })
  expect(await told(again)).toMatchObject({ state: 'awaited' })
  await c.close()
})

test('a reset is answered by the boot after it, which no triggered BootNotification is', async () => {
  let c: TestCharger & { pk: number; id: string } = await bootedCharger(t, base.ws)
  const told = async (taskId: string) => (await read(taskId, c.id)).effect
  const message = 'BootNotification'
  const taskId = await send('Reset', { resetType: 'HARD' }, c.id)
  await event(taskId, 'done')
  expect(await told(taskId)).toMatchObject({ message, state: 'awaited', transactionId: null })
  await event(await send('TriggerMessage', { triggerMessage: message, connectorId: 0 }, c.id), 'done')
  await c.boot()
  expect(await told(taskId)).toMatchObject({ state: 'awaited' })
  nowShift = 301_000
  expect(await read(taskId, c.id)).toMatchObject({
    state: 'failed',
    effect: { message, state: 'missing' },
    result: [{ response: 'Accepted', error: 'Accepted, but the charge point has not restarted' }],
  })
  nowShift = 0
  await c.close()
  const { pk, id } = c
  const seen = events.length
  c = Object.assign(await TestCharger.open(base.ws, id), { pk, id })
  await c.boot()
  if (!events.slice(seen).some(e => e.taskId === taskId))
    await new Promise<void>(ok => waiting.push({ fits: e => e.taskId === taskId, ok }))
  expect(await told(taskId)).toMatchObject({ message, state: 'seen', transactionId: null })
  await c.close()
})

test('with Preparing State on, a start is sent only when the connector is Preparing', async () => {
  await sql`update charger set preparing_state = true where chargepoint_id = 'DC-1'`.execute(t.db)
  const c = await online()
  c.onCall = () => ({ status: 'Accepted' })
  const status = (s: string) => c.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: s })
  const start = {
    chargerId: 'DC-1',
    remoteOperationType: 'RemoteStart',
    parameters: { connectorId: 1, idTag: 'TAG-ONE' },
  }
  await status('Available')
  const refused = await post(start)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toContain('Connector 1 is Available')
  expect(refused.json().errors['parameters.connectorId']).toContain('Preparing')
  await status('Preparing')
  expect((await post(start)).statusCode).toBe(200)
  await c.nextCall('RemoteStartTransaction')
  await sql`update charger set preparing_state = false where chargepoint_id = 'DC-1'`.execute(t.db)
  await c.close()
})

test('before it has been accepted, a charger is not asked to start', async () => {
  await sql`update charger set registration_status = 'Pending' where chargepoint_id = 'AC-1'`.execute(t.db)
  const c = await TestCharger.open(base.ws, 'AC-1')
  await c.boot()
  const taskId = await send('RemoteStart', { connectorId: 1, idTag: 'TAG-ONE' }, 'AC-1')
  await event(taskId, 'failed')
  expect((await read(taskId, 'AC-1')).result[0]?.error).toBe('Charge point is not registered yet')
  await sql`update charger set registration_status = 'Accepted' where chargepoint_id = 'AC-1'`.execute(t.db)
  await c.close()
})

test('configuration is read in parts no larger than the charger says, and put together [60]', async () => {
  const c = await online()
  const asked: string[][] = []
  c.onCall = (_action, { key = [] }) => {
    const keys = key as string[]
    asked.push(keys)
    if (keys[0] === 'GetConfigurationMaxKeys')
      return { configurationKey: [{ key: 'GetConfigurationMaxKeys', readonly: true, value: '2' }] }
    const known = keys.filter(k => k !== 'Nope').map(k => ({ key: k, readonly: false, value: `v-${k}` }))
    return { configurationKey: known, unknownKey: keys.filter(k => k === 'Nope') }
  }
  const task = await ended(await send('GetConfiguration', { key: ['A', 'B', 'Nope'] }), 'done')
  expect(asked).toEqual([['GetConfigurationMaxKeys'], ['A', 'B'], ['Nope']])
  expect(task.result[0]).toMatchObject({ response: null, error: null })
  expect(task.result[0]?.details).toEqual({
    configurationKey: [
      { key: 'A', readonly: false, value: 'v-A' },
      { key: 'B', readonly: false, value: 'v-B' },
    ],
    unknownKey: ['Nope'],
  })
  await c.close()
})

test('keys and passwords are kept nowhere, and a new key is the one that opens', async () => {
  const secret = 'f00dfeed'.repeat(5)
  const c = await online()
  c.onCall = () => ({ status: 'Accepted' })
  const parameters = { keyType: 'Custom', customConfKey: 'AuthorizationKey', customConfValue: secret }
  const r = await post(
    { chargerId: 'DC-1', remoteOperationType: 'ChangeConfiguration', parameters },
    await t.as('admin'),
  )
  expect((await c.nextCall('ChangeConfiguration'))[3]).toEqual({ key: 'AuthorizationKey', value: secret })
  await event(r.json().taskId, 'done')
  await c.close()
  const basic = (key: string) => ({
    headers: { authorization: `Basic ${Buffer.from(`DC-1:${key}`).toString('base64')}` },
  })
  await sql`update charger set security_profile = 1 where chargepoint_id = 'DC-1'`.execute(t.db)
  await expect(TestCharger.open(base.ws, 'DC-1', basic('something else, long enough'))).rejects.toThrow('401')
  await (await TestCharger.open(base.ws, 'DC-1', basic(secret))).close()
  await sql`update charger set security_profile = null, key_hash = null where chargepoint_id = 'DC-1'`.execute(t.db)
  const { rows } = await sql<{ text: string }>`select task::text as text from task union all
    select message from ocpp_frame`.execute(t.db)
  expect(rows.filter(x => x.text.includes(secret))).toEqual([])
})

test('a task whose node went away is a timeout, is told so, and is not sent again', async () => {
  const c = await online()
  const taskId = await send('Reset', { resetType: 'HARD' })
  await c.nextCall('Reset')
  await event(taskId, 'sent')
  await sql`update task set created_at = created_at - interval '111 seconds' where task_id = ${taskId}`.execute(t.db)
  expect(await store.endLeftOver(t.db, new Date())).toBe(1)
  expect(await read(taskId)).toMatchObject({ status: 'COMPLETED', state: 'timeout', result: [{ error: 'Timeout' }] })
  const out = c.frames.filter(f => f[0] === 2)
  expect(out).toEqual([])
  await c.close()
})

test('a task whose answer was quicker than the mark of its sending still says when it was sent', async () => {
  const at = new Date()
  const { companyId, teamId } = t.world.one
  const of = { companyId, teamId, pk: t.world.chargers.dc.pk, chargepointId: 'DC-1', createdBy: 1, createdAt: at }
  await store.add(t.db, { ...of, taskId: 'quick', operation: 'Reset', parameters: {} })
  const lost = { state: 'failed', response: null, error: 'Connection lost before the answer', details: null } as const
  await store.markEnded(t.db, 'quick', lost, at)
  await store.markSent(t.db, 'quick', at)
  expect(await read('quick')).toMatchObject({
    state: 'failed',
    sentTime: at.toISOString(),
    result: [{ error: lost.error }],
  })
})

test('one after the other every click is a frame on the socket, and a task of its own; how fast says the benchmark clicks', async () => {
  const c = await online()
  c.onCall = () => ({ status: 'Accepted' })
  const tasks = new Set<string>()
  for (let i = 0; i < 20; i++) {
    const taskId = await send('Reset', { resetType: 'SOFT' })
    await c.nextCall('Reset')
    await event(taskId, 'done')
    tasks.add(taskId)
  }
  expect(tasks.size).toBe(20)
  await c.close()
})

describe('tags to choose from', () => {
  const get = async (url: string, person: Person = 'operator') =>
    (await t.app.inject({ url: `/cms/v1${url}`, headers: await t.as(person) })).json()
  const texts = (r: { data: { tag: string }[] }) => r.data.map(d => d.tag)
  const team = () => t.world.one.teamId

  test('a charger lists the tags it would accept, by its key or its id', async () => {
    const not = [t.world.otherTag, await newTag(t, { maxActiveTransactions: 0 })]
    const offered = texts(await get(`/team/${team()}/charger/${t.world.chargers.dc.pk}/tags`))
    expect(offered).toContain('TAG-ONE')
    expect(offered.filter(tag => not.includes(tag))).toEqual([])
    expect(texts(await get(`/team/${team()}/charger/DC-1/tags`))).toEqual(offered)
    expect((await get(`/team/${team()}/charger/OTHER-1/tags`)).message).toBe('Charge point not found')
  })
  test('the tags of a user are found by e-mail; nobody else has any', async () => {
    const ask = async (email: string, as: Person = 'operator') =>
      t.app.inject({
        method: 'POST',
        url: `/cms/v1/team/${team()}/tags/remoteop/DC-1`,
        headers: await t.as(as),
        payload: { email },
      })
    expect((await ask('OPERATOR@example.com')).json().data).toEqual([
      expect.objectContaining({ tag: 'TAG-ONE', tagId: 'TAG-ONE' }),
    ])
    expect((await ask('viewer@example.com')).json().data).toEqual([])
    expect((await ask('operator@example.com', 'stranger')).statusCode).toBe(404)
  })
  test('available tags are those with no driver, of the team, below and above', async () => {
    const own = () => get(`/team/${t.world.one.teamId}/availabletags`).then(texts)
    const company = () => get(`/team/${t.world.one.companyId}/availabletags`, 'admin').then(texts)
    const tags = {
      above: await newTag(t, { teamId: t.world.one.companyId }),
      own: await newTag(t, { teamId: t.world.one.teamId }),
      beside: await newTag(t, { teamId: t.world.one.siblingId }),
      blocked: await newTag(t, { teamId: t.world.one.teamId, maxActiveTransactions: 0 }),
      expired: await newTag(t, { teamId: t.world.one.teamId, expiresAt: new Date(Date.now() - 1000) }),
      later: await newTag(t, { teamId: t.world.one.teamId, expiresAt: new Date(Date.now() + 86_400_000) }),
    }
    const ours = (list: string[]) => Object.entries(tags).flatMap(([name, tag]) => (list.includes(tag) ? [name] : []))
    expect(ours(await own())).toEqual(['above', 'own', 'later'])
    expect(ours(await company())).toEqual(['above', 'own', 'beside', 'later'])
    expect(await own()).toContain('TAG-ONE')
    const all = await get('/availabletags', 'admin')
    expect([texts(all), all.total]).toEqual([await company(), (await company()).length])
    expect(texts(await get('/availabletags', 'stranger'))).toEqual(['TAG-TWO'])
    expect((await get(`/team/${t.world.one.companyId}/availabletags`, 'stranger')).success).toBe(false)
  })
  test('of a user’s tags only those that would be accepted are offered, with those of teams above', async () => {
    const userId = t.world.userIds.viewer
    const of = (options: object) => newTag(t, { userId, ...options })
    const above = await of({ teamId: t.world.one.companyId })
    const own = await of({ teamId: t.world.one.teamId })
    await of({ teamId: t.world.one.siblingId })
    await of({ maxActiveTransactions: 0 })
    await of({ expiresAt: new Date(Date.now() - 1000) })
    const r = await t.app.inject({
      method: 'POST',
      url: `/cms/v1/team/${team()}/tags/remoteop/DC-1`,
      headers,
      payload: { email: 'viewer@example.com' },
    })
    // Compared by text: the order of the two depends on their numbers.
    expect(texts(r.json())).toEqual([above, own].sort())
  })

  describe('found by a text (D-OPS-7)', () => {
    const find = async (q: string, person: Person = 'operator', charger = 'DC-1', more = '') => {
      const path = `/team/${team()}/charger/${charger}/tags/search?q=${encodeURIComponent(q)}${more}`
      return get(path, person) as Promise<{ data: FoundTag[]; total: number; message: string }>
    }
    const found = async (...of: Parameters<typeof find>) => texts(await find(...of))
    const seesDrivers = async (yes: boolean) =>
      t.db
        .updateTable('roleAccess')
        .set({ canView: yes })
        .where('roleId', '=', t.world.one.roles.Operator)
        .where('featureId', '=', FEATURES.indexOf('Customers') + 1)
        .execute()
    let driverId: number
    let card: string
    beforeAll(async () => {
      await seesDrivers(true)
      const { teamId, companyId } = t.world.one
      const made = await t.db
        .insertInto('driver')
        .values({
          companyId,
          teamId,
          firstName: 'Meera',
          lastName: 'Quill',
          email: 'meera@quill.example',
          phone: '+91 98765 43210',
          createdAt: t.services.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      driverId = made.id
      card = await newTag(t, { teamId, driverId })
    })

    test.each(['meera qu', 'QUILL.example', '9876543210', '098765-43210'])('by its driver: %s', async q => {
      expect((await find(q)).data).toEqual([
        {
          id: expect.any(Number),
          tag: card,
          tagId: card,
          driver: 'Meera Quill',
          email: 'meera@quill.example',
          phone: '+91 98765 43210',
          isOwn: false,
          refusal: null,
        },
      ])
    })
    test('the tag of a driver’s app by its driver; no local list holds it', async () => {
      const app = await newTag(t, { teamId: t.world.one.teamId, driverId, kind: 'app' })
      expect((await found('meera')).toSorted()).toEqual([card, app].toSorted())
      expect(await found('meera', 'operator', 'DC-1', '&localList=true')).toEqual([card])
      await t.db.deleteFrom('ocppTag').where('idTag', '=', app).execute()
    })
    test('by its driver only for those who may see drivers', async () => {
      await seesDrivers(false)
      expect(await found('meera')).toEqual([])
      expect((await find(card)).data).toMatchObject([{ tag: card, driver: null, email: null, phone: null }])
      await seesDrivers(true)
    })
    test('by its own text, the caller’s own first, then the one that fits best; with why it cannot start a session', async () => {
      const { teamId, companyId, siblingId } = t.world.one
      const blocked = await newTag(t, { idTag: 'FIND-1-MORE', teamId, maxActiveTransactions: 0 })
      const exact = await newTag(t, { idTag: 'FIND-1', teamId: companyId })
      const own = await newTag(t, { idTag: 'X-FIND-1', teamId, userId: t.world.userIds.operator })
      await newTag(t, { idTag: 'FIND-1-BESIDE', teamId: siblingId })
      await newTag(t, { idTag: 'FIND-1-OTHER', teamId: t.world.two.companyId })
      const prepaid = await newTag(t, { idTag: 'FIND-1-PREPAID', teamId, kind: 'prepaid' })
      await newTag(t, { idTag: 'FIND-1-SESSION', teamId, kind: 'session' })
      const { data, total } = await find('find-1')
      expect(total).toBe(4)
      expect(data.map(d => [d.tag, d.isOwn, d.refusal])).toEqual([
        [own, true, null],
        [exact, false, null],
        [blocked, false, 'This tag is blocked'],
        [prepaid, false, 'The balance of this tag is too low to start a session'],
      ])
      const { id = 0 } = data.find(d => d.tag === exact) ?? {}
      await attach(t.db, id, [t.world.chargers.ac.pk])
      expect(await found('find-1', 'operator', 'DC-1', '&localList=true')).toEqual([own, blocked])
      expect(await found('%')).toEqual([])
    })
    test('no more than were asked for, and how many there are', async () => {
      await Promise.all(Array.from({ length: 5 }, (_, i) => newTag(t, { idTag: `CROWD-${i}` })))
      const { data, total } = await find('crowd', 'operator', 'DC-1', '&limit=3')
      expect([data.length, total]).toEqual([3, 5])
    })
    test('for those who may send operations, on a charge point of theirs', async () => {
      expect((await find('t', 'viewer')).message).toBe('Not Authorized')
      expect((await find('t', 'stranger')).message).toBe('Team not found')
      expect((await find('t', 'operator', 'OTHER-1')).message).toBe('Charge point not found')
    })
    test('a typed tag is taken as any other; a tag of another company is refused', async () => {
      const start = async (idTag: string) =>
        (
          await post({ chargerId: 'AC-1', remoteOperationType: 'RemoteStart', parameters: { connectorId: 1, idTag } })
        ).json()
      expect((await start(card.toLowerCase())).message).toBe('Operation sent')
      expect((await start(t.world.otherTag)).errors).toEqual({
        'parameters.idTag': 'This tag is not valid on this charge point',
      })
    })
  })
})
