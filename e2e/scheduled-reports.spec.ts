// A list is sent by mail: from its menu of views a report is scheduled, a test of it comes with the rows that the list's own
// export has, and the page tells of the run.
import { readFile } from 'node:fs/promises'
import { demandAccessible, open } from './steps.ts'
import { expect, test } from './test.ts'

type Mail = { recipient: string; subject: string; body: string; attachments: { fileName: string; url: string }[] }

test('from the views of a list to a test mail with its rows', async ({ page, place }) => {
  await open(page, place, 'operator', '/charger')
  await expect(page.getByRole('link', { name: place.world.chargers.dc.id, exact: true }).first()).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Export/ }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  const exported = await readFile(await (await downloading).path(), 'utf8')

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Send by mail…' }).click()
  await expect(page).toHaveURL(/\/scheduled-reports\/new\?list=chargers/)
  await page.getByLabel('Name').fill('Chargers each morning')
  await page.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: 'CSV' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The next times' })).toContainText('Every day at 06:00')
  await page.getByLabel('Mail addresses').fill('books@volt.example')
  await page.getByLabel('Mail addresses').press('Enter')
  await expect(page.getByText('who has no account here cannot open it')).toBeVisible()
  await demandAccessible(page, 'the form of a report')
  await page.getByRole('button', { name: 'Save' }).click()

  await page.getByRole('link', { name: 'Chargers each morning' }).click()
  await page.getByRole('button', { name: 'Send a test to me' }).click()
  const runs = page.getByRole('region', { name: 'Runs' })
  await expect(runs.getByText('Test: Kept in the outbox')).toBeVisible({ timeout: 60_000 })
  await demandAccessible(page, 'a report with a run')

  const own = `${place.world.usernames.operator}`
  const asked = await fetch(`${place.url}/dev/outbox`)
  const { data } = (await asked.json()) as { data: Mail[] }
  const mail = data.find(m => m.subject === 'Test: Chargers each morning')
  expect(mail?.recipient).toContain(own)
  expect(mail?.body).toContain('This is a test')
  const [file] = mail?.attachments ?? []
  expect(file?.fileName).toMatch(/^Chargers_each_morning_.*\.csv$/)
  const attached = await (await fetch(new URL(file?.url ?? '', place.url))).text()
  // Byte for byte, but for the mark of UTF-8.
  expect(attached.replace('\ufeff', '')).toBe(exported.replace('\ufeff', ''))
})
