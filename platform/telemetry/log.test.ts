// Secrets are removed from lines of the log, by the names of their fields and by their form; everything else stays.
import pg from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { logOptions } from './log.ts'

const SECRET = 'Hush-4711'
function lineOf(facts: object, text = 'Something'): string {
  const written: string[] = []
  pino(logOptions('trace'), { write: (line: string) => void written.push(line) }).error(facts, text)
  return written.join('')
}

test.each<[string, object, string?]>([
  ['a password', { password: SECRET }],
  ['headers', { headers: { authorization: `Bearer ${SECRET}`, cookie: `sid=${SECRET}` } }],
  ['secrets deep within', { a: { b: [{ c: { webhookSecret: SECRET, keySecret: SECRET } }] } }],
  ['a key of a charger’s configuration', { payload: { key: 'AuthorizationKey', value: SECRET } }],
  ['the tag of a driver', { idTag: SECRET, told: { parentIdTag: SECRET, id_tag: SECRET } }],
  ['a device', { deviceId: SECRET }],
  ['an error with fields', { err: Object.assign(new Error('no'), { config: { headers: { Authorization: SECRET } } }) }],
  ['the cause of an error', { err: new Error('no', { cause: Object.assign(new Error('in'), { token: SECRET }) }) }],
  ['an error under another name', { why: Object.assign(new Error('no'), { accessToken: SECRET }) }],
  ['an address with credentials', { url: `postgres://wattdesk:${SECRET}@db:5432/wattdesk` }],
  ['an address in a message', {}, `smtp://me:${SECRET}@mail.example refuses`],
  ['a link with a token', { url: `/auth/verify?user=1&token=${SECRET}` }],
  ['a header in a text', {}, `sent Basic ${SECRET} to it`],
  ['a signed token', {}, `got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIn0.${SECRET}`],
  ['a piece of JSON in a text', {}, `Unexpected token in {"username":"me","password":"${SECRET}"}`],
  ['a piece that broke off', {}, `Unexpected end of {"key":"x","apiKey": "${SECRET}`],
  [
    'the row of an error of PostgreSQL',
    {
      err: Object.assign(new pg.DatabaseError('null value', 1, 'error'), {
        detail: `Failing row contains (1, "${SECRET}", x).`,
      }),
    },
  ],
  [
    'the key of an error of PostgreSQL',
    {
      err: Object.assign(new pg.DatabaseError('duplicate', 1, 'error'), { detail: `Key (id_tag)=(${SECRET}) exists.` }),
    },
  ],
])('%s is taken out', (_what, facts, text) => {
  const line = lineOf(facts, text)
  expect(line).not.toContain(SECRET)
  // Still one line of JSON.
  expect(() => JSON.parse(line)).not.toThrow()
})

test('what people look for stays', () => {
  const err = Object.assign(new pg.DatabaseError('relation does not exist', 1, 'error'), { code: '42P01' })
  const line = JSON.parse(
    lineOf(
      { err, chargepoint: 'DC-1', transactionId: 7, keyId: 'rzp_test_1', key: 'HeartbeatInterval', value: '60' },
      'No',
    ),
  )
  expect(line).toMatchObject({
    msg: 'No',
    err: {
      type: 'DatabaseError',
      message: 'relation does not exist',
      code: '42P01',
      stack: expect.stringContaining('log.test.ts'),
    },
    chargepoint: 'DC-1',
    transactionId: 7,
    keyId: 'rzp_test_1',
    key: 'HeartbeatInterval',
    value: '60',
  })
})

test('a circle ends', () => {
  const a: Record<string, unknown> = { name: 'a' }
  a.a = a
  expect(() => JSON.parse(lineOf({ a }))).not.toThrow()
})
