// Lists by a cursor (KEY-04): each list of the API gives every row once, row by row, in the demo network with a row of
// everything.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { writeInvoices } from '#settlement/invoices/invoice.commands.ts'
import { addressOf, dayFromNow, startNetwork } from './api-reference/test-network.ts'
import { signIn } from './test-company-shown.ts'
import { COMPANY } from './test-company-side.ts'

let network: Awaited<ReturnType<typeof startNetwork>>
beforeAll(async () => {
  network = await startNetwork()
  await addRows()
}, 180_000)
/** Rows of the lists that would have none. */
async function addRows(): Promise<void> {
  const { db, services } = network.old
  await writeInvoices(services)
  await sql`insert into settings_drift (chargepoint_pk, key, company_id, team_id, spelling, level, wished, told, state, counts, since)
    select c.chargepoint_pk, lower(k), c.company_id, c.team_id, k, 'Set by hand', '30', '60', 'Differs', true, now()
    from charger c, unnest('{HeartbeatInterval,MeterValueSampleInterval}'::text[]) k where c.company_id = ${COMPANY}`.execute(
    db,
  )
  await sql`insert into network_import_row (network_import_id, row_no, line, cells, row_key, outcome)
    select ${network.ids.import}::int, n, n + 1, '{x}', 'x' || n, 'new' from generate_series(1, 3) n`.execute(db)
  await sql`insert into scheduled_report_run (scheduled_report_id, company_id, due_at, at, result)
    select ${network.ids.scheduledReportId}::int, ${COMPANY}, now() - make_interval(days => n), now(), 'Sent' from generate_series(1, 3) n`.execute(
    db,
  )
  await sql`update charger set registration_status = 'Pending' where company_id = ${COMPANY}`.execute(db)
  await sql`update charger_state set last_message_at = now() where chargepoint_pk in (select chargepoint_pk from charger
    where company_id = ${COMPANY})`.execute(db)
}
/** What lists are asked with, where they would have no rows else. */
const ASKED: Readonly<Record<string, () => string>> = {
  '/cms/v1/team/{teamId}/tax/collected': () => `month=${dayFromNow(0).slice(0, 7)}`,
  '/cms/v1/team/{teamId}/tax/deliveries': () => `month=${dayFromNow(0).slice(0, 7)}`,
  '/cms/v1/team/{teamId}/tax/vouchers': () => `month=${dayFromNow(0).slice(0, 7)}`,
  '/cms/v1/razorpay-transactions/razorpay/transactions': () => `from=${dayFromNow(-40)}&to=${dayFromNow(0)}`,
}
afterAll(() => network.old.close())

type Page = { data: object[]; next_cursor?: string | null }
/** Pages are read one by one until there is nothing more, or too much. */
const MOST_PAGES = 101
/** Lists whose rows this network has none of, with the test that reads them by a cursor. */
const EMPTY: Readonly<Record<string, string>> = {
  '/cms/v1/team/{teamId}/charger/{id}/device-model/variables':
    'of stations of OCPP 2.0.1 alone: features/control/device-model/device-model.test.ts',
  '/cms/v1/team/{teamId}/charger/{id}/monitors':
    'of stations of OCPP 2.0.1 alone: features/control/monitoring/monitoring.test.ts',
  '/cms/v1/team/{teamId}/tax/collected': 'taxes that are off in the demo: features/settlement/collected-taxes',
  '/cms/v1/team/{teamId}/tax/deliveries':
    'invoiced sessions alone: features/settlement/reconciliation/document-dates.test.ts',
  '/cms/v1/team/{teamId}/tax/vouchers': 'vouchers that are off for this company: features/settlement/vouchers',
  '/cms/v1/team/{teamId}/tag/{id}/transactions': 'sessions with a condition of their own: platform/db/big-list.test.ts',
}

test('each list gives every row once', { timeout: 240_000 }, async () => {
  const { old } = network
  const admin = await signIn(old, 'bluegrid.admin')
  const root = await signIn(old, 'root')
  const empty: string[] = []
  let several = 0
  for (const e of old.app.endpoints) {
    const fields = (e.query as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {}
    if (e.method !== 'GET' || !('cursor' in fields)) continue
    const { path: found, query } = addressOf(network, e) ?? { path: '', query: '' }
    // What no month has settled yet.
    const path = found.replace('/open/payment', '/open/unsettled')
    expect(path, `${e.path}: no record`).not.toBe('')
    const { authorization } = e.path.includes('/root/') ? root : admin
    const read = async (more: string): Promise<Page> => {
      const url = `${path}?${[ASKED[e.path]?.() ?? query, more].filter(Boolean).join('&')}`
      const r = await old.app.inject({ url, headers: { authorization } })
      expect(r.statusCode, `${url} ${r.body.slice(0, 300)}`).toBe(200)
      return r.json()
    }
    const whole = await read('page=1&pageSize=100')
    const rows: object[] = []
    let pages = 0
    for (let cursor: string | null | undefined = ''; typeof cursor === 'string' && pages < MOST_PAGES; pages++) {
      const page = await read(`pageSize=1&cursor=${cursor}`)
      rows.push(...page.data)
      cursor = page.next_cursor
    }
    if (whole.data.length === 0) empty.push(e.path)
    if (whole.data.length > 1) several++
    const texts = (all: object[]) => all.map(row => JSON.stringify(row)).toSorted()
    // A longer list is known by the keys of its rows alone: none comes twice.
    if (pages < MOST_PAGES) expect(texts(rows), e.path).toEqual(texts(whole.data))
    else expect(new Set(texts(rows)).size, e.path).toBe(rows.length)
  }
  expect(empty.filter(path => !EMPTY[path])).toEqual([])
  expect(several).toBeGreaterThan(20)
})
