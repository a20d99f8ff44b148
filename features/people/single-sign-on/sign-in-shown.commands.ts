// How the people of a company sign in, as its tab shows it.
import { found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { mayRecover } from '#people/roles/emergency-admin.commands.ts'
import { accessOf } from '#people/roles/role.rules.ts'
import * as roles from '#people/roles/role.store.ts'
import { allows, roleOn, type Who } from '#platform/access/scope.ts'
import type { Caller } from '#platform/audit/act.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { addressesOf } from './client.commands.ts'
import { recordNameOf, recordValueOf } from './domain-proof.commands.ts'
import * as identities from './identity.store.ts'
import { demandCompany, isStaff, MISSING, OF_PLATFORM } from './sign-in-company.commands.ts'
import { type Domain, MOST_PEOPLE, type SignInSetting } from './sign-in-setting.contract.ts'
import * as store from './sign-in-setting.store.ts'

const domainShown = (d: store.Domain): Domain => ({
  domainId: d.signInDomainId,
  domain: d.domain,
  recordName: recordNameOf(d.domain),
  recordValue: recordValueOf(d.proof),
  checkedAt: d.checkedAt?.toISOString() ?? null,
  checkFound: d.checkFound,
  provenAt: d.provenAt?.toISOString() ?? null,
  provenHow: d.provenHow,
  provenBy: d.provenBy,
})

/** Those who could undo everything here: with a password, and all rights of an Admin on the company's own team. */
export async function emergencyChoices(
  on: Db | Trx,
  companyId: number,
  path: readonly number[],
): Promise<identities.Candidate[]> {
  const all = await identities.withPassword(on, companyId)
  const held = await roles.effectiveOn(
    on,
    path,
    all.map(u => u.userId),
  )
  return all
    .filter(u => mayRecover(accessOf(held.get(u.userId)?.grants ?? [])))
    .map(({ userId, username }) => ({ userId, username }))
}

export async function shown(services: Services, on: Db | Trx, who: Who, id: number): Promise<SignInSetting> {
  const company = found(await store.companyAt(on, id), MISSING)
  const p = await store.providerOf(on, id)
  const policy = await store.policyOf(on, id)
  const of = { teamId: p?.defaultTeamId ?? null, roleId: p?.defaultRoleId ?? null }
  const { teamName, roleName } = await store.namesOf(on, id, of)
  const choices = await emergencyChoices(on, id, company.path)
  const addresses = await addressesOf(services, on, id)
  const { emergencyUserId } = policy
  const isFit = emergencyUserId === null || choices.some(c => c.userId === emergencyUserId)
  const mayChange = allows('Company.update', roleOn(who, company.path)?.access ?? [])
  return {
    issuer: p?.issuer ?? '',
    clientId: p?.clientId ?? '',
    hasSecret: p !== undefined,
    groupsClaim: p?.groupsClaim ?? 'groups',
    trustsMail: p?.trustsMail ?? false,
    makesUsers: p?.makesUsers ?? true,
    defaultTeamId: of.teamId,
    defaultTeamName: teamName,
    defaultRoleId: of.roleId,
    defaultRoleName: roleName,
    groups: await store.rulesOf(on, id),
    isActive: p?.isActive ?? false,
    testedAt: p?.testedAt?.toISOString() ?? null,
    needsSecondFactor: policy.needsSecondFactor,
    secondFactorSince: policy.secondFactorSince?.toISOString() ?? null,
    graceDays: policy.graceDays,
    onlyProvider: policy.forbidsPasswords,
    emergencyUserId,
    emergencyFault: isFit
      ? null
      : 'This person has no password, is switched off, or has no longer all rights of an administrator.',
    emergencyChoices: choices,
    redirectAddress: addresses.callback,
    signedOutAddress: addresses.afterSignOut,
    backChannelAddress: addresses.backChannel,
    domains: (await store.domainsOf(on, id)).map(domainShown),
    people: p
      ? (await identities.boundOf(on, id, p.issuer, MOST_PEOPLE)).map(b => ({
          ...b,
          usedAt: b.usedAt.toISOString(),
        }))
      : [],
    whyNot: company.companyType === 'GP' ? OF_PLATFORM : null,
    mayChange,
    mayApprove: await isStaff(on, who),
  }
}

export async function readSetting(services: Services, { who, scope }: Caller, id: number): Promise<SignInSetting> {
  await demandCompany(services.db, scope, id)
  return shown(services, services.db, who, id)
}
