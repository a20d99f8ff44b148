// Sessions of before certain times were kept: what migrations/0011 makes of them and of their figures.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#platform/db/migrations.ts'

const FOLDER = new URL('../../../migrations/', import.meta.url)
const NAME = `before_${process.pid}_${Date.now()}`
const config = { host: inject('pgSocket'), user: 'wattdesk', database: NAME }
let client: pg.Client
const admin = async (text: string) => {
  const c = new pg.Client({ ...config, database: 'postgres' })
  await c.connect()
  await c.query(text).finally(() => c.end())
}

beforeAll(async () => {
  await admin(`create database ${NAME} template template0`)
  const before = mkdtempSync(join(tmpdir(), 'wattdesk-migrations-'))
  for (const file of readdirSync(FOLDER).filter(f => f < '0011')) cpSync(new URL(file, FOLDER), join(before, file))
  await migrate(config, pathToFileURL(`${before}/`))
  rmSync(before, { recursive: true })
  client = new pg.Client(config)
  await client.connect()
  await client.query(`
    insert into team (id, company_id, company_type, path, name) values (1, 1, 'GP', '{1}', 'Platform');
    insert into price_group (price_group_id, company_id, team_id, name) values (1, 1, 1, 'Day');
    insert into price_group_version (price_version_id, price_group_id, valid_from, content) values
      (1, 1, '2024-01-01', '{}'), (2, 1, '2026-01-01', '{}'), (3, 1, '2030-01-01', '{}');
    insert into transaction (transaction_id, company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type,
      connector_id, id_tag, tolerance_watt, meter_start_wh, started_at, start_received_at, stopped_at, stop_received_at,
      stop_reason, meter_stop_wh, energy_wh, charged_paise, in_review, price_version_id)
    select id, 1, 1, 1, 'C', 'C', 'DC', 1, 'T', 300, id, s::timestamptz, r::timestamptz, e::timestamptz, er::timestamptz, why,
      1000, wh, paise, review, v
    from (values
      (1, '2026-02-01T18:29:00Z', '2026-02-01T18:29:00Z', '2026-02-01T19:00:00Z', '2026-02-01T19:00:00Z', 'Local', 5000, 100, false, 2),
      (2, '2026-02-01T18:31:00Z', '2026-02-01T18:31:00Z', '2026-02-01T19:00:00Z', '2026-02-01T19:00:00Z', 'Local', 7000, 200, false, 2),
      (3, '1970-01-01T00:00:00Z', '2026-02-02T10:00:00Z', '2026-02-02T10:30:00Z', '2026-02-02T10:30:00Z', 'Local', 9000000000, 0, true, 1),
      (4, '2036-01-01T00:00:00Z', '2026-02-02T10:00:00Z', null, null, null, 0, 0, false, 3),
      (5, '2026-02-02T10:05:00Z', '2026-02-02T10:05:00Z', '2036-01-01T00:00:00Z', '2026-02-02T10:40:00Z', 'Local', 4000, 0, true, 2),
      (6, '2026-02-02T10:07:00Z', '2026-02-02T10:07:00Z', '2026-02-02T10:20:00Z', '2026-02-02T11:00:00Z', null, 3000, 0, true, 2),
      (7, '2026-02-02T10:08:00Z', '2026-02-02T10:08:00Z', '2026-02-02T10:20:00Z', '2026-02-02T11:00:00Z', 'Local', 8000, 0, false, 2)
    ) x (id, s, r, e, er, why, wh, paise, review, v);
    insert into session_review (company_id, team_id, transaction_id, chargepoint_pk, reason, detail, decided_at, decision)
      values (1, 1, 7, 1, 'Implausible times', '{}', now(), '{"action": "dismiss"}');
    insert into usage_hour (company_id, team_id, hour, sessions, energy_wh) values (1, 1, '2026-02-01T18:00:00Z', 9, 999)`)
  await migrate(config)
}, 30_000)
afterAll(async () => {
  await client.end()
  await admin(`drop database ${NAME} with (force)`)
})

test('an impossible time of what is not billed is replaced and kept beside, and the price follows', async () => {
  const { rows } =
    await client.query(`select transaction_id as id, started_at, start_told_at, start_time_from, stopped_at,
    stop_told_at, stop_time_from, price_version_id as v, is_dismissed from transaction order by 1`)
  const at = (text: string) => new Date(text)
  const heard = at('2026-02-02T10:00:00Z')
  const asTold = { start_told_at: null, start_time_from: 'charger', is_dismissed: false }
  expect(rows).toMatchObject([
    { id: 1, started_at: at('2026-02-01T18:29:00Z'), ...asTold, stop_told_at: null, stop_time_from: 'charger', v: 2 },
    { id: 2, ...asTold, stop_time_from: 'charger', v: 2 },
    { id: 3, started_at: heard, start_told_at: at('1970-01-01T00:00:00Z'), start_time_from: 'receipt', v: 2 },
    { id: 4, started_at: heard, start_told_at: at('2036-01-01T00:00:00Z'), stop_time_from: null, v: 2 },
    {
      id: 5,
      ...asTold,
      stopped_at: at('2026-02-02T10:40:00Z'),
      stop_told_at: at('2036-01-01T00:00:00Z'),
      stop_time_from: 'receipt',
      v: 2,
    },
    { id: 6, ...asTold, stop_time_from: 'reading', stop_told_at: null },
    { id: 7, ...asTold, is_dismissed: true },
  ])
})

test('the figures are those of the sessions, by the hours of the business day', async () => {
  const { rows } = await client.query(`select hour, sessions, finished, successful, energy_wh::int as wh,
    charged_paise::int as paise from usage_hour order by hour`)
  expect(rows).toEqual([
    { hour: new Date('2026-02-01T17:30:00Z'), sessions: 1, finished: 1, successful: 1, wh: 5000, paise: 100 },
    { hour: new Date('2026-02-01T18:30:00Z'), sessions: 1, finished: 1, successful: 1, wh: 7000, paise: 200 },
    // Some of the five sessions run; those in review count as finished once they are decided.
    { hour: new Date('2026-02-02T09:30:00Z'), sessions: 5, finished: 1, successful: 0, wh: 0, paise: 0 },
  ])
  const totals = await client.query(`select sum(sessions)::int as sessions, sum(charged_paise)::int as paise
    from usage_team`)
  expect(totals.rows).toEqual([{ sessions: 7, paise: 300 }])
})
