// The credentials of companies at their payment provider. Secrets come and go sealed.
import { sql } from 'kysely'
import { type Scope, within } from '../../platform/access/scope.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { Stored } from '../../platform/db/record.ts'

export type Account = Stored<'providerAccount'>

export const get = (db: Db | Trx, companyId: number): Promise<Account | undefined> =>
  db.selectFrom('providerAccount').selectAll().where('companyId', '=', companyId).executeTakeFirst()

/** All of them: a webhook does not say whose it is, but for its signature. */
export const list = (db: Db | Trx): Promise<Account[]> =>
  db.selectFrom('providerAccount').selectAll().orderBy('companyId').execute()

/** The way from the top to the own team of a company within the scope; undefined where there is none. */
export const pathOf = async (db: Db | Trx, scope: Scope, companyId: number): Promise<number[] | undefined> =>
  (
    await sql<{ path: number[] }>`
      select t.path from (select id as team_id, company_id, path from team where id = ${companyId}) t
      join company c on c.company_id = t.team_id where ${within(scope, 't')}`.execute(db)
  ).rows[0]?.path

/** Holds a company, and the credentials of all of them, until the transaction ends: so no two take the same. */
export async function lock(trx: Trx, companyId: number): Promise<void> {
  await sql`select from team where id = ${companyId} for no key update`.execute(trx)
  await sql`select pg_advisory_xact_lock(hashtextextended('provider accounts', 0))`.execute(trx)
}

/** Keeps credentials in place of those before. */
export const keep = (trx: Trx, account: Account): Promise<unknown> =>
  trx
    .insertInto('providerAccount')
    .values(account)
    .onConflict(c => c.column('companyId').doUpdateSet(account))
    .execute()

export const remove = (trx: Trx, companyId: number): Promise<unknown> =>
  trx.deleteFrom('providerAccount').where('companyId', '=', companyId).execute()

/** Whether some company has no credentials, and so the provider that comes with the product. */
export const isSandboxNeeded = async (db: Db): Promise<boolean> =>
  (
    await sql`select from company c where not exists (select from provider_account a where a.company_id = c.company_id)
      limit 1`.execute(db)
  ).rows.length > 0
