// The emergency administrators of companies without passwords: the people who could undo everything there (SSO-01).
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'

export type EmergencyAdmin = { companyId: number; path: number[]; userId: number; username: string }

/** Whether the people of a company sign in by single sign-on alone. */
export const forbidsPasswords = async (on: Db | Trx, companyId: number): Promise<boolean> =>
  (await on
    .selectFrom('companySignIn')
    .select('companyId')
    .where('companyId', '=', companyId)
    .where('forbidsPasswords', '=', true)
    .executeTakeFirst()) !== undefined

/** Those of the companies that these teams belong to. */
export const emergencyAdmins = async (on: Db | Trx, teamIds: readonly number[]): Promise<EmergencyAdmin[]> =>
  (
    await sql<EmergencyAdmin>`select c.id as company_id, c.path, u.id as user_id, u.username
      from company_sign_in s join team c on c.id = s.company_id join app_user u on u.id = s.emergency_user_id
      where s.forbids_passwords and s.company_id in (select company_id from team where id = any(${sql.val([...teamIds])}::int[]))
      order by c.id`.execute(on)
  ).rows
