// Serves companies (D-COMP-1).
import { created, deleted, updated } from '@wattdesk/base/text'
import { found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import * as commands from './company.commands.ts'
import { createCompany, deleteCompany, getCompany, listCompanies, updateCompany } from './company.contract.ts'
import { companyRowOf } from './company.reply.ts'
import { IGNORED } from './company.rules.ts'
import * as store from './company.store.ts'

export function companyRoutes(app: FastifyInstance): void {
  const { services } = app
  const { db } = services

  route(app, listCompanies, async ({ scope }) => ({ data: (await store.list(db, scope)).map(companyRowOf) }))

  route(app, getCompany, async ({ params, scope, who }) => ({
    data: await commands.companyReply(db, who, found(await store.get(db, scope, params.id), commands.MISSING)),
  }))

  route(app, createCompany, async ({ body, ...caller }) => ({
    data: await commands.createCompany(services, caller, body),
    message: created('Company'),
  }))

  route(app, updateCompany, async ({ params, body, ...caller }) => {
    const { company: data, ignored } = await commands.updateCompany(services, caller, params.id, body)
    const left = ignored.length > 0 ? `. Not changed: ${ignored.map(f => IGNORED[f]).join(', ')}` : ''
    return { data, ignored, message: `${updated('Company')}${left}` }
  })

  route(app, deleteCompany, async ({ params: { id }, ...caller }) => {
    await commands.removeCompany(services, caller, id)
    return { data: { id }, message: deleted('Company') }
  })
}
