// A thousand tags from a file with twelve bad rows: nothing is made before it was looked at, 988 are made, a file says why
// the others are not; and one of them is attached to a charger.
import { readFile } from 'node:fs/promises'
import { demandAccessible, open } from './steps.ts'
import { expect, test } from './test.ts'

const HEADER = 'RFID Tag,Parent Group,Expiry Date,Max Active Transactions,Balance Amount,Notes'

test('1,000 rows with 12 bad ones: 988 tags are made, and a file names the others', async ({ page, place }) => {
  const { tag: taken, chargers } = place.world
  const rows = Array.from({ length: 988 }, (_, i) => `JOURNEY-${i},,31/12/2099,-1,,`)
  rows.push(
    ',,,,,no text',
    `${'x'.repeat(21)},,,,,`,
    '=SUM(A1),,,,,',
    'BAD-1,,2020-01-01,,,',
    'BAD-2,,soon,,,',
    'BAD-3,,,x,,',
    'BAD-4,,,,-1,',
    'BAD-5,NOBODY,,,,',
    'BAD-6,,,0.5,,',
    'journey-0,,,,,',
    `${taken},,,,,`,
    `${taken.toLowerCase()},,,,,`,
  )
  await open(page, place, 'operator', '/tag')
  await page.getByRole('button', { name: 'Import' }).click()
  const buffer = Buffer.from(`\ufeff${HEADER}\r\n${rows.join('\r\n')}\r\n`)
  await expect(page.getByRole('combobox', { name: 'What the file holds' })).toHaveText('RFID tags')
  await page.locator('input[type=file]').setInputFiles({ name: 'tags.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Check 1,000 rows' }).click()
  await expect(page.getByText('12 rows are refused')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Refused: 12' }).click()
  await expect(page.getByText('RFID Tag begins like a formula', { exact: false })).toBeVisible()
  await demandAccessible(page, '/tag/import with a file')
  await page.getByRole('button', { name: 'Import the good rows' }).click()
  await expect(page.getByText('988 RFID tags were made or changed.')).toBeVisible({ timeout: 60_000 })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /refused rows/i }).click()
  const report = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')
  expect(report).toHaveLength(13)
  // It stands in the list of imports, as a file of every other kind does.
  await page.goto(`${place.url}/import`)
  await expect(page.getByRole('row', { name: /tags\.csv/ })).toBeVisible()

  await page.goto(`${place.url}/tag`)
  await page.getByRole('searchbox').fill('JOURNEY-987')
  await page.getByRole('button', { name: 'Actions of JOURNEY-987' }).click()
  await page.getByRole('menuitem', { name: 'Attach Charger' }).click()
  await page.getByRole('button', { name: 'Attach Chargers' }).click()
  await expect(page.getByText('Please select tags to be added')).toBeVisible()
  await page.getByRole('combobox', { name: /Chargers/ }).fill(chargers.dc.id)
  // The id, and the name where it is another.
  await page.getByRole('option', { name: chargers.dc.id }).click()
  await page.getByRole('button', { name: 'Attach Chargers' }).click()
  await expect(page.getByText('RFID Tag updated successfully')).toBeVisible()
  await page.getByRole('link', { name: 'JOURNEY-987' }).click()
  await expect(page.getByRole('table', { name: 'Attached Chargers' })).toContainText(chargers.dc.id)
})
