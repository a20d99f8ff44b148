// Properties of a rendered page: cards that are low enough, whole figures, rows of tiles without a hole, and elements
// that stick while the page moves.
import type { Page } from '@playwright/test'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { open as openAs } from './steps.ts'
import { expect, test } from './test.ts'

let charger: SimulatedCharger
test.beforeAll(async ({ placeOf }, info) => {
  const { ocpp, world } = await placeOf(info)
  charger = new SimulatedCharger({
    url: ocpp,
    identity: world.chargers.dc.id,
    connectors: 2,
    outlet: dcOutlet(60_000),
    seed: 'looks',
  })
  await charger.startUp()
  await charger.plugIn(1)
  await charger.start(1, world.tag, { soc: 30 })
})
test.afterAll(() => charger?.close())

const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
/** Each list with a text of its rows, also where the root user sees rows of other files' operators first. */
const lists: [path: string, row: string | RegExp][] = [
  ['/charger', 'One North'],
  ['/transactions', 'DC-1'],
  ['/team', 'One North'],
  ['/users', 'operator@example.com'],
  ['/roles', 'Admin'],
  ['/company', 'One'],
  ['/audit', 'Signed in'],
]
const reached = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('main').getByText(text).first()).toBeVisible()

test('no figure is cut, Actions is the last column and tiles fill their rows; on a phone a row is a card under 150 px, and the list can be sorted', async ({
  page,
  place,
}) => {
  await openAs(page, place, 'root', '/faq')
  for (const [path, text] of lists) {
    await page.setViewportSize(wide)
    await page.goto(place.url + path)
    await reached(page, text)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    const cut = await page
      .locator('td.right')
      .evaluateAll(cells => cells.filter(c => c.scrollWidth > c.clientWidth).map(c => c.textContent))
    expect(cut, path).toEqual([])
    const headers = await page.getByRole('columnheader').allTextContents()
    if (headers.includes('Actions')) expect(headers.at(-1), path).toBe('Actions')
    // The last tile of each row ends where the list does.
    const right = await page.getByRole('table').evaluate(g => g.parentElement?.getBoundingClientRect().right ?? 0)
    const tiles = await page.getByRole('main').getByRole('group').all()
    const boxes = await Promise.all(tiles.map(t => t.boundingBox()))
    const ends = new Map<number, number>()
    for (const b of boxes) if (b) ends.set(b.y, Math.max(ends.get(b.y) ?? 0, b.x + b.width))
    for (const end of ends.values()) expect(Math.abs(end - right), path).toBeLessThan(4)

    await page.setViewportSize(phone)
    const cards = page.getByRole('main').locator('ul[aria-label] > li')
    await expect(cards.first()).toBeVisible()
    const heights = await cards.evaluateAll(all => all.map(c => [c.getBoundingClientRect().height, c.textContent]))
    expect(
      heights.filter(([height]) => Number(height) >= 150),
      path,
    ).toEqual([])
    await expect(page.getByRole('button', { name: 'Sort' })).toBeVisible()
  }
})

for (const [width, height] of [
  [1440, 700],
  [390, 844],
] as const)
  test(`${width} wide nothing shines through under the bar of a form`, async ({ page, place }) => {
    await page.setViewportSize({ width, height })
    await openAs(page, place, 'admin', `/team/${place.world.one.teamId}?tab=finance`)
    await reached(page, 'Payout Rule')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await expect(save).toBeInViewport()
    // All along the bottom edge of the window stands the bar, also where its corners are round.
    const below = await page.locator('[data-bar]').evaluate(bar => {
      const { ownerDocument: page } = bar
      const box = bar.getBoundingClientRect()
      const end = page.documentElement.clientHeight
      const points = [box.left + 2, box.left + box.width / 2, box.right - 2].flatMap(x =>
        [end - 2, end - 12].map(y => [x, y] as const),
      )
      return points.filter(([x, y]) => !bar.contains(page.elementFromPoint(x, y))).map(p => p.join())
    })
    expect(below).toEqual([])
    for (const tab of ['Members', 'Payout']) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await expect(save).toHaveCount(0)
    }
  })

test('on a phone the grid of rights keeps its headings', async ({ page, place }) => {
  await page.setViewportSize(phone)
  await openAs(page, place, 'admin', `/roles/${place.world.one.roles.Viewer}`)
  await reached(page, 'Feature permissions')
  await page.getByRole('checkbox', { name: 'Finance View' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('columnheader', { name: /Update/ })).toBeInViewport()
  await expect(page.getByRole('checkbox', { name: 'ChargingSite View' })).not.toBeInViewport()
})
