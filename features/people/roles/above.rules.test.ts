// The rule on who may take rights from whom, as a table and as properties.
import { type AccessEntry, FEATURES, type Feature } from '@wattdesk/base/access'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aboveText, holdsMore, mayLeaveWith, NOTHING, staysAdmin } from './above.rules.ts'
import { accessOf, FLAGS, SEEDED_ROLES, wholeAccess } from './role.rules.ts'

const { Admin, Operator, Finance, Viewer } = Object.fromEntries(
  Object.entries(SEEDED_ROLES).map(([name, grants]) => [name, accessOf(grants)]),
) as Record<keyof typeof SEEDED_ROLES, AccessEntry[]>
const only = (feature: Feature, letters: string) => {
  const yes = (l: string) => (letters.includes(l) ? 'Y' : 'N')
  return wholeAccess([{ featureName: feature, view: yes('V'), create: yes('C'), update: yes('U'), delete: yes('D') }])
}
const lead = only('Team', 'VCUD')

describe('who stands above whom', () => {
  test.each<[string, AccessEntry[], AccessEntry[], boolean]>([
    ['an Admin above a lead', Admin, lead, true],
    ['a lead above an Admin', lead, Admin, false],
    ['an Admin above an Admin', Admin, Admin, false],
    ['Finance above an Operator', Finance, Operator, true],
    ['an Operator above Finance', Operator, Finance, true],
    ['a Viewer above an Operator', Viewer, Operator, true],
    ['a Viewer above an Admin', Viewer, Admin, false],
    ['who has one flag more', only('Tag', 'VU'), only('Tag', 'V'), true],
    ['who has one flag less', only('Tag', 'V'), only('Tag', 'VU'), false],
    ['a role without a flag above nothing', wholeAccess([]), [], false],
    ['any flag above nothing', only('Tag', 'V'), [], true],
  ])('%s', (_what, theirs, callers, above) => {
    expect(holdsMore(theirs, callers)).toBe(above)
  })
  test.each<[string, AccessEntry[], AccessEntry[] | typeof NOTHING, AccessEntry[], boolean]>([
    ['a lead takes an Admin out', Admin, NOTHING, lead, false],
    ['a lead makes an Admin a Viewer', Admin, Viewer, lead, false],
    ['a lead gives an Admin the same', Admin, Admin, lead, true],
    ['an Admin makes an Admin a Viewer', Admin, Viewer, Admin, true],
    ['an Admin takes a Viewer out', Viewer, NOTHING, Admin, true],
    ['a lead takes a lead out', lead, NOTHING, lead, true],
    ['who has no role takes out who has none', NOTHING as AccessEntry[], NOTHING, NOTHING as AccessEntry[], true],
  ])('%s', (_what, theirs, after, callers, may) => {
    expect(mayLeaveWith({ theirs, after, callers })).toBe(may)
  })
  test('the refusal names the person and what is lacking', () => {
    expect(aboveText('asha', only('Tag', 'VCUD'), only('Tag', 'V'))).toBe(
      'asha holds rights that you do not hold: Tag create, update, delete',
    )
    expect(aboveText('asha', Admin, lead)).toBe(
      'asha holds rights that you do not hold: Charging Site view, create, update, delete, and 20 more features',
    )
    const two = [...only('CMCustomers', 'VU'), ...only('PriceGroup', 'V')]
    expect(aboveText('asha', two, [])).toBe(
      'asha holds rights that you do not hold: CM Customers view, update; Price Group view',
    )
  })
})

describe('the first user of a company', () => {
  test.each<[string, AccessEntry[] | typeof NOTHING, boolean, boolean]>([
    ['taken out by another Admin', NOTHING, false, false],
    ['taken out by themselves', NOTHING, true, false],
    ['made a Viewer by another Admin', Viewer, false, false],
    ['made a Viewer by themselves', Viewer, true, false],
    ['left as they are', Admin, false, true],
    ['without one feature, by another Admin', Admin.filter(e => e.featureName !== 'Tag'), false, false],
    ['without one feature, by themselves', Admin.filter(e => e.featureName !== 'Tag'), true, true],
    ['without Role, by themselves', Admin.filter(e => e.featureName !== 'Role'), true, false],
  ])('%s', (_what, after, mayTake, stays) => {
    expect(staysAdmin(Admin, after, mayTake)).toBe(stays)
  })
})

const access = fc.array(fc.tuple(fc.constantFrom(...FEATURES), fc.subarray([...FLAGS])), { maxLength: 12 }).map(list =>
  wholeAccess(
    [...new Map(list)].map(([featureName, flags]) => {
      const yes = (f: (typeof FLAGS)[number]) => (flags.includes(f) ? 'Y' : 'N')
      return { featureName, view: yes('view'), create: yes('create'), update: yes('update'), delete: yes('delete') }
    }),
  ),
)
const flagsOf = (a: readonly AccessEntry[]) =>
  new Set(a.flatMap(e => FLAGS.filter(f => e[f] === 'Y').map(f => `${e.featureName}.${f}`)))

describe('whatever is held', () => {
  test('holding more is having a flag that the other lacks', () => {
    fc.assert(
      fc.property(access, access, (a, b) => {
        expect(holdsMore(a, b)).toBe([...flagsOf(a)].some(f => !flagsOf(b).has(f)))
      }),
    )
  })
  test('nobody above the caller ends with less; nobody else is protected', () => {
    fc.assert(
      fc.property(access, access, access, (theirs, after, callers) => {
        const isAbove = !flagsOf(theirs).isSubsetOf(flagsOf(callers))
        const loses = !flagsOf(theirs).isSubsetOf(flagsOf(after))
        expect(mayLeaveWith({ theirs, after, callers })).toBe(!(isAbove && loses))
      }),
    )
  })
  test('what the caller could give never makes up for what somebody above would lose', () => {
    fc.assert(
      fc.property(access, access, access, (theirs, given, callers) => {
        fc.pre(holdsMore(theirs, callers) && !holdsMore(given, callers))
        expect(mayLeaveWith({ theirs, after: given, callers })).toBe(false)
      }),
    )
  })
  test('more rights of the caller never forbid what fewer allowed; one’s own are always one’s own', () => {
    fc.assert(
      fc.property(access, access, access, access, (theirs, after, callers, more) => {
        const both = wholeAccess(
          callers.map((e, i) => ({
            ...e,
            ...Object.fromEntries(FLAGS.map(f => [f, e[f] === 'Y' || more[i]?.[f] === 'Y' ? 'Y' : 'N'])),
          })),
        )
        if (mayLeaveWith({ theirs, after, callers })) expect(mayLeaveWith({ theirs, after, callers: both })).toBe(true)
        expect(mayLeaveWith({ theirs, after, callers: theirs })).toBe(true)
      }),
    )
  })
})
