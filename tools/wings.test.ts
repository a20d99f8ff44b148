// An import that points up the wings, or into a wing that is not named, is refused; imports of other folders are not judged.
import { expect, test } from 'vitest'
import { featureOf, WINGS, wingFault } from './wings.ts'

test.each([
  ['features/desk/report/report-page.tsx', 'features/office/audit/audit.store.ts', undefined],
  ['features/fleet/tags/tag.store.ts', 'features/fleet/chargers/charger.store.ts', undefined],
  ['features/fleet/tags/tag.store.ts', 'platform/db/db.ts', undefined],
  ['app/app.ts', 'features/desk/report/report.routes.ts', undefined],
  [
    'features/office/audit/audit.store.ts',
    'features/fleet/tags/tag.store.ts',
    'the wing office does not use the wing fleet',
  ],
  [
    'features/drivers/wallets/a.store.ts',
    'features/people/teams/b.store.ts',
    'the wing drivers does not use the wing people',
  ],
  ['features/attic/a/a.store.ts', 'features/office/geo/b.store.ts', 'features/attic is no wing (tools/wings.ts)'],
])('%s imports %s: %s', (file, target, fault) => {
  expect(wingFault(file, target)).toBe(fault)
})

test('a wing uses wings that are named before it', () => {
  const names = Object.keys(WINGS)
  for (const [i, [name, uses]] of Object.entries(WINGS).entries())
    for (const used of uses) expect(names.slice(0, i), `${name} uses ${used}`).toContain(used)
})

test('a feature is named by its wing and its folder', () => {
  expect(featureOf('features/fleet/tags/tag.store.ts')).toBe('fleet/tags')
  expect(featureOf('kit/page.tsx')).toBeUndefined()
})
