// The address where charge points fetch firmware, whole or in parts, without signing in: the secret in the address is all
// that is asked for, and it holds only while its operation or campaign has sent the charger (CAMP-01).
import { Readable } from 'node:stream'
import { fail, found } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Files } from '#platform/files/files.ts'
import { FIRMWARE_DOOR } from './firmware.rules.ts'
import * as links from './firmware-link.store.ts'
import { linkHash } from './firmware-request.commands.ts'
import { rangeOf } from './range.rules.ts'

const MISSING = 'This address holds no file, or no longer'
const SECRET = /^[\w-]{43}$/
/** Read from the store and held in memory for one charger. */
const PIECE_BYTES = 1024 ** 2

export function firmwareDoorRoutes(app: FastifyInstance): void {
  const { db, files, bus } = app.services
  app.route({
    method: ['GET', 'HEAD'],
    url: `${FIRMWARE_DOOR}/:secret/:name`,
    exposeHeadRoute: false,
    handler: give,
  })

  async function give(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { secret } = request.params as { secret: string }
    if (!SECRET.test(secret)) fail(404, MISSING)
    const now = app.services.now()
    const hash = linkHash(secret)
    const file = found(await links.held(db, hash, now), MISSING)
    const { bytes, sha256 } = file
    const etag = `"${sha256}"`
    reply.headers({
      'accept-ranges': 'bytes',
      etag,
      'cache-control': 'private, no-store, no-transform',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const { range, 'if-range': ifRange } = request.headers as Record<string, string | undefined>
    const part = rangeOf({ range, ifRange }, bytes, etag)
    if (part === 'none') {
      reply.header('content-range', `bytes */${bytes}`)
      fail(416, 'The file is shorter than that')
    }
    const { from, to } = part ?? { from: 0, to: bytes }
    reply.type('application/octet-stream').header('content-length', to - from)
    if (part) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${bytes}`)
    if (request.method === 'HEAD') return reply.send()
    if (file.fetchedAt === null) {
      await links.noteFetched(db, hash, now)
      bus.news([file.chargepointPk])
    }
    return reply.send(Readable.from(piecesOf(files, file.storedName, from, to), { objectMode: false }))
  }
}

/** The bytes of a part, piece by piece as the charger takes them. */
async function* piecesOf(files: Files, name: string, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += PIECE_BYTES) {
    const piece = await files.part(name, at, Math.min(to, at + PIECE_BYTES))
    if (!piece || piece.length === 0) throw new Error(`${name} is not in the file store`)
    yield piece
  }
}
