// The pages of the built portal: what a browser gets for an address that is none of the server's own.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const PORTAL = fileURLToPath(new URL('../dist/web', import.meta.url))
/** Addresses of the server itself. */
export const API = /^\/(cms|auth|public|docs|dev|files|health|metrics|ocpp|sandbox)(\/|$)/

/** The page that drivers open by the code on a connector: a document of its own. */
const PAY = /^\/pay(\/|\?|$)/

export const NOT_FOUND = 'Not found'

/** A browser asks for a page of the portal, whatever its address holds. */
export const isPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !API.test(url) && headers.accept?.includes('text/html') === true

/** The built portal; its routes are the browser's, so every page that is none of ours is index.html. */
export async function servePortal(app: FastifyInstance): Promise<void> {
  const built = existsSync(PORTAL)
  if (built)
    await app.register(staticFiles, {
      root: PORTAL,
      wildcard: false,
      // Names carry a hash of the content.
      setHeaders: (reply, path) => {
        if (path.includes('/assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable')
        else reply.header('cache-control', 'no-cache')
      },
    })
  app.setNotFoundHandler((request, reply) => {
    if (built && isPage(request)) return reply.sendFile(PAY.test(request.url) ? 'pay.html' : 'index.html')
    return reply.code(404).send({ success: false, message: NOT_FOUND })
  })
}
