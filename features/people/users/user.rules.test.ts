// The format of a day, who may change an address and delete whom, and the text of the first mail.
import { FEATURES } from '@wattdesk/base/access'
import { describe, expect, test } from 'vitest'
import { homeOf } from '#office/brand/brand.rules.ts'
import { wholeAccess } from '#people/roles/role.rules.ts'
import {
  createdText,
  deleteRefusal,
  firstMail,
  mayChangeEmail,
  type Person,
  recentSince,
  reportsStopped,
} from './user.rules.ts'

test('the day of creation is MMM dd, yyyy in the reader’s zone', () => {
  expect(createdText(new Date('2026-01-05T10:00:00Z'), 'Asia/Kolkata')).toBe('Jan 05, 2026')
  expect(createdText(new Date('2026-01-05T20:00:00Z'), 'Asia/Kolkata')).toBe('Jan 06, 2026')
  expect(createdText(new Date('2026-01-05T20:00:00Z'), 'UTC')).toBe('Jan 05, 2026')
})

test('recent is within 30 days', () =>
  expect(recentSince(new Date('2026-03-31T12:00:00Z')).toISOString()).toBe('2026-03-01T12:00:00.000Z'))

const person = (userId: number, userType: Person['userType'] = 'USER', companyId = 5): Person => ({
  userId,
  userType,
  companyId,
})
const flags = (create: 'Y' | 'N') =>
  wholeAccess([{ featureName: FEATURES[4], view: 'Y', create, update: 'N', delete: 'N' }])

const stronger = { theirs: flags('Y'), callers: flags('N') }

describe('an address is changed', () => {
  const equal = [{ theirs: flags('Y'), callers: flags('Y') }]
  test.each([
    ['by an equal', person(1), person(2), equal, true],
    ['by the stronger', person(1), person(2), [{ theirs: flags('N'), callers: flags('Y') }], true],
    ['of somebody without a role', person(1), person(2), [], true],
    ['not by the weaker', person(1), person(2), [stronger], false],
    ['not where one team of several is beyond', person(1), person(2), [...equal, stronger], false],
    ['by the user', person(2), person(2), [stronger], true],
    ['by ROOT', person(1, 'ROOT', 1), person(2), [stronger], true],
    ['of ROOT not by an equal', person(1, 'USER', 1), person(2, 'ROOT', 1), equal, false],
  ])('%s', (_what, caller, user, teams, may) => expect(mayChangeEmail(caller, user, teams)).toBe(may))
})

const deleters = (theirs: 'Y' | 'N', callers: 'Y' | 'N') => ({
  theirs: wholeAccess([{ featureName: 'Tag', view: 'Y', create: theirs, update: 'N', delete: 'N' }]),
  callers: wholeAccess([
    { featureName: 'Tag', view: 'Y', create: callers, update: 'N', delete: 'N' },
    { featureName: 'Users', view: 'Y', create: 'N', update: 'N', delete: 'Y' },
  ]),
})
const ELSEWHERE = 'asha holds a role on a team where you may not delete users'
test.each([
  ['oneself', person(1), person(1), [deleters('Y', 'Y')], 'You cannot delete yourself'],
  [
    'the first user by others of the company',
    person(1),
    person(2, 'ADMIN'),
    [],
    'The first user of a company cannot be deleted by others of the company',
  ],
  ['the first user by the platform', person(1, 'ROOT', 1), person(2, 'ADMIN'), [], undefined],
  ['platform staff', person(1, 'USER', 1), person(2, 'ROOT', 1), [], 'Only platform staff may delete platform staff'],
  ['platform staff by one of them', person(1, 'ROOT', 1), person(2, 'ROOT', 1), [], undefined],
  ['somebody without a role', person(1), person(2), [], undefined],
  ['an equal', person(1), person(2), [deleters('Y', 'Y')], undefined],
  ['a role where the caller may not', person(1), person(2), [deleters('Y', 'Y'), stronger], ELSEWHERE],
  [
    'somebody who holds more on one of two teams',
    person(1),
    person(2),
    [deleters('N', 'Y'), deleters('Y', 'N')],
    'asha holds rights that you do not hold: Tag create',
  ],
])('deleting %s', (_what, caller, user, teams, why) =>
  expect(deleteRefusal(caller, { ...user, username: 'asha' }, teams)).toBe(why),
)

test('the first mail leads to the reset page with the user name in it, whatever it holds', () => {
  const { text, subject } = firstMail(homeOf('https://portal.example', null), { username: 'a b&c=d', firstName: 'New' })
  expect(text).toContain('https://portal.example/reset?username=a%20b%26c%3Dd')
  expect(subject).toBe('Wattdesk: set your password')
})

test.each([
  [0, undefined, undefined],
  [
    1,
    '1 scheduled report of this user stops, until somebody else takes it over.',
    '1 scheduled report of this user has stopped, until somebody else takes it over.',
  ],
  [
    2,
    '2 scheduled reports of this user stop, until somebody else takes them over.',
    '2 scheduled reports of this user have stopped, until somebody else takes them over.',
  ],
])('a deletion that stops %d reports says so before and after', (count, before, after) =>
  expect([reportsStopped(count, 'to stop'), reportsStopped(count, 'stopped')]).toEqual([before, after]),
)
