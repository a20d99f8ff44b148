// Tax, gateway share and bearer in the price groups of teams: they follow the team's (D-TEAM-4).
import { sql } from 'kysely'
import type { Trx } from '../../server/db.ts'

/**
 * Gives the price groups of `teamIds` the terms their teams have now, as a new version from `now` on: sessions that run
 * keep the version they began with. Versions that are to come take them too. Groups that have them already stay as they are.
 */
export async function takeTeamTerms(trx: Trx, teamIds: readonly number[], now: Date): Promise<void> {
  const groups = sql`(select g.price_group_id, jsonb_build_object('taxPpm', t.tax_ppm,
      'transactionPpm', t.transaction_ppm, 'pgChargesBearer', t.pg_charges_bearer) as terms
    from price_group g join team t on t.id = g.team_id where t.id = any(${sql.val(teamIds)}::int[]))`
  await sql`update price_group_version v set content = v.content || g.terms from ${groups} g
    where v.price_group_id = g.price_group_id and v.valid_from > ${now} and not v.content @> g.terms`.execute(trx)
  await sql`
    insert into price_group_version (price_group_id, valid_from, content)
    select g.price_group_id, ${now}::timestamptz, v.content || g.terms
    from ${groups} g, lateral (select content from price_group_version v where v.price_group_id = g.price_group_id
      and v.valid_from <= ${now} order by v.valid_from desc limit 1) v
    where not v.content @> g.terms
    on conflict (price_group_id, valid_from) do update set content = excluded.content`.execute(trx)
}
