// A few hundred transactions of every kind for tests of their lists: running, ended, refunded, odd in length, of several
// teams. The same seed gives the same rows.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { World } from '#testing/app.ts'

/** Inserts `count` transactions of operator one's teams and, every seventh, of operator two's. */
export async function addTransactions(db: Db, w: World, count: number): Promise<void> {
  const teams = [w.one.teamId, w.one.siblingId, w.one.companyId]
  await sql`
    insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id,
      ocpp_tag_pk, id_tag, driver_id, email, phone, started_at, start_received_at, stopped_at, meter_start_wh, meter_stop_wh,
      stop_reason, tolerance_watt, payment_type, payment_id, payment_description, energy_wh, charged_paise, paid_paise,
      refund_paise, refund_status, status, notes)
    select case when other then ${w.two.companyId}::int else ${w.one.companyId}::int end,
      case when other then ${w.two.teamId}::int else (${sql.val(teams)}::int[])[1 + n % 3] end,
      case when other then ${w.chargers.other.pk}::int when n % 2 = 0 then ${w.chargers.dc.pk}::int else ${w.chargers.ac.pk}::int end,
      -- Some from before the charger had its present name.
      case when n % 19 = 0 then 'CP-OLD' when other then 'OTHER-1' when n % 2 = 0 then 'DC-1' else 'AC_1%' end, 'Charger', 'DC', 1 + n % 4,
      case when n % 23 > 0 then (select ocpp_tag_pk from ocpp_tag where id_tag = case when other then 'TAG-TWO' else 'TAG-ONE' end) end,
      case when n % 23 = 0 then 'STRAY-' || n when other then 'TAG-TWO' else 'TAG-ONE' end, case when n % 5 = 0 then 77 end,
      case n % 4 when 0 then null when 1 then '' when 2 then 'Depot.Desk@Example.com' else 'driver' || n % 9 || '@example.org' end,
      case when n % 3 = 0 then null else '+9198' || lpad((n % 40)::text, 8, '0') end,
      start, start, case when running then null when n % 31 = 0 then start - interval '1 hour' when n % 37 = 0 then start + interval '4 days'
        else start + make_interval(mins => n % 90) end,
      1000, case when running then null else 1000 + energy end, case when running then null else 'Local' end, 300,
      (array['RFID', 'CARD', 'WALLET', 'PREPAID', 'CARD'])[1 + n % 5],
      case when n % 5 in (1, 4) then 'pay_' || md5(n::text) end, case n % 10 when 1 then 'QRv2 Payment' when 4 then 'Paid by upi' end,
      case when running then 0 else energy end, case when running then 0 else energy * 2 end, case when n % 3 = 0 then energy * 2 else 0 end,
      case when n % 11 = 0 then 500 else 0 end, case when n % 11 = 0 then 'processed' end,
      case when n % 13 = 0 then 'CAPTURED' when n % 13 = 1 then 'PAYOUTPENDING' end,
      case n % 12 when 0 then 'Refunded by hand' when 1 then '' when 2 then 'asked, twice' end
    from (select n, n % 7 = 0 as other, n % 17 = 0 as running, (n * 7919) % 31 * 100 as energy,
        timestamptz '2026-01-31 18:25:00Z' - make_interval(mins => n * 47) as start
      from generate_series(1, ${count}::int) n) x
    on conflict do nothing`.execute(db)
  await sql`insert into transaction_live (transaction_id, current_wh, charged_paise, power_w, metered_at)
    select transaction_id, 1000 + (transaction_id * 37) % 5000, (transaction_id * 53) % 9000, 7000, started_at + interval '5 minutes'
    from transaction where stopped_at is null and transaction_id % 2 = 0`.execute(db)
  await addPayout(db, w, 'PO-1', sql`t.transaction_id % 6 = 0`)
}

const TERMS = {
  hasFinance: false,
  rule: 5,
  taxBearer: 'CM',
  pgChargesBearer: 'EV',
  chargerTaxPpm: 180_000,
  payoutTaxPpm: 180_000,
  isMonthly: true,
  dcPaise: 0,
  acPaise: 0,
  otherFixedPaise: 0,
  gstin: null,
  settlementPpm: 1_000_000,
}
const PARTY = { teamName: 'One North', companyName: 'One', street: '', city: '', state: '', zipCode: '' }
/** A payout of operator one's team with the sessions of a condition on `t`, as the run writes it; the figures are none. */
export async function addPayout(db: Db, w: World, payoutId: string, which: RawBuilder<unknown>): Promise<void> {
  await sql`insert into payout (payout_id, company_id, team_id, month, period_start, period_end, made_at, bills_from, terms, party,
      accounts, sessions, chargers, energy_wh, total_paise, net_paise, tax_paise, surcharge_paise, gateway_fee_paise, percent_paise,
      per_kwh_paise, collected_paise, fixed_paise, unit_paise, fixed_part_paise, unit_part_paise, commission_paise,
      tax_on_commission_paise, deducted_tax_paise, owner_tax_paise, given_paise, carried_in_paise, carried_out_paise, payout_paise)
    values (${payoutId}, ${w.one.companyId}, ${w.one.teamId}, '2026-01-01', '2025-12-31T18:30Z', '2026-01-31T18:30Z', '2026-01-31T20:30Z',
      '2026-01-31T20:30Z', ${JSON.stringify(TERMS)}, ${JSON.stringify(PARTY)}, '{"team":[],"company":[]}', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    on conflict do nothing`.execute(db)
  await sql`insert into payout_line (transaction_id, bill_version, payout_no, chargepoint_pk)
    select t.transaction_id, 1, p.payout_no, t.chargepoint_pk from transaction t, payout p
    where p.payout_id = ${payoutId} and (${which}) on conflict do nothing`.execute(db)
}
