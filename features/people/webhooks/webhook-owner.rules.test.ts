import { expect, test } from 'vitest'
import { type Owner, ownerFault } from './webhook-owner.rules.ts'

const fit: Owner = {
  username: 'meera',
  isActive: true,
  hasRole: true,
  mayIntegrate: true,
  lacking: [],
  isCompanyActive: true,
  companyEnded: null,
  companyMovedTo: null,
}
test.each<[string, Partial<Owner>, string | undefined]>([
  ['holds everything', {}, undefined],
  ['was deleted', { username: null, isActive: false, hasRole: false, mayIntegrate: false }, 'Its owner is gone'],
  ['is switched off', { isActive: false, hasRole: false }, 'meera, its owner, is switched off'],
  ['has no role', { hasRole: false, mayIntegrate: false }, 'meera, its owner, has no role on its team any more'],
  [
    'has another role',
    { mayIntegrate: false, lacking: ['Tag'] },
    'meera, its owner, may not change integrations on its team any more',
  ],
  [
    'may not view what it is told of',
    { lacking: ['Driver', 'Tag'] },
    'meera, its owner, may not view there any more: Driver, Tag',
  ],
  [
    'lacks much, of a company that is switched off',
    { username: null, isActive: false, isCompanyActive: false },
    'Its company is switched off',
  ],
])('an owner who %s', (_, less, expected) => {
  expect(ownerFault({ ...fit, ...less })).toBe(expected)
})
