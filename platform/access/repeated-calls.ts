// `Idempotency-Key` (KEY-04): a program that got no answer sends its call again with the same key. The call is carried out
// once, and for 24 hours each repetition gets the first answer. That it was carried out is noted in the transaction of the
// change itself, so that a process killed at any moment leaves no doubt: either nothing was changed and the call is carried
// out now, or the caller is told that it was.
import { createHash, randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import { fail, HttpFailure } from '@wattdesk/wire/route'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#platform/db/db.ts'
import * as store from './repeated-call.store.ts'
import type { Seal } from './seal.ts'

const HEADER = 'idempotency-key'
/** Stands in an answer that was given before. */
export const REPLAYED = 'Idempotent-Replayed'
export const BAD_KEY = 'Idempotency-Key must be 1 to 255 visible characters without spaces'
export const NOT_FOR_FILES = 'Idempotency-Key is not taken with files'
export const OTHER_CALL = 'This Idempotency-Key was used for another call. Take a new key.'
export const UNDER_WAY = 'A call with this Idempotency-Key is being carried out. Ask again soon.'
export const ANSWER_LOST =
  'This call was carried out before, but its answer was lost. Read the record to see what became of it.'
const SIGN_OF_LIFE_MS = store.LOST_MS / 3

type Door = { db: Db; seal: Seal; now: () => Date; log: FastifyBaseLogger }

/** Whether the endpoint takes the header: what changes something by POST, for a caller who is known. */
export const takesRepeats = ({ method, reads, can }: Pick<AnyEndpoint, 'method' | 'reads' | 'can'>): boolean =>
  method === 'POST' && !reads && can !== 'anyone'

/** A value with the fields of each object in one order, so that a body is the same however its fields are ordered. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, ordered(inner)]),
  )
}
const fingerprintOf = ({ method, url, body }: FastifyRequest): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([method, url, ordered(body)]))
    .digest()

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers[HEADER]
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) fail(422, BAD_KEY, { 'Idempotency-Key': BAD_KEY })
  // The bytes of a file are not compared, so that another file would get the answer of the first.
  if (!/^(application\/json\b|$)/i.test(headers['content-type'] ?? ''))
    fail(422, NOT_FOR_FILES, { 'Idempotency-Key': NOT_FOR_FILES })
  return key
}
const sealedFor = ({ caller, key }: store.CallKey) => `answer to ${caller}, key ${key}`

/** Answers repeated calls, and keeps the answers of those that carry a key. Comes after what tells who calls. */
export function repeatedCalls(app: FastifyInstance, services: Door): void {
  const { db, now } = services
  const underWay = new Set<string>()
  const signOfLife = setInterval(() => {
    if (underWay.size > 0)
      store
        .showLife(db, [...underWay], now())
        .catch((error: unknown) => services.log.warn({ err: error }, 'A call under way could not show a sign of life'))
  }, SIGN_OF_LIFE_MS).unref()
  app.addHook('onClose', async () => clearInterval(signOfLife))
  app.decorateRequest('attempt', null)

  app.addHook('preHandler', async (request, reply) => {
    const { by } = request
    const e = request.routeOptions.config.endpoint
    if (!e || !by || !takesRepeats(e)) return
    const key = keyOf(request)
    if (key === undefined) return
    const caller = request.apiKeyId === null ? `user ${by.userId}` : `key ${request.apiKeyId}`
    const fingerprint = fingerprintOf(request)
    const a: store.Attempt = { caller, key, attempt: randomUUID() }
    if (!(await store.begin(db, { ...a, fingerprint }, now()))) {
      // Written by the first call.
      by.written++
      return answerAgain(services, reply, { caller, key, fingerprint })
    }
    request.attempt = a
    underWay.add(a.attempt)
    by.alongside = async trx => {
      if (!(await store.markDone(trx, a))) fail(409, UNDER_WAY)
    }
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const a = request.attempt
    if (!a) return
    request.attempt = null
    try {
      await keep(services, a, reply, payload)
    } catch (error) {
      // The change stands, and is noted; a repetition is told so.
      services.log.error({ err: error }, 'The answer of a call with an Idempotency-Key could not be kept')
    } finally {
      underWay.delete(a.attempt)
    }
  })
}

/** What a caller may ask once more is not kept: too many calls, and faults of the product. */
const isPassing = (status: number) => status === 429 || status >= 500

async function keep({ db, seal }: Door, a: store.Attempt, reply: FastifyReply, payload: unknown): Promise<void> {
  const { statusCode: status } = reply
  if (isPassing(status) || typeof payload !== 'string') return void (await store.release(db, a))
  const etag = reply.getHeader('etag')
  await store.keepAnswer(db, a, {
    status,
    answer: seal.close(payload, sealedFor(a)),
    etag: typeof etag === 'string' ? etag : null,
  })
}

async function answerAgain(
  { db, seal, now }: Door,
  reply: FastifyReply,
  { fingerprint, ...of }: store.CallKey & { fingerprint: Buffer },
): Promise<FastifyReply> {
  const kept = await store.read(db, of)
  if (!kept) throw soon()
  if (!kept.fingerprint.equals(fingerprint)) fail(409, OTHER_CALL)
  if (kept.status === null) {
    const leftMs = kept.aliveAt.getTime() + store.LOST_MS - now().getTime()
    if (kept.isDone && leftMs <= 0) fail(409, ANSWER_LOST)
    throw soon()
  }
  const answer = kept.answer ? seal.open(kept.answer, sealedFor(of)) : undefined
  // Sealed with another secret of the installation.
  if (answer === undefined) fail(409, ANSWER_LOST)
  if (kept.etag !== null) reply.header('etag', kept.etag)
  return reply.code(kept.status).header(REPLAYED, 'true').type('application/json; charset=utf-8').send(answer)
}
const soon = () => new HttpFailure(409, UNDER_WAY, undefined, { headers: { 'retry-after': '1' } })

declare module 'fastify' {
  interface FastifyRequest {
    /** The attempt to carry out a call with an Idempotency-Key, until it is answered; null: it came without one. */
    attempt: store.Attempt | null
  }
}
