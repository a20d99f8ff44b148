// What alerts cost with 100,000 chargers and 500 rules: a sweep of all kinds while a part of the network is in trouble, and how
// long a change at a charger takes to become an alert while 200 chargers change in a second.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { ALERT_KINDS } from '#operations/alerts/alert-kinds.store.ts'
import { alertWatch, sweepAlerts } from '#operations/alerts/alert-look.commands.ts'
import { localBus } from '#platform/bus/bus.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'
import { newFolder } from './stand.ts'
import { figure, percentile, type Section, table, target } from './table.ts'

const CHARGERS = 100_000
const OPERATORS = 50
const TEAMS = 5
const RULES = 500
const SWEEPS = 8
const CHANGES_PER_SECOND = 200
const SECONDS = 20

/** Chargers with two connectors: of a hundred one is offline, one has a fault, one a clock that is off, one loses its connection. */
async function fill(db: Db): Promise<void> {
  await sql`with gp as (insert into team (id, company_id, company_type, path, name) values (1, 1, 'GP', '{1}', 'Platform'))
    insert into team (id, parent_id, company_id, company_type, path, name)
    select 1 + c, 1, 1 + c, 'P', array[1, 1 + c], 'Company ' || c from generate_series(1, ${OPERATORS}::int) c`.execute(
    db,
  )
  await sql`insert into team (id, parent_id, company_id, company_type, path, name)
    select 1000 + (c - 1) * ${TEAMS} + n, 1 + c, 1 + c, 'C', array[1, 1 + c, 1000 + (c - 1) * ${TEAMS} + n], 'Team ' || c || '.' || n
    from generate_series(1, ${OPERATORS}::int) c, generate_series(1, ${TEAMS}::int) n`.execute(db)
  await sql`insert into charging_site (zone_id, company_id, team_id, zone_name)
    select 1 + (m.id - 1000) * 20 + s, m.company_id, m.id, 'Site ' || m.id || '.' || s from team m cross join generate_series(0, 19) s
    where m.id >= 1000`.execute(db)
  // Without it, each check of a foreign key would read a whole table, by a plan from when the table was empty.
  await sql`analyze team, charging_site`.execute(db)
  await sql`insert into charger (chargepoint_pk, company_id, team_id, zone_id, chargepoint_id, chargepoint_name, registration_status, is_active)
    select p, m.company_id, m.id, 1 + (m.id - 1000) * 20 + p % 20, 'CP-' || lpad(p::text, 6, '0'), 'Charger ' || p, 'Accepted', true
    from generate_series(0, ${CHARGERS - 1}::int) p join team m on m.id = 1001 + p / ${CHARGERS / OPERATORS / TEAMS}::int`.execute(
    db,
  )
  await sql`analyze charger`.execute(db)
  await sql`insert into connector (chargepoint_pk, connector_id, status, status_at, error_code)
    select p, n, case when p % 100 = 2 and n = 1 then 'Faulted' else 'Available' end, now() - interval '3 hours',
      case when p % 100 = 2 and n = 1 then 'GroundFailure' else 'NoError' end
    from generate_series(0, ${CHARGERS - 1}::int) p, generate_series(1, 2) n`.execute(db)
  await sql`insert into charger_state (chargepoint_pk, connected, live_status, first_boot_at, last_boot_at, last_message_at,
      connected_at, disconnected_at, status_changed_at, clock_offset_sec, clock_off_since, config_differs)
    select p, p % 100 <> 1, case when p % 100 = 1 then 'offline' else 'online' end, now() - interval '90 days', now() - interval '9 days',
      now() - interval '20 seconds', now() - interval '1 day', now() - make_interval(secs => 86400 + p * 61 % 80000),
      now() - make_interval(secs => 7200 + p * 61 % 80000), case when p % 100 = 3 then 900 else 1 end,
      case when p % 100 = 3 then now() - interval '1 day' end, (p % 200 = 5)::int
    from generate_series(0, ${CHARGERS - 1}::int) p`.execute(db)
  await sql`insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, at)
    select c.company_id, c.team_id, c.chargepoint_pk, n, case n % 2 when 0 then 'connected' else 'disconnected' end,
      now() - make_interval(mins => n * 4)
    from charger c cross join generate_series(1, 14) n where c.chargepoint_pk % 100 = 4`.execute(db)
  // Of every kind about as many, each of another team or operator.
  await sql`insert into alert_rule (company_id, team_id, name, kind, severity)
    select m.company_id, m.id, 'Rule ' || r, (${sql.val(ALERT_KINDS.map(k => k.id))}::text[])[1 + r % ${ALERT_KINDS.length}::int], 'Major'
    from generate_series(0, ${RULES - 1}::int) r
      join lateral (select id, company_id from team where id > 1 order by (id * 7919 + r) % 104729 limit 1) m on true`.execute(
    db,
  )
  // The operators had their first rules.
  await sql`insert into alert_rule (company_id, team_id, name, kind, severity, is_seeded, deleted_at)
    select id, id, 'First', 'clock-off', 'Minor', true, now() from team where company_type = 'P'`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** A fault and its end, by turns, at chargers of a rule; ms from the change to the alert that opened for it. */
async function changes(db: Db, watch: ReturnType<typeof alertWatch>): Promise<number[]> {
  await sql`insert into alert_rule (company_id, team_id, name, kind, severity)
    values (2, 2, 'Faults of an operator', 'connector-faulted', 'Major')`.execute(db)
  const begun = new Map<number, number>()
  const took: number[] = []
  const pks = (
    await sql<{
      pk: number
    }>`select chargepoint_pk as pk from charger where company_id = 2 and chargepoint_pk % 100 > 10`.execute(db)
  ).rows
  for (let tick = 0; tick < SECONDS * 10; tick++) {
    const from = performance.now()
    const at = CHANGES_PER_SECOND / 10
    const some = Array.from({ length: at }, (_, i) => pks[(tick * at + i) % pks.length]?.pk ?? 0)
    await sql`update connector set status = 'Faulted', status_at = clock_timestamp() - interval '1 millisecond'
      where connector_id = 2 and chargepoint_pk = any(${sql.val(some)}::int[])`.execute(db)
    for (const pk of some) {
      begun.set(pk, performance.now())
      watch.news(pk)
    }
    await new Promise(next => setTimeout(next, Math.max(0, 100 - (performance.now() - from))))
    const { rows } = await sql<{
      pk: number
    }>`select chargepoint_pk as pk from alert where state = 'Open' and connector_id = 2
      and chargepoint_pk = any(${sql.val([...begun.keys()])}::int[])`.execute(db)
    for (const { pk } of rows) {
      took.push(performance.now() - (begun.get(pk) ?? 0))
      begun.delete(pk)
    }
  }
  return took
}

export async function alerts(): Promise<Section> {
  const folder = newFolder()
  const server = await startPostgres(join(folder, 'db'))
  const db = openDb(server.config)
  try {
    await migrate(server.config)
    await fill(db)
    const log = pino({ level: 'error' })
    const services = { db, log, now: () => new Date(), timeZone: 'Asia/Kolkata', bus: localBus(() => undefined) }
    const first = performance.now()
    const opened = (await sweepAlerts(services)).length
    const firstMs = performance.now() - first
    await sql`vacuum analyze alert, alert_event`.execute(db)
    const times: number[] = []
    for (let n = 0; n < SWEEPS; n++) {
      const from = performance.now()
      await sweepAlerts(services)
      times.push(performance.now() - from)
    }
    const raw = performance.now()
    await sql`select count(*) from charger c join charger_state s using (chargepoint_pk) join connector n using (chargepoint_pk)
      where s.live_status = 'offline' or n.status = 'Faulted'`.execute(db)
    const rawMs = performance.now() - raw
    const watch = alertWatch(services)
    const took = await changes(db, watch)
    await watch.close()
    const [slowest, p95] = [Math.max(...times), percentile(took, 0.95)]
    return {
      title: 'Alerts',
      text: `${figure(CHARGERS)} chargers of ${OPERATORS} operators, ${RULES} rules of ${ALERT_KINDS.length} kinds. The first sweep opens ${figure(opened)} alerts. Then ${CHANGES_PER_SECOND} chargers a second report a fault for ${SECONDS} s, each of a rule. Targets: a sweep ${target(slowest / 1000, '<', 2, ' s')}, from a change to its alert (p95) ${target(p95 / 1000, '<', 1, ' s')}.\n\n${table(
        ['what', 'ms'],
        [
          ['raw: one read of all chargers with their states', figure(rawMs)],
          ['the first sweep', figure(firstMs)],
          [`a sweep that changes nothing, the fastest of ${SWEEPS}`, figure(Math.min(...times))],
          ['the slowest', figure(slowest)],
          [`from a change to its alert, p50 of ${figure(took.length)}`, figure(percentile(took, 0.5))],
          ['p95', figure(p95)],
        ],
      )}`,
    }
  } finally {
    await db.destroy()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
