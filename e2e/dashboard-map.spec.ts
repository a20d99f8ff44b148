// The map of chargers on the dashboard, without a tile source: the card of a mark under the pointer and the focus, how
// a cluster parts, a list of as many chargers as the cluster, and no objection of axe or the content policy. The places
// of the chargers: e2e/setup.ts.
import type { Page } from '@playwright/test'
import { demandAccessible, open } from './steps.ts'
import { expect, type Place, test } from './test.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Charging Station Locations' })
const mark = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })
const card = (page: Page, name: string) => panel(page).getByRole('group', { name, exact: true })
const EAST = '4 chargers: 0 online, 4 offline'
const ONE_PLACE = '3 chargers: 0 online, 3 offline'
const ALONE = '1 charger, offline'

/** The list of chargers holds those of these numbers and no other; the screen before, which names them too, is gone. */
const listed = async (page: Page, numbers: number[]): Promise<void> => {
  await expect(page).toHaveURL(/\/charger\?/)
  await expect(page.getByRole('heading', { name: 'Charge Points', level: 1 })).toBeVisible()
  const rows = page.getByRole('row').filter({ hasText: /Placed \d/ })
  await expect(rows).toHaveCount(numbers.length)
  for (const n of numbers) await expect(rows.filter({ hasText: `Placed ${n}` })).toHaveCount(1)
}

const openMap = async (page: Page, place: Place): Promise<string[]> => {
  const problems: string[] = []
  page.on('pageerror', e => problems.push(String(e)))
  page.on('console', m => {
    if (/Content Security Policy/.test(m.text())) problems.push(m.text())
  })
  // Drawn at once where it is going: what moves cannot be pressed.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, place, 'admin', '/dashboard')
  await panel(page).scrollIntoViewIfNeeded()
  await expect(mark(page, EAST)).toBeVisible()
  return problems
}

test('under the pointer a charger tells what it is; a cluster leads to a list of as many', async ({ page, place }) => {
  const problems = await openMap(page, place)
  await mark(page, ALONE).hover()
  await expect(card(page, ALONE)).toContainText('Placed 5Offline')
  await expect(card(page, ALONE)).toContainText('Hosur Road, Kolkata')
  await expect(card(page, ALONE)).toContainText('Last heartbeat:')
  await mark(page, EAST).hover()
  await card(page, EAST).getByRole('link', { name: '4 chargers' }).click()
  await listed(page, [1, 2, 3, 4])
  await page.goBack()
  await panel(page).getByRole('link', { name: '1 charger without a place on the map' }).click()
  await listed(page, [6])
  expect(problems).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`pressed, a cluster parts; at one place it lists its chargers; axe has no objection (${colorScheme})`, async ({
    page,
    place,
  }) => {
    await page.emulateMedia({ colorScheme })
    const rules = colorScheme === 'dark' ? { rules: ['color-contrast'] } : {}
    const problems = await openMap(page, place)
    await demandAccessible(page, 'the whole map', rules)
    await mark(page, EAST).click()
    await expect(mark(page, ONE_PLACE)).toBeVisible()
    await expect(panel(page).getByText('Zoomed in on')).toBeVisible()
    await mark(page, ONE_PLACE).click()
    await expect(card(page, ONE_PLACE).getByRole('listitem')).toHaveCount(3)
    await demandAccessible(page, 'with an open cluster', rules)
    await page.keyboard.press('Escape')
    await expect(card(page, ONE_PLACE)).toHaveCount(0)
    await expect(mark(page, ONE_PLACE)).toBeFocused()
    await panel(page).getByRole('button', { name: 'Show as list: Charging Station Locations' }).click()
    await expect(panel(page).getByRole('listitem')).toHaveCount(7)
    await demandAccessible(page, 'as a list', rules)
    expect(problems).toEqual([])
  })

test('by keyboard: arrows go from mark to mark, Enter comes near, and the focus stays on the map', async ({
  page,
  place,
}) => {
  await openMap(page, place)
  await mark(page, ALONE).focus()
  await expect(card(page, ALONE)).toContainText('Placed 5')
  await page.keyboard.press('ArrowRight')
  await expect(mark(page, EAST)).toBeFocused()
  await expect(card(page, EAST)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(mark(page, EAST)).toHaveCount(0)
  await expect(panel(page).locator('button:focus')).toHaveAttribute('aria-label', /^(1 charger,|3 chargers)/)
})
