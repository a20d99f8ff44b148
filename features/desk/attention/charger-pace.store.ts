// The recent revenue of chargers while they were up (`charger_pace`).
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export type Span = { since: Date; until: Date }
/**
 * Computes the paces of at most `most` chargers whose last pace is older than `staleAt`, over the time between two
 * uptime marks. Returns how many. Only sessions of the charger's present team count: revenue that the charger made for
 * other teams is not shown to the present one.
 */
export async function renewPaces(
  db: Db,
  { since, until }: Span,
  { now, staleAt, most }: { now: Date; staleAt: Date; most: number },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with due as materialized (select c.chargepoint_pk, c.team_id from charger c
        left join charger_pace p on p.chargepoint_pk = c.chargepoint_pk and p.team_id = c.team_id
        where c.deleted_at is null and (p.worked_out_at is null or p.worked_out_at <= ${staleAt})
        order by p.worked_out_at nulls first, c.chargepoint_pk limit ${most}),
    done as (insert into charger_pace (chargepoint_pk, team_id, since, until, up_ms, revenue_paise, worked_out_at)
      select d.chargepoint_pk, d.team_id, ${since}::timestamptz, ${until}::timestamptz,
        coalesce(b.up_ms, 0) - coalesce(a.up_ms, 0), r.paise, ${now}::timestamptz
      from due d
      left join uptime_mark b on b.chargepoint_pk = d.chargepoint_pk and b.at = ${until}
      left join uptime_mark a on a.chargepoint_pk = d.chargepoint_pk and a.at = ${since}
      cross join lateral (select coalesce(sum(t.charged_paise), 0)::bigint as paise from transaction t
        where t.chargepoint_pk = d.chargepoint_pk and t.team_id = d.team_id and t.started_at >= ${since}
          and t.started_at < ${until} and t.stopped_at is not null and not t.in_review and not t.is_dismissed
          and t.charged_paise > 0) r
      on conflict (chargepoint_pk) do update set team_id = excluded.team_id, since = excluded.since, until = excluded.until,
        up_ms = excluded.up_ms, revenue_paise = excluded.revenue_paise, worked_out_at = excluded.worked_out_at
      returning 1)
    select count(*) as n from done`.execute(db)
  return rows[0]?.n ?? 0
}
