// Members of teams with the roles they hold.
import type { ChoiceQuery } from '@wattdesk/base/paging'
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import { choiceSql } from '#platform/db/list.ts'

export type MemberRow = {
  userId: number
  username: string
  firstname: string
  lastname: string
  email: string
  roleId: number
  accesstype: string
}

/** The members of a team by their names. */
export const list = async (db: Db | Trx, teamId: number): Promise<MemberRow[]> =>
  (
    await sql<MemberRow>`
      select u.id as user_id, u.username, u.first_name as firstname, u.last_name as lastname, u.email,
        r.id as role_id, r.name as accesstype
      from team_member m join app_user u on u.id = m.user_id join role r on r.id = m.role_id
      where m.team_id = ${teamId} order by lower(u.username)`.execute(db)
  ).rows

type AddableUser = { userId: number; username: string; firstname: string; lastname: string }
/** Users of the team's company that are not in the team, as a form offers them. */
export async function addable(
  db: Db,
  teamId: number,
  asked: ChoiceQuery,
): Promise<{ data: AddableUser[]; total: number }> {
  const columns = [sql`u.username`, sql`concat_ws(' ', u.first_name, u.last_name)`]
  const { where, limit } = choiceSql(asked, { key: sql`u.id`, columns })
  const { rows } = await sql<AddableUser & { total: number }>`
    select u.id as user_id, u.username, u.first_name as firstname, u.last_name as lastname, count(*) over () as total
    from app_user u where u.company_id = (select company_id from team where id = ${teamId})
      and not exists (select from team_member m where m.team_id = ${teamId} and m.user_id = u.id) and ${where}
    order by lower(u.username) ${limit}`.execute(db)
  return { data: rows.map(({ total: _, ...user }) => user), total: rows[0]?.total ?? 0 }
}

/** Those of `userIds` who may be members: users of the team's company, and present members. */
export const possibleMembers = async (
  trx: Trx,
  teamId: number,
  userIds: readonly number[],
): Promise<{ userId: number; username: string }[]> =>
  (
    await sql<{ userId: number; username: string }>`
      select u.id as user_id, u.username from app_user u where u.id = any(${sql.val(userIds)}::int[])
        and (u.company_id = (select company_id from team where id = ${teamId})
          or exists (select from team_member m where m.team_id = ${teamId} and m.user_id = u.id))
      order by u.id`.execute(trx)
  ).rows

/** Removes a member; returns whether there was one. */
export const remove = async (trx: Trx, teamId: number, userId: number): Promise<boolean> =>
  (await trx.deleteFrom('teamMember').where('teamId', '=', teamId).where('userId', '=', userId).executeTakeFirst())
    .numDeletedRows > 0n

/** Ends every membership in a company's own team, and every membership of the company's users elsewhere. */
export const removeMembersOfCompany = (trx: Trx, companyId: number): Promise<unknown> =>
  sql`delete from team_member where team_id = ${companyId}
    or user_id in (select id from app_user where company_id = ${companyId})`.execute(trx)

/** How many roles a user holds, with their rows locked until the transaction ends. */
export const countHeldRoles = async (trx: Trx, userId: number): Promise<number> =>
  (await sql`select from team_member where user_id = ${userId} for update`.execute(trx)).rows.length
