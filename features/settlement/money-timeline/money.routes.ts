// Serves the money of one session.
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { getSessionMoney } from './money.contract.ts'
import { stepsOf } from './money.rules.ts'
import { factsOf } from './money.store.ts'
import { sumOf } from './money-sum.rules.ts'

/** `postBills` brings the bills that wait into the ledger. */
export function moneyRoutes(app: FastifyInstance, postBills: () => Promise<void>): void {
  route(app, getSessionMoney, async ({ params, scope }) => {
    await postBills()
    const facts = found(await factsOf(app.services.db, scope, params.id), 'Transaction not found')
    return { data: { steps: stepsOf(facts), sum: sumOf(facts) } }
  })
}
