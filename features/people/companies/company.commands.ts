// Creating, changing and deleting companies. Only the platform creates and deletes them; changing follows the tree of
// teams (D-COMP-1). Nobody can lock out people with more rights, neither by deactivating nor by deleting their company
// (D-ACC-5).
import type { Flag } from '@wattdesk/base/access'
import { readMenuWords } from '@wattdesk/base/menu-words'
import { notAuthorized } from '@wattdesk/base/text'
import { dayOf } from '@wattdesk/base/time'
import { fail, found } from '@wattdesk/wire/route'
import * as providerAccounts from '#money/payment-provider/provider-account.store.ts'
import { homeOf } from '#office/brand/brand.rules.ts'
import type { Services } from '#office/installation/services.ts'
import { post } from '#office/mail/mail.store.ts'
import { gatewayName } from '#office/reference/reference.rules.ts'
import { beginSettings } from '#office/tax-settings/tax-setting.commands.ts'
import { demandOwnFiles } from '#office/uploads/upload.commands.ts'
import { demandNotAbove } from '#people/roles/above.commands.ts'
import { accessOf, auditValues } from '#people/roles/role.rules.ts'
import * as roles from '#people/roles/role.store.ts'
import { areSameAccounts } from '#people/teams/payout-account.rules.ts'
import * as accounts from '#people/teams/payout-account.store.ts'
import { financeAuditOf } from '#people/teams/team.reply.ts'
import * as teams from '#people/teams/team.store.ts'
import { belongings, namedText } from '#people/teams/team-belongings.store.ts'
import { takeCompanyTerms } from '#people/teams/team-finance.store.ts'
import * as records from '#people/teams/team-record.store.ts'
import { firstMail } from '#people/users/user.rules.ts'
import * as users from '#people/users/user.store.ts'
import { accessChanged } from '#platform/access/access.ts'
import { allows, callerNow, demandProof, roleOn, type Scope, type Who } from '#platform/access/scope.ts'
import { act, type Caller, REFERRED, type Words } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import * as calls from './company.contract.ts'
import { type Company, companyRecord } from './company.contract.ts'
import { auditedCompany, bodyOf, companyOf, valuesOf } from './company.reply.ts'
import { type IgnoredField, isExpired, openUntil } from './company.rules.ts'
import * as store from './company.store.ts'
import { CompanyBody, type CompanyChange, NO_GATEWAY, OCPI_FIELDS, ocpiProblems } from './company-body.contract.ts'
import { setFirstSteps } from './first-steps.store.ts'

export const MISSING = 'Company not found'
const WORDS: Words = {
  team_domain: { field: 'domain', text: 'Domain already exists' },
  app_user_username: { field: 'rootUser', text: 'Username already exists' },
  [REFERRED]: { text: 'Company is in use and cannot be deleted' },
}

const onPlatform = async (on: Db | Trx, who: Who, flag: Flag): Promise<number | undefined> => {
  const platform = await teams.platform(on)
  const role = platform && roleOn(who, [platform.id])
  return role && allows(`Company.${flag}`, role.access) ? platform.id : undefined
}
const isFinanceAdmin = (who: Who, path: readonly number[]) => allows('Finance.full', roleOn(who, path)?.access ?? [])
const demandGateway = (id: number) => {
  if (gatewayName(id) === undefined) fail(422, NO_GATEWAY, { paymentGatewayId: NO_GATEWAY })
}
const demandOcpi = (body: CompanyBody) => {
  const problems = ocpiProblems(body)
  const [first] = Object.values(problems)
  if (first !== undefined) fail(422, first, problems)
}
/** Without the fields missing from the request. */
const withoutMissing = (sent: CompanyChange) =>
  Object.fromEntries(Object.entries(sent).filter(([, v]) => v !== undefined)) as Partial<CompanyBody>
const all = (id: number): Scope => ({ kind: 'teams', teamId: id, teams: [id] })

const ICONS = { icon: 'Icon', greyIcon: 'Grey Icon', greenIcon: 'Green Icon', redIcon: 'Red Icon' } as const
/** The files in a provider's fields now, and those before the change. */
const iconsOf = (provider: CompanyBody['provider'], before: Partial<CompanyBody['provider']> = {}) =>
  Object.fromEntries(
    Object.entries(ICONS).map(([icon, label]) => {
      const key = icon as keyof typeof ICONS
      return [`provider.${icon}`, { label, link: provider[key], before: before[key] }]
    }),
  )

/** A company as its reply shows it to the caller. */
export const companyReply = async (on: Db | Trx, who: Who, row: store.StoredCompany): Promise<Company> =>
  companyOf(row, {
    accounts: isFinanceAdmin(who, row.path) ? await accounts.listOf(on, row.id, 'company') : undefined,
    seesToken: allows('Company.update', roleOn(who, row.path)?.access ?? []),
  })

const entryOf = (id: number) =>
  ({ feature: 'Company', recordId: id, teamId: id, isMoney: true, shape: CompanyBody }) as const

/** The first user of a company: its ADMIN, who sets a password by the link in the mail. */
async function makeRootUser(
  services: Services,
  trx: Trx,
  by: audit.By,
  companyId: number,
  roleId: number,
  b: CompanyBody,
) {
  const user = { username: b.rootUser, firstName: b.rootUser, lastName: '', email: b.emailId }
  const userId = await users.create(trx, {
    ...user,
    companyId,
    userType: 'ADMIN',
    passwordHash: null,
    createdBy: by.userId,
  })
  await teams.addMember(trx, { teamId: companyId, userId, roleId })
  await post(trx, services.jobs, { to: user.email, ...firstMail(homeOf(services.publicUrl, b.domain), user) })
  const after = { ...user, userType: 'ADMIN' }
  await audit.write(trx, by, { action: 'create', feature: 'Users', recordId: userId, teamId: companyId, after })
}

/** A company with its own team, its four roles and its first user. */
export const createCompany = (services: Services, asked: Caller, body: CompanyBody): Promise<Company> =>
  act(
    services,
    async trx => {
      const { who, by } = await callerNow(trx, asked, calls.createCompany.can)
      const platformId = await onPlatform(trx, who, 'create')
      if (platformId === undefined) fail(403, notAuthorized)
      demandGateway(body.paymentGatewayId)
      await demandOwnFiles(trx, who, iconsOf(body.provider))
      const id = await store.create(trx, { parentId: platformId, companyType: 'P', name: body.name })
      await store.write(trx, id, valuesOf(body))
      await store.setCreator(trx, id, who.userId)
      await setFirstSteps(trx, id, 'open')
      await takeCompanyTerms(trx, id, services.now())
      const { Admin } = await roles.seed(trx, id)
      await makeRootUser(services, trx, by, id, Admin, body)
      const row = found(await store.get(trx, all(id), id), MISSING)
      if (body.payoutAccounts && isFinanceAdmin(who, row.path))
        await accounts.replace(trx, id, 'company', body.payoutAccounts, services.now())
      const accountsAfter = await accounts.listOf(trx, id, 'company')
      if (accountsAfter.length > 0) demandProof(who, services.now())
      const after = auditedCompany(row, accountsAfter)
      await audit.write(trx, by, { ...entryOf(id), action: 'create', after })
      await beginSettings(trx, services, by, id)
      return companyReply(trx, who, row)
    },
    WORDS,
  )

/** Subscription, status and last day are the platform's to change; from others they stay as they are. */
export const updateCompany = (
  services: Services,
  asked: Caller,
  id: number,
  sent: CompanyChange,
): Promise<{ company: Company; ignored: IgnoredField[] }> =>
  act(
    services,
    async (trx, then) => {
      const caller = await callerNow(trx, asked, calls.updateCompany.can)
      const { who, by, scope } = caller
      await records.lock(trx, id)
      const before = found(await store.get(trx, scope, id), MISSING)
      await demandUnchanged(trx, caller, companyRecord, id, () => companyReply(trx, who, before))
      const body = { ...bodyOf(before), ...withoutMissing(sent) }
      if (sent.paymentGatewayId !== undefined) demandGateway(sent.paymentGatewayId)
      if (OCPI_FIELDS.some(f => sent[f] !== undefined)) demandOcpi(body)
      await demandOwnFiles(trx, who, iconsOf(body.provider, before.provider))
      const beforeAccounts = await accounts.listOf(trx, id, 'company')
      const values = valuesOf(body, before)
      const isPlatforms = (await onPlatform(trx, who, 'update')) !== undefined
      if (!isPlatforms)
        Object.assign(values, {
          subscriptionId: before.subscriptionId,
          isActive: before.isActive,
          validUntil: before.validUntil,
        })
      const isOpen = values.isActive && !isExpired(values.validUntil, dayOf(services.now(), services.timeZone))
      if (before.companyType === 'GP' && !isOpen) fail(409, 'The platform company cannot be switched off')
      if (openUntil(values) < openUntil(before)) await demandNobodyAbove(trx, who, id, ['active', 'validUntil'])
      await store.write(trx, id, values)
      await takeCompanyTerms(trx, id, services.now())
      const isFinance = isFinanceAdmin(who, before.path)
      if (body.payoutAccounts && isFinance)
        await accounts.replace(trx, id, 'company', body.payoutAccounts, services.now())
      const row = found(await store.get(trx, all(id), id), MISSING)
      const accountsAfter = await accounts.listOf(trx, id, 'company')
      // Payouts and mails that go elsewhere take a fresh proof (MFA-02).
      const isMoved = before.emailId !== row.emailId
      if (isMoved || !areSameAccounts(beforeAccounts, accountsAfter)) demandProof(who, services.now())
      await audit.write(trx, by, {
        ...entryOf(id),
        action: 'update',
        before: auditedCompany(before, beforeAccounts),
        after: auditedCompany(row, accountsAfter),
      })
      // Users who may no longer sign in are signed out at once; browsers of the others show the new names.
      const isRenamed = JSON.stringify(readMenuWords(before.menuWords)) !== JSON.stringify(readMenuWords(row.menuWords))
      if (isRenamed || (['isActive', 'validUntil', 'name', 'domain'] as const).some(k => before[k] !== row[k])) {
        const userIds = await store.userIds(trx, id)
        then(() => accessChanged(services, userIds))
      }
      return {
        company: await companyReply(trx, who, row),
        ignored: ignoredOf(sent, before, { isPlatforms, isFinance }),
      }
    },
    WORDS,
  )

/** The fields of a change that were ignored and differ from the stored values. */
function ignoredOf(
  sent: CompanyChange,
  before: store.StoredCompany,
  { isPlatforms, isFinance }: { isPlatforms: boolean; isFinance: boolean },
): IgnoredField[] {
  const stored = {
    rootUser: before.rootUser,
    subscriptionId: before.subscriptionId,
    validUntil: before.validUntil,
    active: before.isActive ? 'Y' : 'N',
  }
  const ofPlatform = ['subscriptionId', 'active', 'validUntil'] as const
  const fixed = [...(before.rootUser ? (['rootUser'] as const) : []), ...(isPlatforms ? [] : ofPlatform)]
  const differing = fixed.filter(f => sent[f] !== undefined && (sent[f] ?? null) !== (stored[f] ?? null))
  return [...differing, ...(sent.payoutAccounts && !isFinance ? (['payoutAccounts'] as const) : [])]
}

/** Refuses where any user of the company holds more than the caller. */
async function demandNobodyAbove(trx: Trx, who: Who, companyId: number, fields: readonly string[]): Promise<void> {
  for (const member of await roles.rolesInCompany(trx, companyId)) demandNotAbove(who, member, [member], fields)
}

/**
 * Deletes a company that has nothing but its own team, with its users and roles, and writes an audit entry for each.
 */
export const removeCompany = (services: Services, asked: Caller, id: number): Promise<void> =>
  act(
    services,
    async (trx, then) => {
      const caller = await callerNow(trx, asked, calls.deleteCompany.can)
      const { who, by, scope } = caller
      await records.lock(trx, id, 'update')
      const row = found(await store.get(trx, scope, id), MISSING)
      await demandUnchanged(trx, caller, companyRecord, id, () => companyReply(trx, who, row))
      const platformId = await onPlatform(trx, who, 'delete')
      if (platformId === undefined) fail(403, notAuthorized)
      if (row.companyType === 'GP') fail(409, 'The platform company cannot be deleted')
      const names = await store.teamNames(trx, id)
      const some = namedText('teams', names.slice(0, 3), names.length)
      if (names.length > 0) fail(409, `Company has ${some} and cannot be deleted`)
      // Its users and roles go with it.
      const access = roleOn(who, row.path)?.access ?? []
      const remaining = await belongings(trx, id, { access, withMembers: false })
      if (remaining.length > 0)
        fail(409, `Company is in use and cannot be deleted, it still has ${remaining.join(', ')}`)
      await demandNobodyAbove(trx, who, id, ['id'])
      await writeRemoval(trx, by, row, platformId)
      const userIds = await store.userIds(trx, id)
      await providerAccounts.remove(trx, id)
      await store.remove(trx, id)
      then(() => accessChanged(services, userIds))
    },
    WORDS,
  )

/**
 * Writes an audit entry for the company and each record deleted with it, on the platform's team, where they can still
 * be read.
 */
async function writeRemoval(trx: Trx, by: audit.By, row: store.StoredCompany, platformId: number): Promise<void> {
  const gone = { action: 'delete', teamId: platformId } as const
  const team = found(await records.get(trx, row.id, []), MISSING)
  const before = auditedCompany(row, await accounts.listOf(trx, row.id, 'company'))
  await audit.write(trx, by, { ...entryOf(row.id), ...gone, before })
  const money = financeAuditOf(team, await accounts.listOf(trx, row.id, 'team'))
  await audit.write(trx, by, { ...gone, feature: 'Finance', recordId: row.id, before: money, isMoney: true })
  for (const u of await users.ofCompany(trx, row.id)) {
    const { username, firstName, lastName, email, phone } = u
    const person = { username, firstName, lastName, email, phone }
    await audit.write(trx, by, { ...gone, feature: 'Users', recordId: u.userId, before: person })
  }
  for (const r of await roles.rolesOfTeamCompany(trx, row.id))
    await audit.write(trx, by, {
      ...gone,
      feature: 'Role',
      recordId: r.roleId,
      before: auditValues(r.roleName, accessOf(r.grants)),
    })
}
