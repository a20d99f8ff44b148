// The guide holds: each of its pages is walked, step by step, by the words that it names.
import { readFile } from 'node:fs/promises'
import { monthText, partsIn } from '@wattdesk/base/time'
import { SimulatedCharger } from '@wattdesk/ocpp/sim/charger'
import { codeAt } from '#people/second-factor/test-factors.ts'
import { account, teamBody } from '#people/teams/test-team.ts'
import { SUPPLIER_GSTIN } from '#testing/world.ts'
import { scanAndCharge, scanned } from './charging.ts'
import { hands, walk } from './guide.ts'
import { type Product, startProduct } from './product.ts'
import { demandAccessible, inMailTo, live, open, send } from './steps.ts'
import { expect, type Place, placeIn, test } from './test.ts'

const PASSWORD = 'Coast#first2026'

test('the first hour', async ({ page, place, elsewhere }) => {
  test.setTimeout(300_000)
  const { url, world } = place
  const root = hands(page)
  const adminPage = await elsewhere()
  const admin = hands(adminPage)
  const driverPage = await elsewhere()
  const driver = hands(driverPage)
  let charger: SimulatedCharger | undefined
  await walk(await elsewhere(), url, 'first-hour', {
    'sign-in-form': async say => {
      await page.goto(`${url}/login`)
      await root.type(say('Username'), world.usernames.root)
      await page.getByLabel(say('Password'), { exact: true }).fill('Wattdesk@2026')
      await root.press(say('Sign In'))
      await expect(page).toHaveURL(/\/dashboard/)
    },
    'company-open': async say => {
      await root.menu(say('Company'))
      await root.press(say('Add Company'))
    },
    'company-general': async say => {
      await root.type(say('Name'), 'Coast Charge')
      await root.type(say('Root User'), 'coast.root')
      await root.type(say('Email ID'), 'root@coast.example')
    },
    'company-domain': async say => {
      await root.tab(say('Domain'))
      await root.choose(say('Domain'), say('Other (custom)'))
      await root.type(say('Custom Domain'), 'coast-charge')
      await root.type(say('Provider Name'), 'Coast')
    },
    'company-payment': async say => {
      await root.tab(say('Payment'))
      await root.choose(say('Payment Gateway'), say('Razorpay'))
      await root.type(say('Tax Percent'), '18')
      await root.type(say('Transaction Percent'), '2.36')
    },
    'company-save': async say => {
      await root.press(say('Save'))
      await root.see(say('Company created successfully'))
    },
    'password-link': async say => {
      const link = new URL(await inMailTo(url, 'root@coast.example', /http\S+\/reset\?\S+/))
      await adminPage.goto(url + link.pathname + link.search)
      await admin.press(say('Send OTP'))
      await admin.see('OTP has been sent to your registered email')
    },
    'password-new': async say => {
      await admin.type(say('OTP'), await inMailTo(url, 'root@coast.example', /code is (\d{6})/))
      await adminPage.getByLabel(`${say('New Password')} *`, { exact: true }).fill(PASSWORD)
      await admin.type(say('Confirm New Password'), PASSWORD)
    },
    'password-save': async say => {
      await admin.press(say('Reset Password'))
      await expect(adminPage).toHaveURL(/\/login/)
      await admin.type('Username', 'coast.root')
      await adminPage.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await admin.press('Sign In')
      await expect(adminPage).toHaveURL(/\/first-steps/)
    },
    'steps-open': async say => {
      await admin.see(say('From an empty portal to the first session'))
      await admin.see(say('Next'), adminPage.getByRole('listitem').filter({ hasText: 'A team' }))
    },
    'steps-leave': async say => {
      await expect(adminPage.getByRole('button', { name: say('Skip the first steps') })).toBeVisible()
      await admin.menu('Dashboard')
      await expect(adminPage.getByRole('link', { name: say('Continue'), exact: true })).toBeVisible()
    },
    'team-open': async say => {
      await admin.menu(say('Team'))
      await admin.press(say('Add Team'))
    },
    'team-name': async say => {
      await admin.type(say('Team Name'), 'Quayside')
      await expect(adminPage.getByRole('combobox', { name: say('Parent Team') })).toHaveValue('Coast Charge')
    },
    'team-account': async say => {
      await admin.tab(say('Payout Accounts'))
      const first = adminPage.getByRole('region', { name: 'Payout account 1' })
      await admin.type(say('Business Name'), 'Coast Charge LLP', first)
      await admin.choose(say('Business Type'), /llp/i, first)
      await admin.type(say('Beneficiary Name'), 'Coast Charge LLP', first)
      await admin.type(say('Email'), 'accounts@coast.example', first)
      await admin.type(say('Phone'), '9876543210', first)
      await admin.type(say('Account Number'), '000123456789', first)
      await admin.choose(say('Account Type'), /current/i, first)
      await admin.type(say('IFSC Code'), 'HDFC0001234', first)
      await admin.type(say('GST Number'), SUPPLIER_GSTIN, first)
      await admin.type(say('Payout Percentage'), '100', first)
      await admin.type(say('Tax Percentage'), '18', first)
    },
    'team-address': async say => {
      await admin.tab(say('Address'))
      await admin.find(say('Search a place'), 'Bengaluru', /Bengaluru/)
      await expect(adminPage.getByLabel('City')).toHaveValue('Bengaluru')
    },
    'team-save': async say => {
      await admin.press(say('Save'))
      await admin.see(say('Team created successfully'))
    },
    'price-open': async say => {
      await admin.menu(say('PriceGroup'))
      await admin.press(say('Add'))
    },
    'price-name': async say => {
      await admin.type(say('Name'), 'Day price')
      await expect(adminPage.getByRole('combobox', { name: say('Pricing Type') })).toHaveText(say('Fixed'))
    },
    'price-amount': async say => {
      await admin.type(say('Price per kWh'), '18')
      await admin.field(say('Start fee'))
    },
    'price-sample': async say => {
      const sample = adminPage.getByRole('region', { name: say('Sample Session') })
      await expect(sample.getByLabel('Energy')).toHaveValue('20')
      await expect(sample.getByText('₹360.00').first()).toBeVisible()
    },
    'price-save': async say => {
      await admin.press(say('Save'))
      await expect(adminPage.getByRole('row').filter({ hasText: 'Day price' })).toBeVisible()
    },
    'charger-open': async say => {
      await admin.menu(say('ChargerPoint'))
      await admin.press(say('Add Charge Point'))
    },
    'charger-id': async say => {
      await admin.type(say('Charger ID'), 'COAST-01')
      await admin.type(say('Charger Name'), 'Quay, first bay')
      await admin.find(say('Team'), 'Quayside', /Quayside/)
    },
    'charger-accepted': async say => admin.choose(say('Registration Status'), say('Accepted')),
    'charger-connector': async say => {
      const connector = adminPage.getByRole('group', { name: say('Connector 1') })
      await admin.choose(say('Connector Type'), 'CCS Type 2', connector)
      await admin.type(say('Power'), '60', connector)
      await admin.choose(say('Price Group'), 'Day price', connector)
    },
    'charger-address': async say => {
      await admin.tab(say('Address'))
      await admin.find(say('Search a place'), 'Bengaluru', /Bengaluru/)
      await expect(adminPage.getByLabel('City')).toHaveValue('Bengaluru')
      // Drivers read it on the pay page; a place of the map has none.
      await admin.type('Street', '1 Test Road')
    },
    'charger-save': async say => {
      await admin.press(say('Save Changes'))
      await expect(adminPage.getByRole('row').filter({ hasText: 'COAST-01' })).toBeVisible()
    },
    'charger-connect': async say => {
      charger = scanned(place, 'COAST-01', 'coast')
      await charger.startUp()
      await expect(adminPage.getByRole('row').filter({ hasText: 'COAST-01' })).toContainText(say('Active'))
    },
    'pay-open': async say => {
      await driverPage.goto(`${url}/pay/COAST-01/1`)
      await expect(driverPage.getByRole('heading', { name: say('Price now') })).toBeVisible()
    },
    'pay-amount': async say => {
      await driverPage.getByRole('radio', { name: say('₹500') }).check()
      await driver.press(say('Pay ₹500.00'))
    },
    'pay-sandbox': async say => {
      await driverPage.getByRole('textbox', { name: say('UPI address') }).fill('meera@okbank')
      await driver.press(say('Pay ₹500.00'))
    },
    'pay-plug': async say => {
      await expect(driverPage.getByRole('heading', { name: 'Paid ₹500.00. Starting …' })).toBeVisible()
      const started = charger?.next('started')
      await charger?.plugIn(1)
      await started
      await expect(driverPage.getByRole('heading', { name: say('Charging') })).toBeVisible()
      await driver.see(/^(?!0\.00)\d+\.\d\d kWh$/)
    },
    'pay-stop': async say => {
      await driver.press(say('Stop charging'))
      await driver.press(say('Yes, stop'))
      await expect(driverPage.getByRole('heading', { name: say('Your bill') })).toBeVisible()
      await expect(driverPage.getByRole('heading', { name: /^Refund of ₹\S+ processed$/ })).toBeVisible()
    },
    'pay-see': async say => {
      await admin.menu(say('Transaction'))
      await adminPage.getByRole('row').filter({ hasText: 'UPI' }).getByRole('link').first().click()
      await expect(adminPage.getByRole('region', { name: say('Bill'), exact: true })).toContainText('CGST')
    },
  })
  await charger?.close()
})

test('the day', async ({ page, place, elsewhere }) => {
  test.setTimeout(300_000)
  const { url, ocpp, world } = place
  const { dc } = world.chargers
  // Paid before the day begins.
  const driver = await elsewhere()
  await scanAndCharge(driver, place, 'before the day')
  const charger = scanned({ ...place, ocpp }, dc.id, 'the day')
  await charger.startUp()
  await open(page, place, 'admin', '/faq')
  const me = hands(page)
  const bell = page.getByRole('button', { name: /^Alerts: / })
  let transactionId = 0
  let paidId = ''
  await walk(await elsewhere(), url, 'the-day', {
    'look-open': async say => {
      await me.menu(say('Dashboard'))
      for (const tile of ['Total Devices', 'Online Devices', 'Offline Devices'])
        await expect(page.getByRole('group', { name: say(tile) })).toBeVisible()
    },
    'look-attention': async say => expect(page.getByRole('region', { name: say('Needs attention') })).toBeVisible(),
    'look-period': async say => {
      await me.choose(say('Period'), 'Last 30 Days')
      for (const tile of ['Total Energy', 'Total Revenue', 'Total Sessions'])
        await expect(page.getByRole('group', { name: say(tile) })).toBeVisible()
    },
    'live-list': async say => {
      await me.menu(say('ChargerPoint'))
      await expect(page.getByRole('columnheader', { name: say('Status') })).toBeVisible()
      await expect(page.getByRole('row').filter({ hasText: dc.id })).toContainText('Active')
    },
    'live-open': async say => {
      await page.getByRole('row').filter({ hasText: dc.id }).getByRole('link').first().click()
      await expect(page.getByRole('tab', { name: say('General') })).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('heading', { name: say('Connection') })).toBeVisible()
      await me.see('Connected since')
      await me.see('Clock')
    },
    'live-timeline': async say => {
      await me.tab(say('Timeline'))
      await expect(page.getByRole('group', { name: 'Lanes' })).toBeVisible()
      await me.tab(say('Logs'))
      await expect(page.getByRole('list', { name: 'Logs' })).toBeVisible()
    },
    'alert-bell': async say => {
      await live(page)
      await charger.fault(1, 'GroundFailure')
      await expect(bell).toHaveAccessibleName(/unread/)
      await me.menu(say('Alert'))
      await expect(page.getByRole('button', { name: say('Open'), exact: true }).first()).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      await bell.click()
      await page
        .getByRole('dialog', { name: 'Alerts and notices' })
        .getByRole('link', { name: /is faulted: GroundFailure/ })
        .first()
        .click()
    },
    'alert-read': async say => {
      await expect(page.getByRole('heading', { name: /is faulted: GroundFailure/ })).toBeVisible()
      await me.see(say('Since'))
      await me.see(say('Occurrences'))
    },
    'alert-acknowledge': async say => {
      await me.press(say('Acknowledge'))
      await me.see('Acknowledged')
    },
    'alert-note': async say => {
      await me.press(say('Write a note'))
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
    },
    'alert-step': async say => {
      await me.press(say('Reset it'))
      await expect(page).toHaveURL(/tab=remote_operations/)
    },
    'alert-send': async say => {
      await me.choose(say('Reset Type'), say('HARD'))
      await me.press(say('Send Reset'))
      await me.press('Reset', page.getByRole('dialog'))
      const details = page.getByRole('dialog', { name: new RegExp(say('Task Details')) })
      await expect(details).toContainText(/The charge point (restarts|has restarted)/)
      await me.press('Close', details)
      await charger.clearFault(1)
    },
    'rules-open': async say => {
      await me.menu(say('Alert'))
      await me.press(say('Rules'))
      await me.follow(say('Connector faulted'))
    },
    'rules-mail': async say => {
      await me.type(say('Mail addresses'), 'yard@volt.example,')
      await me.field(say('Gather'))
    },
    'rules-preview': async say => {
      await me.press(say('Show what is sent'))
      await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Connector faulted')
      await me.press(say('Save'))
      await expect(page.getByRole('status').filter({ hasText: /updated|saved|changed/i })).toBeVisible()
    },
    'command-open': async say => {
      await page.goto(`${url}/charger/${dc.pk}`)
      await me.tab(say('Remote Operations'))
      await page.getByRole('radio', { name: say('RemoteStart'), exact: true }).click()
    },
    'command-fill': async say => {
      const form = page.getByRole('form', { name: 'Operation Configuration' })
      await charger.plugIn(1)
      await me.choose(say('Connector'), /ConnectorId-1/, form)
      await me.choose(say('Tag'), world.tag, form)
      const started = charger.next('started')
      await me.press(say('Send RemoteStart'))
      await started
      transactionId = charger.transactionId(1) ?? 0
    },
    'command-read': async say => {
      const details = page.getByRole('dialog', { name: new RegExp(say('Task Details')) })
      await expect(details).toContainText('Accepted')
      await me.press(say('Close'), details)
    },
    'session-list': async say => {
      await me.menu(say('Transaction'))
      await expect(page.getByRole('group', { name: say('Active Transactions') })).toContainText('1')
    },
    'session-open': async say => {
      await me.follow(String(transactionId))
      await expect(page.getByRole('group', { name: say('Cost so far') })).toContainText('₹')
    },
    'session-stop': async say => {
      await me.press(say('Stop'))
      await page.getByRole('dialog').getByRole('button', { name: /Stop/ }).click()
      await expect(page.getByRole('region', { name: say('Bill'), exact: true })).toContainText('CGST')
    },
    'refund-correct': async say => {
      await page.goto(`${url}/transactions`)
      const paid = page.getByRole('row').filter({ hasText: 'UPI' }).getByRole('link').first()
      paidId = await paid.innerText()
      await paid.click()
      await me.press(say('Correct Bill'))
    },
    'refund-type': async say => {
      const dialog = page.getByRole('dialog')
      await me.type(say('New Total'), '1', dialog)
      await me.type(say('Reason'), 'The cable was broken', dialog)
      await me.press(say('Correct Bill'), dialog)
      await expect(page.getByRole('dialog').filter({ hasText: 'The bill goes down by' })).toBeVisible()
    },
    'refund-confirm': async say => {
      await me.press(say('Correct Bill'), page.getByRole('dialog').filter({ hasText: 'The bill goes down by' }))
      await me.see(say('Bill corrected successfully'))
      await expect(page.getByRole('region', { name: 'Bill', exact: true })).toContainText('Not charged')
    },
    'refund-follow': async say => {
      await me.menu(say('Refund'))
      await me.tab(say('Refunds'))
      await expect(page.getByRole('columnheader', { name: say('Refund Status') })).toBeVisible()
      await expect(page.getByRole('row').nth(1)).toContainText(paidId)
    },
    'request-open': async say => {
      await me.menu(say('ServiceRequest'))
      await me.press(say('Add Service Request'))
    },
    'request-fill': async say => {
      await me.type(say('Email'), 'meera@example.com')
      await me.type(say('Phone'), '9876543210')
      await me.choose(say('Issue Type'), 'Charger issues')
      await me.type(say('Description'), 'The display of the first bay stays dark')
    },
    'request-save': async say => {
      await me.press(say('Save'))
      await expect(page.getByRole('row').filter({ hasText: 'The display of the first bay' })).toContainText('Open')
    },
    'work-open': async say => {
      await me.menu(say('Maintenance'))
      await me.press(say('Plan maintenance'))
    },
    'work-fill': async say => {
      await me.type(say('Reason'), 'New cables')
      await me.field(say('Start'))
      await me.field(say('End'))
      await me.choose(say('Charge points'), new RegExp(dc.id))
      await page.keyboard.press('Escape')
    },
    'work-save': async say => {
      await me.press(say('Plan maintenance'))
      await me.see('New cables')
    },
  })
  await charger.close()
})

const ZONE = 'Asia/Kolkata'
const now = Date.now()
/** A quarter past midnight of the 1st of next month, when the run of this month is not due by itself yet, in ms from now. */
function nextMonth(): number {
  const { year, month } = partsIn(new Date(now), ZONE)
  return Date.UTC(year, month, 1, 0, 15) - 5.5 * 3_600_000 - now
}

test.describe('the month', () => {
  let product: Product
  let place: Place
  test.beforeAll(async () => {
    product = await startProduct()
    place = placeIn(product, import.meta.filename)
  })
  test.afterAll(() => product?.close())

  test('the month', async ({ page, elsewhere }) => {
    test.setTimeout(300_000)
    const { url, world } = place
    const accounts = [account({ gst: '29AACCC6636P1Z1' })]
    const team = teamBody({ name: 'One North', payoutAccounts: accounts })
    await send(place, 'admin', `team/${world.one.teamId}`, team, 'PUT')
    await scanAndCharge(await elsewhere(), place, 'the month')
    await product.kill()
    await product.start(nextMonth())
    await page.clock.install({ time: now + nextMonth() })
    await open(page, place, 'admin', '/faq')
    const me = hands(page)
    const thisMonth = monthText(new Date(now + nextMonth() - 86_400_000).toISOString().slice(0, 7))
    const card = page.getByRole('region', { name: `One North, ${thisMonth}` })
    await walk(await elsewhere(), url, 'the-month', {
      'owner-open': async say => {
        await me.menu(say('Team'))
        await me.follow('One North')
        await me.tab(say('Payout Accounts'))
      },
      'owner-account': async say => {
        const first = page.getByRole('region', { name: say('Payout account 1') })
        for (const label of ['Beneficiary Name', 'Account Number', 'IFSC Code', 'GST Number'])
          await expect(first.getByLabel(say(label))).not.toHaveValue('')
      },
      'owner-finance': async say => {
        await me.tab(say('Finance'))
        for (const label of ['Payout Rule', 'Commission Percent', 'Payment Gateway Charges Bearer'])
          await me.field(say(label))
      },
      'payout-open': async say => {
        await me.menu(say('Transaction'))
        await me.tab(say('Payouts'))
      },
      'payout-fetch': async say => {
        const [month = '', year = ''] = thisMonth.split(' ')
        await me.choose(say('Year'), year)
        await me.choose(say('Month'), month)
        await me.press(say('Fetch Payout Data'))
        await expect(card.getByText(say('Not run yet: figures as of now'))).toBeVisible()
      },
      'payout-run': async say => {
        await me.press(`Run ${thisMonth}`)
        await me.press(say('Run'), page.getByRole('dialog'))
        await expect(card.getByRole('link', { name: /^PO-/ })).toBeVisible()
      },
      'payout-excel': async say => {
        const [file] = await Promise.all([page.waitForEvent('download'), me.press(say('Download Excel'))])
        expect(file.suggestedFilename()).toMatch(/^Payouts_.*\.xlsx$/)
      },
      'payout-why': async say => {
        await card.getByRole('link', { name: /^PO-/ }).click()
        await me.see(say('Reckoned anew from the bills: the same'))
      },
      'payout-paid': async say => {
        await me.press(say('Set status'))
        const dialog = page.getByRole('dialog')
        await me.choose(say('Status'), say('Payout Completed'), dialog)
        await me.press(say('Set status'), dialog)
        await expect(
          page.getByRole('region', { name: 'Payout', exact: true }).getByText('Payout Completed'),
        ).toBeVisible()
      },
      'invoice-open': async say => {
        await page.goto(`${url}/transactions`)
        await page.getByRole('row').filter({ hasText: 'UPI' }).getByRole('link').first().click()
        await me.follow(say('Invoice'))
      },
      'invoice-read': async say => {
        const invoice = page.getByRole('region', { name: /^Tax Invoice / })
        await me.see(say('Invoice Number'), invoice)
        await expect(invoice).toContainText('CGST')
      },
      'invoice-pdf': async say => {
        await expect(page.getByRole('button', { name: say('Send by mail') })).toBeVisible()
        await Promise.all([page.waitForEvent('download'), me.press(say('Download PDF'))])
      },
      'books-open': async say => {
        await me.menu(say('Report'))
        await page.getByRole('main').getByText(say('Reconciliation'), { exact: true }).first().click()
      },
      'books-balance': async say => {
        await expect(page.getByRole('tab', { name: say('Trial balance') })).toHaveAttribute('aria-selected', 'true')
        const difference = page.getByRole('group', { name: say('Difference') })
        await expect(difference).toContainText('₹0.00')
        await expect(difference).toContainText(say('Balanced'))
      },
      'books-clearing': async say => {
        await me.tab(say('Clearing'))
        await me.see(say('Money on its way'))
      },
      'books-provider': async say => {
        await me.tab(say('Provider'))
        await me.see('Comparisons of the provider’s lists')
      },
      'end-open': async say => {
        await me.tab(say('Month end'))
        await me.choose(say('Month'), thisMonth)
      },
      'end-lines': async say => {
        await me.see(say('Sessions to review'))
        await me.see(say('Sessions that have not ended'))
        await expect(page.getByRole('link', { name: new RegExp(`^${say('Show')}`) }).first()).toBeVisible()
      },
      'end-registers': async say => {
        await me.tab(say('Registers'))
        await me.see(say('From the register to the ledger'))
      },
      'papers-open': async say => {
        await me.menu(say('Report'))
        await page.getByRole('main').getByText(say('Tax papers'), { exact: true }).first().click()
        await expect(page.getByRole('tab', { name: say('Settings') })).toHaveAttribute('aria-selected', 'true')
      },
      'papers-exports': async say => {
        await me.tab(say('Exports'))
        await me.field(say('Month'))
        await me.field(say('GST number'))
        await expect(page.getByRole('button', { name: new RegExp(say('Save GSTR-1')) }).first()).toBeVisible()
      },
    })
  })
})

test('reports and programs', async ({ page, place, elsewhere }) => {
  test.setTimeout(240_000)
  const { url, world } = place
  const me = hands(page)
  await open(page, place, 'admin', '/dashboard')
  const dialog = page.getByRole('dialog')
  await walk(await elsewhere(), url, 'reports-and-programs', {
    'key-open': async say => {
      await page
        .getByRole('navigation', { name: 'Menu' })
        .getByRole('link', { name: say('Integration'), exact: true })
        .click()
      const [reference] = await Promise.all([page.waitForEvent('popup'), me.follow('API page')])
      await expect(reference).toHaveURL(`${url}/docs/api`)
      await reference.close()
      await me.press(say('Add API key'))
    },
    'key-name': async say => {
      await me.type(say('Name'), 'Night stop')
      await me.find(say('Team'), 'One North', /One North/)
    },
    'key-rights': async say => {
      await me.see(say('Rights'))
      await me.see('starts and stops sessions')
      await page.getByRole('checkbox', { name: `${say('ChargerPoint')} Update`, exact: true }).click()
      await page.getByRole('checkbox', { name: `${say('Transaction')} View`, exact: true }).click()
    },
    'key-save': async say => me.press(say('Save')),
    'key-secret': async say => {
      await expect(dialog.getByLabel(say('Secret'), { exact: true })).toHaveText(/^wdk_/)
      await me.see(`team ${world.one.teamId}`, dialog)
      await expect(dialog.getByRole('link', { name: 'API page' })).toHaveAttribute('href', '/docs/api')
      await demandAccessible(page, 'the secret of a key')
      await me.press(say('I have kept it'), dialog)
      await page.getByRole('row').filter({ hasText: 'Night stop' }).getByText('Night stop').click()
      await me.see('Team number')
    },
  })
})

test('makers and installers', async ({ page, place, elsewhere }, info) => {
  test.setTimeout(240_000)
  const me = hands(page)
  const check = (id: string) => page.locator(`[data-check="${id}"]`)
  let charger: SimulatedCharger | undefined
  let address = ''
  await open(page, place, 'admin', '/dashboard')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await walk(await elsewhere(), place.url, 'makers-and-installers', {
    'test-open': async say => {
      await me.menu(say('ChargerPoint'))
      await me.press(say('Add Charge Point'))
      await me.follow(say('Test a charger'))
    },
    'test-begin': async say => {
      await me.type(say('What is tested'), 'Maker One 22 kW')
      await me.choose(say('Password'), /^With a password/)
      await me.press(say('Begin test'))
    },
    'test-address': async say => {
      const key = await page.getByLabel('Secret', { exact: true }).innerText()
      await me.press('I have kept it')
      await me.press(say('Copy the address'))
      address = (await page.locator('code').first().innerText()).trim()
      charger = new SimulatedCharger({ url: address, identity: 'ONE-22', key, reconnect: true })
    },
    'test-watch': async say => {
      await charger?.startUp()
      await me.see(say('Connected'))
      await expect(check('password')).toContainText('Passed')
      await expect(check('status')).toContainText('Passed')
    },
    'test-ask': async say => {
      await me.press(say('Ask all that moves nothing'))
      await expect(check('ask-trigger')).toContainText('Passed', { timeout: 30_000 })
      await expect(check('ask-change')).toContainText('Passed')
    },
    'test-session': async say => {
      await charger?.plugIn(1)
      const dialog = page.getByRole('dialog')
      await me.press(say('Ask: Start a session'))
      await me.press(say('Start a session'), dialog)
      await expect(check('ask-start')).toContainText('Passed', { timeout: 30_000 })
      await me.press(say('Ask: Stop the session'))
      await me.press(say('Stop the session'), dialog)
      await expect(check('session')).toContainText('Passed', { timeout: 30_000 })
      await check('session')
        .getByRole('button', { name: /^Show the frame/ })
        .click()
      await expect(check('session')).toContainText('StopTransaction')
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height })
          await page.emulateMedia({ colorScheme })
          await demandAccessible(page, `test of a charger, ${width}, ${colorScheme}`)
          const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
          expect(over, `${width} runs off the side`).toBeLessThanOrEqual(0)
          await page.screenshot({ path: info.outputPath(`test-${width}-${colorScheme}.png`), fullPage: true })
        }
      await page.setViewportSize({ width: 1440, height: 900 })
    },
    'test-report': async say => {
      const [file] = await Promise.all([page.waitForEvent('download'), me.press(say('Download report'))])
      const report = JSON.parse(await readFile(await file.path(), 'utf8'))
      expect(report).toMatchObject({ name: 'Maker One 22 kW', protocol: 'ocpp1.6', identity: 'ONE-22' })
      expect(report.lines.length).toBeGreaterThan(20)
      await me.press(say('End test'))
      await me.press('End test', page.getByRole('dialog'))
      await me.see('The test has ended: its address is refused.')
    },
  })
  await charger?.close()
})

test('the guide is found from a screen, searched, and read without signing in, by keyboard, on a phone and in the dark', async ({
  page,
  place,
  elsewhere,
}) => {
  const { url } = place
  await open(page, place, 'operator', '/transactions?tab=payouts')
  const help = page.getByRole('link', { name: 'Help with this screen, in a new tab' })
  const [tab] = await Promise.all([page.waitForEvent('popup'), help.click()])
  await expect(tab).toHaveURL(`${url}/help/the-month#the-payouts-of-a-month`)
  await expect(tab.getByRole('heading', { name: 'The payouts of a month' })).toBeInViewport()
  await tab.close()

  const reader = await elsewhere()
  await reader.goto(`${url}/help`)
  await expect(reader.getByRole('heading', { level: 1, name: 'The guide' })).toBeVisible()
  await reader.keyboard.press('/')
  await reader.keyboard.type('refnd')
  const found = reader.getByRole('list', { name: 'Found in the guide' }).getByRole('link')
  await expect(found.first()).toContainText('Money goes back')
  await demandAccessible(reader, 'what the search found')
  await reader.keyboard.press('ArrowDown')
  await expect(found.first()).toBeFocused()
  await reader.keyboard.press('Enter')
  await expect(reader).toHaveURL(/\/help\/the-day#money-goes-back$/)
  await reader.keyboard.press('/')
  await reader.keyboard.type('zzzzzz')
  await expect(reader.getByRole('status')).toHaveText('Nothing in the guide for “zzzzzz”')

  for (const [width, colorScheme] of [
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const) {
    await reader.setViewportSize({ width, height: 844 })
    await reader.emulateMedia({ colorScheme })
    for (const path of ['/help', '/help/the-day', '/help/the-month']) {
      await reader.goto(url + path)
      await demandAccessible(reader, `${path}, ${width}, ${colorScheme}`)
      const over = await reader.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      expect(over, `${path}, ${width} runs off the side`).toBeLessThanOrEqual(0)
    }
  }
  // On paper there is the page alone.
  await reader.emulateMedia({ media: 'print' })
  await expect(reader.getByRole('navigation')).toHaveCount(0)
  await expect(reader.getByRole('search')).toHaveCount(0)
})

// The last one: from here on the administrator has a second factor, which signing in by a call alone does not ask for.
test('people and rights', async ({ page, place, elsewhere }) => {
  test.setTimeout(300_000)
  const { url } = place
  const mail = 'quay.two@harbour.example'
  await open(page, place, 'admin', '/faq')
  const me = hands(page)
  const colleague = await elsewhere()
  const other = hands(colleague)
  const menu = colleague.getByRole('navigation', { name: 'Menu' }).getByRole('link')
  await walk(await elsewhere(), url, 'people-and-rights', {
    'role-open': async say => {
      await me.menu(say('Role'))
      await me.press(say('Add Role'))
    },
    'role-name': async say => me.type(say('Role Name'), 'Quay Staff'),
    'role-rights': async say => {
      await me.see(say('Feature permissions'))
      await page.getByRole('checkbox', { name: `${say('ChargerPoint')} View`, exact: true }).click()
      await page.getByRole('checkbox', { name: `${say('ServiceRequest')} Create`, exact: true }).click()
      await expect(page.getByRole('group', { name: say('Permission Coverage (%)') })).not.toContainText('0.0%')
    },
    'role-save': async say => {
      await me.press(say('Save Changes'))
      await me.see(say('Role created successfully'))
    },
    'user-open': async say => {
      await me.menu(say('Users'))
      await me.press(say('Add CMS System User'))
    },
    'user-fill': async say => {
      await me.type(say('User Name'), 'quay.two')
      await me.type(say('First Name'), 'Quay')
      await me.type(say('Last Name'), 'Two')
      await me.type(say('Email'), mail)
      await me.type(say('Phone'), '9876543210')
    },
    'user-save': async say => {
      await me.press(say('Save Changes'))
      await me.see(say('User created successfully'))
    },
    'user-first': async say => {
      const link = new URL(await inMailTo(url, mail, /http\S+\/reset\?\S+/))
      await colleague.goto(url + link.pathname + link.search)
      await other.press(say('Send OTP'))
      await other.type(say('OTP'), await inMailTo(url, mail, /code is (\d{6})/))
      await colleague.getByLabel(`${say('New Password')} *`, { exact: true }).fill(PASSWORD)
      await other.type('Confirm New Password', PASSWORD)
      await other.press(say('Reset Password'))
      await expect(colleague).toHaveURL(/\/login/)
      await other.type('Username', 'quay.two')
      await colleague.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await other.press('Sign In')
      await expect(menu).toHaveText(['Dashboard'])
    },
    'member-open': async say => {
      await me.menu(say('Team'))
      await page.getByRole('row').filter({ hasText: 'One North' }).getByRole('button').first().click()
      await page.getByRole('menuitem', { name: say('Manage Users') }).click()
    },
    'member-choose': async say => {
      const dialog = page.getByRole('dialog')
      await me.choose(say('New Member'), /^quay\.two/, dialog)
      await page.keyboard.press('Escape')
      await me.choose(say('User Role'), 'Quay Staff', dialog)
    },
    'member-save': async say => {
      await me.press(say('Save'), page.getByRole('dialog'))
      await me.see(say('Team members updated successfully'))
      await page.reload()
      await colleague.reload()
      await expect(menu.filter({ hasText: 'ChargerPoint' })).toHaveCount(1)
    },
    'factor-open': async say => {
      await me.menu(say('Settings'))
      await me.press(say('Add an app'), page.getByRole('region', { name: say('Second factor') }))
    },
    'factor-scan': async say => {
      await expect(page.getByRole('img', { name: 'QR code for the app' })).toBeVisible()
      const key = ((await page.getByLabel('Key', { exact: true }).textContent()) ?? '').replaceAll(' ', '')
      await me.type(say('First code of the app'), codeAt(key, new Date()))
      await me.press(say('Add'))
    },
    'factor-codes': async say => {
      await expect(page.getByRole('list', { name: say('Recovery codes') }).getByRole('listitem')).toHaveCount(10)
      await me.press(say('I have kept them'))
    },
    'audit-open': async say => {
      await me.menu(say('Settings'))
      await page.getByRole('main').getByText(say('Audit Log'), { exact: true }).first().click()
    },
    'audit-search': async say => {
      await page.getByPlaceholder(say('Search user, action or record')).fill('second factor')
      await expect(page.getByRole('row').nth(1)).toContainText('Added a second factor')
    },
  })
})
