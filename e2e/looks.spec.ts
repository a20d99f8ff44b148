// What only a drawn page shows: cards that are low enough, figures that are whole, rows of tiles without a hole, and what
// sticks while the page moves.
import { expect, type Page, test } from '@playwright/test'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { dcOutlet } from '@wattdesk/ocpp/sim/power'
import { type Product, startProduct } from './product.ts'
import { signIn } from './steps.ts'

let product: Product
let charger: SimulatedCharger
test.beforeAll(async () => {
  product = await startProduct()
  charger = new SimulatedCharger({
    url: product.ocpp,
    identity: 'DC-1',
    connectors: 2,
    outlet: dcOutlet(60_000),
    seed: 'looks',
  })
  await charger.startUp()
  await charger.plugIn(1)
  await charger.start(1, product.world.tag, { soc: 30 })
})
test.afterAll(async () => {
  await charger?.close()
  await product?.close()
})

/** Each list with a text of its rows. */
const lists: [path: string, row: string | RegExp][] = [
  ['/charger', 'DC-1'],
  ['/transactions', 'DC-1'],
  ['/team', 'One North'],
  ['/users', 'operator@example.com'],
  ['/roles', 'Operator'],
  ['/company', 'One'],
  ['/audit', 'Signed in'],
]
const open = async (page: Page, path: string, text: string | RegExp) => {
  await page.goto(product.url + path)
  await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
}

test('on a phone a row is a card under 150 px, and the list can be sorted', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await signIn(page, product.url, 'root')
  for (const [path, text] of lists) {
    await open(page, path, text)
    const cards = page.getByRole('main').locator('ul[aria-label] > li')
    await expect(cards.first()).toBeVisible()
    for (const card of await cards.all()) {
      const height = (await card.boundingBox())?.height ?? 999
      expect(height, `${path}: ${await card.textContent()}`).toBeLessThan(150)
    }
    await expect(page.getByRole('button', { name: 'Sort' })).toBeVisible()
  }
})

test('at 1440 no figure is cut, Actions is the last column, and tiles fill their rows', async ({ page }) => {
  await signIn(page, product.url, 'root')
  for (const [path, text] of lists) {
    await open(page, path, text)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    const cut = await page
      .locator('td.right')
      .evaluateAll(cells => cells.filter(c => c.scrollWidth > c.clientWidth).map(c => c.textContent))
    expect(cut, path).toEqual([])
    const headers = await page.getByRole('columnheader').allTextContents()
    if (headers.includes('Actions')) expect(headers.at(-1), path).toBe('Actions')
    // Of each row of tiles the last ends where the list does.
    const right = await page.getByRole('table').evaluate(g => g.parentElement?.getBoundingClientRect().right ?? 0)
    const tiles = await page.getByRole('main').getByRole('group').all()
    const boxes = await Promise.all(tiles.map(t => t.boundingBox()))
    const ends = new Map<number, number>()
    for (const b of boxes) if (b) ends.set(b.y, Math.max(ends.get(b.y) ?? 0, b.x + b.width))
    for (const end of ends.values()) expect(Math.abs(end - right), path).toBeLessThan(4)
  }
})

for (const [width, height] of [
  [1440, 700],
  [390, 844],
] as const)
  test(`${width} wide nothing shines through under the bar of a form`, async ({ browser }) => {
    const page = await (await browser.newContext({ viewport: { width, height } })).newPage()
    await signIn(page, product.url, 'admin')
    await open(page, `/team/${product.world.one.teamId}?tab=finance`, 'Payout Rule')
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

test('on a phone the grid of rights keeps its headings', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await signIn(page, product.url, 'admin')
  await open(page, `/roles/${product.world.one.roles.Viewer}`, 'Feature permissions')
  await page.getByRole('checkbox', { name: 'Finance View' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('columnheader', { name: /Update/ })).toBeInViewport()
  await expect(page.getByRole('checkbox', { name: 'ChargingSite View' })).not.toBeInViewport()
})
