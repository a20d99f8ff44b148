// Serves companies. Making and deleting one is the platform's; reading and changing follows the tree of teams (D-COMP-1).
import type { Flag } from '@wattdesk/base/access'
import { created, deleted, notAuthorized, updated } from '@wattdesk/base/text'
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { accessChanged } from '../../server/access.ts'
import type { Db, Trx } from '../../server/db.ts'
import { allows, roleOn, type Scope, type Who } from '../../server/scope.ts'
import * as audit from '../audit/audit.store.ts'
import { post } from '../mail/mail.store.ts'
import { gatewayName } from '../reference/reference.rules.ts'
import * as roles from '../roles/role.store.ts'
import * as accounts from '../teams/payout-account.store.ts'
import * as teams from '../teams/team.store.ts'
import { takeCompanyTerms } from '../teams/team-finance.store.ts'
import { firstMail } from '../users/user.rules.ts'
import * as users from '../users/user.store.ts'
import {
  type CompanyBody,
  createCompany,
  deleteCompany,
  getCompany,
  listCompanies,
  NO_GATEWAY,
  updateCompany,
} from './company.contract.ts'
import { isExpired } from './company.rules.ts'
import * as store from './company.store.ts'
import { companyOf, kept, rowOf, valuesOf } from './company-shape.routes.ts'

const MISSING = 'Company not found'
const IN_USE = 'Company is in use and cannot be deleted'
const TAKEN: Record<string, { field: string; text: string }> = {
  team_domain: { field: 'domain', text: 'Domain already exists' },
  app_user_username: { field: 'rootUser', text: 'Username already exists' },
}

const onPlatform = async (db: Db | Trx, who: Who, flag: Flag): Promise<number | undefined> => {
  const platform = await teams.platform(db)
  const role = platform && roleOn(who, [platform.id])
  return role && allows(`Company.${flag}`, role.access) ? platform.id : undefined
}
const isFinanceAdmin = (who: Who, path: readonly number[]) => allows('Finance.full', roleOn(who, path)?.access ?? [])
const demandGateway = (id: number) => {
  if (gatewayName(id) === undefined) fail(422, NO_GATEWAY, { paymentGatewayId: NO_GATEWAY })
}

export function companyRoutes(app: FastifyInstance): void {
  const { house } = app
  const { db } = house
  const all = (id: number): Scope => ({ kind: 'teams', teamId: id, teams: [id] })
  const shown = async (at: Db | Trx, who: Who, row: store.Row) =>
    companyOf(row, {
      accounts: isFinanceAdmin(who, row.path) ? await accounts.listOf(at, row.id, 'company') : undefined,
      seesToken: allows('Company.update', roleOn(who, row.path)?.access ?? []),
    })
  /** Runs a change; a taken domain or user name is said in words. */
  const changing = <T>(run: (trx: Trx) => Promise<T>): Promise<T> =>
    db
      .transaction()
      .execute(run)
      .catch((error: unknown) => {
        const { code, constraint = '' } = error as { code?: string; constraint?: string }
        const taken = TAKEN[constraint]
        if (taken) fail(409, taken.text, { [taken.field]: taken.text })
        // 23503: something refers to what is to be deleted.
        if (code === '23503') fail(409, IN_USE)
        throw error
      })

  route(app, listCompanies, async ({ scope }) => ({ data: (await store.list(db, scope)).map(rowOf) }))

  route(app, getCompany, async ({ params, scope, who }) => ({
    data: await shown(db, who, found(await store.get(db, scope, params.id), MISSING)),
  }))

  /** The first user of a company: its ADMIN, who sets a password by the link in the mail. */
  const makeRootUser = async (trx: Trx, companyId: number, roleId: number, body: CompanyBody, by: audit.By) => {
    const user = { username: body.rootUser, firstName: body.rootUser, lastName: '', email: body.emailId }
    const userId = await users.create(trx, {
      ...user,
      companyId,
      userType: 'ADMIN',
      passwordHash: null,
      createdBy: by.userId,
    })
    await teams.addMember(trx, { teamId: companyId, userId, roleId })
    await post(trx, house.jobs, { to: user.email, ...firstMail(house.publicUrl, user) })
    await audit.write(trx, by, {
      action: 'create',
      feature: 'Users',
      recordId: userId,
      teamId: companyId,
      after: { ...user, userType: 'ADMIN' },
    })
  }

  route(app, createCompany, async ({ body, who, by }) => {
    const platformId = await onPlatform(db, who, 'create')
    if (platformId === undefined) fail(403, notAuthorized)
    demandGateway(body.paymentGatewayId)
    const data = await changing(async trx => {
      const id = await teams.create(trx, { parentId: platformId, companyType: 'P', name: body.name })
      await store.write(trx, id, valuesOf(body))
      await store.setCreator(trx, id, who.userId)
      await takeCompanyTerms(trx, id, house.now())
      const { Admin } = await roles.seed(trx, id)
      await makeRootUser(trx, id, Admin, body, by)
      const row = found(await store.get(trx, all(id), id), MISSING)
      if (body.payoutAccounts && isFinanceAdmin(who, row.path))
        await accounts.replace(trx, id, 'company', body.payoutAccounts)
      const after = kept(row, await accounts.listOf(trx, id, 'company'))
      await audit.write(trx, by, {
        action: 'create',
        feature: 'Company',
        recordId: id,
        teamId: id,
        after,
        isMoney: true,
      })
      return shown(trx, who, row)
    })
    return { data, message: created('Company') }
  })

  route(app, updateCompany, async ({ params: { id }, body, scope, who, by }) => {
    demandGateway(body.paymentGatewayId)
    const ofPlatform = (await onPlatform(db, who, 'update')) !== undefined
    const { data, isSessionChanged } = await changing(async trx => {
      const before = found(await store.get(trx, scope, id, { lock: true }), MISSING)
      const beforeAccounts = await accounts.listOf(trx, id, 'company')
      const values = valuesOf(body, before)
      if (!ofPlatform)
        Object.assign(values, {
          subscriptionId: before.subscriptionId,
          isActive: before.isActive,
          validUntil: before.validUntil,
        })
      const isOpen = values.isActive && !isExpired(values.validUntil, house.now().toISOString().slice(0, 10))
      if (before.companyType === 'GP' && !isOpen) fail(409, 'The platform company cannot be switched off')
      await store.write(trx, id, values)
      await takeCompanyTerms(trx, id, house.now())
      if (body.payoutAccounts && isFinanceAdmin(who, before.path))
        await accounts.replace(trx, id, 'company', body.payoutAccounts)
      const row = found(await store.get(trx, all(id), id), MISSING)
      await audit.write(trx, by, {
        action: 'update',
        feature: 'Company',
        recordId: id,
        teamId: id,
        before: kept(before, beforeAccounts),
        after: kept(row, await accounts.listOf(trx, id, 'company')),
        isMoney: true,
      })
      return {
        data: await shown(trx, who, row),
        isSessionChanged: (['isActive', 'validUntil', 'name', 'domain'] as const).some(k => before[k] !== row[k]),
      }
    })
    // Whoever may no longer come in is told at once; the others see the new name.
    if (isSessionChanged) await accessChanged(house, await store.userIds(db, id))
    return { data, message: updated('Company') }
  })

  route(app, deleteCompany, async ({ params: { id }, scope, who, by }) => {
    const userIds = await changing(async trx => {
      const row = found(await store.get(trx, scope, id, { lock: true }), MISSING)
      if ((await onPlatform(trx, who, 'delete')) === undefined) fail(403, notAuthorized)
      if (row.companyType === 'GP') fail(409, 'The platform company cannot be deleted')
      if (await store.hasTeams(trx, id)) fail(409, 'Company has teams and cannot be deleted')
      const before = kept(row, await accounts.listOf(trx, id, 'company'))
      await audit.write(trx, by, {
        action: 'delete',
        feature: 'Company',
        recordId: id,
        teamId: id,
        before,
        isMoney: true,
      })
      const gone = await store.userIds(trx, id)
      await store.remove(trx, id)
      return gone
    })
    await accessChanged(house, userIds)
    return { data: { id }, message: deleted('Company') }
  })
}
