// A charger from its making to its end: its form with address and connectors, the key shown once by which it connects, its
// QR code as a picture, changed, seen by who may only read, and deleted.
import { readFile } from 'node:fs/promises'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { choose, demandAccessible, live, open, toTab } from './steps.ts'
import { expect, test } from './test.ts'

const ID = 'GATE 1'

test('a charger is made with key and QR code, connects, is changed and deleted', async ({ page, elsewhere, place }) => {
  const problems: string[] = []
  page.on('pageerror', e => problems.push(String(e)))
  page.on('console', m => {
    if (/Content Security Policy/.test(m.text())) problems.push(m.text())
  })
  await open(page, place, 'admin', '/charger')
  await page.getByRole('button', { name: 'Add Charge Point' }).click()
  await expect(page.getByRole('heading', { name: 'Add new Charge Point' })).toBeVisible()

  // Missing fields of all tabs are listed above the tabs.
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please fix the following errors:')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Address is required for the Charge Point' })).toBeVisible()
  await demandAccessible(page, 'the errors of the form')

  await page.getByLabel('Charger ID').fill(ID)
  await page.getByLabel('Charger Name').fill('Main gate')
  await choose(page, /^Team/, 'One North')
  await choose(page, /Registration Status/, 'Accepted')
  await choose(page, 'Security Profile', /^1:/)
  await page.getByRole('button', { name: 'Add connector' }).click()
  for (const n of [1, 2]) {
    const one = page.getByRole('group', { name: `Connector ${n}`, exact: true })
    await one.getByRole('combobox', { name: /Connector Type/ }).click()
    await page.getByRole('option', { name: 'CCS Type 2', exact: true }).click()
    await one.getByLabel('Power').fill('60')
    await one.getByRole('combobox', { name: /Price Group/ }).click()
    await page.getByRole('option').first().click()
  }
  await toTab(page, /^Address/)
  const map = page.getByRole('region', { name: 'Map', exact: true })
  // The scale tells that the map stands.
  await expect(page.locator('.maplibregl-ctrl-scale')).toHaveText('300 km')
  await map.click({ position: { x: 200, y: 200 } })
  await expect(page.getByText(/^(Filled in from the map:|No address is known)/)).toBeVisible()
  await expect(page.getByLabel(/Latitude/)).not.toHaveValue('')
  await page.getByRole('combobox', { name: 'Amenities' }).click()
  await page.getByRole('option', { name: 'ATM' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save Changes' }).click()

  // The key is shown here and never again: by it the charger connects.
  const shown = page.getByRole('dialog', { name: `Key of ${ID}` })
  await expect(shown).toContainText(`/ocpp/${encodeURIComponent(ID)}`)
  await demandAccessible(page, 'the key', { selector: '[role=dialog]' })
  const key = (await shown.locator('code').last().innerText()).trim()
  expect(key).toMatch(/^[0-9a-f]{40}$/i)
  await shown.getByRole('button', { name: 'Setup sheet' }).click()
  const sheet = page.getByRole('dialog', { name: /^Setup sheet/ })
  await expect(sheet.getByRole('img', { name: 'QR code of connector 2' })).toBeVisible()
  await demandAccessible(page, 'the setup sheet', { selector: '[role=dialog]:has([data-sheet])' })
  // On paper the sheet stands alone, and the key is on it.
  await page.emulateMedia({ media: 'print' })
  await expect(sheet.getByText(key)).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(shown.getByText('This key is shown once')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await sheet.getByText('Close', { exact: true }).click()
  await shown.getByRole('button', { name: 'I have kept the key' }).click()
  await expect(page).toHaveURL(/\/charger$/)
  const row = page.getByRole('row').filter({ hasText: ID })
  await expect(row).toContainText('Inactive')
  await live(page)
  const charger = new SimulatedCharger({ url: place.ocpp, identity: ID, connectors: 2, key, seed: 'gate' })
  try {
    await charger.startUp()
    await expect(row).toContainText('Active')
    await expect(row).not.toContainText('Inactive')

    await row.getByRole('button', { name: `Actions of ${ID}` }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(page.getByRole('heading', { name: `Edit Charge Point (${ID})` })).toBeVisible()
    await expect(page.getByText('Connected and usable')).toBeVisible()
    await expect(page.getByText('A key is stored. Nobody can read it again.')).toBeVisible()

    // The code of its second connector, as a picture with a margin.
    const two = page.getByRole('group', { name: 'Connector 2', exact: true })
    await two.getByRole('button', { name: 'QR code' }).click()
    const dialog = page.getByRole('dialog', { name: `QR code of ${ID}, connector 2` })
    const picture = dialog.getByRole('img', { name: 'QR code of connector 2' })
    await expect(picture).toBeVisible()
    await expect(dialog).toContainText(`/pay/${encodeURIComponent(ID)}/2`)
    await demandAccessible(page, 'the code', { selector: '[role=dialog]' })
    const width = await picture.evaluate(i => (i as unknown as { naturalWidth: number }).naturalWidth)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`${ID}-2.jpeg`)
    expect(jpegSize(await readFile(await file.path()))).toEqual({ width: width + 40, height: width + 40 })
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await page.getByLabel('Charger Name').fill('South gate')
    await toTab(page, 'Operating Instruction')
    await page.getByRole('button', { name: 'Add question' }).click()
    await page.getByRole('textbox', { name: /^Question-1/ }).fill('How do I start?')
    await page.getByLabel('Answer-1').fill('Scan the code.')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Charge Point updated successfully')).toBeVisible()
    await expect(page).toHaveURL(/\/charger$/)
    await expect(row).toContainText('South gate')

    // Who may only read sees the same fields, off.
    const reader = await open(await elsewhere(), place, 'viewer', '/charger')
    await reader.getByRole('row').filter({ hasText: ID }).getByRole('link', { name: ID }).click()
    await expect(reader.getByRole('heading', { name: 'Charge Point Details' })).toBeVisible()
    await expect(reader.getByLabel('Charger Name')).toBeDisabled()
    await toTab(reader, 'Operating Instruction')
    await expect(reader.getByLabel('Answer-1')).toHaveValue('Scan the code.')
    await expect(reader.getByRole('button', { name: 'Save Changes' })).toHaveCount(0)
    await expect(reader.getByRole('tab', { name: 'Remote Operations' })).toHaveCount(0)
    await reader.goto(`${place.url}/charger/new`)
    await expect(reader.getByText('Not Authorized')).toBeVisible()
    await expect(reader).toHaveURL(/\/charger$/)

    await row.getByRole('button', { name: `Actions of ${ID}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: `Charge Point ${ID}` })
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect(page.getByText('Charge Point deleted successfully')).toBeVisible()
    await expect(row).toHaveCount(0)
    expect(problems).toEqual([])
  } finally {
    await charger.close()
  }
})

/** The size that the frame of a JPEG names. */
function jpegSize(file: Buffer): { width: number; height: number } | undefined {
  for (let at = 2; at + 9 < file.length && file[at] === 0xff; at += 2 + file.readUInt16BE(at + 2)) {
    const kind = file[at + 1] ?? 0
    if (kind >= 0xc0 && kind <= 0xc3) return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
  }
  return undefined
}
