// One place turns errors into replies in the envelope: 422 with a text per field, the refusals of handlers, and 500
// without internals (D-GEN-1, D-GEN-2).
import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import { hasZodFastifySchemaValidationErrors } from '@fastify/type-provider-zod'
import { fieldOf, labelOf } from '@wattdesk/base/issues'
import { tooManyAttempts } from '@wattdesk/base/text'
import { HttpFailure } from '@wattdesk/wire/route'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ArchiveAway } from '#platform/archive/archive.ts'
import { isDatabaseAway, isTooSlow } from '#platform/db/database-away.ts'
import { FileStoreAway } from '#platform/files/file-store-away.ts'
import { nameUser } from './request-log.ts'

const DATABASE_AWAY = 'The database is not reachable. Please try again.'
const TOO_SLOW = 'This takes too long at the moment. Please try again.'
const NO_ROOM = 'There is no room for files at the moment. Please try again later.'
const FILES_AWAY = 'Files cannot be stored or read at the moment. Please try again.'
const ARCHIVE_AWAY = 'Old data cannot be read from the archive at the moment. Please try again.'
const RETRY_AFTER_S = 5

/** The words for what Fastify refuses before shapes are checked, by Fastify's code. */
const WORDS: Record<string, [status: number, text: string]> = {
  FST_ERR_BAD_URL: [422, 'The address is not valid'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'Record not found'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [422, 'Please send the fields as a JSON object'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [422, 'Please send the fields as a JSON object'],
  FST_ERR_CTP_INVALID_JSON_BODY: [422, 'The request is no valid JSON'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [422, 'The request broke off'],
  FST_ERR_CTP_BODY_TOO_LARGE: [422, 'The request should be 1 MB or less'],
  FST_CP_ERR_INVALID_CONTENT: [422, 'The request is not compressed as it says'],
  FST_CP_ERR_INVALID_CONTENT_ENCODING: [422, 'Please send the request without compression, or with gzip'],
}
/** The refusals there are (D-GEN-2); whatever else a library calls one is an invalid request. */
const REFUSALS: readonly number[] = [401, 403, 404, 409, 422, 429]

export function answerError(
  error: (FastifyError | HttpFailure) & { code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  nameUser(request)
  discardRest(request, reply, { isTooLarge: error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' })
  if (error instanceof HttpFailure) {
    const { body, headers = {} } = error.beside
    return reply
      .code(error.statusCode)
      .headers(headers)
      .send({ success: false, message: error.message, ...(error.errors && { errors: error.errors }), ...body })
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors: Record<string, string> = {}
    for (const v of error.validation) {
      const path = pathOf(v)
      errors[fieldOf(path)] ??= v.message ?? `${labelOf(path)} is not valid`
    }
    const [first = 'Invalid'] = Object.values(errors)
    return reply.code(422).send({ success: false, message: first, errors })
  }
  const [status, text] =
    WORDS[error.code] ?? (error instanceof SyntaxError ? INVALID_JSON : [error.statusCode ?? 500, ''])
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const { longestBody } = request.routeOptions.config.endpoint ?? {}
    const limit = request.routeOptions.bodyLimit
    const own = limit ? `The request should be ${sizeText(limit)} or less` : text
    return reply.code(422).send({ success: false, message: longestBody?.refusal ?? own })
  }
  if (status === 429) return reply.code(429).send({ success: false, message: tooManyAttempts })
  if (status >= 400 && status < 500)
    return reply
      .code(REFUSALS.includes(status) ? status : 422)
      .send({ success: false, message: text || 'The request is not valid' })
  if (isDatabaseAway(error) || isTooSlow(error)) {
    request.log.warn({ err: error }, 'Request failed for want of the database')
    const message = isTooSlow(error) ? TOO_SLOW : DATABASE_AWAY
    return reply.code(503).header('retry-after', RETRY_AFTER_S).send({ success: false, message })
  }
  if (error instanceof FileStoreAway) {
    request.log.error({ err: error }, 'Request failed for want of the file store')
    const message = error instanceof ArchiveAway ? ARCHIVE_AWAY : error.isFull ? NO_ROOM : FILES_AWAY
    return reply.code(503).header('retry-after', RETRY_AFTER_S).send({ success: false, message })
  }
  request.log.error({ err: error }, 'Request failed')
  return reply
    .code(500)
    .send({ success: false, message: 'Something went wrong. Please try again.', requestId: request.id })
}

/** A refused body is read to its end up to this size; a longer one is cut off. */
const MOST_DISCARDED_BYTES = 32 * 1_048_576

/**
 * A caller that is refused while still sending reads the answer only after sending everything, and takes an early close
 * of the connection for a network failure. So the rest of the body is read and thrown away.
 */
function discardRest({ raw, headers }: FastifyRequest, reply: FastifyReply, { isTooLarge = false }): void {
  if (raw.complete || !(raw.socket instanceof Socket)) return
  if (Number(headers['content-length'] ?? 0) > MOST_DISCARDED_BYTES) {
    reply.header('connection', 'close')
    return
  }
  // Fastify closes the connection behind a body that is too large.
  if (isTooLarge) reply.header('connection', 'keep-alive')
  let discarded = 0
  raw.on('data', (piece: Buffer) => {
    discarded += piece.length
    if (discarded > MOST_DISCARDED_BYTES) raw.destroy()
  })
  raw.resume()
}

const sizeText = (bytes: number): string =>
  bytes >= 1_048_576 ? `${Math.floor(bytes / 1_048_576)} MB` : `${Math.floor(bytes / 1024)} KB`
const INVALID_JSON = [422, 'The request is no valid JSON'] as const

/**
 * Requests that are no HTTP, or too slow or too long, by Node's code, with the words of the answer; the connection ends
 * with the answer. D-GEN-2 does not apply, since there is no call yet, and proxies in between know these
 * statuses.
 */
const BROKEN: Record<string, [status: number, text: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large'],
}
export function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.destroyed || error.code === 'ECONNRESET') return
  const [status, message] = BROKEN[error.code ?? ''] ?? [400, 'The request is not valid']
  const body = JSON.stringify({ success: false, message })
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8`
  if (socket.writable) socket.write(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  socket.destroy()
}

/** The path of the refused value within body or query; empty where the body is missing or is no object. */
const pathOf = (v: { instancePath: string; params?: { issue?: { path?: PropertyKey[] } } }): PropertyKey[] =>
  v.params?.issue?.path ?? v.instancePath.split('/').filter(part => part !== '')
