// Behaviours 12 to 28 of the wire, on a session whose socket is a list of texts.
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { NoAnswer, OcppError } from './error-code.ts'
import { messageIds } from './message-ids.ts'
import type { ChargePointAction, Confirmation, Request } from './messages.ts'
import { ocpp16 } from './ocpp16.ts'
import type { CallOutcome } from './own-calls.ts'
import { RecentAnswers } from './recent-answers.ts'
import { type CallContext, ChargePointSession, type SessionOptions } from './session.ts'

const at = '2026-03-01T10:00:00.000Z'
const startPayload = { connectorId: 1, idTag: '04E91C5A', meterStart: 100, timestamp: at }
const started = { idTagInfo: { status: 'Accepted' }, transactionId: 7 } as const
const heartbeat = (id: string) => `[2,"${id}","Heartbeat",{}]`
const start = (id: string) => `[2,"${id}","StartTransaction",${JSON.stringify(startPayload)}]`

/** A charger's calls by their actions; a call outside the table is not supported. */
type Handlers = {
  readonly [A in ChargePointAction]?: (
    payload: Request<A>,
    context: CallContext,
  ) => Confirmation<A> | Promise<Confirmation<A>>
}

interface Closing {
  code: number | undefined
  reason: string | undefined
}

/** A session, all it sent, and all it reported. */
const connect = (handlers: Handlers = {}, options: Partial<SessionOptions> = {}) => {
  const sent: string[] = []
  const closings: Closing[] = []
  const errors: unknown[] = []
  const dropped: string[] = []
  const served: string[] = []
  const table: Handlers = { Heartbeat: () => ({ currentTime: at }), ...handlers }
  let ids = 0
  const session = new ChargePointSession({
    dialect: ocpp16,
    socket: { send: text => void sent.push(text), close: (code, reason) => void closings.push({ code, reason }) },
    handle: (action, payload, context) => {
      served.push(`${action} ${context.id}`)
      const handler = table[action]
      if (!handler) throw new OcppError('NotSupported', `${action} is not supported`)
      return handler(payload, context)
    },
    onError: error => void errors.push(error),
    onDropped: reason => void dropped.push(reason),
    newMessageId: () => `own-${++ids}`,
    ...options,
  })
  const frames = () => sent.map(text => JSON.parse(text))
  return { session, sent, frames, closings, errors, dropped, served }
}

/** A promise and the two ends of it. */
const gate = <T>() => Promise.withResolvers<T>()

/** Until everything that needs no timer has been done. */
const settled = () => new Promise(resolve => setImmediate(resolve))

afterEach(() => {
  vi.useRealTimers()
})

describe('a charger’s calls', () => {
  test('are answered with exactly their id, of 1 to 36 characters (12)', () => {
    const { session, frames } = connect()
    const ids = ['1', 'x'.repeat(36), '{0b7f-ä"\\}', ' ']
    for (const id of ids) session.receive(JSON.stringify([2, id, 'Heartbeat', {}]))
    expect(frames()).toEqual(ids.map(id => [3, id, { currentTime: at }]))
  })

  test('with a longer id get a CALLERROR and do nothing (13)', () => {
    const { session, frames, served } = connect()
    session.receive(heartbeat('x'.repeat(37)))
    expect(frames()).toEqual([[4, 'x'.repeat(37), 'FormationViolation', expect.any(String), {}]])
    expect(served).toEqual([])
  })

  test('sent again get the same answer and are done once (14)', () => {
    let next = 0
    const { session, sent, served } = connect({ StartTransaction: () => ({ ...started, transactionId: ++next }) })
    session.receive(start('1'))
    session.receive(start('1'))
    expect(served).toEqual(['StartTransaction 1'])
    expect(sent[1]).toBe(sent[0])
  })

  test('sent again while the first is still being done get its answer, done once (14)', async () => {
    const first = gate<typeof started>()
    const { session, frames, served } = connect({ StartTransaction: () => first.promise })
    session.receive(start('1'))
    session.receive(start('1'))
    first.resolve(started)
    await settled()
    expect(served).toEqual(['StartTransaction 1'])
    expect(frames()).toEqual([
      [3, '1', started],
      [3, '1', started],
    ])
  })

  test('sent again on the next connection are known again, where they carry their own time (14)', () => {
    const recentAnswers = new RecentAnswers()
    const before = connect({ StartTransaction: () => started }, { recentAnswers })
    before.session.receive(start('1'))
    before.session.receive(heartbeat('2'))
    before.session.closed()
    const after = connect({}, { recentAnswers })
    after.session.receive(start('1'))
    after.session.receive(heartbeat('2'))
    expect(after.frames()[0]).toEqual([3, '1', started])
    expect(after.served).toEqual(['Heartbeat 2'])
  })

  test('of a charger that counts its ids anew are other calls (14)', () => {
    const { session, served } = connect({ Authorize: () => ({ idTagInfo: { status: 'Accepted' } }) })
    session.receive('[2,"1","Authorize",{"idTag":"A"}]')
    session.receive('[2,"1","Authorize",{"idTag":"B"}]')
    session.receive(heartbeat('1'))
    expect(served).toEqual(['Authorize 1', 'Authorize 1', 'Heartbeat 1'])
  })

  test('whose first try failed are tried again (14)', () => {
    let tries = 0
    const { session, frames, errors } = connect({
      StartTransaction: () => {
        if (++tries === 1) throw new Error('database is away')
        return started
      },
    })
    session.receive(start('1'))
    session.receive(start('1'))
    expect(frames()).toEqual([
      [4, '1', 'InternalError', '', {}],
      [3, '1', started],
    ])
    expect(errors).toHaveLength(1)
  })

  test.each([
    ['at once', () => Promise.resolve()],
    ['later', settled],
  ])(
    'whose handler may not answer (%s) get nothing, the socket closes with 1012, and what waits is not done',
    async (when, wait) => {
      const unanswered: string[] = []
      const { session, sent, closings, errors, served } = connect(
        {
          StartTransaction: () => {
            if (when === 'at once') throw new NoAnswer()
            return settled().then(() => Promise.reject(new NoAnswer()))
          },
        },
        { onUnanswered: (_error, _session, action) => void unanswered.push(action) },
      )
      session.receive(start('1'))
      session.receive(heartbeat('2'))
      await session.settled
      await wait()
      expect(sent).toEqual([])
      expect(closings).toEqual([{ code: 1012, reason: 'Please try again' }])
      expect(served).toEqual(['StartTransaction 1'])
      expect(unanswered).toEqual(['StartTransaction'])
      expect(errors).toEqual([])
      expect(await session.call('ClearCache', {})).toEqual({ kind: 'closed', sent: false })
    },
  )

  test('that got no answer are done when they come again on the next connection', () => {
    const recentAnswers = new RecentAnswers()
    const refuse = () => {
      throw new NoAnswer()
    }
    connect({ StartTransaction: refuse }, { recentAnswers }).session.receive(start('1'))
    const after = connect({ StartTransaction: () => started }, { recentAnswers })
    after.session.receive(start('1'))
    expect(after.frames()).toEqual([[3, '1', started]])
  })

  test('still being done when the session ends are told as settled once they have ended', async () => {
    const first = gate<typeof started>()
    const { session } = connect({ StartTransaction: () => first.promise })
    await session.settled
    session.receive(start('1'))
    session.closed()
    const order: string[] = []
    const waited = session.settled.then(() => order.push('settled'))
    await settled()
    order.push('done')
    first.resolve(started)
    await waited
    expect(order).toEqual(['done', 'settled'])
  })

  test.each([
    ['Nonsense', 'NotImplemented'],
    ['heartbeat', 'NotImplemented'],
    ['constructor', 'NotImplemented'],
    ['__proto__', 'NotImplemented'],
    ['Reset', 'NotSupported'],
    ['Authorize', 'NotSupported'],
  ])('for %s, which is unknown or not for us, get %s (15)', (action, code) => {
    const { session, frames } = connect()
    session.receive(`[2,"1","${action}",{"idTag":"A"}]`)
    expect(frames()).toEqual([[4, '1', code, expect.any(String), {}]])
  })

  test.each([
    ['{"connectorId":1,"idTag":"A","meterStart":1}', 'OccurenceConstraintViolation'],
    ['{"connectorId":"1","idTag":"A","meterStart":1,"timestamp":"2026-03-01T10:00:00Z"}', 'TypeConstraintViolation'],
    ['{"connectorId":1,"idTag":"A","meterStart":1.5,"timestamp":"2026-03-01T10:00:00Z"}', 'TypeConstraintViolation'],
    ['{"connectorId":1,"idTag":"A","meterStart":1,"timestamp":"2026-02-30T10:00:00Z"}', 'TypeConstraintViolation'],
    [
      '{"connectorId":1,"idTag":"123456789012345678901","meterStart":1,"timestamp":"2026-03-01T10:00:00Z"}',
      'PropertyConstraintViolation',
    ],
    ['{"connectorId":1,"idTag":"A","meterStart":1,"timestamp":"2026-03-01T10:00:00Z","x":1}', 'FormationViolation'],
    ['[]', 'FormationViolation'],
    ['"text"', 'FormationViolation'],
  ])('with the payload %s get %s and have no effect (16)', (payload, code) => {
    const { session, frames, served } = connect({ StartTransaction: () => started })
    session.receive(`[2,"1","StartTransaction",${payload}]`)
    expect(frames()).toEqual([[4, '1', code, expect.any(String), {}]])
    expect(served).toEqual([])
  })

  test('with a describing value off its enumeration are served, and it is told (16)', () => {
    const odd: string[] = []
    const { session, frames } = connect(
      { StatusNotification: () => ({}) },
      { onOddValue: (action, path, value) => void odd.push(`${action} ${path} ${value}`) },
    )
    session.receive('[2,"1","StatusNotification",{"connectorId":1,"errorCode":"Overheated","status":"Available"}]')
    session.receive('[2,"2","StatusNotification",{"connectorId":1,"errorCode":"NoError","status":"Ready"}]')
    expect(frames()).toEqual([
      [3, '1', {}],
      [4, '2', 'PropertyConstraintViolation', expect.any(String), {}],
    ])
    expect(odd).toEqual(['StatusNotification errorCode Overheated'])
  })

  test('that do not fit are told with the code they were refused with', () => {
    const refused: string[] = []
    const { session } = connect(
      { StatusNotification: () => ({}) },
      { onRefused: (action, code) => void refused.push(`${action} ${code}`) },
    )
    session.receive('[2,"1","StatusNotification",{"connectorId":1,"errorCode":"NoError","status":"Available"}]')
    session.receive('[2,"2","StatusNotification",{"connectorId":1,"errorCode":"NoError","status":"Ready"}]')
    session.receive('[2,"3","Heartbeat",[]]')
    expect(refused).toEqual(['StatusNotification PropertyConstraintViolation', 'Heartbeat FormationViolation'])
  })

  test('are refused by a handler with its own code of table 7 (17)', async () => {
    const { session, frames, errors } = connect({
      Heartbeat: () => {
        throw new OcppError('SecurityError', 'boot first')
      },
      MeterValues: () => Promise.reject(new OcppError('GenericError')),
    })
    session.receive(heartbeat('1'))
    session.receive('[2,"2","MeterValues",{"connectorId":1,"meterValue":[]}]')
    await settled()
    expect(frames()).toEqual([
      [4, '1', 'SecurityError', 'boot first', {}],
      [4, '2', 'GenericError', '', {}],
    ])
    expect(errors).toEqual([])
  })

  test('that fail for another reason get InternalError without its internals (17)', async () => {
    const secret = new Error('password of the database is x')
    const { session, sent, frames, errors } = connect({
      MeterValues: () => Promise.reject(secret),
      Heartbeat: () => {
        throw secret
      },
    })
    session.receive(heartbeat('1'))
    session.receive('[2,"2","MeterValues",{"connectorId":1,"meterValue":[]}]')
    await settled()
    expect(frames().map(frame => frame.slice(0, 3))).toEqual([
      [4, '1', 'InternalError'],
      [4, '2', 'InternalError'],
    ])
    expect(sent.join()).not.toContain('password')
    expect(errors).toEqual([secret, secret])
  })

  test('with the payload null are those with an empty one (18)', () => {
    const { session, frames } = connect()
    session.receive('[2,"1","Heartbeat",null]')
    expect(frames()).toEqual([[3, '1', { currentTime: at }]])
  })

  test('are done one at a time in the order of arrival, and answered so (12)', async () => {
    const gates = [gate<object>(), gate<object>(), gate<object>()]
    let running = 0
    const { session, frames, served } = connect({
      MeterValues: async ({ connectorId }) => {
        expect(++running).toBe(1)
        await gates[connectorId]?.promise
        running--
        return {}
      },
    })
    const meterValues = (id: number) => `[2,"m${id}","MeterValues",{"connectorId":${id},"meterValue":[]}]`
    for (const id of [0, 1, 2]) session.receive(meterValues(id))
    session.receive(heartbeat('h'))
    for (const each of [gates[2], gates[1], gates[0]]) each?.resolve({})
    await settled()
    expect(served).toEqual(['MeterValues m0', 'MeterValues m1', 'MeterValues m2', 'Heartbeat h'])
    expect(frames().map(frame => frame[1])).toEqual(['m0', 'm1', 'm2', 'h'])
  })

  test('know when they arrived, however long they waited', async () => {
    let now = 1000
    const receivedAt: number[] = []
    const first = gate<object>()
    const { session } = connect(
      {
        MeterValues: () => first.promise,
        Heartbeat: (_, context) => {
          receivedAt.push(context.receivedAt)
          return { currentTime: at }
        },
      },
      { now: () => now },
    )
    session.receive('[2,"1","MeterValues",{"connectorId":1,"meterValue":[]}]')
    session.receive(heartbeat('2'))
    now = 9000
    first.resolve({})
    await settled()
    expect(receivedAt).toEqual([1000])
  })

  test('that pile up beyond 1000 end the session with 1008, and no more is served', async () => {
    const never = gate<object>()
    const { session, closings, served, dropped } = connect({ MeterValues: () => never.promise })
    session.receive('[2,"1","MeterValues",{"connectorId":1,"meterValue":[]}]')
    for (let i = 0; i < 1000; i++) session.receive(heartbeat(`${i}`))
    expect(closings).toEqual([])
    session.receive(heartbeat('last'))
    expect(closings.map(({ code }) => code)).toEqual([1008])
    session.receive(heartbeat('after'))
    never.resolve({})
    await settled()
    expect(served).toEqual(['MeterValues 1'])
    expect(dropped).toHaveLength(1002)
  })

  test('that wait are bounded in size too (21)', () => {
    const { session, closings } = connect({ DataTransfer: () => gate<{ status: 'Accepted' }>().promise })
    const big = (id: number) => `[2,"${id}","DataTransfer",{"vendorId":"v","data":"${'x'.repeat(250_000)}"}]`
    for (let i = 0; i < 30; i++) session.receive(big(i))
    expect(closings.map(({ code }) => code)).toEqual([1008])
  })
})

describe('frames that are none', () => {
  test('of an unknown message type are ignored (19)', () => {
    const { session, sent, dropped } = connect()
    session.receive('[5,"1","Heartbeat",{}]')
    expect(sent).toEqual([])
    expect(dropped).toEqual(['unknown message type'])
  })

  test('do not end the session, and are answered where their id can be read (20)', () => {
    const { session, frames, dropped } = connect()
    for (const text of ['', 'hello', '{}', '[]', '[2]', '[2,7,"Heartbeat",{}]', '[2,"a","Heartbeat",{'])
      session.receive(text)
    session.receiveBinary()
    session.receive(heartbeat('1'))
    expect(frames()).toEqual([
      [4, 'a', 'FormationViolation', expect.any(String), {}],
      [3, '1', { currentTime: at }],
    ])
    expect(dropped).toHaveLength(7)
  })

  test('of any kind never throw, and calls are served after them (20)', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.jsonValue().map(value => JSON.stringify([2, 'id', value, {}])),
    )
    fc.assert(
      fc.property(fc.array(text), texts => {
        const { session, frames } = connect()
        for (const each of texts) expect(() => session.receive(each)).not.toThrow()
        session.receive(heartbeat('last'))
        expect(frames().at(-1)).toEqual([3, 'last', { currentTime: at }])
      }),
    )
  })

  test('are told before they are judged, like all frames', () => {
    const seen: string[] = []
    const { session } = connect({}, { onFrame: (direction, text) => void seen.push(`${direction} ${text}`) })
    session.receive('nonsense')
    session.receive(heartbeat('1'))
    expect(seen).toEqual(['in nonsense', `in ${heartbeat('1')}`, `out [3,"1",{"currentTime":"${at}"}]`])
  })

  test('of UTF-8 beyond ASCII are served (22)', () => {
    const { session, frames } = connect({ DataTransfer: ({ data = '' }) => ({ status: 'Accepted', data }) })
    session.receive('[2,"1","DataTransfer",{"vendorId":"v","data":"ऊर्जा ⚡"}]')
    expect(frames()).toEqual([[3, '1', { status: 'Accepted', data: 'ऊर्जा ⚡' }]])
  })

  test('that answer nothing are dropped quietly (23)', () => {
    const { session, sent, dropped } = connect()
    for (const text of ['[3,"x",{}]', '[4,"x","GenericError","",{}]', '[3,"x"]']) session.receive(text)
    expect(sent).toEqual([])
    expect(dropped).toEqual(['answers no call', 'answers no call', 'answers no call'])
  })
})

describe('our calls', () => {
  const reset = { type: 'Soft' } as const

  test('go out one at a time, the next when the first is answered (24)', async () => {
    const { session, frames } = connect()
    const sentIds: string[] = []
    const onSent = (id: string) => void sentIds.push(id)
    const first = session.call('Reset', reset, { onSent })
    const second = session.call('ClearCache', {}, { onSent })
    expect(frames()).toEqual([[2, 'own-1', 'Reset', reset]])
    expect(sentIds).toEqual(['own-1'])
    session.receive('[3,"own-1",{"status":"Accepted"}]')
    expect(await first).toEqual({
      kind: 'result',
      payload: { status: 'Accepted' },
      raw: '[3,"own-1",{"status":"Accepted"}]',
    })
    expect(frames()[1]).toEqual([2, 'own-2', 'ClearCache', {}])
    expect(sentIds).toEqual(['own-1', 'own-2'])
    session.receive('[3,"own-2",{"status":"Rejected"}]')
    expect(await second).toMatchObject({ kind: 'result', payload: { status: 'Rejected' } })
  })

  test('of one charger do not hold back another’s (24)', () => {
    const one = connect()
    const other = connect()
    void one.session.call('Reset', reset)
    void other.session.call('Reset', reset)
    expect(other.sent).toHaveLength(1)
  })

  test('do not hold back the charger’s, nor its ours (25)', async () => {
    const never = gate<object>()
    const { session, frames } = connect({ MeterValues: () => never.promise })
    const call = session.call('Reset', reset)
    session.receive(heartbeat('1'))
    session.receive('[2,"2","MeterValues",{"connectorId":1,"meterValue":[]}]')
    session.receive('[3,"own-1",{"status":"Accepted"}]')
    expect(await call).toMatchObject({ kind: 'result' })
    void session.call('ClearCache', {})
    expect(frames().map(frame => frame.slice(0, 2))).toEqual([
      [2, 'own-1'],
      [3, '1'],
      [2, 'own-2'],
    ])
  })

  test('time out, and a late reply does not disturb the next (26)', async () => {
    vi.useFakeTimers()
    const { session, dropped } = connect()
    const first = session.call('Reset', reset, { timeoutMs: 5000 })
    const second = session.call('ClearCache', {})
    await vi.advanceTimersByTimeAsync(5000)
    expect(await first).toEqual({ kind: 'timeout', sent: true })
    session.receive('[3,"own-1",{"status":"Accepted"}]')
    expect(dropped).toEqual(['answers no call'])
    session.receive('[3,"own-2",{"status":"Rejected"}]')
    expect(await second).toMatchObject({ payload: { status: 'Rejected' } })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('have 20 seconds unless said otherwise, counted from sending (26)', async () => {
    vi.useFakeTimers()
    const { session } = connect()
    const ends: string[] = []
    void session.call('Reset', reset).then(({ kind }) => ends.push(`first ${kind}`))
    void session.call('ClearCache', {}).then(({ kind }) => ends.push(`second ${kind}`))
    await vi.advanceTimersByTimeAsync(19_999)
    expect(ends).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(ends).toEqual(['first timeout'])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(ends).toEqual(['first timeout', 'second timeout'])
  })

  test('that waited too long behind others are given up unsent', async () => {
    let now = 0
    const { session, sent } = connect({}, { now: () => now })
    void session.call('Reset', reset)
    const second = session.call('ClearCache', {}, { maxWaitMs: 1000 })
    now = 1001
    session.receive('[3,"own-1",{"status":"Accepted"}]')
    expect(await second).toEqual({ kind: 'timeout', sent: false })
    expect(sent).toHaveLength(1)
  })

  test.each<[string, Partial<CallOutcome>]>([
    ['[4,"own-1","NotSupported","no",{"a":1}]', { kind: 'error', code: 'NotSupported', text: 'no', details: { a: 1 } }],
    ['[4,"own-1"]', { kind: 'error', code: '', text: '', details: undefined }],
    ['[3,"own-1",{"status":"Perhaps"}]', { kind: 'bad-result', text: 'status: is not a value of its enumeration' }],
    ['[3,"own-1",{}]', { kind: 'bad-result', text: 'status: is missing' }],
    ['[3,"own-1",[]]', { kind: 'bad-result', text: 'payload: must be an object' }],
    ['[3,"own-1"]', { kind: 'bad-result', text: 'payload: must be an object' }],
    ['[3,"own-1",{"status":"Accepted","extra":1}]', { kind: 'result' }],
  ])('end with the odd reply %s as what it is, and the next goes out (26)', async (reply, outcome) => {
    const { session, sent } = connect()
    const call = session.call('Reset', reset)
    void session.call('ClearCache', {})
    session.receive(reply)
    expect(await call).toMatchObject({ ...outcome, raw: reply })
    expect(sent).toHaveLength(2)
  })

  test('may be answered within the sending itself', async () => {
    let session: ChargePointSession | undefined
    const socket = {
      send: (text: string) => session?.receive(`[3,${JSON.stringify(JSON.parse(text)[1])},{"status":"Accepted"}]`),
      close: () => {},
    }
    session = connect({}, { socket }).session
    expect(await session.call('Reset', reset)).toMatchObject({ kind: 'result' })
    expect(await session.call('ClearCache', {})).toMatchObject({ kind: 'result' })
  })

  test('have ids of at most 36 characters that no process gives twice (27)', () => {
    const next = messageIds()
    const ids = Array.from({ length: 10_000 }, next)
    expect(new Set(ids).size).toBe(ids.length)
    expect(Math.max(...ids.map(id => id.length))).toBeLessThanOrEqual(36)
    expect(messageIds()()).not.toBe(messageIds()())
  })

  test('that do not fit the schema are our mistake and do not go out (28)', async () => {
    const { session, sent } = connect()
    const badly = session.call as (action: string, payload: unknown) => Promise<unknown>
    await expect(badly.call(session, 'Reset', { type: 'soft' })).rejects.toThrow('Reset: type')
    await expect(badly.call(session, 'Reset', { type: 'Soft', extra: 1 })).rejects.toThrow('unknown field extra')
    await expect(session.call('UnlockConnector', { connectorId: 1.5 })).rejects.toThrow('whole number')
    const reserve = { connectorId: 1, expiryDate: '2026-03-01T10:00:00+01:00', idTag: 'A', reservationId: 1 }
    await expect(session.call('ReserveNow', reserve)).rejects.toThrow('UTC')
    expect(sent).toEqual([])
  })

  test('wait in a line of 100, beyond it the charger is busy', async () => {
    const { session } = connect()
    const calls = Array.from({ length: 102 }, () => session.call('ClearCache', {}))
    expect(await calls[101]).toEqual({ kind: 'busy' })
    session.closed()
    expect(await Promise.all(calls.slice(0, 101))).toEqual([
      { kind: 'closed', sent: true },
      ...Array(100).fill({ kind: 'closed', sent: false }),
    ])
  })

  test('that nobody waits for go out behind all others, once however often they are asked for, and fill no line', async () => {
    vi.useFakeTimers()
    const { session, sent } = connect()
    const interval = { key: 'MeterValueSampleInterval', value: '30' } as const
    const background = () => session.call('ChangeConfiguration', interval, { isBackground: true, timeoutMs: 5000 })
    const ends: string[] = []
    const ended = (name: string) => (o: { kind: string }) => void ends.push(`${name} ${o.kind}`)
    void background().then(ended('out'))
    void background().then(ended('waiting'))
    void background().then(ended('twin'))
    void session.call('Reset', reset).then(ended('reset'))
    void session.call('ClearCache', {}).then(ended('clear'))
    // The one that is out has 5 s; then the operator's come first.
    await vi.advanceTimersByTimeAsync(4999)
    expect([sent.length, ends]).toEqual([1, ['twin busy']])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent[1]).toContain('"Reset"')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(sent[2]).toContain('"ClearCache"')
    const line = Array.from({ length: 100 }, () => session.call('ClearCache', {}))
    expect(await session.call('ClearCache', {})).toEqual({ kind: 'busy' })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(ends).toEqual(['twin busy', 'out timeout', 'reset timeout', 'clear timeout'])
    session.closed()
    await Promise.all(line)
    expect(ends.at(-1)).toBe('waiting closed')
  })

  test('leave no timer behind when the session ends, and end as closed', async () => {
    vi.useFakeTimers()
    const { session, sent } = connect()
    const open = session.call('Reset', reset)
    const waiting = session.call('ClearCache', {})
    session.closed()
    expect(await open).toEqual({ kind: 'closed', sent: true })
    expect(await waiting).toEqual({ kind: 'closed', sent: false })
    expect(await session.call('ClearCache', {})).toEqual({ kind: 'closed', sent: false })
    expect(vi.getTimerCount()).toBe(0)
    expect(sent).toHaveLength(1)
  })
})

describe('our answers', () => {
  test('that do not fit the schema do not go out (28)', () => {
    const { session, frames, errors } = connect({ Heartbeat: () => ({ currentTime: '2026-03-01' }) })
    session.receive(heartbeat('1'))
    expect(frames()).toEqual([[4, '1', 'InternalError', '', {}]])
    expect(String(errors[0])).toContain('our answer to Heartbeat: currentTime')
  })

  test('that come after the end are kept for the retry and not sent', async () => {
    const recentAnswers = new RecentAnswers()
    const slow = gate<typeof started>()
    const before = connect({ StartTransaction: () => slow.promise }, { recentAnswers })
    before.session.receive(start('1'))
    before.session.closed()
    slow.resolve(started)
    await settled()
    expect(before.sent).toEqual([])
    const after = connect({}, { recentAnswers })
    after.session.receive(start('1'))
    expect(after.frames()).toEqual([[3, '1', started]])
  })

  test('that cannot be sent are reported, and the session goes on', () => {
    const { session, errors, served } = connect(
      {},
      {
        socket: {
          send: () => {
            throw new Error('gone')
          },
          close: () => {},
        },
      },
    )
    session.receive(heartbeat('1'))
    session.receive(heartbeat('2'))
    expect(errors.map(String)).toEqual(['Error: gone', 'Error: gone'])
    expect(served).toHaveLength(2)
  })
})

test('whatever mix of calls, slow or quick, failing or not, each is answered once and in order', async () => {
  const call = fc.record({ slow: fc.boolean(), fails: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 30 }), async calls => {
      const { session, frames } = connect({
        MeterValues: ({ connectorId }) => {
          const { slow, fails } = calls[connectorId] ?? { slow: false, fails: false }
          if (slow) return fails ? Promise.reject(new OcppError('GenericError')) : settled().then(() => ({}))
          if (fails) throw new OcppError('GenericError')
          return {}
        },
      })
      calls.forEach((_, i) => {
        session.receive(`[2,"${i}","MeterValues",{"connectorId":${i},"meterValue":[]}]`)
      })
      for (let i = 0; i <= calls.length; i++) await settled()
      expect(frames().map(frame => frame.slice(0, 2))).toEqual(calls.map(({ fails }, i) => [fails ? 4 : 3, `${i}`]))
    }),
    { numRuns: 50 },
  )
})

test('a call is answered though its frames cannot be noted', () => {
  const { session, frames, errors } = connect(
    {},
    {
      onFrame: () => {
        throw new Error('no room for notes')
      },
    },
  )
  session.receive('[2,"1","Heartbeat",{}]')
  expect(frames()).toEqual([[3, '1', { currentTime: at }]])
  expect(errors).toHaveLength(2)
})
