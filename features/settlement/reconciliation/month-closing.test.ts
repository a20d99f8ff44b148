// Closing and reopening months (M-8): by whom, when, and what refuses it; and that what was read is what is closed, whoever
// writes at the same moment.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { postWaitingBills } from '#charging/billing/bill-ledger.commands.ts'
import { credit, debit } from '#money/ledger/ledger.rules.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import { writeInvoices } from '#settlement/invoices/invoice.commands.ts'
import { keepRunUntil } from '#settlement/payouts/payout-until.store.ts'
import { newCharger, newTeam } from '#settlement/payouts/test-payout.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import * as store from './month-closing.store.ts'
import { periodOf } from './period.rules.ts'
import { billOf, ended } from './test-late.ts'

const ZONE = 'Asia/Kolkata'
const SEPTEMBER = periodOf('2025-09', ZONE)
const OCTOBER = periodOf('2025-10', ZONE)
const NOVEMBER = periodOf('2025-11', ZONE)
const NOW = new Date('2025-12-05T06:00:00Z')
let t: TestApp
let now = NOW
let teamId: number
let pk: number
beforeAll(async () => {
  t = await startApp({ now: () => now })
  teamId = await newTeam(t)
  pk = await newCharger(t, teamId, 'DC', SEPTEMBER.from)
  await keepRunUntil(t.db, '2025-11-01')
})
afterAll(() => t.close())
/** Every test begins with nothing closed: what the one before it closed is reopened. */
beforeEach(async () => {
  now = NOW
  const { companyId } = t.world.one
  await t.db.transaction().execute(async trx => {
    const [last] = await store.closingEvents(trx, companyId)
    if (last?.closedUntil)
      await store.addClosing(trx, {
        companyId,
        event: 'reopened',
        month: last.month,
        reason: 'Test',
        closedUntil: null,
        at: now,
        userId: null,
      })
  })
})

const base = (id = t.world.one.companyId) => `/cms/v1/team/${id}/reconciliation`
const send = async (person: Person, path: 'close' | 'reopen', payload: object, id?: number) => {
  const r = await t.app.inject({
    method: 'POST',
    url: `${base(id)}/month/${path}`,
    payload,
    headers: await t.as(person),
  })
  return [r.statusCode, r.json().message] as [number, string]
}
const close = (month: string, person: Person = 'admin', id?: number) => send(person, 'close', { month }, id)
const reopen = (month: string, reason: string) => send('admin', 'reopen', { month, reason })
const monthEnd = async (month: string, id?: number) => {
  const r = await t.app.inject({ url: `${base(id)}/month`, query: { month }, headers: await t.as('admin') })
  expect([r.statusCode, r.json().message]).toEqual([200, expect.anything()])
  return r.json().data
}
const events = async () =>
  (
    await sql`select event, to_char(month, 'YYYY-MM') as month, reason, user_id from month_closing where reason <> 'Test'
      order by closing_id desc limit 1`.execute(t.db)
  ).rows[0]

test('a month is closed by a finance admin on the company’s own team, and shown with its history', async () => {
  const { teamId: below, companyId } = t.world.one
  expect(await close('2025-10', 'viewer', below)).toEqual([403, expect.anything()])
  expect(await close('2025-10', 'operator', below)).toEqual([403, expect.anything()])
  expect(await close('2025-10', 'finance', below)).toEqual([403, 'Months are closed on the company’s own team'])
  expect(await close('2025-10', 'admin', below)).toEqual([403, 'Months are closed on the company’s own team'])
  expect(await close('2025-10', 'root', t.world.gp)).toEqual([403, 'Months are closed on the company’s own team'])
  expect((await close('2025-10', 'stranger'))[0]).toBeGreaterThanOrEqual(403)
  expect((await monthEnd('2025-10')).closing).toMatchObject({ isClosed: false, isOwn: true, closedUntil: null })

  expect(await close('2025-10')).toEqual([200, 'October 2025 is closed'])
  const { closing } = await monthEnd('2025-10')
  expect(closing).toMatchObject({
    isClosed: true,
    isLast: true,
    closedUntil: OCTOBER.to.toISOString(),
    history: [{ event: 'closed', reason: '', by: t.world.usernames.admin }, expect.anything()].slice(
      0,
      closing.history.length,
    ),
  })
  expect(await monthEnd('2025-10', below)).toMatchObject({ closing: { isClosed: true, isOwn: false } })
  // The first closing takes what was before it along.
  expect(await monthEnd('2025-09')).toMatchObject({ closing: { isClosed: true, isLast: false } })
  const { rows } = await sql`select action, record_id, team_id, after from audit_entry where action = 'close'
    order by id desc limit 1`.execute(t.db)
  expect(rows).toEqual([
    {
      action: 'close',
      recordId: 'month-2025-10',
      teamId: companyId,
      after: { month: '2025-10', status: 'closed' },
    },
  ])
  // The other company closes its own.
  const { rows: others } = await sql`select books_closed_until(${t.world.two.companyId}) as until`.execute(t.db)
  expect(others).toEqual([{ until: null }])
})

test('refused with the reason: not over, closed already, an earlier one open, another than the last reopened, no reason', async () => {
  expect(await close('2025-12')).toEqual([422, 'December 2025 is not over'])
  now = new Date(NOVEMBER.to.getTime() - 1)
  expect(await close('2025-11')).toEqual([422, 'November 2025 is not over'])
  now = NOW
  expect(await close('2025-09')).toEqual([200, 'September 2025 is closed'])
  expect(await close('2025-11')).toEqual([
    422,
    'Months are closed one after the other: please close October 2025 first',
  ])
  expect(await close('2025-08')).toEqual([409, 'August 2025 is closed already'])
  expect(await close('2025-10')).toEqual([200, expect.anything()])
  expect(await close('2025-10')).toEqual([409, 'October 2025 is closed already'])
  expect(await reopen('2025-09', 'A mistake')).toEqual([
    422,
    'Months are reopened one after the other: please reopen October 2025 first',
  ])
  expect(await reopen('2025-11', 'A mistake')).toEqual([409, 'November 2025 is not closed'])
  expect(await reopen('2025-10', '   ')).toEqual([422, expect.anything()])
  expect(await close('2025-13')).toEqual([422, expect.anything()])

  expect(await reopen('2025-10', ' The bank has corrected its fee ')).toEqual([200, 'October 2025 is open again'])
  expect(await events()).toMatchObject({
    event: 'reopened',
    month: '2025-10',
    reason: 'The bank has corrected its fee',
  })
  expect((await monthEnd('2025-09')).closing).toMatchObject({ isClosed: true, isLast: true })
  const { rows } = await sql`select after from audit_entry where action = 'reopen' order by id desc limit 1`.execute(
    t.db,
  )
  expect(rows).toEqual([{ after: { month: '2025-10', status: 'open', reason: 'The bank has corrected its fee' } }])
  // The first closing reopened, nothing is closed any more.
  expect(await reopen('2025-09', 'All anew')).toEqual([200, expect.anything()])
  expect((await monthEnd('2025-08')).closing).toMatchObject({ isClosed: false, closedUntil: null })
})

test('open lines are named, and nothing is closed; so are payouts that are not run', async () => {
  const transactionId = await ended(t, { teamId, pk, stoppedAt: new Date(OCTOBER.to.getTime() - 3_600_000) })
  await sql`insert into session_review (company_id, team_id, transaction_id, chargepoint_pk, connector_id, reason, detail, created_at)
    select company_id, team_id, transaction_id, chargepoint_pk, 1, 'Stop never came', '{}', stopped_at from transaction
    where transaction_id = ${transactionId}`.execute(t.db)
  const [status, message] = await close('2025-10')
  expect([status, message]).toEqual([
    422,
    'October 2025 cannot be closed while lines are open: Sessions to review, Bills without invoice, Sessions in no payout',
  ])
  await sql`update session_review set decided_at = ${NOW}, decision = '{}' where transaction_id = ${transactionId}`.execute(
    t.db,
  )
  await writeInvoices(t.services)
  expect(await close('2025-10')).toEqual([422, expect.stringMatching(/lines are open: Sessions in no payout$/)])
  expect((await monthEnd('2025-10')).closing.isClosed).toBe(false)
  // Billed after the month, a session is late for its run and keeps the month open no more.
  const line = async () => (await monthEnd('2025-10')).lines.find((l: { kind: string }) => l.kind === 'unsettled').open
  await ended(t, { teamId, pk, stoppedAt: new Date(OCTOBER.to.getTime() - 7_200_000), receivedAt: OCTOBER.to })
  await writeInvoices(t.services, { isThorough: true })
  expect(await line()).toBe(1)
  await sql`update transaction set is_free = true where transaction_id = ${transactionId}`.execute(t.db)
  await keepRunUntil(t.db, '2025-09-01')
  expect(await close('2025-10')).toEqual([
    422,
    'The payouts of October 2025 are not run yet: they are made on the 1st at 02:00',
  ])
  await keepRunUntil(t.db, '2025-11-01')
  expect(await close('2025-10')).toEqual([200, expect.anything()])
})

test('of closings at once one wins, and the others are told', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => close('2025-10')))
  expect(answers.map(([status]) => status).sort()).toEqual([200, 409, 409, 409, 409])
  expect(answers.filter(([status]) => status === 409).every(([, m]) => m === 'October 2025 is closed already')).toBe(
    true,
  )
})

const waitsForMonth = () =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(t.db)
      expect(rows.length).toBeGreaterThan(0)
    },
    { timeout: 20_000, interval: 20 },
  )

test('a closing waits for a writer of the month, and reads what he has written', async () => {
  const inside = new Date(OCTOBER.to.getTime() - 1000)
  let closing: Promise<[number, string]> | undefined
  await t.db.transaction().execute(async trx => {
    const { rows } = await sql<{
      id: number
    }>`select transaction_id as id from transaction where is_free limit 1`.execute(trx)
    const b = billOf(500)
    await sql`insert into bill (transaction_id, version, company_id, team_id, billed_at, taxable_paise, cgst_paise, sgst_paise,
        igst_paise, gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise,
        lines, facts, energy_wh, overrun_paise)
      values (${rows[0]?.id}, 2, ${t.world.one.companyId}, ${teamId}, ${inside}, ${b.taxablePaise}, ${b.cgstPaise}, ${b.sgstPaise}, 0,
        ${b.totalPaise}, 0, 0, ${b.totalPaise}, 0, 0, '[]', '{}', 1, 0)`.execute(trx)
    await sql`insert into bill_to_post (transaction_id, version) values (${rows[0]?.id}, 2)`.execute(trx)
    closing = close('2025-10')
    await waitsForMonth()
  })
  expect(await closing).toEqual([422, expect.stringContaining('Bills without posting')])
  await postWaitingBills(t.services)
  await writeInvoices(t.services, { isThorough: true })
  expect(await close('2025-10')).toEqual([200, expect.anything()])
})

test('a writer of the month waits for a closing, and dates what he writes by the month that is open then', async () => {
  const { companyId } = t.world.one
  const inside = new Date(OCTOBER.to.getTime() - 1000)
  const line = (key: string, at: Date, owner: number) =>
    t.db.transaction().execute(trx =>
      postAll(trx, [
        {
          key,
          kind: 'credit',
          at,
          companyId,
          teamId: owner,
          lines: [debit({ kind: 'owner', ref: owner }, 100n), credit({ kind: 'wallet', ref: 900_000 + owner }, 100n)],
        },
      ]),
    )
  let posted: Promise<void> | undefined
  await t.db.transaction().execute(async trx => {
    await store.holdClosings(trx, companyId)
    await store.holdMonths(trx, companyId, null, OCTOBER.to)
    posted = line('test:late', inside, teamId)
    await waitsForMonth()
    // Whoever writes in another month does not wait.
    await line('test:today', NOW, t.world.one.siblingId)
    await store.addClosing(trx, {
      companyId,
      event: 'closed',
      month: '2025-10',
      reason: '',
      closedUntil: OCTOBER.to,
      at: NOW,
      userId: null,
    })
  })
  await posted
  const { rows } =
    await sql`select idempotency_key as key, event_at as at from posting where idempotency_key like 'test:%'
    order by 1`.execute(t.db)
  expect(rows).toEqual([
    { key: 'test:late', at: OCTOBER.to },
    { key: 'test:today', at: NOW },
  ])
})

test('what is closed and reopened is only added to', async () => {
  expect(await close('2025-10')).toEqual([200, expect.anything()])
  for (const statement of [
    sql`update month_closing set reason = 'x'`,
    sql`delete from month_closing`,
    sql`truncate month_closing`,
  ])
    await expect(statement.execute(t.db)).rejects.toThrow('only added to')
})
