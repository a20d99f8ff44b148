// The product as a Fastify instance, which tests and main.ts share. The table of routes stands here, whole.
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import compress from '@fastify/compress'
import { serializerCompiler, validatorCompiler } from '@fastify/type-provider-zod'
import { fail } from '@wattdesk/wire/route'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { postWaitingBills, startBillPoster } from '#charging/billing/bill-ledger.commands.ts'
import { replayRoutes } from '#charging/price-trials/replay.routes.ts'
import { chargerConfigRoutes } from '#control/charger-config/charger-config.routes.ts'
import { chargerDoorRoutes } from '#control/charger-files/charger-door.routes.ts'
import { chargerFileRoutes } from '#control/charger-files/charger-file.routes.ts'
import { chargerTestRoutes } from '#control/charger-tests/charger-test.routes.ts'
import { deviceModelRoutes } from '#control/device-model/device-model.routes.ts'
import { liveStatusRoutes } from '#control/live-status/live-status.routes.ts'
import { localListRoutes } from '#control/local-lists/local-list.routes.ts'
import { monitorRoutes } from '#control/monitoring/monitor.routes.ts'
import { remoteOperationRoutes } from '#control/remote-operations/remote-operation.routes.ts'
import { reservationRoutes } from '#control/reservations/reservation.routes.ts'
import { settingsDriftRoutes } from '#control/settings-drift/settings-drift.routes.ts'
import { settingsTemplateRoutes } from '#control/settings-templates/settings-template.routes.ts'
import { attentionRoutes } from '#desk/attention/attention.routes.ts'
import { bulkActionRoutes } from '#desk/bulk-actions/bulk-action.routes.ts'
import { dashboardRoutes } from '#desk/dashboard/dashboard.routes.ts'
import { firstStepsRoutes } from '#desk/first-steps/first-steps.routes.ts'
import { networkImportRoutes } from '#desk/network-import/network-import.routes.ts'
import { refundListRoutes } from '#desk/refund-list/refund-list.routes.ts'
import { reportRoutes } from '#desk/report/report.routes.ts'
import { reportFollowers } from '#desk/scheduled-reports/report-end.commands.ts'
import { scheduledReportRoutes } from '#desk/scheduled-reports/scheduled-report.routes.ts'
import { sessionReviewRoutes } from '#desk/session-reviews/session-review.routes.ts'
import { billCorrectionRoutes } from '#desk/transactions/bill-correction.routes.ts'
import { transactionRoutes } from '#desk/transactions/transaction.routes.ts'
import { transactionScopeRoutes } from '#desk/transactions/transaction-scope.routes.ts'
import { cmCustomerRoutes } from '#drivers/cm-customers/cm-customer.routes.ts'
import { driverRoutes } from '#drivers/drivers/driver.routes.ts'
import { messageRoutes } from '#drivers/messages/message.routes.ts'
import { vehicleRoutes } from '#drivers/vehicles/vehicle.routes.ts'
import { walletRoutes } from '#drivers/wallets/wallet.routes.ts'
import { chargerHealthRoutes } from '#fleet/charger-health/charger-health.routes.ts'
import { chargerLogRoutes } from '#fleet/charger-logs/charger-log.routes.ts'
import { chargerMapRoutes } from '#fleet/charger-map/charger-map.routes.ts'
import { chargerTimelineRoutes } from '#fleet/charger-timeline/timeline.routes.ts'
import { chargerRoutes } from '#fleet/chargers/charger.routes.ts'
import { eventRoutes } from '#fleet/events/event.routes.ts'
import { stationEventRoutes } from '#fleet/station-events/station-event.routes.ts'
import { followingBus } from '#fleet/stations/moved-charger.memory.ts'
import { tagRoutes } from '#fleet/tags/tag.routes.ts'
import { uptimeRoutes } from '#fleet/uptime/uptime.routes.ts'
import { providerAccountRoutes } from '#money/payment-provider/provider-account.routes.ts'
import { sandboxRoutes } from '#money/payment-provider/sandbox.routes.ts'
import { priceGroupRoutes } from '#money/price-groups/price-group.routes.ts'
import { refundRoutes } from '#money/refunds/refund.routes.ts'
import { upiStatusRoutes } from '#money/upi-status/upi-status.routes.ts'
import { auditRoutes } from '#office/audit/audit.routes.ts'
import { geoRoutes } from '#office/geo/geo.routes.ts'
import { installationRoutes } from '#office/installation/installation.routes.ts'
import { noFollowers, type Services } from '#office/installation/services.ts'
import { outboxRoutes } from '#office/mail/outbox.routes.ts'
import { referenceRoutes } from '#office/reference/reference.routes.ts'
import { savedViewRoutes } from '#office/saved-views/saved-view.routes.ts'
import { serviceRequestRoutes } from '#office/service-requests/service-request.routes.ts'
import { taxSettingRoutes } from '#office/tax-settings/tax-setting.routes.ts'
import { uploadRoutes } from '#office/uploads/upload.routes.ts'
import { alertRoutes } from '#operations/alerts/alert.routes.ts'
import { notePeople } from '#operations/bell/bell.commands.ts'
import { bellRoutes } from '#operations/bell/bell.routes.ts'
import type { NewNotice } from '#operations/bell/bell.store.ts'
import { campaignRoutes } from '#operations/campaigns/campaign.routes.ts'
import { firmwareRoutes } from '#operations/firmware/firmware.routes.ts'
import { firmwareDoorRoutes } from '#operations/firmware/firmware-door.routes.ts'
import { maintenanceRoutes } from '#operations/maintenance/maintenance.routes.ts'
import { tellingRoutes } from '#operations/telling/telling.routes.ts'
import { apiKeyRoutes } from '#people/api-keys/api-key.routes.ts'
import { browserRoutes } from '#people/browsers/browser.routes.ts'
import { companyRoutes } from '#people/companies/company.routes.ts'
import { joiningRoutes } from '#people/joining/joining.routes.ts'
import { profileRoutes } from '#people/profile/profile.routes.ts'
import { proofRoutes } from '#people/proof/proof.routes.ts'
import { roleRoutes } from '#people/roles/role.routes.ts'
import { secondFactorRoutes } from '#people/second-factor/second-factor.routes.ts'
import { passwordRoutes } from '#people/sign-in/password.routes.ts'
import { registerRoutes } from '#people/sign-in/register.routes.ts'
import { signInRoutes } from '#people/sign-in/sign-in.routes.ts'
import { keepEmergency } from '#people/single-sign-on/password-rule.commands.ts'
import { signInSettingRoutes } from '#people/single-sign-on/sign-in-setting.routes.ts'
import { addressAfterSignOut } from '#people/single-sign-on/sign-out.commands.ts'
import { singleSignOnRoutes } from '#people/single-sign-on/single-sign-on.routes.ts'
import { teamRoutes } from '#people/teams/team.routes.ts'
import { teamMemberRoutes } from '#people/teams/team-member.routes.ts'
import { teamRegistrationRoutes } from '#people/teams/team-registration.routes.ts'
import { userRoutes } from '#people/users/user.routes.ts'
import { webhooksOutRoutes } from '#people/webhooks/webhook.routes.ts'
import { openContext } from '#platform/access/context.ts'
import { repeatedCalls } from '#platform/access/repeated-calls.ts'
import { asReading } from '#platform/db/reading.ts'
import { answerBroken, answerError } from '#platform/http/answer-error.ts'
import { LONGEST_ARRIVAL_MS } from '#platform/http/arrival.ts'
import { healthRoutes } from '#platform/http/health.ts'
import type { Sweep } from '#platform/jobs/sweep.ts'
import { productVersion } from '#platform/telemetry/version.ts'
import { chargingProfileRoutes } from '#power/charging-profiles/charging-profile.routes.ts'
import { chargingSiteRoutes } from '#power/charging-sites/charging-site.routes.ts'
import { loadRoutes } from '#power/load-balancing/load.routes.ts'
import { loadTrialRoutes } from '#power/load-trials/load-trial.routes.ts'
import { collectedTaxRoutes } from '#settlement/collected-taxes/collected-tax.routes.ts'
import { commissionInvoiceRoutes } from '#settlement/commission-invoices/commission-invoice.routes.ts'
import { eInvoiceRoutes } from '#settlement/e-invoices/e-invoice.routes.ts'
import { invoiceRoutes } from '#settlement/invoices/invoice.routes.ts'
import { moneyRoutes } from '#settlement/money-timeline/money.routes.ts'
import { paymentRoutes } from '#settlement/payments/payment.routes.ts'
import { webhookRoutes } from '#settlement/payments/webhook.routes.ts'
import { payoutRoutes } from '#settlement/payouts/payout.routes.ts'
import { reconciliationRoutes } from '#settlement/reconciliation/reconciliation.routes.ts'
import { paySessionFollowers } from '#settlement/scan-and-pay/pay.commands.ts'
import { payRoutes } from '#settlement/scan-and-pay/pay.routes.ts'
import { taxExportRoutes } from '#settlement/tax-exports/tax-export.routes.ts'
import { voucherRoutes } from '#settlement/vouchers/voucher.routes.ts'
import { apiReference } from './api-reference/pages.ts'
import { answerVersions } from './api-reference/version.ts'
import { callInside } from './call-inside.ts'
import { figuresOf } from './figures.ts'
import { guard } from './guard.ts'
import { guidePages } from './guide-pages.ts'
import { operationWriters } from './operation-writers.ts'
import { servePortal } from './pages.ts'
import { limitUnderWay } from './under-way.ts'

/** A body, unless its endpoint says otherwise. */
const LONGEST_BODY = 1024 * 1024
/**
 * No text in a path is longer, percent-encoded as it may be: what a field allows is said by its shape (422), not by the
 * router, which would answer 404 from 101 characters on.
 */
const LONGEST_PARAMETER = 16_384

/** Only chargers change the protocol: an offer of another one (h2c) is passed over, and the call answered as it is. */
const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean => /^websocket$/i.test(headers.upgrade ?? '')

/** How long answers under way may take when the product ends. */
const END_PATIENCE_MS = 3000

export type AppOptions = Omit<FastifyServerOptions, 'trustProxy'> & {
  /** Addresses and networks of the proxies whose forwarded headers are believed. */
  trustProxy?: string | undefined
  https?: object
  /** How long answers under way may take at the end. */
  endPatienceMs?: number
}
/** The services that the composition makes; the app adds the others. */
export type AppServices = Omit<Services, 'log' | 'sandboxUrl' | 'irpStandIn' | 'followers' | 'callInside'>

/** Builds the product around `services`; not yet listening. */
export async function buildApp(
  services: AppServices & Partial<Pick<Services, 'log'>>,
  { trustProxy, endPatienceMs = END_PATIENCE_MS, ...options }: AppOptions = { logger: false },
): Promise<FastifyInstance> {
  const app = newServer(options)
  decorate(app, services)
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  serveRolesOnly(app)
  limitUnderWay(app)
  await guard(app, trustProxy)
  answerVersions(app)
  await app.register(compress, { encodings: ['br', 'gzip'] })
  // A browser keeps spare connections that never ask anything; they must not hold back the end.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), endPatienceMs).unref()
  })
  repeatedCalls(app, app.services)
  app.addHook('preHandler', readsAside)
  addRoutes(app)
  await servePortal(app)
  return app
}

/** Lets the reading calls of signed-in users run on a replica of the database, if the installation has one (reading.ts). */
function readsAside({ routeOptions }: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const endpoint = routeOptions.config.endpoint
  const isRead = endpoint && endpoint.can !== 'anyone' && (endpoint.method === 'GET' || endpoint.reads)
  if (isRead) asReading(done)
  else done()
}

const newServer = (options: Omit<AppOptions, 'trustProxy' | 'endPatienceMs'>): FastifyInstance =>
  Fastify({
    bodyLimit: LONGEST_BODY,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    requestTimeout: LONGEST_ARRIVAL_MS,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerBroken,
    ...('https' in options ? {} : { http: { shouldUpgradeCallback } }),
    // Requests that are refused before their route is looked for.
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      answerError(error, request, reply),
    ...options,
    ...(options.https && { https: { ...options.https, shouldUpgradeCallback } }),
  } as FastifyServerOptions)

/** Gives the app its services, and the list of its endpoints, which fills as the routes are added. */
function decorate(app: FastifyInstance, services: AppServices & Partial<Pick<Services, 'log'>>): void {
  app.decorate('services', {
    ...services,
    bus: followingBus(services.bus, services.db),
    log: services.log ?? app.log,
    sandboxUrl: async () => (await app.sandbox()).url,
    irpStandIn: async () => (await app.irpStandIn()).place,
    followers: noFollowers(),
    callInside: call => callInside(app, call),
  })
  // Pay sessions move on when their payment is captured and when their charging session begins and ends; scheduled reports
  // stop when their owner is deleted; makers of a webhook hear by their bells that it was switched off; who came by single
  // sign-on signs out there too, and the emergency administrator of a company without passwords stays.
  const { followers } = app.services
  const { userLeaves } = reportFollowers(app.services)
  Object.assign(followers, paySessionFollowers(app.services), {
    userLeaves: [keepEmergency, ...userLeaves],
    signsOut: [(browserId: number) => addressAfterSignOut(app.services, browserId)],
    webhookStopped: [(notices: readonly NewNotice[]) => notePeople(app.services, notices)],
  })
  postBills(app)
  app.decorateRequest('context', null as never)
  app.decorateRequest('by', null)
  app.decorateRequest('apiKeyId', null)
  app.decorateRequest('keyVersion', null)
  app.decorateRequest('browser', null)
  app.decorate('endpoints', [])
  app.addHook('onRoute', r => {
    const endpoint = r.config?.endpoint
    if (endpoint && !app.endpoints.includes(endpoint)) app.endpoints.push(endpoint)
  })
  app.decorate('openContext', (request, endpoint) => openContext(app.services, request, endpoint))
}

/** Every node posts bills to the ledger while it runs. */
function postBills(app: FastifyInstance): void {
  let poster: Sweep | undefined
  app.addHook('onReady', async () => {
    poster = startBillPoster(app.services)
    app.services.followers.billed.push(poster.wake)
  })
  app.addHook('onClose', () => poster?.close())
}

/** The routes of a node without the role api. Calls of the node itself, as webhooks of the sandbox, reach all routes. */
const OF_EVERY_NODE = /^\/(health|metrics)(\/|\?|$)/
function serveRolesOnly(app: FastifyInstance): void {
  const { roles } = app.services
  if (!roles || roles.has('api')) return
  app.addHook('onRequest', async ({ url, raw }) => {
    if (raw.socket instanceof Socket && !OF_EVERY_NODE.test(url))
      fail(404, 'This node serves no calls of the API (WATTDESK_ROLES). Ask a node with the role api')
  })
}

function addHealthRoutes(app: FastifyInstance): void {
  const { checks, metricsToken, mode, node, connectedChargers } = app.services
  const gauges = [
    {
      name: 'wattdesk_connected_chargers',
      help: 'Open sockets of chargers on this node',
      read: connectedChargers,
    },
  ]
  const facts = { mode, version: productVersion() }
  healthRoutes(app, { checks, metricsToken, facts, gauges, figures: figuresOf(app.services), node })
}

/** The table of routes. */
function addRoutes(app: FastifyInstance): void {
  addHealthRoutes(app)
  signInRoutes(app)
  secondFactorRoutes(app)
  proofRoutes(app)
  browserRoutes(app)
  passwordRoutes(app)
  registerRoutes(app)
  singleSignOnRoutes(app)
  signInSettingRoutes(app)
  profileRoutes(app)
  eventRoutes(app)
  chargerConfigRoutes(app)
  chargerHealthRoutes(app)
  chargerLogRoutes(app)
  chargerFileRoutes(app)
  chargerTestRoutes(app)
  chargerDoorRoutes(app)
  reservationRoutes(app)
  deviceModelRoutes(app)
  monitorRoutes(app)
  localListRoutes(app)
  stationEventRoutes(app)
  remoteOperationRoutes(app, operationWriters(app.services))
  chargerTimelineRoutes(app)
  chargerRoutes(app)
  chargerMapRoutes(app)
  chargingSiteRoutes(app)
  loadRoutes(app)
  bulkActionRoutes(app)
  networkImportRoutes(app)
  priceGroupRoutes(app)
  loadTrialRoutes(app)
  replayRoutes(app)
  driverRoutes(app)
  vehicleRoutes(app)
  alertRoutes(app)
  bellRoutes(app)
  tellingRoutes(app)
  maintenanceRoutes(app)
  campaignRoutes(app)
  firmwareRoutes(app)
  settingsDriftRoutes(app)
  settingsTemplateRoutes(app)
  firmwareDoorRoutes(app)
  walletRoutes(app)
  webhookRoutes(app)
  paymentRoutes(app)
  cmCustomerRoutes(app)
  messageRoutes(app)
  joiningRoutes(app)
  tagRoutes(app)
  liveStatusRoutes(app)
  dashboardRoutes(app)
  attentionRoutes(app)
  firstStepsRoutes(app)
  uptimeRoutes(app)
  transactionRoutes(app)
  billCorrectionRoutes(app)
  transactionScopeRoutes(app)
  sessionReviewRoutes(app)
  refundRoutes(app)
  refundListRoutes(app)
  payoutRoutes(app)
  reportRoutes(app)
  scheduledReportRoutes(app)
  reconciliationRoutes(app)
  taxSettingRoutes(app)
  commissionInvoiceRoutes(app)
  voucherRoutes(app)
  collectedTaxRoutes(app)
  taxExportRoutes(app)
  upiStatusRoutes(app)
  installationRoutes(app)
  moneyRoutes(app, () => postWaitingBills(app.services))
  invoiceRoutes(app)

  referenceRoutes(app)
  roleRoutes(app)
  userRoutes(app)
  geoRoutes(app)
  auditRoutes(app)
  teamRoutes(app)
  teamRegistrationRoutes(app)
  teamMemberRoutes(app)
  outboxRoutes(app)
  uploadRoutes(app)
  savedViewRoutes(app)
  serviceRequestRoutes(app)
  chargingProfileRoutes(app)
  companyRoutes(app)
  apiKeyRoutes(app)
  webhooksOutRoutes(app)
  providerAccountRoutes(app)
  sandboxRoutes(app)
  eInvoiceRoutes(app)
  payRoutes(app)
  apiReference(app)
  guidePages(app)
}
