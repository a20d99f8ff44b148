// Figures of a scope over a range of time, exact to the millisecond: from days and hours, at its edges from the sessions.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { type Scope, within } from '#platform/db/scope.ts'
import { piecesOf, type Span } from './usage-range.rules.ts'

/**
 * Sums of the sessions that began in a span of time, in Wh and paise. `revenue`: amounts above 0, for every payment
 * type.
 */
export type Usage = {
  sessions: number
  finished: number
  /** With energy and an amount above 0. */
  successful: number
  energyWh: number
  revenuePaise: number
  cardPaise: number
  walletPaise: number
  rfidPaise: number
}

const NAMES = sql.raw('sessions, finished, successful, energy_wh, revenue_paise, card_paise, wallet_paise, rfid_paise')
const SUMS = sql.raw(
  `coalesce(sum(sessions), 0)::bigint as sessions, coalesce(sum(finished), 0)::bigint as finished,
   coalesce(sum(successful), 0)::bigint as successful, coalesce(sum(energy_wh), 0)::float8 as energy_wh,
   coalesce(sum(revenue_paise), 0)::float8 as revenue_paise, coalesce(sum(card_paise), 0)::float8 as card_paise,
   coalesce(sum(wallet_paise), 0)::float8 as wallet_paise, coalesce(sum(rfid_paise), 0)::float8 as rfid_paise`,
)
/**
 * The figures of days (the end is exclusive) and of hours: the folded rows and those that still wait, without the
 * grouping of the views, since every caller adds them up anyway.
 */
const ofDays = (scope: Scope, days: { from: string; until: string }) => sql`
  select day, ${NAMES} from usage_day_kept u where day >= ${days.from}::date and day < ${days.until}::date and ${within(scope, 'u')}
  union all select figures_day(hour), ${NAMES} from usage_change u
  where figures_day(hour) >= ${days.from}::date and figures_day(hour) < ${days.until}::date and ${within(scope, 'u')}`
const ofHours = (scope: Scope, { from, until }: Span) => sql`
  select hour, ${NAMES} from usage_hour_kept u where hour >= ${from} and hour < ${until} and ${within(scope, 'u')}
  union all select hour, ${NAMES} from usage_change u where hour >= ${from} and hour < ${until} and ${within(scope, 'u')}`
const ofSessions = (scope: Scope, { from, until }: Span) => sql`
  select f.sessions, f.finished, f.successful, f.wh as energy_wh, f.revenue as revenue_paise, f.card as card_paise,
    f.wallet as wallet_paise, f.rfid as rfid_paise
  from transaction t cross join lateral session_figures(t.stopped_at, t.stop_reason, t.in_review, t.is_dismissed,
    t.energy_wh, t.charged_paise, t.payment_type) f
  where t.started_at >= ${from} and t.started_at < ${until} and ${within(scope, 't')}`

const FIGURES = [
  ...(['sessions', 'finished', 'successful', 'energyWh'] as const),
  ...(['revenuePaise', 'cardPaise', 'walletPaise', 'rfidPaise'] as const),
] as const satisfies (keyof Usage)[]
export const sumOf = (all: readonly Usage[]): Usage =>
  Object.fromEntries(FIGURES.map(name => [name, all.reduce((sum, usage) => sum + usage[name], 0)])) as Usage
const NONE = sumOf([])

/** The sums of a range; `zone` is the business time zone, by which hours and days are cut. */
export async function usageBetween(db: Db, scope: Scope, span: Span, zone: string): Promise<Usage> {
  const { days, hours, sessions } = piecesOf(span, zone)
  const parts: RawBuilder<unknown>[] = [
    ...(days ? [sql`select ${NAMES} from (${ofDays(scope, days)}) d`] : []),
    ...hours.map(h => sql`select ${NAMES} from (${ofHours(scope, h)}) h`),
    ...sessions.map(s => ofSessions(scope, s)),
  ]
  if (parts.length === 0) return NONE
  const { rows } = await sql<Usage>`select ${SUMS} from (${sql.join(parts, sql` union all `)}) x`.execute(db)
  return rows[0] ?? NONE
}

/** So long after a moment a session of before may end that is counted as one which ran then. */
const LONGEST_MS = 86_400_000
/** Sums of the sessions that began in a range and ran at its end, by their figures at their stop. */
export async function usageOfRunning(db: Db, scope: Scope, { from, until }: Span): Promise<Usage> {
  const begin = new Date(Math.max(from.getTime(), until.getTime() - LONGEST_MS))
  const { rows } = await sql<Usage>`select ${SUMS} from (${ofSessions(scope, { from: begin, until })}
    and t.stopped_at >= ${until} and t.stopped_at < ${new Date(until.getTime() + LONGEST_MS)}) x`.execute(db)
  return rows[0] ?? NONE
}

/** Day by day, 'yyyy-MM-dd', the last exclusive; days without sessions are left out. */
export const usageByDay = async (
  db: Db,
  scope: Scope,
  days: { from: string; until: string },
): Promise<(Usage & { day: string })[]> =>
  (
    await sql<Usage & { day: string }>`select to_char(day, 'YYYY-MM-DD') as day, ${SUMS}
      from (${ofDays(scope, days)}) x group by 1 order by 1`.execute(db)
  ).rows

/** Hour by hour; hours without sessions are left out. */
export const usageByHour = async (db: Db, scope: Scope, span: Span): Promise<(Usage & { hour: Date })[]> =>
  (
    await sql<
      Usage & { hour: Date }
    >`select hour, ${SUMS} from (${ofHours(scope, span)}) x group by 1 order by 1`.execute(db)
  ).rows
