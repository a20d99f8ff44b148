// Every route of the portal, in one table (S-ROUTES): its form, title, the right it needs and its screen.
// A route whose screen is not built is known all the same: it shows the 404 page and has no menu entry.
import type { Feature, Letter, Right } from '@wattdesk/base/access'
import { matchRoutes } from 'react-router'
import { IMPORT_RIGHTS } from '#desk/network-import/network-import.words.ts'

type Area =
  /** Only while signed out: /dashboard for whoever is signed in. */
  | 'out'
  /** Only while signed in: /login for everyone else. */
  | 'in'
  /** For everyone, under the public header. */
  | 'public'

export type Route = {
  /** `{id}` is one part of the path. */
  form: string
  title: string
  area: Area
  /** The feature whose right it needs: any but N, unless `needs` names a letter (C for a form of creation). */
  feature?: Feature
  needs?: Letter
  /** Also open with any of these. */
  or?: readonly Right[]
  /** Where one without the right is sent (D-ACC-8); a list sends to /dashboard. */
  list?: string
  /** Every path that begins so is this route too. */
  prefix?: boolean
  /** The file under features/, without ending; exports its own name in PascalCase. */
  page?: string
}

const inside = (form: string, title: string, more: Omit<Route, 'form' | 'title' | 'area'> = {}): Route => ({
  form,
  title,
  area: 'in',
  ...more,
})
const area = (area: Area, form: string, title: string, page?: string): Route => ({
  form,
  title,
  area,
  ...(page && { page }),
})

/** The screens of a record: its list, a new one, and one by the parameter `id` of its path, after `before`. */
const record = (
  path: string,
  title: string,
  feature: Feature,
  [list, page]: readonly [list: string, one: string],
  id = 'id',
  more: Partial<Route> = {},
  before = '',
): Route[] => [
  inside(path, title, { feature, page: list, ...more }),
  inside(`${path}/new`, title, { feature, needs: 'C', list: path, page }),
  inside(`${path}${before}/{${id}}`, title, { feature, list: path, page }),
]

export const routes: readonly Route[] = [
  area('out', '/login', 'Charging Management System', 'people/sign-in/sign-in-page'),
  area('out', '/reset', 'Forgot password', 'people/sign-in/reset-page'),
  area('out', '/register', 'Sign up', 'people/sign-in/register-page'),

  area('public', '/check-transaction-status', 'Check Transaction Status', 'money/upi-status/upi-status-page'),
  // Served as a document of its own, web/pay.html.
  area('public', '/pay/{chargepoint_id}/{connectorId}', 'Pay'),

  inside('/prove', 'Confirm that it is you', { page: 'people/single-sign-on/prove-page' }),
  inside('/dashboard', 'Dashboard', { prefix: true, page: 'desk/dashboard/dashboard-page' }),

  ...record('/charging-site', 'Charging Site', 'ChargingSite', [
    'power/charging-sites/charging-sites-page',
    'desk/site-screen/site-page',
  ]),

  ...record('/charger', 'Charge Points', 'ChargerPoint', [
    'desk/charger-screens/chargers-page',
    'desk/charger-screens/charger-page',
  ]),
  inside('/charger/waiting', 'Waiting to join', {
    feature: 'ChargerPoint',
    list: '/charger',
    page: 'people/joining/joining-page',
  }),
  inside('/charger/actions', 'Actions on many', {
    feature: 'ChargerPoint',
    list: '/charger',
    page: 'desk/bulk-actions/bulk-actions-page',
  }),
  inside('/charger/actions/{id}', 'Actions on many', {
    feature: 'ChargerPoint',
    list: '/charger/actions',
    page: 'desk/bulk-actions/bulk-action-page',
  }),

  ...(
    [
      ['/import', 'network-imports-page'],
      ['/import/new', 'new-import-page'],
      ['/import/{id}', 'network-import-page'],
    ] as const
  ).map(([form, page]) =>
    inside(form, 'Import of files', {
      feature: 'Tag',
      needs: 'C',
      or: IMPORT_RIGHTS,
      ...(form !== '/import' && { list: '/import' }),
      page: `desk/network-import/${page}`,
    }),
  ),

  inside('/alerts', 'Alerts', { feature: 'Alert', page: 'operations/alerts/alerts-page' }),
  ...record(
    '/alerts/rules',
    'Rules',
    'Alert',
    ['operations/alerts/alert-rules-page', 'operations/alerts/alert-rule-page'],
    'id',
    { list: '/alerts' },
  ),
  inside('/alerts/kinds', 'Kinds of alerts', {
    feature: 'Alert',
    list: '/alerts',
    page: 'operations/alerts/alert-kinds-page',
  }),
  inside('/maintenance', 'Planned maintenance', {
    feature: 'ChargerPoint',
    page: 'operations/maintenance/maintenances-page',
  }),
  inside('/maintenance/{id}', 'Planned maintenance', {
    feature: 'ChargerPoint',
    list: '/maintenance',
    page: 'operations/maintenance/maintenance-page',
  }),
  ...['/maintenance/new', '/maintenance/{id}/edit'].map(form =>
    inside(form, 'Planned maintenance', {
      feature: 'ChargerPoint',
      needs: 'U',
      list: '/maintenance',
      page: 'operations/maintenance/maintenance-edit-page',
    }),
  ),
  inside('/alerts/{id}', 'Alert', { feature: 'Alert', list: '/alerts', page: 'operations/alerts/alert-page' }),

  ...record('/campaigns', 'Campaigns', 'Campaign', [
    'operations/campaigns/campaigns-page',
    'operations/campaigns/campaign-page',
  ]),
  inside('/firmware', 'Firmware', {
    feature: 'Campaign',
    list: '/campaigns',
    page: 'operations/firmware/firmware-files-page',
  }),
  inside('/firmware/new', 'Firmware', {
    feature: 'Campaign',
    needs: 'C',
    list: '/campaigns',
    page: 'operations/firmware/firmware-page',
  }),
  inside('/firmware/{id}', 'Firmware', {
    feature: 'Campaign',
    list: '/campaigns',
    page: 'operations/firmware/firmware-page',
  }),

  ...record('/settings-templates', 'Settings templates', 'Campaign', [
    'control/settings-templates/settings-templates-page',
    'control/settings-templates/settings-template-page',
  ]),
  inside('/settings-drift', 'Settings that differ', {
    feature: 'ChargerPoint',
    page: 'desk/settings-drift-screen/settings-drift-page',
  }),

  ...record(
    '/chargingprofile',
    'Charging Profile Overview',
    'ChargingProfile',
    ['power/charging-profiles/charging-profiles-page', 'power/charging-profiles/charging-profile-page'],
    'chargingProfileId',
  ),

  ...record('/integrations/keys', 'API keys', 'Integration', [
    'people/api-keys/api-keys-page',
    'people/api-keys/api-key-page',
  ]),
  ...record('/integrations/webhooks', 'Webhooks', 'Integration', [
    'people/webhooks/webhooks-page',
    'people/webhooks/webhook-page',
  ]),
  inside('/integrations/webhooks/events', 'Events of webhooks', {
    feature: 'Integration',
    list: '/integrations/webhooks',
    page: 'people/webhooks/webhook-events-page',
  }),

  ...record('/team', 'Teams', 'Team', ['people/teams/teams-page', 'desk/team-screen/team-page']),

  ...record('/tag', 'RFID Tags', 'Tag', ['fleet/tags/tags-page', 'desk/tag-screen/tag-page'], 'tagId'),
  inside('/tag/import', 'RFID Tags', { feature: 'Tag', needs: 'C', list: '/tag', page: 'fleet/tags/import-tags-page' }),
  inside('/tag/unknown', 'Unknown tags', { feature: 'Tag', list: '/tag', page: 'fleet/tags/unknown-tags-page' }),

  ...record(
    '/pricegroup',
    'Price Group',
    'PriceGroup',
    ['money/price-groups/price-groups-page', 'desk/price-group-screen/price-group-page'],
    'priceGroupId',
  ),

  ...record('/users', 'CMS System Users', 'Users', ['people/users/users-page', 'desk/user-screen/user-page']),

  inside('/transactions', 'Transactions & Refunds', {
    feature: 'Transaction',
    page: 'desk/transactions-screen/transactions-page',
  }),
  inside('/transactions/review', 'Transactions & Refunds', {
    feature: 'Transaction',
    list: '/transactions',
    page: 'desk/session-reviews/review-page',
  }),
  inside('/transactions/payout/{payoutId}', 'Payout', {
    feature: 'Transaction',
    or: ['Team.view'],
    list: '/transactions',
    page: 'settlement/payouts/payout-page',
  }),
  inside('/transactions/{id}/invoice', 'Invoice', {
    feature: 'Transaction',
    list: '/transactions',
    page: 'settlement/invoices/invoice-page',
  }),
  inside('/transactions/{id}', 'Transactions & Refunds', {
    feature: 'Transaction',
    list: '/transactions',
    page: 'desk/transactions/transaction-page',
  }),

  inside('/refund', 'Refund', { feature: 'Refund', page: 'desk/refund-list/refunds-page' }),
  inside('/refund/payment/{paymentId}', 'Refund', {
    feature: 'Refund',
    list: '/refund',
    page: 'desk/refund-list/payment-refund-page',
  }),
  inside('/refund/{id}', 'Refund', { feature: 'Refund', list: '/refund', page: 'desk/refund-list/refund-page' }),
  inside('/refund-details/{paymentId}', 'Payment Refund Details', {
    feature: 'Transaction',
    or: ['Refund.view'],
    list: '/transactions',
    page: 'money/refunds/refund-details-page',
  }),
  inside('/reconciliation', 'Reconciliation', {
    feature: 'Finance',
    needs: 'V',
    page: 'settlement/reconciliation/reconciliation-page',
  }),
  inside('/tax-papers', 'Tax papers', {
    feature: 'Finance',
    needs: 'V',
    page: 'desk/tax-papers/tax-papers-page',
  }),
  inside('/tax-papers/commission-invoice/{id}', 'Commission invoice', {
    feature: 'Finance',
    or: ['Transaction.view', 'Team.view'],
    list: '/tax-papers',
    page: 'settlement/commission-invoices/commission-invoice-page',
  }),
  inside('/tax-papers/voucher/{id}', 'Voucher', {
    feature: 'Finance',
    or: ['Transaction.view'],
    list: '/tax-papers',
    page: 'settlement/vouchers/voucher-page',
  }),

  ...record(
    '/servicerequest',
    'Service Request',
    'ServiceRequest',
    ['office/service-requests/service-requests-page', 'office/service-requests/service-request-page'],
    'ticketId',
    {},
    '/edit',
  ),

  ...['/setting', '/settings'].map(form =>
    inside(form, 'Settings', { feature: 'Settings', page: 'people/settings/settings-page' }),
  ),
  inside('/audit', 'Audit Log', {
    feature: 'Team',
    needs: 'FA',
    list: '/settings',
    page: 'desk/audit-screen/audit-page',
  }),

  ...record(
    '/company',
    'Company',
    'Company',
    ['people/companies/companies-page', 'desk/company-screen/company-page'],
    'companyId',
  ),

  ...record('/roles', 'Roles', 'Role', ['people/roles/roles-page', 'people/roles/role-page'], 'roleId'),

  ...record(
    '/vehicles',
    'EV Vehicles',
    'Vehicle',
    ['drivers/vehicles/vehicles-page', 'drivers/vehicles/vehicle-page'],
    'vehicleId',
  ),

  ...record('/customer', 'EV Drivers', 'Customers', ['drivers/drivers/drivers-page', 'drivers/drivers/driver-page']),

  inside('/cm-customer', 'Customer', { feature: 'CMCustomers', page: 'drivers/cm-customers/cm-customers-page' }),
  inside('/cm-customer/{id}', 'Customer', {
    feature: 'CMCustomers',
    list: '/cm-customer',
    page: 'drivers/cm-customers/cm-customer-page',
  }),
  // The wallet stands under three paths (D-SHELL-4).
  ...['/wallet/{id}', '/cm-customer/wallet/{id}', '/customer/wallet/{id}'].map(form =>
    inside(form, 'Wallet', {
      feature: 'CMCustomers',
      or: ['Customers.update'],
      list: '/cm-customer',
      page: 'drivers/cm-customers/wallet-page',
    }),
  ),

  inside('/send-messages', 'Send Messages', { feature: 'SendMessages', page: 'drivers/messages/send-messages-page' }),
  inside('/report', 'Report', { feature: 'Report', page: 'desk/report/report-page' }),
  inside('/scheduled-reports', 'Scheduled reports', { page: 'desk/scheduled-reports/scheduled-reports-page' }),
  ...['/scheduled-reports/new', '/scheduled-reports/{id}'].map(form =>
    inside(form, 'Scheduled reports', {
      list: '/scheduled-reports',
      page: 'desk/scheduled-reports/scheduled-report-page',
    }),
  ),
  inside('/scheduled-reports/file/{id}', 'Scheduled reports', {
    list: '/scheduled-reports',
    page: 'desk/scheduled-reports/report-file-page',
  }),

  inside('/first-steps', 'First steps', { page: 'desk/first-steps/first-steps-page' }),
  inside('/profile', 'My Profile', { page: 'people/profile/profile-page' }),
  inside('/settings/messages', 'What I am told', { page: 'operations/telling/my-messages-page' }),
  area('public', '/stop-mails', 'Mails about alerts', 'operations/telling/stop-mails-page'),
  area('public', '/stop-report', 'Mails with a report', 'desk/scheduled-reports/stop-report-page'),
  inside('/changepassword', 'Password', { page: 'people/profile/change-password-page' }),
  inside('/faq', 'FAQ', { page: 'office/faq/faq-page' }),
]

/** The form as the router writes it. */
export const pathOf = ({ form, prefix }: Pick<Route, 'form' | 'prefix'>): string =>
  form.replaceAll(/\{(\w+)\}/g, ':$1') + (prefix ? '/*' : '')

/** 'fleet/chargers/charger-page' exports ChargerPage. */
export const componentName = (page: string): string =>
  page.replace(/^.*\//, '').replaceAll(/(?:^|-)(\w)/g, (_, c: string) => c.toUpperCase())

const matched = routes.map(route => ({ path: pathOf(route), caseSensitive: true, route }))
/** The row of the table that a path belongs to. */
export const routeOf = (path: string): Route | undefined => matchRoutes(matched, path)?.at(-1)?.route.route
