// The words of a timeline's events.
import { formatFileTime } from '@wattdesk/base/time'
import { describe, expect, test } from 'vitest'
import type { ConnectionEvent } from './timeline.contract.ts'
import { codeText, connectionText, connectorName, durationText, kwhText, lateText } from './timeline-words.rules.ts'

test.each([
  [1000, '1000: ended normally'],
  [1006, '1006: broke off without notice'],
  [1012, '1012: the server restarted'],
  [4000, '4000'],
])('the code %i reads %s', (code, text) => expect(codeText(code)).toBe(text))

describe('a connection', () => {
  const lastAt = '2026-03-02T12:00:00Z'
  const event = { event: 'connected', reason: null, closeCode: null, times: 1, lastAt: null, address: null } as const
  test.each<[Partial<ConnectionEvent>, [string, string]]>([
    [{ address: '10.1.2.3' }, ['Connected', 'From 10.1.2.3']],
    [{}, ['Connected', '']],
    [{ event: 'booted' }, ['Started up', 'The charger told what it is']],
    [{ event: 'disconnected', closeCode: 1006 }, ['Disconnected', 'Code 1006: broke off without notice']],
    [
      { event: 'disconnected', reason: 'Closed with 1006', closeCode: 1006 },
      ['Disconnected', 'Code 1006: broke off without notice'],
    ],
    [
      { event: 'disconnected', reason: 'Server ended', closeCode: 1012 },
      ['Disconnected', 'Server ended · Code 1012: the server restarted'],
    ],
    [{ event: 'disconnected' }, ['Disconnected', '']],
    [{ event: 'replaced' }, ['Connection replaced by a newer one', '']],
    [{ event: 'refused', reason: 'Wrong key' }, ['Connection refused', 'Wrong key']],
    [{ event: 'refused', reason: 'Wrong key', times: 1, lastAt }, ['Connection refused', 'Wrong key']],
  ])('%j', (more, text) => expect(connectionText({ ...event, ...more } as ConnectionEvent)).toEqual(text))
  test('refused many times says how often and when last', () => {
    const [, text] = connectionText({
      ...event,
      event: 'refused',
      reason: 'Wrong key',
      times: 123_456,
      lastAt,
    } as ConnectionEvent)
    expect(text).toBe(`Wrong key · 1,23,456 times, last at ${formatFileTime(new Date(lastAt)).slice(11)}`)
  })
})

test.each([
  [59_999, ''],
  [60_000, 'told 1 min later'],
  [-60_000, ''],
  [90_000_000, 'told 1,500 min later'],
])('an event reported after %i ms: %s', (late, text) => {
  const at = Date.parse('2026-03-02T12:00:00Z')
  expect(lateText({ at: new Date(at).toISOString(), receivedAt: new Date(at + late).toISOString() })).toBe(text)
})
test('a connector has the name that its charger gives it; connector 0 is the charge point', () => {
  const known = [{ connectorId: 2, evseId: 3, evseConnectorId: null }]
  expect([0, 1, 2].map(id => connectorName(id, known))).toEqual(['Charge point', 'Connector 1', 'EVSE 3'])
})
test.each([
  [12_345, '12.35 kWh'],
  [1000, '1 kWh'],
  [123_456_000, '1,23,456 kWh'],
])('%i Wh read %s', (wh, text) => expect(kwhText(wh)).toBe(text))
test.each([
  [0, '0 s'],
  [119_999, '120 s'],
  [120_000, '2 min'],
  [90_000_000, '1,500 min'],
])('%i ms read %s', (length, text) => expect(durationText(length)).toBe(text))
