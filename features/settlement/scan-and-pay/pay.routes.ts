// Scan and pay as it is served: without sign-in, each kind of call counted by the caller's network.
import { fail, found, route, tooOften } from '@wattdesk/wire/route'
import { type Language, languageOf } from '@wattdesk/words/language'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { evsesOf } from '#fleet/stations/evse.store.ts'
import { takesPayments } from '#money/payment-provider/provider-of.commands.ts'
import { referenceOf } from '#money/refunds/refund.rules.ts'
import { expectationText } from '#money/refunds/refund-expectation.rules.ts'
import { refundTimes } from '#money/refunds/refund-read.store.ts'
import { brandOf } from '#office/brand/brand.rules.ts'
import { replyWithDocument } from '#platform/documents/document-reply.ts'
import { networkOf } from '#platform/http/caller.ts'
import { takeForms } from '#platform/http/form-body.ts'
import { answerInLanguage } from '#platform/http/spoken.ts'
import { sessionInvoice } from '#settlement/invoices/invoice.commands.ts'
import { getPayInvoice, getPayInvoicePdf } from '#settlement/invoices/invoice.contract.ts'
import { withoutFaults } from '#settlement/invoices/invoice.rules.ts'
import { NO_INVOICE } from '#settlement/invoices/invoice.words.ts'
import { invoiceDocument } from '#settlement/invoices/invoice-document.commands.ts'
import * as contract from './pay.contract.ts'
import { MOST_OWN } from './pay.words.ts'
import * as codes from './pay-code.commands.ts'
import { contactText } from './pay-code.store.ts'
import * as commands from './pay-order.commands.ts'
import * as places from './pay-place.store.ts'
import { placeReply, sessionReply } from './pay-reply.rules.ts'
import * as store from './pay-session.store.ts'
import { tellIn } from './pay-told.rules.ts'
import { CODE_SENT, NO_CHARGER, NO_SESSION } from './pay-told.words.ts'

const MINUTE_MS = 60_000

export function payRoutes(app: FastifyInstance): void {
  const limits = callLimits(app)
  app.register(async scope => {
    answerInLanguage(scope, spokenBy, tellIn)
    placeRoutes(scope, limits)
    sessionRoutes(scope, limits)
    codeRoutes(scope, limits)
  })
  checkoutRoute(app)
}

/** The language that the page shows, or a program asks for. */
const spokenBy = (request: FastifyRequest): Language => languageOf(undefined, request.headers['accept-language'])

/** The sessions that the page has asked for before, by their ids: a few, for nobody knows those of others. */
const ownSessions = (header: string | string[] | undefined): string[] =>
  typeof header === 'string' ? header.split(',').slice(0, MOST_OWN) : []

type CallLimit = (request: FastifyRequest) => Promise<void>
type CallLimits = Record<
  'orders' | 'papers' | 'codes' | 'codesToContact' | 'codesToContactInAll' | 'codeChecks',
  CallLimit
>

const byNetwork = (r: FastifyRequest): string => networkOf(r.ip)
const byContact = (r: FastifyRequest): string => contactText(r.body as Parameters<typeof contactText>[0])

/** Counts calls of a kind; 429 beyond the limit. Networks of mobile phones share an address, so the limits are wide. */
function callLimits(app: FastifyInstance): CallLimits {
  const limit = (max: number, timeWindow: number, keyGenerator: (r: FastifyRequest) => string): CallLimit => {
    const count = app.createRateLimit({ max, timeWindow, keyGenerator })
    return async request => {
      const counted = await count(request)
      if (!counted.isAllowed && counted.isExceeded) tooOften(counted.ttlInSeconds)
    }
  }
  return {
    orders: limit(60, MINUTE_MS, byNetwork),
    // Each is drawn anew, and strangers may ask for it.
    papers: limit(30, MINUTE_MS, byNetwork),
    codes: limit(30, 15 * MINUTE_MS, byNetwork),
    codesToContact: limit(5, 60 * MINUTE_MS, r => `${byNetwork(r)} ${byContact(r)}`),
    // Requests of strangers in many networks for one phone, which is sent only a few codes (pay-code.store.ts). So high that
    // the driver can still request one.
    codesToContactInAll: limit(300, 60 * MINUTE_MS, byContact),
    codeChecks: limit(60, 15 * MINUTE_MS, byNetwork),
  }
}

/** The connector on the code, with its price, and orders at it. */
function placeRoutes(app: FastifyInstance, limits: CallLimits): void {
  const { services } = app
  const { db, now } = services

  route(app, contract.getPayPlace, async ({ params, request, reply }) => {
    const at = { chargepointId: params.chargepoint_id, connectorId: params.connectorId, now: now() }
    const own = ownSessions(request.headers['x-own-sessions'])
    const place = found(await places.place(db, { ...at, own }), NO_CHARGER)
    const token = request.headers['x-wallet-token']
    if (token !== undefined) reply.header('cache-control', 'no-store')
    await codes.demandAllowed(services, place, typeof token === 'string' ? token : undefined, at.now)
    const { companyId } = place
    const hasProvider = await takesPayments(services, db, companyId)
    const times = await refundTimes(db, { kind: 'company', teamId: companyId, companyId }, at.now)
    const expectations = times.flatMap(({ method }) => {
      const text = expectationText(times, method, spokenBy(request))
      return text === undefined ? [] : [{ method, text }]
    })
    const setting = {
      now: at.now,
      zone: services.timeZone,
      mode: services.mode,
      refundTimes: expectations,
      tell: tellIn(spokenBy(request)),
    }
    return { data: placeReply({ ...place, hasProvider }, setting) }
  })

  route(app, contract.placeOrder, async ({ params, body, request }) => {
    await limits.orders(request)
    const at = { chargepointId: params.chargepoint_id, connectorId: params.connectorId }
    const { name } = brandOf(request.headers.host ?? '')
    return { data: await commands.placeOrder(services, at, body, { name, language: spokenBy(request) }) }
  })
}

/** The paid session, its invoice, and its stop. */
function sessionRoutes(app: FastifyInstance, limits: CallLimits): void {
  const { services } = app
  const { db, now } = services

  route(app, contract.getPaySession, async ({ params, request, reply }) => {
    const s = found(await store.byPublicId(db, params.sessionId), NO_SESSION)
    const charging = s.transactionId === null ? undefined : await store.sessionOf(db, s.transactionId)
    const refund = s.paymentId === null ? undefined : await store.refundOf(db, s)
    const isAuthorised = s.paidAt === null && (await store.isAuthorised(db, s))
    reply.header('cache-control', 'no-store')
    const invoice = getPayInvoice.path.replace('{sessionId}', encodeURIComponent(params.sessionId))
    const back = refund && { ...refund, reference: referenceOf(refund) }
    const setting = { now: now(), mode: services.mode, invoice, tell: tellIn(spokenBy(request)) }
    const evse = (await evsesOf(db, [s.chargepointPk]))(s.chargepointPk, s.connectorId)
    return { data: sessionReply({ ...s, ...evse, isAuthorised }, charging, back, setting) }
  })

  const invoiceOf = async (s: { transactionId: number | null; teamId: number; companyId: number }) => {
    const scope = { kind: 'company', teamId: s.teamId, companyId: s.companyId } as const
    return withoutFaults(found(await sessionInvoice(services, scope, found(s.transactionId, NO_INVOICE)), NO_INVOICE))
  }
  route(app, getPayInvoice, async ({ params, reply }) => {
    const s = found(await store.byPublicId(db, params.sessionId), NO_SESSION)
    reply.header('cache-control', 'no-store')
    return { data: await invoiceOf(s) }
  })

  route(app, getPayInvoicePdf, async ({ params, query, request, reply }) => {
    await limits.papers(request)
    const s = found(await store.byPublicId(db, params.sessionId), NO_SESSION)
    const invoice = await invoiceOf(s)
    const of = { host: request.host, note: query.note, language: query.language ?? invoice.language }
    const asked = await invoiceDocument(services, invoice, of)
    await replyWithDocument(services.documents, { request, reply }, asked)
    return { data: '' }
  })

  route(app, contract.choosePayLanguage, async ({ params, body }) => {
    await commands.chooseLanguage(services, params.sessionId, body)
    return { data: { language: body.language } }
  })

  route(app, contract.stopPaySession, async ({ params, request }) => {
    const token = request.headers['x-stop-token']
    await commands.stop(services, params.sessionId, typeof token === 'string' ? token : '')
    return { data: {}, message: 'Stopping' }
  })
}

/** The code that a driver gets by message, to charge from a wallet. */
function codeRoutes(app: FastifyInstance, limits: CallLimits): void {
  const { services } = app

  route(app, contract.askPayCode, async ({ body, request }) => {
    await limits.codes(request)
    await limits.codesToContact(request)
    await limits.codesToContactInAll(request)
    const { language: chosen, ...contact } = body
    await codes.sendCode(services, contact, {
      chosen,
      host: request.headers.host ?? '',
      network: byNetwork(request),
      accepts: request.headers['accept-language'],
    })
    return { data: {}, message: CODE_SENT }
  })

  route(app, contract.checkPayCode, async ({ body: { chargepoint_id: chargepointId, ...body }, request }) => {
    await limits.codeChecks(request)
    return { data: await codes.checkCode(services, { ...body, chargepointId, network: byNetwork(request) }) }
  })
}

/** The provider sends the browser back here, after a payment by a form of its own. */
function checkoutRoute(app: FastifyInstance): void {
  app.register(async scope => {
    takeForms(scope)
    scope.route({
      method: ['GET', 'POST'],
      url: '/public/v1/pay/session/:sessionId/checkout',
      handler: async (request, reply) => {
        const { sessionId } = request.params as { sessionId: string }
        if (sessionId.length > 100) fail(404, NO_SESSION)
        const answer = { ...(request.body as commands.CheckoutAnswer | undefined) }
        return reply.redirect(await commands.checkoutAnswered(app.services, sessionId, answer), 303)
      },
    })
  })
}
