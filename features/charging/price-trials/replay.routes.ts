// Serves the trial of other prices on a month that is over.
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { MISSING } from '#money/price-groups/price.words.ts'
import { demandSlots } from '#money/price-groups/price-group.commands.ts'
import * as groups from '#money/price-groups/price-group-record.store.ts'
import { everywhere, teamScope } from '#platform/access/scope.ts'
import { MOST_SESSIONS, NO_MONTH, replayPrices, TOO_MANY } from './replay.contract.ts'
import { finishedMonth } from './replay.rules.ts'
import { chargersOf, replayed, teamsOf } from './replay.store.ts'

export function replayRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, replayPrices, async ({ body, who, scope, reply }) => {
    const now = services.now()
    const sessions = await teamScope(db, who, scope.teamId, 'Transaction.view')
    const [priced, seen] = await Promise.all([teamsOf(db, scope), teamsOf(db, sessions.scope)])
    const teams = seen.filter(id => priced.includes(id))
    const { month, priceDetails, priceGroupId, chargers } = body
    const type = body.priceGroupType ?? (priceDetails.length === 1 ? 'fixed' : 'variable')
    const details = demandSlots({ priceGroupType: type, priceDetails })
    const between = finishedMonth(month, now, services.timeZone) ?? fail(422, NO_MONTH, { month: NO_MONTH })
    if (priceGroupId !== undefined)
      found(await groups.get(db, await everywhere(db, who, 'PriceGroup.view'), priceGroupId, now), MISSING)
    const known = chargers && (await chargersOf(db, teams, chargers))
    const missing = chargers?.find(id => !known?.some(c => c.id === id))
    if (missing !== undefined) fail(404, 'Charger not found')
    const asked = { teams, ...between, priceGroupId, pks: known?.map(c => c.pk) }
    const tally = await replayed(services, asked, { type, details }, () => reply.raw.destroyed)
    if (tally.all.sessions > MOST_SESSIONS) fail(422, TOO_MANY)
    return { data: tally.reply(month) }
  })
}
