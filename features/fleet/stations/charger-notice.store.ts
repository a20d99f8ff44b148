// Notes on chargers beside their states: security events, values off their enumeration, progress of uploads and
// firmware updates.
import { sql } from 'kysely'
import { bigints, ints, texts, times } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'

export type SecurityEvent = {
  pk: number | null
  identity: string
  /** The reporter: the charger, or the server that refused something. */
  source: 'charger' | 'server'
  type: string
  techInfo: string | null
  at: Date
  /** The charger's own time, where it differs from `at`. */
  toldAt?: Date | null
  receivedAt: Date
}
/** Adds a security event of a charger, or one of our own refusals (O-81, O-83). */
export async function addSecurityEvent(db: Db, e: SecurityEvent): Promise<void> {
  await sql`insert into security_event (chargepoint_pk, identity, source, type, tech_info, at, told_at, received_at)
    values (${e.pk}, ${e.identity.slice(0, 100)}, ${e.source}, ${e.type}, ${e.techInfo}, ${e.at}, ${e.toldAt ?? null},
      ${e.receivedAt})`.execute(db)
}

const EVENT_DAYS = 400
/** Deletes security events past their time; returns how many. */
export async function dropOldSecurityEvents(trx: Trx, now: Date): Promise<number> {
  const before = new Date(now.getTime() - EVENT_DAYS * 86_400_000)
  const { numAffectedRows } = await sql`delete from security_event where received_at < ${before}`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** On which days a value came is kept for so long. */
const ODD_DAYS = 60
export type OddValue = { pk: number; field: string; value: string; count: number; at: Date }
/** Counts values outside their enumeration (D-OCPP-7). */
export async function countOddValues(db: Db, odd: readonly OddValue[]): Promise<void> {
  await sql`
    insert into odd_value (chargepoint_pk, field, value, count, last_at, days)
    select x.*, datemultirange(daterange((x.at at time zone 'UTC')::date, (x.at at time zone 'UTC')::date, '[]')) from unnest(${ints(odd.map(o => o.pk))}, ${texts(odd.map(o => o.field))},
      ${texts(odd.map(o => o.value))}, ${bigints(odd.map(o => o.count))}, ${times(odd.map(o => o.at))})
      x (pk, field, value, count, at)
    on conflict (chargepoint_pk, field, value) do update
    set count = odd_value.count + excluded.count, last_at = excluded.last_at,
      days = case when odd_value.days @> excluded.days then odd_value.days
        else (odd_value.days + excluded.days) * datemultirange(daterange(lower(excluded.days) - ${ODD_DAYS}::int, null)) end`.execute(
    db,
  )
}

/** Notes that a session of the charger has shown registers that look like kWh (D-TXN-11). */
export async function noteKwhRegisters(db: Db, pk: number, at: Date): Promise<void> {
  await sql`update charger_state set kwh_registers_seen_at = greatest(kwh_registers_seen_at, ${at}::timestamptz)
    where chargepoint_pk = ${pk}`.execute(db)
}

export type Progress = { pk: number; kind: 'firmware' | 'diagnostics'; status: string; at: Date }
/** Stores the state of a firmware update or an upload, asked for or not (O-63, O-64). */
export async function saveProgress(db: Db, progress: Progress): Promise<void> {
  const [status, at] =
    progress.kind === 'firmware'
      ? (['fw_update_status', 'fw_update_at'] as const)
      : (['diagnostics_status', 'diagnostics_at'] as const)
  await sql`update charger_state set ${sql.ref(status)} = ${progress.status}, ${sql.ref(at)} = ${progress.at}
    where chargepoint_pk = ${progress.pk}`.execute(db)
}

/** Counts, for each of these chargers, the settings that differ and are a fault, and since when the first of them does. */
export async function countConfigDiffers(trx: Trx, pks: readonly number[], at: Date): Promise<void> {
  const counted = sql`select s.chargepoint_pk, least(count(d.key), 32767)::smallint as differs, min(d.since) as since
    from charger_state s left join settings_drift d on d.chargepoint_pk = s.chargepoint_pk and d.counts
    where s.chargepoint_pk = any(${ints(pks)}) group by 1`
  // In one order, for writers of the states of many chargers meet here.
  await sql`with n as (${counted}),
      held as (select s.chargepoint_pk, n.differs, n.since, s.config_differs is distinct from n.differs as is_other
        from charger_state s join n using (chargepoint_pk)
        where (s.config_differs, s.config_differs_since) is distinct from (n.differs, n.since)
        order by s.chargepoint_pk for no key update of s),
      kept as (insert into charger_differs (chargepoint_pk, at, differs)
        select chargepoint_pk, ${at}::timestamptz, differs from held where is_other
        on conflict (chargepoint_pk, at) do update set differs = excluded.differs)
    update charger_state s set config_differs = held.differs, config_differs_since = held.since from held
    where s.chargepoint_pk = held.chargepoint_pk`.execute(trx)
}
