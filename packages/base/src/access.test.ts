// The letters over every combination of the four flags (D-ACC-1), rights by name, and the features to the letter (D-ACC-9).
import { describe, expect, test } from 'vitest'
import { type AccessEntry, FEATURES, holds, type Letter, may } from './access.ts'

const entry = (letters: string): AccessEntry => {
  const flag = (l: string) => (letters.includes(l) ? 'Y' : 'N')
  return {
    featureId: 5,
    featureName: 'Tag',
    view: flag('v'),
    create: flag('c'),
    update: flag('u'),
    delete: flag('d'),
  }
}
const LETTERS: readonly Letter[] = ['V', 'RP', 'C', 'U', 'D', 'R', 'N', 'FA']
const earned = (letters: string) => LETTERS.filter(l => may([entry(letters)], 'Tag', l))

describe('the letters', () => {
  test.each([
    ['', ['N']],
    ['d', ['D', 'N']],
    ['c', ['C', 'N']],
    ['cd', ['C', 'D', 'N']],
    ['u', ['U']],
    ['ud', ['U', 'D']],
    ['cu', ['C', 'U']],
    ['cud', ['C', 'U', 'D']],
    ['v', ['V', 'RP', 'R']],
    // Read-only whatever delete says.
    ['vd', ['V', 'RP', 'D', 'R']],
    ['vc', ['V', 'RP', 'C']],
    ['vcd', ['V', 'RP', 'C', 'D']],
    ['vu', ['V', 'RP', 'U']],
    ['vud', ['V', 'RP', 'U', 'D']],
    ['vcu', ['V', 'RP', 'C', 'U']],
    ['vcud', ['V', 'RP', 'C', 'U', 'D', 'FA']],
  ] as const)('of the flags %j are %j', (letters, all) => expect(earned(letters)).toEqual(all))

  test('a missing entry is N and nothing else', () =>
    expect(LETTERS.filter(l => may([entry('vcud')], 'Report', l))).toEqual(['N']))
})

test('a right is one flag of one feature, full is all four', () => {
  expect(holds([entry('vc')], 'Tag.create')).toBe(true)
  expect(holds([entry('vc')], 'Tag.update')).toBe(false)
  expect(holds([entry('vcu')], 'Tag.full')).toBe(false)
  expect(holds([entry('vcud')], 'Tag.full')).toBe(true)
  expect(holds([entry('vcud')], 'Report.view')).toBe(false)
})

test('the features, by their ids', () =>
  expect(FEATURES.join(', ')).toBe(
    'ChargingSite, ChargerPoint, ChargingProfile, Team, Tag, PriceGroup, Users, Transaction, ServiceRequest, Settings, Company, Role, Vehicle, Customers, Refund, CMCustomers, SendMessages, Report, Finance, Alert, Campaign, Integration',
  ))
