// How flags affect each other, in single steps and under any sequence of clicks; figures; the flags that count as
// granted.
import { type AccessEntry, FEATURES } from '@wattdesk/base/access'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accessOf,
  auditValues,
  beyond,
  boxState,
  FLAGS,
  featureText,
  figures,
  granted,
  grantsOf,
  pressed,
  SEEDED_ROLES,
  type Spot,
  wholeAccess,
  withFlag,
} from './role.rules.ts'

const entry = (letters: string, featureName: AccessEntry['featureName'] = 'Tag'): AccessEntry => {
  const yes = (l: string) => (letters.includes(l) ? 'Y' : 'N')
  return {
    featureId: FEATURES.indexOf(featureName) + 1,
    featureName,
    view: yes('V'),
    create: yes('C'),
    update: yes('U'),
    delete: yes('D'),
  }
}
const letters = fc.constantFrom('', 'V', 'VC', 'VU', 'VD', 'VCU', 'VCUD', 'VUD')
const anyAccess = fc
  .array(letters, { minLength: FEATURES.length, maxLength: FEATURES.length })
  .map(all => all.map((l, i) => entry(l, FEATURES[i])))
const spots = fc.subarray(
  FEATURES.flatMap(feature => FLAGS.map((flag): Spot => ({ feature, flag }))),
  { minLength: 1 },
)
const holdTogether = (access: readonly AccessEntry[]) =>
  access.every(e => e.view === 'Y' || FLAGS.every(f => e[f] === 'N'))

describe('flags hold together', () => {
  test.each(['create', 'update', 'delete'] as const)('%s brings view', flag =>
    expect(withFlag(entry(''), flag, true)).toMatchObject({ view: 'Y', [flag]: 'Y' }),
  )
  test('view off takes the others with it; another one off leaves view', () => {
    expect(withFlag(entry('VCUD'), 'view', false)).toEqual(entry(''))
    expect(withFlag(entry('VCUD'), 'delete', false)).toEqual(entry('VCU'))
  })
  test('whatever boxes are pressed, nothing is done unseen and nothing goes on that may not', () =>
    fc.assert(
      fc.property(anyAccess, spots, spots, (access, box, open) => {
        const may = (s: Spot) => open.some(o => o.feature === s.feature && (o.flag === s.flag || s.flag === 'view'))
        const after = pressed(access, box, may)
        expect(holdTogether(after)).toBe(true)
        for (const right of beyond(after, access)) {
          const [feature, flag] = right.split('.') as [Spot['feature'], Spot['flag']]
          expect(may({ feature, flag })).toBe(true)
        }
      }),
    ))
  test('a box over several is empty, mixed or full, and pressing goes full, then empty', () => {
    const all = () => true
    const row: Spot[] = FLAGS.map(flag => ({ feature: 'Tag', flag }))
    expect(boxState([entry('V')], row, all)).toEqual({ checked: false, mixed: true, off: false })
    const full = pressed([entry('V')], row, all)
    expect(full).toEqual([entry('VCUD')])
    expect(boxState(full, row, all)).toEqual({ checked: true, mixed: false, off: false })
    expect(pressed(full, row, all)).toEqual([entry('')])
  })
  test('a box whose flags nobody may switch on is off; one that is on can still be switched off', () => {
    const none = () => false
    expect(boxState([entry('')], [{ feature: 'Tag', flag: 'view' }], none).off).toBe(true)
    expect(pressed([entry('V')], [{ feature: 'Tag', flag: 'view' }], none)).toEqual([entry('')])
  })
})

describe('an access list', () => {
  test('holds every feature in order, ChargingSite among them though nobody named it', () => {
    const access = wholeAccess([entry('V', 'Report')])
    expect(access.map(e => e.featureName)).toEqual([...FEATURES])
    expect(access[0]).toEqual(entry('', 'ChargingSite'))
    expect(access.find(e => e.featureName === 'Report')).toEqual(entry('V', 'Report'))
  })
  test('an entry that does something without view is given view', () =>
    expect(wholeAccess([{ ...entry(''), update: 'Y' }])[4]).toEqual(entry('VU')))
  test('is stored and read back the same', () =>
    fc.assert(
      fc.property(anyAccess, access => {
        expect(accessOf(grantsOf(access))).toEqual(access)
      }),
    ))
  test('its features are those with view, by commas', () =>
    expect(featureText(wholeAccess([entry('V', 'Report'), entry('VC')]))).toBe('Tag,Report'))
})

test('coverage is the enabled share of four flags a feature', () => {
  expect(figures(wholeAccess([]))).toEqual({ total: 22, viewable: 0, coverage: 0 })
  expect(figures(accessOf(SEEDED_ROLES.Admin))).toEqual({ total: 22, viewable: 22, coverage: 100 })
  const { total, viewable, coverage } = figures(accessOf(SEEDED_ROLES.Operator))
  expect([total, viewable]).toEqual([22, 13])
  expect(coverage).toBeCloseTo((31 / 88) * 100, 10)
})

test('beyond names what somebody lacks, granted what a change adds', () => {
  expect(beyond([entry('VCU')], [entry('V')])).toEqual(['Tag.create', 'Tag.update'])
  expect(beyond([entry('V')], [])).toEqual(['Tag.view'])
  expect(granted([entry('VC')], [entry('VU')])).toEqual([{ ...entry(''), update: 'Y' }])
})

test('the audit log has a line a feature', () =>
  expect(auditValues('Desk', [entry('VCU'), entry('', 'Report')])).toEqual({
    roleName: 'Desk',
    Tag: 'VCU',
    Report: 'N',
  }))

describe('the seeded roles', () => {
  const of = (name: keyof typeof SEEDED_ROLES) =>
    Object.fromEntries(Object.entries(auditValues('', accessOf(SEEDED_ROLES[name]))).filter(([, v]) => v !== 'N' && v))
  test('Admin holds everything', () => expect(of('Admin')).toEqual(Object.fromEntries(FEATURES.map(f => [f, 'VCUD']))))
  test('Operator works the network and looks at the money', () =>
    expect(of('Operator')).toEqual({
      ChargingSite: 'VCU',
      ChargerPoint: 'VCU',
      ChargingProfile: 'VCU',
      Tag: 'VCU',
      Vehicle: 'VCU',
      Customers: 'VCU',
      ServiceRequest: 'VCU',
      Alert: 'VCU',
      Campaign: 'VCU',
      Transaction: 'V',
      Refund: 'V',
      PriceGroup: 'V',
      Report: 'V',
    }))
  test('Finance holds the money and looks at teams and chargers', () =>
    expect(of('Finance')).toEqual({
      Transaction: 'VCUD',
      Refund: 'VCUD',
      Report: 'VCUD',
      Finance: 'VCUD',
      Team: 'V',
      ChargerPoint: 'V',
    }))
  test('Viewer looks at all but six', () => {
    const not = ['Finance', 'Company', 'Role', 'CMCustomers', 'SendMessages', 'Integration']
    expect(of('Viewer')).toEqual(Object.fromEntries(FEATURES.filter(f => !not.includes(f)).map(f => [f, 'V'])))
  })
})
