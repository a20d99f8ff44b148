// Companies: the record beside their own team. Both share one id (D-GEN-4).
import { type RawBuilder, sql } from 'kysely'
import * as roles from '#people/roles/role.store.ts'
import { createOwnTeam, type NewTeam } from '#people/teams/team.store.ts'
import { removeMembersOfCompany } from '#people/teams/team-member.store.ts'
import {
  type CompanyTeam,
  companyTeamShown,
  remove as removeTeam,
  writeCompanyTeam,
} from '#people/teams/team-record.store.ts'
import * as users from '#people/users/user.store.ts'
import type { Scope } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { columnsOf, pick, type Stored } from '#platform/db/record.ts'
import type { Provider } from './company-body.contract.ts'

/** The columns of the company record beside the team's. */
const OWN = [
  ...([
    'subscriptionId',
    'paymentConfirmationNo',
    'paymentGatewayDetailsId',
    'paymentGatewayId',
    'protocolType',
  ] as const),
  ...(['token', 'endpoint', 'partyId', 'rootUser', 'emailId', 'comments', 'taxPpm', 'transactionPpm'] as const),
  ...(['runningCostSec', 'showsTariff'] as const),
] as const
type Own = Pick<Stored<'company'>, (typeof OWN)[number]>
export type StoredCompany = CompanyTeam &
  Own & {
    id: number
    companyType: 'GP' | 'P'
    path: number[]
    createdAt: Date
    createdBy: string | null
    provider: Partial<Provider>
  }
/** The columns that a change writes; maker and kind of the company stay. */
export type Values = CompanyTeam & Own & { provider: Provider }

const inScope = (scope: Scope): RawBuilder<boolean> => {
  if (scope.kind === 'all') return sql<boolean>`true`
  return scope.kind === 'company'
    ? sql<boolean>`t.id = ${scope.companyId}`
    : sql<boolean>`t.id = any(${sql.val(scope.teams)}::int[])`
}
const SHOWN = sql`t.id, t.company_type, t.path, t.created_at, u.username as created_by, ${companyTeamShown('t')},
  c.provider, ${columnsOf('c', OWN)}`
const FROM = sql`team t join company c on c.company_id = t.id left join app_user u on u.id = c.created_by`

/** The companies of a scope, newest first. */
export const list = async (db: Db, scope: Scope): Promise<StoredCompany[]> =>
  (
    await sql<StoredCompany>`select ${SHOWN} from ${FROM} where ${inScope(scope)} order by t.created_at desc, t.id desc`.execute(
      db,
    )
  ).rows

/** A company within the scope. */
export const get = async (db: Db | Trx, scope: Scope, id: number): Promise<StoredCompany | undefined> =>
  (await sql<StoredCompany>`select ${SHOWN} from ${FROM} where t.id = ${id} and ${inScope(scope)}`.execute(db)).rows[0]

/** Creates a company: its own team at its place in the tree, and the company's record. Returns the id of both. */
export async function create(db: Db | Trx, t: NewTeam & { companyType: 'GP' | 'P' }): Promise<number> {
  const id = await createOwnTeam(db, t)
  await db.insertInto('company').values({ companyId: id }).execute()
  return id
}

/** Writes both records of a company. A taken domain is the database's unique violation. */
export async function write(trx: Trx, id: number, v: Values): Promise<void> {
  await writeCompanyTeam(trx, id, v)
  await trx
    .updateTable('company')
    .set({ ...pick(v, OWN), provider: JSON.stringify(v.provider) })
    .where('companyId', '=', id)
    .execute()
}

/** Names whom a company belongs to: its first user, with the mail address. */
export const setRootUser = (trx: Trx, id: number, rootUser: string, emailId: string): Promise<unknown> =>
  trx.updateTable('company').set({ rootUser, emailId }).where('companyId', '=', id).execute()

export const setCreator = (trx: Trx, id: number, userId: number): Promise<unknown> =>
  trx.updateTable('company').set({ createdBy: userId }).where('companyId', '=', id).execute()

/** The users of a company: those whose sessions end with it. */
export const userIds = async (db: Db | Trx, id: number): Promise<number[]> =>
  (await db.selectFrom('appUser').select('id').where('companyId', '=', id).execute()).map(r => r.id)

/** The names of the teams of a company beyond its own. */
export const teamNames = async (trx: Trx, id: number): Promise<string[]> =>
  (
    await trx
      .selectFrom('team')
      .select('name')
      .where('companyId', '=', id)
      .where('id', '<>', id)
      .orderBy('path')
      .execute()
  ).map(t => t.name)

/**
 * Deletes a company with its team, users and roles; its own record goes with the team. Any other record that refers to
 * the company causes the database's foreign key violation.
 */
export async function remove(trx: Trx, id: number): Promise<void> {
  await removeMembersOfCompany(trx, id)
  await users.removeOfCompany(trx, id)
  await roles.removeOfCompany(trx, id)
  await removeTeam(trx, id)
}
