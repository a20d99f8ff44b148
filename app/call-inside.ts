// A reading call of the product's own routes, made in this process. Its answer comes in pieces, as by HTTP.
import type { FastifyInstance } from 'fastify'

type Call = { url: string; headers: Record<string, string> }
/** Makes a call. Where the caller leaves the pieces before their end, the route ends its reply as for a caller who hung up. */
export async function callInside(app: Pick<FastifyInstance, 'inject'>, call: Call) {
  const { statusCode: status, raw, ...reply } = await app.inject({ method: 'GET', payloadAsStream: true, ...call })
  const pieces = reply.stream()
  pieces.once('close', () => {
    if (!pieces.readableEnded) raw.res.destroy()
  })
  return { status, pieces }
}
