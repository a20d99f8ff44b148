// An operator from nothing to work: the platform makes the company, its first user makes team, role and colleague, and
// the colleague, come by mail, sees exactly what the role allows, and nothing of anybody else.
import type { Page } from '@playwright/test'
import { choose, open, setFirstPassword, signIn, toTab } from './steps.ts'
import { expect, test } from './test.ts'

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu' }).getByRole('link')
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

test('a company, its team, a role and a user by mail, who sees exactly the allowed menu', async ({
  page,
  elsewhere,
  place,
}) => {
  const { url, world } = place
  await open(page, place, 'root', '/company/new')
  await page.getByLabel(/^Name/).fill('Harbour Volt')
  await page.getByLabel(/^Root User/).fill('harbour.root')
  await page.getByLabel(/^Email ID/).fill('root@harbour.example')
  await toTab(page, 'Domain')
  await choose(page, /^Domain/, 'Other (custom)')
  await page.getByLabel(/^Custom Domain/).fill('harbour-volt')
  await page.getByLabel(/^Provider Name/).fill('Harbour')
  await toTab(page, 'Payment')
  await choose(page, /^Payment Gateway/, 'Razorpay')
  await page.getByLabel(/^Tax Percent/).fill('18')
  await page.getByLabel(/^Transaction Percent/).fill('2.36')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Company created successfully')).toBeVisible()

  const first = await elsewhere()
  await setFirstPassword(first, url, 'root@harbour.example', 'Harbour#2026')
  await signIn(first, url, 'harbour.root', 'Harbour#2026', /\/first-steps/)
  await first.getByRole('button', { name: 'Skip the first steps' }).click()
  await first.getByRole('dialog').getByRole('button', { name: 'Skip them' }).click()
  await expect(first.getByText('The first steps are skipped')).toBeVisible()
  await expect(first).toHaveURL(/\/dashboard/)

  await first.goto(`${url}/team/new`)
  await first.getByLabel('Team Name').fill('Quay')
  await first.getByRole('tab', { name: 'Address' }).click()
  await first.getByRole('combobox', { name: 'Search a place' }).fill('Kochi')
  await first.getByRole('option', { name: /Kochi/ }).first().click()
  await expect(first.getByLabel('City')).toHaveValue('Kochi')
  await first.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(first.getByText('Team created successfully')).toBeVisible()

  await first.goto(`${url}/roles/new`)
  await first.getByLabel('Role Name').fill('Quay Staff')
  await box(first, 'ChargerPoint View').click()
  await box(first, 'ServiceRequest Create').click()
  await first.getByRole('button', { name: 'Save Changes' }).click()
  await expect(first.getByText('Role created successfully')).toBeVisible()

  await first.goto(`${url}/users/new`)
  await first.getByLabel('User Name').fill('quay.one')
  await first.getByLabel('First Name').fill('Quay')
  await first.getByLabel('Last Name').fill('One')
  await first.getByLabel('Email').fill('quay.one@harbour.example')
  await first.getByLabel('Phone').fill('9876543210')
  await first.getByRole('button', { name: 'Save Changes' }).click()
  await expect(first.getByText('User created successfully')).toBeVisible()

  await first.goto(`${url}/team`)
  await first.getByRole('button', { name: 'Actions of Quay' }).click()
  await first.getByRole('menuitem', { name: 'Manage Users' }).click()
  const dialog = first.getByRole('dialog', { name: 'Manage Users · Quay' })
  await dialog.getByRole('combobox', { name: 'New Member' }).click()
  await first.getByRole('option', { name: /^quay\.one/ }).click()
  await first.keyboard.press('Escape')
  await dialog.getByRole('combobox', { name: 'User Role' }).click()
  await first.getByRole('option', { name: 'Quay Staff', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(first.getByText('Team members updated successfully')).toBeVisible()

  const colleague = await elsewhere()
  await setFirstPassword(colleague, url, 'quay.one@harbour.example', 'Quay#first2026')
  await signIn(colleague, url, 'quay.one', 'Quay#first2026')
  await expect(menuOf(colleague)).toHaveText([
    'Dashboard',
    'ChargerPoint',
    'ServiceRequest',
    'Maintenance',
    'Scheduled reports',
  ])
  // Nothing of the other operators.
  await colleague.goto(`${url}/charger`)
  await expect(colleague.getByText('No charge points yet')).toBeVisible()
  await colleague.goto(`${url}/charger/${world.chargers.dc.pk}`)
  await expect(colleague).toHaveURL(/\/dashboard/)
  await colleague.goto(`${url}/team/${world.one.teamId}`)
  await expect(colleague.getByText('Not Authorized')).toBeVisible()
  await expect(colleague).toHaveURL(/\/dashboard/)
})
