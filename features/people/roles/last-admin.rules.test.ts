// The last Admin of a team stays an Admin (D-TEAM-2, D-ACC-6).
import { type AccessEntry, FEATURES } from '@wattdesk/base/access'
import { describe, expect, test } from 'vitest'
import { isAdmin, lastAdminText, type Membership, type Staff, teamLeftAlone, teamLeftBy } from './last-admin.rules.ts'

const entry = (featureName: AccessEntry['featureName'], flag: 'Y' | 'N' = 'Y'): AccessEntry => ({
  featureId: FEATURES.indexOf(featureName) + 1,
  featureName,
  view: flag,
  create: flag,
  update: flag,
  delete: flag,
})
test.each<[string, AccessEntry[], boolean]>([
  ['Team, Users and Role in full', [entry('Team'), entry('Users'), entry('Role')], true],
  ['without Role', [entry('Team'), entry('Users')], false],
  ['without Users', [entry('Team'), entry('Role')], false],
  ['without Team', [entry('Users'), entry('Role')], false],
  ['with Role without delete', [entry('Team'), entry('Users'), { ...entry('Role'), delete: 'N' }], false],
  ['everything else', [entry('Finance'), entry('Company'), entry('Tag')], false],
])('an Admin has %s: %s', (_, access, is) => expect(isAdmin(access)).toBe(is))

/** A company with a team North, and a team Depot below North. */
const teams: Staff['teams'] = [
  { teamId: 1, teamName: 'Company', path: [1] },
  { teamId: 2, teamName: 'North', path: [1, 2] },
  { teamId: 3, teamName: 'Depot', path: [1, 2, 3] },
]
const role = (userId: number, teamId: number, is = true): Membership => ({ userId, teamId, isAdmin: is })
const staff = (...memberships: Membership[]): Staff => ({ teams, memberships })

describe('a team left without an Admin', () => {
  test.each<[string, Staff, Staff, string | undefined]>([
    ['the only Admin of all goes', staff(role(1, 1)), staff(), 'Company'],
    ['another Admin stays', staff(role(1, 1), role(2, 1)), staff(role(2, 1)), undefined],
    ['an Admin above covers the team', staff(role(1, 1), role(2, 3)), staff(role(1, 1)), undefined],
    ['an Admin below does not cover the company', staff(role(1, 1), role(2, 3)), staff(role(2, 3)), 'Company'],
    ['a team that had none loses none', staff(role(1, 2)), staff(role(1, 2)), undefined],
    ['the only Admin of a team is lowered there', staff(role(1, 2)), staff(role(1, 2, false)), 'North'],
    [
      'a lower role further down replaces the role from above',
      staff(role(1, 1)),
      staff(role(1, 1), role(1, 3, false)),
      'Depot',
    ],
    [
      'a lower role of one Admin further down leaves the other Admin from above',
      staff(role(1, 1), role(2, 1)),
      staff(role(1, 1), role(2, 1), role(1, 3, false)),
      undefined,
    ],
    ['a removed team has nobody to miss', staff(role(1, 3)), { teams: teams.slice(0, 2), memberships: [] }, undefined],
  ])('%s: %s', (_, before, after, name) => expect(teamLeftAlone(before, after)?.teamName).toBe(name))

  test('by a lower role for one user', () => {
    const two = staff(role(1, 1), role(2, 2))
    expect(teamLeftBy(two, 1, 1)?.teamName).toBe('Company')
    expect(teamLeftBy(two, 2, 2)).toBeUndefined()
    // On a team where the user had no role of his own, the lower role counts all the same.
    expect(teamLeftBy(staff(role(1, 1)), 1, 3)?.teamName).toBe('Depot')
    expect(teamLeftBy(two, 9, 1)).toBeUndefined()
  })
  test('is named', () => expect(lastAdminText('North')).toBe('The last Admin of the team North stays an Admin'))
})
