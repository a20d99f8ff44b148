// The billed sessions of a month, portion by portion in the order of an index, and billed anew by other prices.
import { type RawBuilder, sql } from 'kysely'
import { readSessions } from '#charging/sessions/session-read.store.ts'
import type { Services } from '#office/installation/services.ts'
import type { Scope } from '#platform/access/scope.ts'
import { ints } from '#platform/db/columns.ts'
import type { Db } from '#platform/db/db.ts'
import { MOST_SESSIONS } from './replay.contract.ts'
import { type Billed, type Prices, ReplayTally } from './replay.rules.ts'

const PORTION = 500

/** The teams of a scope by their ids. */
export async function teamsOf(db: Db, scope: Scope): Promise<number[]> {
  if (scope.kind === 'teams') return scope.teams
  const own = scope.kind === 'company' ? sql`where company_id = ${scope.companyId}` : sql``
  return (await sql<{ id: number }>`select id from team ${own}`.execute(db)).rows.map(r => r.id)
}

/** Charge points of these teams by their chargepoint_id, also those that are deleted by now. */
export const chargersOf = async (db: Db, teams: readonly number[], ids: readonly string[]) =>
  (
    await sql<{ pk: number; id: string }>`select chargepoint_pk as pk, chargepoint_id as id from charger
      where team_id = any(${ints(teams)}) and chargepoint_id = any(${sql.val([...ids])}::text[])`.execute(db)
  ).rows

export type ReplayQuery = {
  teams: readonly number[]
  from: Date
  to: Date
  /** Only sessions by a version of this group, only those of these charge points. */
  priceGroupId?: number | undefined
  pks?: readonly number[] | undefined
}
type Place = { teamId: number; stoppedAt: Date; transactionId: number }
const narrowed = ({ priceGroupId, pks }: ReplayQuery): RawBuilder<unknown> => sql`
  ${priceGroupId === undefined ? sql`` : sql`and t.price_version_id in (select price_version_id from price_group_version where price_group_id = ${priceGroupId})`}
  ${pks === undefined ? sql`` : sql`and t.chargepoint_pk = any(${ints(pks)})`}`

/** The next billed sessions: free and dismissed sessions and those in review are left out. */
const nextPortion = async (db: Db, asked: ReplayQuery, after: Place): Promise<(Billed & Place)[]> =>
  (
    await sql<Billed & Place>`
      select t.team_id, t.stopped_at, t.transaction_id, t.chargepoint_pk as pk, t.chargepoint_id, t.chargepoint_name,
        coalesce('driver ' || t.driver_id, 'tag ' || lower(t.id_tag)) as driver, b.total_paise
      from transaction t cross join lateral (select total_paise from bill b where b.transaction_id = t.transaction_id
        order by b.version desc limit 1) b
      where t.team_id = any(${ints(asked.teams)}) and t.stopped_at >= ${asked.from} and t.stopped_at < ${asked.to}
        and (t.team_id, t.stopped_at, t.transaction_id) > (${after.teamId}, ${after.stoppedAt}::timestamptz, ${after.transactionId})
        and not t.is_free and not t.in_review and not t.is_dismissed and t.id_tag_status = 'Accepted'
        and t.price_version_id is not null ${narrowed(asked)}
      order by t.team_id, t.stopped_at, t.transaction_id limit ${PORTION}`.execute(db)
  ).rows

/**
 * Bills the sessions by other prices, 500 at a time, so that only sums are held. `isGone`: nobody waits for the answer any
 * more. Stops beyond 200,000 sessions.
 */
export async function replayed(
  services: Pick<Services, 'db' | 'platform' | 'archive' | 'timeZone'>,
  asked: ReplayQuery,
  prices: Prices,
  isGone: () => boolean = () => false,
): Promise<ReplayTally> {
  const tally = new ReplayTally(prices)
  let after: Place = { teamId: 0, stoppedAt: asked.from, transactionId: 0 }
  while (!isGone()) {
    const portion = await nextPortion(services.db, asked, after)
    const last = portion.at(-1)
    if (!last) break
    after = last
    const ids = portion.map(p => p.transactionId)
    for (const [i, s] of (await readSessions(services.db, ids, services)).entries()) {
      const billed = portion[i]
      if (s && billed) tally.add(billed, s)
    }
    if (portion.length < PORTION || tally.all.sessions > MOST_SESSIONS) break
  }
  return tally
}
