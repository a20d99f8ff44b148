// Which chargers may come to a site, and why not: the gravest reason counts, all of its chargers are named.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeOf, type NamedCharger, refusalOf } from './site-chargers.rules.ts'

const site = { zoneId: 7, teamId: 2, companyId: 1 }
const charger = (id: string, more: Partial<NamedCharger> = {}): NamedCharger => ({
  id,
  isKnown: true,
  mayAssign: true,
  companyId: 1,
  path: [9, 1, 2, 3],
  site: null,
  ...more,
})
const elsewhere = { site: { zoneId: 8, name: 'Front' } }
const hidden = { site: { zoneId: 8, name: null } }

test.each<[string, NamedCharger[], ReturnType<typeof refusalOf>]>([
  ['none', [], undefined],
  [
    'of the team itself, of one below, at this site already',
    [charger('A', { path: [1, 2] }), charger('B'), charger('C', { site: { zoneId: 7, name: 'Yard' } })],
    undefined,
  ],
  ['unknown', [charger('A', { isKnown: false })], { status: 422, text: 'Charger A was not found' }],
  ['not the caller’s to assign', [charger('A', { mayAssign: false })], { status: 403, text: 'Not Authorized' }],
  [
    'of another company',
    [charger('A', { companyId: 4 })],
    { status: 422, text: 'Charger A belongs to another company' },
  ],
  [
    'of a team above',
    [charger('A', { path: [9, 1] })],
    {
      status: 422,
      text: 'Charger A belongs to another team; a charging site takes chargers of its own team and of teams below',
    },
  ],
  [
    'at another site',
    [charger('A', elsewhere)],
    {
      status: 409,
      text: 'Charger A is already at the charging site Front',
    },
  ],
  [
    'two of them',
    [charger('A', hidden), charger('B', elsewhere), charger('C')],
    {
      status: 409,
      text: 'Charger A is already at another charging site. Charger B is already at the charging site Front',
    },
  ],
  [
    'the gravest first',
    [charger('A', elsewhere), charger('B', { isKnown: false })],
    {
      status: 422,
      text: 'Charger B was not found',
    },
  ],
  [
    'a missing right before all',
    [charger('B', { isKnown: false }), charger('A', { mayAssign: false })],
    {
      status: 403,
      text: 'Not Authorized',
    },
  ],
])('%s', (_what, chargers, expected) => {
  expect(refusalOf(chargers, site)).toEqual(expected)
})

test('old list, less what is removed, with what is added, is the new list', () => {
  const ids = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E'))
  fc.assert(
    fc.property(ids, ids, (old, next) => {
      const { added, removed } = changeOf(old, next)
      expect([...old.filter(id => !removed.includes(id)), ...added].sort()).toEqual([...next].sort())
    }),
  )
})
