// Who is told of a changed record: the table of D-ACC-6 and D-GEN-16, and that no other role opens the record.
import { FEATURES, type Feature } from '@wattdesk/base/access'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeAccess } from '#people/roles/role.rules.ts'
import { mayHearOf, type Reach } from './event.rules.ts'

// 1 platform, 2 and 3 operators, 21 and 22 teams of operator 2.
const PATHS: Record<number, number[]> = { 1: [1], 2: [1, 2], 3: [1, 3], 21: [1, 2, 21], 22: [1, 2, 22] }
const all = { create: 'N', update: 'N', delete: 'N' } as const
const reach = (roles: Record<number, Feature[]>, userId = 9): Reach => ({
  userId,
  roles: Object.entries(roles).map(([teamId, views]) => ({
    teamId: Number(teamId),
    path: PATHS[Number(teamId)] ?? [],
    access: wholeAccess(views.map(featureName => ({ featureName, view: 'Y', ...all }))),
  })),
})
const record = (feature: Feature, teamId: number, recordId = '5') => ({
  feature,
  recordId,
  companyId: teamId === 3 ? 3 : teamId === 1 ? 1 : 2,
  path: PATHS[teamId] ?? [],
})

test.each<[string, Reach, ReturnType<typeof record>, boolean]>([
  ['view on the team itself', reach({ 21: ['Transaction'] }), record('Transaction', 21), true],
  ['view above it', reach({ 2: ['Transaction'] }), record('Transaction', 21), true],
  ['view on the platform', reach({ 1: ['Transaction'] }), record('Transaction', 21), true],
  ['view beside it', reach({ 22: ['Transaction'] }), record('Transaction', 21), false],
  ['view below it', reach({ 21: ['Team'] }), record('Team', 2), false],
  ['view of another operator', reach({ 3: ['Transaction'] }), record('Transaction', 21), false],
  ['view on another feature', reach({ 21: ['Team'] }), record('Transaction', 21), false],
  ['a nearer role without view', reach({ 2: ['Transaction'], 21: ['Team'] }), record('Transaction', 21), false],
  ['a nearer role with view', reach({ 2: ['Team'], 21: ['Transaction'] }), record('Transaction', 21), true],
  ['a user of the company, from one of its teams', reach({ 21: ['Users'] }), record('Users', 2), true],
  ['a role of the company, from one of its teams', reach({ 21: ['Role'] }), record('Role', 2), true],
  ['a user of another company', reach({ 21: ['Users'] }), record('Users', 3), false],
  ['a role of another company', reach({ 21: ['Role'] }), record('Role', 3), false],
  ['oneself, without any role', reach({}, 5), record('Users', 2), true],
  ['a role with one’s own number', reach({}, 5), record('Role', 2), false],
  ['no role at all', reach({}), record('Team', 21), false],
])('%s', (_what, r, changed, hears) => {
  expect(mayHearOf(r, changed)).toBe(hears)
})

test('without view on the feature anywhere nobody hears of another’s record', () => {
  const features = fc.constantFrom(...FEATURES)
  fc.assert(
    fc.property(
      features,
      fc.constantFrom(1, 2, 3, 21, 22),
      fc.array(fc.constantFrom(1, 2, 21)),
      (feature, at, held) => {
        const others = FEATURES.filter(f => f !== feature)
        expect(mayHearOf(reach(Object.fromEntries(held.map(id => [id, others]))), record(feature, at))).toBe(false)
      },
    ),
  )
})
