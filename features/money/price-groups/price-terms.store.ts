// Tax, gateway share and bearer in the price groups of teams: they follow the team's (D-TEAM-4).
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

/**
 * Gives the price groups of `teamIds` the present terms of their teams by adding a version from `now` on and another in
 * place of each future version. Running sessions keep the version they began with. Versions that have these terms
 * already stay.
 */
export async function takeTeamTerms(trx: Trx, teamIds: readonly number[], now: Date): Promise<void> {
  await sql`
    with moment as (select ${now}::timestamptz as now),
    g as (select g.price_group_id, jsonb_build_object('taxPpm', t.tax_ppm, 'transactionPpm', t.transaction_ppm,
        'pgChargesBearer', t.pg_charges_bearer) as terms
      from price_group g join team t on t.id = g.team_id where t.id = any(${sql.val(teamIds)}::int[])),
    -- Of versions from the same moment on the one made last.
    v as (select distinct on (v.price_group_id, v.valid_from) v.*, g.terms
      from price_group_version v join g using (price_group_id)
      order by v.price_group_id, v.valid_from, v.made_at desc, v.price_version_id desc),
    held as (select distinct on (price_group_id) v.* from v, moment where valid_from <= now order by price_group_id, valid_from desc),
    made as (insert into price_group_version (price_group_id, valid_from, content)
    select price_group_id, greatest(valid_from, now), content || terms
    from (select * from held union all select v.* from v, moment where valid_from > now) x, moment
    where not content @> terms order by price_group_id, valid_from returning price_group_id)
    update price_group g set updated_at = now from moment where g.price_group_id in (select price_group_id from made)`.execute(
    trx,
  )
}
