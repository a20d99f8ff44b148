// Creating, changing and deleting roles. Callers grant only flags that they hold themselves: on the team they work in
// and, where a role is held already, on every team where it counts (D-ROLE-2, D-TEAM-2). Nor do they take flags from
// people with more rights (D-ACC-5).
import { type AccessEntry, holds } from '@wattdesk/base/access'
import { notAuthorized } from '@wattdesk/base/text'
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { roleChanged } from '#platform/access/access.ts'
import { callerNow, roleOn, type Who } from '#platform/access/scope.ts'
import { act, type Caller, REFERRED, UNIQUE_VIOLATION, type Words } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Trx } from '#platform/db/db.ts'
import { demandMayLeaveWith } from './above.commands.ts'
import { flagsText } from './above.rules.ts'
import { watchAdmins } from './last-admin.commands.ts'
import * as calls from './role.contract.ts'
import { type Role, roleRecord } from './role.contract.ts'
import { accessOf, auditValues, beyond, granted, grantsOf, wholeAccess } from './role.rules.ts'
import * as store from './role.store.ts'
import type { RoleBody } from './role-body.contract.ts'

export const MISSING = 'Role not found'
const NAME_TAKEN = { text: 'Role name already exists', field: 'roleName' }
const HELD = { text: 'Role is held by a member and cannot be deleted' }
/** Names the first three of the members who hold a role. */
const heldText = (names: readonly string[]): string => {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  return `${HELD.text}: ${names.slice(0, 3).join(', ')}${more}`
}
const WORDS: Words = { [UNIQUE_VIOLATION]: NAME_TAKEN, [REFERRED]: HELD }

/** Refuses flags that the caller lacks on one team, and names them. */
function demandHeld(who: Who, path: readonly number[], wanted: readonly AccessEntry[]): void {
  const lacking = beyond(wanted, roleOn(who, path)?.access ?? [])
  if (lacking.length > 0) fail(403, notAuthorized, { access: `You do not hold ${flagsText(lacking)} there yourself` })
}
const placeOf = async (trx: Trx, teamId: number) => found(await store.placeOf(trx, teamId), 'Team not found')

const auditedRole = (row: store.RoleRow) => ({
  ...auditValues(row.roleName, accessOf(row.grants)),
  needsSecondFactor: row.needsSecondFactor,
})

/** A new role of the company of the caller's team. */
export const createRole = (services: Services, asked: Caller, body: RoleBody): Promise<Role> =>
  act(
    services,
    async trx => {
      const { who, by, scope } = await callerNow(trx, asked, calls.createRole.can)
      const { path, companyId } = await placeOf(trx, scope.teamId)
      const access = wholeAccess(body.access)
      demandHeld(who, path, access)
      const roleId = await store.create(trx, companyId, body.roleName, grantsOf(access), who.userId)
      const isNeeded = body.needsSecondFactor ?? false
      await store.setSecondFactor(trx, roleId, isNeeded, services.now())
      const after = { ...auditValues(body.roleName, access), needsSecondFactor: isNeeded }
      await audit.write(trx, by, { action: 'create', feature: 'Role', recordId: roleId, teamId: companyId, after })
      const made = await store.get(trx, { kind: 'company', teamId: scope.teamId, companyId }, roleId)
      return store.roleOf(found(made, MISSING))
    },
    WORDS,
  )

/** Changes name and flags; takes effect at once for everyone with the role. */
export const updateRole = (services: Services, asked: Caller, roleId: number, body: RoleBody): Promise<Role> =>
  act(
    services,
    async (trx, then) => {
      const caller = await callerNow(trx, asked, calls.updateRole.can)
      const { who, by, scope } = caller
      await store.lock(trx, roleId)
      const before = found(await store.get(trx, scope, roleId), MISSING)
      await demandUnchanged(trx, caller, roleRecord, roleId, () => store.roleOf(before))
      const access = wholeAccess(body.access)
      const added = granted(accessOf(before.grants), access)
      demandHeld(who, (await placeOf(trx, scope.teamId)).path, added)
      const holders = await store.holdersOf(trx, roleId)
      const demandAdmins = await watchAdmins(
        trx,
        who,
        holders.flatMap(h => h.path.at(-1) ?? []),
      )
      for (const holder of holders) {
        if (!holds(roleOn(who, holder.path)?.access ?? [], 'Role.update')) fail(403, notAuthorized)
        demandHeld(who, holder.path, added)
        demandMayLeaveWith(who, holder, holder.path, grantsOf(access), 'access')
      }
      await store.update(trx, roleId, body.roleName, grantsOf(access))
      const isNeeded = body.needsSecondFactor ?? before.needsSecondFactor
      await store.setSecondFactor(trx, roleId, isNeeded, services.now())
      await demandAdmins('access')
      await audit.write(trx, by, {
        action: 'update',
        feature: 'Role',
        recordId: roleId,
        teamId: before.companyId,
        before: auditedRole(before),
        after: { ...auditValues(body.roleName, access), needsSecondFactor: isNeeded },
      })
      then(() => roleChanged(services, roleId))
      return store.roleOf(found(await store.get(trx, scope, roleId), MISSING))
    },
    WORDS,
  )

/** Deletes a role that nobody holds. */
export const removeRole = (services: Services, asked: Caller, roleId: number): Promise<void> =>
  act(
    services,
    async trx => {
      const caller = await callerNow(trx, asked, calls.deleteRole.can)
      await store.lock(trx, roleId)
      const before = found(await store.get(trx, caller.scope, roleId), MISSING)
      await demandUnchanged(trx, caller, roleRecord, roleId, () => store.roleOf(before))
      const names = [...new Set((await store.holdersOf(trx, roleId)).map(h => h.username))].toSorted()
      if (names.length > 0) fail(409, heldText(names))
      await store.remove(trx, roleId)
      await audit.write(trx, caller.by, {
        action: 'delete',
        feature: 'Role',
        recordId: roleId,
        teamId: before.companyId,
        before: auditedRole(before),
      })
    },
    WORDS,
  )
