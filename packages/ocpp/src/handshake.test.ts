// Hostile requests get a status, honest ones their identity, subprotocol and credentials.
import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { basicCredentials, identityFromPath, newestOf, pickSubprotocol, type Subprotocol } from './handshake.ts'

describe('the identity is the decoded end of the path', () => {
  test.each([
    ['/ocpp/CP-001', 'CP-001'],
    ['/ocpp/RDAM%20123', 'RDAM 123'],
    ['/ocpp/CP-001?token=1', 'CP-001'],
    ['/ocpp/CP-001#x', 'CP-001'],
    ['/ocpp/T%C3%BCr%3A1', 'Tür:1'],
    [`/ocpp/${'x'.repeat(60)}`, 'x'.repeat(60)],
    ['/ocpp/a.b', 'a.b'],
    ['/ocpp/CP-001/', 'CP-001'],
    ['/ocpp//CP-001', 'CP-001'],
    ['/ocpp//RDAM%20123//?token=1', 'RDAM 123'],
  ])('%s', (url, ok) => expect(identityFromPath(url)).toEqual({ ok }))
})

describe('hostile paths get a 4xx', () => {
  test.each([
    ['/ocpp/%E0%A4%A', 400],
    ['/ocpp/%', 400],
    ['/ocpp/%00', 400],
    ['/ocpp/CP%0A1', 400],
    ['/ocpp/..%2F', 400],
    ['/ocpp/..', 400],
    ['/ocpp/%2e%2e', 400],
    ['/ocpp/../etc/passwd', 400],
    ['/ocpp/a/b', 400],
    ['/ocpp/a%5Cb', 400],
    [`/ocpp/${'x'.repeat(300)}`, 400],
    ['/ocpp//a/b/', 400],
    ['/ocpp//../', 400],
    ['/ocpp/%2FCP-001', 400],
    ['/ocpp/CP-001%2F', 400],
    ['/ocpp/', 404],
    ['/ocpp//', 404],
    ['/ocpp', 404],
    ['/ocpp/?x=/ocpp/CP-001', 404],
    ['/', 404],
    ['', 404],
    ['/OCPP/CP-001', 404],
    ['http://host/ocpp/CP-001', 404],
  ])('%s', (url, status) => expect(identityFromPath(url)).toEqual({ status }))
})

test('another prefix may be asked for', () => {
  expect(identityFromPath('/ws/CP-001', '/ws/')).toEqual({ ok: 'CP-001' })
})

test('any identity without controls and slashes comes back from its encoded path', () => {
  const identity = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .filter(text => text.length <= 60 && !/[\p{Cc}\p{Cs}/\\]|^\.{1,2}$/u.test(text))
  fc.assert(
    fc.property(identity, ok => {
      expect(identityFromPath(`/ocpp/${encodeURIComponent(ok)}`)).toEqual({ ok })
    }),
  )
})

test('any path is judged without an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(() => identityFromPath(`/ocpp/${text}`)).not.toThrow()
    }),
  )
})

describe('the newest subprotocol that both sides speak is picked, wherever it stands', () => {
  const all: readonly Subprotocol[] = ['ocpp1.6', 'ocpp2.0.1', 'ocpp2.1']
  const both: readonly Subprotocol[] = ['ocpp1.6', 'ocpp2.0.1']
  test.each<[string | undefined, readonly Subprotocol[], Subprotocol | undefined]>([
    ['ocpp1.6', both, 'ocpp1.6'],
    ['ocpp2.0.1', both, 'ocpp2.0.1'],
    ['ocpp1.6, ocpp2.0.1', both, 'ocpp2.0.1'],
    ['ocpp2.0.1,ocpp1.6', both, 'ocpp2.0.1'],
    ['ocpp1.6,ocpp2.1 ,ocpp2.0.1', both, 'ocpp2.0.1'],
    ['ocpp1.6,ocpp2.1 ,ocpp2.0.1', all, 'ocpp2.1'],
    ['ocpp2.1', both, undefined],
    ['ocpp2.1', all, 'ocpp2.1'],
    ['ocpp2.0', all, undefined],
    ['ocpp2.0,ocpp1.6', all, 'ocpp1.6'],
    ['OCPP2.0.1', all, undefined],
    ['ocpp2.0.1', ['ocpp1.6'], undefined],
    ['ocpp2.0.1,ocpp1.6', [], undefined],
    ['constructor,__proto__', all, undefined],
    ['', all, undefined],
    [undefined, all, undefined],
  ])('%s, of %j: %s', (header, served, picked) => expect(pickSubprotocol(header, served)).toBe(picked))

  test('the order of neither list matters, and what is picked was offered and is served', () => {
    const names = fc.subarray([...all, 'ocpp1.5', 'ocpp2.0', 'x'])
    fc.assert(
      fc.property(names, fc.subarray([...all]), (offered, served) => {
        const picked = newestOf(offered, served)
        expect(newestOf(offered.toReversed(), served.toReversed())).toBe(picked)
        const common = served.filter(name => offered.includes(name)).toSorted()
        expect(picked).toBe(common.at(-1))
      }),
    )
  })
})

describe('the subprotocol is found anywhere in the offer', () => {
  test.each([
    ['ocpp1.6', 'ocpp1.6'],
    ['ocpp2.0.1, ocpp1.6', 'ocpp1.6'],
    ['ocpp2.0.1,ocpp1.6 ,ocpp1.5', 'ocpp1.6'],
    ['ocpp2.0.1', undefined],
    ['ocpp1.6j', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s', (header, picked) => expect(pickSubprotocol(header, ['ocpp1.6'])).toBe(picked))
})

const basic = (bytes: Buffer | string) => `Basic ${Buffer.from(bytes).toString('base64')}`

describe('Basic credentials', () => {
  test('the password is every byte after the first colon', () => {
    const password = Buffer.from([0, 0xff, 58, 0x80, 10, 58])
    const header = basic(Buffer.concat([Buffer.from('RDAM 123:'), password]))
    expect(basicCredentials(header)).toEqual({ user: 'RDAM 123', password })
  })

  test('the scheme is written in any case, the padding may be missing', () => {
    expect(basicCredentials('bASIC YTpi')).toEqual({ user: 'a', password: Buffer.from('b') })
    expect(basicCredentials('Basic YTpiYg')).toEqual({ user: 'a', password: Buffer.from('bb') })
  })

  test('both parts may be empty', () => {
    expect(basicCredentials(basic(':'))).toEqual({ user: '', password: Buffer.alloc(0) })
  })

  test.each([
    undefined,
    '',
    'Basic',
    'Basic ',
    'Bearer YTpi',
    'Basic YTpiY',
    'Basic !!!!',
    'Basic YT=pi',
    `Basic ${Buffer.from('nocolon').toString('base64')}`,
  ])('what is cut, foreign or missing gives none: %s', header => {
    expect(basicCredentials(header)).toBeUndefined()
  })

  test('any user without colon and any password come back', () => {
    const user = fc.string().filter(text => !text.includes(':'))
    fc.assert(
      fc.property(user, fc.uint8Array(), (name, bytes) => {
        const header = basic(Buffer.concat([Buffer.from(`${name}:`), bytes]))
        expect(basicCredentials(header)).toEqual({ user: name, password: Buffer.from(bytes) })
      }),
    )
  })
})
