// An installation filled at a released step of the schema comes up to the present one with all it had. A step is what
// testing/steps/NNNN.json.gz holds: the rows of every table after migration NNNN. A new one is written, before a release,
// by `WATTDESK_STEP=NNNN npx vitest run --project server app/upgrade.test.ts`.
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openDb } from '#platform/db/db.ts'
import { MIGRATIONS, migrate } from '#platform/db/migrations.ts'
import { makeParts } from '#platform/db/parts.ts'
import { startApp } from '#testing/app.ts'
import { at, bootedCharger, energy, newTag, start, stop } from '#testing/ocpp.ts'

const STEPS = new URL('../testing/steps/', import.meta.url)
type Step = { madeAt: string; tables: Record<string, Record<string, unknown>[]> }

/** Tables whose waiting rows an upgrade works off; the upgrade may rename them. */
const PASSING = new Set(['usage_team_change', 'usage_hour', 'usage_team'])
/** Tables and their own columns, as they stand in a database; parts of a table and what it computes left out. */
const TABLES = `
  select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration'
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.relname order by c.relname`
const tablesOf = async (db: pg.Client) => (await db.query<{ name: string; columns: string }>(TABLES)).rows
const countsOf = async (db: pg.Client): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { name } of await tablesOf(db))
    counts[name] = Number((await db.query(`select count(*) from ${name}`)).rows[0]?.count)
  return counts
}

const name = process.env.WATTDESK_STEP
test.runIf(name)('writes a step', async () => {
  const t = await startApp()
  try {
    const { ws } = await t.listen()
    const idTag = await newTag(t)
    const c = await bootedCharger(t, ws)
    const { transactionId } = await start(c, idTag, { meterStart: 0 })
    const meterValue = [1, 2, 3].map(minute => energy(at(minute), minute * 500))
    await c.call('MeterValues', { connectorId: 1, transactionId, meterValue })
    await stop(c, transactionId, { meterStop: 2000, timestamp: at(5) })
    await start(c, idTag, { meterStart: 2000, timestamp: at(6), connectorId: 2 })
    await stop(c, 999_999, { meterStop: 100, timestamp: at(7) })
    await c.close()
    const headers = await t.as('operator')
    await t.app.inject({ url: `/cms/v1/team/${t.world.one.teamId}/charger`, headers })
    await t.ocpp.close()
    const database = (await sql<{ n: string }>`select current_database() as n`.execute(t.db)).rows[0]?.n ?? ''
    const db = new pg.Client({ host: inject('pgSocket'), user: 'wattdesk', database })
    await db.connect()
    const tables: Step['tables'] = {}
    for (const { name, columns } of await tablesOf(db)) {
      const { rows } = await db.query(`select to_jsonb(t) as row from (select ${columns} from ${name}) t`)
      tables[name] = rows.map(r => r.row)
    }
    await db.end()
    const step: Step = { madeAt: new Date().toISOString(), tables }
    writeFileSync(new URL(`${name}.json.gz`, STEPS), gzipSync(JSON.stringify(step), { level: 9 }))
  } finally {
    await t.close()
  }
})

const steps = readdirSync(STEPS).map(f => f.slice(0, 4))
/** Width of the parts in days, before days of frames and meter values were sealed (migrations 0085 and 0086). */
const WIDTHS_THEN = { ocpp_frame_row: 7, meter_value: 28, connector_status_history: 28 }

test('there is a step to come from', () => expect(steps.length).toBeGreaterThan(0))

test.each(steps)('from %s to the present', async number => {
  const step = JSON.parse(gunzipSync(readFileSync(new URL(`${number}.json.gz`, STEPS))).toString()) as Step
  const folder = mkdtempSync(join(tmpdir(), 'wattdesk-step-'))
  const config = { host: inject('pgSocket'), user: 'wattdesk', database: `t_${randomUUID().replaceAll('-', '')}` }
  const admin = new pg.Client({ ...config, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${config.database} template template0 strategy file_copy`)
  const db = new pg.Client(config)
  const maker = openDb(config)
  try {
    for (const f of readdirSync(MIGRATIONS).filter(f => f.endsWith('.sql') && f.slice(0, 4) <= number))
      cpSync(new URL(f, MIGRATIONS), join(folder, f))
    await migrate(config, pathToFileURL(`${folder}/`))
    await makeParts(maker, WIDTHS_THEN, new Date(step.madeAt))
    await db.connect()
    await db.query("set session_replication_role = 'replica'")
    for (const { name, columns } of await tablesOf(db)) {
      await db.query(`delete from ${name}`)
      await db.query(
        `insert into ${name} (${columns}) overriding system value
          select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
        [JSON.stringify(step.tables[name] ?? [])],
      )
    }
    await db.query("set session_replication_role = 'origin'")
    // Drivers of earlier versions: with a card, with two tags of the app, without tags. New keys follow those of the
    // step.
    await db.query("select setval('ocpp_tag_ocpp_tag_pk_seq', 1000), setval('driver_id_seq', 1000)")
    await db.query(`insert into driver (company_id, team_id, first_name)
      select company_id, id, 'Before ' || n from (select * from team order by id limit 1) t, generate_series(1, 3) n`)
    await db.query(`insert into ocpp_tag (company_id, team_id, id_tag, kind, driver_id)
      select company_id, team_id, concat(kind, id, '-', n), kind, id from driver
      join (values ('Before 1', 'rfid', 1), ('Before 2', 'app', 1), ('Before 2', 'app', 2)) x (name, kind, n) on name = first_name`)
    const before = await countsOf(db)
    expect(before.bill).toBeGreaterThan(0)
    expect(before.session_review).toBeGreaterThan(0)
    await migrate(config)
    const after = await countsOf(db)
    for (const [table, count] of Object.entries(before)) {
      if (PASSING.has(table)) continue
      expect(after, `${table} is still there`).toHaveProperty(table)
      expect(after[table], table).toBeGreaterThanOrEqual(count)
    }
    // Each driver has one tag of the app and one wallet from then on; cards stay (D-WAL-4).
    const { rows: drivers } =
      await db.query(`select first_name, (select string_agg(kind, ' ' order by kind) from ocpp_tag t
      where t.driver_id = d.id) as tags, (select count(*)::int from account where kind = 'wallet' and ref = d.id) as wallets
      from driver d where first_name like 'Before %' order by 1`)
    expect(drivers).toEqual([
      { first_name: 'Before 1', tags: 'app rfid', wallets: 1 },
      { first_name: 'Before 2', tags: 'app rfid', wallets: 1 },
      { first_name: 'Before 3', tags: 'app', wallets: 1 },
    ])
    // Every reference still finds its record: a constraint that is created anew checks every row.
    const { rows } = await db.query<{ t: string; def: string }>(
      `select conrelid::regclass::text as t, pg_get_constraintdef(oid) as def from pg_constraint
        where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
    )
    expect(rows.length).toBeGreaterThan(10)
    for (const { t, def } of rows) await db.query(`alter table ${t} add ${def}`)
  } finally {
    await maker.destroy()
    await db.end()
    await admin.query(`drop database ${config.database} with (force)`)
    await admin.end()
    rmSync(folder, { recursive: true })
  }
})
