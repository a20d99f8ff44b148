// Meter values as chargers send them, and the running figures they give.
import { sql } from 'kysely'
import { bigints, floats, ints, jsons, times } from '../../server/columns.ts'
import type { Db, Trx } from '../../server/db.ts'
import type { SampledValue } from './meter.rules.ts'

export type StoredMeter = { transactionId: number; at: Date; receivedAt: Date; samples: SampledValue[] }

/** The meter values of sessions since their start, oldest first. */
export async function metersOf(
  db: Db | Trx,
  sessions: readonly { transactionId: number; startReceivedAt: Date }[],
): Promise<StoredMeter[]> {
  if (sessions.length === 0) return []
  // The table is cut by time of receipt: no part of before the first start need be looked at.
  const earliest = new Date(Math.min(...sessions.map(s => s.startReceivedAt.getTime())))
  const { rows } = await sql<StoredMeter>`
    select transaction_id, at, received_at, samples from meter_value
    where transaction_id = any(${sql.val(sessions.map(s => s.transactionId))}::int[]) and received_at >= ${earliest}
    order by at`.execute(db)
  return rows
}

export type NewMeter = {
  transactionId: number | null
  pk: number
  connectorId: number
  at: Date
  receivedAt: Date
  /** JSON text of the sampled values. */
  samples: string
}
export type LiveRow = {
  transactionId: number
  currentWh: number
  chargedPaise: number
  powerW: number | null
  socPercent: number | null
  meteredAt: Date
}
/** Meter values with the running figures they give; one statement, one commit. */
export async function saveMeters(db: Db | Trx, rows: readonly NewMeter[], live: readonly LiveRow[]): Promise<void> {
  await sql`
    with l as (insert into transaction_live (transaction_id, current_wh, charged_paise, power_w, soc_percent, metered_at)
      select distinct on (x.id) x.id, x.wh, x.paise, round(x.w::numeric)::int, round(x.soc::numeric, 2), x.at
      from unnest(${ints(live.map(l => l.transactionId))}, ${bigints(live.map(l => l.currentWh))},
        ${bigints(live.map(l => l.chargedPaise))}, ${floats(live.map(l => l.powerW))},
        ${floats(live.map(l => l.socPercent))}, ${times(live.map(l => l.meteredAt))})
        x (id, wh, paise, w, soc, at)
      -- One that ended meanwhile by another connection runs no more.
      join transaction t on t.transaction_id = x.id and t.stopped_at is null
      order by x.id, x.at desc
      on conflict (transaction_id) do update set current_wh = excluded.current_wh, charged_paise = excluded.charged_paise,
        power_w = coalesce(excluded.power_w, transaction_live.power_w),
        soc_percent = coalesce(excluded.soc_percent, transaction_live.soc_percent), metered_at = excluded.metered_at)
    insert into meter_value (transaction_id, chargepoint_pk, connector_id, at, received_at, samples)
    select x.id, x.pk, x.connector, x.at, x.received, x.samples
    from unnest(${ints(rows.map(r => r.transactionId))}, ${ints(rows.map(r => r.pk))},
      ${ints(rows.map(r => r.connectorId))}, ${times(rows.map(r => r.at))},
      ${times(rows.map(r => r.receivedAt))}, ${jsons(rows.map(r => r.samples))})
      x (id, pk, connector, at, received, samples)`.execute(db)
}
