// The books of a scope: the accounts for each role, and every figure against the test's own sum of plain rows
// (D-WAL-3).
import { round } from '@wattdesk/base/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountName, credit, debit, type Line, linesOf } from '#money/ledger/ledger.rules.ts'
import { compareLedger } from '#money/ledger/ledger-check.store.ts'
import { foldLedger, forgetSettled } from '#money/ledger/ledger-fold.store.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import { takeInRefund } from '#money/refunds/refund.commands.ts'
import { MONEY_GONE } from '#money/refunds/refund.rules.ts'
import { addRefund } from '#money/refunds/refund.store.ts'
import { refuseAttempt } from '#money/refunds/refund-attempt.commands.ts'
import { holdRefund } from '#money/refunds/refund-state.store.ts'
import { paid } from '#money/refunds/test-refund.ts'
import { keepSetting } from '#platform/db/setting.ts'
import { writeInvoices } from '#settlement/invoices/invoice.commands.ts'
import { takeInPayment } from '#settlement/payments/payment.commands.ts'
import { testPayment } from '#settlement/payments/test-payment.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { kindWords } from './books.rules.ts'

let t: TestApp
const NOW = new Date('2026-11-10T06:00:00Z')
const OCTOBER = '2026-10'
beforeAll(async () => {
  t = await startApp({ now: () => NOW })
})
afterAll(() => t.close())

type Query = Record<string, string | number>
let reads = 0
const get = async (person: Person | 'anonymous', path = '', query: Query = {}, teamId = t.world.one.companyId) => {
  // Figures are the same whether all, some or nothing of the ledger is added up already.
  if (reads++ % 3 === 1) await foldLedger(t.db, 'Asia/Kolkata', { portion: 7 })
  return t.app.inject({
    url: `/cms/v1/team/${teamId}/reconciliation${path}`,
    query: Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])),
    headers: person === 'anonymous' ? {} : await t.as(person),
  })
}
const read = async (person: Person, path = '', query: Query = {}, teamId?: number) => {
  const r = await get(person, path, query, teamId)
  expect([path, r.statusCode, r.json().message]).toEqual([path, 200, expect.anything()])
  return r.json()
}

const post = (key: string, at: Date, lines: Line[], more: object = {}) =>
  t.db.transaction().execute(trx =>
    postAll(trx, [
      {
        key,
        kind: 'bill',
        at,
        companyId: t.world.one.companyId,
        teamId: t.world.one.teamId,
        lines: linesOf(lines),
        ...more,
      },
    ]),
  )
type Bill = { taxable: number; surcharge?: number; across?: boolean; overrun?: number }
type Session = Bill & { stoppedAt: string; receivedAt?: string; of?: 'one' | 'two'; isPosted?: boolean }
let count = 0
const taxesOf = ({ taxable, surcharge = 0, across = false }: Bill) => {
  const half = Number(round(BigInt(taxable), 180_000n, 2_000_000n))
  const [cgst, igst] = across ? [0, Number(round(BigInt(taxable), 180_000n, 1_000_000n))] : [half, 0]
  return { cgst, igst, surcharge, total: taxable + 2 * cgst + igst + surcharge }
}
/** A session by RFID with its bill and the posting of it. */
async function session(s: Session): Promise<number> {
  count++
  const { companyId, teamId } = t.world[s.of ?? 'one']
  const { pk, id } = s.of === 'two' ? t.world.chargers.other : t.world.chargers.dc
  const stopped = new Date(s.stoppedAt)
  const received = new Date(s.receivedAt ?? s.stoppedAt)
  const { rows } = await sql<{ transactionId: number }>`
    insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id, id_tag,
      started_at, start_received_at, stopped_at, stop_received_at, meter_start_wh, meter_stop_wh, stop_reason, tolerance_watt,
      payment_type, energy_wh, charged_paise)
    values (${companyId}, ${teamId}, ${pk}, ${id}, 'Charger', 'DC', 1, ${`BOOK-${count}`}, ${new Date(stopped.getTime() - 3_600_000)},
      ${stopped}, ${stopped}, ${received}, 0, 1000, 'Local', 300, 'RFID', 1000, 0) returning transaction_id`.execute(
    t.db,
  )
  const transactionId = rows[0]?.transactionId ?? 0
  await bill(transactionId, 1, s, received, s.of, none, s.isPosted)
  return transactionId
}
const none: Bill = { taxable: 0 }
async function bill(
  transactionId: number,
  version: number,
  b: Bill,
  at: Date,
  of: 'one' | 'two' = 'one',
  before = none,
  isPosted = true,
) {
  const { companyId, teamId } = t.world[of]
  const [now, was] = [taxesOf(b), taxesOf(before)]
  await sql`insert into bill (transaction_id, version, company_id, team_id, billed_at, energy_wh, taxable_paise, cgst_paise, sgst_paise,
      igst_paise, gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise, commission_unit_paise,
      supplier_name, supplier_gstin, supplier_state, place_of_supply, tax_ppm, overrun_paise, lines, facts)
    values (${transactionId}, ${version}, ${companyId}, ${teamId}, ${at}, 1000, ${b.taxable}, ${now.cgst}, ${now.cgst}, ${now.igst},
      ${now.total - now.surcharge}, ${now.surcharge}, 0, ${now.total}, 0, 0, 'Operator', '29AACCC6636P1Z1', '29',
      ${b.across ? '27' : '29'}, 180000, ${b.overrun ?? 0}, '[]', '{}')`.execute(t.db)
  if (!isPosted) return
  const to = (kind: AccountName['kind'], paise: number) => credit({ kind, ref: teamId }, BigInt(paise))
  await post(
    `bill:${transactionId}:${version}`,
    at,
    [
      debit({ kind: 'receivable', ref: teamId }, BigInt(now.total - was.total)),
      to('owner', b.taxable - before.taxable),
      to('cgst', now.cgst - was.cgst),
      to('sgst', now.cgst - was.cgst),
      to('igst', now.igst - was.igst),
      to('surcharge', now.surcharge - was.surcharge),
    ],
    { companyId, teamId, transactionId, kind: version === 1 ? 'bill' : 'correction' },
  )
}
/** Every entry with its account and posting, to add up by hand. */
const allEntries = async () =>
  (
    await sql<{ kind: string; ref: number; companyId: number | null; side: string; paise: number; at: Date }>`
      select a.kind, a.ref, a.company_id, e.side, e.amount_paise as paise, p.event_at as at
      from entry e join account a using (account_id) join posting p using (posting_id)`.execute(t.db)
  ).rows
type Entry = Awaited<ReturnType<typeof allEntries>>[number]
const signed = (e: Entry) => (e.side === 'D' ? e.paise : -e.paise)
const byKind = (entries: readonly Entry[]) => {
  const sums = new Map<string, number>()
  for (const e of entries) sums.set(e.kind, (sums.get(e.kind) ?? 0) + signed(e))
  return Object.fromEntries(sums)
}
const paiseOf = (accounts: readonly { kind: string; balance: number }[]) =>
  Object.fromEntries(accounts.map(a => [a.kind, Math.round(a.balance * 100)]))

describe('rights', () => {
  const rights = {
    anonymous: 401,
    nobody: 404,
    stranger: 404,
    viewer: 403,
    operator: 403,
    finance: 200,
    admin: 200,
    root: 200,
  }
  test.each(Object.entries(rights))('%s', async (person, expected) => {
    const { teamId } = t.world.one
    for (const [path, query] of [
      ['', {}],
      ['/accounts', { kind: 'owner' }],
      ['/open/hold', {}],
      ['/month', { month: OCTOBER }],
      ['/provider', { month: OCTOBER }],
      ['/register', { month: OCTOBER }],
      ['/register/summary', { month: OCTOBER }],
    ] as const)
      expect([path, (await get(person as Person, path, query, teamId)).statusCode]).toEqual([path, expected])
  })

  test('an account of another company is 404, its sums are nowhere; ROOT on the platform sees the installation', async () => {
    await session({ of: 'two', taxable: 77_700, stoppedAt: '2026-10-03T10:00:00Z' })
    await session({ taxable: 10_000, stoppedAt: '2026-10-03T10:00:00Z' })
    const theirs = await sql<{
      id: number
    }>`select account_id as id from account where kind = 'owner' and ref = ${t.world.two.teamId}`
      .execute(t.db)
      .then(r => r.rows[0]?.id ?? 0)
    expect((await get('finance', `/account/${theirs}/entries`, {}, t.world.one.teamId)).statusCode).toBe(404)
    const ours = await read('finance', '/accounts', { kind: 'owner', all: 'true' }, t.world.one.teamId)
    expect(ours.data.map((a: { ref: number }) => a.ref)).toEqual([t.world.one.teamId])

    const own = (await read('admin')).data
    const entries = await allEntries()
    expect(own.isWhole).toBe(false)
    expect(paiseOf(own.accounts)).toEqual(byKind(entries.filter(e => e.companyId === t.world.one.companyId)))
    const whole = (await read('root', '', {}, t.world.gp)).data
    expect([whole.isWhole, whole.trialBalance.difference]).toEqual([true, 0])
    expect(paiseOf(whole.accounts)).toEqual(byKind(entries))
    expect((await get('root', `/account/${theirs}/entries`, {}, t.world.gp)).statusCode).toBe(200)
  })

  test('a team sees its own accounts alone; those of its company only the company', async () => {
    const p = await paid(t, { paidPaise: 50_000, startedAt: new Date('2026-11-09T10:00:00Z') })
    const team = (await read('finance', '', {}, t.world.one.teamId)).data
    const kinds = team.accounts.map((a: { kind: string }) => a.kind)
    expect(kinds).toContain('payment')
    expect(kinds).not.toContain('gateway')
    expect(team.trialBalance.difference).toBe(0)
    // The other side of the payment's posting is an account of the company.
    expect(team.trialBalance.outside.debit).toBeGreaterThanOrEqual(500)
    const items = (await read('finance', '/open/payment', {}, t.world.one.teamId)).data
    expect(items.map((i: { paymentId: string }) => i.paymentId)).toContain(p.paymentId)
    const others = (await read('root', '/open/payment', {}, t.world.two.companyId)).data
    expect(others).toEqual([])
  })
})

describe('trial balance', () => {
  test('as of a month’s end only what was posted for times before it counts, and the sum is 0', async () => {
    await session({ taxable: 33_300, stoppedAt: '2026-10-31T18:29:59Z' })
    await session({ taxable: 44_400, stoppedAt: '2026-10-31T18:30:00Z' })
    const entries = await allEntries()
    for (const [asOf, end] of [
      ['2026-09', '2026-09-30T18:30:00Z'],
      [OCTOBER, '2026-10-31T18:30:00Z'],
    ] as const) {
      const { data } = await read('root', '', { asOf }, t.world.gp)
      expect(paiseOf(data.accounts)).toEqual(byKind(entries.filter(e => e.at < new Date(end))))
      expect([data.trialBalance.difference, data.trialBalance.drifting]).toEqual([0, null])
      const debits = entries.filter(e => e.at < new Date(end) && e.side === 'D').reduce((n, e) => n + e.paise, 0)
      expect(Math.round(data.trialBalance.debit * 100)).toBe(debits)
    }
  })

  test('credit of the platform to a driver of a company crosses the books, and both sides come out at 0', async () => {
    const promotion = { kind: 'promotion', ref: 0 } as const
    await post('promo', NOW, [debit(promotion, 12_300n), credit({ kind: 'wallet', ref: 901 }, 12_300n)], {
      kind: 'credit',
    })
    const { data } = await read('admin')
    expect(data.trialBalance.difference).toBe(0)
    expect(data.trialBalance.outside).toEqual({ debit: 123, credit: 0 })
    expect(data.accounts.map((a: { kind: string }) => a.kind)).not.toContain('promotion')
  })

  test('an entry leads to the payout or refund that its posting names', async () => {
    const { teamId, companyId } = t.world.one
    const [account, bank] = [
      { kind: 'payoutClearing', ref: teamId },
      { kind: 'bank', ref: companyId },
    ] as const
    const of = { companyId, teamId }
    const paid = [debit(account, 700n), credit(bank, 700n)]
    await post('payout paid:PO-2510-77:1', NOW, paid, { ...of, kind: 'payout paid' })
    const back = [debit(bank, 700n), credit(account, 700n)]
    await post('payout back:PO-2510-77:2', NOW, back, { ...of, kind: 'payout back' })
    const { accountId } = (
      await sql<{
        accountId: number
      }>`select account_id from account where kind = 'bank' and ref = ${companyId}`.execute(t.db)
    ).rows[0] as { accountId: number }
    const { data } = await read('admin', `/account/${accountId}/entries`)
    expect(data.map((e: { payoutId: string }) => e.payoutId)).toEqual(['PO-2510-77', 'PO-2510-77'])
  })

  test('a kept balance that differs from its entries is counted', async () => {
    const drifting = async () => (await read('admin')).data.trialBalance.drifting
    expect(await drifting()).toBe(0)
    await sql`update account set balance_paise = balance_paise + 1 where kind = 'wallet' and ref = 901`.execute(t.db)
    expect(await drifting()).toBe(1)
    await sql`update account set balance_paise = balance_paise - 1 where kind = 'wallet' and ref = 901`.execute(t.db)
  })

  test('a kind opens its accounts, an account its entries: the figures add up and the balance runs', async () => {
    const { data } = await read('admin')
    for (const kind of data.accounts as { kind: string; balance: number; accounts: number }[]) {
      const list = await read('admin', '/accounts', { kind: kind.kind, all: 'true', page: 1, pageSize: 100 })
      expect(list.total).toBe(kind.accounts)
      const sum = list.data.reduce((n: number, a: { balance: number }) => n + Math.round(a.balance * 100), 0)
      expect([kind.kind, sum]).toEqual([kind.kind, Math.round(kind.balance * 100)])
    }
    const [owner] = (await read('admin', '/accounts', { kind: 'owner' })).data
    const all = await read('admin', `/account/${owner.accountId}/entries`)
    expect([all.total, all.account.name]).toEqual([owner.entries, 'One North'])
    let balance = 0
    for (const e of all.data.toReversed()) {
      balance += Math.round(((e.debit ?? 0) - (e.credit ?? 0)) * 100)
      expect(Math.round(e.balance * 100)).toBe(balance)
      expect(e.transactionId).toBeGreaterThan(0)
    }
    expect(balance).toBe(Math.round(owner.balance * 100))
    const second = await read('admin', `/account/${owner.accountId}/entries`, { page: 2, pageSize: 1 })
    expect(second.data).toEqual([all.data[1]])
  })
})

describe('a bill that is not posted yet', () => {
  const stoppedAt = '2026-01-10T10:00:00Z'
  const figure = async (path: string, query: Query, of: (reply: never) => number) =>
    of((await read('admin', path, query)) as never)
  const owner = (reply: { data: { accounts: { kind: string; balance: number }[] } }) =>
    reply.data.accounts.find(a => a.kind === 'owner')?.balance ?? 0
  const listed = (reply: { data: { balance: number }[] }) => reply.data.reduce((sum, a) => sum + a.balance, 0)
  const readers: Record<string, () => Promise<number>> = {
    'the trial balance': () => figure('', {}, owner as never),
    'the list of accounts': () => figure('/accounts', { kind: 'owner' }, listed as never),
    'the register against the ledger': () =>
      figure(
        '/register/summary',
        { month: '2026-01' },
        ((r: { data: { ledger: { taxable: number } } }) => -r.data.ledger.taxable) as never,
      ),
  }
  test.each(Object.entries(readers))('is in %s', async (_, ask) => {
    // No worker of the background posts meanwhile.
    await t.db.transaction().execute(async held => {
      await sql`select pg_advisory_xact_lock(7001007)`.execute(held)
      const before = await ask()
      const id = await session({ taxable: 12_300, stoppedAt, isPosted: false })
      await sql`insert into bill_to_post (transaction_id, version) values (${id}, 1)`.execute(t.db)
      expect(await ask()).toBeCloseTo(before - 123, 2)
    })
  })
  test('is not named as one without posting', async () => {
    await t.db.transaction().execute(async held => {
      await sql`select pg_advisory_xact_lock(7001007)`.execute(held)
      const id = await session({ taxable: 12_300, stoppedAt, isPosted: false })
      expect(await read('admin', '/open/unposted', { month: '2026-01' })).toMatchObject({ total: 1 })
      await sql`insert into bill_to_post (transaction_id, version) values (${id}, 1)`.execute(t.db)
      expect(await read('admin', '/open/unposted', { month: '2026-01' })).toMatchObject({ total: 0 })
      const { lines } = (await read('admin', '/month', { month: '2026-01' })).data
      expect(lines).toContainEqual({ kind: 'unposted', open: 0, amount: 0 })
    })
  })
})

describe('what stands open', () => {
  const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
  test('refunds on their way, by age, explain the clearing account to the paisa', async () => {
    const at = [1, 5, 40]
    for (const days of at) {
      const p = await paid(t, { paidPaise: 20_000 + days, startedAt: ago(days) })
      const { paymentId, companyId, teamId } = p
      const r = {
        paymentId,
        companyId,
        teamId,
        amountPaise: 20_000 + days,
        cause: 'no session' as const,
        at: ago(days),
      }
      await t.db.transaction().execute(trx => addRefund(trx, r))
    }
    const clearing = (await read('admin')).data.clearing.find((c: { kind: string }) => c.kind === 'refundClearing')
    expect(clearing).toMatchObject({ count: 3, unexplained: 0, balance: 600.46 })
    expect(clearing.ages).toEqual({
      new: { count: 1, amount: 200.01 },
      late: { count: 1, amount: 200.05 },
      old: { count: 1, amount: 200.4 },
    })
    const old = await read('admin', '/open/refundClearing', { age: 'old' })
    expect([old.total, old.amount, old.data[0].days]).toEqual([1, 200.4, 40])
    expect(old.data[0]).toMatchObject({ refundId: expect.any(Number), nextStep: expect.stringContaining('provider') })
  })

  test('every clearing account: count and amount of the list are those of its line, the rest is explained', async () => {
    await paid(t, { paidPaise: 50_000, billedPaise: null, startedAt: ago(2) })
    await paid(t, { paidPaise: 50_000, billedPaise: 20_000, startedAt: ago(4) })
    for (const c of (await read('admin')).data.clearing) {
      const list = await read('admin', `/open/${c.kind}`, { page: 1, pageSize: 100 })
      const sum = list.data.reduce((n: number, i: { amount: number }) => n + Math.round(i.amount * 100), 0)
      expect([c.kind, list.total, list.data.length, sum]).toEqual([
        c.kind,
        c.count,
        c.count,
        Math.round(list.amount * 100),
      ])
      expect([c.kind, Math.round((c.balance - list.amount) * 100), c.unexplained]).toEqual([c.kind, 0, 0])
      expect(list.data.every((i: { nextStep: string }) => i.nextStep.length > 10)).toBe(true)
    }
  })

  test('the month’s end: each line counts what its list shows, of the month alone, and turns green', async () => {
    const p = await paid(t, { paidPaise: 30_000, startedAt: new Date('2026-10-20T10:00:00Z') })
    const line = async (kind: string, month = OCTOBER) =>
      (await read('admin', '/month', { month })).data.lines.find((l: { kind: string }) => l.kind === kind)
    expect(await line('strays')).toEqual({ kind: 'strays', open: 1, amount: 300 })
    expect((await line('strays', '2026-09')).open).toBe(0)
    const { data } = await read('admin', '/month', { month: OCTOBER })
    expect([data.isOver, data.difference]).toEqual([true, 0])
    for (const l of data.lines) {
      const list = await read('admin', `/open/${l.kind}`, { month: OCTOBER, page: 1, pageSize: 100 })
      expect([l.kind, list.total, list.data.length, list.amount]).toEqual([l.kind, l.open, l.open, l.amount])
    }
    const pending = (await line('refundsPending')).open
    const { paymentId, companyId, teamId } = p
    const at = new Date('2026-10-21T10:00:00Z')
    const refundId = await t.db
      .transaction()
      .execute(trx => addRefund(trx, { paymentId, companyId, teamId, amountPaise: 30_000, cause: 'no session', at }))
    expect(await line('strays')).toEqual({ kind: 'strays', open: 0, amount: 0 })
    expect((await line('refundsPending')).open).toBe(pending + 1)
    const held = await t.db.transaction().execute(trx => holdRefund(trx, refundId))
    if (held) await refuseAttempt(t.services, held, 'Not enough balance')
    await t.db.updateTable('refund').set({ nextAt: null }).where('refundId', '=', refundId).execute()
    expect(await line('refundsFailed')).toEqual({ kind: 'refundsFailed', open: 1, amount: 300 })
    const failed = (await read('admin', '/open/refundsFailed', { month: OCTOBER })).data
    expect(failed[0].nextStep).toContain('Not enough balance')
    // A refund whose money has gone back in another way, and a failed one of the provider's own desk, wait for nobody.
    for (const change of [{ failure: MONEY_GONE }, { failure: 'Not enough balance', cause: 'elsewhere' } as const]) {
      await t.db.updateTable('refund').set(change).where('paymentId', '=', paymentId).execute()
      expect(await line('refundsFailed')).toEqual({ kind: 'refundsFailed', open: 0, amount: 0 })
    }
  })

  test('a bill without a posting is named with its session; a bill of 0, and one whose last version was posted whole, are not', async () => {
    const unposted = async () => read('admin', '/open/unposted', { month: '2026-02' })
    const stoppedAt = '2026-02-10T10:00:00Z'
    await session({ taxable: 10_000, stoppedAt })
    await session({ taxable: 0, stoppedAt, isPosted: false })
    // From the time before the ledger: only its last version is posted.
    const whole = await session({ taxable: 20_000, stoppedAt, isPosted: false })
    await bill(whole, 2, { taxable: 15_000 }, NOW, 'one', { taxable: 20_000 }, false)
    const { companyId, teamId } = t.world.one
    const lines = [debit({ kind: 'receivable', ref: teamId }, 1n), credit({ kind: 'owner', ref: teamId }, 1n)]
    await post(`bill:${whole}:2`, NOW, lines, { companyId, teamId, transactionId: whole })
    expect(await unposted()).toMatchObject({ total: 0, data: [] })
    const id = await session({ taxable: 30_000, stoppedAt, isPosted: false })
    await bill(id, 2, { taxable: 20_000 }, NOW, 'one', { taxable: 30_000 }, false)
    const { total, amount, data } = await unposted()
    expect([total, amount]).toEqual([2, 236])
    expect(data.map((i: { transactionId: number; amount: number }) => [i.transactionId, i.amount])).toEqual([
      [id, 354],
      [id, -118],
    ])
    expect(data[0].nextStep).toContain('not in the ledger')
    const { lines: all } = (await read('admin', '/month', { month: '2026-02' })).data
    expect(all.find((l: { kind: string }) => l.kind === 'unposted')).toEqual({ kind: 'unposted', open: 2, amount: 236 })
  })

  test('a session that took energy and has no bill, one that runs, one to review', async () => {
    const { companyId, teamId } = t.world.one
    const { pk, id } = t.world.chargers.ac
    const add = (tag: string, stopped: string | null, free = false) =>
      sql`insert into transaction (company_id, team_id, chargepoint_pk, chargepoint_id, chargepoint_name, charger_type, connector_id, id_tag,
          started_at, stopped_at, meter_start_wh, meter_stop_wh, tolerance_watt, energy_wh, is_free)
        values (${companyId}, ${teamId}, ${pk}, ${id}, 'Charger', 'AC', 1, ${tag}, '2026-10-15T10:00:00Z', ${stopped}, 0, 500, 300, 500, ${free})`.execute(
        t.db,
      )
    const lines = async () =>
      Object.fromEntries(
        (await read('admin', '/month', { month: OCTOBER })).data.lines.map((l: { kind: string; open: number }) => [
          l.kind,
          l.open,
        ]),
      )
    const before = await lines()
    await add('NO-BILL', '2026-10-15T11:00:00Z')
    await add('FREE', '2026-10-15T12:00:00Z', true)
    await add('RUNS', null)
    await sql`insert into session_review (company_id, team_id, chargepoint_pk, reason, detail, created_at)
      values (${companyId}, ${teamId}, ${pk}, 'Orphan stop', '{}', '2026-10-16T10:00:00Z')`.execute(t.db)
    const after = await lines()
    expect([after.unpaid - before.unpaid, after.running - before.running, after.review - before.review]).toEqual([
      1, 1, 1,
    ])
  })

  test('reports of the provider that nobody could book stand among the open items until a person closes them', async () => {
    const { companyId } = t.world.one
    const at = new Date('2026-10-22T10:00:00Z')
    const p = await paid(t, { paidPaise: 30_000, startedAt: at, of: 'one' })
    const about = { paymentId: p.paymentId, status: 'processed' as const, notes: {}, receipt: null, acquirerData: {} }
    const told = {
      ...about,
      id: 'rfnd_TooMuch0000001',
      amount: 30_001,
      speedProcessed: null,
      createdAt: at.getTime() / 1000,
    }
    expect(await takeInRefund(t.services, companyId, told, 'webhook')).toBe(true)
    const payment = { orderId: null, amount: 900, status: 'captured' as const, captured: true }
    const dollars = testPayment({ ...payment, id: 'pay_OfDollars00001', currency: 'USD', createdAt: told.createdAt })
    await takeInPayment(t.services, companyId, dollars, 'poll')
    const notTaken = testPayment({
      id: 'pay_NotTaken000001',
      amount: 7000,
      status: 'authorized',
      createdAt: told.createdAt,
    })
    await takeInPayment(t.services, companyId, notTaken, 'poll')
    const open = async (person: Person = 'admin', teamId = companyId) =>
      (await read(person, '/open/reports', {}, teamId)).data as { key: string; what: string; amount: number }[]
    const mine = ['pay_OfDollars00001', 'pay_NotTaken000001', p.paymentId]
    const shown = async () =>
      ((await open()) as { paymentId?: string; what: string; amount: number }[])
        .filter(i => mine.includes(i.paymentId ?? ''))
        .map(i => [i.what, i.amount])
        .sort()
    const refund = ['Refund rfnd_TooMuch0000001', 300.01]
    expect(await shown()).toEqual([['Payment of 9.00 USD', 0], ['Payment pay_NotTaken000001', 70], refund])
    expect((await open('stranger', t.world.two.companyId)).length).toBe(0)
    // The payment in dollars was refunded, and the other payment was captured at last.
    await takeInPayment(t.services, companyId, { ...dollars, status: 'refunded', amountRefunded: 900 }, 'poll')
    await takeInPayment(t.services, companyId, { ...notTaken, status: 'captured', captured: true }, 'poll')
    expect(await shown()).toEqual([refund])
    const id = Number(/\d+$/.exec((await open()).find(i => i.key.startsWith('refused-refund:'))?.key ?? '')?.[0])
    const close = async (person: Person, teamId: number) =>
      (
        await t.app.inject({
          method: 'POST',
          url: `/cms/v1/team/${teamId}/refused-refund/${id}`,
          headers: await t.as(person),
        })
      ).statusCode
    expect(await close('viewer', t.world.one.teamId)).toBe(403)
    expect(await close('stranger', t.world.two.companyId)).toBe(404)
    expect(await close('admin', companyId)).toBe(200)
    expect(await close('admin', companyId)).toBe(404)
    expect(await shown()).toEqual([])
  })
})

test('the provider by day against the ledger; comparisons with what they found', async () => {
  const { companyId } = t.world.one
  const day = (data: { days: { day: string }[] }, d: string) => data.days.find(x => x.day === d)
  await paid(t, { paidPaise: 11_100, startedAt: new Date('2026-08-31T19:00:00Z') })
  const p = await paid(t, { paidPaise: 22_200, startedAt: new Date('2026-09-01T19:00:00Z') })
  await sql`update payment set fee_paise = 524 where payment_id = ${p.paymentId}`.execute(t.db)
  await sql`insert into provider_check (company_id, from_at, to_at, payments, refunds, differences, at) values
    (${companyId}, '2026-09-01', '2026-09-02', 2, 0, '[]', '2026-09-02T00:00:00Z'),
    (${companyId}, '2026-09-01', '2026-09-02', 2, 0, ${JSON.stringify([{ kind: 'amount', paymentId: p.paymentId, theirs: 22_300, ours: 22_200 }])}::jsonb, '2026-09-02T01:00:00Z'),
    (${t.world.two.companyId}, '2026-09-01', '2026-09-02', 1, 0, '[{"kind":"not here","paymentId":"pay_x","theirs":"captured","ours":null}]', '2026-09-02T02:00:00Z')`.execute(
    t.db,
  )
  const { data } = await read('admin', '/provider', { month: '2026-09' })
  // 19:00 UTC is half past midnight of the next day in India.
  expect(day(data, '2026-09-01')).toMatchObject({ captured: { provider: 111, ledger: 111 } })
  expect(day(data, '2026-09-02')).toMatchObject({
    captured: { provider: 222, ledger: 222 },
    fees: { provider: 5.24, ledger: 0 },
  })
  expect([data.runs, data.lastRuns.length, data.differing.length]).toEqual([2, 1, 1])
  expect(data.differing[0].differences).toEqual([
    { kind: 'amount', paymentId: p.paymentId, refundId: null, theirs: '₹223.00', ours: '₹222.00' },
  ])
  // An amount that the provider reported and the ledger lacks is shown.
  await sql`update payment set amount_paise = 22300 where payment_id = ${p.paymentId}`.execute(t.db)
  const after = (await read('admin', '/provider', { month: '2026-09' })).data
  expect(day(after, '2026-09-02')).toMatchObject({ captured: { provider: 223, ledger: 222 } })
  expect((await read('finance', '/provider', { month: '2026-09' }, t.world.one.teamId)).data.days).toEqual([])
})

describe('sales register', () => {
  const MAY = '2026-05'
  /** M-2.9, written a second time. */
  const invoice = (total: number, across: boolean) => {
    const cost = Number(round(BigInt(total), 1_000_000n, 1_180_000n))
    const head = across ? 0 : Number(round(BigInt(total), 180_000n, 2_360_000n))
    return { cost, head, igst: across ? total - cost : 0 }
  }
  test('each invoice and note has the figures of its document, and the sums lead to the heads of tax in the ledger', async () => {
    const bills: Session[] = Array.from({ length: 40 }, (_, i) => ({
      taxable: 1000 + i * 977,
      surcharge: i % 3 === 0 ? 31 + i : 0,
      across: i % 4 === 1,
      overrun: i === 5 ? 250 : 0,
      stoppedAt: `2026-05-${String(1 + (i % 28)).padStart(2, '0')}T10:00:00Z`,
    }))
    const ids: number[] = []
    for (const b of bills) ids.push(await session(b))
    // Delivered late: dated in May, posted in June; and one of April posted in May.
    const late: Session = { taxable: 5000, stoppedAt: '2026-05-31T12:00:00Z', receivedAt: '2026-06-02T12:00:00Z' }
    const early: Session = { taxable: 7000, stoppedAt: '2026-04-30T12:00:00Z', receivedAt: '2026-05-02T12:00:00Z' }
    for (const s of [late, early]) await session(s)
    const before = bills[2] as Session
    await bill(ids[2] as number, 2, { taxable: 1000 }, new Date('2026-05-20T10:00:00Z'), 'one', before)

    const lacking = async () =>
      (await read('admin', '/month', { month: MAY })).data.lines.find(
        (l: { kind: string }) => l.kind === 'withoutInvoice',
      )
    expect((await lacking()).open).toBe(42)
    await writeInvoices(t.services, { isThorough: true })
    expect((await lacking()).open).toBe(0)
    const { data, total } = await read('admin', '/register', { month: MAY, page: 1, pageSize: 100 })
    const expected = [...bills, late].map(b => ({
      ...invoice(taxesOf(b).total, b.across ?? false),
      total: taxesOf(b).total,
    }))
    expect(total).toBe(41)
    const cents = (n: number) => Math.round(n * 100)
    const sortedBy = <T extends { total: number }>(rows: T[]) => rows.toSorted((a, b) => a.total - b.total)
    expect(
      sortedBy(
        data as { taxable: number; cgst: number; igst: number; total: number; sgst: number; rounding: number }[],
      ).map(r => ({
        cost: cents(r.taxable),
        head: cents(r.cgst),
        igst: cents(r.igst),
        total: cents(r.total),
      })),
    ).toEqual(sortedBy(expected))
    for (const r of data) expect(cents(r.taxable + r.cgst + r.sgst + r.igst + r.rounding)).toBe(cents(r.total))

    const notes = (await read('admin', '/register', { month: MAY, of: 'notes' })).data
    const back = taxesOf({ taxable: 1000 }).total - taxesOf(before).total
    expect(notes.map((n: { kind: string; total: number }) => [n.kind, cents(n.total)])).toEqual([['Credit note', back]])
    expect(cents(notes[0].taxable)).toBe(
      invoice(taxesOf({ taxable: 1000 }).total, false).cost - invoice(taxesOf(before).total, false).cost,
    )
    expect(data.map((r: { number: string }) => r.number)).toContain(notes[0].corrects)
    // Only the price was corrected: the energy counts with the invoice.
    expect([data[0].kwh, notes[0].kwh]).toEqual([1, 0])
    expect(new Set(data.map((r: { number: string }) => r.number)).size).toBe(41)

    const summary = (await read('admin', '/register/summary', { month: MAY })).data
    expect(summary.isEqual).toBe(true)
    const places = summary.rows.map((r: { kind: string; placeOfSupply: string; documents: number }) => [
      r.kind,
      r.placeOfSupply,
      r.documents,
    ])
    expect(places).toEqual([
      ['Invoices', '27 Maharashtra', 10],
      ['Invoices', '29 Karnataka', 31],
      ['Notes', '29 Karnataka', 1],
    ])
    const entries = (await allEntries()).filter(
      e =>
        e.companyId === t.world.one.companyId &&
        e.at >= new Date('2026-04-30T18:30:00Z') &&
        e.at < new Date('2026-05-31T18:30:00Z'),
    )
    const sums = byKind(entries)
    expect(cents(summary.ledger.cgst)).toBe(-(sums.cgst ?? 0))
    expect(cents(summary.ledger.igst)).toBe(-(sums.igst ?? 0))
    expect(cents(summary.ledger.taxable)).toBe(-(sums.owner ?? 0))
    const month = (await read('admin', '/month', { month: MAY })).data
    expect(month.overrun).toEqual({ sessions: 1, amount: 2.5 })
  })

  test('the register of another company has none of them, and a stream holds all rows', async () => {
    expect((await read('root', '/register', { month: MAY }, t.world.two.companyId)).total).toBe(0)
    const all = await read('admin', '/register', { month: MAY, export: 'true' })
    expect([all.data.length, all.total]).toEqual([41, 41])
  })
})

test('numbers that are missing are named, and only where the month has documents of that counter', async () => {
  const holes = async (month: string, teamId?: number) =>
    (await read('root', '/open/invoiceHoles', { month }, teamId)).data
  expect(await holes('2026-05')).toEqual([])
  const { gstin, sequence } = (
    await sql<{
      gstin: string
      sequence: number
    }>`update invoice_counter set last = last + 2 where series = 'TESTCM' and fiscal_year = '26-27'
      returning gstin, last as sequence`.execute(t.db)
  ).rows[0] ?? { gstin: '', sequence: 0 }
  expect(gstin).toBe('29AACCC6636P1Z1')
  const number = (n: number) => `TESTCM26/${String(n).padStart(7, '0')}`
  const [hole, ...more] = await holes('2026-05')
  expect([hole.what, more]).toEqual([`${number(sequence - 1)} to ${String(sequence).padStart(7, '0')}`, []])
  expect(await holes('2026-01')).toEqual([])
  const line = (await read('admin', '/month', { month: '2026-05' })).data.lines.find(
    (l: { kind: string }) => l.kind === 'invoiceHoles',
  )
  expect(line).toEqual({ kind: 'invoiceHoles', open: 1, amount: 0 })
})

describe('payouts', () => {
  const MARCH = '2026-03'
  const pay = async (no: string, { status = 'PAYOUTPENDING', paise = 90_000, of = 'one' as 'one' | 'two' } = {}) => {
    const { companyId, teamId } = t.world[of]
    const { rows } = await sql<{ no: number }>`
      insert into payout (payout_id, company_id, team_id, month, period_start, period_end, made_at, bills_from, terms, party, accounts,
        sessions, chargers, energy_wh, total_paise, net_paise, tax_paise, surcharge_paise, gateway_fee_paise, percent_paise, per_kwh_paise,
        collected_paise, fixed_paise, unit_paise, fixed_part_paise, unit_part_paise, commission_paise, tax_on_commission_paise,
        deducted_tax_paise, owner_tax_paise, given_paise, carried_in_paise, carried_out_paise, payout_paise, status)
      values (${no}, ${companyId}, ${teamId}, '2026-03-01', '2026-02-28T18:30:00Z', '2026-03-31T18:30:00Z', '2026-04-01T00:00:00Z',
        '2026-03-31T18:30:00Z', '{}', '{}', '[]', 1, 1, 1000, 118000, 100000, 18000, 0, 0, 0, 0, 0, 0, 10000, 0, 10000, 10000, 1800, 0, 0,
        ${90_000 - paise}, 0, 0, ${paise}, ${status}) returning payout_no as no`.execute(t.db)
    return rows[0]?.no ?? 0
  }
  const lines = async () =>
    Object.fromEntries(
      (await read('admin', '/month', { month: MARCH })).data.lines.map((l: { kind: string; open: number }) => [
        l.kind,
        l.open,
      ]),
    )
  test('a month that was not run, one of its sessions in no payout, a payout to be paid; the register of payouts', async () => {
    const settled = await session({ taxable: 120_000, stoppedAt: '2026-03-10T10:00:00Z' })
    // Lowered before its month is run: only the second version is settled.
    const at = new Date('2026-03-12T10:00:00Z')
    await bill(settled, 2, { taxable: 100_000 }, at, 'one', { taxable: 120_000 })
    await session({ of: 'two', taxable: 100_000, stoppedAt: '2026-03-10T10:00:00Z' })
    expect(await lines()).toMatchObject({ notRun: 1, unsettled: 0, payoutsPending: 0 })
    // The month was run, and this team had nothing to settle then: its late session belongs to the next payout.
    await keepSetting(t.db, 'payouts run until', '2026-03-01')
    expect(await lines()).toMatchObject({ notRun: 0, unsettled: 1 })
    const [late] = (await read('admin', '/open/unsettled', { month: MARCH })).data
    expect(late.nextStep).toBe('The next payout of the team takes it in')
    await sql`delete from setting where key = 'payouts run until'`.execute(t.db)
    const [team] = (await read('admin', '/open/notRun', { month: MARCH })).data
    expect(team).toMatchObject({ what: '1 session of One North', amount: 1180, team_name: 'One North' })
    const receivable = async () =>
      (await read('admin')).data.clearing.find((c: { kind: string }) => c.kind === 'receivable').count
    const before = await receivable()
    const no = await pay('PO-2603-1')
    await pay('PO-2603-2', { of: 'two' })
    expect(await lines()).toMatchObject({ notRun: 0, unsettled: 1, payoutsPending: 1 })
    await sql`insert into payout_line (transaction_id, bill_version, payout_no, chargepoint_pk) values (${settled}, 2, ${no}, ${t.world.chargers.dc.pk})`.execute(
      t.db,
    )
    expect(await lines()).toMatchObject({ notRun: 0, unsettled: 0, payoutsPending: 1 })
    // The payout sets off the bill and the correction that lowered it, so neither is open any longer.
    expect(await receivable()).toBe(before - 2)
    const pending = (await read('admin', '/open/payoutsPending', { month: MARCH })).data
    expect(pending).toEqual([expect.objectContaining({ payoutId: 'PO-2603-1', amount: 900 })])
    const { data, total } = await read('admin', '/payouts', { month: MARCH })
    expect([total, data[0]]).toEqual([
      1,
      expect.objectContaining({
        payoutId: 'PO-2603-1',
        collected: 1180,
        commission: 100,
        gstOnCommission: 18,
        payout: 900,
      }),
    ])
    await sql`update payout set status = 'PAYOUTCOMPLETED' where payout_no = ${no}`.execute(t.db)
    expect(await lines()).toMatchObject({ payoutsPending: 0 })
  })
})

test('every kind of account has words', async () => {
  const { rows } = await sql<{ kind: string }>`select distinct kind from account`.execute(t.db)
  for (const { kind } of rows) expect(kindWords(kind).help).not.toBe('')
})

test('in the end the sums of the ledger are what its entries come to, also without the bills that payouts have set off', async () => {
  await foldLedger(t.db, 'Asia/Kolkata')
  expect(await compareLedger(t.db)).toEqual([])
  const open = async () =>
    (await sql<{ n: number }>`select count(*) as n from ledger_open_bill`.execute(t.db)).rows[0]?.n
  const listed = async () =>
    (await read('root', '', {}, t.world.gp)).data.clearing.find((c: { kind: string }) => c.kind === 'receivable')
  const [before, known] = [await listed(), (await open()) ?? 0]
  await forgetSettled(t.db)
  expect([await listed(), await open()]).toEqual([before, before.count])
  expect(known).toBeGreaterThan(before.count)
  expect(await compareLedger(t.db)).toEqual([])
})
