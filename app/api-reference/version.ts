// The version of the API that serves a call, and that its answer names (KEY-03).
import { fail } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import {
  NEWEST_VERSION,
  servedTo,
  UNKNOWN_VERSION,
  VERSION_DATES,
  VERSION_HEADER,
} from '#people/api-keys/api-version.words.ts'

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
  app.addHook('onSend', async (request, reply) => {
    const { keyVersion } = request
    if (keyVersion !== null && request.headers[VERSION_HEADER.toLowerCase()] === undefined)
      reply.header(VERSION_HEADER, servedTo(keyVersion))
  })
}
