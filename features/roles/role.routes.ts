// Serves roles. Nobody grants what they do not hold: not on the team they work in, and, where a role is held already,
// not on any of the teams it counts on (D-ROLE-2, D-TEAM-2).
import { type AccessEntry, holds } from '@wattdesk/base/access'
import { created, deleted, notAuthorized, updated } from '@wattdesk/base/text'
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { roleChanged } from '../../server/access.ts'
import type { Db, Trx } from '../../server/db.ts'
import { demandExportable } from '../../server/list.ts'
import { roleOn, type Scope, teamScope, type Who } from '../../server/scope.ts'
import * as audit from '../audit/audit.store.ts'
import {
  createRole,
  deleteRole,
  getRole,
  listRoles,
  type Role,
  type RoleBody,
  updateRole,
  updateRoleOfBody,
} from './role.contract.ts'
import { accessOf, auditValues, beyond, featureText, granted, grantsOf, wholeAccess } from './role.rules.ts'
import * as store from './role.store.ts'

const MISSING = 'Role not found'
const TAKEN = 'Role name already exists'
const HELD = 'Role is held by a member and cannot be deleted'
const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code

const roleOf = ({ createdAt, grants, ...r }: store.RoleRow): Role => {
  const access = accessOf(grants)
  return { ...r, createTime: createdAt.toISOString(), feature: featureText(access), access }
}

/** Refuses what the caller does not hold on one team, and says what it is. */
function demandHeld(who: Who, path: readonly number[], wanted: readonly AccessEntry[]): void {
  const lacking = beyond(wanted, roleOn(who, path)?.access ?? [])
  if (lacking.length > 0) {
    const more = lacking.length > 3 ? ` and ${lacking.length - 3} more` : ''
    fail(403, notAuthorized, { access: `You do not hold ${lacking.slice(0, 3).join(', ')}${more} there yourself` })
  }
}

export function roleRoutes(app: FastifyInstance): void {
  const { house } = app
  const { db } = house

  route(app, listRoles, async ({ query, scope, who }) => {
    const { path } = found(await store.placeOf(db, scope.teamId), 'Team not found')
    const access = roleOn(who, path)?.access ?? []
    if (holds(access, 'Role.view') && !query.choice) {
      const viewed = await teamScope(db, who, scope.teamId, 'Role.view')
      const { rows, total } = await store.list(db, viewed.scope, query)
      demandExportable(query, total)
      return { data: rows.map(roleOf), total, page: query.page, pageSize: query.page && (query.pageSize ?? 10) }
    }
    const rows = await store.ofCompanyOf(db, scope.teamId)
    const data = rows
      .filter(r => !query.choice || beyond(accessOf(r.grants), access).length === 0)
      .map(({ roleId, roleName }) => ({ roleId, roleName }))
    return { data, total: data.length, page: undefined, pageSize: undefined }
  })

  route(app, getRole, async ({ params, scope }) => ({
    data: roleOf(found(await store.get(db, scope, params.roleId), MISSING)),
  }))

  /** Runs a change; what the database refuses is said in words. */
  const changing = <T>(run: (trx: Trx) => Promise<T>): Promise<T> =>
    db
      .transaction()
      .execute(run)
      .catch((error: unknown) => {
        if (codeOf(error) === '23505') fail(409, TAKEN, { roleName: TAKEN })
        if (codeOf(error) === '23503') fail(409, HELD)
        throw error
      })
  const placeOf = async (on: Db | Trx, teamId: number) => found(await store.placeOf(on, teamId), 'Team not found')

  route(app, createRole, async ({ body, scope, who, by }) => {
    const { path, companyId } = await placeOf(db, scope.teamId)
    const access = wholeAccess(body.access)
    demandHeld(who, path, access)
    const made = await changing(async trx => {
      const roleId = await store.create(trx, companyId, body.roleName, grantsOf(access), who.userId)
      const after = auditValues(body.roleName, access)
      await audit.write(trx, by, { action: 'create', feature: 'Role', recordId: roleId, teamId: companyId, after })
      return store.get(trx, { kind: 'company', teamId: scope.teamId, companyId }, roleId)
    })
    return { data: roleOf(found(made, MISSING)), message: created('Role') }
  })

  const change = async (
    roleId: number,
    body: RoleBody,
    { scope, who, by }: { scope: Scope; who: Who; by: audit.By },
  ) => {
    const access = wholeAccess(body.access)
    const changed = await changing(async trx => {
      await store.lock(trx, roleId)
      const before = found(await store.get(trx, scope, roleId), MISSING)
      const added = granted(accessOf(before.grants), access)
      demandHeld(who, (await placeOf(trx, scope.teamId)).path, added)
      for (const { path } of await store.heldOn(trx, roleId)) {
        if (!holds(roleOn(who, path)?.access ?? [], 'Role.update')) fail(403, notAuthorized)
        demandHeld(who, path, added)
      }
      await store.update(trx, roleId, body.roleName, grantsOf(access))
      await audit.write(trx, by, {
        action: 'update',
        feature: 'Role',
        recordId: roleId,
        teamId: before.companyId,
        before: auditValues(before.roleName, accessOf(before.grants)),
        after: auditValues(body.roleName, access),
      })
      return store.get(trx, scope, roleId)
    })
    await roleChanged(house, roleId)
    return { data: roleOf(found(changed, MISSING)), message: updated('Role') }
  }
  route(app, updateRole, ({ params, body, ...context }) => change(params.roleId, body, context))
  route(app, updateRoleOfBody, ({ body, ...context }) => change(body.roleId, body, context))

  route(app, deleteRole, async ({ params: { roleId }, scope, by }) => {
    await changing(async trx => {
      const before = found(await store.get(trx, scope, roleId), MISSING)
      await store.remove(trx, roleId)
      await audit.write(trx, by, {
        action: 'delete',
        feature: 'Role',
        recordId: roleId,
        teamId: before.companyId,
        before: auditValues(before.roleName, accessOf(before.grants)),
      })
    })
    return { data: { roleId }, message: deleted('Role') }
  })
}
