// How the people of a company sign in: its provider, the roles that groups give, its mail domains, and what it says about
// passwords and second factors.
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import type { GroupRule } from './claims.rules.ts'

export type Provider = Stored<'signInProvider'>
export type Domain = Stored<'signInDomain'>
export type Policy = Omit<Stored<'companySignIn'>, 'companyId'>

/** What counts for a company that has said nothing. */
const NO_POLICY: Policy = {
  needsSecondFactor: false,
  secondFactorSince: null,
  graceDays: 14,
  forbidsPasswords: false,
  emergencyUserId: null,
}

/** Locks what a company says about signing in, until the transaction ends. */
export const lock = (trx: Trx, companyId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in of company ${companyId}`}, 0))`.execute(trx)

export const providerOf = (db: Db | Trx, companyId: number): Promise<Provider | undefined> =>
  db.selectFrom('signInProvider').selectAll().where('companyId', '=', companyId).executeTakeFirst()

/** The provider that is on, of the company that has proven the domain. */
export const providerOfDomain = (db: Db, domain: string): Promise<Provider | undefined> =>
  db
    .selectFrom('signInProvider as p')
    .innerJoin('signInDomain as d', 'd.companyId', 'p.companyId')
    .selectAll('p')
    .where('d.domain', '=', domain)
    .where('d.provenAt', 'is not', null)
    .where('p.isActive', '=', true)
    .executeTakeFirst()

/** The providers that know the product by one of these clients. */
export const providersOf = (db: Db, issuer: string, clientIds: readonly string[]): Promise<Provider[]> =>
  db
    .selectFrom('signInProvider')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('clientId', 'in', [...clientIds])
    .orderBy('companyId')
    .execute()

export const saveProvider = (trx: Trx, p: Provider): Promise<unknown> =>
  trx
    .insertInto('signInProvider')
    .values(p)
    .onConflict(c => c.column('companyId').doUpdateSet(p))
    .execute()

export const noteTest = (trx: Trx, companyId: number, testedAt: Date | null): Promise<unknown> =>
  trx.updateTable('signInProvider').set({ testedAt }).where('companyId', '=', companyId).execute()

/** Removes the provider with its groups. */
export const removeProvider = (trx: Trx, companyId: number): Promise<unknown> =>
  trx.deleteFrom('signInProvider').where('companyId', '=', companyId).execute()

/** Another address of the same provider: people stay who they are. */
export async function changeIssuer(
  trx: Trx,
  companyId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const moved = { issuer: to }
  await trx
    .updateTable('signInProvider')
    .set(moved)
    .where('companyId', '=', companyId)
    .where('issuer', '=', from)
    .execute()
  await sql`update sign_in_identity set issuer = ${to} where company_id = ${companyId} and issuer = ${from}`.execute(
    trx,
  )
}

export type ShownRule = GroupRule & { teamName: string; roleName: string }
export const rulesOf = async (db: Db | Trx, companyId: number): Promise<ShownRule[]> =>
  (
    await sql<ShownRule>`select g.group_name as "group", g.team_id, t.name as team_name, g.role_id, r.name as role_name
      from sign_in_group g join team t on t.id = g.team_id join role r on r.id = g.role_id
      where g.company_id = ${companyId} order by g.place`.execute(db)
  ).rows

/** Puts the rules in place of those so far, in their order. */
export async function saveRules(trx: Trx, companyId: number, rules: readonly GroupRule[]): Promise<void> {
  await trx.deleteFrom('signInGroup').where('companyId', '=', companyId).execute()
  if (rules.length > 0)
    await trx
      .insertInto('signInGroup')
      .values(rules.map(({ group, teamId, roleId }, place) => ({ companyId, place, groupName: group, teamId, roleId })))
      .execute()
}

/** The names of teams and roles of a company. */
export async function namesOf(
  db: Db | Trx,
  companyId: number,
  { teamId, roleId }: { teamId: number | null; roleId: number | null },
): Promise<{ teamName: string | null; roleName: string | null }> {
  const { rows } = await sql<{ teamName: string | null; roleName: string | null }>`
    select (select name from team where id = ${teamId}::int and company_id = ${companyId}) as team_name,
      (select name from role where id = ${roleId}::int and company_id = ${companyId}) as role_name`.execute(db)
  return rows[0] ?? { teamName: null, roleName: null }
}

export const policyOf = async (db: Db | Trx, companyId: number): Promise<Policy> =>
  (await db
    .selectFrom('companySignIn')
    .select(['needsSecondFactor', 'secondFactorSince', 'graceDays', 'forbidsPasswords', 'emergencyUserId'])
    .where('companyId', '=', companyId)
    .executeTakeFirst()) ?? NO_POLICY

export const savePolicy = (trx: Trx, companyId: number, policy: Policy): Promise<unknown> =>
  trx
    .insertInto('companySignIn')
    .values({ companyId, ...policy })
    .onConflict(c => c.column('companyId').doUpdateSet(policy))
    .execute()

/** The company whose people sign in without passwords, and which may do so in an emergency by this user; undefined: there is none. */
export const emergencyOf = async (trx: Trx, userId: number): Promise<number | undefined> =>
  (
    await trx
      .selectFrom('companySignIn')
      .select('companyId')
      .where('emergencyUserId', '=', userId)
      .where('forbidsPasswords', '=', true)
      .executeTakeFirst()
  )?.companyId

export const domainsOf = (db: Db | Trx, companyId: number): Promise<Domain[]> =>
  db.selectFrom('signInDomain').selectAll().where('companyId', '=', companyId).orderBy('domain').execute()

/** A domain of a company, locked until the transaction ends. */
export const holdDomain = (trx: Trx, companyId: number, signInDomainId: number): Promise<Domain | undefined> =>
  trx
    .selectFrom('signInDomain')
    .selectAll()
    .where('companyId', '=', companyId)
    .where('signInDomainId', '=', signInDomainId)
    .forUpdate()
    .executeTakeFirst()

export const addDomain = async (
  trx: Trx,
  d: Pick<Domain, 'companyId' | 'domain' | 'proof' | 'madeAt'>,
): Promise<number> =>
  (await trx.insertInto('signInDomain').values(d).returning('signInDomainId').executeTakeFirstOrThrow()).signInDomainId

type Checked = Partial<Pick<Domain, 'checkedAt' | 'checkFound' | 'provenAt' | 'provenHow' | 'provenBy'>>
export const noteDomain = (trx: Trx, signInDomainId: number, checked: Checked): Promise<unknown> =>
  trx.updateTable('signInDomain').set(checked).where('signInDomainId', '=', signInDomainId).execute()

export const removeDomain = (trx: Trx, signInDomainId: number): Promise<unknown> =>
  trx.deleteFrom('signInDomain').where('signInDomainId', '=', signInDomainId).execute()

/** Whether the company has proven the domain. */
export const isProven = async (db: Db | Trx, companyId: number, domain: string): Promise<boolean> =>
  (await db
    .selectFrom('signInDomain')
    .select('signInDomainId')
    .where('companyId', '=', companyId)
    .where('domain', '=', domain)
    .where('provenAt', 'is not', null)
    .executeTakeFirst()) !== undefined

/** The place of a company in the tree; undefined where it is none. */
export const companyAt = async (
  db: Db | Trx,
  companyId: number,
): Promise<{ path: number[]; companyType: 'GP' | 'P' | 'C' } | undefined> =>
  (
    await sql<{ path: number[]; companyType: 'GP' | 'P' | 'C' }>`
      select path, company_type from team where id = ${companyId} and company_type <> 'C'`.execute(db)
  ).rows[0]
