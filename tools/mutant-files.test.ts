// Which files a name means to `npm run mutants`, which tests run against them, and how their score is counted.
import { expect, test } from 'vitest'
import { mutantFiles, scoresOf, testsFor } from './mutant-files.ts'

const files = [
  'features/money/refunds/refund.rules.ts',
  'features/money/refunds/refund.store.ts',
  'features/money/refunds/refund.commands.ts',
  'features/money/refunds/refund.rules.test.ts',
  'features/fleet/tags/tag.rules.ts',
  'features/fleet/tags/tag-day.rules.ts',
  'features/fleet/uptime/uptime.rules.ts',
]
test.each([
  ['refunds', ['features/money/refunds/refund.rules.ts', 'features/money/refunds/refund.store.ts']],
  ['refunds/rules', ['features/money/refunds/refund.rules.ts']],
  ['refunds/store', ['features/money/refunds/refund.store.ts']],
  ['tag.rules', ['features/fleet/tags/tag.rules.ts']],
  ['features/fleet/tags/tag-day.rules.ts', ['features/fleet/tags/tag-day.rules.ts']],
  // Not of money, tags, reservations or pay.
  ['uptime', []],
  ['refund.commands', []],
  ['', []],
])('%s means %j', (name, meant) => expect(mutantFiles(files, name)).toEqual(meant))

test('rules are judged by the tests of rules in their folder, stores by all tests there', () => {
  expect(testsFor(files.slice(0, 1))).toEqual({
    patterns: ['features/money/refunds/*.rules.test.ts'],
    needDatabase: false,
  })
  expect(testsFor(files.slice(0, 2))).toEqual({ patterns: ['features/money/refunds/*.test.ts'], needDatabase: true })
})

test('a score counts the changes that a test noticed, of all that run', () => {
  const fate = (fileName: string, status: string) => ({ fileName, status })
  const fates = [
    fate('b.ts', 'Killed'),
    fate('b.ts', 'Survived'),
    fate('a.ts', 'Timeout'),
    fate('a.ts', 'Killed'),
    fate('a.ts', 'NoCoverage'),
    fate('a.ts', 'Ignored'),
  ]
  expect(scoresOf(fates)).toEqual([
    { file: 'a.ts', mutants: 3, killed: 2, survived: 0, uncovered: 1, percent: 66.7 },
    { file: 'b.ts', mutants: 2, killed: 1, survived: 1, uncovered: 0, percent: 50 },
    { file: 'together', mutants: 5, killed: 3, survived: 1, uncovered: 1, percent: 60 },
  ])
  expect(scoresOf([])).toEqual([{ file: 'together', mutants: 0, killed: 0, survived: 0, uncovered: 0, percent: 100 }])
})
