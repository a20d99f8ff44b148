// A year of closings (M-8): each month is closed, and then everything that belongs to it comes late in every way. Nothing enters
// a closed month, and everything late stands in its list and in the next open month.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postWaitingBills } from '#charging/billing/bill-ledger.commands.ts'
import { addBillVersion } from '#charging/sessions/session-change.store.ts'
import { trialBalance } from '#money/ledger/account.store.ts'
import { compareLedger } from '#money/ledger/ledger-check.store.ts'
import { foldLedger } from '#money/ledger/ledger-fold.store.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import { takeInRefund } from '#money/refunds/refund.commands.ts'
import { TestProvider } from '#money/refunds/test-refund.ts'
import { byProduct } from '#platform/audit/audit-log.ts'
import { writeInvoices } from '#settlement/invoices/invoice.commands.ts'
import { takeInPayment } from '#settlement/payments/payment.commands.ts'
import { testPayment } from '#settlement/payments/test-payment.ts'
import { runDuePayouts, runUpTo } from '#settlement/payouts/payout-run.commands.ts'
import { keepRunUntil } from '#settlement/payouts/payout-until.store.ts'
import { periodNamed } from '#settlement/payouts/period.rules.ts'
import { billed, giveByHand, newCharger, newTeam } from '#settlement/payouts/test-payout.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { periodOf } from './period.rules.ts'
import { billOf, ended } from './test-late.ts'

const ZONE = 'Asia/Kolkata'
const MONTHS = Array.from({ length: 12 }, (_, i) =>
  i < 9 ? `2025-${String(i + 4).padStart(2, '0')}` : `2026-0${i - 8}`,
)
const provider = new TestProvider()

let t: TestApp
let now = new Date('2025-04-01T00:00:00Z')
let teamId: number
let pk: number
beforeAll(async () => {
  t = await startApp({ now: () => now })
  const begin = periodOf('2025-04', ZONE).from
  teamId = await newTeam(t)
  pk = await newCharger(t, teamId, 'DC', begin)
  await keepRunUntil(t.db, '2025-03-01')
})
afterAll(() => t.close())

const hours = (at: Date, n: number) => new Date(at.getTime() + n * 3_600_000)
const base = () => `/cms/v1/team/${t.world.one.companyId}/reconciliation`
const read = async (path: string, query: Record<string, string> = {}) => {
  const r = await t.app.inject({ url: base() + path, query, headers: await t.as('admin') })
  expect([path, r.statusCode, r.json().message]).toEqual([path, 200, expect.anything()])
  return r.json()
}
const close = async (month: string) =>
  t.app.inject({ method: 'POST', url: `${base()}/month/close`, payload: { month }, headers: await t.as('admin') })

/** Everything that a closed month says. */
async function saysOf(month: string) {
  const { data: summary } = await read('/register/summary', { month })
  const { data: invoices } = await read('/register', { month, pageSize: '100' })
  const { data: notes } = await read('/register', { month, of: 'notes', pageSize: '100' })
  const { data: payouts } = await read('/payouts', { month, pageSize: '100' })
  const { data: books } = await read('', { asOf: month })
  const { data: provided } = await read('/provider', { month })
  return {
    summary,
    invoices,
    notes,
    payouts,
    accounts: books.accounts,
    trialBalance: books.trialBalance,
    days: provided.days,
  }
}

/** What belongs to a month by its nature and comes at `now`; answers its transactions. */
async function comeLate(month: string, corrected: number): Promise<{ queued: number }> {
  const { to } = periodOf(month, ZONE)
  const queued = await ended(t, { teamId, pk, stoppedAt: hours(to, -30), receivedAt: now })
  const { companyId } = t.world.one
  // A payment that the provider tells of now, captured in the month, and what was given back of it at his own desk then.
  const payment = testPayment({ id: `pay_late${month}`, amount: 50_000, createdAt: hours(to, -20).getTime() / 1000 })
  await takeInPayment(t.services, companyId, payment, 'webhook', hours(to, -20))
  const refund = provider.make(payment.id, 50_000, 'processed')
  await takeInRefund(
    t.services,
    companyId,
    { ...refund, createdAt: hours(to, -10).getTime() / 1000 },
    'webhook',
    hours(to, -9),
  )
  const version = await t.db
    .transaction()
    .execute(trx => addBillVersion(trx, { transactionId: corrected, at: now, bill: billOf(9_000) }))
  expect(version).toBe(2)
  await giveByHand(t, teamId, 700, now)
  await postWaitingBills(t.services)
  await writeInvoices(t.services)
  return { queued }
}

/** A bill and its correction, an invoice and a note, a payment and what was given back of it. */
const LATE = ['late-bill', 'late-bill', 'late-document', 'late-document', 'late-payment', 'late-refund']

test('twelve months are closed, and what comes late in every way enters none of them', {
  timeout: 300_000,
}, async () => {
  const kept = new Map<string, unknown>()
  const late = new Map<string, { queued: number; corrected: number }>()
  for (const month of MONTHS) {
    const { from, to } = periodOf(month, ZONE)
    now = hours(from, 300)
    const own = await ended(t, { teamId, pk, stoppedAt: hours(from, 299) })
    await billed(t, { teamId, pk, stoppedAt: hours(from, 298), paymentType: 'UPI' })
    await postWaitingBills(t.services)
    await writeInvoices(t.services)
    now = hours(to, 3)
    await runDuePayouts(t.services)
    // Not before its payouts are with the owners.
    const { data: before } = await read('/month', { month })
    const red = before.lines.filter((l: { open: number }) => l.open > 0).map((l: { kind: string }) => l.kind)
    expect([month, red]).toEqual([month, ['payoutsPending']])
    const refused = await close(month)
    expect([refused.statusCode, refused.json().message]).toEqual([422, expect.stringContaining('Payouts to be paid')])
    await sql`update payout set status = 'PAYOUTCOMPLETED', completed_at = ${now} where status <> 'PAYOUTCOMPLETED'`.execute(
      t.db,
    )
    const closed = await close(month)
    expect([month, closed.statusCode, closed.json().message]).toEqual([
      month,
      200,
      expect.stringContaining('is closed'),
    ])
    kept.set(month, await saysOf(month))

    now = hours(to, 40)
    late.set(month, { ...(await comeLate(month, own)), corrected: own })
    if (MONTHS.indexOf(month) % 3 === 0) await foldLedger(t.db, ZONE, { portion: 50 })
    expect([month, await saysOf(month)]).toEqual([month, kept.get(month)])
    const period = periodNamed(`${month}-01`, ZONE)
    expect(await runUpTo(t.services, byProduct('Test'), { kind: 'all', teamId: 0 }, period)).toEqual([])
  }

  // The sums of all closed months stand as they were when each was closed, and every month's register leads to the ledger.
  for (const month of MONTHS) {
    const says = await saysOf(month)
    expect([month, says]).toEqual([month, kept.get(month)])
    expect([month, says.summary.isEqual, says.trialBalance.difference]).toEqual([month, true, 0])
  }
  expect(await trialBalance(t.db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
  expect(await compareLedger(t.db)).toEqual([])

  for (const [i, month] of MONTHS.entries()) {
    const { to } = periodOf(month, ZONE)
    const { data: items } = await read('/open/late', { month, pageSize: '100' })
    const kinds = items.map((x: { key: string }) => x.key.split(':')[0]).sort()
    const dates = items.map((x: { at: string }) => x.at)
    expect([month, kinds, new Set(dates)]).toEqual([month, LATE, new Set([hours(to, 40).toISOString()])])
    const { data: end } = await read('/month', { month })
    expect([month, end.late.open, end.closing.isClosed]).toEqual([month, 6, true])
    const { rows: states } = await sql<{
      n: number
    }>`select count(*) as n from bill b join transaction x using (transaction_id)
      where x.stopped_at >= ${periodOf(month, ZONE).from} and x.stopped_at < ${to} and b.billed_at >= ${to}`.execute(
      t.db,
    )
    expect([month, Number(states[0]?.n)]).toEqual([month, 2])
    // The next month has them: its register the documents, its payouts the session and the correction.
    const next = MONTHS[i + 1]
    if (!next) continue
    const { queued = 0, corrected = 0 } = late.get(month) ?? {}
    const { invoices, notes } = kept.get(next) as {
      invoices: { transactionId: number }[]
      notes: { transactionId: number }[]
    }
    expect([next, invoices.some(x => x.transactionId === queued)]).toEqual([next, true])
    expect([next, notes.some(x => x.transactionId === corrected)]).toEqual([next, true])
    const { rows } = await sql<{
      month: string
    }>`select distinct to_char(p.month, 'YYYY-MM') as month from payout_line l
      join payout p using (payout_no) where (l.transaction_id, l.bill_version) in ((${queued}, 1), (${corrected}, 2))`.execute(
      t.db,
    )
    expect([month, rows]).toEqual([month, [{ month: next }]])
  }
})

test('the database itself refuses every date of money in a closed month, whoever writes it', async () => {
  const { companyId } = t.world.one
  const inside = hours(periodOf('2025-10', ZONE).to, -1)
  const refused = (run: Promise<unknown>) => expect(run).rejects.toThrow('are closed until')
  const { rows } = await sql<{
    id: number
  }>`select transaction_id as id from transaction where team_id = ${teamId} limit 1`.execute(t.db)
  const id = rows[0]?.id
  await refused(
    sql`insert into posting (idempotency_key, request_hash, kind, company_id, event_at)
    values ('x', sha256('x'), 'credit', ${companyId}, ${inside})`.execute(t.db),
  )
  await refused(
    sql`insert into bill (transaction_id, version, company_id, team_id, billed_at, taxable_paise, cgst_paise, sgst_paise,
      igst_paise, gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise, lines,
      facts, energy_wh, overrun_paise)
    values (${id}, 9, ${companyId}, ${teamId}, ${inside}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '[]', '{}', 0, 0)`.execute(
      t.db,
    ),
  )
  await refused(
    sql`insert into invoice (kind, number, gstin, series, fiscal_year, sequence, transaction_id, bill_version, dated, made_at,
      company_id, team_id, sac, rate_ppm, energy_wh, cost_paise, cgst_paise, sgst_paise, igst_paise, rounding_paise, total_paise)
    values ('invoice', 'X', '', 'XX', '25-26', 1, ${id}, 9, ${inside}, ${now}, ${companyId}, ${teamId}, '998714', 180000, 0, 1, 0, 0, 0, 0,
      1)`.execute(t.db),
  )
  await refused(sql`update payment set captured_at = ${inside} where payment_id like 'pay_late%'`.execute(t.db))
  await refused(sql`update refund set processed_at = ${inside}`.execute(t.db))
  await refused(sql`update refund set requested_at = ${inside}`.execute(t.db))
  await refused(
    sql`insert into refund_borne (payment_id, company_id, team_id, paise, at, posting_key)
    values ('pay_late2025-04', ${companyId}, ${teamId}, 1, ${inside}, 'x')`.execute(t.db),
  )
  await refused(
    sql`insert into payout select (p).* from (select jsonb_populate_record(o, jsonb_build_object('payout_no', 1000000,
      'payout_id', 'PO-X', 'team_id', ${t.world.one.siblingId}::int)) as p from payout o where o.month = '2025-10-01' limit 1) x`.execute(
      t.db,
    ),
  )
  await refused(
    sql`insert into payout_line (transaction_id, bill_version, payout_no, chargepoint_pk)
    select ${id}, 99, payout_no, ${pk} from payout where month = '2025-10-01' limit 1`.execute(t.db),
  )
  // A posting for such a time goes to the first moment of the open month.
  await t.db.transaction().execute(trx =>
    postAll(trx, [
      {
        key: 'test:inside',
        kind: 'credit',
        at: inside,
        companyId,
        teamId,
        lines: [
          { account: { kind: 'owner', ref: teamId }, side: 'D', paise: 100n },
          { account: { kind: 'wallet', ref: 900_000 + teamId }, side: 'C', paise: 100n },
        ],
      },
    ]),
  )
  const { rows: posted } = await sql<{
    at: Date
  }>`select event_at as at from posting where idempotency_key = 'test:inside'`.execute(t.db)
  expect(posted[0]?.at).toEqual(periodOf('2026-03', ZONE).to)
})
