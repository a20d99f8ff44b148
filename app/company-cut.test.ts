// The cut by company: every growing table leads to its company, and the calls of a charger and the lists of a company are the
// same when the rows of all other companies are out of sight, as they are where each company has a database of its own. The
// rows are hidden by policies of the database (docs/decisions/0056-the-cut-by-company.md).
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postWaitingBills } from '#charging/billing/bill-ledger.commands.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { TestCharger } from '#testing/charger.ts'
import { at, energy, newCharger, newTag, start, stop } from '#testing/ocpp.ts'
import { COMPANY_WAYS, companyOf } from '../tools/company-ways.ts'
import { GROWING } from '../tools/growing-tables.ts'

let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

test('every growing table has a way to its company, or says why there is none', () => {
  expect([...GROWING].filter(table => COMPANY_WAYS[table] === undefined)).toEqual([])
})

test('the ways lead over keys to the column of the company', async () => {
  const { rows: columns } = await sql<{ name: string }>`select table_name || '.' || column_name as name
    from information_schema.columns where table_schema = 'public'`.execute(t.db)
  const known = new Set(columns.map(c => c.name))
  const { rows: keys } = await sql<{ name: string }>`select c.relname || '.' || a.attname as name from pg_index i
    join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisunique and i.indnkeyatts = 1`.execute(t.db)
  const unique = new Set(keys.map(k => k.name))
  for (const [table, way] of Object.entries(COMPANY_WAYS)) {
    const hasOwn = known.has(`${table}.company_id`)
    // A table with the column is cut by the column.
    expect(hasOwn, table).toBe(way === 'own')
    if (way === 'own' || 'none' in way) continue
    const [column, next, key] = way.by
    expect(known.has(`${table}.${column}`), `${table}.${column}`).toBe(true)
    expect(unique.has(`${next}.${key}`), `${next}.${key} is unique`).toBe(true)
    expect(companyOf(table), table).toBeDefined()
  }
})

/** Tables whose rows are hidden: those that lead to a company. */
const cut = Object.keys(COMPANY_WAYS).filter(table => companyOf(table) !== undefined)
/** From now on the product finds the rows of one company alone, and those of no company. */
async function hideOthers(company: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(t.db)
  const name = rows[0]?.name ?? ''
  for (const table of cut)
    await sql
      .raw(
        `alter table ${table} enable row level security;
         create policy cut on ${table} using (coalesce(${companyOf(table)}, ${company}) = ${company})`,
      )
      .execute(t.db)
  await sql
    .raw(
      `create role "cut_${name}";
       grant all on schema public to "cut_${name}";
       grant all on all tables in schema public to "cut_${name}";
       grant all on all sequences in schema public to "cut_${name}";
       alter role wattdesk in database "${name}" set role = 'cut_${name}'`,
    )
    .execute(t.db)
  // Listens at the same place again.
  await t.restart()
}
/** A sum of all rows of a company by table, of tables that have any; taken without policies. */
async function rowsOf(company: number): Promise<Record<string, string>> {
  return t.db.transaction().execute(async trx => {
    await sql`set local role none`.execute(trx)
    const sums: Record<string, string> = {}
    for (const table of cut) {
      const { rows } = await sql<{ n: number; sum: string }>`select count(*)::int as n,
        md5(coalesce(string_agg(x::text, '' order by x::text), '')) as sum from ${sql.table(table)} x
        where ${sql.raw(companyOf(table, 'x') ?? '')} = ${company}`.execute(trx)
      if (rows[0] && rows[0].n > 0) sums[table] = `${rows[0].n} ${rows[0].sum}`
    }
    return sums
  })
}

type Owner = { teamId: number; companyId: number }
/** A charger connects, boots and plays one session with every call of the hot path; with `isEnded: false` it sends no stop. */
async function session(
  ws: string,
  id: string,
  idTag: string,
  { from, isEnded = true }: { from: number; isEnded?: boolean },
): Promise<void> {
  const c = await TestCharger.open(ws, id)
  c.onCall = () => ({ status: 'Accepted' })
  await c.boot()
  await c.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Preparing', timestamp: at(from) })
  await c.call('Authorize', { idTag })
  const { transactionId } = await start(c, idTag, { timestamp: at(from) })
  await c.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [energy(at(from + 1), 2000), energy(at(from + 2), 3000)],
  })
  await c.call('Heartbeat', {})
  if (!isEnded) return c.close()
  await stop(c, transactionId, { meterStop: 4000, timestamp: at(from + 6), idTag })
  await c.call('StatusNotification', {
    connectorId: 1,
    errorCode: 'NoError',
    status: 'Available',
    timestamp: at(from + 7),
  })
  await c.close()
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const LISTS = [
  'transactions?page=1&limit=10',
  'transactions?page=1&limit=10&q=CUT',
  'chargers?page=1&limit=10',
  'tags?page=1&limit=10',
  'tags?page=1&limit=10&q=CUT',
  'payouts?page=1&limit=10',
  'charger/CUT-1/log?limit=10',
  'audit?page=1&limit=10',
  'users?page=1&limit=10',
  'vehicles?page=1&limit=10',
  `report?startDate=${dayFromNow(-3)} 00:00:00&endDate=${dayFromNow(1)} 00:00:00`,
  'reconciliation',
]

describe('with two companies that have sessions', () => {
  let one: Owner
  let two: Owner
  let ws: string
  let headers: { authorization: string }
  const lists = async () => {
    const replies: [string, number, unknown][] = []
    for (const path of LISTS) {
      const reply = await t.app.inject({ url: `/cms/v1/team/${one.companyId}/${path}`, headers })
      // The books say the time at which they were read.
      const body = JSON.parse(reply.body, (key, value) => (key === 'now' ? undefined : value))
      replies.push([path, reply.statusCode, body])
    }
    return replies
  }
  /** Reads energy, amounts, bill and postings of a charger's last session. */
  const outcome = async (id: string) =>
    (
      await sql`select t.energy_wh, t.charged_paise, t.in_review, b.total_paise, b.gross_paise, b.lines::text as lines,
        (select count(*)::int from meter_value m where m.transaction_id = t.transaction_id) as readings
        from transaction t left join bill b using (transaction_id)
        where t.chargepoint_id = ${id} and t.stopped_at is not null order by t.transaction_id desc limit 1`.execute(
        t.db,
      )
    ).rows[0]
  beforeAll(async () => {
    one = t.world.one
    two = t.world.two
    for (const [{ teamId, companyId }, id, idTag] of [
      [one, 'CUT-1', 'CUT-TAG-1'],
      [two, 'CUT-2', 'CUT-TAG-2'],
    ] as const) {
      await newCharger(t, { teamId, chargepointId: id })
      await newTag(t, { teamId: companyId, idTag })
    }
    ws = (await t.listen()).ws
    headers = await t.as('admin')
  })

  test('sessions that share their statements with those of another company come to what they come to alone', async () => {
    await session(ws, 'CUT-1', 'CUT-TAG-1', { from: 0 })
    const alone = await outcome('CUT-1')
    expect(alone).toMatchObject({ energyWh: 3000, inReview: false, readings: 2 })
    await Promise.all([
      session(ws, 'CUT-1', 'CUT-TAG-1', { from: 10 }),
      session(ws, 'CUT-2', 'CUT-TAG-2', { from: 10 }),
    ])
    expect(await outcome('CUT-1')).toEqual(alone)
    expect(await outcome('CUT-2')).toEqual(alone)
    await session(ws, 'CUT-2', 'CUT-TAG-2', { from: 20, isEnded: false })
  })

  test('calls and lists are the same without the rows of the other, which stay as they are', async () => {
    // Nothing trails from the sessions before.
    await t.restart()
    await postWaitingBills(t)
    const [before, others, own, shown] = [
      await outcome('CUT-1'),
      await rowsOf(two.companyId),
      await rowsOf(one.companyId),
      await lists(),
    ]
    expect(Object.keys(others)).toEqual(
      expect.arrayContaining(['bill', 'meter_value', 'transaction', 'transaction_live']),
    )
    expect(shown.filter(([, status]) => status !== 200)).toEqual([])
    await hideOthers(one.companyId)
    // The policies hold.
    const { rows } = await sql`select distinct company_id from transaction`.execute(t.db)
    expect(rows).toEqual([{ companyId: one.companyId }])
    expect(await outcome('CUT-2')).toBeUndefined()

    expect(await lists()).toEqual(shown)
    await session(ws, 'CUT-1', 'CUT-TAG-1', { from: 30 })
    expect(await outcome('CUT-1')).toEqual(before)
    await postWaitingBills(t)
    expect(await rowsOf(two.companyId)).toEqual(others)
    const changed = await rowsOf(one.companyId)
    expect(Object.keys(changed).filter(table => changed[table] !== own[table])).toEqual(
      expect.arrayContaining(['bill', 'entry', 'meter_value', 'posting', 'transaction']),
    )
  })
})
