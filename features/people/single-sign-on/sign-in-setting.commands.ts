// Setting how the people of a company sign in. The provider decides who comes in as whom, so nobody sets it who stands below anybody
// of the company; and nobody has groups give a role that they could not give themselves.
import { notAuthorized } from '@wattdesk/base/text'
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { accessOf, beyond } from '#people/roles/role.rules.ts'
import * as roles from '#people/roles/role.store.ts'
import { callerNow, roleOn, type Who } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { GroupRule } from './claims.rules.ts'
import { sealedFor } from './client.commands.ts'
import * as identities from './identity.store.ts'
import { addressFault, discover } from './provider.commands.ts'
import { faultSentence, faultText } from './provider-fault.commands.ts'
import { demandCompany, demandNobodyAbove, entryOf, OF_PLATFORM } from './sign-in-company.commands.ts'
import * as calls from './sign-in-setting.contract.ts'
import { type SignInSetting, signInSettingRecord } from './sign-in-setting.contract.ts'
import * as store from './sign-in-setting.store.ts'
import type { SignInSettingBody } from './sign-in-setting-body.contract.ts'
import { emergencyChoices, shown } from './sign-in-shown.commands.ts'

/** Refuses a role that the caller could not give on the team, and whatever is not of the company; `at`: the fields of both. */
async function demandGivable(
  trx: Trx,
  who: Who,
  companyId: number,
  { teamId, roleId, at }: Omit<GroupRule, 'group'> & { at: { team: string; role: string } },
): Promise<void> {
  const place = await roles.placeOf(trx, teamId)
  if (place?.companyId !== companyId) fail(422, 'Team not found', { [at.team]: 'Team not found' })
  const role = await roles.roleOfTeamCompany(trx, teamId, roleId)
  if (!role) fail(422, 'Role not found', { [at.role]: 'Role not found' })
  const more = beyond(accessOf(role.grants), roleOn(who, place.path)?.access ?? [])
  if (more.length > 0) fail(403, notAuthorized, { [at.role]: `You may not give the role ${role.roleName} there` })
}
const sameRule = (a: GroupRule, b: GroupRule) => a.group === b.group && a.teamId === b.teamId && a.roleId === b.roleId

/** The rules of a body; the shape has refused those without a team or role. */
const rulesIn = (body: SignInSettingBody): GroupRule[] =>
  body.groups.flatMap(({ group, teamId, roleId }) =>
    teamId === null || roleId === null ? [] : [{ group, teamId, roleId }],
  )

async function demandRoles(
  trx: Trx,
  who: Who,
  id: number,
  body: SignInSettingBody,
  before: store.Provider | undefined,
): Promise<void> {
  const had = await store.rulesOf(trx, id)
  for (const [i, rule] of rulesIn(body).entries()) {
    const at = { team: `groups.${i}.teamId`, role: `groups.${i}.roleId` }
    if (!had.some(h => sameRule(h, rule))) await demandGivable(trx, who, id, { ...rule, at })
  }
  const { defaultTeamId: teamId, defaultRoleId: roleId } = body
  const isSame = before?.defaultTeamId === teamId && before.defaultRoleId === roleId
  const at = { team: 'defaultTeamId', role: 'defaultRoleId' }
  if (teamId !== null && roleId !== null && !isSame) await demandGivable(trx, who, id, { teamId, roleId, at })
}

/** The provider of a body, as it is stored: with its secret sealed, and tested where nothing of that has changed. */
function providerIn(
  services: Services,
  id: number,
  body: SignInSettingBody,
  before: store.Provider | undefined,
): store.Provider | undefined {
  const { issuer = '', clientId = '', clientSecret = '' } = body
  if (issuer === '') return undefined
  const isSame = before?.issuer === issuer && before.clientId === clientId
  if (clientSecret === '' && !isSame) {
    const text = before ? 'Client Secret is required for another client' : 'Client Secret is required'
    fail(422, text, { clientSecret: text })
  }
  const { groupsClaim, trustsMail, makesUsers, defaultTeamId, defaultRoleId, isActive } = body
  return {
    companyId: id,
    issuer,
    clientId,
    clientSecret:
      clientSecret === '' && before ? before.clientSecret : services.seal.close(clientSecret, sealedFor(id)),
    groupsClaim,
    trustsMail,
    makesUsers,
    defaultTeamId,
    defaultRoleId,
    isActive,
    testedAt: clientSecret === '' && isSame ? before.testedAt : null,
    changedAt: services.now(),
  }
}

/** What the audit log keeps of it. */
async function audited(on: Db | Trx, id: number) {
  const p = await store.providerOf(on, id)
  const policy = await store.policyOf(on, id)
  const { teamName, roleName } = await store.namesOf(on, id, {
    teamId: p?.defaultTeamId ?? null,
    roleId: p?.defaultRoleId ?? null,
  })
  const groups = await store.rulesOf(on, id)
  return {
    issuer: p?.issuer ?? null,
    clientId: p?.clientId ?? null,
    clientSecret: p ? 'set' : null,
    groupsClaim: p?.groupsClaim ?? null,
    trustsMail: p?.trustsMail ?? false,
    makesUsers: p?.makesUsers ?? true,
    defaultRole: teamName && roleName ? `${roleName} on ${teamName}` : null,
    groups: groups.map(g => `${g.group}: ${g.roleName} on ${g.teamName}`).join('; ') || null,
    singleSignOn: p?.isActive ?? false,
    needsSecondFactor: policy.needsSecondFactor,
    graceDays: policy.graceDays,
    onlyProvider: policy.forbidsPasswords,
    emergencyAdministrator: policy.emergencyUserId && (await identities.usernameOf(on, policy.emergencyUserId)),
  }
}
/** Passwords are given up only where people can come in without, and one administrator with. */
async function demandWayIn(
  trx: Trx,
  who: Who,
  id: number,
  path: readonly number[],
  p: store.Provider | undefined,
  emergencyUserId: number | null,
): Promise<void> {
  const refuse = (text: string, field = 'onlyProvider'): never => fail(422, text, { [field]: text })
  if (!p?.isActive) refuse('Without passwords people need single sign-on: switch it on too')
  const isUsed = p && (await identities.ofUser(trx, who.userId, p.issuer)) !== undefined
  if (p?.testedAt === null && !isUsed) refuse('Test the connection first, or sign in by single sign-on yourself')
  if (!(await store.domainsOf(trx, id)).some(d => d.provenAt !== null))
    refuse('Prove a mail domain first: without one nobody comes in')
  const choices = await emergencyChoices(trx, id, path)
  if (!choices.some(c => c.userId === emergencyUserId))
    refuse(
      'Should be an active user of the company with a password and all rights of an administrator',
      'emergencyUserId',
    )
}

/** Refuses an issuer that is none, before anything is stored. Answers nothing for the one that is stored already. */
async function demandIssuer(services: Services, issuer: string, before: store.Provider | undefined): Promise<void> {
  if (issuer === '' || issuer === before?.issuer) return
  const fault = issuer.includes('/.well-known/')
    ? 'Should be the issuer alone, without /.well-known/'
    : addressFault(services, issuer)
  if (fault) fail(422, fault, { issuer: fault })
  await discover(services, issuer).catch(error => {
    services.log.warn({ why: faultText(error), issuer }, 'A provider of single sign-on was not found')
    const text = `No provider was found there. ${faultSentence(error)}`
    return fail(422, text, { issuer: text })
  })
}

const OF_PROVIDER = ['issuer', 'clientId', 'trustsMail', 'isActive', 'groupsClaim'] as const

export async function putSetting(
  services: Services,
  asked: Caller,
  id: number,
  body: SignInSettingBody,
): Promise<SignInSetting> {
  await demandCompany(services.db, asked.scope, id)
  await demandIssuer(services, body.issuer ?? '', await store.providerOf(services.db, id))
  return act(services, async trx => {
    const caller = await callerNow(trx, asked, calls.putSignInSetting.can)
    const { who, by } = caller
    await store.lock(trx, id)
    const { path, isPlatform } = await demandCompany(trx, caller.scope, id)
    if (isPlatform) fail(409, OF_PLATFORM)
    await demandUnchanged(trx, caller, signInSettingRecord, id, () => shown(services, trx, who, id))
    const before = await store.providerOf(trx, id)
    const was = await audited(trx, id)
    const provider = providerIn(services, id, body, before)
    const isOther = OF_PROVIDER.filter(f => provider?.[f] !== before?.[f])
    if (isOther.length > 0 || (body.clientSecret ?? '') !== '') await demandNobodyAbove(trx, who, id, isOther)
    await demandRoles(trx, who, id, body, before)
    const { needsSecondFactor, graceDays, onlyProvider: forbidsPasswords, emergencyUserId } = body
    if (forbidsPasswords) await demandWayIn(trx, who, id, path, provider, emergencyUserId)
    const policy = await store.policyOf(trx, id)
    if (policy.forbidsPasswords !== forbidsPasswords || policy.needsSecondFactor !== needsSecondFactor)
      await demandNobodyAbove(trx, who, id, ['onlyProvider'])
    if (provider) {
      await store.saveProvider(trx, provider)
      await store.saveRules(trx, id, rulesIn(body))
    } else await store.removeProvider(trx, id)
    const since = needsSecondFactor ? (policy.secondFactorSince ?? services.now()) : null
    const next = { needsSecondFactor, graceDays, forbidsPasswords, emergencyUserId, secondFactorSince: since }
    await store.savePolicy(trx, id, next)
    const isNewSecret = (body.clientSecret ?? '') !== ''
    const after = { ...(await audited(trx, id)), ...(isNewSecret && { clientSecret: 'another' }) }
    await audit.write(trx, by, { ...entryOf(id), action: 'update', before: was, after })
    return shown(services, trx, who, id)
  })
}
