// Companies that have moved to another installation.
import { sql } from 'kysely'
import { setActive } from '#people/teams/team-record.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'

type Moved = { movedTo: string; wasActive: boolean }
export const get = async (db: Db | Trx, companyId: number): Promise<Moved | undefined> =>
  (await sql<Moved>`select moved_to, was_active from company_moved where company_id = ${companyId}`.execute(db)).rows[0]

/** From now on the people and charge points of the company are told where it is. */
export async function release(trx: Trx, companyId: number, movedTo: string): Promise<void> {
  await sql`insert into company_moved (company_id, moved_to, was_active)
    select id, ${movedTo}, is_active from team where id = ${companyId}
    on conflict (company_id) do update set moved_to = excluded.moved_to`.execute(trx)
  await setActive(trx, companyId, false)
}

/** The company is at work here again. */
export async function takeBack(trx: Trx, companyId: number, { wasActive }: Moved): Promise<void> {
  await sql`delete from company_moved where company_id = ${companyId}`.execute(trx)
  await setActive(trx, companyId, wasActive)
}
