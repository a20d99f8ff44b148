// Whether a person needs a second factor, by the company or by a role, and from when on (MFA-01).
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import { GRACE_DAYS } from './second-factor.words.ts'

/** `from`: the end of the grace; `by`: the role or the company that says so. */
export type Need = { from: Date; by: string }

/**
 * The need that comes first; undefined: the person may do without. Counted from when it was decided, or from when the account
 * was made, where that was later.
 */
export const needOf = async (db: Db | Trx, userId: number): Promise<Need | undefined> =>
  (
    await sql<Need>`
      select n."from", n.by from (
        select greatest(s.second_factor_since, u.created_at) + make_interval(days => s.grace_days) as "from", 'your company' as by
        from app_user u join company_sign_in s on s.company_id = u.company_id
        where u.id = ${userId} and s.needs_second_factor
        union all
        select greatest(r.second_factor_since, u.created_at) + make_interval(days => coalesce(s.grace_days, ${GRACE_DAYS})),
          'the role ' || r.name
        from app_user u join team_member m on m.user_id = u.id join role r on r.id = m.role_id
          left join company_sign_in s on s.company_id = r.company_id
        where u.id = ${userId} and r.needs_second_factor) n
      order by n."from" limit 1`.execute(db)
  ).rows[0]

/** The domains of companies, each of which may be a home of the portal. */
export const companyDomains = async (db: Db | Trx): Promise<string[]> =>
  (
    await sql<{
      domain: string
    }>`select distinct domain from team where company_type <> 'C' and domain is not null`.execute(db)
  ).rows.map(r => r.domain)
