// Serves the public lookup to callers with the installation's key, twenty times a minute for each address.
import { createHash, timingSafeEqual } from 'node:crypto'
import { isUpiAddress } from '@wattdesk/base/identifiers'
import { fail, route, tooOften } from '@wattdesk/wire/route'
import { languageOf } from '@wattdesk/words/language'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '#platform/http/caller.ts'
import { answerInLanguage } from '#platform/http/spoken.ts'
import { NO_ADDRESS } from './upi.words.ts'
import * as contract from './upi-status.contract.ts'
import { summaryOf } from './upi-status.rules.ts'
import { paymentsFrom } from './upi-status.store.ts'
import { tellLookupIn } from './upi-told.rules.ts'

const A_MINUTE = { max: 20, timeWindow: 60_000 }
const hash = (text: string) => createHash('sha256').update(text).digest()

export function upiStatusRoutes(app: FastifyInstance): void {
  const { db, now, upiStatusKey } = app.services
  const lookups = app.createRateLimit({ ...A_MINUTE, keyGenerator: r => networkOf(r.ip) })

  app.register(async scope => {
    answerInLanguage(scope, request => languageOf(undefined, request.headers['accept-language']), tellLookupIn)
    route(scope, contract.getUpiStatus, async ({ params, request }) => {
      const key = request.headers['x-api-key']
      if (typeof key !== 'string' || key === '') fail(401, 'No API key provided.')
      if (!timingSafeEqual(hash(key), hash(upiStatusKey))) fail(403, 'Invalid API key.')
      const counted = await lookups(request)
      if (!counted.isAllowed && counted.isExceeded) tooOften(counted.ttlInSeconds)
      const address = params.id.trim()
      if (!isUpiAddress(address)) fail(422, NO_ADDRESS, { id: NO_ADDRESS })
      const payments = await paymentsFrom(db, address, now())
      return { data: { payments, summary: summaryOf(payments) } }
    })
  })
}
