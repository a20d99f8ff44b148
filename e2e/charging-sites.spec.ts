// A charging site from its making to its deletion, with the charger that stands there; a new one in a team alone.
import { demandAccessible, open } from './steps.ts'
import { expect, test } from './test.ts'

test('a site is made with a charger, changed and deleted, and the charger is free again', async ({
  page,
  elsewhere,
  place,
}) => {
  const { dc, ac } = place.world.chargers
  await open(page, place, 'operator', '/charging-site')
  await page.getByRole('button', { name: 'Create Charging Site' }).first().click()
  await expect(page.getByText('2 unassigned charger(s) available')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Charger' })).toBeDisabled()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Zone name is required. Load balancing value is required')
  await demandAccessible(page, '/charging-site/new')
  await page.getByLabel('Zone Name').fill('North yard')
  await page.getByLabel('Load Value').fill('80.5')
  await page.getByRole('combobox', { name: 'Load Balancing Required' }).click()
  await page.getByRole('option', { name: 'Yes' }).click()
  await page.getByRole('combobox', { name: 'Add Existing Charger' }).fill(dc.id)
  await page.getByRole('option', { name: dc.id, exact: true }).click()
  await page.getByRole('button', { name: 'Add Charger' }).click()
  await expect(page.getByText('1 unassigned charger(s) available')).toBeVisible()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Zone created successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/charging-site$/)
  const row = page.getByRole('row', { name: /North yard/ })
  for (const text of ['80.5 kW', 'Enabled', '1']) await expect(row.getByText(text, { exact: true })).toBeVisible()

  // Another charger instead, by the row's menu.
  await page.getByRole('button', { name: 'Actions of North yard' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('button', { name: `Remove ${dc.id}` }).click()
  await page.getByRole('combobox', { name: 'Add Existing Charger' }).fill(ac.id)
  await page.getByRole('option', { name: ac.id, exact: true }).click()
  await page.getByRole('button', { name: 'Add Charger' }).click()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Zone updated successfully')).toBeVisible()

  // An operator deletes none; the operator's list follows what the admin does.
  await page.getByRole('button', { name: 'Actions of North yard' }).click()
  await expect(page.getByRole('menuitem', { name: 'View' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  const admin = await open(await elsewhere(), place, 'admin', '/charging-site')
  await admin.getByRole('button', { name: 'Actions of North yard' }).click()
  await admin.getByRole('menuitem', { name: 'Delete' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(admin.getByText('Zone deleted successfully')).toBeVisible()
  await expect(page.getByText('No charging sites yet')).toBeVisible()
})

test('in the company itself the form asks for the team of the site', async ({ page, place }) => {
  await open(page, place, 'admin', '/charging-site')
  await expect(page.getByText('No charging sites yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create Charging Site' }).first().click()
  await page.getByLabel('Zone Name').fill('South yard')
  await page.getByLabel('Load Value').fill('50')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Please select a team')
  await page.getByRole('combobox', { name: 'Team' }).fill('South')
  await page.getByRole('option', { name: /South/ }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Zone created successfully')).toBeVisible()
})
