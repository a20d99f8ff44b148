import { FEATURES } from '@wattdesk/base/access'
import { MENU_GROUPS, MENU_HEADINGS } from '@wattdesk/base/menu-words'
import { expect, test } from 'vitest'
import { roleIn } from '#testing/web/server.ts'
import { furtherScreens, isUnder, menuFor } from './menu.ts'
import { routes } from './routes.ts'
import { isBuilt, screenFile } from './screens.ts'

const built = () => true
const labels = (role: Parameters<typeof menuFor>[0], isBuilt: Parameters<typeof menuFor>[1] = built) =>
  menuFor(role, isBuilt).flatMap(g => g.entries.map(e => e.label))

/** Never in the menu by its name. */
const NO_ENTRY: readonly string[] = ['Finance']

test('with every right the menu holds Dashboard and the features with screens by their names, never Finance', () => {
  const all = labels(roleIn(1, 'T'))
  expect(all.toSorted()).toEqual(
    [
      'Dashboard',
      'Import of files',
      'Maintenance',
      'Scheduled reports',
      'Settings templates',
      'Tax papers',
      'Webhooks',
      ...FEATURES.filter(f => !NO_ENTRY.includes(f)),
    ].toSorted(),
  )
  expect(menuFor(roleIn(1, 'T'), built).map(g => g.label)).toEqual(['Operate', 'Money', 'Drivers', 'Administration'])
})

test('the groups have their entries in the order of D-ACC-9', () => {
  expect(menuFor(roleIn(1, 'T'), built).map(g => [g.label, ...g.entries.map(e => e.label)])).toEqual([
    [
      'Operate',
      'Dashboard',
      'ChargingSite',
      'ChargerPoint',
      'ChargingProfile',
      'Transaction',
      'Refund',
      'ServiceRequest',
      'Alert',
      'Maintenance',
      'Campaign',
      'Settings templates',
    ],
    ['Money', 'PriceGroup', 'Tag', 'Report', 'Scheduled reports', 'Tax papers'],
    ['Drivers', 'Customers', 'CMCustomers', 'Vehicle', 'SendMessages'],
    ['Administration', 'Team', 'Users', 'Role', 'Company', 'Import of files', 'Integration', 'Webhooks', 'Settings'],
  ])
})

test('screens without a menu entry are there for who may open them', () => {
  const paths = (rights: Parameters<typeof roleIn>[2]) => furtherScreens(roleIn(1, 'T', rights), built).map(s => s.to)
  expect(paths('all')).toEqual([
    '/transactions/review',
    '/charger/actions',
    '/alerts/rules',
    '/firmware',
    '/settings-drift',
    '/reconciliation',
    '/integrations/webhooks/events',
    '/audit',
  ])
  expect(paths({ Transaction: 'V', Team: 'VCU' })).toEqual(['/transactions/review'])
  expect(furtherScreens(null, built)).toEqual([])
})

test('the import of files is there for who may make records of any of its kinds', () => {
  for (const feature of ['ChargingSite', 'PriceGroup', 'ChargerPoint', 'Customers', 'Vehicle', 'Tag'] as const) {
    expect([feature, labels(roleIn(1, 'T', { [feature]: 'VC' })).includes('Import of files')]).toEqual([feature, true])
    expect([feature, labels(roleIn(1, 'T', { [feature]: 'VUD' })).includes('Import of files')]).toEqual([
      feature,
      false,
    ])
  }
  expect(labels(roleIn(1, 'T', { Team: 'VCUD' }))).not.toContain('Import of files')
})

test('only features with view show, and Dashboard always', () => {
  expect(labels(roleIn(1, 'T', { Tag: 'V', Users: 'CUD', Finance: 'VCUD', Report: 'V' }))).toEqual([
    'Dashboard',
    'Tag',
    'Report',
    'Scheduled reports',
    'Tax papers',
  ])
  expect(labels(roleIn(1, 'T', { Report: 'V' }))).not.toContain('Tax papers')
  expect(labels(null)).toEqual(['Dashboard'])
})

test('the screen of every route stands where the table says', async () => {
  const pages = routes.flatMap(r => (isBuilt(r.page) ? [r.page] : []))
  const found = await Promise.all(pages.map(screenFile))
  expect(pages.filter((_, i) => found[i] === undefined)).toEqual([])
})

test('a feature whose screen is not built has no entry', () => {
  expect(labels(roleIn(1, 'T'), page => page === 'fleet/tags/tags-page')).toEqual(['Dashboard', 'Tag'])
})

test('an entry is active at its path and below, by whole parts, and on screens that lead back to it', () => {
  expect(isUnder('/charger', '/charger')).toBe(true)
  expect(isUnder('/charger/3', '/charger')).toBe(true)
  expect(['/import', '/import/new', '/import/3'].map(p => [isUnder(p, '/import'), isUnder(p, '/dashboard')])).toEqual([
    [true, false],
    [true, false],
    [true, false],
  ])
  expect(isUnder('/chargerx', '/charger')).toBe(false)
  // A screen with an address of its own belongs to the list it leads back to.
  expect(isUnder('/refund-details/pay_1', '/transactions')).toBe(true)
})

test('every word and heading of the menu can be replaced, and only those: in the menu, its groups and its headings', () => {
  const all = menuFor(roleIn(1, 'T'), built)
  const entries = all.flatMap(g => g.entries)
  expect(Object.fromEntries(entries.map(e => [e.label, e.title]))).toEqual(MENU_HEADINGS)
  expect(all.map(g => g.label)).toEqual([...MENU_GROUPS])
  const words = { menu: { ChargerPoint: 'Stations', Operate: 'Network' }, headings: { ChargerPoint: 'All stations' } }
  const [first] = menuFor(roleIn(1, 'T'), built, words)
  expect(first?.label).toBe('Network')
  expect(first?.entries.find(e => e.to === '/charger')).toMatchObject({ label: 'Stations', title: 'All stations' })
  expect(furtherScreens(roleIn(1, 'T'), built, words)[0]).toMatchObject({
    label: 'Sessions to review',
    group: 'Network',
  })
})
