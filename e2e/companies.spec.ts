// A company is made with its icons and its first user gets mail; a service request goes from open to closed with a
// picture; a file of another type than it claims is refused.
import { JPEG, PNG } from '#office/uploads/test-files.ts'
import { PASSWORD } from '#testing/world.ts'
import { choose, demandAccessible, inMailTo, live, open, toTab } from './steps.ts'
import { expect, test } from './test.ts'

const picture = (name: string, buffer: Buffer) => ({
  name,
  mimeType: name.endsWith('png') ? 'image/png' : 'image/jpeg',
  buffer,
})

test('root makes a company with its own icons; the first user gets the mail that leads to a password', async ({
  page,
  place,
}) => {
  const { url } = place
  await open(page, place, 'root', '/company')
  await page.getByRole('button', { name: 'Add Company' }).click()
  await expect(page).toHaveURL(/\/company\/new$/)

  // Nothing filled in: said beside the fields, nothing is sent.
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Name is required', { exact: true })).toBeVisible()
  await toTab(page, /^Payment.*has errors/)
  await expect(page.getByText('Please select a payment gateway', { exact: true })).toBeVisible()
  await toTab(page, /^General/)

  await page.getByLabel(/^Name/).fill('Volt Works')
  await page.getByLabel(/^Root User/).fill('volt.root')
  await page.getByLabel(/^Email ID/).fill('root@volt.example')
  await toTab(page, /^Domain/)
  await choose(page, /^Domain/, 'Other (custom)')
  await page.getByLabel(/^Custom Domain/).fill('volt-works')
  await page.getByLabel(/^Provider Name/).fill('Volt')
  await page.getByLabel(/^Country Code/).fill('+91')

  // A page with the name of a picture: judged by its bytes, refused beside the field.
  const page_ = Buffer.from('<!doctype html><script>alert(1)</script>')
  await page.getByLabel('Icon', { exact: true }).setInputFiles(picture('icon.png', page_))
  await expect(page.getByText('Unsupported file type')).toBeVisible()
  for (const [label, file] of [
    ['Icon', picture('icon.png', PNG)],
    ['Grey Icon', picture('grey.jpg', JPEG)],
  ] as const) {
    await page.getByLabel(label, { exact: true }).setInputFiles(file)
    await expect(page.getByRole('img', { name: label, exact: true })).toHaveAttribute('src', /^\/files\//)
  }
  await expect(page.getByText('Unsupported file type')).toHaveCount(0)
  await demandAccessible(page, 'the form of a company')
  await toTab(page, /^General/)
  await choose(page, /^Protocol/, 'OCPI')
  await toTab(page, /^Payment/)
  await choose(page, /^Payment Gateway/, 'Razorpay')
  await page.getByLabel(/^Tax Percent/).fill('18')
  await page.getByLabel(/^Transaction Percent/).fill('2.36')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Token, Endpoint, and Party ID are required for OCPI', { exact: true })).toBeVisible()
  await choose(page, /^Protocol/, 'OCPP')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Company created successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/company$/)

  const row = page.getByRole('row').filter({ hasText: 'Volt Works' })
  await expect(row).toContainText('OCPP')
  await expect(row).toContainText('Active')
  await row.getByText('Volt Works').click()
  await expect(page.getByRole('heading', { name: 'Volt Works' })).toBeVisible()
  await toTab(page, 'Domain')
  const icon = page.getByRole('img', { name: 'Icon', exact: true })
  await expect(icon).toBeVisible()
  expect(await icon.evaluate((i: { naturalWidth?: number }) => i.naturalWidth)).toBe(1)

  await inMailTo(url, 'root@volt.example', /\/reset\?username=volt\.root/)

  // A second one of the same domain is refused where it was typed.
  await page.goto(`${url}/company/new`)
  await page.getByLabel(/^Name/).fill('Volt Again')
  await page.getByLabel(/^Root User/).fill('volt.again')
  await page.getByLabel(/^Email ID/).fill('again@volt.example')
  await toTab(page, /^Domain/)
  await choose(page, /^Domain/, 'Other (custom)')
  await page.getByLabel(/^Custom Domain/).fill('VOLT-works')
  await page.getByLabel(/^Provider Name/).fill('Volt')
  await toTab(page, /^Payment/)
  await choose(page, /^Payment Gateway/, 'Razorpay')
  await page.getByLabel(/^Tax Percent/).fill('18')
  await page.getByLabel(/^Transaction Percent/).fill('2.36')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Domain already exists').first()).toBeVisible()

  // Leaving asks, since it is not saved.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Leave without saving')).toBeVisible()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL(/\/company$/)
})

test('a company that is switched off shuts its users out of the portal that stands open', async ({
  elsewhere,
  place,
}) => {
  const { two, usernames } = place.world
  const staff = await open(await elsewhere(), place, 'stranger', '/faq')
  await live(staff)
  const root = await open(await elsewhere(), place, 'root', `/company/${two.companyId}`)
  // Other missing fields of this company do not hinder this change.
  await choose(root, /^Status/, 'Inactive')
  await root.getByRole('button', { name: 'Save' }).click()
  await expect(root.getByText('Company updated successfully')).toBeVisible()
  await expect(staff).toHaveURL(/\/login/)
  await staff.getByLabel('Username').fill(usernames.stranger)
  await staff.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await staff.getByRole('button', { name: 'Sign In' }).click()
  await expect(staff.getByText('Your account is inactive. Please contact support.')).toBeVisible()
})

test('a service request goes from open to closed, with a picture', async ({ page, elsewhere, place }) => {
  await open(page, place, 'operator', '/servicerequest')
  await page.getByRole('button', { name: 'Add Service Request' }).first().click()
  await page.getByLabel(/^Email/).fill('depot@example.com')
  await page.getByLabel(/^Phone/).fill('080-2345 6789')
  await choose(page, /^Issue Type/, 'Charger issues')
  await page.getByLabel(/^Description/).fill('<b>Display</b> stays dark')
  const input = page.getByLabel('Attachment', { exact: true })
  await input.setInputFiles(picture('dark.png', Buffer.from('not a picture at all')))
  await expect(page.getByText('Unsupported file type')).toBeVisible()
  await input.setInputFiles(picture('dark.jpg', JPEG))
  await expect(page.getByRole('img', { name: 'Attachment' })).toHaveAttribute('src', /^\/files\/.*\.jpg$/)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Service request saved successfully')).toBeVisible()

  const row = () => page.getByRole('row').filter({ hasText: '<b>Display</b> stays dark' })
  for (const [from, to] of [
    ['Open', 'In Progress'],
    ['In Progress', 'Resolved'],
    ['Resolved', 'Closed'],
  ] as const) {
    await expect(row()).toContainText(from)
    await row().getByText('depot@example.com').click()
    await expect(page.getByRole('img', { name: 'Attachment' })).toBeVisible()
    await choose(page, 'Status', to)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/\/servicerequest$/)
  }
  await expect(row()).toContainText('Closed')
  await row().getByText('depot@example.com').click()
  await expect(page.getByText('A closed service request cannot be changed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  // Its history is for who holds Team in full.
  await expect(page.getByRole('region', { name: 'History' })).toHaveCount(0)
  const admin = await open(await elsewhere(), place, 'admin', new URL(page.url()).pathname)
  const history = admin.getByRole('region', { name: 'History' })
  await expect(history).toContainText(/create/i)
  await expect(history).toContainText(/resolved/i)
})
