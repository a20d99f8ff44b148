// Serves the trial of another Load Value on a month that is over.
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { finishedMonth } from '#charging/price-trials/replay.rules.ts'
import { teamScope } from '#platform/access/scope.ts'
import { siteFor } from '#power/load-balancing/load.store.ts'
import { tryLimit } from './load-trial.contract.ts'
import { triedMonth } from './load-trial.store.ts'
import { NO_MONTH } from './load-trial.words.ts'

export function loadTrialRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, tryLimit, async ({ params: { zoneId }, body, who, scope, reply }) => {
    const { month, loadBalancingValue: value, loadBalancingUnit: unit } = body
    const sessions = await teamScope(db, who, scope.teamId, 'Transaction.view')
    found(await siteFor(db, scope, zoneId), 'Charging site not found')
    const between = finishedMonth(month, services.now(), services.timeZone) ?? fail(422, NO_MONTH, { month: NO_MONTH })
    const asked = { month, zoneId, ...between, scope: sessions.scope, value: { value, unit } }
    return { data: await triedMonth(services, asked, { isGone: () => reply.raw.destroyed }) }
  })
}
