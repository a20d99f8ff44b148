// The edge of the API: every failure behind it becomes one reply in the envelope, and the process lives on (D-GEN-18).
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PNG } from '#office/uploads/test-files.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { MAX_DEPTH } from '#platform/http/unfit.ts'
import { PASSWORD, startApp, type TestApp } from '#testing/app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())
let listening: Promise<{ http: string }> | undefined
const base = () => {
  listening ??= t.listen()
  return listening
}

/** Rejections that nobody heard; the product would end with the first. */
const unheard: unknown[] = []
const hear = (error: unknown) => unheard.push(error)
beforeEach(() => {
  process.on('unhandledRejection', hear)
})
afterEach(() => {
  process.off('unhandledRejection', hear)
})

test('with tables gone every read answers 500 in the envelope or does without them, and none is left alone', {
  timeout: 60_000,
}, async () => {
  const headers = await t.as('root')
  // The tables that a token is checked by stay.
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not in
      ('migration', 'app_user', 'team', 'team_member', 'role', 'role_access', 'audit_entry')`.execute(t.db)
  const rename = async (from: string, to: string) => {
    for (const { name } of rows)
      await sql`alter table ${sql.table(from + name)} rename to ${sql.raw(`"${to}${name}"`)}`.execute(t.db)
  }
  const filled = (path: string) =>
    path
      .replace('{teamId}', String(t.world.one.teamId))
      .replace('{id}', t.world.chargers.dc.id)
      .replaceAll(/\{\w+\}/g, '1')
  const reads = t.app.endpoints
    .filter(e => e.method === 'GET')
    .flatMap(e => ['', '?q=ab', '?total=only', '?export=true'].map(query => filled(e.path) + query))
  await rename('', 'gone_')
  try {
    const replies = await Promise.all(reads.map(async url => [url, await t.app.inject({ url, headers })] as const))
    const statuses = new Set(replies.map(([, r]) => r.statusCode))
    expect(statuses).toContain(500)
    for (const [url, r] of replies) {
      expect(r.json(), url).toMatchObject({ success: r.statusCode < 300, message: expect.any(String) })
      if (r.statusCode === 500)
        expect(r.json(), url).toEqual({
          success: false,
          message: 'Something went wrong. Please try again.',
          requestId: expect.any(String),
        })
    }
  } finally {
    await rename('gone_', '')
  }
  await new Promise(setImmediate)
  expect(unheard).toEqual([])
  expect((await t.app.inject({ url: filled('/cms/v1/team/{teamId}/transactions'), headers })).statusCode).toBe(200)
})

test.each(['/dashboard?period=%00', '/?x=%00', '/charger?q=a%ed%a0%80', '/dash%00board', '/transactions?filters=%00'])(
  'a screen at %s is the portal, whatever its address holds',
  async url => {
    const asked = { headers: { accept: 'text/html' } }
    const [odd, plain] = await Promise.all([
      t.app.inject({ url, ...asked }),
      t.app.inject({ url: '/dashboard', ...asked }),
    ])
    expect([odd.statusCode, odd.body]).toEqual([plain.statusCode, plain.body])
    expect((await t.app.inject({ url: '/auth/nothing?x=%00', ...asked })).statusCode).toBe(422)
  },
)

const UNFIT = ['\0', 'a\0b', '\ud800', 'x\udfff'] as const
const NOT_STORABLE = (label: string) => `${label} has a character that cannot be stored`

describe('a text that cannot be stored is refused on its field, before any handler', () => {
  test.each(UNFIT)('%j in a body', async text => {
    const headers = await t.as('root')
    const login = await t.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: text, password: 'x' },
    })
    expect([login.statusCode, login.json()]).toEqual([
      422,
      { success: false, message: NOT_STORABLE('Username'), errors: { username: NOT_STORABLE('Username') } },
    ])
    const nested = await t.app.inject({
      method: 'POST',
      url: '/cms/v1/team',
      headers,
      payload: { name: 'A', active: 'Y', address: { city: text }, financeConfig: { [text]: 1, deep: [{ x: text }] } },
    })
    expect(nested.json().errors).toEqual({
      'address.city': NOT_STORABLE('City'),
      financeConfig: NOT_STORABLE('Finance Config'),
      'financeConfig.deep.0.x': NOT_STORABLE('Value'),
    })
  })
  test('U+0000 in query, path, the JSON of filters and headers', async () => {
    const headers = await t.as('viewer')
    const team = `/cms/v1/team/${t.world.one.teamId}`
    const get = async (url: string, more: object = {}) => {
      const r = await t.app.inject({ url, headers: { ...headers, ...more } })
      return [r.statusCode, r.json().errors]
    }
    expect(await get(`${team}/chargers?q=%00`)).toEqual([422, { q: NOT_STORABLE('Search') }])
    expect(await get(`${team}/transactions?total=only&email=%00`)).toEqual([422, { email: NOT_STORABLE('Email') }])
    expect(await get(`${team}/charger/a%00/connectors`)).toEqual([422, { id: NOT_STORABLE('ID') }])
    const filters = JSON.stringify({ conditions: [{ field: 'email', operator: 'equals', value: '\0' }] })
    expect(await get(`${team}/transactions?filters=${encodeURIComponent(filters)}`)).toEqual([
      422,
      { filters: 'Filters must be {combine, conditions: [{field, operator, value}]}' },
    ])
    expect(await get(`${team}/chargers`, { 'if-match': '"\0"' })).toEqual([
      422,
      { 'if-match': NOT_STORABLE('If Match') },
    ])
    // Routes that are no endpoints, too.
    expect(await get(`${team}/events?charger=%00`)).toEqual([422, { charger: NOT_STORABLE('Charger') }])
    expect(await get('/auth/verifyemail?token=%00')).toEqual([422, { token: NOT_STORABLE('Token') }])
  })
  test.each([
    ['%ED%A0%80', 'a lone surrogate'],
    ['a%ed%bf%bfb', 'a lone surrogate in small letters'],
    ['%FF', 'a byte that no text has'],
    ['%C3', 'half a letter'],
    ['%', 'a percent sign alone'],
    ['%zz', 'digits that are none'],
  ])('%s, %s, in a query', async text => {
    const headers = await t.as('viewer')
    const team = `/cms/v1/team/${t.world.one.teamId}`
    const ask = async (query: string, path = '/chargers') => {
      const r = await t.app.inject({ url: `${team}${path}?${query}`, headers })
      return [r.statusCode, r.json().errors]
    }
    expect(await ask(`page=1&q=${text}`)).toEqual([422, { q: NOT_STORABLE('Search') }])
    expect(await ask(`total=only&email=${text}`, '/transactions')).toEqual([422, { email: NOT_STORABLE('Email') }])
    expect(await ask(`${text}=1`)).toEqual([422, { query: NOT_STORABLE('Query') }])
    // Routes that are no endpoints, and those that need no token.
    expect(await ask(`charger=${text}`, '/events')).toEqual([422, { charger: NOT_STORABLE('Charger') }])
    expect((await t.app.inject(`/auth/verifyemail?token=${text}`)).statusCode).toBe(422)
    expect((await t.app.inject(`/public/v1/config?x=${text}`)).statusCode).toBe(422)
  })
  test('a query of any letters is read as it is', async () => {
    const headers = await t.as('viewer')
    for (const q of ['%F0%9F%98%80', 'a+b%20c', '%25', '100%25', ''])
      expect(
        (await t.app.inject({ url: `/cms/v1/team/${t.world.one.teamId}/chargers?q=${q}`, headers })).statusCode,
      ).toBe(200)
  })
  test('bytes that are no text end at the address', async () => {
    for (const url of ['/cms/v1/team/%zz/chargers', '/cms/v1/user/%ED%A0%80', '/files/%c3%28']) {
      const r = await t.app.inject({ url, headers: await t.as('root') })
      expect([r.statusCode, r.json()], url).toEqual([422, { success: false, message: 'The address is not valid' }])
    }
  })
  test('a body nested deeper than any record is refused, however deep', async () => {
    const headers = { ...(await t.as('root')), 'content-type': 'application/json' }
    const body = (depth: number) => `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`
    for (const depth of [MAX_DEPTH, 200_000]) {
      const r = await t.app.inject({ method: 'POST', url: '/cms/v1/team', headers, payload: body(depth) })
      expect(r.json()).toEqual({
        success: false,
        message: 'The request is nested too deeply',
        errors: { body: 'The request is nested too deeply' },
      })
    }
  })
})

test.each(['', 'abc', '0', '-1', '1.5', '99999999999', '1&teamId=2'])(
  'the team %s in a query is a wrong field',
  async id => {
    for (const path of ['customer', 'root/customer', 'root/recipients', 'customer/1', 'availabletags']) {
      const r = await t.app.inject({ url: `/cms/v1/${path}?teamId=${id}`, headers: await t.as('admin') })
      expect([path, r.statusCode, r.json().errors]).toEqual([path, 422, { teamId: 'Team ID must be a number' }])
    }
  },
)

test('a text in a path is judged by its field, however long it is', async () => {
  const { teamId } = t.world.one
  const of = async (path: string, text: string) => {
    const url = `/cms/v1/${path.replace('{}', encodeURIComponent(text))}`
    return (await t.app.inject({ url, headers: await t.as('admin') })).statusCode
  }
  const known = [`team/${teamId}/charger/{}/tags`, 'remote/operation/charger/{}/task/x']
  for (const path of known) expect([path, await of(path, 'ü'.repeat(60))]).toEqual([path, 404])
  for (const path of [...known, `team/${teamId}/transaction/{}`])
    for (const length of [61, 101, 300, 2000]) expect([path, await of(path, 'ü'.repeat(length))]).toEqual([path, 422])
})

describe('the body is read for those who may send it', () => {
  /** Sends the head and the first kilobyte of a large body; what is answered before the rest comes. */
  const sendSome = async (path: string, bytes: number, headers: Record<string, string>) => {
    const { http } = await base()
    const request = httpRequest(http + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes },
    })
    request.on('error', () => undefined)
    request.write(' '.repeat(1024))
    const [r] = (await once(request, 'response')) as [IncomingMessage]
    r.setEncoding('utf8')
    let text = ''
    for await (const part of r) text += part
    request.destroy()
    return [r.statusCode, JSON.parse(text).message, r.headers.connection]
  }
  const MEGA = 1024 * 1024
  test('nobody without a token, without the right or of another company gets the server to read it', async () => {
    const upload = '/cms/v1/util/image-upload'
    expect(await sendSome(upload, 14 * MEGA, {})).toEqual([401, 'No token provided.', 'keep-alive'])
    expect(await sendSome(upload, 14 * MEGA, { authorization: 'Bearer x' })).toEqual([
      401,
      'Invalid token.',
      'keep-alive',
    ])
    const team = `/cms/v1/team/${t.world.one.teamId}/users`
    expect(await sendSome(team, MEGA / 2, await t.as('viewer'))).toEqual([403, 'Not Authorized', 'keep-alive'])
    expect(await sendSome(team, MEGA / 2, await t.as('stranger'))).toEqual([404, 'Team not found', 'keep-alive'])
  })
  test('an answer is not lost behind a body that is still on its way: up to 32 MB are thrown away, more are cut off', async () => {
    const { port } = new URL((await base()).http)
    const path = '/cms/v1/util/image-upload'
    /** Sends as a browser does: all of the body, and only then reads. The connection serves the next call. */
    const sendAll = async (head: Record<string, string>, body: Buffer) => {
      const socket = connect(Number(port), '127.0.0.1')
      const lines = Object.entries({ host: 'a', 'content-length': String(body.length), ...head })
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n`)
      for (let at = 0; at < body.length; at += MEGA)
        if (!socket.write(body.subarray(at, at + MEGA))) await once(socket, 'drain')
      socket.write('GET /health/live HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
      let text = ''
      for await (const part of socket) text += part
      return [...text.matchAll(/HTTP\/1.1 (\d+)|"message":"([^"]*)"/g)].map(([, status, message]) => status ?? message)
    }
    const json = { 'content-type': 'application/json' }
    const text = Buffer.from(JSON.stringify({ image: 'A'.repeat(20 * MEGA) }))
    const disposition = 'content-disposition: form-data; name="image"; filename="a.png"'
    const form = Buffer.concat([
      Buffer.from(`--x\r\n${disposition}\r\n\r\n`),
      Buffer.alloc(20 * MEGA),
      Buffer.from('\r\n--x--\r\n'),
    ])
    const headers = await t.as('root')
    const tooLarge = ['422', 'File should be 10 MB or less', '200', 'OK']
    expect(await sendAll({ ...headers, ...json }, text)).toEqual(tooLarge)
    expect(await sendAll({ ...headers, 'content-type': 'multipart/form-data; boundary=x' }, form)).toEqual(tooLarge)
    // A form in a browser that has lost its session.
    expect(await sendAll(json, text)).toEqual(['401', 'No token provided.', '200', 'OK'])
    expect((await sendSome(path, 33 * MEGA, headers)).at(-1)).toBe('close')
  })
  test('1 MB is the most, for uploads a file of 10 MB; beyond it 422 in words', async () => {
    const headers = await t.as('root')
    const said = [422, 'The request should be 1 MB or less', 'keep-alive']
    expect(await sendSome('/cms/v1/team', MEGA + 1, headers)).toEqual(said)
    expect(await sendSome('/auth/login', MEGA + 1, {})).toEqual(said)
    expect(await sendSome('/cms/v1/util/image-upload', 15 * MEGA + 1, headers)).toEqual([
      422,
      'File should be 10 MB or less',
      'keep-alive',
    ])
    // A body without its length is counted as it comes.
    const r = await t.app.inject({
      method: 'POST',
      url: '/cms/v1/team',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: Readable.from([Buffer.alloc(MEGA, ' '), Buffer.from('{}')]),
    })
    expect([r.statusCode, r.json().message]).toEqual(said.slice(0, 2))
  })
  test.each([
    ['{"a":', 'application/json', 'The request is no valid JSON'],
    ['', 'application/json', 'Please send the fields as a JSON object'],
    ['a=b', 'application/x-www-form-urlencoded', 'Please send the fields as a JSON object'],
    ['{"__proto__":{"a":1}}', 'application/json', 'The request is no valid JSON'],
    ['[1]', 'application/json', 'Please send the fields as a JSON object'],
    ['null', 'application/json', 'Please send the fields as a JSON object'],
  ])('%s as %s is refused in words', async (payload, type, message) => {
    const headers = { ...(await t.as('root')), 'content-type': type }
    const r = await t.app.inject({ method: 'POST', url: '/cms/v1/team', headers, payload })
    expect([r.statusCode, r.json().message]).toEqual([422, message])
  })
})

describe('what a library would refuse in its own way is refused as everything else', () => {
  const JSON_TYPE = { 'content-type': 'application/json' }
  test.each<[string, 'GET' | 'POST' | 'OPTIONS', string, Record<string, string>, string | undefined, number, string]>([
    [
      'a body of another encoding',
      'POST',
      '/auth/login',
      { 'content-encoding': 'foo' },
      '{}',
      422,
      'Please send the request without compression, or with gzip',
    ],
    [
      'a body that is not compressed',
      'POST',
      '/auth/login',
      { 'content-encoding': 'gzip' },
      '{}',
      422,
      'The request is not compressed as it says',
    ],
    ['a body that is no JSON', 'POST', '/auth/login', {}, 'hello', 422, 'The request is no valid JSON'],
    [
      'a type that is none',
      'POST',
      '/auth/login',
      { 'content-type': ';;;' },
      '{}',
      422,
      'Please send the fields as a JSON object',
    ],
    ['a question for methods', 'OPTIONS', '/cms/v1/profile', {}, undefined, 404, 'Not found'],
    [
      'a question of no origin',
      'OPTIONS',
      '/nowhere',
      { 'access-control-request-method': 'PUT' },
      undefined,
      404,
      'Not found',
    ],
    ['a path that nobody serves', 'POST', '/cms/v1/nowhere', {}, '{}', 404, 'Not found'],
    ['an address that is none', 'GET', '/nowhere/%ff', {}, undefined, 422, 'The address is not valid'],
  ])('%s', async (_what, method, url, headers, payload, status, message) => {
    const r = await t.app.inject({ method, url, headers: { ...JSON_TYPE, ...headers }, ...(payload && { payload }) })
    expect([r.statusCode, r.json()]).toEqual([status, { success: false, message }])
  })
  test('methods that the path does not have', async () => {
    const headers = await t.as('root')
    for (const method of ['PATCH', 'PROPFIND', 'TRACE', 'SEARCH'] as const) {
      const r = await t.app.inject({ method: method as 'PATCH', url: '/cms/v1/profile', headers })
      expect([r.statusCode, r.json()], method).toEqual([404, { success: false, message: 'Not found' }])
    }
  })
  test('an expectation that nobody knows is passed over', async () => {
    const { http } = await base()
    const request = httpRequest(`${http}/cms/v1/profile`, { headers: { ...(await t.as('viewer')), expect: 'wonders' } })
    request.end()
    const [r] = (await once(request, 'response')) as [IncomingMessage]
    r.resume()
    expect(r.statusCode).toBe(200)
  })
})

test('no cache keeps what a call answers, refused or not; a picture may be kept', async () => {
  const headers = await t.as('root')
  const { teamId } = t.world.one
  const kept = async (url: string, options: object = { headers }) =>
    (await t.app.inject({ url, ...options })).headers['cache-control']
  const calls = ['profile', `team/${teamId}/users`, `team/${teamId}/transactions?export=true`, 'user/999999', 'nowhere']
  for (const path of calls) expect([path, await kept(`/cms/v1/${path}`)]).toEqual([path, 'no-store'])
  expect(await kept('/cms/v1/profile', {})).toBe('no-store')
  expect(await kept('/public/v1/pay/session/x', {})).toBe('no-store')
  expect(await kept('/dev/outbox', { headers: { host: 'localhost' } })).toBe('no-store')
  const login = { username: 'root', password: encodePassword(PASSWORD) }
  expect(await kept('/auth/login', { method: 'POST', payload: login })).toBe('no-store')
  const image = PNG.toString('base64')
  const upload = await t.app.inject({ method: 'POST', url: '/cms/v1/util/image-upload', headers, payload: { image } })
  expect(await kept(upload.json().data, {})).toBe('public, max-age=31536000, immutable')
})

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'The request is not valid'],
  ['a zero in a header', 'GET / HTTP/1.1\r\nhost: a\r\nif-match: "\0"\r\n\r\n', 400, 'The request is not valid'],
  [
    'headers without end',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'The headers of the request are too large',
  ],
])('%s is refused in the envelope, and the connection ends', async (_what, sent, status, message) => {
  const { port } = new URL((await base()).http)
  const socket = connect(Number(port), '127.0.0.1')
  socket.setEncoding('utf8')
  let text = ''
  socket.on('data', part => {
    text += part
  })
  socket.write(sent)
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(JSON.parse(body)).toEqual({ success: false, message })
})

describe('what is for this machine alone', () => {
  const from = async (path: string, remoteAddress: string, headers: Record<string, string> = {}) =>
    (await t.app.inject({ url: path, remoteAddress, headers })).statusCode
  test.each([
    ['127.0.0.1', 'localhost:8080'],
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '[::1]:8080'],
    ['::ffff:127.0.0.1', 'portal.bluegrid.localhost'],
  ])('%s asking for %s is', async (address, host) => {
    expect(await from('/dev/outbox', address, { host })).toBe(200)
    expect(await from('/metrics', address, { host })).toBe(200)
  })
  test.each<[string, Record<string, string>]>([
    ['10.0.0.1', { host: 'localhost' }],
    // A proxy beside the product, or a page elsewhere whose name leads here.
    ['127.0.0.1', { host: 'portal.example' }],
    ['127.0.0.1', { host: 'localhost.example' }],
    ['127.0.0.1', { host: 'portal.example:8080' }],
    ['127.0.0.1', { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }],
    ['127.0.0.1', { host: 'localhost', 'x-forwarded-host': 'portal.example' }],
    ['127.0.0.1', { host: 'localhost', 'x-real-ip': '10.0.0.1' }],
    ['127.0.0.1', { host: 'localhost', forwarded: 'for=10.0.0.1' }],
    ['127.0.0.1', { host: 'localhost', via: '1.1 proxy' }],
  ])('%s with %j is not', async (address, headers) => {
    expect(await from('/dev/outbox', address, headers)).toBe(404)
    expect(await from('/metrics', address, headers)).toBe(401)
  })
  test('in production the outbox is nobody’s; with a token the metrics are those who have it', async () => {
    const strict = await t.another({ isDevelopment: false, metricsToken: 'a token of the metrics' })
    const get = async (url: string, headers: Record<string, string> = {}) =>
      (await strict.app.inject({ url, headers })).statusCode
    expect(await get('/dev/outbox')).toBe(404)
    expect(await get('/metrics')).toBe(401)
    expect(await get('/metrics', { authorization: 'Bearer a token of the metricz' })).toBe(401)
    expect(await get('/metrics', { authorization: 'Bearer a token of the metrics', via: '1.1 proxy' })).toBe(200)
    await strict.close()
  })
})

test.each(['h2c', 'TLS/1.0', 'websocket, h2c'])(
  'an offer to go on with %s is passed over, the call is answered',
  async offer => {
    const { http } = await base()
    const request = httpRequest(`${http}/health/live`, { headers: { connection: 'Upgrade', upgrade: offer } })
    request.end()
    const [reply] = (await once(request, 'response')) as [IncomingMessage]
    reply.resume()
    expect(reply.statusCode).toBe(200)
  },
)
