// A role and a user from nothing to work: made, mailed, given on a team, seen in the menu; and rights that change under an
// open browser.
import type { Page } from '@playwright/test'
import { live, open, setFirstPassword, signIn } from './steps.ts'
import { expect, test } from './test.ts'

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu' }).getByRole('link')
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

test('a role and a user are made, the user comes by mail and sees exactly what the role allows', async ({
  elsewhere,
  page,
  place,
}) => {
  const { url } = place
  // The role, its rights set by keyboard.
  await open(page, place, 'admin', '/roles')
  await page.getByRole('button', { name: 'Add Role' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Role Name is required')).toBeVisible()
  await page.getByLabel('Role Name').fill('Yard Staff')
  await box(page, 'ChargingSite View').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(box(page, 'ChargerPoint Create')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(box(page, 'ChargerPoint Update')).toBeChecked()
  await expect(box(page, 'ChargerPoint View')).toBeChecked()
  await box(page, 'All of Users').click()
  await expect(box(page, 'Users Delete')).toBeChecked()
  await box(page, 'Users View').click()
  await expect(box(page, 'Users Delete')).not.toBeChecked()
  await box(page, 'Transaction View').click()
  await expect(page.getByRole('group', { name: 'Viewable Features' })).toContainText('2')
  await expect(page.getByRole('group', { name: 'Permission Coverage (%)' })).toContainText('3.4%')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Role created successfully')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Yard Staff' })).toContainText('ChargerPoint, Transaction')

  // The user, mailed the way to a first password.
  await page.goto(`${url}/users`)
  await page.getByRole('button', { name: 'Add CMS System User' }).click()
  await page.getByLabel('User Name').fill('yard.one')
  await page.getByLabel('First Name').fill('<b>Yard</b>')
  await page.getByLabel('Last Name').fill('One')
  await page.getByLabel('Email').fill('yard.one@nowhere')
  await page.getByLabel('Phone').fill('12345')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible()
  await page.getByLabel('Email').fill('yard.one@example.com')
  await page.getByLabel('Phone').fill('9876543210')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('User created successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/users$/)
  // Script in a name is the text it is.
  await expect(page.getByRole('row').filter({ hasText: 'yard.one' })).toContainText('<b>Yard</b> One')

  // The first password.
  const colleague = await elsewhere()
  await setFirstPassword(colleague, url, 'yard.one@example.com', 'Yard#first2026')

  // Without a role: the dashboard without data, and no other entry.
  await signIn(colleague, url, 'yard.one', 'Yard#first2026')
  await expect(menuOf(colleague)).toHaveText(['Dashboard'])

  // Given on a team, it is there without signing in again.
  await page.goto(`${url}/team`)
  await page.getByRole('row').filter({ hasText: 'One North' }).getByRole('button').first().click()
  await page.getByRole('menuitem', { name: 'Manage Users' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'New Member' }).click()
  await page.getByRole('option', { name: /yard\.one/ }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('combobox', { name: 'User Role' }).click()
  await page.getByRole('option', { name: 'Yard Staff' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('combobox', { name: /^Role of yard\.one/ })).toHaveValue('Yard Staff')
  await colleague.reload()
  await expect(menuOf(colleague)).toHaveText([
    'Dashboard',
    'ChargerPoint',
    'Transaction',
    'Maintenance',
    'Scheduled reports',
  ])

  // Screens outside the role are closed: the list leads to the dashboard, a form to its list or there too.
  for (const path of ['/users', '/users/new', '/roles/1']) {
    await colleague.goto(url + path)
    await expect(colleague.getByText('Not Authorized')).toBeVisible()
    await expect(colleague).toHaveURL(/\/dashboard/)
  }
  await colleague.goto(`${url}/charger`)
  await expect(colleague.getByText('DC-1').first()).toBeVisible()

  // Deleted, the colleague is signed out at once.
  await live(colleague)
  await page.goto(`${url}/users?q=yard`)
  await page.getByRole('row').filter({ hasText: 'yard.one' }).getByRole('button').first().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page.getByText('No users match "yard".')).toBeVisible()
  await expect(colleague).toHaveURL(/\/login/)
})

test('a right taken away acts at once in another open browser: the entry goes, the page leads away', async ({
  elsewhere,
  page,
  place,
}) => {
  const viewer = await open(await elsewhere(), place, 'viewer', '/charger')
  await expect(viewer.getByText('DC-1').first()).toBeVisible()
  await live(viewer)

  await open(page, place, 'admin', `/roles/${place.world.one.roles.Viewer}`)
  await box(page, 'ChargerPoint View').click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Role updated successfully')).toBeVisible()

  await expect(viewer.getByText('Not Authorized')).toBeVisible()
  await expect(viewer).toHaveURL(/\/dashboard/)
  await expect(menuOf(viewer).filter({ hasText: 'ChargerPoint' })).toHaveCount(0)
  await expect(menuOf(viewer).filter({ hasText: 'Transaction' })).toHaveCount(1)

  // Only looking: the list offers nothing more, the record is closed to writing.
  await viewer.goto(`${place.url}/users`)
  await expect(viewer.getByRole('button', { name: 'Add CMS System User' })).toHaveCount(0)
  await viewer.getByRole('row').filter({ hasText: 'operator' }).getByRole('button').first().click()
  await expect(viewer.getByRole('menuitem')).toHaveText(['View'])
  await viewer.getByRole('menuitem', { name: 'View' }).click()
  await expect(viewer.getByRole('heading', { name: 'User Details' })).toBeVisible()
  await expect(viewer.getByLabel('First Name')).toBeDisabled()
  await expect(viewer.getByRole('button', { name: 'Save Changes' })).toHaveCount(0)
  await viewer.getByRole('button', { name: 'Back' }).click()
  await expect(viewer).toHaveURL(/\/users$/)
  await viewer.goto(`${place.url}/users/new`)
  await expect(viewer.getByText('Not Authorized')).toBeVisible()
  await expect(viewer).toHaveURL(/\/users$/)
})

test('what is not there or another company’s leads away, and leaving a changed form asks', async ({ page, place }) => {
  const { world } = place
  await open(page, place, 'admin', '/faq')
  for (const id of [world.userIds.stranger, 999_999, 'none']) {
    await page.goto(`${place.url}/users/${id}`)
    await expect(page).toHaveURL(/\/dashboard/)
  }
  for (const id of [world.two.roles.Viewer, 999_999, 'none']) {
    await page.goto(`${place.url}/roles/${id}`)
    await expect(page).toHaveURL(/\/roles$/)
  }
  await page.goto(`${place.url}/roles/${world.one.roles.Finance}`)
  await box(page, 'Tag View').click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(box(page, 'Tag View')).toBeChecked()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/roles$/)
})
