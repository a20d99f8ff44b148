// Sessions to review over HTTP: the waiting reviews, the preview of a decision, and deciding with full access
// (D-TXN-11, D-GEN-16).
import { fail, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { listReviews } from './review-list.store.ts'
import { decide, previewDecision } from './session-review.commands.ts'
import {
  decideSessionReview,
  listSessionReviews,
  previewSessionReview,
  reviewDecided,
} from './session-review.contract.ts'
import { lackingPreview, previewOf } from './session-review.rules.ts'
import type { Refused } from './session-review-plan.commands.ts'

export function sessionReviewRoutes(app: FastifyInstance): void {
  const { services } = app

  route(app, listSessionReviews, async ({ scope }) => {
    const data = await listReviews(services, scope)
    return { data, total: data.length }
  })

  route(app, previewSessionReview, async ({ params: { id }, body, scope }) => {
    const outcome = await previewDecision(services, scope, id, body)
    if ('lacking' in outcome && outcome.lacking)
      return { data: lackingPreview(outcome.lacking.session, outcome.lacking.setting) }
    const { preview } = demanded(outcome)
    return { data: previewOf(preview, { zone: services.timeZone, at: preview.session?.startedAt ?? services.now() }) }
  })

  route(app, decideSessionReview, async ({ params: { id }, body, scope, by }) => {
    const { decided } = demanded(await decide(services, scope, id, body, by))
    return { message: reviewDecided, data: { id, action: body.action, ...decided } }
  })
}

function demanded<T>(outcome: Refused | T): Exclude<T, Refused> {
  if (typeof outcome === 'object' && outcome !== null && 'refused' in outcome) {
    const { status, message, errors } = (outcome as Refused).refused
    fail(status, message, errors)
  }
  return outcome as Exclude<T, Refused>
}
