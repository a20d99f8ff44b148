// Serves documents at the invoice registration portal, and the portal's credentials; offers the stand-in of this node (TAX-09).
import { type StandIn, startStandIn } from '@wattdesk/irp/stand-in/server'
import { route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { listReply } from '#platform/http/list-reply.ts'
import * as commands from './e-invoice.commands.ts'
import * as contract from './e-invoice.contract.ts'
import { rowOf } from './e-invoice.reply.ts'
import * as store from './e-invoice-read.store.ts'
import * as accounts from './irp-account.commands.ts'
import { standInCredentials } from './portal-of.commands.ts'
import { standInBooks } from './stand-in.store.ts'

export function eInvoiceRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, contract.listEInvoices, async ({ query, scope }) => {
    const total = await store.count(db, scope, query)
    const acts = commands.actsFor(scope)
    return listReply(query, { total, rows: () => store.list(db, scope, query), row: r => rowOf(r, acts) })
  })
  route(app, contract.registerAgain, async ({ params, body, ...caller }) => ({
    data: await commands.registerAgain(services, caller, params.eInvoiceId, body),
  }))
  route(app, contract.cancelEInvoice, async ({ params, body, ...caller }) => ({
    data: await commands.cancelEInvoice(services, caller, params.eInvoiceId, body),
  }))

  route(app, contract.getIrpAccounts, async ({ scope }) => ({ data: await accounts.irpAccounts(services, scope) }))
  route(app, contract.putIrpAccount, async ({ body, ...caller }) => ({
    data: await accounts.setIrpAccount(services, caller, body),
    message: 'The portal takes the credentials',
  }))
  route(app, contract.deleteIrpAccount, async ({ params, ...caller }) => ({
    data: await accounts.removeIrpAccount(services, caller, params.gstin),
  }))
  offerStandIn(app)
}

/** `app.irpStandIn()` begins with its first request and ends with the app; in live mode there is none. */
function offerStandIn(app: FastifyInstance): void {
  const { services } = app
  let begun: Promise<StandIn> | undefined
  app.decorate('irpStandIn', () => {
    if (services.mode === 'live') return Promise.reject(new Error('There is no stand-in of the portal in live mode'))
    begun ??= startStandIn({
      books: standInBooks(services.db),
      now: () => services.now(),
      accountOf: gstin => standInCredentials(services.seal, gstin),
    }).catch(error => {
      // The next request tries again.
      begun = undefined
      throw error
    })
    return begun
  })
  app.addHook('onClose', async () => {
    // A start that failed was told to whoever asked for it.
    await (await begun?.catch(() => undefined))?.close()
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The stand-in of the invoice registration portal, on this node. */
    irpStandIn: () => Promise<StandIn>
  }
}
