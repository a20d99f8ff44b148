// What is noticed of chargers beside their states: security events, and values off their enumeration.
import { sql } from 'kysely'
import { bigints, ints, texts, times } from '../../server/columns.ts'
import type { Db } from '../../server/db.ts'

export type SecurityEvent = { pk: number | null; identity: string; type: string; techInfo: string | null; at: Date }
/** A security event of a charger, or one of our own refusals (ocpp.md 81, 83). */
export async function addSecurityEvent(db: Db, e: SecurityEvent): Promise<void> {
  await sql`insert into security_event (chargepoint_pk, identity, type, tech_info, at)
    values (${e.pk}, ${e.identity.slice(0, 100)}, ${e.type}, ${e.techInfo}, ${e.at})`.execute(db)
}

export type OddValue = { pk: number; field: string; value: string; count: number; at: Date }
/** Counts values outside their enumeration (D-OCPP-7). */
export async function countOddValues(db: Db, odd: readonly OddValue[]): Promise<void> {
  await sql`
    insert into odd_value (chargepoint_pk, field, value, count, last_at)
    select * from unnest(${ints(odd.map(o => o.pk))}, ${texts(odd.map(o => o.field))},
      ${texts(odd.map(o => o.value))}, ${bigints(odd.map(o => o.count))}, ${times(odd.map(o => o.at))})
    on conflict (chargepoint_pk, field, value) do update
    set count = odd_value.count + excluded.count, last_at = excluded.last_at`.execute(db)
}
