// How often a user and an address may call the API in a minute (D-GEN-18). Each node counts by itself; the limits are
// settings of the installation, far above what the portal needs.
import rateLimit from '@fastify/rate-limit'
import { tooOften } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from './caller.ts'

export type Limits = {
  /** Calls in a minute. */
  callsPerUser: number
  callsPerAddress: number
  /** Exports of one user under way at a time. */
  exportsPerUser: number
  /** The most bytes that the uploads of a company, and those of a user within 24 hours, may take up. */
  uploadBytesPerCompany: number
  uploadBytesPerUserADay: number
}

const MINUTE_MS = 60_000
/** Users and addresses that are remembered; the one unseen longest is forgotten first. */
const REMEMBERED = 100_000
/** Calls, not pages: the portal's own files and the signs of life are not counted. */
const COUNTED = /^\/(cms|auth|public|files|docs|dev|util|sandbox)(\/|\?|$)/
/** A provider reports for all companies from few addresses; what nobody has signed is counted by the route. */
const SIGNED = /^\/public\/v1\/webhooks\//

/** Counts every call by its address before anything else, and offers `countCaller` for those whose caller is known. */
export async function limitCalls(app: FastifyInstance, limits: Limits): Promise<void> {
  await app.register(rateLimit, { global: false, cache: REMEMBERED })
  const ofAddress = app.createRateLimit({
    max: limits.callsPerAddress,
    timeWindow: MINUTE_MS,
    keyGenerator: r => networkOf(r.ip),
  })
  const callers = new WeakMap<FastifyRequest, string>()
  const ofUser = app.createRateLimit({
    max: limits.callsPerUser,
    timeWindow: MINUTE_MS,
    keyGenerator: r => callers.get(r) ?? '',
  })
  const demand = async (count: ReturnType<FastifyInstance['createRateLimit']>, request: FastifyRequest) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) tooOften(counted.ttlInSeconds)
  }
  app.decorate('countCaller', async (request, caller) => {
    callers.set(request, caller)
    await demand(ofUser, request)
  })
  app.addHook('onRequest', async request => {
    if (COUNTED.test(request.url) && !SIGNED.test(request.url)) await demand(ofAddress, request)
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call of a user or a key, as 'user 5'; 429 beyond the limit. */
    countCaller(request: FastifyRequest, caller: string): Promise<void>
  }
}
