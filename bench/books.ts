// The books of an operator with 100 teams, 250,000 sessions over 96 days and more than a million entries: what each call of the
// reconciliation page takes, for the installation, the company and a team.
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { compareLedger } from '#money/ledger/ledger-check.store.ts'
import { foldLedger, forgetSettled } from '#money/ledger/ledger-fold.store.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'
import type { ListRows } from '#platform/http/exports.ts'
import * as accounts from '#settlement/reconciliation/account-list.store.ts'
import type { Books } from '#settlement/reconciliation/books.store.ts'
import * as books from '#settlement/reconciliation/books-read.store.ts'
import { openItems, openTotal } from '#settlement/reconciliation/open-items.store.ts'
import * as payouts from '#settlement/reconciliation/payout-register.store.ts'
import { periodOf } from '#settlement/reconciliation/period.rules.ts'
import { countRegister, register } from '#settlement/reconciliation/register.store.ts'
import { newFolder } from './stand.ts'
import { figure, type Section, table, target } from './table.ts'
import { measured, timed } from './transactions.ts'

const SESSIONS = 250_000
const TEAMS = 100
const NOW = new Date('2026-10-05T06:00:00Z')
const BEGIN = new Date('2026-07-01T00:00:00Z')
const ZONE = 'Asia/Kolkata'
const MONTH = '2026-09'
const TIMES = 20
const LIMIT_MS = 300

/** Two of five sessions are paid by card, with their payment, hold and bill in the ledger; the others are by RFID. */
async function generate(db: Db): Promise<void> {
  await db.transaction().execute(async trx => {
    // Rows written one at a time must pass checks and sums, which are switched off while these rows are made.
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`insert into team (id, parent_id, company_id, company_type, path, name) values
      (1, null, 1, 'GP', '{1}', 'Platform'), (2, 1, 2, 'P', '{1,2}', 'Operator')`.execute(trx)
    await sql`insert into team (id, parent_id, company_id, company_type, path, name)
      select 100 + n, 2, 2, 'C', array[1, 2, 100 + n], 'Team ' || n from generate_series(0, ${TEAMS - 1}::int) n`.execute(
      trx,
    )
    await sql`insert into company (company_id) values (1), (2)`.execute(trx)
    await sql`create temporary table made on commit drop as
      select n as id, 100 + (h / 13) % ${TEAMS} as team, h % 5 < 2 as is_card, x.stop, x.energy, x.energy * 2 as net,
        x.energy * 18 / 100 as tax, x.energy * 236 / 100 as total
      from (select n, hashint4(n) & 2147483647 as h from generate_series(1, ${SESSIONS}::int) n) g
        cross join lateral (select 1000 + (h / 7) % 60000 as energy,
          ${BEGIN}::timestamptz + make_interval(secs => n * ${(96 * 86_400) / SESSIONS}::float8) as stop) x`.execute(
      trx,
    )
    await sql`alter table made add primary key (id)`.execute(trx)
    await sql`analyze made`.execute(trx)
    await sql`insert into transaction (transaction_id, company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type,
        connector_id, id_tag, started_at, start_received_at, stopped_at, meter_start_wh, meter_stop_wh, stop_reason, tolerance_watt,
        payment_type, payment_id, energy_wh, charged_paise, paid_paise)
      select id, 2, team, id % 5000, 'CP', 'Charger', 'DC', 1, 'TAG', stop - interval '40 minutes', stop, stop, 0, energy, 'Local', 300,
        case when is_card then 'CARD' else 'RFID' end, case when is_card then 'pay_' || id end, energy, total, total from made`.execute(
      trx,
    )
    await sql`insert into bill (transaction_id, company_id, team_id, billed_at, energy_wh, taxable_paise, cgst_paise, sgst_paise, igst_paise,
        gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise, tax_ppm, lines, facts)
      select id, 2, team, stop, energy, net, tax, tax, 0, total, total - net - 2 * tax, 0, total, 0, 0, 180000, '[]', '{}' from made`.execute(
      trx,
    )
    await sql`insert into invoice (kind, number, gstin, series, fiscal_year, sequence, transaction_id, bill_version, dated, made_at, company_id,
        team_id, supplier_state, place_of_supply, sac, rate_ppm, energy_wh, cost_paise, cgst_paise, sgst_paise, igst_paise, rounding_paise,
        total_paise)
      select 'invoice', 'CM/26-27/' || lpad(id::text, 7, '0'), '29AACCC6636P1Z1', 'CM', '26-27', id, id, 1, stop, stop, 2, team, '29', '29',
        '998714', 180000, energy, total - 2 * tax, tax, tax, 0, 0, total from made`.execute(trx)
    await sql`insert into invoice_counter values ('29AACCC6636P1Z1', 'CM', '26-27', ${SESSIONS})`.execute(trx)
    await sql`insert into payment (payment_id, company_id, team_id, amount_paise, status, fee_paise, created_at, captured_at)
      select 'pay_' || id, 2, team, total, 'captured', total / 50, stop, stop from made where is_card order by id`.execute(
      trx,
    )
    await sql`insert into account (kind, ref, company_id, team_id, normal_side, is_kept)
      select k, t.id, 2, t.id, s, false from team t, (values ('owner', 'C'), ('receivable', 'D'), ('cgst', 'C'), ('sgst', 'C'),
        ('surcharge', 'C')) x (k, s) where t.id >= 100
      union all select 'gateway', 2, 2, 2, 'D', false on conflict do nothing`.execute(trx)
    await sql`insert into account (kind, ref, company_id, team_id, normal_side, is_kept, minimum_paise, version)
      select 'hold', id, 2, team, 'C', true, 0, 2 from made where is_card
      union all select 'payment', p.payment_no, 2, p.team_id, 'C', true, 0, 2 from payment p`.execute(trx)
    for (const name of ['payment', 'account', 'team']) await sql`analyze ${sql.table(name)}`.execute(trx)
    const post = (
      kind: string,
      key: ReturnType<typeof sql>,
      lines: ReturnType<typeof sql>,
      where: ReturnType<typeof sql>,
    ) =>
      sql`with p as (insert into posting (idempotency_key, request_hash, kind, company_id, team_id, transaction_id, event_at)
          select ${key}, '', ${sql.lit(kind)}, 2, team, id, stop from made where ${where} order by id returning posting_id, transaction_id)
        insert into entry (posting_id, line_no, account_id, side, amount_paise)
        select p.posting_id, x.n, a.account_id, x.side, x.paise from p join made m on m.id = p.transaction_id
          left join payment y on y.payment_id = 'pay_' || m.id
          cross join lateral (values ${lines}) x (n, kind, ref, side, paise) join account a on a.kind = x.kind and a.ref = x.ref
        where x.paise > 0`.execute(trx)
    const card = sql`is_card`
    await post(
      'payment',
      sql`'pay_' || id || ':captured:2'`,
      sql`(1, 'gateway', 2, 'D', m.total), (2, 'payment', y.payment_no, 'C', m.total)`,
      card,
    )
    await post(
      'hold',
      sql`'hold:' || id`,
      sql`(1, 'payment', y.payment_no, 'D', m.total), (2, 'hold', m.id, 'C', m.total)`,
      card,
    )
    const payer = sql`(1, case when m.is_card then 'hold' else 'receivable' end, case when m.is_card then m.id else m.team end, 'D', m.total)`
    const earned = sql`(2, 'owner', m.team, 'C', m.net), (3, 'cgst', m.team, 'C', m.tax), (4, 'sgst', m.team, 'C', m.tax),
      (5, 'surcharge', m.team, 'C', m.total - m.net - 2 * m.tax)`
    await post('bill', sql`'bill:' || id || ':1'`, sql`${payer}, ${earned}`, sql`true`)
  })
  await settled(db)
  await sql`vacuum analyze`.execute(db)
}

/** July and August are settled with all teams, September is about to be: each bill of those months is in a payout. */
async function settled(db: Db): Promise<void> {
  for (const month of ['2026-07', '2026-08']) {
    const { from, to } = periodOf(month, ZONE)
    await sql`with made as (insert into payout (payout_id, company_id, team_id, month, period_start, period_end, made_at, bills_from, terms, party,
          accounts, sessions, chargers, energy_wh, total_paise, net_paise, tax_paise, surcharge_paise, gateway_fee_paise, percent_paise,
          per_kwh_paise, collected_paise, fixed_paise, unit_paise, fixed_part_paise, unit_part_paise, commission_paise,
          tax_on_commission_paise, deducted_tax_paise, owner_tax_paise, given_paise, carried_in_paise, carried_out_paise, payout_paise, status)
        select 'PO-' || to_char(${`${month}-01`}::date, 'YYMM') || '-' || id, 2, id, ${`${month}-01`}::date, ${from}, ${to}, ${to}, ${to}, '{}', '{}', '[]',
          0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 'PAYOUTCOMPLETED' from team where id >= 100
        returning payout_no, team_id)
      insert into payout_line (transaction_id, bill_version, payout_no, chargepoint_pk)
      select b.transaction_id, b.version, m.payout_no, 1 from bill b join made m on m.team_id = b.team_id
      where b.billed_at >= ${from} and b.billed_at < ${to}`.execute(db)
  }
}

/** A list as its route answers it: counted, then a page of it. */
const list = async (count: () => Promise<unknown>, rows: () => Promise<unknown>): Promise<void> => {
  await count()
  await rows()
}
/** Until the first rows of an export have come. */
async function firstRows(rows: Promise<ListRows<unknown>>): Promise<void> {
  for await (const _ of (await rows) as AsyncGenerator<unknown[]>) return
}

type Asked = { whose: string; own: Books; now: Date; month: string }
/** The calls of the reconciliation page of the installation, a company or a team. Throws where the books do not balance. */
export async function callsOf(
  db: Db,
  { whose, own, now, month }: Asked,
): Promise<readonly (readonly [string, () => Promise<unknown>])[]> {
  const period = periodOf(month, ZONE)
  const page = { page: 1, pageSize: 10 }
  const { trialBalance } = await books.reconciliationOf(db, own, null, now, ZONE)
  if (trialBalance.difference !== 0 || trialBalance.drifting !== 0) throw new Error('The books do not balance')
  const owners = { kind: 'owner', asOf: null, isAll: false }
  const holds = { kind: 'hold', asOf: null, isAll: true }
  const [first] = (await accounts.accounts(
    db,
    own,
    { ...owners, kind: whose === 'team' ? 'owner' : 'gateway' },
    page,
  )) as accounts.AccountRow[]
  const id = first?.accountId ?? 0
  const open = { kind: 'receivable' as const, books: own, period: null, zone: ZONE }
  const narrowed = { query: page, age: undefined, now: now }
  const invoices = { books: own, period, of: 'invoices' as const }
  return [
    ['trial balance and clearing, now', () => books.reconciliationOf(db, own, null, now, ZONE)],
    ['trial balance and clearing, as of a month’s end', () => books.reconciliationOf(db, own, month, now, ZONE)],
    [
      'accounts of operators',
      () =>
        list(
          () => accounts.countAccounts(db, own, owners, undefined),
          () => accounts.accounts(db, own, owners, page),
        ),
    ],
    [
      'accounts of sessions that are open',
      () =>
        list(
          () => accounts.countAccounts(db, own, { ...holds, isAll: false }, undefined),
          () => accounts.accounts(db, own, { ...holds, isAll: false }, page),
        ),
    ],
    [
      'accounts of sessions, all',
      () =>
        list(
          () => accounts.countAccounts(db, own, holds, undefined),
          () => accounts.accounts(db, own, holds, page),
        ),
    ],
    [
      'entries of the longest account',
      () =>
        list(
          () => accounts.accountOf(db, own, id, null),
          () => accounts.entries(db, id, null, page),
        ),
    ],
    [
      'open receivables',
      () =>
        list(
          () => openTotal(db, open, narrowed),
          () => openItems(db, open, narrowed),
        ),
    ],
    ['month’s end', () => books.monthEndOf(db, own, month, now, ZONE)],
    ['provider by day', () => books.providerBooksOf(db, own.scope, month, ZONE)],
    [
      'register',
      () =>
        list(
          () => countRegister(db, invoices, undefined),
          () => register(db, invoices, page),
        ),
    ],
    [
      'register, first rows of an export',
      () =>
        list(
          () => countRegister(db, invoices, undefined),
          () => firstRows(register(db, invoices, { export: 'true' })),
        ),
    ],
    ['register, sums and way to the ledger', () => books.registerSummaryOf(db, own, month, ZONE)],
    [
      'register of payouts',
      () =>
        list(
          () => payouts.count(db, own.scope, period, undefined),
          () => payouts.list(db, own.scope, period, page),
        ),
    ],
  ]
}

export async function reconciliation(): Promise<Section> {
  const folder = newFolder()
  const server = await startPostgres(join(folder, 'db'))
  const db = openDb(server.config)
  try {
    await migrate(server.config)
    await generate(db)
    const entries = (await sql<{ n: number }>`select count(*) as n from entry`.execute(db)).rows[0]?.n ?? 0
    const from = performance.now()
    await foldLedger(db, ZONE)
    const folded = performance.now() - from
    await forgetSettled(db)
    await sql`vacuum analyze`.execute(db)
    if ((await compareLedger(db)).length > 0) throw new Error('The sums are not those of the entries')
    const all: readonly (readonly [string, Books])[] = [
      ['installation', { scope: { kind: 'all', teamId: 1 }, isWhole: true }],
      ['company', { scope: { kind: 'company', teamId: 2, companyId: 2 }, isWhole: false }],
      ['team', { scope: { kind: 'teams', teamId: 142, teams: [142] }, isWhole: false }],
    ]
    const rows: string[][] = []
    const loads: string[] = []
    for (const [whose, own] of all) {
      loads.push((loadavg()[0] ?? 0).toFixed(1))
      const parts = await callsOf(db, { whose, own, now: NOW, month: MONTH })
      for (const [what, run] of parts) {
        const m = measured(what, await timed(TIMES, run))
        rows.push([whose, what, figure(m.p50), figure(m.p95), target(m.p95, '<', LIMIT_MS)])
        console.log(rows.at(-1)?.join(' | '))
      }
    }
    return {
      title: 'Reconciliation',
      text: `Calls of the page, ${TIMES} times each, one caller, with ${figure(entries)} entries in the ledger, ${figure(SESSIONS)} sessions and invoices over 96 days in ${TEAMS} teams, of which the last month is not settled yet. A list is counted and its first page read, as its route does. Load of the machine as each of the three began: ${loads.join(', ')} on two cores. The sums of the ledger were brought up from nothing in ${(folded / 1000).toFixed(1)} s, ${figure((entries * 1000) / folded)} entries/s, and compared with the entries.

${table(['whose', 'what', 'p50 ms', 'p95 ms', 'target, p95'], rows)}`,
    }
  } finally {
    await db.destroy()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
