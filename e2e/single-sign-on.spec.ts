// Single sign-on from nothing to work: an administrator sets the provider up and has the domain proven, somebody comes by it for
// the first time, a sign-out ends both sessions, passwords are given up, and the emergency administrator still gets in.
import { type LocalAccount, type LocalProvider, startLocalProvider } from '#demo/sign-in-provider.ts'
import { type Product, startProduct } from './product.ts'
import { choose, demandAccessible, open, signIn, toTab } from './steps.ts'
import { expect, placeIn, test } from './test.ts'

const ASHA: LocalAccount = {
  subject: 'asha',
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@volt.example',
  groups: ['operations'],
}
const CLIENT = { clientId: 'portal', clientSecret: 'a secret of the provider' }
let product: Product
let provider: LocalProvider
test.beforeAll(async () => {
  // The provider is on this machine.
  product = await startProduct({ WATTDESK_PRIVATE_WEBHOOKS: 'on' })
  const { companyId } = product.worldOf(import.meta.filename).one
  provider = await startLocalProvider({
    accounts: () => [ASHA],
    client: {
      ...CLIENT,
      redirectAddress: `${product.url}/auth/sso/callback/${companyId}`,
      signedOutAddress: `${product.url}/login`,
      backChannelAddress: `${product.url}/auth/sso/back-channel`,
    },
  })
})
test.afterAll(async () => {
  await provider?.close()
  await product?.close()
})

test('a company is set up for single sign-on, its people come by it, and passwords are given up', async ({
  elsewhere,
  page,
}) => {
  const place = placeIn(product, import.meta.filename)
  const { url, world } = place
  const at = `/company/${world.one.companyId}?tab=sign-in`

  // The provider, refused where there is none, then stored and tested.
  await open(page, place, 'admin', at)
  await page.getByLabel('Issuer').fill(`${provider.issuer}/nowhere`)
  await page.getByLabel('Client ID').fill(CLIENT.clientId)
  await page.getByLabel('Client Secret').fill(CLIENT.clientSecret)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/No provider was found there/)).toBeVisible()
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByLabel('Single sign-on is on').check()
  await page.getByRole('button', { name: 'Add group' }).click()
  const rule = page.getByRole('group', { name: 'Group 1' })
  await rule.getByRole('textbox', { name: 'Group' }).fill('operations')
  await rule.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Operator' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Sign-in updated successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await expect(page.getByText('The provider is there, and takes the client and its secret.')).toBeVisible()
  await expect(page.getByText(CLIENT.clientSecret)).toHaveCount(0)

  // The domain: no record yet, so the platform's administrator proves it.
  await page.getByRole('textbox', { name: 'Domain', exact: true }).fill('volt.example')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await expect(page.getByText('_sign-in-proof.volt.example')).toBeVisible()
  await demandAccessible(page, 'the tab Sign-in of a company')
  const staff = await open(await elsewhere(), place, 'root', at)
  await staff.getByRole('button', { name: 'Prove as platform' }).click()
  await staff.getByRole('button', { name: 'Prove', exact: true }).click()
  await expect(staff.getByText(`by the platform, ${world.usernames.root}`)).toBeVisible()

  // Asha comes by the provider, for the first time.
  const asha = await elsewhere()
  await asha.goto(`${url}/charger`)
  await expect(asha).toHaveURL(/\/login/)
  await asha.getByRole('button', { name: 'Single sign-on' }).click()
  await asha.getByRole('button', { name: 'Continue' }).click()
  await expect(asha.getByText('Email is required')).toBeVisible()
  await demandAccessible(asha, 'single sign-on on the sign-in page')
  await asha.getByLabel('Email').fill('asha@unknown.example')
  await asha.getByRole('button', { name: 'Continue' }).click()
  await expect(asha.getByText(/No company here has single sign-on/)).toBeVisible()
  await asha.getByLabel('Email').fill(ASHA.email)
  await asha.getByRole('button', { name: 'Continue' }).click()
  await asha.getByRole('button', { name: /Asha Rao/ }).click()
  await expect(asha).toHaveURL(`${url}/charger`)
  await expect(asha.getByText(world.chargers.dc.id).first()).toBeVisible()
  expect(await asha.evaluate<string>('document.cookie')).toBe('')

  // Made with the role of the group.
  await page.goto(`${url}/users`)
  await expect(page.getByRole('row').filter({ hasText: ASHA.email })).toContainText('Asha Rao')
  const held = await asha.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').role[0].roleName)
  expect(held).toBe('Operator')

  // Signing out ends both: the provider asks anew who it is.
  await asha
    .getByRole('button', { name: /Asha Rao|Profile|Account/ })
    .first()
    .click()
  await asha.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(asha).toHaveURL(`${url}/login`)
  await expect(asha.getByLabel('Username')).toBeVisible()
  await asha.getByRole('button', { name: 'Single sign-on' }).click()
  await asha.getByLabel('Email').fill(ASHA.email)
  await asha.getByRole('button', { name: 'Continue' }).click()
  await expect(asha.getByRole('heading', { name: 'Who are you?' })).toBeVisible()
  await asha.getByRole('button', { name: /Asha Rao/ }).click()
  await expect(asha).toHaveURL(/\/dashboard/)

  // Passwords are given up; the emergency administrator keeps one.
  await page.goto(`${url}${at}`)
  await page.getByLabel('Without passwords').check()
  await expect(page.getByText(/come in by the provider alone/)).toBeVisible()
  await choose(page, /^Emergency administrator/, world.usernames.admin)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Do without' }).click()
  await expect(page.getByText('Sign-in updated successfully').first()).toBeVisible()
  const other = await elsewhere()
  await other.goto(`${url}/login`)
  await other.getByLabel('Username').fill(world.usernames.operator)
  await other.getByLabel('Password', { exact: true }).fill('Wattdesk@2026')
  await other.getByRole('button', { name: 'Sign In' }).click()
  await expect(other.getByText(/signs in by single sign-on, without passwords/)).toBeVisible()
  await signIn(other, url, world.usernames.admin)
  await toTab(page, 'General')
})
