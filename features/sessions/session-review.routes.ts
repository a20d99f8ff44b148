// Sessions to review over HTTP: what waits, and deciding on it with full access (D-TXN-11, D-GEN-16).
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { alreadyDecided, decideSessionReview, listSessionReviews, reviewDecided } from './session-review.contract.ts'
import { decide, openReviews } from './session-review.ocpp.ts'
import { hasReview, openReview } from './session-review.store.ts'

const MISSING = 'Session to review not found'

export function sessionReviewRoutes(app: FastifyInstance): void {
  const { house } = app

  route(app, listSessionReviews, async ({ scope }) => {
    const data = await openReviews(house, scope)
    return { data, total: data.length }
  })

  route(app, decideSessionReview, async ({ params: { id }, body, scope, who }) => {
    const review = await openReview(house.db, scope, id)
    if (!review && (await hasReview(house.db, scope, id))) fail(409, alreadyDecided)
    const outcome = await decide(house, found(review, MISSING), body, who.userId)
    if ('refused' in outcome) fail(outcome.refused.status, outcome.refused.message, outcome.refused.errors)
    return { message: reviewDecided, data: { id, action: body.action, ...outcome.decided } }
  })
}
