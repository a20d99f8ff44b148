// The figures of sessions by team and business hour (usage_hour), by day (usage_day) and in all (usage_team). Triggers of
// the sessions append what changes, the upkeep folds it in, and the views of these names are right at any moment
// (migrations/0011, 0018): compared with the facts, worked out anew from them, cut by another time zone.
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** Works all figures out anew, by the hours of a zone. Starts and stops wait meanwhile. */
export const rebuildFigures = (db: Db, zone: string): Promise<unknown> =>
  sql`select rebuild_figures(${zone})`.execute(db)

/** Cuts the hours by the business time zone; true when they had been cut by another one. */
export async function ensureFigures(db: Db, zone: string): Promise<boolean> {
  const { rows } = await sql<{
    zone: string
  }>`select value->>'zone' as zone from setting where key = 'figures'`.execute(db)
  if (rows[0]?.zone === zone) return false
  await rebuildFigures(db, zone)
  return true
}

/**
 * Folds the changes that sessions have appended into hours, days and teams; one of several nodes folds, the others go
 * on.
 */
export const foldFigures = (db: Db): Promise<unknown> => sql`select usage_fold()`.execute(db)

/** Works out the hours whose figures could not be written with their session; answers how many. */
export async function renewStaleFigures(db: Db): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select renew_stale_figures() as n where exists (select from usage_stale)`.execute(db)
  return rows[0]?.n ?? 0
}

/** An hour of a team whose figures are not those of the facts; null: there are none. Energy in Wh. */
export type Difference = {
  teamId: number
  hour: Date
  kept: Figures | null
  facts: Figures | null
}
export type Figures = {
  sessions: number
  finished: number
  successful: number
  energyWh: string
  chargedPaise: string
  /** The revenue by the way of paying; CARD holds UPI, RFID holds PREPAID. */
  cardPaise: string
  walletPaise: string
  rfidPaise: string
}

const FIGURES =
  sql.raw(`sessions::bigint as sessions, finished::bigint as finished, successful::bigint as successful, energy_wh,
  charged_paise, revenue_paise, card_paise, wallet_paise, rfid_paise`)
const SUMS = sql.raw(`sum(sessions) as sessions, sum(finished) as finished, sum(successful) as successful,
  sum(energy_wh) as energy_wh, sum(charged_paise) as charged_paise, sum(revenue_paise) as revenue_paise,
  sum(card_paise) as card_paise, sum(wallet_paise) as wallet_paise, sum(rfid_paise) as rfid_paise`)
const json = (alias: string) =>
  sql.raw(`case when ${alias}.team_id is not null then json_build_object('sessions', ${alias}.sessions,
    'finished', ${alias}.finished, 'successful', ${alias}.successful, 'energyWh', ${alias}.energy_wh::text,
    'chargedPaise', ${alias}.charged_paise::text, 'cardPaise', ${alias}.card_paise::text,
    'walletPaise', ${alias}.wallet_paise::text, 'rfidPaise', ${alias}.rfid_paise::text) end`)

/** A team's business day, 'yyyy-MM-dd', whose figures are not the sum of its hours. */
export type OddDay = { teamId: number; day: string }
/**
 * Returns at most `most` hours that differ from the facts, at most `most` days that differ from their hours, and the
 * teams whose totals differ from their hours. All are read at the same moment.
 */
export async function compareFigures(
  db: Db,
  most = 100,
): Promise<{ hours: Difference[]; days: OddDay[]; teams: number[] }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async trx => {
      const hours = await sql<Difference>`
        with kept as (select team_id, hour, ${FIGURES} from usage_hour where sessions <> 0 or energy_wh <> 0 or charged_paise <> 0),
        facts as (select team_id, hour, ${FIGURES}
          from figures_of_facts((select value->>'zone' from setting where key = 'figures')))
        select coalesce(k.team_id, f.team_id) as team_id, coalesce(k.hour, f.hour) as hour, ${json('k')} as kept, ${json('f')} as facts
        from kept k full join facts f on f.team_id = k.team_id and f.hour = k.hour
        where k is distinct from f order by 1, 2 limit ${most}`.execute(trx)
      const days = await sql<OddDay>`
        with kept as (select team_id, day, ${SUMS} from usage_day group by 1, 2),
        sums as (select team_id, figures_day(hour) as day, ${SUMS} from usage_hour group by 1, 2)
        select team_id, to_char(day, 'YYYY-MM-DD') as day from (
          select team_id, day from ((table kept except table sums) union all (table sums except table kept)) x
          where x.sessions <> 0 or x.finished <> 0 or x.energy_wh <> 0 or x.charged_paise <> 0) y
        group by 1, 2 order by 1, 2 limit ${most}`.execute(trx)
      const teams = await sql<{ teamId: number }>`
        with totals as (select team_id, sum(sessions) as sessions, sum(charged_paise) as charged_paise
          from usage_team group by 1),
        sums as (select team_id, sum(sessions) as sessions, sum(charged_paise) as charged_paise from usage_hour group by 1)
        select coalesce(t.team_id, s.team_id) as team_id from totals t full join sums s on s.team_id = t.team_id
        where coalesce(t.sessions, 0) <> coalesce(s.sessions, 0) or coalesce(t.charged_paise, 0) <> coalesce(s.charged_paise, 0)
        order by 1`.execute(trx)
      return { hours: hours.rows, days: days.rows, teams: teams.rows.map(r => r.teamId) }
    })
}
