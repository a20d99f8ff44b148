// Lowering the bill of a session by hand: rights, the consequences in the ledger, for the payer and in the books, and
// refusals (M-2.7).
import { formatRupees } from '@wattdesk/base/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf, trialBalance } from '#money/ledger/account.store.ts'
import { takeInRefund } from '#money/refunds/refund.commands.ts'
import { TestProvider } from '#money/refunds/test-refund.ts'
import { askedFor, paid } from '#settlement/payments/test-pay-session.ts'
import { givenUntil } from '#settlement/payouts/payout-facts.store.ts'
import { periodAround } from '#settlement/payouts/period.rules.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, newTag, start, stop } from '#testing/ocpp.ts'
import type { SessionBill } from './bill-correction.contract.ts'

let t: TestApp
let ws: string
let idTag: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
  idTag = await newTag(t)
})
afterAll(async () => {
  const end = await trialBalance(t.db)
  await t.close()
  expect(end).toEqual({ differencePaise: 0n, driftPaise: 0n })
})

/** 10 kWh at 18.00 with 18 % tax: 212.40; paid by UPI, with the gateway's surcharge 217.41 of 500.00. */
async function ended({ isPaid = false, meterStop = 11_000 } = {}): Promise<number> {
  const c = await bootedCharger(t, ws)
  const tag = isPaid ? (await paid(t, await askedFor(t, c))).idTag : idTag
  const { transactionId } = await start(c, tag)
  await stop(c, transactionId, { meterStop })
  await c.close()
  return transactionId
}
const path = (id: number) => `/cms/v1/team/${t.world.one.teamId}/transaction/${id}/bill`
const ask = async (id: number, payload: object, o: { who?: Person; etag?: string; preview?: boolean } = {}) => {
  const headers = { ...(await t.as(o.who ?? 'admin')), ...(o.etag && { 'if-match': o.etag }) }
  const r = await t.app.inject({ method: 'POST', url: `${path(id)}${o.preview ? '/preview' : ''}`, headers, payload })
  return { status: r.statusCode, etag: String(r.headers.etag), ...(r.json() as { data: SessionBill; message: string }) }
}
const read = async (id: number) => {
  const r = await t.app.inject({ url: path(id), headers: await t.as('viewer') })
  return { status: r.statusCode, etag: String(r.headers.etag), data: r.json().data as SessionBill }
}
const half = { total: 106.2, note: 'Cable broken' }

test('whoever has all of Transaction and of Finance, of the team; nobody else, and nothing is written for them', async () => {
  const id = await ended()
  // All of Transaction, and nothing of Finance.
  const all = { view: 'Y', create: 'Y', update: 'Y', delete: 'Y' }
  const changed = await t.app.inject({
    method: 'PUT',
    url: `/cms/v1/role/${t.world.one.roles.Operator}`,
    headers: await t.as('admin'),
    payload: { roleName: 'Operator', access: [{ featureName: 'Transaction', ...all }] },
  })
  expect(changed.statusCode).toBe(200)
  for (const [who, status] of [
    ['viewer', 403],
    ['operator', 403],
    ['nobody', 404],
    ['stranger', 404],
  ] as const)
    for (const preview of [false, true])
      expect([who, (await ask(id, half, { who, preview })).status]).toEqual([who, status])
  expect((await read(id)).data.versions).toHaveLength(1)
  expect((await ask(id, half, { who: 'finance' })).status).toBe(200)
})

test('a new version with the line Not charged, by which lists, history and the invoice go', async () => {
  const id = await ended()
  const shown = await ask(id, half, { preview: true })
  expect(shown.data).toMatchObject({
    less: 106.2,
    nearest: null,
    bill: { version: 2, total: 106.2, taxable: 90, cgst: 8.1 },
  })
  expect((await read(id)).data.version).toBe(1)
  const { etag } = await read(id)
  const done = await ask(id, half, { etag })
  expect([done.status, done.message]).toEqual([200, 'Bill corrected successfully'])
  expect(done.data).toMatchObject({
    version: 2,
    total: 106.2,
    versions: [
      { version: 1, total: 212.4 },
      { version: 2, total: 106.2 },
    ],
    bill: { taxable: 90, total: 106.2, lines: [{ kind: 'energy' }, { label: 'Not charged', amount: -90 }] },
  })
  expect((await read(id)).etag).toBe(done.etag)
  const { rows } =
    await sql`select charged_paise, energy_wh, meter_stop_wh from transaction where transaction_id = ${id}`.execute(
      t.db,
    )
  expect(rows).toEqual([{ chargedPaise: 10_620, energyWh: 10_000, meterStopWh: 11_000 }])
  const { rows: frozen } =
    await sql`select commission_percent_paise from bill where transaction_id = ${id} order by version`.execute(t.db)
  expect(frozen).toEqual([{ commissionPercentPaise: 900 }, { commissionPercentPaise: 450 }])
  const entries = await sql`select action, before, after, is_money from audit_entry where feature = 'Transaction'
    and record_id = ${String(id)}`.execute(t.db)
  expect(entries.rows).toEqual([
    {
      action: 'update',
      isMoney: true,
      before: { billVersion: 1, totalAmountCharged: 212.4 },
      after: { billVersion: 2, totalAmountCharged: 106.2, note: 'Cable broken' },
    },
  ])
  const invoice = await t.app.inject({
    url: `/cms/v1/team/${t.world.one.teamId}/transaction/${id}/invoice`,
    headers: await t.as('viewer'),
  })
  expect(invoice.json().data).toMatchObject({
    total: 212.4,
    remains: 106.2,
    notes: [{ kind: 'credit note', total: 106.2 }],
  })
})

test.each([
  [1, 0.99],
  [10, 9.98],
])('to %d no bill comes: the preview says so before, and the answer afterwards', async (total, nearest) => {
  const id = await ended({ isPaid: true })
  const said = `With tax in whole paise no bill comes to exactly ₹${total.toFixed(2)}: ₹${nearest.toFixed(2)} is the nearest below.`
  const shown = await ask(id, { total, note: 'Cable broken' }, { preview: true })
  expect(shown.data).toMatchObject({ nearest: said, bill: { total: nearest } })
  const done = await ask(id, { total, note: 'Cable broken' })
  expect([done.message, done.data.total]).toEqual([`Bill corrected successfully. ${said}`, nearest])
})

test('what was paid by UPI is asked back, below a rupee it stays in the account for such rests', async () => {
  const id = await ended({ isPaid: true })
  const refunds = async () =>
    (await sql`select amount_paise, cause from refund where transaction_id = ${id} order by refund_id`.execute(t.db))
      .rows
  expect(await refunds()).toEqual([{ amountPaise: 28_259, cause: 'rest' }])
  expect((await ask(id, { ...half, total: 100 }, { preview: true })).data).toMatchObject({
    back: 'It is refunded the way it was paid.',
  })
  const { data } = await ask(id, { ...half, total: 100 })
  const paise = (total: number) => Math.round(total * 100)
  expect(data.total).toBeLessThanOrEqual(100)
  expect(await refunds()).toMatchObject([
    { amountPaise: 28_259 },
    { amountPaise: 21_741 - paise(data.total), cause: 'rest' },
  ])
  const small = await ask(id, { ...half, total: data.total - 0.5 })
  expect(small.data.version).toBe(3)
  expect(await refunds()).toHaveLength(2)
  expect((await ask(id, { ...half, total: 0 })).data.total).toBe(0)
  expect(await refunds()).toHaveLength(3)
})

test('a refund at the provider’s desk beyond what was left: the owner bears it until the bill is lowered', async () => {
  const id = await ended({ isPaid: true })
  const {
    paymentId = '',
    teamId,
    companyId,
  } = (
    await sql<{ paymentId: string; teamId: number; companyId: number }>`
    select payment_id, team_id, company_id from transaction where transaction_id = ${id}`.execute(t.db)
  ).rows[0] as never
  const owner = async () => Number(await balanceOf(t.db, { kind: 'owner', ref: teamId }))
  const before = await owner()
  const refund = new TestProvider().make(paymentId, 6000, 'processed')
  await takeInRefund(t.services, companyId, refund, 'webhook')
  expect(await owner()).toBe(before - 6000)

  const { month } = periodAround(t.services.now(), t.services.timeZone)
  const line = async () => {
    const r = await t.app.inject({
      url: `/cms/v1/team/${teamId}/reconciliation/month?month=${month.slice(0, 7)}`,
      headers: await t.as('admin'),
    })
    return r.json().data.lines.find((l: { kind: string }) => l.kind === 'refundsBorne')
  }
  expect(await line()).toEqual({ kind: 'refundsBorne', open: 1, amount: 60 })
  const given = () => givenUntil(t.db, teamId, periodAround(t.services.now(), t.services.timeZone))
  const { givenPaise } = await given()
  expect((await given()).refundsBornePaise).toBe(6000n)

  // Lowered by a part of the refund, then by more than the rest of it.
  const first = (await ask(id, { ...half, total: 200 }, { preview: true })).data as unknown as {
    back: string
    less: number
  }
  expect(first.back).toBe(
    `${formatRupees(first.less)} of it went back at the provider’s own desk already: nothing is refunded for that part, and the next payout of the team gets it back.`,
  )
  const lowered = (await ask(id, { ...half, total: 200 })).data
  const less = Math.round(217.41 * 100 - lowered.total * 100)
  expect(await line()).toMatchObject({ open: 1, amount: (6000 - less) / 100 })
  const last = (await ask(id, { ...half, total: 100 }, { preview: true })).data as unknown as {
    back: string
    less: number
  }
  const rest = Math.round(last.less * 100) - (6000 - less)
  expect(last.back).toContain(`For the other ${formatRupees(BigInt(rest))}: it is refunded the way it was paid.`)
  const { data } = await ask(id, { ...half, total: 100 })
  expect(await line()).toMatchObject({ open: 0, amount: 0 })
  expect(await given()).toEqual({ givenPaise: givenPaise - 6000n, refundsBornePaise: 0n })
  // The driver already got 60.00 at the provider's desk, so only the rest is given back.
  const { rows } =
    await sql`select cause, amount_paise from refund where transaction_id = ${id} order by refund_id`.execute(t.db)
  expect(rows).toEqual([
    { cause: 'rest', amountPaise: 28_259 },
    { cause: 'elsewhere', amountPaise: 6000 },
    { cause: 'rest', amountPaise: rest },
  ])
  // The owner is debited for the lower bill only, by the owner's share of the difference.
  const versions = await sql<{
    paise: number
  }>`select taxable_paise as paise from bill where transaction_id = ${id} order by version`.execute(t.db)
  const [most, least] = [versions.rows[0]?.paise ?? 0, versions.rows.at(-1)?.paise ?? 0]
  expect([data.total, await owner()]).toEqual([expect.any(Number), before - (most - least)])
  expect(Number(await balanceOf(t.db, { kind: 'hold', ref: id }))).toBe(0)
})

test('refused: what runs, waits, has no bill or costs nothing; what is not lower; without a reason', async () => {
  const c = await bootedCharger(t, ws)
  const running = (await start(c, idTag)).transactionId
  expect(await ask(running, half)).toMatchObject({ status: 409, message: 'The session is still running' })
  await stop(c, running, { meterStop: 10 })
  expect(await ask(running, half)).toMatchObject({
    status: 409,
    message: 'The session waits for a decision and is not billed yet',
  })
  await c.close()
  const nothing = await ended({ meterStop: 1000 })
  expect(await ask(nothing, { ...half, total: 0 })).toMatchObject({ status: 409, message: 'The bill is 0 already' })
  const id = await ended()
  for (const [body, message] of [
    [{ ...half, total: 212.4 }, 'New Total should be below the present 212.40'],
    [{ ...half, total: 1.005 }, 'New Total'],
    [{ ...half, total: -1 }, 'New Total should be an amount from 0'],
    [{ ...half, note: ' ' }, 'Reason is required'],
  ] as const)
    expect(await ask(id, body)).toMatchObject({ status: 422, message: expect.stringContaining(message) })
  expect((await read(id)).data.version).toBe(1)
})

test('of two who correct the same bill the second one is told, and nothing of hers is written', async () => {
  const id = await ended()
  const { etag } = await read(id)
  const both = await Promise.all([ask(id, half, { etag }), ask(id, { total: 50, note: 'Too dear' }, { etag })])
  expect(both.map(r => r.status).sort()).toEqual([200, 409])
  const refused = both.find(r => r.status === 409)
  expect(refused?.message).toMatch(/^This record was changed by /)
  expect((await read(id)).data.versions).toHaveLength(2)
})
