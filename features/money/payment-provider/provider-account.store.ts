// The credentials of companies at their payment provider. Secrets come and go sealed.
import { sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'

export type Account = Stored<'providerAccount'>

/** A company that has moved to another installation has its account there: from here nobody calls, and no webhook is taken. */
const isHere = sql<boolean>`not exists (select from company_moved v where v.company_id = provider_account.company_id)`

export const get = (db: Db | Trx, companyId: number): Promise<Account | undefined> =>
  db.selectFrom('providerAccount').selectAll().where('companyId', '=', companyId).where(isHere).executeTakeFirst()

/** The account as it is stored, also of a company that has moved. */
export const stored = (db: Db | Trx, companyId: number): Promise<Account | undefined> =>
  db.selectFrom('providerAccount').selectAll().where('companyId', '=', companyId).executeTakeFirst()

/** The accounts of all companies: only its signature tells which company a webhook is for. */
export const list = (db: Db | Trx): Promise<Account[]> =>
  db.selectFrom('providerAccount').selectAll().where(isHere).orderBy('companyId').execute()

/** The path from the top to the own team of a company within the scope; undefined where there is none. */
export const pathOf = async (db: Db | Trx, scope: Scope, companyId: number): Promise<number[] | undefined> =>
  (
    await sql<{ path: number[] }>`
      select t.path from (select id as team_id, company_id, path from team where id = ${companyId}) t
      join company c on c.company_id = t.team_id where ${within(scope, 't')}`.execute(db)
  ).rows[0]?.path

/** The company of an existing team. */
export const companyOfTeam = async (db: Db, teamId: number): Promise<number> =>
  (await db.selectFrom('team').select('companyId').where('id', '=', teamId).executeTakeFirstOrThrow()).companyId

/**
 * Locks a company, and the credentials of all companies, until the transaction ends, so that no two companies take the
 * same account.
 */
export async function lock(trx: Trx, companyId: number): Promise<void> {
  await sql`select from team where id = ${companyId} for no key update`.execute(trx)
  await sql`select pg_advisory_xact_lock(hashtextextended('provider accounts', 0))`.execute(trx)
}

/** Stores credentials in place of the earlier ones. */
export const saveAccount = (trx: Trx, account: Account): Promise<unknown> =>
  trx
    .insertInto('providerAccount')
    .values(account)
    .onConflict(c => c.column('companyId').doUpdateSet(account))
    .execute()

/** Keeps since when the provider has refused a key; null: it accepts the key. */
export const setRefused = (db: Db, companyId: number, keyId: string, refusedAt: Date | null): Promise<unknown> =>
  db
    .updateTable('providerAccount')
    .set({ refusedAt })
    .where('companyId', '=', companyId)
    .where('keyId', '=', keyId)
    .execute()

export const remove = (trx: Trx, companyId: number): Promise<unknown> =>
  trx.deleteFrom('providerAccount').where('companyId', '=', companyId).execute()

/** Whether some company has no credentials, and so the provider that comes with the product. */
export const isSandboxNeeded = async (db: Db): Promise<boolean> =>
  (
    await sql`select from company c where not exists (select from provider_account a where a.company_id = c.company_id)
      limit 1`.execute(db)
  ).rows.length > 0

/**
 * Counts of a company's open sessions, payments, holds and refunds at its current account. `paymentId` and `orderId`
 * are the newest of them.
 */
export type Open = {
  /** Sessions that drivers have ordered, or that run with a payment. */
  sessions: number
  /** Payments that are to be captured, or whose money waits for a session or a refund. */
  payments: number
  /** Ended sessions that still have money in their hold. */
  holds: number
  refunds: number
  paymentId: string | null
  orderId: string | null
}
export const openMoney = async (trx: Trx, companyId: number): Promise<Open> =>
  (
    await sql<Open>`select
      (select count(*)::int from pay_session where company_id = ${companyId} and closed_at is null and method in ('card', 'upi')) as sessions,
      (select count(*)::int from payment p left join account a on a.kind = 'payment' and a.ref = p.payment_no
        where p.company_id = ${companyId} and ((p.status = 'authorized' and p.created_at > now() - interval '4 days')
          or a.balance_paise >= 100)) as payments,
      (select count(*)::int from account a join transaction t on t.transaction_id = a.ref where a.kind = 'hold' and a.is_kept
        and a.balance_paise >= 100 and a.company_id = ${companyId} and t.payment_id is not null) as holds,
      (select count(*)::int from refund where company_id = ${companyId} and status = 'pending') as refunds,
      (select payment_id from payment where company_id = ${companyId} order by created_at desc limit 1) as payment_id,
      (select order_id from pay_session where company_id = ${companyId} and order_id is not null
        order by created_at desc limit 1) as order_id`.execute(trx)
  ).rows[0] as Open
