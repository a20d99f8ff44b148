// The address where a payment provider reports (M-5). The body is checked as raw bytes, because the signature covers
// the bytes.
import { fail, tooOften } from '@wattdesk/wire/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WEBHOOKS } from '#money/payment-provider/provider-account.contract.ts'
import { inbox } from './webhook.commands.ts'

/** Longer than any event of the provider. */
const LONGEST_BODY = 512 * 1024
/** The most unsigned requests a minute from one address; they do not come from the provider. */
const MOST_FORGED = 60

export function webhookRoutes(app: FastifyInstance): void {
  const takeIn = inbox(app.services)
  const forged = app.createRateLimit({ max: MOST_FORGED, timeWindow: 60_000, keyGenerator: r => r.ip })
  const header = (request: FastifyRequest, name: string): string | undefined => {
    const value = request.headers[name]
    return typeof value === 'string' && value !== '' && value.length <= 200 ? value : undefined
  }
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route({
      method: 'POST',
      url: WEBHOOKS,
      bodyLimit: LONGEST_BODY,
      handler: async request => {
        const signature = header(request, 'x-razorpay-signature')
        const rawBody = Buffer.isBuffer(request.body) ? request.body : undefined
        const isTaken =
          signature !== undefined &&
          rawBody !== undefined &&
          (await takeIn({ rawBody, signature, eventId: header(request, 'x-razorpay-event-id') }))
        if (!isTaken) {
          const counted = await forged(request)
          if (!counted.isAllowed && counted.isExceeded) tooOften(counted.ttlInSeconds)
          fail(401, 'Invalid signature')
        }
        return { success: true, message: 'OK', data: null }
      },
    })
  })
}
