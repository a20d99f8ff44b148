// The version of the API that serves a call, and that its answer names (KEY-03).
import { fail } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  NEWEST_VERSION,
  servedTo,
  UNKNOWN_VERSION,
  VERSION_DATES,
  VERSION_HEADER,
} from '#people/api-keys/api-version.words.ts'

/** From this version on a key's call is refused for a parameter that it does not know. */
const KNOWS_ITS_PARAMETERS = '2026-12-01'
/** Taken by every call, see `openContext`. */
const EVERYWHERE = ['teamId', 'tz']

/** The version that serves the call of a key, whose own is `keyVersion`. */
function versionFor(request: FastifyRequest, keyVersion: string): string {
  const asked = request.headers[VERSION_HEADER.toLowerCase()]
  return typeof asked === 'string' ? asked : servedTo(keyVersion)
}
/** A filter with a slip in its name would otherwise answer, or change, more than was asked for. */
function demandKnown(request: FastifyRequest): void {
  const { endpoint } = request.routeOptions.config
  if (!endpoint || (endpoint.query && !endpoint.query.shape)) return
  const known = [...Object.keys(endpoint.query?.shape ?? {}), ...EVERYWHERE]
  const unknown = Object.keys((request.query ?? {}) as object).filter(name => !known.includes(name))
  const [first] = unknown
  if (first !== undefined)
    fail(422, noParameter(first), Object.fromEntries(unknown.slice(0, MOST_NAMED).map(n => [n, noParameter(n)])))
}
const MOST_NAMED = 20
const noParameter = (name: string): string => `There is no parameter ${name.slice(0, 100)}`

/**
 * Answers with the version that the header asks for, else with that of the API key, else with the newest; refuses a version that
 * does not exist with 400.
 */
export function answerVersions(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.endpoint) return
    const asked = request.headers[VERSION_HEADER.toLowerCase()]
    if (asked !== undefined && !(typeof asked === 'string' && VERSION_DATES.includes(asked))) {
      reply.header(VERSION_HEADER, NEWEST_VERSION)
      fail(400, UNKNOWN_VERSION)
    }
    reply.header(VERSION_HEADER, asked ?? NEWEST_VERSION)
  })
  app.addHook('preValidation', async request => {
    if (request.keyVersion !== null && versionFor(request, request.keyVersion) >= KNOWS_ITS_PARAMETERS)
      demandKnown(request)
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.keyVersion !== null) reply.header(VERSION_HEADER, versionFor(request, request.keyVersion))
  })
}
