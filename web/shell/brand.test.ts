import { expect, test } from 'vitest'
import { allBrands, brandLabel, brandOf } from '#office/brand/brand.rules.ts'
import { documentTitle } from './brand.ts'

test.each([
  ['portal.bluegrid.com', 'bluegrid'],
  ['PORTAL.BlueGrid.COM:8443', 'bluegrid'],
  ['portal.bluegrid.localhost', 'bluegrid'],
  ['bluegrid.com', 'bluegrid'],
  ['portal.bluegrid.com.', 'bluegrid'],
  ['localhost', ''],
  ['localhost:8080', ''],
  ['127.0.0.1', ''],
  ['10.1.2.3:8080', ''],
  ['[::1]:8080', ''],
  ['', ''],
])('the label of %s is "%s"', (host, label) => expect(brandLabel(host)).toBe(label))

test('an unknown, single or numeric host gets the default brand, and so does one called like a key of objects', () => {
  for (const host of [
    'portal.unknown.com',
    'localhost',
    '192.168.1.4',
    'a.default.com',
    'a.constructor.com',
    'a.__proto__.com',
  ])
    expect(brandOf(host).name).toBe('Wattdesk')
})

test('eight brands stand beside the default, each with its own name, logo, colours and mail, and their logos exist', () => {
  const brands = allBrands()
  expect(brands).toHaveLength(9)
  const files = Object.keys(import.meta.glob('../public/brands/*.svg')).map(f => f.replace('../public', ''))
  for (const key of ['name', 'logo', 'logoSmall', 'supportEmail', 'pageTitle'] as const)
    expect(new Set(brands.map(([, b]) => b[key])).size).toBe(9)
  expect(new Set(brands.map(([, b]) => b.colors.primary)).size).toBe(9)
  for (const [, b] of brands) for (const link of [b.logo, b.logoSmall, b.favicon]) expect(files).toContain(link)
})

test('the tab is called after the brand, on the dashboard after the analytics', () => {
  expect(documentTitle('/charger')).toBe('Wattdesk – Charging Management System')
  for (const path of ['/', '/dashboard', '/dashboard/blog'])
    expect(documentTitle(path)).toBe('InsightHub - AI Analytics')
  expect(documentTitle('/dashboards')).not.toBe('InsightHub - AI Analytics')
})
