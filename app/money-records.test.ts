// The effect of migration 0010 on an installation with data: states by their names, histories as of the earliest known
// moment, bills with the facts they were made from, and no record that may be changed afterwards.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrate } from '#platform/db/migrations.ts'

test('records of before are kept as of when they held', async () => {
  const config = { host: inject('pgSocket'), user: 'wattdesk', database: 'money_records' }
  const admin = new pg.Client({ ...config, database: 'postgres' })
  await admin.connect()
  await admin.query('create database money_records template template0')
  const folder = mkdtempSync(join(tmpdir(), 'wattdesk-money-'))
  const source = new URL('../migrations/', import.meta.url)
  const copy = (fits: (file: string) => boolean) => {
    for (const file of readdirSync(source).filter(fits)) cpSync(new URL(file, source), join(folder, file))
  }
  const run = () => migrate(config, pathToFileURL(`${folder}/`))
  const db = new pg.Client(config)
  try {
    copy(file => file < '0010')
    await run()
    await db.connect()
    await db.query(`
      insert into team (id, parent_id, company_id, company_type, name, path, state, gstin, created_at) overriding system value values
        (1, null, 1, 'GP', 'Platform', '{1}', 'gujrat', '24AACCK3955D1ZS', '2025-01-01Z'),
        (2, 1, 2, 'P', 'Operator', '{1,2}', 'KA', null, '2025-02-01Z'),
        (3, 2, 2, 'C', 'North', '{1,2,3}', 'Tamilnadu', null, '2025-03-01Z'),
        (4, 2, 2, 'C', 'Abroad', '{1,2,4}', 'Atlantis', null, '2025-03-01Z');
      update team set country = 'DE', state = 'HB' where id = 4;
      update team set commission_ppm = 70000 where id = 3;
      insert into team_commission values (3, '2025-05-01Z', 50000, 0), (3, '2025-06-01Z', 60000, 10);
      insert into payout_account (team_id, business_name, business_type, beneficiary_name, email, phone, account_no, ifsc_code, gst)
        values (3, 'North LLP', 'llp', 'North', 'a@b.example', '9876543210', '12345', 'HDFC0001234', '33AALFA7310K1ZK');
      insert into charger (chargepoint_pk, company_id, team_id, chargepoint_id, chargepoint_name, state, created_at, deleted_at)
        overriding system value values
        (1, 2, 3, 'A', 'A', 'karnataka ', '2025-04-01Z', null), (2, 2, 3, 'B', 'B', '7', '2025-04-02Z', '2025-07-01Z'),
        (3, 2, 3, 'C', 'C', 'Atlantis', '2025-04-03Z', null);
      insert into price_group (price_group_id, company_id, team_id, name) overriding system value values (1, 2, 2, 'Day');
      insert into price_group_version (price_version_id, price_group_id, valid_from, content) overriding system value values
        (1, 1, '2025-02-01Z', '{"taxPpm": 180000, "transactionPpm": 23600, "pgChargesBearer": "EV"}'),
        (2, 1, '2099-02-01Z', '{"taxPpm": 50000}');
      insert into connector (chargepoint_pk, connector_id, price_group_id) values (1, 1, 1), (1, 2, null);
      insert into transaction (transaction_id, company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type,
        connector_id, id_tag, started_at, stopped_at, meter_start_wh, meter_stop_wh, tolerance_watt, payment_type, price_version_id)
        values (1, 2, 3, 1, 'A', 'A', 'DC', 1, 'T', '2025-05-15Z', '2025-05-15Z', 0, 1000, 300, 'RFID', 1),
          (2, 2, 3, 1, 'A', 'A', 'DC', 1, 'T', '2025-06-15Z', '2025-06-15Z', 0, 2000, 300, 'CARD', 1);
      insert into bill (transaction_id, company_id, team_id, billed_at, taxable_paise, cgst_paise, sgst_paise, igst_paise,
        gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise,
        place_of_supply, lines, facts)
      select id, 2, 3, now(), 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, place, '[]', facts::jsonb
      from (values (1, 'Orissa', '{"energyWh": 1000, "overrunPaise": 7}'), (2, 'Atlantis', '{"energyWh": 2000}')) x (id, place, facts)`)
    copy(file => file >= '0010')
    await run()
    const rows = async (text: string) => (await db.query({ text, rowMode: 'array' })).rows
    expect(await rows('select name, state from team order by id')).toEqual([
      ['Platform', 'Gujarat'],
      ['Operator', 'Karnataka'],
      ['North', 'Tamil Nadu'],
      ['Abroad', 'HB'],
    ])
    expect(await rows('select state from charger order by 1')).toEqual([['Atlantis'], ['Delhi'], ['Karnataka']])
    const day = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`
    expect(
      await rows(
        `select team_id, ${day('since')}, commission_ppm, gstin, business_name from team_finance_history order by 1, 2`,
      ),
    ).toEqual([
      [1, '2025-01-01', 50_000, '24AACCK3955D1ZS', 'Platform'],
      [2, '2025-02-01', 50_000, null, null],
      [3, '2025-03-01', 50_000, '33AALFA7310K1ZK', 'North LLP'],
      [3, '2025-05-01', 60_000, '33AALFA7310K1ZK', 'North LLP'],
      [3, '2025-06-01', 70_000, '33AALFA7310K1ZK', 'North LLP'],
      [4, '2025-03-01', 50_000, null, null],
    ])
    expect(
      await rows(`select chargepoint_pk, team_id, ${day('since')} from charger_team_history order by 1, 3`),
    ).toEqual([
      [1, 3, '2025-04-01'],
      [2, 3, '2025-04-02'],
      [2, null, '2025-07-01'],
      [3, 3, '2025-04-03'],
    ])
    expect(
      await rows(`select connector_id, price_group_id, ${day('since')} from connector_price_history order by 1`),
    ).toEqual([
      [1, 1, '2025-04-01'],
      [2, null, '2025-04-01'],
    ])
    expect(
      await rows(`select transaction_id, energy_wh::int, supplier_name, supplier_state, place_of_supply, tax_ppm, gateway_ppm,
        overrun_paise::int, commission_ppm from current_bill order by 1`),
    ).toEqual([
      [1, 1000, 'North', '33', '21', 180_000, 0, 7, 60_000],
      [2, 2000, 'North', '33', null, 180_000, 23_600, 0, 70_000],
    ])
    expect(await rows('select made_at = valid_from, made_at <= now() from price_group_version order by 1')).toEqual([
      [false, true],
      [true, true],
    ])
    for (const text of ['delete from bill', 'truncate bill', 'update price_group_version set content = content'])
      await expect(db.query(text)).rejects.toThrow('is only added to')
  } finally {
    await db.end()
    await admin.query('drop database money_records with (force)')
    await admin.end()
    rmSync(folder, { recursive: true })
  }
})
