// What alerts cost with 100,000 chargers and 500 rules: a sweep of all kinds while a part of the network is in trouble, how long a
// change at a charger takes to become an alert while 200 chargers change in a second, and what looking costs charging.
// BENCH_SECONDS and BENCH_ROUNDS make the last part shorter.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { ALERT_KINDS } from '#operations/alerts/alert-kinds.store.ts'
import { alertWatch, sweepAlerts } from '#operations/alerts/alert-look.commands.ts'
import { localBus } from '#platform/bus/bus.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'
import { BUSY_CHARGERS, demandCalm, ROUNDS } from './rounds.ts'
import { Load, newFolder, startProduct } from './stand.ts'
import { figure, median, percent, percentile, type Section, table, target } from './table.ts'

const CHARGERS = 100_000
const OPERATORS = 50
const TEAMS = 5
const RULES = 500
const SWEEPS = 8
const CHANGES_PER_SECOND = 200
const SECONDS = 20
/** Long enough for a sweep of each minute. */
const CHARGING_SECONDS = Number(process.env.BENCH_SECONDS ?? 60)

/** Where the numbers of the world begin that `fill` adds beside another. */
const BESIDE = 10_000

/**
 * Adds chargers with two connectors each. Of each hundred chargers, one is offline, one has a fault, one has a wrong clock, and one
 * loses its connection again and again.
 * `base`: the new teams and chargers are numbered from `base` + 1; 0 in an empty database.
 */
async function fill(db: Db, base = 0): Promise<void> {
  if (base === 0)
    await sql`insert into team (id, company_id, company_type, path, name) values (1, 1, 'GP', '{1}', 'Platform')`.execute(
      db,
    )
  const firstTeam = base + 1000
  await sql`insert into team (id, parent_id, company_id, company_type, path, name)
    select ${base}::int + 1 + c, 1, ${base}::int + 1 + c, 'P', array[1, ${base}::int + 1 + c], 'Company ' || c
    from generate_series(1, ${OPERATORS}::int) c`.execute(db)
  await sql`insert into team (id, parent_id, company_id, company_type, path, name)
    select ${firstTeam}::int + (c - 1) * ${TEAMS} + n, ${base}::int + 1 + c, ${base}::int + 1 + c, 'C',
      array[1, ${base}::int + 1 + c, ${firstTeam}::int + (c - 1) * ${TEAMS} + n], 'Team ' || c || '.' || n
    from generate_series(1, ${OPERATORS}::int) c, generate_series(1, ${TEAMS}::int) n`.execute(db)
  await sql`insert into charging_site (zone_id, company_id, team_id, zone_name)
    select 1 + (m.id - ${firstTeam}::int) * 20 + s, m.company_id, m.id, 'Site ' || m.id || '.' || s
    from team m cross join generate_series(0, 19) s where m.id >= ${firstTeam}::int`.execute(db)
  // Without it, each check of a foreign key would read a whole table, by a plan from when the table was empty.
  await sql`analyze team, charging_site`.execute(db)
  await sql`insert into charger (chargepoint_pk, company_id, team_id, zone_id, chargepoint_id, chargepoint_name, registration_status, is_active)
    select ${base}::int + p, m.company_id, m.id, 1 + (m.id - ${firstTeam}::int) * 20 + p % 20, 'CP-' || lpad(p::text, 6, '0'), 'Charger ' || p, 'Accepted', true
    from generate_series(0, ${CHARGERS - 1}::int) p join team m on m.id = ${firstTeam}::int + 1 + p / ${CHARGERS / OPERATORS / TEAMS}::int`.execute(
    db,
  )
  await sql`analyze charger`.execute(db)
  await sql`insert into connector (chargepoint_pk, connector_id, status, status_at, error_code)
    select ${base}::int + p, n, case when p % 100 = 2 and n = 1 then 'Faulted' else 'Available' end, now() - interval '3 hours',
      case when p % 100 = 2 and n = 1 then 'GroundFailure' else 'NoError' end
    from generate_series(0, ${CHARGERS - 1}::int) p, generate_series(1, 2) n`.execute(db)
  await sql`insert into charger_state (chargepoint_pk, connected, live_status, first_boot_at, last_boot_at, last_message_at,
      connected_at, disconnected_at, status_changed_at, clock_offset_sec, clock_off_since, config_differs)
    select ${base}::int + p, p % 100 <> 1, case when p % 100 = 1 then 'offline' else 'online' end, now() - interval '90 days', now() - interval '9 days',
      now() + case when ${base}::int > 0 then interval '1 hour' else interval '-20 seconds' end, now() - interval '1 day', now() - make_interval(secs => 86400 + p * 61 % 80000),
      now() - make_interval(secs => 7200 + p * 61 % 80000), case when p % 100 = 3 then 900 else 1 end,
      case when p % 100 = 3 then now() - interval '1 day' end, (p % 200 = 5)::int
    from generate_series(0, ${CHARGERS - 1}::int) p`.execute(db)
  await sql`insert into connection_history (company_id, team_id, chargepoint_pk, connection_no, event, at)
    select c.company_id, c.team_id, c.chargepoint_pk, n, case n % 2 when 0 then 'connected' else 'disconnected' end,
      now() - make_interval(mins => n * 4)
    from charger c cross join generate_series(1, 14) n where c.chargepoint_pk >= ${base}::int and c.chargepoint_pk % 100 = 4`.execute(
    db,
  )
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

const SIDES = { off: 'no rules', on: `${RULES} rules` } as const
type Side = keyof typeof SIDES
/** Without rules and alerts that stand nothing is looked at; with them the same alerts stand as before. */
const TURN: Record<Side, string> = {
  off: `with s as (update alert set state = 'Closed' where state <> 'Closed' returning alert_id),
    kept as (insert into bench_standing select alert_id from s)
    update alert_rule set is_active = false where deleted_at is null`,
  on: `with s as (delete from bench_standing returning alert_id),
    back as (update alert set state = 'Open', closed_at = null, closed_why = null where alert_id in (select alert_id from s))
    update alert_rule set is_active = true where deleted_at is null`,
}
/** Measures how alert rules slow charging down: 500 chargers send as fast as they can, first without rules, then with 500 rules that look at each change. */
async function charging(): Promise<string> {
  const s = await startProduct({ chargers: BUSY_CHARGERS, also: db => fill(db, BESIDE) })
  const client = new pg.Client(s.database)
  const load = new Load()
  const ask = async (text: string) => Number((await client.query<{ n: string }>(text)).rows[0]?.n)
  const changes = () =>
    ask("select sum(n_tup_ins) as n from pg_stat_user_tables where relname ^@ 'connector_status_history'")
  type Figures = { perSecond: number; p95: number; cpuUs: number; changes: number; opened: number }
  const measured: Record<Side, Figures[]> = { off: [], on: [] }
  try {
    await client.connect()
    await client.query('create table bench_standing (alert_id bigint)')
    // The first sweep opens what the world is full of.
    while ((await ask("select count(*) as n from alert where state <> 'Closed'")) === 0) await pause(1000)
    await load.run({ kind: 'connect', url: s.url, chargers: BUSY_CHARGERS, atOnce: 100 })
    await load.run({ kind: 'sessions', seconds: 5 })
    let now: Side = 'on'
    for (let round = 0; round < ROUNDS; round++)
      for (const side of round % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
        if (side !== now) await client.query(TURN[side])
        now = side
        await pause(2000)
        const from = s.cpu()
        const changed = await changes()
        const opened = await ask('select count(*) as n from alert_event')
        const r = await load.run({ kind: 'sessions', seconds: CHARGING_SECONDS })
        const end = s.cpu()
        demandCalm(s)
        measured[side].push({
          perSecond: r.count / r.seconds,
          p95: r.p95Ms,
          cpuUs: (end.serverUs - from.serverUs + end.postgresUs - from.postgresUs) / r.messages,
          changes: ((await changes()) - changed) / r.seconds,
          opened: (await ask('select count(*) as n from alert_event')) - opened,
        })
      }
  } finally {
    await load.stop()
    await client.end()
    await s.stop()
  }
  const of = (side: Side, what: keyof Figures) => median(measured[side].map(m => m[what]))
  const row = (side: Side) => [
    SIDES[side],
    figure(of(side, 'perSecond')),
    percent(of(side, 'perSecond'), of('off', 'perSecond')),
    figure(of(side, 'p95')),
    figure(of(side, 'cpuUs')),
    figure(of(side, 'changes')),
    figure(of(side, 'opened')),
  ]
  const share = (100 * of('on', 'perSecond')) / of('off', 'perSecond')
  return `What alerts cost charging: beside the same ${figure(CHARGERS)} chargers, ${BUSY_CHARGERS} more charge as fast as the machine lets them, for ${CHARGING_SECONDS} s by turns without and with the rules (${ROUNDS} rounds, medians): ${target(share, '≥', 95, ' % of the sessions without rules')}.\n\n${table(['alerts', 'sessions/s', 'of without', 'p95 ms', 'CPU µs/message, with PostgreSQL', 'changed connectors/s', 'turns of alerts'], [row('off'), row('on')])}`
}

/** BENCH_PART=looks or charging runs one of the two. */
export async function alerts(): Promise<Section> {
  const part = process.env.BENCH_PART
  const texts = [part === 'charging' ? '' : await looks(), part === 'looks' ? '' : await charging()]
  return { title: 'Alerts', text: texts.filter(Boolean).join('\n\n') }
}

async function looks(): Promise<string> {
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
    return `${figure(CHARGERS)} chargers of ${OPERATORS} operators, ${RULES} rules of ${ALERT_KINDS.length} kinds. The first sweep opens ${figure(opened)} alerts. Then ${CHANGES_PER_SECOND} chargers a second report a fault for ${SECONDS} s, each of a rule. Targets: a sweep ${target(slowest / 1000, '<', 2, ' s')}, from a change to its alert (p95) ${target(p95 / 1000, '<', 1, ' s')}.\n\n${table(
      ['what', 'ms'],
      [
        ['raw: one read of all chargers with their states', figure(rawMs)],
        ['the first sweep', figure(firstMs)],
        [`a sweep that changes nothing, the fastest of ${SWEEPS}`, figure(Math.min(...times))],
        ['the slowest', figure(slowest)],
        [`from a change to its alert, p50 of ${figure(took.length)}`, figure(percentile(took, 0.5))],
        ['p95', figure(p95)],
      ],
    )}`
  } finally {
    await db.destroy()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
