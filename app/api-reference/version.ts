// The version of the API that a call asks for in a header, and that of the answer (KEY-03).
import { fail } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { NEWEST_VERSION, VERSION_HEADER, VERSIONS } from './versions.ts'

const DATES = VERSIONS.map(v => v.date)
const UNKNOWN = `${VERSION_HEADER} must be one of ${DATES.join(', ')}`

/** Answers with the version that was asked for, the newest unless given; refuses a version that does not exist with 400. */
export function answerVersions(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.endpoint) return
    const asked = request.headers[VERSION_HEADER.toLowerCase()]
    if (asked !== undefined && !(typeof asked === 'string' && DATES.includes(asked))) {
      reply.header(VERSION_HEADER, NEWEST_VERSION)
      fail(400, UNKNOWN)
    }
    reply.header(VERSION_HEADER, asked ?? NEWEST_VERSION)
  })
}
