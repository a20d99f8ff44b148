// Measures settings templates with 100,000 charge points: how long it takes until all of them are compared with a changed
// template of 20 keys, how long one piece of that takes, and how fast the list of keys that differ answers with 200,000 rows.
//
// node bench/settings.ts [chargers]
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import {
  checkTemplate,
  compareSettings,
  countWaiting,
  takeWaiting,
} from '#control/settings-drift/settings-compare.store.ts'
import { driftFilterFields, driftSortFields } from '#control/settings-drift/settings-drift.contract.ts'
import { reply } from '#control/settings-drift/settings-drift.store.ts'
import { reach } from '#control/settings-templates/settings-template.store.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'
import { newFolder } from './stand.ts'

const CHARGERS = Number(process.argv[2] ?? 100_000)
const KEYS = 40
const ASKED = 20
const OPERATORS = 10
const TEAMS = 5
const PIECE = 500
const PART = 5000
const ROUNDS = 3

async function fill(db: Db): Promise<void> {
  await sql`with gp as (insert into team (id, company_id, company_type, path, name) values (1, 1, 'GP', '{1}', 'Platform'))
    insert into team (id, parent_id, company_id, company_type, path, name)
    select 1 + c, 1, 1 + c, 'P', array[1, 1 + c], 'Company ' || c from generate_series(1, ${OPERATORS}::int) c`.execute(
    db,
  )
  await sql`insert into team (id, parent_id, company_id, company_type, path, name)
    select 1000 + (c - 1) * ${TEAMS} + n, 1 + c, 1 + c, 'C', array[1, 1 + c, 1000 + (c - 1) * ${TEAMS} + n], 'Team ' || c || '.' || n
    from generate_series(1, ${OPERATORS}::int) c, generate_series(0, ${TEAMS - 1}::int) n`.execute(db)
  // In parts: what looks for others of the same name plans by what was there at its first run.
  for (let from = 1; from <= CHARGERS; from += PART) {
    await sql`insert into charger (chargepoint_pk, company_id, team_id, chargepoint_id, chargepoint_name, registration_status, is_active)
      select p, m.company_id, m.id, 'CP-' || lpad(p::text, 6, '0'), 'Charger ' || p, 'Accepted', true
      from generate_series(${from}::int, ${Math.min(from + PART - 1, CHARGERS)}::int) p join team m on m.id = 1000 + p % ${OPERATORS * TEAMS}::int`.execute(
      db,
    )
    await sql`analyze charger`.execute(db)
  }
  await sql`insert into charger_state (chargepoint_pk, connected, vendor, model)
    select p, true, 'Maker', 'Model ' || p % 3 from generate_series(1, ${CHARGERS}::int) p`.execute(db)
  await sql`insert into charger_config_read (chargepoint_pk, read_at) select p, now() from generate_series(1, ${CHARGERS}::int) p`.execute(
    db,
  )
  await sql`insert into charger_config (chargepoint_pk, key, spelling, value, is_readonly, read_at)
    select p, 'key' || k, 'Key' || k, (p % 10 * 100)::text, false, now() from generate_series(1, ${CHARGERS}::int) p, generate_series(1, ${KEYS}::int) k`.execute(
    db,
  )
  await sql`insert into charger_config_wish (chargepoint_pk, key, is_taken, spelling, value, outcome, set_at, ended_at)
    select p, 'key40', true, 'Key40', (p % 10 * 100)::text, 'Accepted', now(), now() from generate_series(1, ${CHARGERS}::int) p`.execute(
    db,
  )
  // The template belongs to the platform's team, so that it reaches the charge points of all operators.
  await sql`insert into settings_template (template_id, company_id, team_id, name) overriding system value values (1, 1, 1, 'All')`.execute(
    db,
  )
  await sql`insert into settings_assignment values (1, 1, null)`.execute(db)
  // Two keys differ at every charge point, the others at none.
  await sql`insert into settings_template_key select 1, 'key' || k, k, 'Key' || k, 'Required', '300' from generate_series(1, ${ASKED}::int) k`.execute(
    db,
  )
  await sql`update charger_config set value = '300' where substr(key, 4)::int between 3 and ${ASKED}::int`.execute(db)
  await sql`update charger_config set value = '299' where key in ('key1', 'key2')`.execute(db)
  await sql`truncate settings_check`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

const ms = (n: number): string => `${n.toFixed(0)} ms`
async function timed<T>(what: string, run: () => Promise<T>): Promise<T> {
  const times: number[] = []
  let last: T | undefined
  for (let n = 0; n < 5; n++) {
    const from = performance.now()
    last = await run()
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  console.log(`${what}: ${ms(times[2] ?? 0)} (${ms(times[0] ?? 0)} to ${ms(times[4] ?? 0)})`)
  return last as T
}

async function compareAll(db: Db, what: string): Promise<void> {
  const from = performance.now()
  await db.transaction().execute(trx => checkTemplate(trx, 1))
  console.log(`${what}: noted in ${ms(performance.now() - from)}`)
  const pieces: number[] = []
  const began = performance.now()
  for (;;) {
    const at = performance.now()
    const taken = await db.transaction().execute(async trx => {
      const pks = await takeWaiting(trx, PIECE)
      if (pks.length > 0) await compareSettings(trx, pks, new Date())
      return pks.length
    })
    if (taken === 0) break
    pieces.push(performance.now() - at)
  }
  const all = performance.now() - began
  pieces.sort((a, b) => a - b)
  const at = (share: number) => ms(pieces[Math.floor((pieces.length - 1) * share)] ?? 0)
  console.log(
    `${what}: ${pieces.length} pieces of ${PIECE}, ${(all / 1000).toFixed(1)} s in all; a piece ${at(0.5)}, 95 % ${at(0.95)}, longest ${at(1)}`,
  )
}

const folder = newFolder()
const server = await startPostgres(join(folder, 'db'))
const db = openDb(server.config)
try {
  await migrate(server.config)
  await fill(db)
  await compareAll(db, 'a template that was new')
  await sql`vacuum analyze settings_drift, charger_state, settings_check`.execute(db)
  await compareAll(db, 'the same again, nothing differs otherwise')
  await sql`update settings_template_key set value = '301' where key in ('key1', 'key2')`.execute(db)
  await compareAll(db, 'two values changed')
  await sql`vacuum analyze settings_drift, charger_state, settings_check`.execute(db)
  const rows = await sql<{ n: number }>`select count(*) as n from settings_drift`.execute(db)
  console.log(`${rows.rows[0]?.n} rows differ`)
  const list = (scope: object, more: object) => () =>
    reply(db, scope as never, { page: 1, pageSize: 10, tz: 0, ...more } as never)
  const everywhere = { kind: 'all', teamId: 1 }
  const team = { kind: 'teams', teamId: 1001, teams: [1001] }
  const company = { kind: 'teams', teamId: 2, teams: [2, 1000, 1001, 1002, 1003, 1004] }
  const only = (field: string, value: string, operator = 'equals') => ({
    filters: { combine: 'AND', conditions: [{ field, operator, value }] },
  })
  for (const [name, scope] of [
    ['platform', everywhere],
    ['company', company],
    ['team', team],
  ] as const) {
    await timed(`${name}: first page`, list(scope, { sort: '-since' }))
    await timed(`${name}: by charger`, list(scope, { sort: 'chargepoint_id' }))
    await timed(`${name}: one key`, list(scope, only('spelling', 'Key1')))
    await timed(`${name}: by level`, list(scope, only('level', 'Required')))
    await timed(`${name}: by model`, list(scope, only('model', 'Maker Model 1')))
    await timed(`${name}: searched`, list(scope, { q: 'CP-0123' }))
  }
  // A page with its count, by every order, both ways, and by every filter that the list offers.
  const conditions: Record<string, [operator: string, value: string]> = {
    text: ['contains', '1'],
    number: ['>', '0'],
    date: ['after', '2020-01-01T00:00:00.000Z'],
  }
  const asked = [
    ...driftSortFields.flatMap(f => [{ sort: f }, { sort: `-${f}` }]),
    ...Object.entries(driftFilterFields).map(([field, type]) => {
      const [operator, value] = conditions[type] ?? ['equals', '1']
      return only(field, value, operator)
    }),
  ]
  const pages: { ms: number; of: string }[] = []
  for (const [name, scope] of Object.entries({ platform: everywhere, company, team }))
    for (const more of asked)
      for (let n = 0; n < ROUNDS; n++) {
        const from = performance.now()
        await list(scope, more)()
        pages.push({ ms: performance.now() - from, of: `${name} ${JSON.stringify(more)}` })
      }
  pages.sort((a, b) => a.ms - b.ms)
  const page = (share: number) => pages[Math.floor((pages.length - 1) * share)]
  console.log(
    `${pages.length} pages by every order and filter: half within ${ms(page(0.5)?.ms ?? 0)}, 95 % within ${ms(page(0.95)?.ms ?? 0)}, the longest ${ms(page(1)?.ms ?? 0)} (${page(1)?.of})`,
  )
  await timed('still to be compared', () => countWaiting(db, everywhere as never))
  await timed('figures of the template', () => reach(db, 1))
  const one = performance.now()
  for (let p = 1; p <= 200; p++) await db.transaction().execute(trx => compareSettings(trx, [p], new Date()))
  console.log(`one charge point, as after each answer: ${((performance.now() - one) / 200).toFixed(1)} ms`)
} finally {
  await db.destroy()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
