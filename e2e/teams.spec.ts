// A team from its making to its member: form with its errors, point on the map and finance; a role given in the portal
// acts in the member's browser; what only finance admins see; nothing lost by leaving.
import type { Page } from '@playwright/test'
import { open } from './steps.ts'
import { expect, test } from './test.ts'

const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('a team is made with point and finance, gets a member, and the member sees it', async ({
  page,
  elsewhere,
  place,
}) => {
  const { nobody } = place.world.usernames
  // Nothing yet: the one without a role sees no teams.
  const member = await open(await elsewhere(), place, 'nobody', '/faq')
  await expect(member.getByRole('navigation').getByText('Dashboard', { exact: true })).toBeVisible()
  await expect(member.getByRole('navigation').getByText('Team', { exact: true })).toHaveCount(0)

  await open(page, place, 'admin', '/team')
  for (const card of ['Total Teams', 'Active Teams', 'Inactive Teams'])
    await expect(page.getByRole('group', { name: card, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add Team' }).click()
  await expect(page.getByRole('heading', { name: 'Create Team' })).toBeVisible()
  for (const name of ['Members', 'Payout']) await expect(page.getByRole('tab', { name, exact: true })).toHaveCount(0)

  // Missing values are reported beside their fields, and a tab with hidden errors is marked.
  await save(page)
  await expect(page.getByText('Team name is required')).toBeVisible()
  await expect(tab(page, 'Address has errors')).toBeVisible()
  await page.getByLabel('Team Name').fill('A name that is far too long')
  await expect(page.getByText('Team name should be 20 characters or less')).toBeVisible()
  await page.getByLabel('Team Name').fill('Harbour')
  // From a valid tab, a try to save leads to the invalid one.
  await save(page)
  await expect(tab(page, 'Address')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Please specify an address, lattitude and longitude cant be empty').first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Search a place' }).fill('Bengaluru')
  await page
    .getByRole('option', { name: /Bengaluru/ })
    .first()
    .click()
  await expect(page.getByLabel('City')).toHaveValue('Bengaluru')

  await tab(page, 'Finance').click()
  await expect(page.getByLabel('DC Charges (monthly)')).toHaveValue('349')
  await page.getByLabel('Monthly payment').click()
  await expect(page.getByLabel('DC Charges (annual)')).toHaveValue('')
  await page.getByLabel('Monthly payment').click()
  await page.getByLabel('Charger Tax').fill('1x')
  await page.getByLabel('Transaction Tax').click()
  await expect(page.getByText('Only digits are allowed')).toBeVisible()
  await page.getByLabel('Charger Tax').fill('12')
  await choose(page, 'Payout Rule', 'Fixed per unit')
  const inPercent = page.getByRole('switch', { name: 'Commission in percent' })
  await expect(inPercent).not.toBeChecked()
  await inPercent.click()
  await expect(
    page.getByText('Please select a payout rule which takes commission in percentage into account'),
  ).toBeVisible()
  await expect(inPercent).not.toBeChecked()
  await page.getByLabel('Commission Cost').fill('0.5')
  await save(page)
  await expect(page.getByText('Team created successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/team$/)

  await page.getByLabel('Search by team name').fill('harb')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Actions of Harbour' }).click()
  await page.getByRole('menuitem', { name: 'Manage Users' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage Users · Harbour' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please select users and a role')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'New Member' }).click()
  await page.getByRole('option', { name: new RegExp(`^${nobody}`) }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('combobox', { name: 'User Role' }).click()
  await page.getByRole('option', { name: 'Viewer', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Team members updated successfully')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: `Role of ${nobody}` })).toHaveValue('Viewer')

  // The member has it without signing in again; finance is not theirs.
  await member.reload()
  await expect(member.getByRole('navigation').getByText('Team', { exact: true })).toBeVisible()
  await member.goto(`${place.url}/team`)
  await member.getByRole('link', { name: 'Harbour' }).click()
  await expect(member.getByRole('heading', { name: 'Team Details' })).toBeVisible()
  await expect(member.getByLabel('Team Name')).toBeDisabled()
  await expect(tab(member, 'Members')).toBeVisible()
  for (const name of ['Finance', 'Payout Accounts']) await expect(tab(member, name)).toHaveCount(0)
  await expect(member.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(member.getByRole('button', { name: 'Back' })).toBeVisible()

  // Taken out again, the open browser loses it at once.
  await dialog.getByRole('button', { name: `Actions of ${nobody}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: `Team member ${nobody}` })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByText('Team member deleted successfully')).toBeVisible()
  await expect(member.getByRole('navigation').getByText('Team', { exact: true })).toHaveCount(0)
})

test('leaving with changes asks; a tab with a text is shared by its address; deleting what is in use says why', async ({
  page,
  place,
}) => {
  await open(page, place, 'admin', `/team/${place.world.one.teamId}?tab=finance`)
  await expect(page.getByRole('heading', { name: 'Edit Team Details' })).toBeVisible()
  await expect(page.getByLabel('Payment Gateway Percent')).toHaveValue('2.36')
  await tab(page, 'General').click()
  await page.getByLabel('Team Name').fill('Another')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving' }).getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Team Name')).toHaveValue('Another')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving' }).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/team$/)
  await page.getByRole('button', { name: 'Actions of One North' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Team One North' })
  await expect(question.getByText('Are you sure you want to delete this record?')).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The team cannot be deleted, it still has chargers')).toBeVisible()
})

test('payout accounts: what is not filled in is left out and says so, what is wrong is refused beside its field', async ({
  page,
  place,
}) => {
  const { siblingId } = place.world.one
  await open(page, place, 'admin', `/team/${siblingId}?tab=address`)
  await page.getByLabel('Latitude').fill('12.9')
  await page.getByLabel('Longitude').fill('77.5')
  await tab(page, 'Payout Accounts').click()
  await page.getByLabel('Business Name').fill('Volt Works')
  await expect(page.getByText('this account is not saved yet')).toBeVisible()
  await choose(page, 'Business Type', 'LLP')
  await choose(page, 'Account Type', 'Current')
  for (const [field, text] of [
    ['Beneficiary Name', 'Volt Works LLP'],
    ['Email', 'pay@volt.example'],
    ['Phone', '9876543210'],
    ['Account Number', '000123456789'],
    ['IFSC Code', 'HDFC123'],
    ['Payout Percentage', '60'],
    ['Tax Percentage', '18'],
  ] as const)
    await page.getByLabel(field).fill(text)
  await expect(page.getByText('this account is not saved yet')).toHaveCount(0)
  await save(page)
  await expect(page.getByText('Please enter a valid IFSC Code')).toBeVisible()
  await page.getByLabel('IFSC Code').fill('HDFC0001234')
  await save(page)
  await expect(page.getByText('Payout percentages must add up to 100')).toBeVisible()
  await page.getByLabel('Payout Percentage').fill('100')
  await save(page)
  await expect(page.getByText('Team updated successfully')).toBeVisible()
  await page.goto(`${place.url}/team/${siblingId}?tab=accounts`)
  await expect(page.getByLabel('Account Number')).toHaveValue('000123456789')
  await page.getByRole('button', { name: 'Remove account 1' }).click()
  await save(page)
  await expect(page.getByText('At least one payout account shall be defined')).toBeVisible()
})
