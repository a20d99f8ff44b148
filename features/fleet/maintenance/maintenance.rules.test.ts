// The rules of planned maintenance by tables: times, what may change once it runs, and what chargers are told.
import { describe, expect, test } from 'vitest'
import { closingAt, closingBefore, driverText } from './closing.words.ts'
import {
  type AtEnd,
  type AtStart,
  beganNow,
  endRefusal,
  pauseMs,
  runningFaults,
  stepsBack,
  stepsOut,
  stepTexts,
  timeFaults,
} from './maintenance.rules.ts'

const now = new Date('2026-03-04T10:00:00Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

describe('times', () => {
  test.each<[string, number, number, boolean, object]>([
    ['from now on', 0, 60, false, {}],
    ['a start in the past', -1, 60, false, { starts_at: 'Must not be in the past' }],
    ['a start in the past, of one that has begun', -1, 60, true, {}],
    ['no length', 10, 10, false, { ends_at: 'Must be after the start' }],
    ['the end before the start', 10, 5, false, { ends_at: 'Must be after the start' }],
    ['an end in the past, of one that has begun', -60, -1, true, { ends_at: 'Must not be in the past' }],
    ['90 days', 0, 90 * 1440, false, {}],
    ['more than 90 days', 0, 90 * 1440 + 1, false, { ends_at: 'At most 90 days after the start' }],
    ['two years ahead', 730 * 1440, 730 * 1440 + 60, false, {}],
    [
      'more than two years ahead',
      730 * 1440 + 1,
      730 * 1440 + 60,
      false,
      { starts_at: 'Must be within the next two years' },
    ],
  ])('%s', (_, from, to, hasBegun, faults) => {
    expect(timeFaults({ startsAt: at(from), endsAt: at(to) }, now, { hasBegun })).toEqual(faults)
  })
  test('a start of the last two minutes is now', () => {
    expect([at(0), at(-1), at(-2), at(-2.01), at(1)].map(t => beganNow(t, now))).toEqual([
      now,
      now,
      now,
      at(-2.01),
      at(1),
    ])
  })
  test('a closing holds from its start to just before its end', () => {
    const c = { from: at(0).getTime(), to: at(60).getTime(), text: null }
    expect([at(-0.01), at(0), at(59.99), at(60)].map(t => closingAt([c], t) !== undefined)).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect([
      closingBefore([c], now, at(0)),
      closingBefore([c], now, at(1)),
      closingBefore([c], at(60), at(90)),
    ]).toEqual([undefined, c, undefined])
    expect([driverText({ text: 'Noon' }), driverText(c)]).toEqual([
      'Noon',
      expect.stringMatching(/planned maintenance/),
    ])
  })
})

test('of one that runs the start, the chargers and Inoperative stay', () => {
  const before = { startsAt: now, setsInoperative: true }
  expect(runningFaults(before, before, true)).toEqual({})
  const faults = runningFaults(before, { startsAt: at(1), setsInoperative: false }, false)
  expect(Object.keys(faults)).toEqual(['starts_at', 'sets_inoperative', 'chargers'])
})
test.each([
  ['Planned', 'change', undefined],
  ['Planned', 'cancel', undefined],
  ['Planned', 'end', 'The maintenance has not begun: cancel it instead'],
  ['Running', 'change', undefined],
  ['Running', 'cancel', 'The maintenance has begun: end it instead'],
  ['Running', 'end', undefined],
  ['Ended', 'change', 'The maintenance has ended'],
  ['Ended', 'end', 'The maintenance has ended'],
  ['Cancelled', 'cancel', 'The maintenance was cancelled'],
] as const)('%s: to %s', (state, deed, refusal) => expect(endRefusal(state, deed)).toBe(refusal))

describe('what a charger is told', () => {
  const start: AtStart = {
    byHand: false,
    wholeStatus: 'Available',
    connectors: [
      { connectorId: 1, status: 'Available' },
      { connectorId: 2, status: 'Charging' },
    ],
    ours: [],
  }
  test.each<[string, Partial<AtStart>, string[]]>([
    ['each connector', {}, ['1 pending', '2 pending']],
    ['a charger without known connectors as a whole', { connectors: [], wholeStatus: null }, ['0 pending']],
    ['one that is out stays', { connectors: [{ connectorId: 1, status: 'Unavailable' }] }, ['1 left']],
    ['a whole charger that is out stays', { wholeStatus: 'Unavailable' }, ['1 left', '2 left']],
    ['maintenance by hand', { byHand: true, ours: [1] }, ['1 left', '2 left']],
    ['taken over from another maintenance', { ours: [1] }, ['1 accepted', '2 pending']],
    [
      'a whole charger that another maintenance took out',
      { wholeStatus: 'Unavailable', ours: [1, 2] },
      ['1 accepted', '2 accepted'],
    ],
  ])('at the start: %s', (_, more, told) => {
    expect(stepsOut({ ...start, ...more }).map(s => `${s.number} ${s.state}`)).toEqual(told)
  })
  const end: AtEnd = { byHand: false, personOut: [], keptOut: [] }
  const out = [
    { number: 1, state: 'accepted' as const, tries: 1 },
    { number: 2, state: 'scheduled' as const, tries: 1 },
    { number: 3, state: 'left' as const, tries: 0 },
    { number: 4, state: 'rejected' as const, tries: 1 },
    { number: 5, state: 'pending' as const, tries: 0 },
    { number: 6, state: 'pending' as const, tries: 2 },
    { number: 7, state: 'sent' as const, tries: 1 },
  ]
  test.each<[string, Partial<AtEnd>, string[]]>([
    ['what it may have taken', {}, ['1 pending', '2 pending', '6 pending', '7 pending']],
    ['a person has taken one out since', { personOut: [2] }, ['1 pending', '2 left', '6 pending', '7 pending']],
    ['a person has taken all out since', { personOut: [0] }, ['1 left', '2 left', '6 left', '7 left']],
    ['maintenance by hand', { byHand: true }, ['1 left', '2 left', '6 left', '7 left']],
    ['another maintenance goes on', { keptOut: [1, 6] }, ['1 skipped', '2 pending', '6 skipped', '7 pending']],
  ])('at the end: %s', (_, more, told) => {
    expect(stepsBack(out, { ...end, ...more }).map(s => `${s.number} ${s.state}`)).toEqual(told)
  })
  test.each([
    [{ what: 'out', number: 1, state: 'accepted', note: null, isConnected: true }, 'Connector 1: Accepted'],
    [
      { what: 'back', number: 0, state: 'pending', note: null, isConnected: true },
      'Charge Point: Waits for the charge point',
    ],
    [
      { what: 'back', number: 2, state: 'pending', note: 'No answer', isConnected: false },
      'Connector 2: Waits: the charge point is offline, No answer',
    ],
    [
      { what: 'reservation', number: 77, state: 'rejected', note: 'Rejected', isConnected: true },
      'Reservation 77: Cancelled, the charge point no longer kept it',
    ],
    [{ what: 'out', number: 1, state: 'left', note: 'Out before', isConnected: true }, 'Connector 1: Out before'],
  ] as const)('in words: %o', (step, text) => expect(stepTexts([{ ...step, evse: null }])).toEqual([text]))
  test('what stands alike stands together', () => {
    const step = (number: number, state: 'accepted' | 'rejected', what: 'out' | 'reservation' = 'out') =>
      ({ what, number, state, note: null, isConnected: true, evse: null }) as const
    const all = [step(1, 'accepted'), step(2, 'rejected'), step(3, 'accepted'), step(7, 'accepted', 'reservation')]
    expect(stepTexts(all)).toEqual(['Connectors 1, 3: Accepted', 'Connector 2: Rejected', 'Reservation 7: Cancelled'])
    const ofEvses = [1, 2].map(n => ({ ...step(n, 'accepted'), evse: `EVSE ${n}` }))
    expect(stepTexts(ofEvses)).toEqual(['EVSE 1; EVSE 2: Accepted'])
    expect(stepTexts([step(8, 'rejected', 'reservation')])).toEqual([
      'Reservation 8: Cancelled, the charge point no longer kept it',
    ])
  })
  test('again after 2, 4, 8, 16 and then 30 minutes', () => {
    expect([1, 2, 3, 4, 5, 9].map(n => pauseMs(n) / 60_000)).toEqual([2, 4, 8, 16, 30, 30])
  })
})
