// The credentials of companies at the invoice registration portal, by GST number. Secrets come and go sealed.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'

export type Account = Stored<'irpAccount'>

export const accountsOf = (db: Db | Trx, companyId: number): Promise<Account[]> =>
  db.selectFrom('irpAccount').selectAll().where('companyId', '=', companyId).orderBy('gstin').execute()

const PLATFORM: RawBuilder<number> = sql<number>`(select id from team where company_type = 'GP')`
/** That of a number in a company, else of the platform, which supplies for companies too; without a company the platform’s. */
export const accountFor = async (db: Db | Trx, companyId: number | null, gstin: string): Promise<Account | undefined> =>
  (
    await db
      .selectFrom('irpAccount')
      .selectAll()
      .where('gstin', '=', gstin)
      .where(sql<boolean>`company_id in (${companyId}::int, ${PLATFORM})`)
      .orderBy(sql`coalesce(company_id = ${companyId}::int, false)`, 'desc')
      .limit(1)
      .execute()
  )[0]

export const lock = (trx: Trx, companyId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`irp accounts ${companyId}`}, 0))`.execute(trx)

export const save = (trx: Trx, account: Account): Promise<unknown> =>
  trx
    .insertInto('irpAccount')
    .values(account)
    .onConflict(c => c.columns(['companyId', 'gstin']).doUpdateSet(account))
    .execute()

export const remove = (trx: Trx, companyId: number, gstin: string): Promise<unknown> =>
  trx.deleteFrom('irpAccount').where('companyId', '=', companyId).where('gstin', '=', gstin).execute()

/** Keeps since when the portal refuses credentials, where that has changed; `refusal` null: it takes them. */
export const noteRefusal = (
  db: Db | Trx,
  { companyId, gstin, changedAt }: Pick<Account, 'companyId' | 'gstin' | 'changedAt'>,
  refusal: string | null,
  at: Date,
): Promise<unknown> =>
  sql`update irp_account set refusal = ${refusal}, refused_at = case when ${refusal}::text is null then null
      else coalesce(refused_at, ${at}::timestamptz) end
    where company_id = ${companyId} and gstin = ${gstin} and changed_at = ${changedAt}
      and refusal is distinct from ${refusal}`.execute(db)

/** GST numbers of a company with documents that wait, and no credentials there. */
export const numbersWithout = async (db: Db | Trx, companyId: number): Promise<string[]> =>
  (
    await sql<{ gstin: string }>`
      select distinct e.gstin from e_invoice e where e.company_id = ${companyId} and e.state = 'waiting'
        and e.commission_document_id is null and not exists (select from irp_account a where a.gstin = e.gstin
          and a.company_id in (e.company_id, ${PLATFORM})) order by 1`.execute(db)
  ).rows.map(r => r.gstin)
