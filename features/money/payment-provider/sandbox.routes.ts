// The sandbox within the product: its checkout is served to browsers under /sandbox, its webhooks arrive where those of
// the provider do. The sandbox starts with its first request and stops with the app.

import { checkoutPage } from '@wattdesk/razorpay/sandbox/pages'
import type { Sandbox } from '@wattdesk/razorpay/sandbox/server'
import { fail } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { takeForms } from '#platform/http/form-body.ts'
import { WEBHOOKS } from './provider-account.contract.ts'
import { openSandbox } from './sandbox.commands.ts'

/** The fields that are sent once. */
const textsOf = (fields: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(fields ?? {}).filter((f): f is [string, string] => typeof f[1] === 'string'))

/** Offers `app.sandbox()`. In live mode there is none: it rejects, and nothing is served (D-PAY-7). */
export function sandboxRoutes(app: FastifyInstance): void {
  const { services } = app
  if (services.mode === 'live') {
    app.decorate('sandbox', () => Promise.reject(new Error('There is no sandbox in live mode')))
    return
  }
  let begun: Promise<Sandbox> | undefined
  app.decorate('sandbox', () => {
    begun ??= openSandbox(services, async ({ body, signature, eventId }) => {
      const headers = {
        'content-type': 'application/json',
        'x-razorpay-signature': signature,
        'x-razorpay-event-id': eventId,
      }
      const { statusCode } = await app.inject({ method: 'POST', url: WEBHOOKS, headers, payload: body })
      return statusCode >= 200 && statusCode < 300
    }).catch(error => {
      // The next request tries again.
      begun = undefined
      throw error
    })
    return begun
  })
  app.addHook('onClose', async () => {
    // A failed start has already been reported to the request that caused it.
    await (await begun?.catch(() => undefined))?.close()
  })

  app.register(async scope => {
    takeForms(scope)
    scope.route({
      method: ['GET', 'POST'],
      url: '/sandbox/v1/*',
      handler: async (request, reply) => {
        const page = await checkoutPage(await app.sandbox(), {
          method: request.method,
          path: `/${(request.params as { '*': string })['*']}`,
          fields: { ...textsOf(request.query), ...textsOf(request.body) },
          mayReturnTo: url => isOurs(request, url),
        })
        if (!page) return fail(404, 'Not found')
        return reply.code(page.status).headers(page.headers).send(page.body)
      },
    })
  })

  /** Drivers are sent back to this installation only, so that a link to its address cannot lead to another site. */
  function isOurs(request: FastifyRequest, url: URL): boolean {
    const portal = services.portalOrigin
    const known = [services.publicUrl, portal]
      .filter(u => u !== undefined && URL.canParse(u))
      .map(u => new URL(u ?? ''))
    return url.host === request.headers.host || known.some(k => k.origin === url.origin)
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The provider that comes with the product, on this node. */
    sandbox: () => Promise<Sandbox>
  }
}
