// The rights of the product: twenty-two features, four flags each, and the letters that screens use for them (D-ACC-1,
// D-ACC-9).
import { type Checked, hasFields, isOneOf, isWhole } from './checked.ts'

/** The features by their ids, counted from 1; the menu has an order of its own. Finance is never in the menu. */
export const FEATURES = [
  'ChargingSite',
  'ChargerPoint',
  'ChargingProfile',
  'Team',
  'Tag',
  'PriceGroup',
  'Users',
  'Transaction',
  'ServiceRequest',
  'Settings',
  'Company',
  'Role',
  'Vehicle',
  'Customers',
  'Refund',
  'CMCustomers',
  'SendMessages',
  'Report',
  'Finance',
  'Alert',
  'Campaign',
  'Integration',
] as const
export type Feature = (typeof FEATURES)[number]
export type Flag = 'view' | 'create' | 'update' | 'delete'

/** The number by which roles and keys are stored with a feature. */
export const featureIdOf = (feature: Feature): number => FEATURES.indexOf(feature) + 1
/** The letter by which a stored flag is written. */
export const FLAG_LETTERS: Readonly<Record<Flag, string>> = { view: 'v', create: 'c', update: 'u', delete: 'd' }

export const YES_NO = ['Y', 'N'] as const
/** One row of a role: four flags on one feature. */
export const isAccessEntry = hasFields({
  featureId: isWhole,
  featureName: isOneOf(FEATURES),
  view: isOneOf(YES_NO),
  create: isOneOf(YES_NO),
  update: isOneOf(YES_NO),
  delete: isOneOf(YES_NO),
})
export type AccessEntry = Checked<typeof isAccessEntry>

/** Stored letters, by the number of the feature (`{ 5: 'vcu' }`), as an entry for each feature. */
export function accessOfLetters(byFeature: Readonly<Record<string, string>>): AccessEntry[] {
  return FEATURES.map((featureName, i) => {
    const yes = (flag: Flag) => (byFeature[i + 1]?.includes(FLAG_LETTERS[flag]) ? 'Y' : 'N')
    const flags = { view: yes('view'), create: yes('create'), update: yes('update'), delete: yes('delete') } as const
    return { featureId: i + 1, featureName, ...flags }
  })
}

/** The letters: V and RP view, C create, U update, D delete, R read-only, N none, FA all four. */
export type Letter = 'V' | 'RP' | 'C' | 'U' | 'D' | 'R' | 'N' | 'FA'

/** True when the entry of `feature` earns `letter`; a missing entry is N (D-ACC-1). */
export function may(access: readonly AccessEntry[], feature: Feature, letter: Letter): boolean {
  const e = access.find(a => a.featureName === feature)
  const view = e?.view === 'Y'
  const create = e?.create === 'Y'
  const update = e?.update === 'Y'
  const del = e?.delete === 'Y'
  switch (letter) {
    case 'V':
    case 'RP':
      return view
    case 'C':
      return create
    case 'U':
      return update
    case 'D':
      return del
    case 'R':
      return view && !update && !create
    case 'N':
      return !view && !update
    case 'FA':
      return view && create && update && del
  }
}

/** A right an endpoint asks for: one flag of one feature, or all four (`full`). */
export type Right = `${Feature}.${Flag | 'full'}`
/** The right that an endpoint demands of its caller. Any right of a list suffices. */
export type Can = 'anyone' | 'signed in' | 'team role' | Right | readonly Right[]

/** True when the access entries hold `right`. */
export function holds(access: readonly AccessEntry[], right: Right): boolean {
  const [feature, flag] = right.split('.') as [Feature, Flag | 'full']
  if (flag === 'full') return may(access, feature, 'FA')
  return access.find(a => a.featureName === feature)?.[flag] === 'Y'
}
