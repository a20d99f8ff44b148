// Serves the credentials of companies at their payment provider.
import { updated } from '@wattdesk/base/text'
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as commands from './provider-account.commands.ts'
import {
  deleteProviderAccount,
  getPaymentReadiness,
  getProviderAccount,
  putProviderAccount,
  testProviderAccount,
} from './provider-account.contract.ts'
import { companyOfTeam } from './provider-account.store.ts'
import { takesPayments } from './provider-of.commands.ts'

const DONE = updated('Payment provider')
const NOT_TRIED = `${DONE}, but it could not be asked whether it accepts the key`

export function providerAccountRoutes(app: FastifyInstance): void {
  const { services } = app

  route(app, getProviderAccount, async ({ params, ...caller }) => ({
    data: await commands.readAccount(services, caller, params.id),
  }))

  route(app, putProviderAccount, async ({ params, body, ...caller }) => {
    const { data, isReached } = await commands.setAccount(services, caller, params.id, body)
    return { data, message: isReached ? DONE : NOT_TRIED }
  })

  route(app, deleteProviderAccount, async ({ params, ...caller }) => ({
    data: await commands.removeAccount(services, caller, params.id),
    message: DONE,
  }))

  route(app, getPaymentReadiness, async ({ params }) => {
    const companyId = await companyOfTeam(services.db, params.teamId)
    return { data: { takesPayments: await takesPayments(services, services.db, companyId) } }
  })

  route(app, testProviderAccount, async ({ params, ...caller }) => ({
    data: await commands.tryAccount(services, caller, params.id),
  }))
}
