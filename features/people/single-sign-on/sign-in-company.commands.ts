// The company whose sign-in somebody sets: that the caller reaches it, and stands below nobody of it who would come in by that.
import { fail, found } from '@wattdesk/wire/route'
import { demandNotAbove } from '#people/roles/above.commands.ts'
import * as roles from '#people/roles/role.store.ts'
import * as teams from '#people/teams/team.store.ts'
import { allows, roleOn, type Scope, type Who } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import * as store from './sign-in-setting.store.ts'
import { SignInSettingBody } from './sign-in-setting-body.contract.ts'

export const MISSING = 'Company not found'
export const OF_PLATFORM = 'The people of the platform’s own company sign in with passwords.'

/** The way to a company within the scope; with a change, the company is one that can have single sign-on. */
export async function demandCompany(
  on: Db | Trx,
  scope: Scope,
  id: number,
): Promise<{ path: number[]; isPlatform: boolean }> {
  const company = found(await store.companyAt(on, id), MISSING)
  const isIn = scope.kind === 'all' || (scope.kind === 'company' ? scope.companyId === id : scope.teams.includes(id))
  if (!isIn) fail(404, MISSING)
  return { path: company.path, isPlatform: company.companyType === 'GP' }
}
export async function isStaff(on: Db | Trx, who: Who): Promise<boolean> {
  const platform = await teams.platform(on)
  return platform !== undefined && allows('Company.update', roleOn(who, [platform.id])?.access ?? [])
}

/** Whoever decides who comes in as whom may not stand below any of them. */
export async function demandNobodyAbove(
  trx: Trx,
  who: Who,
  companyId: number,
  fields: readonly string[],
): Promise<void> {
  for (const member of await roles.rolesInCompany(trx, companyId)) demandNotAbove(who, member, [member], fields)
}

/** What entries of the audit log about the sign-in of a company have in common. */
export const entryOf = (id: number) =>
  ({ feature: 'Company', recordId: id, teamId: id, shape: SignInSettingBody }) as const
