// Setting how the people of a company sign in. The provider decides who comes in as whom, so nobody sets it who stands below anybody
// of the company; and nobody has groups give a role that they could not give themselves.
import { notAuthorized } from '@wattdesk/base/text'
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { demandNotAbove } from '#people/roles/above.commands.ts'
import { isAdmin } from '#people/roles/last-admin.rules.ts'
import { accessOf, beyond } from '#people/roles/role.rules.ts'
import * as roles from '#people/roles/role.store.ts'
import * as teams from '#people/teams/team.store.ts'
import { allows, callerNow, roleOn, type Scope, type Who } from '#platform/access/scope.ts'
import { act, type Caller, type Words } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { GroupRule } from './claims.rules.ts'
import { addressesOf, clientOf, sealedFor } from './client.commands.ts'
import { newProof, recordNameOf, recordValueOf, whyUnproven } from './domain-proof.commands.ts'
import * as identities from './identity.store.ts'
import { addressFault, discover, faultText, tryClient } from './provider.commands.ts'
import * as calls from './sign-in-setting.contract.ts'
import { type Domain, type SignInSetting, signInSettingRecord } from './sign-in-setting.contract.ts'
import * as store from './sign-in-setting.store.ts'
import { SignInSettingBody } from './sign-in-setting-body.contract.ts'

const MISSING = 'Company not found'
const NO_DOMAIN = 'Domain not found'
const OF_PLATFORM = 'The people of the platform’s own company sign in with passwords.'
const MOST_DOMAINS = 50
const WORDS: Words = {
  sign_in_domain_proven: { text: 'Another company has proven this domain', field: 'domain' },
  sign_in_domain_company_id_domain_key: { text: 'The company has this domain already', field: 'domain' },
}

/** The way to a company within the scope; with a change, the company is one that can have single sign-on. */
async function demandCompany(on: Db | Trx, scope: Scope, id: number): Promise<{ path: number[]; isPlatform: boolean }> {
  const company = found(await store.companyAt(on, id), MISSING)
  const isIn = scope.kind === 'all' || (scope.kind === 'company' ? scope.companyId === id : scope.teams.includes(id))
  if (!isIn) fail(404, MISSING)
  return { path: company.path, isPlatform: company.companyType === 'GP' }
}
async function isStaff(on: Db | Trx, who: Who): Promise<boolean> {
  const platform = await teams.platform(on)
  return platform !== undefined && allows('Company.update', roleOn(who, [platform.id])?.access ?? [])
}

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
async function emergencyChoices(
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
  const isFit = (userId: number) => {
    const access = accessOf(held.get(userId)?.grants ?? [])
    return isAdmin(access) && allows('Company.update', access)
  }
  return all.filter(u => isFit(u.userId)).map(({ userId, username }) => ({ userId, username }))
}

async function shown(services: Services, on: Db | Trx, who: Who, id: number): Promise<SignInSetting> {
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
      ? (await identities.boundOf(on, id, p.issuer, calls.MOST_PEOPLE)).map(b => ({
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

/** Whoever decides who comes in as whom may not stand below any of them. */
async function demandNobodyAbove(trx: Trx, who: Who, companyId: number, fields: readonly string[]): Promise<void> {
  for (const member of await roles.rolesInCompany(trx, companyId)) demandNotAbove(who, member, [member], fields)
}

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
const entryOf = (id: number) => ({ feature: 'Company', recordId: id, teamId: id, shape: SignInSettingBody }) as const

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
    const text = `No provider was found there: ${faultText(error)}`
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

/** Tries the stored provider, and notes a success. */
export async function testProvider(
  services: Services,
  asked: Caller,
  id: number,
): Promise<{ isRight: boolean; text: string; found: string[] }> {
  await demandCompany(services.db, asked.scope, id)
  const provider =
    (await store.providerOf(services.db, id)) ?? fail(409, 'Save the provider first: there is none to test')
  const { callback } = await addressesOf(services, services.db, id)
  const outcome = await discover(services, provider.issuer)
    .then(async f => {
      await tryClient(services, clientOf(services, provider), callback)
      return {
        isRight: true,
        text: 'The provider is there, and takes the client and its secret.',
        found: [
          `Issuer: ${f.issuer}`,
          `People sign in at: ${f.signIn}`,
          f.hasSignOut
            ? 'A sign-out here ends the session there too.'
            : 'It has no place to sign out: a sign-out here leaves the session there.',
          f.hasBackChannel
            ? 'It tells of sign-outs there, if it knows the address for that.'
            : 'It does not tell of sign-outs there.',
        ],
      }
    })
    .catch(error => ({ isRight: false, text: `The test failed: ${faultText(error)}`, found: [] as string[] }))
  await act(services, async trx => {
    const { by } = await callerNow(trx, asked, calls.testSignInProvider.can)
    await store.lock(trx, id)
    const now = await store.providerOf(trx, id)
    const isSame =
      now?.issuer === provider.issuer &&
      now.clientId === provider.clientId &&
      now.clientSecret.equals(provider.clientSecret)
    if (isSame) await store.noteTest(trx, id, outcome.isRight ? services.now() : null)
    const after = { issuer: provider.issuer, outcome: outcome.text }
    await audit.write(trx, by, { ...entryOf(id), action: 'test-provider', after })
  })
  return outcome
}

type DomainDeed = (trx: Trx, row: store.Domain, who: Who) => Promise<{ action: string; after?: Record<string, string> }>
const withDomain = (
  services: Services,
  asked: Caller,
  at: { id: number; domainId: number },
  run: DomainDeed,
): Promise<SignInSetting> =>
  act(
    services,
    async trx => {
      const { who, by, scope } = await callerNow(trx, asked, 'Company.update')
      await store.lock(trx, at.id)
      await demandCompany(trx, scope, at.id)
      const row = found(await store.holdDomain(trx, at.id, at.domainId), NO_DOMAIN)
      const { action, after = {} } = await run(trx, row, who)
      await audit.write(trx, by, { ...entryOf(at.id), action, after: { domain: row.domain, ...after } })
      return shown(services, trx, who, at.id)
    },
    WORDS,
  )

export const addDomain = (services: Services, asked: Caller, id: number, domain: string): Promise<SignInSetting> =>
  act(
    services,
    async trx => {
      const { who, by, scope } = await callerNow(trx, asked, calls.addSignInDomain.can)
      await store.lock(trx, id)
      const { isPlatform } = await demandCompany(trx, scope, id)
      if (isPlatform) fail(409, OF_PLATFORM)
      if ((await store.domainsOf(trx, id)).length >= MOST_DOMAINS)
        fail(409, `A company has at most ${MOST_DOMAINS} domains`)
      await store.addDomain(trx, { companyId: id, domain, proof: newProof(), madeAt: services.now() })
      await audit.write(trx, by, { ...entryOf(id), action: 'add-domain', after: { domain } })
      return shown(services, trx, who, id)
    },
    WORDS,
  )

/** Looks for the record, before anything is locked, and notes what was found. */
export async function checkDomain(
  services: Services,
  asked: Caller,
  at: { id: number; domainId: number },
): Promise<SignInSetting> {
  await demandCompany(services.db, asked.scope, at.id)
  const row = found(
    (await store.domainsOf(services.db, at.id)).find(d => d.signInDomainId === at.domainId),
    NO_DOMAIN,
  )
  const why = await whyUnproven(services, row)
  return withDomain(services, asked, at, async (trx, now, who) => {
    const checkedAt = services.now()
    const isNew = why === undefined && now.provenAt === null
    const proof = isNew ? { provenAt: checkedAt, provenHow: 'DNS record' as const, provenBy: who.username } : {}
    await store.noteDomain(trx, at.domainId, { checkedAt, checkFound: why ?? null, ...proof })
    return isNew
      ? { action: 'prove-domain', after: { how: 'DNS record' } }
      : { action: 'check-domain', after: { found: why ?? 'the record' } }
  })
}

export const approveDomain = (
  services: Services,
  asked: Caller,
  at: { id: number; domainId: number },
): Promise<SignInSetting> =>
  withDomain(services, asked, at, async (trx, row, who) => {
    if (!(await isStaff(trx, who))) fail(403, notAuthorized)
    if (row.provenAt !== null) fail(409, 'The domain is proven already')
    const proof = { provenAt: services.now(), provenHow: 'platform' as const, provenBy: who.username }
    await store.noteDomain(trx, at.domainId, { checkFound: null, ...proof })
    return { action: 'prove-domain', after: { how: 'platform' } }
  })

export const removeDomain = (
  services: Services,
  asked: Caller,
  at: { id: number; domainId: number },
): Promise<SignInSetting> =>
  withDomain(services, asked, at, async (trx, row) => {
    const left = (await store.domainsOf(trx, at.id)).filter(
      d => d.provenAt !== null && d.signInDomainId !== at.domainId,
    )
    const { forbidsPasswords } = await store.policyOf(trx, at.id)
    if (forbidsPasswords && row.provenAt !== null && left.length === 0)
      fail(409, 'Without a proven domain nobody comes in: allow passwords first')
    await store.removeDomain(trx, at.domainId)
    return { action: 'remove-domain' }
  })

/** Lets a user go from the person that they were at the provider. */
export const releasePerson = (
  services: Services,
  asked: Caller,
  { id, userId }: { id: number; userId: number },
): Promise<SignInSetting> =>
  act(services, async trx => {
    const { who, by, scope } = await callerNow(trx, asked, calls.releaseSignInPerson.can)
    await store.lock(trx, id)
    await demandCompany(trx, scope, id)
    const theirs = (await roles.rolesInCompany(trx, id)).filter(m => m.userId === userId)
    for (const member of theirs) demandNotAbove(who, member, [member], ['userId'])
    if (!(await identities.release(trx, id, userId))) fail(404, 'User not found')
    await audit.write(trx, by, { action: 'unlink', feature: 'Users', recordId: userId, teamId: id })
    return shown(services, trx, who, id)
  })
