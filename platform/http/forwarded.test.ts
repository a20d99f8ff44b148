// Whose address counts behind proxies, for every way an address is written down.
import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressIn, callerAddress, trusted } from './forwarded.ts'

const ipv4 = fc.ipV4()
const ipv6 = fc.ipV6()

test.each<[string, string | undefined]>([
  ['1.2.3.4', '1.2.3.4'],
  [' 1.2.3.4:5678 ', '1.2.3.4'],
  ['::1', '::1'],
  ['[::1]', '::1'],
  ['[::1]:99', '::1'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:102:304', '1.2.3.4'],
  ['[::ffff:1.2.3.4]:80', '1.2.3.4'],
  ['', undefined],
  ['junk', undefined],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['1.2.3', undefined],
  ['1.2.3.4:', undefined],
  ['1.2.3.4:5678:9', undefined],
  ['256.1.1.1', undefined],
  ['01.2.3.4', undefined],
  ['[1.2.3.4', undefined],
  ['1.2.3.4 5.6.7.8', undefined],
])('%j is %s', (text, address) => {
  expect(addressIn(text)).toBe(address)
})

test('what is read is written in one way, which reads as itself, with or without a port', () => {
  fc.assert(
    fc.property(fc.oneof(ipv4, ipv6), fc.integer({ min: 1, max: 65_535 }), (text, port) => {
      const address = addressIn(text)
      expect(address).toBeDefined()
      expect(addressIn(address ?? '')).toBe(address)
      expect(addressIn(text.includes(':') ? `[${text}]:${port}` : `${text}:${port}`)).toBe(address)
    }),
  )
})

const from = (remoteAddress: string, told?: string) =>
  ({ socket: { remoteAddress }, headers: told === undefined ? {} : { 'x-forwarded-for': told } }) as IncomingMessage

test('the nearest address that is not trusted counts; nothing further away does', () => {
  const isTrusted = trusted('10.0.0.0/8, loopback')
  const caller = (remoteAddress: string, told?: string) => callerAddress(from(remoteAddress, told), isTrusted)
  expect(caller('192.0.2.1', '198.51.100.1')).toBe('192.0.2.1')
  expect(caller('::ffff:10.0.0.1', '198.51.100.1')).toBe('198.51.100.1')
  expect(caller('127.0.0.1', '6.6.6.6, 198.51.100.1:80, 10.1.1.1')).toBe('198.51.100.1')
  expect(caller('10.0.0.1', '6.6.6.6, junk, 10.1.1.1')).toBe('10.1.1.1')
  expect(caller('10.0.0.1', '10.0.0.2')).toBe('10.0.0.2')
  expect(caller('10.0.0.1')).toBe('10.0.0.1')
  expect(callerAddress(from('127.0.0.1', '6.6.6.6'), trusted(undefined))).toBe('127.0.0.1')
})

test('whatever is told, the caller is an address, and forged entries in front change nothing', () => {
  const isTrusted = trusted('10.0.0.1')
  fc.assert(
    fc.property(fc.string(), ipv4, (forged, real) => {
      fc.pre(real !== '10.0.0.1')
      expect(addressIn(callerAddress(from('10.0.0.1', forged), isTrusted))).toBeDefined()
      expect(callerAddress(from('10.0.0.1', `${forged}, ${real}`), isTrusted)).toBe(real)
    }),
  )
})
