// Sessions with all that their bills need from the records, as it stood at their start: price, commission, supplier.

import { sql } from 'kysely'
import { type PaidWith, type RateEntry, ratesAt } from '#money/price-groups/gateway-rate.rules.ts'
import { rateEntries } from '#money/price-groups/gateway-rate.store.ts'
import { supplierAt } from '#office/installation/supplier.store.ts'
import { ints } from '#platform/db/columns.ts'
import { recordAtFirst } from '#platform/db/dated.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { paymentOfSession, recipientOfSession } from './payer.store.ts'
import type { Billable } from './session-bill.rules.ts'

type Row = Omit<Billable, 'paymentId' | 'paidWith' | 'methodRates'> & {
  payment: (PaidWith & { paymentId: string }) | null
  rateEntries: RateEntry[] | null
}
/**
 * Sessions by id with their price, commission and supplier as they stood at the start. `offset 0`: looked up once, named
 * twice. `zone`: the business time zone, by whose days the gateway's rates hold.
 */
export async function billables(db: Db | Trx, ids: readonly number[], zone: string): Promise<Billable[]> {
  const { rows } = await sql<Row>`
    select t.transaction_id, t.chargepoint_pk as pk, t.company_id, t.team_id, t.connector_id, t.id_tag, t.id_tag_status,
      t.is_free, t.started_at, coalesce(t.start_told_at, t.started_at) as start_told_at, t.start_time_from, t.start_received_at, t.clock_offset_sec, t.stopped_at,
      case when t.stop_reason is not null then coalesce(t.stop_told_at, t.stopped_at) end as stop_told_at, t.stop_received_at, t.meter_start_wh, t.meter_stop_wh,
      t.register_scale, t.has_station_name, t.reading_wh, t.tolerance_watt, t.payment_type, t.paid_paise, t.hold_paise, t.driver_id, t.ocpp_tag_pk,
      ${paymentOfSession} as payment, ${rateEntries(sql`t.company_id`)} as rate_entries,
      t.stopped_at is not null and not (t.in_review and t.stop_reason is null) as has_stop,
      v.content as snapshot, t.price_version_id, coalesce(k.commission_ppm, m.commission_ppm) as commission_ppm,
      coalesce(k.commission_paise_per_kwh, m.commission_paise_per_kwh) as commission_paise_per_kwh,
      s.supplier as supplier_at_start,
      case when s.supplier is null then ${supplierAt(sql`m.path`, sql`now()`)} end as supplier_now,
      ${recipientOfSession} as recipient,
      c.state as charger_state, c.country as charger_country,
      nullif(coalesce(nullif((n.kw * 1000)::int, 0), c.max_power_watt), 0) as max_power_w
    from transaction t
    join team m on m.id = t.team_id
    left join lateral (select h.commission_ppm, h.commission_paise_per_kwh from team_finance_history h where h.team_id = t.team_id
      order by ${recordAtFirst(sql`h.since`, sql`t.started_at`, sql`h.history_id`)} limit 1) k on true
    cross join lateral (select ${supplierAt(sql`m.path`, sql`t.started_at`)} as supplier offset 0) s
    left join charger c on c.chargepoint_pk = t.chargepoint_pk
    left join connector n on n.chargepoint_pk = t.chargepoint_pk and n.connector_id = t.connector_id
    left join price_group_version v on v.price_version_id = t.price_version_id
    where t.transaction_id = any(${ints(ids)})`.execute(db)
  return rows.map(({ payment, rateEntries: entries, ...row }) => ({
    ...row,
    paymentId: payment?.paymentId ?? null,
    paidWith: payment,
    methodRates: ratesAt(entries, { companyId: row.companyId, at: row.startedAt, zone }),
  }))
}
