// The product as a Fastify instance: what tests and main.ts share. The table of routes stands here, whole.
import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import staticFiles from '@fastify/static'
import swagger from '@fastify/swagger'
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from '@fastify/type-provider-zod'
import { fail } from '@wattdesk/wire/route'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { replayRoutes } from '#charging/price-trials/replay.routes.ts'
import { chargerConfigRoutes } from '#control/charger-config/charger-config.routes.ts'
import { chargerDoorRoutes } from '#control/charger-files/charger-door.routes.ts'
import { chargerFileRoutes } from '#control/charger-files/charger-file.routes.ts'
import { liveStatusRoutes } from '#control/live-status/live-status.routes.ts'
import { localListRoutes } from '#control/local-lists/local-list.routes.ts'
import { remoteOperationRoutes } from '#control/remote-operations/remote-operation.routes.ts'
import { reservationRoutes } from '#control/reservations/reservation.routes.ts'
import { attentionRoutes } from '#desk/attention/attention.routes.ts'
import { bulkActionRoutes } from '#desk/bulk-actions/bulk-action.routes.ts'
import { dashboardRoutes } from '#desk/dashboard/dashboard.routes.ts'
import { refundListRoutes } from '#desk/refund-list/refund-list.routes.ts'
import { reportRoutes } from '#desk/report/report.routes.ts'
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
import { tagRoutes } from '#fleet/tags/tag.routes.ts'
import { uptimeRoutes } from '#fleet/uptime/uptime.routes.ts'
import { moneyRoutes } from '#money/money-timeline/money.routes.ts'
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
import { keepNamedFiles, uploadRoutes } from '#office/uploads/upload.routes.ts'
import { companyRoutes } from '#people/companies/company.routes.ts'
import { joiningRoutes } from '#people/joining/joining.routes.ts'
import { profileRoutes } from '#people/profile/profile.routes.ts'
import { roleRoutes } from '#people/roles/role.routes.ts'
import { passwordRoutes } from '#people/sign-in/password.routes.ts'
import { registerRoutes } from '#people/sign-in/register.routes.ts'
import { signInRoutes } from '#people/sign-in/sign-in.routes.ts'
import { teamRoutes } from '#people/teams/team.routes.ts'
import { teamMemberRoutes } from '#people/teams/team-member.routes.ts'
import { userRoutes } from '#people/users/user.routes.ts'
import { openContext } from '#platform/access/context.ts'
import { auditCalls } from '#platform/audit/audit-calls.ts'
import { answerBroken, answerError } from '#platform/http/answer-error.ts'
import { apiDocs } from '#platform/http/api-docs.ts'
import { LONGEST_ARRIVAL_MS, limitArrival } from '#platform/http/arrival.ts'
import { limitExports } from '#platform/http/exports.ts'
import { callerAddress, trusted } from '#platform/http/forwarded.ts'
import { healthRoutes } from '#platform/http/health.ts'
import { limitCalls } from '#platform/http/limits.ts'
import { forbidCaching } from '#platform/http/no-store.ts'
import { limitSlowConnections } from '#platform/http/slow-connections.ts'
import { refuseUnfit } from '#platform/http/unfit.ts'
import { chargingProfileRoutes } from '#power/charging-profiles/charging-profile.routes.ts'
import { chargingSiteRoutes } from '#power/charging-sites/charging-site.routes.ts'
import { loadRoutes } from '#power/load-balancing/load.routes.ts'
import { loadTrialRoutes } from '#power/load-trials/load-trial.routes.ts'
import { invoiceRoutes } from '#settlement/invoices/invoice.routes.ts'
import { paymentRoutes } from '#settlement/payments/payment.routes.ts'
import { webhookRoutes } from '#settlement/payments/webhook.routes.ts'
import { payoutRoutes } from '#settlement/payouts/payout.routes.ts'
import { reconciliationRoutes } from '#settlement/reconciliation/reconciliation.routes.ts'
import { paySessionFollowers } from '#settlement/scan-and-pay/pay.commands.ts'
import { payRoutes } from '#settlement/scan-and-pay/pay.routes.ts'
import { operationWriters } from './operation-writers.ts'

const PORTAL = fileURLToPath(new URL('../dist/web', import.meta.url))
const API = /^\/(cms|auth|public|docs|dev|files|health|metrics|ocpp|sandbox)(\/|$)/

/** The page that drivers open by the code on a connector: a document of its own. */
const PAY = /^\/pay(\/|\?|$)/

/** A body, unless its endpoint says otherwise. */
const LONGEST_BODY = 1024 * 1024
/**
 * No text in a path is longer, percent-encoded as it may be: what a field allows is said by its shape (422), not by the
 * router, which would answer 404 from 101 characters on.
 */
const LONGEST_PARAMETER = 16_384
/** How long a request may take to arrive whole, unless its route waits longer. */
const REQUEST_PATIENCE_MS = 300_000

const NOT_FOUND = 'Not found'

/** Only chargers change the protocol: an offer of another one (h2c) is passed over, and the call answered as it is. */
const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean => /^websocket$/i.test(headers.upgrade ?? '')

/** How long answers under way may take when the product ends. */
const END_PATIENCE_MS = 3000

/** `trustProxy`: addresses and networks of the proxies whose forwarded headers are believed. */
export type AppOptions = Omit<FastifyServerOptions, 'trustProxy'> & { trustProxy?: string | undefined; https?: object }

/** Builds the product around `services`; not yet listening. */
export async function buildApp(
  services: Omit<Services, 'log' | 'sandboxUrl' | 'followers'> & Partial<Pick<Services, 'log'>>,
  { trustProxy, ...options }: AppOptions = { logger: false },
): Promise<FastifyInstance> {
  const app = Fastify({
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
  app.decorate('services', {
    ...services,
    log: services.log ?? app.log,
    sandboxUrl: async () => (await app.sandbox()).url,
    followers: noFollowers(),
  })
  // Pay sessions move on when their payment is captured and when their charging session begins and ends.
  Object.assign(app.services.followers, paySessionFollowers(app.services))
  app.decorateRequest('context', null as never)
  app.decorateRequest('by', null)
  app.decorate('endpoints', [])
  app.addHook('onRoute', r => {
    const e = r.config?.endpoint
    if (e && !app.endpoints.includes(e)) app.endpoints.push(e)
  })
  app.decorate('openContext', (request, e) => openContext(app.services, request, e))
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  const isTrusted = trusted(trustProxy)
  // Before anything counts or keeps the address.
  app.addHook('onRequest', async request => {
    Object.defineProperty(request, 'ip', { value: callerAddress(request.raw, isTrusted) })
  })
  await limitCalls(app, app.services.limits)
  limitArrival(app, REQUEST_PATIENCE_MS)
  limitSlowConnections(app, { isTrusted })
  auditCalls(app, app.services)
  refuseUnfit(app, isPage)
  limitExports(app, app.services.limits)
  forbidCaching(app, url => API.test(url.split('?')[0] ?? ''))
  keepNamedFiles(app)
  serveOddly(app)
  await app.register(helmet, {
    contentSecurityPolicy: { directives: policy(services.geo.tiles?.url, services.razorpayUrl) },
  })
  // Tokens travel in a header of their own, never as cookies: no credentials are allowed across origins.
  if (services.portalOrigin)
    await app.register(cors, {
      origin: services.portalOrigin,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['ETag'],
    })
  await app.register(compress, { encodings: ['br', 'gzip'] })
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Wattdesk', version: '1' } },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })

  // A browser keeps spare connections that never ask anything; they must not hold back the end.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), END_PATIENCE_MS).unref()
  })

  healthRoutes(app, {
    checks: app.services.checks,
    metricsToken: app.services.metricsToken,
    facts: { mode: app.services.mode },
    gauges: [
      {
        name: 'wattdesk_connected_chargers',
        help: 'Open sockets of chargers on this node',
        read: app.services.connectedChargers,
      },
    ],
  })
  signInRoutes(app)
  passwordRoutes(app)
  registerRoutes(app)
  profileRoutes(app)
  eventRoutes(app)
  chargerConfigRoutes(app)
  chargerHealthRoutes(app)
  chargerLogRoutes(app)
  chargerFileRoutes(app)
  chargerDoorRoutes(app)
  reservationRoutes(app)
  localListRoutes(app)
  remoteOperationRoutes(app, operationWriters(app.services))
  chargerTimelineRoutes(app)
  chargerRoutes(app)
  chargerMapRoutes(app)
  chargingSiteRoutes(app)
  loadRoutes(app)
  bulkActionRoutes(app)
  priceGroupRoutes(app)
  loadTrialRoutes(app)
  replayRoutes(app)
  driverRoutes(app)
  vehicleRoutes(app)
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
  uptimeRoutes(app)
  transactionRoutes(app)
  billCorrectionRoutes(app)
  transactionScopeRoutes(app)
  sessionReviewRoutes(app)
  refundRoutes(app)
  refundListRoutes(app)
  payoutRoutes(app)
  reportRoutes(app)
  reconciliationRoutes(app)
  upiStatusRoutes(app)
  installationRoutes(app)
  moneyRoutes(app)
  invoiceRoutes(app)

  referenceRoutes(app)
  roleRoutes(app)
  userRoutes(app)
  geoRoutes(app)
  auditRoutes(app)
  teamRoutes(app)
  teamMemberRoutes(app)
  outboxRoutes(app)
  uploadRoutes(app)
  savedViewRoutes(app)
  serviceRequestRoutes(app)
  chargingProfileRoutes(app)
  companyRoutes(app)
  providerAccountRoutes(app)
  sandboxRoutes(app)
  payRoutes(app)
  apiDocs(app)
  await servePortal(app)
  return app
}

/**
 * Requests that a library or Node would answer by itself, outside the envelope: OPTIONS without the headers of a
 * browser's preflight, and an unknown expectation, which may be ignored.
 */
function serveOddly(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, headers }) => {
    if (method === 'OPTIONS' && !(headers.origin && headers['access-control-request-method'])) fail(404, NOT_FOUND)
  })
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

/**
 * The content security policy of pages; `tilesUrl` is the source of the map's pictures, `payUrl` the page where drivers
 * pay.
 */
const policy = (tilesUrl: string | undefined, payUrl: string) => ({
  defaultSrc: ["'self'"],
  // Papers are laid out by WebAssembly (kit/paper); text still never runs as a script.
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  // Emotion writes its styles into the page.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
  // The map fetches its pictures; the layout library of papers reads its own script, which is a data URL.
  connectSrc: ["'self'", 'data:', ...(tilesUrl ? [new URL(tilesUrl).origin] : [])],
  // The checkout of the payment provider is a form that goes there.
  formAction: ["'self'", new URL(payUrl).origin],
  workerSrc: ["'self'", 'blob:'],
  frameAncestors: ["'none'"],
  // Plain http on the local machine stays plain.
  upgradeInsecureRequests: null,
})

/** A browser asks for a page of the portal, whatever its address holds. */
const isPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !API.test(url) && headers.accept?.includes('text/html') === true

/** The built portal; its routes are the browser's, so every page that is none of ours is index.html. */
async function servePortal(app: FastifyInstance): Promise<void> {
  const built = existsSync(PORTAL)
  if (built)
    await app.register(staticFiles, {
      root: PORTAL,
      wildcard: false,
      // Names carry a hash of the content.
      setHeaders: (reply, path) => {
        if (path.includes('/assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable')
        else reply.header('cache-control', 'no-cache')
      },
    })
  app.setNotFoundHandler((request, reply) => {
    if (built && isPage(request)) return reply.sendFile(PAY.test(request.url) ? 'pay.html' : 'index.html')
    return reply.code(404).send({ success: false, message: NOT_FOUND })
  })
}
