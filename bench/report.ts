// The statement report of 90 days over 100 teams with 1,000 chargers each and 1,000,000 sessions with their bills: a page with
// its cards for a team, for the company and for the platform, what narrows it, and the file of all rows.
import { rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { inPieces } from '@wattdesk/wire/pieces'
import { sql } from 'kysely'
import { listReport } from '#desk/report/report.contract.ts'
import * as store from '#desk/report/report.store.ts'
import { foldAllReport, periodSums } from '#desk/report/report-hours.store.ts'
import type { Scope } from '#platform/access/scope.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'
import { shaped } from '#platform/http/exports.ts'
import { newFolder } from './stand.ts'
import { figure, type Section, table, target } from './table.ts'
import { type Measured, measured, timed } from './transactions.ts'

const TEAMS = 100
const CHARGERS = 1000
const DAYS = 90
const END = new Date('2026-09-30T18:30:00Z')
const BEGIN = new Date(END.getTime() - DAYS * 86_400_000)

/** A company with 100 teams of 1,000 chargers and `count` ended sessions over 90 days, each with its bill. */
async function generate(db: Db, count: number): Promise<void> {
  await sql`with gp as (insert into team (id, company_id, company_type, path, name) values (1, 1, 'GP', '{1}', 'Platform')),
      p as (insert into team (id, parent_id, company_id, company_type, path, name) values (2, 1, 2, 'P', '{1,2}', 'Operator'))
    insert into team (id, parent_id, company_id, company_type, path, name)
    select 100 + n, 2, 2, 'C', array[1, 2, 100 + n], 'Team ' || n from generate_series(0, ${TEAMS - 1}::int) n`.execute(
    db,
  )
  // Terms that change twice in the time; half of the owners have a GST number.
  await sql`insert into team_finance_history (team_id, since, tax_ppm, transaction_ppm, pg_charges_bearer, commission_ppm,
      commission_paise_per_kwh, settlement_percentage, finance, gstin)
    select 100 + n, ${BEGIN}::timestamptz + make_interval(days => k * 30 - 5), 180000, 23600, 'EV', 50000, 100, 100,
      json_build_object('payout_details', json_build_object('payout_rule', 1 + (n + k) % 7, 'tax', 18,
        'tax_bearer', (array['CPO', 'CM'])[1 + n % 2])), case when n % 2 = 0 then '29AACCC6636P1Z1' end
    from generate_series(0, ${TEAMS - 1}::int) n, generate_series(0, 2) k`.execute(db)
  const AT_ONCE = 100_000
  for (let from = 0; from < count; from += AT_ONCE)
    await sql`with t as (
      insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id,
        id_tag, started_at, start_received_at, stopped_at, meter_start_wh, meter_stop_wh, stop_reason, tolerance_watt, payment_type,
        payment_description, energy_wh, charged_paise, paid_paise, status)
      select 2, 100 + pk / ${CHARGERS}, pk, 'CP-' || lpad(pk::text, 6, '0'), 'Charger ' || pk, 'DC', 1 + h % 2, 'TAG' || h % 30000,
        stop - interval '40 minutes', stop, stop, 1000, 1000 + energy, 'Local', 300, type, case when h % 10 = 6 then 'QRv2 Payment' end,
        energy, energy * 2, energy * 2, case when h % 3 = 0 then 'PAYOUTCOMPLETED' when h % 3 = 1 then 'PAYOUTPENDING' end
      from (select n, h, (h / 13) % ${TEAMS * CHARGERS} as pk, 1000 + (h / 7) % 60000 as energy,
          (array['RFID', 'RFID', 'CARD', 'CARD', 'CARD', 'CARD', 'CARD', 'WALLET', 'WALLET', 'PREPAID'])[1 + h % 10] as type,
          ${BEGIN}::timestamptz + make_interval(secs => n * ${(DAYS * 86_400) / count}::float8) as stop
        from (select n, hashint4(n) & 2147483647 as h
          from generate_series(${from}::int, ${Math.min(count, from + AT_ONCE) - 1}::int) n) g) x
      order by n on conflict do nothing returning transaction_id, company_id, team_id, stopped_at, energy_wh)
      insert into bill (transaction_id, company_id, team_id, billed_at, energy_wh, taxable_paise, cgst_paise, sgst_paise, igst_paise,
        gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise, tax_ppm,
        gateway_ppm, pg_charges_bearer, overrun_paise, commission_ppm, commission_paise_per_kwh, lines, facts)
      select transaction_id, company_id, team_id, stopped_at, energy_wh, energy_wh * 2, energy_wh * 18 / 100, energy_wh * 18 / 100, 0,
        energy_wh * 236 / 100, energy_wh / 20, 0, energy_wh * 241 / 100, energy_wh / 10, energy_wh / 10, 180000, 23600, 'EV', 0,
        50000, 100, '[]', '{}' from t`.execute(db)
  await sql`select usage_fold()`.execute(db)
}

type Case = { what: string; query: Record<string, unknown>; from?: Date; until?: Date }
const days = (n: number) => new Date(END.getTime() - n * 86_400_000)
const cases: readonly Case[] = [
  { what: '90 days, first page and cards', query: {} },
  // A reader whose days begin within an hour of the sums.
  {
    what: '90 days by a clock 15 minutes off',
    query: {},
    from: new Date(BEGIN.getTime() + 900_000),
    until: new Date(END.getTime() - 900_000),
  },
  { what: 'one day', query: {}, from: days(1) },
  { what: '7 days', query: {}, from: days(7) },
  { what: '90 days, page 100', query: { page: 100 } },
]
const narrowed: readonly Case[] = [
  { what: '90 days, two charge points', query: { chargers: '41500,41501' } },
  { what: '90 days, sorted by transaction cost', query: { sort: '-charging_cost' } },
  { what: '90 days, sorted by id', query: { sort: '-transaction_pk' } },
  { what: '90 days, sorted by connector', query: { sort: 'connector_id' } },
  { what: '90 days, sorted by payout', query: { sort: '-payout_with_gst' } },
  { what: '90 days, search CP-041500', query: { q: 'CP-041500' } },
  { what: '90 days, search 41500', query: { q: '41500' } },
  { what: '90 days, search wallet', query: { q: 'wallet' } },
  { what: '90 days, payout completed', query: { status: 'PAYOUTCOMPLETED' } },
  { what: '7 days, payout completed', query: { status: 'PAYOUTCOMPLETED' }, from: days(7) },
]

const askedOf = (scope: Scope, c: Case): store.ReportRequest => ({
  scope,
  from: c.from ?? BEGIN,
  until: c.until ?? END,
  query: { page: 1, pageSize: 10, startDate: '', endDate: '', ...c.query } as store.ReportRequest['query'],
})
/** A page with its cards, as the server answers them. */
export const answer = (db: Db, asked: store.ReportRequest) =>
  Promise.all([
    store.reportRows(db, asked),
    store.narrowing(asked) ? store.narrowedSums(db, asked) : periodSums(db, asked.scope, asked.from, asked.until),
  ])

/** The file of all rows, as it is written to a caller who takes each piece at once. */
async function exported(db: Db, scope: Scope) {
  const asked = askedOf(scope, { what: '', query: { page: undefined, export: 'all' } })
  const from = performance.now()
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  let bytes = 0
  let pieces = 0
  const rows = shaped(await store.reportRows(db, asked), store.reportRowOf)
  const summary = { totalEnergy: 0, totalRevenue: 0, totalSession: 0 }
  const text = await inPieces(
    listReport,
    { message: 'OK', total: 0, summary },
    rows as AsyncIterable<readonly unknown[]>,
  )
  for await (const piece of text) {
    bytes += Buffer.byteLength(piece as string)
    if (pieces++ % 100 === 0) most = Math.max(most, process.memoryUsage().rss)
    await turn()
  }
  return {
    seconds: (performance.now() - from) / 1000,
    megabytes: bytes / 1e6,
    more: (most - before) / 1e6,
    most: most / 1e6,
  }
}

export async function report(): Promise<Section> {
  const folder = newFolder()
  const postgres = await startPostgres(join(folder, 'db'))
  const count = Number(process.env.BENCH_SESSIONS ?? 1_000_000)
  try {
    await migrate(postgres.config)
    const db = openDb(postgres.config)
    try {
      await generate(db, count)
      const folded = performance.now()
      await foldAllReport(db)
      const foldSeconds = (performance.now() - folded) / 1000
      await sql`vacuum analyze`.execute(db)
      const scopes: readonly [string, Scope][] = [
        ['team', { kind: 'teams', teamId: 141, teams: [141] }],
        ['company', { kind: 'company', teamId: 2, companyId: 2 }],
        ['platform', { kind: 'all', teamId: 1 }],
      ]
      const results: Measured[] = []
      for (const [name, scope] of scopes) {
        for (const c of cases)
          results.push(measured(`${name}: ${c.what}`, await timed(20, () => answer(db, askedOf(scope, c)))))
        if (name === 'platform') continue
        for (const c of narrowed)
          results.push(
            measured(`${name}: ${c.what}`, await timed(name === 'team' ? 10 : 3, () => answer(db, askedOf(scope, c)))),
          )
      }
      const file = await exported(db, scopes[1]?.[1] as Scope)
      const goal = (name: string) =>
        target(results.find(r => r.what === `${name}: ${cases[0]?.what}`)?.p95 ?? Number.NaN, '<', 300, ' ms')
      return {
        title: 'Statement report',
        text: `A page of ten with its cards over ${figure(count)} sessions with their bills, ${TEAMS} teams, ${figure(TEAMS * CHARGERS)} chargers and ${DAYS} days, as the server answers it. Target for p95 of 90 days: a team ${goal('team')}, the company ${goal('company')}. The cards of a whole period read sums by hour; what is narrowed adds up its own rows. Summing up all hours anew took ${figure(foldSeconds)} s. Load of the machine meanwhile: ${figure(loadavg()[1] ?? 0)} on ${cpus().length} cores, other work beside it.\n\n${table(
          ['case', 'p50 ms', 'p95 ms', 'p99 ms'],
          results.map(m => [m.what, figure(m.p50), figure(m.p95), figure(m.p99)]),
        )}\n\nThe file of all ${figure(count)} rows of the company, written to a caller who takes each piece at once: ${figure(file.seconds)} s, ${figure(file.megabytes)} MB of text, memory of the process at most ${figure(file.most)} MB, ${figure(file.more)} MB more than before.`,
      }
    } finally {
      await db.destroy()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
