import { describe, expect, test } from 'vitest'
import { type KeptPart, missingIn, STOPPED_MS, toldOf } from './told-parts.rules.ts'
import { standingText, toldTable } from './told-rows.rules.ts'

const AT = new Date('2026-01-05T08:00:00Z')
const part = (seqNo: number, more: Partial<KeptPart> = {}): KeptPart => ({
  seqNo,
  isLast: false,
  content: [seqNo],
  hasContent: true,
  toldAt: AT,
  removedAt: null,
  ...more,
})
const last = (seqNo: number) => part(seqNo, { isLast: true })
const lost = { content: null, hasContent: false }

test.each<[string, number[], number | undefined, { from: number; to: number }[]]>([
  ['nothing', [], undefined, []],
  ['the first', [1], undefined, [{ from: 0, to: 0 }]],
  ['between', [0, 3], 3, [{ from: 1, to: 2 }]],
  ['out of order', [2, 0, 1], 2, []],
  ['the last itself', [0], 2, [{ from: 1, to: 2 }]],
])('missing: %s', (_, seqNos, end, missing) => expect(missingIn(seqNos, end)).toEqual(missing))

test.each<[string, KeptPart[], number, string]>([
  ['nothing yet', [], STOPPED_MS - 1, 'awaited'],
  ['nothing for long', [], STOPPED_MS, 'unfinished'],
  ['some', [part(0)], STOPPED_MS - 1, 'coming'],
  ['some, for long', [part(0)], STOPPED_MS, 'unfinished'],
  ['the end without the beginning', [last(1)], 0, 'coming'],
  ['all, in any order', [part(1), last(2), part(0)], STOPPED_MS, 'whole'],
  ['more than is kept', [last(0), part(2000, lost)], 0, 'unfinished'],
  ['removed', [part(0, { ...lost, removedAt: AT, isLast: true })], 0, 'whole'],
])('an answer: %s', (_, parts, ms, state) => {
  const now = new Date(AT.getTime() + ms)
  expect(toldOf('NotifyReport', parts, { askedAt: AT, now }).state).toBe(state)
})

const standing = { parts: 2, missing: [], hasLast: true, leftOut: 0, isTooLong: false }
test.each([
  [{ ...standing, state: 'whole' }, 'All of it came, in 2 parts.'],
  [{ ...standing, state: 'whole', leftOut: 1 }, 'All of it came, in 2 parts. There was no room for 1 part.'],
  [{ ...standing, state: 'coming', parts: 1 }, '1 part came, more is to come.'],
  [{ ...standing, state: 'awaited', parts: 0 }, 'The charge point has accepted, and nothing has come yet.'],
  [{ ...standing, state: 'unfinished', parts: 0 }, 'The charge point has accepted, and told nothing.'],
  [
    {
      ...standing,
      state: 'unfinished',
      missing: [
        { from: 0, to: 0 },
        { from: 2, to: 4 },
      ],
      hasLast: false,
    },
    'The charge point has not finished: part 1, 3 to 5 and the end did not come.',
  ],
  [{ ...standing, state: 'unfinished', isTooLong: true }, /^The charge point told more than 2 parts/],
] as const)('%j in words', (of, text) => expect(standingText(of)).toMatch(text))

describe('rows', () => {
  test('monitors, each of a variable in a row', () => {
    const component = { name: 'Connector', evse: { id: 1, connectorId: 2 } }
    const variableMonitoring = [
      { id: 1, type: 'Delta', value: 1, severity: 3, transaction: false },
      { id: 2, type: 'Periodic', value: 60, severity: 8, transaction: true },
    ]
    const item = { component, variable: { name: 'Problem', instance: 'a' }, variableMonitoring }
    expect(toldTable('NotifyMonitoringReport', [item])?.rows).toEqual([
      ['1', 'Connector#1.2.Problem[a]', 'Delta', '1', '3'],
      ['2', 'Connector#1.2.Problem[a]', 'Periodic, in sessions', '60', '8'],
    ])
  })
  test('profiles with their limits; what is told twice is one row', () => {
    const chargingSchedule = [{ chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 16 }] }]
    const item = { id: 7, evseId: 0, chargingProfilePurpose: 'TxProfile', stackLevel: 1, chargingSchedule }
    expect(toldTable('ReportChargingProfiles', [item, item])?.rows).toEqual([
      ['7', 'Whole charge point', 'TxProfile', '1', 'from 0 s 16 A', '–'],
    ])
  })
  test('texts and variables; oddities are rows too', () => {
    const message = { id: 1, message: { content: 'Hi' }, priority: 'InFront', endDateTime: '2026-01-05T08:00:00Z' }
    expect(toldTable('NotifyDisplayMessages', [message, {}, null])?.rows).toEqual([
      ['1', 'Hi', 'InFront', 'Any', '–', '2026-01-05 08:00 UTC'],
      ['–', '–', '–', 'Any', '–', '–'],
    ])
    const of = { variable: 'A.B', attribute: 'Target', value: null, mutability: 'WriteOnly' }
    expect(toldTable('NotifyReport', [of])?.rows).toEqual([['A.B (Target)', 'Never shown, or not told', 'Write-only']])
    expect(toldTable('NotifyCustomerInformation', ['text'])).toBeUndefined()
  })
})
