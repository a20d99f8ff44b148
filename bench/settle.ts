// The run of a month (M-3): a million sessions of 100 teams with 1,000 chargers each, settled two teams at a time, with their
// lines and postings. The raw limit is as many lines in one insert.
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import pino from 'pino'
import { trialBalance } from '#money/ledger/account.store.ts'
import { financeDefaults } from '#people/teams/team-finance.contract.ts'
import { byProduct } from '#platform/audit/audit-log.ts'
import { localBus } from '#platform/bus/bus.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'
import { SERVICES } from '#settlement/invoices/invoice.rules.ts'
import { runUpTo } from '#settlement/payouts/payout-run.commands.ts'
import { periodNamed } from '#settlement/payouts/period.rules.ts'
import { familyCpuUs } from './machine.ts'
import { newFolder } from './stand.ts'
import { figure, type Section, table, target } from './table.ts'

const TEAMS = 100
const CHARGERS = 1000
const SESSIONS = Number(process.env.BENCH_SESSIONS ?? 1_000_000)
const ZONE = 'Asia/Kolkata'
const MONTH = '2026-10-01'

/** One company with its teams, chargers and billed sessions of October 2026, all by UPI; figures without chance. */
async function generate(db: Db): Promise<void> {
  await sql`insert into team (id, company_id, company_type, path, name) values (1, 1, 'GP', '{1}', 'Platform')`.execute(
    db,
  )
  await sql`insert into team (id, parent_id, company_id, company_type, path, name) values (2, 1, 2, 'P', '{1,2}', 'Company')`.execute(
    db,
  )
  await sql`insert into team (id, parent_id, company_id, company_type, path, name, finance, created_at)
    select 100 + n, 2, 2, 'C', array[1, 2, 100 + n], 'Team ' || n, ${JSON.stringify(financeDefaults)}::jsonb, '2026-09-30T18:30Z'
    from generate_series(1, ${TEAMS}::int) n`.execute(db)
  await sql`insert into team_finance_history (team_id, since, tax_ppm, transaction_ppm, pg_charges_bearer, commission_ppm,
      commission_paise_per_kwh, settlement_percentage, finance)
    select id, created_at, tax_ppm, transaction_ppm, pg_charges_bearer, commission_ppm, commission_paise_per_kwh,
      settlement_percentage, finance from team where id > 100`.execute(db)
  // Its lines are written below; row by row it would look for each among all.
  await sql`alter table charger disable trigger charger_team_told`.execute(db)
  await sql`with c as (insert into charger (chargepoint_pk, company_id, team_id, chargepoint_id, chargepoint_name, charger_type, created_at)
      select p, 2, 101 + p / ${CHARGERS}::int, 'CP-' || p, 'Charger ' || p, case when p % 3 = 0 then 'AC' else 'DC' end, '2026-09-30T18:30Z'
      from generate_series(0, ${TEAMS * CHARGERS - 1}::int) p returning chargepoint_pk, team_id, created_at)
    insert into charger_team_history (chargepoint_pk, team_id, since) select chargepoint_pk, team_id, created_at from c`.execute(
    db,
  )
  await sql`insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id,
      id_tag, started_at, start_received_at, stopped_at, meter_start_wh, meter_stop_wh, tolerance_watt, payment_type, energy_wh, charged_paise)
    select 2, 101 + pk / ${CHARGERS}::int, pk, 'CP-' || pk, 'Charger ' || pk, 'DC', 1, 'TAG-' || n, start, start, start + interval '40 minutes',
      0, wh, 300, 'UPI', wh, wh * 2
    from (select n, (n::bigint * 7919 % ${TEAMS * CHARGERS}::int)::int as pk, 1000 + n % 40000 as wh,
        timestamptz '2026-09-30T19:00Z' + make_interval(secs => n * (2670000.0 / ${SESSIONS}::int)) as start
      from generate_series(1, ${SESSIONS}::int) n) x`.execute(db)
  await sql`insert into bill (transaction_id, company_id, team_id, billed_at, taxable_paise, cgst_paise, sgst_paise, igst_paise, gross_paise,
      surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise, lines, facts, energy_wh)
    select transaction_id, company_id, team_id, stopped_at, x, h, h, 0, x + 2 * h, s, 0, x + 2 * h + s, round(x * 0.05), 0, '[]', '{}', energy_wh
    from (select *, round((x + 2 * h) * 0.0236)::bigint as s from (select *, round(x * 0.09)::bigint as h
      from (select t.*, round(energy_wh * 1.8)::bigint as x from transaction t) a) b) c`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** Bytes that are held, without what only waits to be collected. */
function heapInUse(): number {
  collect()
  return process.memoryUsage().heapUsed
}

export async function settle(): Promise<Section> {
  const folder = newFolder()
  const server = await startPostgres(join(folder, 'db'))
  const db = openDb({ ...server.config, max: 3 })
  try {
    await migrate(server.config)
    await generate(db)
    await sql`create table bare_line (like payout_line including all)`.execute(db)
    const rawFrom = performance.now()
    await sql`insert into bare_line (transaction_id, bill_version, payout_no, chargepoint_pk)
      select b.transaction_id, b.version, 1, t.chargepoint_pk from bill b join transaction t using (transaction_id)`.execute(
      db,
    )
    const rawMs = performance.now() - rawFrom
    const [load = 0] = loadavg()
    const heapBefore = heapInUse()
    const heaps: { at: number; bytes: number }[] = []
    const look = () => heaps.push({ at: performance.now(), bytes: heapInUse() })
    const watch = setInterval(look, 2000)
    const period = periodNamed(MONTH, ZONE)
    const services = {
      db,
      bus: localBus(error => console.error(error)),
      log: pino({ level: 'error' }),
      timeZone: ZONE,
      mode: 'test' as const,
      platform: undefined,
      invoices: { series: 'CM', services: SERVICES },
      now: () => new Date(period.end.getTime() + 7_200_000),
    }
    const postgresFrom = familyCpuUs(server.pid)
    const ownFrom = process.cpuUsage()
    const from = performance.now()
    const made = await runUpTo(services, byProduct('Bench'), { kind: 'all', teamId: 1 }, period)
    const ms = performance.now() - from
    clearInterval(watch)
    look()
    const own = process.cpuUsage(ownFrom)
    const cpu = { own: (own.user + own.system) / 1000, postgres: (familyCpuUs(server.pid) - postgresFrom) / 1000 }
    const quarter = heaps.find(h => h.at >= from + ms / 4)?.bytes ?? heapBefore
    const most = Math.max(heapBefore, ...heaps.map(h => h.bytes))
    const growth = ((heaps.at(-1)?.bytes ?? quarter) - quarter) / 1_048_576
    const again = performance.now()
    const none = await runUpTo(services, byProduct('Bench'), { kind: 'all', teamId: 1 }, period)
    const againMs = performance.now() - again
    const { rows } = await sql<{ lines: number; paise: number }>`select (select count(*) from payout_line) as lines,
      (select sum(total_paise) from payout)::bigint - (select sum(total_paise) from bill)::bigint as paise`.execute(db)
    const { differencePaise } = await trialBalance(db)
    const [sums] = rows
    if (
      made.length !== TEAMS ||
      none.length > 0 ||
      sums?.lines !== SESSIONS ||
      sums.paise !== 0 ||
      differencePaise !== 0n
    )
      throw new Error(`The run is wrong: ${made.length} payouts, ${sums?.lines} lines, ${sums?.paise} paise apart`)
    const seconds = (n: number) => (n / 1000).toFixed(1)
    const mb = (n: number) => (n / 1_048_576).toFixed(0)
    return {
      title: 'Settlement',
      text: `A month of ${figure(SESSIONS)} sessions of ${TEAMS} teams with ${figure(CHARGERS)} chargers each, settled: each bill in one payout, with a line for each, the charges of all chargers, postings and audit entries; every payout is a transaction of its own. Afterwards the payouts hold what the bills do, to the paisa. Target: ${target(ms / 1000, '<', 60, ' s')}. Busy for it: ${seconds(cpu.postgres)} s of a core in PostgreSQL, ${seconds(cpu.own)} s in Node. Memory in use, after collecting what is not: ${mb(heapBefore)} MB before, ${mb(quarter)} MB at a quarter of the run, at most ${mb(most)} MB; from a quarter to the end it grew by ${growth.toFixed(1)} MB, target: ${target(growth, '<', 10, ' MB')}. Load of the machine when it began: ${load.toFixed(1)} on two cores. The raw limit writes as many bare lines in one insert.

${table(
  ['what', 's', 'sessions/s'],
  [
    ['raw: as many lines in one insert', seconds(rawMs), figure((SESSIONS * 1000) / rawMs)],
    [`the month of ${TEAMS} teams`, seconds(ms), figure((SESSIONS * 1000) / ms)],
    ['the same run again, which changes nothing', seconds(againMs), ''],
  ],
)}`,
    }
  } finally {
    await db.destroy()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
