// Every screen, light and dark, wide and on a phone: nothing that axe objects to, nothing that runs off the side. Each is a
// test of its own, dealt out to whichever core is free; the page of a core stays open from screen to screen, and a screen
// is loaded once, at one width, and made as wide as the other.
import type { Page } from '@playwright/test'
import { PHONE, type Size, type Stage, sizes, test, WIDE, watched } from './stage.ts'
import { demandAccessible } from './steps.ts'
import { expect } from './test.ts'

// A screen that fails stops none of its neighbours.
test.describe.configure({ mode: 'parallel' })

/** Each screen: its path, a text on it, and the key for its path, if any. */
const screens: [path: string, text: string | RegExp, of?: (stage: Stage) => string | number][] = [
  ['/dashboard', 'Charging Station - Live Status'],
  ['/first-steps', 'This team has no first steps'],
  ['/charger', 'DC-1'],
  ['/charger/waiting', 'No charger waits to join'],
  ['/charger/actions', 'every connector'],
  ['/charger/actions/:id', 'It was so already', s => s.bulkId],
  ['/charger/new', 'Add new Charge Point'],
  ['/charger/new?tab=address', 'Amenities'],
  ['/charger/new?tab=test', 'No charger was tested yet.'],
  ['/charger/:id', 'Basic Information', s => s.place.world.chargers.dc.pk],
  ['/charger/:id?mode=view', 'Charge Point Details', s => s.place.world.chargers.dc.pk],
  ['/charger/:id?tab=address', 'Amenities', s => s.place.world.chargers.dc.pk],
  ['/charger/:id?tab=settings', 'Mail Notification Settings', s => s.place.world.chargers.dc.pk],
  [
    '/charger/:id?tab=config',
    /No configuration available|AuthorizationCacheEnabled|HeartbeatInterval/,
    s => s.place.world.chargers.dc.pk,
  ],
  ['/charger/:id?tab=operating_instruction', 'Add question', s => s.place.world.chargers.dc.pk],
  ['/charger/:id?tab=report_incidents', 'No incidents reported', s => s.place.world.chargers.dc.pk],
  ['/charger/:id?tab=logs', 'INCOMING', s => s.place.world.chargers.dc.pk],
  ['/charger/:id?tab=logs&log=security', 'No security events', s => s.place.world.chargers.dc.pk],
  ['/charger/:id?tab=logs&log=events', 'No station events', s => s.place.world.chargers.dc.pk],
  ['/charger/:id?tab=timeline', /From the charger: /, s => s.place.world.chargers.dc.pk],
  ['/charger/:id?tab=remote_operations', 'RemoteStart', s => s.place.world.chargers.dc.pk],
  ['/transactions', 'DC-1'],
  ['/transactions?tab=payments', 'No payments today'],
  [
    '/transactions?tab=payouts&year=2025&month=01&payouts=2025-01',
    /Summary data not available|No payout data available/,
  ],
  ['/transactions/:id', /Transaction \d+/, s => s.transactionId],
  ['/transactions/:id/invoice', 'Supplied by', s => s.endedId],
  ['/refund', 'No refunds yet'],
  ['/refund?tab=refunds', 'No refunds yet'],
  ['/refund/payment/pay_00000000000000', 'Payment not found'],
  ['/report', 'DC-1'],
  ['/refund-details/pay_00000000000000', 'Payment Not Found'],
  ['/reconciliation', 'Balanced'],
  ['/reconciliation?kind=owner', 'What operators have earned and not been paid yet'],
  ['/reconciliation?tab=clearing', 'Money on its way'],
  ['/reconciliation?tab=clearing&open=hold', 'No session keeps money back'],
  ['/reconciliation?tab=provider', 'Comparisons of the provider’s lists'],
  ['/reconciliation?tab=month', 'Sessions to review'],
  ['/reconciliation?tab=registers', 'From the register to the ledger'],
  ['/tax-papers', 'Collect tax at source (section 52 CGST)'],
  ['/tax-papers?tab=e-invoices', 'No e-invoices yet'],
  ['/tax-papers?tab=commission', 'No commission invoices yet'],
  ['/tax-papers?tab=collected', 'Nothing was collected or deducted in this month'],
  ['/tax-papers?tab=certificates', 'Nothing was collected or deducted in this quarter'],
  ['/tax-papers?tab=deliveries', 'No session is without invoice in this month'],
  ['/tax-papers?tab=vouchers', 'No vouchers in this month'],
  ['/tax-papers?tab=exports', 'Save GSTR-1'],
  ['/profile', 'Teams and roles'],
  ['/changepassword', 'Confirm New Password'],
  ['/settings', 'Your current timezone is'],
  ['/prove', /took too long, or was used before/],
  ['/faq?question=4', 'Still need help?'],
  ['/audit', 'Signed in'],
  ['/users', 'operator@example.com'],
  ['/users/new', 'Create new user'],
  ['/users/:id', 'Edit user details', s => s.place.world.userIds.viewer],
  ['/roles', 'Operator'],
  ['/roles/new', 'Feature permissions'],
  ['/roles/:id', 'Permission Coverage (%)', s => s.place.world.one.roles.Viewer],
  ['/company', 'One'],
  ['/company/:id', 'Root User', s => s.place.world.one.companyId],
  ['/company/:id?tab=sign-in', 'Redirect address', s => s.place.world.one.companyId],
  ['/company/:id?tab=domain', 'Domain and provider', s => s.place.world.one.companyId],
  ['/company/:id?tab=payment', 'Tax Percent', s => s.place.world.one.companyId],
  ['/company/:id?tab=accounts', 'Add payout account', s => s.place.world.one.companyId],
  ['/servicerequest', 'No service requests yet'],
  ['/servicerequest/new', 'Create Service Request'],
  ['/charging-site', 'Total Charging Sites'],
  ['/charging-site/:id', 'Edit Charging Site', s => s.zoneId],
  ['/charging-site/:id?mode=view', 'View Charging Site', s => s.zoneId],
  ['/chargingprofile', 'Evening peak'],
  ['/chargingprofile/new', 'Schedule Periods'],
  ['/chargingprofile/:id', 'Edit Charging Profile', s => s.profilePk],
  [
    '/charger/:id?tab=remote_operations&operation=SetChargingProfile',
    'More operations',
    s => s.place.world.chargers.dc.pk,
  ],
  ['/customer', 'fleet.driver@volt.example'],
  ['/customer/new', 'Create new customer'],
  ['/customer/:id', 'Edit customer details', s => s.driverId],
  ['/customer/:id?tab=address', 'Latitude', s => s.driverId],
  ['/customer/:id?tab=tags', 'This driver has no RFID tags yet.', s => s.driverId],
  ['/customer/:id?tab=vehicle', 'Unassign Vehicle', s => s.driverId],
  ['/cm-customer', 'fleet.driver@volt.example'],
  ['/cm-customer/:id', 'Edit Customer Details', s => s.driverId],
  ['/cm-customer/:id?tab=history', 'Nothing has moved this wallet yet', s => s.driverId],
  ['/cm-customer/:id?tab=tags', 'Attached RFID Tags:', s => s.driverId],
  ['/cm-customer/:id?tab=upi', 'Attached UPI Ids:', s => s.driverId],
  ['/cm-customer/:id?tab=message', 'Send Message', s => s.driverId],
  ['/wallet/:id', 'Customer Information', s => s.driverId],
  ['/send-messages', 'Send Push Notifications'],
  ['/alerts', 'What is wrong in the network now'],
  ['/alerts/rules', 'Clock of the yard'],
  ['/alerts/kinds', /^Opens when a charge point that should serve/],
  ['/settings/messages', 'What I am told'],
  ['/stop-mails', 'This link is not valid'],
  ['/stop-report', 'This link is not valid'],
  ['/scheduled-reports', 'Chargers of the yard'],
  ['/scheduled-reports/new', 'The next times'],
  ['/scheduled-reports/:id', 'Nothing was sent yet', s => s.reportId],
  ['/scheduled-reports/file/:id', 'There is no such file', s => s.reportId],
  ['/alerts/rules/new', 'New rule'],
  ['/alerts/rules/:id', 'Edit rule', s => s.alertRuleId],
  ['/maintenance', 'New cables'],
  ['/maintenance?tab=calendar', 'Today'],
  ['/maintenance?tab=calendar&span=week', 'Today'],
  ['/maintenance/new', 'Take connectors out of service'],
  ['/maintenance/:id', 'Text for drivers', s => s.maintenanceId],
  ['/maintenance/:id/edit', 'Edit maintenance', s => s.maintenanceId],
  ['/firmware', 'Files for campaigns and for updates'],
  ['/firmware/new', 'New firmware'],
  ['/firmware/:id', 'For remote operations', s => s.firmwareId],
  ['/integrations/keys', 'Active'],
  ['/integrations/keys/new', 'New API key'],
  ['/integrations/keys/:id', 'Calls in 30 days', s => s.apiKeyId],
  ['/integrations/webhooks', 'ERP'],
  ['/integrations/webhooks/new', 'New webhook'],
  ['/integrations/webhooks/:id', 'Deliveries of 30 days', s => s.webhookId],
  ['/integrations/webhooks/events', 'session.started'],
  ['/settings-templates', 'Yard settings'],
  ['/settings-templates/new', 'New settings template'],
  ['/settings-templates/:id', 'Charge points it reaches', s => s.templateId],
  ['/settings-drift', 'What charge points tell'],
  ['/campaigns', 'New firmware for many charge points'],
  ['/campaigns/new', 'New campaign'],
  ['/campaigns/:id', 'By model and version before', s => s.campaignId],
  ['/vehicles', 'KA 01 EV 0001'],
  ['/vehicles/new', 'Create new Vehicle'],
  ['/vehicles/:id', 'Edit Vehicle details', s => s.vehicleId],
  ['/vehicles/:id?mode=view', 'Vehicle Details', s => s.vehicleId],
  ['/pricegroup', 'Night tariff'],
  ['/pricegroup/new', 'Create Price Group'],
  ['/pricegroup/:id', 'Copy Schedule', s => s.pricesId],
  // A word that the screen before does not show: its rows are those of this one.
  ['/team', 'One South'],
  ['/team/new', 'Create Team'],
  ['/team/:id', 'Edit Team Details', s => s.place.world.one.teamId],
  ['/team/:id?tab=accounts', 'Payout account 1', s => s.place.world.one.teamId],
  ['/team/:id?tab=address', 'Latitude', s => s.place.world.one.teamId],
  ['/team/:id?tab=members', 'operator@example.com', s => s.place.world.one.teamId],
  ['/team/:id?tab=finance', 'Payout Rule', s => s.place.world.one.teamId],
  ['/team/:id?tab=payout', 'No payouts yet', s => s.place.world.one.teamId],
  ['/tag', 'In Transaction'],
  ['/tag/new', 'Max Active Transactions'],
  ['/tag/:id', 'Associated EV Driver', s => s.tagId],
  ['/tag/import', 'Template as Excel'],
  ['/tag/unknown', 'No unknown tags'],
  ['/import', 'tags.csv'],
  ['/import/new', 'Template as CSV'],
  ['/import/:id', 'Check 1 row', s => s.importId],
  ['/pagenotfound', 'Sorry, page not found!'],
]

/** The screens that are loaded on a phone and then made wide; the others the other way round. */
const onPhone = ['/dashboard', '/charger']

test('before signing in', async ({ page, place: { url } }) => {
  await page.setViewportSize(sizes[PHONE])
  const { problems } = watched(page)
  const hold = (path: string, text: string) =>
    demand(page, path, { text, size: PHONE, scheme: 'light', isFramed: false })
  await page.goto(`${url}/login`)
  await hold('/login', 'Sign in to your account to continue')
  await page.setViewportSize(sizes[PHONE])
  await page.getByRole('button', { name: 'Single sign-on' }).click()
  await hold('/login, single sign-on', 'Sign in by the provider of your company')
  await page.setViewportSize(sizes[PHONE])
  await page.goto(`${url}/register`)
  await hold('/register', 'For operators of charging networks.')
  await page.setViewportSize(sizes[PHONE])
  await page.goto(`${url}/reset`)
  await page.getByLabel('Username').fill('nobody-of-that-name')
  await hold('/reset', 'Send OTP')
  await page.getByRole('button', { name: 'Send OTP' }).click()
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await hold('/reset, step 2', 'Please input otp')
  await page.setViewportSize(sizes[PHONE])
  await page.goto(`${url}/check-transaction-status`)
  await page.getByLabel('UPI ID').fill('nobody@bank')
  await page.getByRole('button', { name: 'Check Status' }).click()
  await hold('/check-transaction-status', 'No payments found for this UPI ID')
  expect(problems).toEqual([])
})
test('the pay page of a connector', async ({ page, stage: { place } }) => {
  const { problems } = watched(page)
  await page.goto(`${place.url}/pay/${encodeURIComponent(place.world.chargers.dc.id)}/2`)
  for (const size of [PHONE, WIDE] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(sizes[size])
      await page.emulateMedia({ colorScheme })
      await expect(page.getByRole('heading', { name: 'Price now' })).toBeVisible()
      await demandAccessible(page, `/pay, ${size}, ${colorScheme}`)
      await demandFits(page, `/pay, ${size}`)
    }
  expect(problems).toEqual([])
})
for (const [n, [path, text, of]] of screens.entries())
  test(path, async ({ stage }) => {
    const look = await stage.look()
    const { page, problems } = look
    const size = onPhone.includes(path) ? PHONE : WIDE
    await page.setViewportSize(sizes[size])
    const to = path.replace(':id', String(of?.(stage)))
    // By its address; what is on another tab of the page that is shown, by a link.
    if (pathname(to) !== pathname(look.path)) await page.goto(stage.place.url + to)
    else await page.evaluate(`history.pushState(null, '', '${to}'), dispatchEvent(new PopStateEvent('popstate'))`)
    look.path = to
    const isFramed = !['/pagenotfound', '/stop-mails', '/stop-report'].includes(path)
    await demand(page, path, { text, size, scheme: n % 2 === 0 ? 'light' : 'dark', isFramed })
    expect(problems).toEqual([])
  })

function pathname(path: string): string {
  return path.replace(/\?.*/, '')
}

type Scheme = 'light' | 'dark'
/**
 * Holds a screen that shows `text`, with the portal's frame around it or without, at `size` in `scheme` to every rule,
 * then in the other scheme, where only the contrast differs, and at the other size, still in that scheme, to every rule
 * again. So the screens alternate between a phone in the dark and the light: elements of phones alone are drawn by the
 * same parts on both.
 */
async function demand(
  page: Page,
  path: string,
  { text, size, scheme, isFramed }: { text: string | RegExp; size: Size; scheme: Scheme; isFramed: boolean },
): Promise<void> {
  await shown(page, text, scheme)
  await demandAccessible(page, `${path}, ${size}, ${scheme}`)
  await demandFits(page, `${path}, ${size}`)
  const otherScheme = scheme === 'light' ? 'dark' : 'light'
  await shown(page, text, otherScheme)
  await demandAccessible(page, `${path}, ${size}, ${otherScheme}`, { rules: ['color-contrast'] })
  const otherSize = size === WIDE ? PHONE : WIDE
  await page.setViewportSize(sizes[otherSize])
  // Drawn once more, and the code that only this size needs has come.
  await page.evaluate('new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  if (isFramed)
    await expect(page.getByRole('button', { name: 'Open the menu' })).toHaveCount(otherSize === PHONE ? 1 : 0)
  await shown(page, text, otherScheme)
  await demandAccessible(page, `${path}, ${otherSize}, ${otherScheme}`)
  await demandFits(page, `${path}, ${otherSize}`)
}

async function shown(page: Page, text: string | RegExp, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator(`html[data-theme="${colorScheme}"]`)).toHaveCount(1)
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

async function demandFits(page: Page, what: string): Promise<void> {
  const over = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(over, `${what} runs off the side`).toBeLessThanOrEqual(0)
}
