// Creating, changing, moving and deleting teams (D-TEAM-1, D-GEN-8, D-ACC-2). A move takes no rights from anybody who
// holds more than the caller (D-ACC-5).
import { type AccessEntry, holds, may } from '@wattdesk/base/access'
import { type Address, POINT_MISSING, storedAddress } from '@wattdesk/base/address'
import { notAuthorized } from '@wattdesk/base/text'
import { fail, found } from '@wattdesk/wire/route'
import type { z } from 'zod'
import type { Services } from '#office/installation/services.ts'
import { demandMayLeaveWith } from '#people/roles/above.commands.ts'
import { watchAdmins } from '#people/roles/last-admin.commands.ts'
import { beyond } from '#people/roles/role.rules.ts'
import * as roles from '#people/roles/role.store.ts'
import { accessChanged } from '#platform/access/access.ts'
import { callerNow, demandPerson, demandProof, roleOn, teamScope, type Who } from '#platform/access/scope.ts'
import { act, type Caller, REFERRED, type Words } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import * as accounts from './payout-account.store.ts'
import * as calls from './team.contract.ts'
import { type Team, teamRecord } from './team.contract.ts'
import { auditOf, financeAuditOf, teamOf } from './team.reply.ts'
import { create } from './team.store.ts'
import { belongings } from './team-belongings.store.ts'
import { nameOf, type SentTeam, type TeamChange } from './team-body.contract.ts'
import { saveFinance } from './team-finance.commands.ts'
import * as finance from './team-finance.store.ts'
import * as store from './team-record.store.ts'

export const MISSING = 'Team not found'
const WORDS: Words = { [REFERRED]: { text: 'The team cannot be deleted, other records still belong to it' } }
type Body = z.output<typeof SentTeam>

/** FA on Finance (D-ACC-2): may see and change finance, accounts and settlement. */
const isFinanceAdmin = (access: readonly AccessEntry[]): boolean => may(access, 'Finance', 'FA')
export const heldTeams = (who: Who): number[] => who.roles.map(r => r.teamId)

/** A team as its reply shows it to the caller. */
export async function teamReply(on: Db | Trx, who: Who, teamId: number): Promise<Team> {
  const row = found(await store.get(on, teamId, heldTeams(who)), MISSING)
  const isFinance = isFinanceAdmin(roleOn(who, row.path)?.access ?? [])
  return teamOf(row, isFinance ? await accounts.listOf(on, teamId, 'team') : undefined)
}

/**
 * Moves a team to another parent of the same company, which the caller may change and which is neither the team itself
 * nor below it.
 */
async function moveTo(trx: Trx, who: Who, row: store.StoredTeam, parentId: number): Promise<void> {
  // The members of the new parent gain rights on the team.
  demandPerson(who)
  const refuse = (text: string) => fail(422, text, { parentCompanyId: text })
  if (row.companyType !== 'C') refuse('A company keeps its place in the tree')
  await teamScope(trx, who, parentId, 'Team.update')
  const parent = found(await store.get(trx, parentId, []), MISSING)
  if (parent.companyId !== row.companyId) refuse('A team stays within its company')
  if (parent.path.includes(row.teamId)) refuse('A team cannot stand below itself')
  const path = [...parent.path, row.teamId]
  // Callers cannot raise their own rights on a team by moving it to a place where they hold more.
  const held = (on: readonly number[]) => roleOn(who, on)?.access ?? []
  if (beyond(held(path), held(row.path)).length > 0) fail(403, notAuthorized)
  const there = await roles.effectiveOn(trx, path)
  for (const member of (await roles.effectiveOn(trx, row.path)).values())
    demandMayLeaveWith(who, member, row.path, there.get(member.userId)?.grants ?? [], 'parentCompanyId')
  const demandAdmins = await watchAdmins(trx, who, [row.teamId])
  await store.move(trx, row, parent.path)
  await demandAdmins('parentCompanyId')
}

/** Creates a team below another; returns its id. */
export const createTeam = (services: Services, asked: Caller, body: Body): Promise<Team> =>
  act(services, async trx => {
    const { who, by, scope } = await callerNow(trx, asked, calls.createTeam.can)
    const parentId = body.parentCompanyId ?? scope.teamId
    const { access } = await teamScope(trx, who, parentId, 'Team.create')
    await store.lockCompanyOf(trx, parentId)
    const id = await create(trx, { parentId, companyType: 'C', name: body.name })
    await store.update(trx, id, body)
    await store.setCreator(trx, id, who.userId)
    const row = found(await store.get(trx, id, []), MISSING)
    await finance.takeCompanyTerms(trx, row.companyId, services.now())
    await audit.write(trx, by, { action: 'create', feature: 'Team', recordId: id, teamId: id, after: auditOf(row) })
    if (isFinanceAdmin(access)) await saveFinance(trx, { who, by }, row, body, services.now())
    return teamReply(trx, who, id)
  })

/** A new name must be within the limit for the kind of team; an unchanged name was within the limit of its time. */
function demandName(row: store.StoredTeam, name: string | undefined): void {
  const read = name === undefined || name === row.name ? undefined : nameOf(row.companyType).safeParse(name)
  const text = read?.error?.issues[0]?.message
  if (text) fail(422, text, { name: text })
}

/**
 * The address that a change writes; undefined where the stored address was sent back unchanged. Only an unchanged
 * address may lack a point: older records have none.
 */
function addressOf(row: store.StoredTeam, sent: TeamChange['address']): Address | undefined {
  if (!sent) return undefined
  const { addressId: _, ...stored } = storedAddress(row.teamId, row)
  const isStored = Object.entries(stored).every(([part, value]) => sent[part as keyof typeof stored] === value)
  const { lat, lng } = sent
  if (isStored) return undefined
  if (lat === null || lng === null)
    fail(422, POINT_MISSING, { 'address.lat': POINT_MISSING, 'address.lng': POINT_MISSING })
  return { ...sent, lat, lng }
}

/** The fields that a request would change on a team, apart from its finance, by their names in the request. */
function changedFields(row: store.StoredTeam, { active, address, ...sent }: TeamChange): string[] {
  const stored = auditOf(row)
  const fields = ['name', 'description', 'parentCompanyId', 'domain'] as const
  return [
    ...fields.filter(f => sent[f] !== undefined && (sent[f] ?? '') !== (stored[f] ?? '')),
    ...(active !== undefined && active !== stored.active ? ['active'] : []),
    ...(addressOf(row, address) ? ['address'] : []),
  ]
}

const ONLY_FINANCE = 'You may change the finance and the payout accounts of this team only'

/**
 * Refuses a caller without update on Team, unless the caller is a finance admin who sees the team and changes its finance
 * and payout accounts alone (D-ACC-2, D-ACC-10).
 */
function demandOnlyFinance(row: store.StoredTeam, access: readonly AccessEntry[], body: TeamChange): void {
  if (!isFinanceAdmin(access) || !holds(access, 'Team.view')) fail(403, notAuthorized)
  const changed = changedFields(row, body)
  if (changed.length > 0) fail(403, notAuthorized, Object.fromEntries(changed.map(f => [f, ONLY_FINANCE])))
}

/** Changes the fields of a team that are in the request. */
export const updateTeam = (services: Services, asked: Caller, teamId: number, body: TeamChange): Promise<Team> =>
  act(services, async (trx, then) => {
    const caller = await callerNow(trx, asked, calls.updateTeam.can)
    const { who, by } = caller
    await store.lockCompanyOf(trx, teamId)
    await store.lock(trx, teamId)
    const before = found(await store.get(trx, teamId, []), MISSING)
    await demandUnchanged(trx, caller, teamRecord, teamId, () => teamReply(trx, who, teamId))
    const access = roleOn(who, before.path)?.access ?? []
    if (!holds(access, 'Team.update')) {
      demandOnlyFinance(before, access, body)
      await saveFinance(trx, caller, before, body, services.now())
      return teamReply(trx, who, teamId)
    }
    const isCompany = before.companyType !== 'C'
    demandName(before, body.name)
    const changed = { ...body, address: addressOf(before, body.address) }
    if (isCompany && body.active !== undefined && body.active !== (before.isActive ? 'Y' : 'N')) {
      // The status of a company decides who may sign in, so changing it takes the rights on companies.
      const text = 'The status of a company is set on the company screen'
      fail(422, text, { active: text })
    }
    const parentId = body.parentCompanyId ?? before.parentCompanyId
    if (parentId !== null && parentId !== before.parentCompanyId) {
      // Roles above the new place count on the team from then on.
      demandProof(who, services.now())
      await moveTo(trx, who, before, parentId)
    }
    await store.update(trx, teamId, isCompany ? { ...changed, domain: before.domain } : changed)
    const after = found(await store.get(trx, teamId, []), MISSING)
    await audit.write(trx, by, {
      action: 'update',
      feature: 'Team',
      recordId: teamId,
      teamId,
      before: auditOf(before),
      after: auditOf(after),
    })
    if (isFinanceAdmin(access)) await saveFinance(trx, caller, after, body, services.now())
    if (before.path.join() !== after.path.join() || before.name !== after.name) {
      const concerned = [...(await store.concerned(trx, before.path)), ...(await store.concerned(trx, after.path))]
      then(() => accessChanged(services, concerned))
    }
    return teamReply(trx, who, teamId)
  })

/** Deletes a team that nothing belongs to, with its finance. */
export const removeTeam = (services: Services, asked: Caller, teamId: number): Promise<void> =>
  act(
    services,
    async trx => {
      const caller = await callerNow(trx, asked, calls.deleteTeam.can)
      const { who, by } = caller
      await store.lockCompanyOf(trx, teamId)
      // Locked, so that no member or record is added to the team while it is searched for such.
      await store.lock(trx, teamId, 'update')
      const row = found(await store.get(trx, teamId, []), MISSING)
      await demandUnchanged(trx, caller, teamRecord, teamId, () => teamReply(trx, who, teamId))
      if (row.companyType !== 'C') fail(409, 'A company is deleted on the company screen')
      const access = roleOn(who, row.path)?.access ?? []
      const kept = await belongings(trx, teamId, { access, withMembers: true })
      if (kept.length > 0) fail(409, `The team cannot be deleted, it still has ${kept.join(', ')}`)
      const entry = { action: 'delete', recordId: teamId, teamId: row.parentCompanyId } as const
      await audit.write(trx, by, { ...entry, feature: 'Team', before: auditOf(row) })
      const money = financeAuditOf(row, await accounts.listOf(trx, teamId, 'team'))
      await audit.write(trx, by, { ...entry, feature: 'Finance', before: money, isMoney: true })
      await store.remove(trx, teamId)
    },
    WORDS,
  )
