// RFID tags of another system come in by a file: a column is matched by hand, every row is checked before anything is made, the
// product is killed while it imports, the refused rows come back as a file, and the import is taken back.
import { readFile } from 'node:fs/promises'
import { startProduct } from './product.ts'
import { demandAccessible, open } from './steps.ts'
import { expect, placeIn, test } from './test.ts'

const ROWS = 6000
const FILE = `Card,Valid until,Rupees\n${Array.from(
  { length: ROWS },
  (_, i) => `MOVED${i},2030-12-31,${i % 1000 === 7 ? 'much' : 10}`,
).join('\n')}\n`

test('a file of tags is checked, imported over a kill of the product, and taken back', async ({ page }) => {
  test.setTimeout(240_000)
  const product = await startProduct()
  try {
    const place = placeIn(product, import.meta.filename)
    await open(page, place, 'admin', '/import')
    await page.getByRole('button', { name: 'Import a file' }).first().click()
    await page.getByRole('combobox', { name: 'What the file holds' }).click()
    await page.getByRole('option', { name: 'RFID tags' }).click()
    await demandAccessible(page, '/import/new')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'cards.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })

    await page.getByRole('combobox', { name: /^RFID Tag/ }).click()
    await page.getByRole('option', { name: 'Card' }).click()
    await page.getByRole('combobox', { name: /^Expiry Date/ }).click()
    await page.getByRole('option', { name: 'Valid until' }).click()
    await page.getByRole('combobox', { name: /^Balance Amount/ }).click()
    await page.getByRole('option', { name: 'Rupees' }).click()
    await demandAccessible(page, '/import/{id} with columns')
    await page.getByRole('button', { name: 'Check 6,000 rows' }).click()
    const good = page.getByRole('button', { name: 'Import the good rows' })
    await expect(page.getByText('6 rows are refused')).toBeVisible({ timeout: 60_000 })
    await demandAccessible(page, '/import/{id} checked')

    await good.click()
    await expect(page.getByText('Importing.')).toBeVisible()
    await product.kill()
    await product.start()
    await expect(page.getByText('5,994 RFID tags were made or changed.')).toBeVisible({ timeout: 120_000 })
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /refused rows/i }).click()
    const refused = await readFile(await (await saved).path(), 'utf8')
    expect(refused.trim().split('\n')).toHaveLength(7)
    expect(refused).toContain('MOVED1007,2030-12-31,much,')

    await page.goto(`${place.url}/tag?q=MOVED5999`)
    await expect(page.getByRole('row', { name: /MOVED5999/ })).toContainText('Active')
    await page.goto(`${place.url}/import`)
    await page.getByRole('row', { name: /cards\.csv/ }).click()
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByText(/was taken back by/)).toBeVisible({ timeout: 60_000 })
    await page.goto(`${place.url}/tag?q=MOVED5999`)
    await expect(page.getByText('No results found for "MOVED5999"')).toBeVisible()
  } finally {
    await product.close()
  }
})
