// The way out: which addresses may be called, and how an answer is read.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callOutside, isPublicIp, outgoingFault, PrivateAddress } from './outgoing.ts'

test.each<[string, boolean]>([
  ['8.8.8.8', true],
  ['2001:4860:4860::8888', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['no address', false],
])('%s is public: %s', (address, isPublic) => expect(isPublicIp(address)).toBe(isPublic))

test.each([
  'ftp://host.example/',
  'host.example',
  'https://user:secret@host.example/',
  'http://host.example/',
  'https://localhost/',
  'https://printer/',
  'https://db.internal/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://[::ffff:127.0.0.1]/',
  `https://host.example/${'x'.repeat(500)}`,
])('refused: %s', address => expect(outgoingFault(address, { mayBePrivate: false })).toEqual(expect.any(String)))
test.each([
  'https://host.example:0/',
  'https://host.example:00/hooks',
  'https://host.example:65536/',
  'https://host.example:99999?x=1',
  'https://[2606:4700::1111]:70000/',
  'https:\\\\host.example:0',
])('a port that there is not is refused as such: %s', address => {
  for (const mayBePrivate of [true, false])
    expect(outgoingFault(address, { mayBePrivate })).toBe('Should have a port from 1 to 65535')
})
test.each([
  'https://host.example:1/',
  'https://host.example:65535/',
  'https://[2606:4700::1111]/',
  'https://host.example/:0',
])('a port that there is may be called: %s', address =>
  expect(outgoingFault(address, { mayBePrivate: false })).toBeUndefined(),
)
test('an address of the internet is none, and where the own network is allowed so is a private one', () => {
  expect(outgoingFault('https://host.example:8443/path?x=1', { mayBePrivate: false })).toBeUndefined()
  expect(outgoingFault('http://10.0.0.1/', { mayBePrivate: true })).toBeUndefined()
})

const server = createServer((request, response) => {
  if (request.url === '/away') return void response.writeHead(302, { location: '/' }).end()
  if (request.url === '/silent') return
  if (request.url === '/endless') {
    const more = () => {
      while (response.write('x'.repeat(10_000)));
      response.once('drain', more)
    }
    return more()
  }
  request.pipe(response)
})
let base = ''
beforeAll(async () => {
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', () => ready()))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const call = (path: string, more: object = {}) =>
  callOutside(`${base}${path}`, { headers: {}, body: 'hello', mayBePrivate: true, ...more })

test('the beginning of the answer is read, redirects are not followed, silence and endless answers end', async () => {
  expect(await call('/')).toMatchObject({ status: 200, text: 'hello' })
  expect((await call('/away')).status).toBe(302)
  expect((await call('/endless')).text).toHaveLength(2000)
  await expect(call('/silent', { patienceMs: 50 })).rejects.toThrow()
})
test('a private address is refused before anything is sent, a name that leads there when it is resolved', async () => {
  await expect(call('/', { mayBePrivate: false })).rejects.toThrow(PrivateAddress)
})
