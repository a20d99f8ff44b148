// Serves teams: the list of the tree, one team, making, changing, moving and deleting it (D-TEAM-1, D-GEN-8, D-ACC-2).
import { percentFromPpm } from '@wattdesk/base/money'
import { created, deleted, updated } from '@wattdesk/base/text'
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { gatewayPpm } from '#money/price-groups/gateway-rate.rules.ts'
import { teamRates } from '#money/price-groups/gateway-rate.store.ts'
import type { GatewayMethod } from '#money/price-groups/price.words.ts'
import { teamSupplier } from '#office/installation/supplier.store.ts'
import { gatewayName } from '#office/reference/reference.rules.ts'
import { everywhere } from '#platform/access/scope.ts'
import * as commands from './team.commands.ts'
import {
  createTeam,
  deleteTeam,
  getPaymentDetails,
  getSettlementPercentage,
  getSupplier,
  getTeam,
  listTeamChoices,
  listTeams,
  updateTeam,
} from './team.contract.ts'
import { teamRowOf } from './team.reply.ts'
import * as finance from './team-finance.store.ts'
import * as store from './team-record.store.ts'

export function teamRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, listTeams, async ({ who, scope }) => ({
    data: (await store.list(db, scope, commands.heldTeams(who))).map(teamRowOf),
  }))

  route(app, listTeamChoices, async ({ params, query: { right, ...asked }, who }) =>
    store.choices(db, await everywhere(db, who, right), {
      ...asked,
      teamId: params.teamId,
      seen: commands.heldTeams(who),
    }),
  )

  route(app, getTeam, async ({ params, who }) => ({ data: await commands.teamReply(db, who, params.teamId) }))

  route(app, createTeam, async ({ body, ...caller }) => ({
    data: await commands.createTeam(services, caller, body),
    message: created('Team'),
  }))

  route(app, updateTeam, async ({ params, body, ...caller }) => ({
    data: await commands.updateTeam(services, caller, params.teamId, body),
    message: updated('Team'),
  }))

  route(app, deleteTeam, async ({ params: { teamId }, ...caller }) => {
    await commands.removeTeam(services, caller, teamId)
    return { data: { teamId }, message: deleted('Team') }
  })

  route(app, getSettlementPercentage, async ({ scope }) => {
    const row = found(await store.get(db, scope.teamId, []), commands.MISSING)
    return { data: { settlement_percentage: row.settlementPercentage } }
  })

  route(app, getSupplier, async ({ params }) => {
    const { platform } = services
    const own = await teamSupplier(db, params.teamId, services.now())
    return { data: own ?? (platform ? { name: platform.name, gstin: platform.gstin } : null) }
  })

  route(app, getPaymentDetails, async ({ params }) => {
    const p = found(await finance.paymentDetails(db, params.teamId), commands.MISSING)
    const rates = await teamRates(db, params.teamId, services.now(), services.timeZone)
    const percentOf = (method: GatewayMethod) => percentFromPpm(gatewayPpm(p, rates, method))
    return {
      data: [
        {
          paymentGatewayId: p.paymentGatewayId,
          paymentGateway: gatewayName(p.paymentGatewayId) ?? '',
          currency: p.currency,
          taxPercent: percentFromPpm(p.taxPpm),
          transactionPercent: percentFromPpm(p.transactionPpm),
          transactionPercentByMethod: {
            upi: percentOf('upi'),
            rupayDebit: percentOf('rupayDebit'),
            card: percentOf('card'),
            wallet: percentOf('wallet'),
          },
          pgChargesBearer: p.pgChargesBearer,
        },
      ],
    }
  })
}
