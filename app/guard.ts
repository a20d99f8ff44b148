// The checks that every request passes before its route, and the headers of its answer: address, limits, audit log, policy.
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import { fail } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { keepNamedFiles } from '#office/uploads/upload.routes.ts'
import { VERSION_HEADER } from '#people/api-keys/api-version.words.ts'
import { REPLAYED } from '#platform/access/repeated-calls.ts'
import { auditCalls } from '#platform/audit/audit-calls.ts'
import { limitArrival } from '#platform/http/arrival.ts'
import { limitExports } from '#platform/http/exports.ts'
import { callerAddress, trusted } from '#platform/http/forwarded.ts'
import { limitCalls } from '#platform/http/limits.ts'
import { forbidCaching } from '#platform/http/no-store.ts'
import { limitSlowConnections } from '#platform/http/slow-connections.ts'
import { refuseUnfit } from '#platform/http/unfit.ts'
import { API, isPage, NOT_FOUND } from './pages.ts'

/** How long a request may take to arrive whole, unless its route waits longer. */
const REQUEST_PATIENCE_MS = 300_000

/** `trustProxy`: addresses and networks of the proxies whose forwarded headers are believed. */
export async function guard(app: FastifyInstance, trustProxy: string | undefined): Promise<void> {
  const { limits, geo, razorpayUrl, portalOrigin } = app.services
  const isTrusted = trusted(trustProxy)
  // Before anything counts or keeps the address.
  app.addHook('onRequest', async request => {
    Object.defineProperty(request, 'ip', { value: callerAddress(request.raw, isTrusted) })
  })
  await limitCalls(app, limits)
  limitArrival(app, REQUEST_PATIENCE_MS)
  limitSlowConnections(app, { isTrusted })
  auditCalls(app, app.services)
  refuseUnfit(app, isPage)
  limitExports(app, limits)
  forbidCaching(app, url => API.test(url.split('?')[0] ?? ''))
  keepNamedFiles(app)
  answerOddRequests(app)
  await app.register(helmet, { contentSecurityPolicy: { directives: policy(geo.tiles?.url, razorpayUrl) } })
  // Tokens travel in a header of their own, never as cookies: no credentials are allowed across origins.
  if (portalOrigin)
    await app.register(cors, {
      origin: portalOrigin,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['ETag', REPLAYED, 'Retry-After', VERSION_HEADER],
    })
}

/**
 * Requests that a library or Node would answer by itself, outside the envelope: OPTIONS without the headers of a
 * browser's preflight, and an unknown expectation, which may be ignored.
 */
function answerOddRequests(app: FastifyInstance): void {
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
