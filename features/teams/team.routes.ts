// Serves teams: the list of the tree, one team, making, changing, moving and deleting it (D-TEAM-1, D-GEN-8, D-ACC-2).
import { type AccessEntry, may } from '@wattdesk/base/access'
import { created, deleted, updated } from '@wattdesk/base/text'
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { accessChanged } from '../../server/access.ts'
import type { Db, Trx } from '../../server/db.ts'
import { roleOn, teamScope, type Who } from '../../server/scope.ts'
import * as audit from '../audit/audit.store.ts'
import { gatewayName } from '../reference/reference.rules.ts'
import { beyond } from '../roles/role.rules.ts'
import { NO_ACCOUNT } from './payout-account.contract.ts'
import * as accounts from './payout-account.store.ts'
import {
  createTeam,
  deleteTeam,
  FinanceBody,
  getPaymentDetails,
  getSettlementPercentage,
  getTeam,
  listTeams,
  updateTeam,
} from './team.contract.ts'
import { create } from './team.store.ts'
import { NO_GATEWAY } from './team-finance.contract.ts'
import * as finance from './team-finance.store.ts'
import * as store from './team-record.store.ts'
import { auditOf, financeAuditOf, rowOf, teamOf } from './team-shape.routes.ts'

const MISSING = 'Team not found'

/** FA on Finance (D-ACC-2): may see and change finance, accounts and settlement. */
const isFinanceAdmin = (access: readonly AccessEntry[]): boolean => may(access, 'Finance', 'FA')
const heldTeams = (who: Who): number[] => who.roles.map(r => r.teamId)

/** The part of a body that only a finance admin sends; 422 with a text per field. */
function financeOf(body: unknown): FinanceBody {
  const read = FinanceBody.safeParse(body)
  if (read.success) return read.data
  const errors: Record<string, string> = {}
  for (const issue of read.error.issues) errors[issue.path.join('.')] ??= issue.message
  fail(422, Object.values(errors)[0] ?? 'Invalid', errors)
}

/** PostgreSQL's refusal to delete what other rows point at. */
const isReferred = (error: unknown): boolean => (error as { code?: string }).code === '23503'

export function teamRoutes(app: FastifyInstance): void {
  const { house } = app
  const { db } = house

  const read = async (on: Db | Trx, who: Who, teamId: number) => {
    const row = found(await store.get(on, teamId, heldTeams(who)), MISSING)
    return { row, isFinance: isFinanceAdmin(roleOn(who, row.path)?.access ?? []) }
  }
  const shown = async (who: Who, teamId: number) => {
    const { row, isFinance } = await read(db, who, teamId)
    return teamOf(row, isFinance ? await accounts.listOf(db, teamId, 'team') : undefined)
  }

  /** Finance, accounts and settlement as a finance admin sends them; told in an entry of their own. */
  const saveFinance = async (trx: Trx, by: audit.By, row: store.Row, sent: unknown) => {
    const { teamId } = row
    const body = financeOf(sent)
    const before = financeAuditOf(row, await accounts.listOf(trx, teamId, 'team'))
    if (body.financeConfig) {
      if (!gatewayName(body.financeConfig.payment_gateway_details.payment_gateway_details_id))
        fail(422, NO_GATEWAY, { 'financeConfig.payment_gateway_details.payment_gateway_details_id': NO_GATEWAY })
      await finance.save(trx, teamId, body.financeConfig, house.now())
    }
    if (body.payoutAccounts?.length) await accounts.replace(trx, teamId, 'team', body.payoutAccounts)
    // All that was typed was left out: a team that has accounts keeps at least one.
    else if (body.payoutAccounts && before.payoutAccounts.length > 0)
      fail(422, NO_ACCOUNT, { payoutAccounts: NO_ACCOUNT })
    if (body.settlement_percentage !== undefined) await store.setSettlement(trx, teamId, body.settlement_percentage)
    const now = found(await store.get(trx, teamId, []), MISSING)
    const after = financeAuditOf(now, await accounts.listOf(trx, teamId, 'team'))
    await audit.write(trx, by, {
      action: 'update',
      feature: 'Finance',
      recordId: teamId,
      teamId,
      before,
      after,
      isMoney: true,
    })
  }

  /** Another parent: one the caller may change, of the same company, not the team itself nor anything below it. */
  const moveTo = async (trx: Trx, who: Who, row: store.Row, parentId: number) => {
    const refuse = (text: string) => fail(422, text, { parentCompanyId: text })
    if (row.companyType !== 'C') refuse('A company keeps its place in the tree')
    await teamScope(db, who, parentId, 'Team.update')
    const parent = found(await store.get(trx, parentId, []), MISSING)
    if (parent.companyId !== row.companyId) refuse('A team stays within its company')
    if (parent.path.includes(row.teamId)) refuse('A team cannot stand below itself')
    // Nobody lifts their own rights on a team by taking it to where they are stronger.
    const held = (path: readonly number[]) => roleOn(who, path)?.access ?? []
    if (beyond(held([...parent.path, row.teamId]), held(row.path)).length > 0) fail(403, 'Not Authorized')
    await store.move(trx, row, parent.path)
  }

  route(app, listTeams, async ({ who, scope }) => ({
    data: (await store.list(db, scope, heldTeams(who))).map(rowOf),
  }))

  route(app, getTeam, async ({ params, who }) => ({ data: await shown(who, params.teamId) }))

  route(app, createTeam, async ({ body, who, by, scope }) => {
    const parentId = body.parentCompanyId ?? scope.teamId
    const { access } = await teamScope(db, who, parentId, 'Team.create')
    const teamId = await db.transaction().execute(async trx => {
      await store.lockCompanyOf(trx, parentId)
      const id = await create(trx, { parentId, companyType: 'C', name: body.name })
      await store.update(trx, id, body)
      await store.setCreator(trx, id, who.userId)
      const row = found(await store.get(trx, id, []), MISSING)
      await finance.takeCompanyTerms(trx, row.companyId, house.now())
      await audit.write(trx, by, { action: 'create', feature: 'Team', recordId: id, teamId: id, after: auditOf(row) })
      if (isFinanceAdmin(access)) await saveFinance(trx, by, row, body)
      return id
    })
    return { data: await shown(who, teamId), message: created('Team') }
  })

  route(app, updateTeam, async ({ params, body, who, by }) => {
    const { teamId } = params
    const row = await db.transaction().execute(async trx => {
      await store.lockCompanyOf(trx, teamId)
      const { row: before, isFinance } = await read(trx, who, teamId)
      const isCompany = before.companyType !== 'C'
      const active = before.isActive ? 'Y' : 'N'
      if (isCompany && body.active !== active) {
        // It decides who may sign in at all, and goes with the rights on companies.
        const text = 'The status of a company is set on the company screen'
        fail(422, text, { active: text })
      }
      const parentId = body.parentCompanyId ?? before.parentCompanyId
      if (parentId !== null && parentId !== before.parentCompanyId) await moveTo(trx, who, before, parentId)
      await store.update(trx, teamId, isCompany ? { ...body, domain: before.domain } : body)
      const after = found(await store.get(trx, teamId, []), MISSING)
      await audit.write(trx, by, {
        action: 'update',
        feature: 'Team',
        recordId: teamId,
        teamId,
        before: auditOf(before),
        after: auditOf(after),
      })
      if (isFinance) await saveFinance(trx, by, after, body)
      return { before, after }
    })
    const moved = row.before.path.join() !== row.after.path.join()
    if (moved || row.before.name !== row.after.name)
      await accessChanged(house, [
        ...(await store.concerned(db, row.before.path)),
        ...(await store.concerned(db, row.after.path)),
      ])
    return { data: await shown(who, teamId), message: updated('Team') }
  })

  route(app, deleteTeam, async ({ params, who, by }) => {
    const { teamId } = params
    try {
      await db.transaction().execute(async trx => {
        await store.lockCompanyOf(trx, teamId)
        const { row } = await read(trx, who, teamId)
        if (row.companyType !== 'C') fail(409, 'A company is deleted on the company screen')
        const kept = await store.belongings(trx, teamId)
        if (kept.length > 0) fail(409, `The team cannot be deleted, it still has ${kept.join(', ')}`)
        await audit.write(trx, by, {
          action: 'delete',
          feature: 'Team',
          recordId: teamId,
          teamId: row.parentCompanyId,
          before: auditOf(row),
        })
        await store.remove(trx, teamId)
      })
    } catch (error) {
      if (isReferred(error)) fail(409, 'The team cannot be deleted, other records still belong to it')
      throw error
    }
    return { data: { teamId }, message: deleted('Team') }
  })

  route(app, getSettlementPercentage, async ({ who, scope }) => {
    const { row } = await read(db, who, scope.teamId)
    return { data: { settlement_percentage: row.settlementPercentage } }
  })

  route(app, getPaymentDetails, async ({ params }) => {
    const p = found(await finance.paymentDetails(db, params.teamId), MISSING)
    return {
      data: [
        {
          paymentGatewayId: p.paymentGatewayId,
          paymentGateway: gatewayName(p.paymentGatewayId) ?? '',
          currency: p.currency,
          taxPercent: p.taxPpm / 10_000,
          transactionPercent: p.transactionPpm / 10_000,
          pgChargesBearer: p.pgChargesBearer,
        },
      ],
    }
  })
}
