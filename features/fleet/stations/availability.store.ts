// The availability that chargers are still to be told of as a whole: the next time for each, and its answer (D-LIVE-3).
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import { availabilityFate, LONGEST_PAUSE_MIN } from './availability.rules.ts'

export type SentAvailability = {
  pk: number
  type: 'Inoperative' | 'Operative' /** When a person decided it. */
  changedAt: Date | null
}

/** Stores the charger's answer, unless a person has decided otherwise since; returns true when it was stored. */
export async function keepAvailabilityAnswer(
  db: Db | Trx,
  t: SentAvailability,
  outcome: Parameters<typeof availabilityFate>[0],
) {
  const fate = availabilityFate(outcome)
  if (!fate) return false
  const refusal = fate.is === 'refused' ? fate.word.slice(0, 100) : null
  const { numAffectedRows = 0n } = await sql`
    update charger_state set availability_refusal = ${refusal},
      availability_wish = case when ${refusal}::text is null then null else availability_wish end
    where chargepoint_pk = ${t.pk} and availability_wish = ${t.type}
      and maintenance_changed_at is not distinct from ${t.changedAt}::timestamptz`.execute(db)
  return numAffectedRows > 0n
}

export type DueAvailability = SentAvailability & { node: string; id: string }
/**
 * Takes at most `most` connected chargers that have not answered and are due to be told again, and sets the next time
 * at which each is told; no two nodes take the same charger.
 */
export const takeDueAvailability = async (db: Db, now: Date, most: number): Promise<DueAvailability[]> =>
  (
    await sql<DueAvailability>`
      with due as (select s.chargepoint_pk from charger_state s join charger c using (chargepoint_pk)
        where s.availability_wish is not null and s.availability_refusal is null and s.availability_next_at <= ${now}
          and s.node is not null and s.boot_accepted and c.registration_status = 'Accepted' and c.deleted_at is null
        order by s.availability_next_at limit ${most} for update of s skip locked)
      update charger_state s set availability_tries = least(availability_tries + 1, 100),
        availability_next_at = ${now}::timestamptz
          + least(2 ^ least(availability_tries + 1, 10), ${LONGEST_PAUSE_MIN}::int) * interval '1 minute'
      from due d join charger c using (chargepoint_pk) where s.chargepoint_pk = d.chargepoint_pk
      returning s.chargepoint_pk as pk, c.chargepoint_id as id, s.availability_wish as type,
        s.maintenance_changed_at as changed_at, s.node`.execute(db)
  ).rows
