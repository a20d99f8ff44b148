// Server side of an endpoint: the right first, then the shapes, then the handler, then the envelope.
import { tooManyAttempts } from '@wattdesk/base/text'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, AnyEndpoint, HandlerInput } from './endpoint.ts'
import { inPieces, isPortions, portionsOf, ROWS_AT_ONCE } from './pieces.ts'
import { Failure, replyShape } from './shapes.ts'
import { type IfMatch, readIfMatch, tagOf } from './tag.ts'

/** The context of every handler beside the request; the server adds the caller, the scope, the database. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the server through declaration merging
export interface Context {}

/** A refusal carries these beside its text: fields of the reply, and headers. */
type Beside = { body?: Pick<Failure, 'data' | 'changed' | 'needs'>; headers?: Record<string, string> }
/** A refusal with a status, a text and, where fields are wrong, a text per field (D-GEN-2). */
export class HttpFailure extends Error {
  readonly statusCode: number
  readonly errors: Record<string, string> | undefined
  readonly beside: Beside
  constructor(statusCode: number, message: string, errors?: Record<string, string>, beside: Beside = {}) {
    super(message)
    this.statusCode = statusCode
    this.errors = errors
    this.beside = beside
  }
}
/**
 * Ends a handler with a refusal.
 * @param errors texts by the names of the body's fields, shown beside the fields
 * @throws HttpFailure, always
 * @example fail(409, 'Charger ID already exists', { chargepoint_id: 'Charger ID already exists' })
 */
export function fail(status: number, message: string, errors?: Record<string, string>): never {
  throw new HttpFailure(status, message, errors)
}
/**
 * Ends a handler with 429: too often, and worth another try in so many seconds.
 * @param errors texts by the names of the body's fields, as those of `fail`
 */
export function tooOften(retryAfterSeconds: number, errors?: Record<string, string>, message = tooManyAttempts): never {
  throw new HttpFailure(429, message, errors, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  })
}
/** Returns the value, or fails with 404: a missing record and a record of others read alike. */
export function found<T>(value: T | undefined | null, message = 'Record not found'): T {
  if (value === undefined || value === null) fail(404, message)
  return value
}

/** `ifMatch`: the tags of the record that the caller knows; undefined: none were sent, or the endpoint is of no record. */
type Handler<E> = (
  got: HandlerInput<E> & Context & { request: FastifyRequest; reply: FastifyReply; ifMatch: IfMatch | undefined },
) => Promise<Answer<E>> | Answer<E>

/**
 * Serves `endpoint` on its path and its aliases. The context, and with it token and right, comes before the body is read.
 * @param handler gets the checked parts of the request and the context; its answer is cut to the shape of the reply
 * @example route(app, getTag, async ({ params, scope, db }) => ({ data: found(await store.one(db, scope, params.id)) }))
 */
export function route<E extends AnyEndpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])])
    app.route({
      method: endpoint.method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      schema: {
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: { [endpoint.status ?? 200]: replyShape(endpoint), '4xx': Failure, '5xx': Failure },
      },
      config: { endpoint: endpoint },
      ...(endpoint.longestBody && { bodyLimit: endpoint.longestBody.bytes }),
      onRequest: async request => {
        request.context = await app.openContext(request, endpoint)
        const nowhere = endpoint.leadsNowhere?.(request.params as Record<string, string>)
        if (nowhere !== undefined) fail(404, nowhere)
      },
      handler: async (request, reply) => {
        const { data, message, ...beside } = await handler({
          params: request.params,
          query: request.query,
          body: request.body,
          request,
          reply,
          ifMatch: ifMatchOf(endpoint, request),
          ...request.context,
        } as Parameters<Handler<E>>[0])
        if (reply.sent || reply.raw.headersSent) return reply
        if (endpoint.record && endpoint.method !== 'DELETE') reply.header('etag', tagOf(endpoint.record.part(data)))
        reply.code(endpoint.status ?? 200)
        if (isPortions(data) || (Array.isArray(data) && data.length > ROWS_AT_ONCE)) {
          const portions = isPortions(data) ? data : portionsOf(data)
          const text = await inPieces(endpoint, { message: message ?? 'OK', ...beside }, portions)
          text.once('error', error => request.log.warn({ err: error }, 'A reply broke off'))
          return reply.type('application/json; charset=utf-8').send(text)
        }
        return { success: true, message: message ?? 'OK', data, ...beside }
      },
    })
}

const BAD_IF_MATCH = 'If-Match must be the ETag of the record'
function ifMatchOf(e: AnyEndpoint, request: FastifyRequest): IfMatch | undefined {
  const header = e.record && e.method !== 'GET' ? request.headers['if-match'] : undefined
  if (header === undefined) return undefined
  return readIfMatch(header) ?? fail(422, BAD_IF_MATCH, { 'If-Match': BAD_IF_MATCH })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: AnyEndpoint
  }
  interface FastifyRequest {
    context: Context
  }
  interface FastifyInstance {
    /** Who asks and what they may touch; refuses with 401, 403 or 404. */
    openContext(request: FastifyRequest, e: AnyEndpoint): Promise<Context>
  }
}
