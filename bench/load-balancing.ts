// The loop of load balancing at 500 balanced sites: what deciding on all of them every 30 s costs, the database with it, with
// nothing to send and while every site has a car come and go. Chargers answer at once; no sockets.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Services } from '#office/installation/services.ts'
import { localBus } from '#platform/bus/bus.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'
import { runJob } from '#power/load-balancing/load-job.commands.ts'
import { planSites } from '#power/load-balancing/load-site.commands.ts'
import type { Send } from '#power/load-balancing/load-tell.commands.ts'
import { familyCpuUs } from './machine.ts'
import { newFolder } from './stand.ts'
import { figure, type Section, table, target } from './table.ts'
import { fillWorld } from './world.ts'

const SITES = 500
const CHARGERS = 10
const EVERY_S = 30
const AT_ONCE = 25
const ROUNDS = 6

async function fill(db: Db): Promise<number[]> {
  await fillWorld(db, SITES * CHARGERS)
  await sql`insert into charging_site (company_id, team_id, zone_name, is_load_balancing, load_balancing_value, load_balancing_unit)
    select t.company_id, t.id, 'Site ' || n, true, 600, 'kW' from generate_series(1, ${SITES}) n
    cross join lateral (select id, company_id from team order by id limit 1) t`.execute(db)
  await sql`with s as (select zone_id, row_number() over (order by zone_id) as n from charging_site),
      c as (select chargepoint_pk, 1 + (row_number() over (order by chargepoint_pk) - 1) % ${SITES} as n from charger)
    update charger set zone_id = s.zone_id from c join s using (n) where charger.chargepoint_pk = c.chargepoint_pk`.execute(
    db,
  )
  await sql`insert into charger_state (chargepoint_pk) select chargepoint_pk from charger on conflict do nothing`.execute(
    db,
  )
  await sql`update charger_state set connected = true, boot_accepted = true, node = 'x', connection_no = 1,
    last_boot_at = now()`.execute(db)
  await sql`insert into load_site (zone_id, due_at) select zone_id, now() from charging_site`.execute(db)
  await sql`vacuum analyze`.execute(db)
  return (await sql<{ id: number }>`select zone_id as id from charging_site order by 1`.execute(db)).rows.map(r => r.id)
}

const accepting: Send = async () => ({ kind: 'result', payload: { status: 'Accepted' }, raw: '' })

export async function loadBalancing(): Promise<Section> {
  const folder = newFolder()
  const postgres = await startPostgres(join(folder, 'db'))
  const db = openDb(postgres.config)
  let now = Date.now()
  const services = {
    db,
    now: () => new Date(now),
    log: pino({ level: 'silent' }),
    bus: localBus(() => undefined),
  } as unknown as Services
  const pid = Number(readFileSync(join(postgres.folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  /** Decides on all sites once, as the loop does, and carries out what comes of it. Answers how many jobs that was. */
  async function round(zoneIds: readonly number[]): Promise<number> {
    let jobs = 0
    for (let i = 0; i < zoneIds.length; i += AT_ONCE) {
      const tasks = await planSites(services, zoneIds.slice(i, i + AT_ONCE), true)
      await Promise.all(tasks.map(t => runJob(services, accepting, t)))
      jobs += tasks.length
    }
    return jobs
  }
  async function measured(zoneIds: readonly number[], before: () => Promise<unknown>) {
    let [own, ofPostgres, ms, jobs] = [0, 0, 0, 0]
    for (let r = 0; r < ROUNDS; r++) {
      await before()
      now += EVERY_S * 1000
      const [cpu, pg, from] = [process.cpuUsage(), familyCpuUs(pid), performance.now()]
      jobs += await round(zoneIds)
      const used = process.cpuUsage(cpu)
      own += used.user + used.system
      ofPostgres += familyCpuUs(pid) - pg
      ms += performance.now() - from
    }
    const part = (us: number) => (us / ROUNDS / 1e6 / EVERY_S) * 100
    return { own: part(own), postgres: part(ofPostgres), ms: ms / ROUNDS, jobs: jobs / ROUNDS }
  }
  try {
    await migrate(postgres.config)
    const zoneIds = await fill(db)
    // A car at every second charger; all install their safe limits and get their shares.
    await sql`update connector set status = case when chargepoint_pk % 2 = 0 and connector_id = 1 then 'Charging' else 'Available' end`.execute(
      db,
    )
    for (let i = 0; i < 6; i++) await round(zoneIds)
    const quiet = await measured(zoneIds, async () => undefined)
    let n = 0
    const busy = await measured(zoneIds, () => {
      n++
      return sql`update connector set status = case when status = 'Charging' then 'Available' else 'Charging' end
        where connector_id = 1 and chargepoint_pk in (select min(chargepoint_pk) + ${n % CHARGERS} from charger group by zone_id)`.execute(
        db,
      )
    })
    const row = (what: string, m: typeof quiet) => [
      what,
      figure(m.jobs),
      `${m.ms.toFixed(0)} ms`,
      `${m.own.toFixed(1)} %`,
      `${m.postgres.toFixed(1)} %`,
      target(m.own + m.postgres, '<', 10, ' %'),
    ]
    return {
      title: 'The loop of load balancing',
      text: `${SITES} balanced sites of ${CHARGERS} chargers with 2 connectors each, all decided on every ${EVERY_S} s, ${ROUNDS} rounds: what the decisions, their jobs and their history cost, as a part of one core. Chargers answer at once, over no socket.\n\n${table(
        ['in each round', 'chargers told', 'it takes', 'Node', 'PostgreSQL', 'target of both'],
        [
          row('nothing changes; limits are told anew before they lapse', quiet),
          row('a car comes or goes at each site', busy),
        ],
      )}`,
    }
  } finally {
    await db.destroy()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
