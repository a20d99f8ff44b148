// The map picker of an address (S-MAP), drawn by software: its first view, a pin by click, by keyboard and by
// search, the address looked up, and nothing that axe or the content policy objects to.
import type { Page } from '@playwright/test'
import { demandAccessible, open } from './steps.ts'
import { expect, type Place, test } from './test.ts'

const openAddress = async (page: Page, place: Place): Promise<string[]> => {
  const problems: string[] = []
  page.on('pageerror', e => problems.push(String(e)))
  page.on('console', m => {
    if (/Content Security Policy/.test(m.text())) problems.push(m.text())
  })
  await open(page, place, 'admin', '/team/new')
  await page.getByRole('tab', { name: 'Address' }).click()
  await expect(map(page)).toBeVisible()
  // The scale tells the zoom: it stands once the map does.
  await expect(scale(page)).toHaveText('300 km')
  return problems
}
const map = (page: Page) => page.getByRole('region', { name: 'Map', exact: true })
const scale = (page: Page) => page.locator('.maplibregl-ctrl-scale')
const pin = (page: Page) => page.getByLabel('Map marker')
const value = (page: Page, label: RegExp) => page.getByLabel(label).inputValue()

test('a click drops the pin, comes near and fills in the address; the pin is moved by the next click', async ({
  page,
  place,
}) => {
  const problems = await openAddress(page, place)
  expect((await map(page).boundingBox())?.height).toBe(400)
  await expect(pin(page)).toHaveCount(0)
  await map(page).click({ position: { x: 200, y: 200 } })
  await expect(pin(page)).toBeVisible()
  // As near as the outlines are true, since the installation has no tile source.
  await expect(scale(page)).toHaveText('10 km')
  await expect(page.getByText(/streets need a tile source/)).toBeVisible()
  await expect(page.getByText(/^(Filled in from the map:|No address is known)/)).toBeVisible()
  const [lat, lng] = [await value(page, /Latitude/), await value(page, /Longitude/)]
  expect(Number(lat)).toBeCloseTo(20.6, 0)
  await map(page).click({ position: { x: 260, y: 200 } })
  await expect(page.getByLabel(/Longitude/)).not.toHaveValue(lng)
  expect(problems).toEqual([])
})

test('without a tile source the map stops at level 9, and typed coordinates place the pin', async ({ page, place }) => {
  await openAddress(page, place)
  await page.getByLabel(/Latitude/).fill('12.9716')
  await expect(pin(page)).toHaveCount(0)
  await page.getByLabel(/Longitude/).fill('77.5946')
  await expect(pin(page)).toBeVisible()
  await expect(scale(page)).toHaveText('10 km')
  const nearer = page.getByRole('button', { name: 'Zoom in' })
  await expect(nearer).toBeDisabled()
})

test('by keyboard: Enter takes the centre, which is the middle of India until the map is moved', async ({
  page,
  place,
}) => {
  await openAddress(page, place)
  await map(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/Latitude/)).toHaveValue('20.5937')
  await expect(page.getByLabel(/Longitude/)).toHaveValue('78.9629')
  await expect(page.getByLabel('State')).toHaveValue('Maharashtra')
  await expect(page.getByLabel('Country')).toHaveText('India')
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`a place found by name moves the pin there; axe has no objection (${colorScheme})`, async ({ page, place }) => {
    await page.emulateMedia({ colorScheme })
    const rules = colorScheme === 'dark' ? { rules: ['color-contrast'] } : {}
    const problems = await openAddress(page, place)
    await page.getByRole('combobox', { name: 'Search a place' }).fill('bangalore')
    await expect(page.getByRole('option').first()).toHaveText('Bengaluru, Karnataka, India')
    await demandAccessible(page, 'with the list of places', rules)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('City')).toHaveValue('Bengaluru')
    await expect(pin(page)).toBeVisible()
    await demandAccessible(page, 'with a pin', rules)
    expect(problems).toEqual([])
  })
