// How long the next try waits, after tries from any network.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { networkOf } from '#platform/http/caller.ts'
import { LONGEST_DELAY_SECONDS, type PastTries, waitOf, waitText } from './try.rules.ts'

const now = new Date('2026-03-02T10:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const seen = (s: Partial<PastTries>): PastTries => ({
  lastAllowedHere: null,
  ofName: 0,
  newestOfName: null,
  isKnown: false,
  ...s,
})

test.each<['password' | 'code' | 'request', Partial<PastTries>, number]>([
  ['password', {}, 0],
  ['password', { lastAllowedHere: ago(60) }, 840],
  ['password', { lastAllowedHere: ago(60), isKnown: true }, 840],
  ['password', { lastAllowedHere: ago(900) }, 0],
  ['password', { ofName: 99, newestOfName: ago(0) }, 0],
  ['password', { ofName: 100, newestOfName: ago(0) }, 15],
  ['password', { ofName: 100, newestOfName: ago(14.5) }, 1],
  ['password', { ofName: 100, newestOfName: ago(15) }, 0],
  ['password', { ofName: 110, newestOfName: ago(0) }, 30],
  ['password', { ofName: 120, newestOfName: ago(0) }, 60],
  ['password', { ofName: 5000, newestOfName: ago(0) }, 60],
  ['password', { ofName: 5000, newestOfName: ago(0), isKnown: true }, 0],
  ['code', { ofName: 49, newestOfName: ago(0) }, 0],
  ['code', { ofName: 50, newestOfName: ago(0) }, 1],
  ['code', { ofName: 53, newestOfName: ago(3) }, 5],
  ['code', { ofName: 5000, newestOfName: ago(0) }, 60],
  ['code', { ofName: 5000, newestOfName: ago(0), isKnown: true }, 0],
  ['request', { ofName: 5000, newestOfName: ago(0) }, 0],
  ['request', { lastAllowedHere: ago(899.5) }, 1],
  // Where two limits make a caller wait, the longer wait is answered.
  ['password', { lastAllowedHere: ago(890), ofName: 5000, newestOfName: ago(0) }, 60],
  ['code', { lastAllowedHere: ago(0), ofName: 5000, newestOfName: ago(0) }, 900],
])('%s after %j waits %d s', (kind, s, seconds) => {
  expect(waitOf(kind, seen(s), now)).toBe(seconds)
})

test.each([
  [1, '1 second'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [7200, '2 hours'],
  [7201, '3 hours'],
])('%d s are told as %s', (seconds, text) => expect(waitText(seconds)).toBe(text))

test('what others tried never closes a network for more than a minute', () => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.nat(1e5), fc.boolean(), (ofName, secondsAgo, isKnown) => {
      const s = seen({ ofName, newestOfName: ago(secondsAgo), isKnown })
      for (const kind of ['password', 'code', 'request'] as const) {
        expect(waitOf(kind, s, now)).toBeLessThanOrEqual(LONGEST_DELAY_SECONDS)
        if (isKnown) expect(waitOf(kind, s, now)).toBe(0)
      }
    }),
  )
})

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0:0:ffff:1:2:3', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['not an address', 'not an address'],
  ['1::2::3', '1::2::3'],
  ['', ''],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
