// The reference of the API on a phone: what is printed there breaks its lines, and the page is as wide as the phone.
import { expect, test } from './test.ts'

test('the guides and their examples fit a phone', async ({ page, place }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${place.url}/docs/api`)
  await expect(page.getByRole('heading', { name: 'Sign in and API keys' })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('curl -s -X POST', { exact: false }).first()).toBeVisible()
  await expect.poll(() => page.locator('html').evaluate(html => html.scrollWidth)).toBeLessThanOrEqual(390)
})
