// The view of the Logs tab by its address (D-LOG-2, D-LOG-3).
import { describe, expect, test } from 'vitest'
import { INVALID_INTERVAL } from './charger-log.contract.ts'
import { INTERVAL_TOO_LONG } from './charger-log.rules.ts'
import { type LogSearchFields, NOTHING, SEARCH_FIELDS, searchState } from './log-search.rules.ts'

const shown = (more: Partial<LogSearchFields> = {}) => searchState({ ...NOTHING, ...more })
/** With their zone, so that the expectation needs none. */
const day = { from: '2026-03-02T00:00:00Z', to: '2026-03-02T12:30:15Z' }
const interval = { startDate: '2026-03-02', startTime: '00:00:00', endDate: '2026-03-02', endTime: '12:30:15' }

test('nothing asked for is live', () => {
  expect(shown()).toEqual({ mode: 'live' })
  expect(SEARCH_FIELDS).toEqual(['from', 'to', 'q', 'action', 'type', 'kind'])
})
describe('a search', () => {
  test.each([
    [{ q: '  CALL ' }, { q: 'CALL' }],
    [{ q: 'x'.repeat(300) }, { q: 'x'.repeat(200) }],
    [{ action: 'BootNotification' }, { action: 'BootNotification' }],
    [{ action: 'A'.repeat(50) }, { action: 'A'.repeat(50) }],
    [{ type: 'INCOMING' }, { messageType: 'INCOMING' }],
    [{ kind: 'ERROR' }, { kind: 'ERROR' }],
    [
      { q: 'a', action: 'B', type: 'OUTGOING', kind: 'ANSWER' },
      { q: 'a', action: 'B', messageType: 'OUTGOING', kind: 'ANSWER' },
    ],
  ])('%j', (asked, search) => expect(shown(asked)).toEqual({ mode: 'search', search }))
  test.each<Partial<LogSearchFields>>([
    { q: '   ' },
    { action: 'Boot Notification' },
    { action: '1' },
    { action: 'A'.repeat(51) },
    { type: 'SIDEWAYS' },
    { kind: 'toString' },
  ])('an unknown choice is ignored: %j', asked => expect(shown(asked)).toEqual({ mode: 'live' }))
})
describe('an interval', () => {
  test('alone, and with a search', () => {
    expect(shown(day)).toEqual({ mode: 'interval', interval })
    expect(shown({ ...day, q: 'a' })).toEqual({ mode: 'search', search: { q: 'a', ...interval } })
  })
  test.each([
    [{ ...day, to: '' }, INVALID_INTERVAL],
    [{ ...day, from: '' }, INVALID_INTERVAL],
    [{ ...day, from: 'soon' }, INVALID_INTERVAL],
    [{ ...day, to: day.from }, INVALID_INTERVAL],
    [{ ...day, to: '2026-03-01T00:00:00Z' }, INVALID_INTERVAL],
    [{ ...day, to: '2026-04-02T00:00:01Z' }, INTERVAL_TOO_LONG],
  ])('%j is none', (asked, error) => expect(shown(asked)).toEqual({ mode: 'wrong', error }))
  test('of exactly 31 days is the longest', () => {
    expect(shown({ ...day, to: '2026-04-02T00:00:00Z' }).mode).toBe('interval')
  })
})
