// Sessions from wallets and prepaid cards, over a real socket (D-WAL-4): the whole balance is kept back at the start, the
// bill takes no more than that, and what is left comes back with the bill.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postWaitingBills } from '#charging/billing/bill-ledger.commands.ts'
import { decideOverdue } from '#desk/session-reviews/session-review.commands.ts'
import * as drivers from '#drivers/drivers/driver.store.ts'
import * as tags from '#fleet/tags/tag.store.ts'
import { balanceOf, trialBalance } from '#money/ledger/account.store.ts'
import { type AccountName, credit, debit } from '#money/ledger/ledger.rules.ts'
import { post } from '#money/ledger/posting.store.ts'
import { askedFor, paid } from '#settlement/payments/test-pay-session.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { at, bootedCharger, energy, reviewsOf, sessionsOf, start, stop } from '#testing/ocpp.ts'

let t: TestApp
let ws: string
let aheadMs = 0
beforeAll(async () => {
  t = await startApp({ now: () => new Date(Date.now() + aheadMs) })
  ws = (await t.listen()).ws
})
afterAll(async () => {
  const end = await trialBalance(t.db)
  await t.close()
  expect(end).toEqual({ differencePaise: 0n, driftPaise: 0n })
})

let count = 0
type Kind = 'app' | 'prepaid'
/** The app tag that a driver was made with. */
const appTagOf = async (driverId: number): Promise<{ pk: number; idTag: string }> => {
  const { rows } = await sql<{ pk: number; idTag: string }>`select ocpp_tag_pk as pk, id_tag from ocpp_tag
    where driver_id = ${driverId} and kind = 'app'`.execute(t.db)
  return rows[0] ?? { pk: 0, idTag: '' }
}
/** A tag with a purse of its own that has `paise`. */
async function purse(kind: Kind, paise: bigint) {
  count++
  const { teamId, companyId } = t.world.one
  const driver = { teamId, firstName: 'Wallet', lastName: `${count}`, email: null }
  const driverId = await t.db.transaction().execute(trx => drivers.create(trx, driver))
  const card = { teamId, idTag: `prepaid-${count}`, kind, driverId, maxActiveTransactions: -1 }
  const { pk, idTag } = kind === 'app' ? await appTagOf(driverId) : { ...card, pk: await tags.create(t.db, card) }
  const account: AccountName = kind === 'app' ? { kind: 'wallet', ref: driverId } : { kind: 'card', ref: pk }
  const lines = [debit({ kind: 'promotion', ref: 0 }, paise), credit(account, paise)]
  const posting = { key: `test:${idTag}`, kind: 'credit' as const, at: new Date(), companyId, teamId, lines }
  if (paise > 0n) await t.db.transaction().execute(trx => post(trx, [posting]))
  const has = () => balanceOf(t.db, account)
  return { idTag, has, driverId }
}
const detail = async (transactionId: number) => {
  const url = `/cms/v1/team/${t.world.one.teamId}/transaction/${transactionId}`
  return (await t.app.inject({ url, headers: await t.as('viewer') })).json().data
}
const holdOf = (ref: number) => balanceOf(t.db, { kind: 'hold', ref })
const moneyOf = async (transactionId: number) =>
  (
    await sql<{
      moved: string
    }>`select string_agg(concat(a.kind, ' ', e.side, ' ', e.amount_paise), ', ' order by p.posting_id, e.line_no)
      as moved from posting p join entry e using (posting_id) join account a using (account_id)
      where p.transaction_id = ${transactionId}`.execute(t.db)
  ).rows[0]?.moved

test.each([
  ['app' as Kind, 'WALLET', 21_741n],
  // The gateway has no part in a prepaid card.
  ['prepaid' as Kind, 'PREPAID', 21_240n],
])('%s: kept back whole, billed, the rest is free again', async (kind, paymentType, billed) => {
  const { idTag, has } = await purse(kind, 50_000n)
  const c = await bootedCharger(t, ws)
  expect(await c.call('Authorize', { idTag })).toEqual({ idTagInfo: { status: 'Accepted' } })
  const { transactionId } = await start(c, idTag)
  expect([await has(), await holdOf(transactionId)]).toEqual([0n, 50_000n])
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000)] })
  const running = await detail(transactionId)
  expect(running).toMatchObject({ payment_type: paymentType, initialBalance: 500 })
  expect(running.remainingBalance).toBeCloseTo(500 - running.totalAmountCharged, 2)
  // The card may end its own session on this charger, though its whole balance is held; other chargers refuse it.
  expect(await c.call('Authorize', { idTag })).toMatchObject({ idTagInfo: { status: 'Accepted' } })
  const other = await bootedCharger(t, ws)
  expect(await other.call('Authorize', { idTag })).not.toMatchObject({ idTagInfo: { status: 'Accepted' } })
  await stop(c, transactionId)
  await stop(c, transactionId)
  expect([await has(), await holdOf(transactionId)]).toEqual([50_000n - billed, 0n])
  expect(await detail(transactionId)).toMatchObject({
    initialBalance: 500,
    remainingBalance: Number(50_000n - billed) / 100,
    totalAmountPaid: Number(billed) / 100,
  })
  await Promise.all([c.close(), other.close()])
})

test('a bill never takes more than was kept back, and says what ran over', async () => {
  const { idTag, has } = await purse('app', 1000n)
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, idTag)
  await stop(c, transactionId)
  expect(await sessionsOf(t, c.pk)).toEqual([expect.objectContaining({ totalPaise: 998 })])
  expect([await has(), await holdOf(transactionId)]).toEqual([2n, 0n])
  expect((await detail(transactionId)).bill.overrun).toBe(207.41)
  await c.close()
})

test.each(['app', 'prepaid'] as Kind[])(
  '%s with too little is blocked, also when it is started from the portal',
  async kind => {
    const { idTag, has } = await purse(kind, 999n)
    const c = await bootedCharger(t, ws)
    expect(await c.call('Authorize', { idTag })).toEqual({ idTagInfo: { status: 'Blocked' } })
    const { transactionId, status } = await start(c, idTag)
    expect(status).toBe('Blocked')
    await stop(c, transactionId)
    expect([await has(), await moneyOf(transactionId)]).toEqual([999n, null])
    const r = await t.app.inject({
      method: 'POST',
      url: '/cms/v1/remote/operation',
      headers: await t.as('operator'),
      payload: { chargerId: c.id, remoteOperationType: 'RemoteStart', parameters: { idTag, connectorId: 1 } },
    })
    expect(r.statusCode).toBe(422)
    expect(r.json().errors).toEqual({ 'parameters.idTag': 'The balance of this tag is too low to start a session' })
    await c.close()
  },
)

test('a balance is spent once, however many chargers start with the card at the same moment', async () => {
  const { idTag, has } = await purse('prepaid', 10_000n)
  const chargers = await Promise.all(Array.from({ length: 6 }, () => bootedCharger(t, ws)))
  const started = await Promise.all(chargers.map(c => start(c, idTag)))
  expect(started.filter(s => s.status === 'Accepted')).toHaveLength(1)
  expect(started.filter(s => s.status === 'Blocked')).toHaveLength(5)
  expect(await has()).toBe(0n)
  await Promise.all(chargers.map((c, i) => stop(c, started[i]?.transactionId ?? 0)))
  expect(await has()).toBe(0n)
  await Promise.all(chargers.map(c => c.close()))
})

test('a free charger takes nothing and asks for no balance', async () => {
  const { idTag } = await purse('app', 0n)
  const again = await bootedCharger(t, ws, { chargerCategory: 'free' })
  expect(await again.call('Authorize', { idTag })).toEqual({ idTagInfo: { status: 'Accepted' } })
  const { transactionId, status } = await start(again, idTag)
  expect(status).toBe('Accepted')
  await stop(again, transactionId)
  expect(await moneyOf(transactionId)).toBeNull()
  await again.close()
})

test('what is to be reviewed keeps the balance back until somebody decides; let go, it comes back whole', async () => {
  const { idTag, has } = await purse('app', 20_000n)
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, idTag)
  await stop(c, transactionId, { meterStop: 900 })
  expect([await has(), await holdOf(transactionId)]).toEqual([0n, 20_000n])
  const path = `/cms/v1/team/${t.world.one.teamId}/transactions/review`
  const headers = await t.as('admin')
  const waiting = (await t.app.inject({ url: path, headers }))
    .json()
    .data.find((r: { chargepoint_id: string }) => r.chargepoint_id === c.id)
  const payload = { action: 'dismiss', note: 'Nothing was delivered' }
  expect((await t.app.inject({ method: 'PATCH', url: `${path}/${waiting.id}`, headers, payload })).statusCode).toBe(200)
  expect([await has(), await holdOf(transactionId)]).toEqual([20_000n, 0n])
  await c.close()
})

test('a session that nobody decides on is billed from what it kept back', async () => {
  const { idTag, has } = await purse('app', 50_000n)
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, idTag)
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000)] })
  await stop(c, transactionId, { meterStop: 900 })
  aheadMs = 49 * 3_600_000
  expect(await decideOverdue(t.services)).toBe(1)
  aheadMs = 0
  // 5 kWh.
  expect([await has(), await holdOf(transactionId)]).toEqual([50_000n - 10_871n, 0n])
  await c.close()
})

/** A person bills what waits of a charger, as the preview shows it. */
async function bill(chargerId: string) {
  const path = `/cms/v1/team/${t.world.one.teamId}/transactions/review`
  const headers = await t.as('admin')
  const list = (await t.app.inject({ url: path, headers })).json().data
  const row = list.find((r: { chargepoint_id: string }) => r.chargepoint_id === chargerId)
  const preview = await t.app.inject({
    method: 'POST',
    url: `${path}/${row.id}/preview`,
    headers,
    payload: { action: 'bill' },
  })
  const { totalAmountCharged } = preview.json().data
  const payload = { action: 'bill', note: 'Delivered offline', totalAmountCharged }
  const decided = await t.app.inject({ method: 'PATCH', url: `${path}/${row.id}`, headers, payload })
  expect([preview.statusCode, decided.statusCode]).toEqual([200, 200])
  return { row, totalAmountCharged }
}

test.each([
  ['app' as Kind, 21_741n],
  ['prepaid' as Kind, 21_240n],
])(
  '%s: a queued session whose balance is kept back elsewhere waits for a person, who bills what is free then [37] [45]',
  async (kind, billed) => {
    const { idTag, has } = await purse(kind, 50_000n)
    const [now, queued, late] = await Promise.all([bootedCharger(t, ws), bootedCharger(t, ws), bootedCharger(t, ws)])
    const running = await start(now, idTag, { timestamp: new Date().toISOString() })
    // Sessions of two chargers without a connection; the second one stops only because it is told so now.
    for (const [c, reason] of [
      [queued, 'EVDisconnected'],
      [late, 'DeAuthorized'],
    ] as const) {
      const { transactionId, status } = await start(c, idTag)
      expect(status).toBe('Blocked')
      await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000)] })
      await stop(c, transactionId, { reason })
      expect(await reviewsOf(t, c.pk)).toMatchObject([{ reason: 'Charged without enough balance', transactionId }])
      expect(await sessionsOf(t, c.pk)).toMatchObject([{ energyWh: 10_000, inReview: true, totalPaise: null }])
      expect(await holdOf(transactionId)).toBe(0n)
    }
    // Nobody but a person decides on them.
    aheadMs = 49 * 3_600_000
    expect(await decideOverdue(t.services)).toBe(0)
    aheadMs = 0
    await stop(now, running.transactionId, { timestamp: new Date().toISOString(), meterStop: 1000 })
    expect(await has()).toBe(50_000n)
    const first = await bill(queued.id)
    expect(first.row.proposal).toEqual({ action: 'wait', stop_meter_value: 11_000, lacks: 'balance' })
    expect([first.totalAmountCharged, await has()]).toEqual([Number(billed) / 100, 50_000n - billed])
    const [session] = await sessionsOf(t, queued.pk)
    expect(await detail(session?.transactionId ?? 0)).toMatchObject({ initialBalance: 500 })
    await bill(late.id)
    expect(await has()).toBe(50_000n - 2n * billed)
    await Promise.all([now.close(), queued.close(), late.close()])
  },
)

test('by scan and pay a part of the wallet is kept back: the balances are the wallet’s, and its history has one line', async () => {
  const { driverId, has } = await purse('app', 77_586n)
  const c = await bootedCharger(t, ws)
  const history = async () => {
    const url = `/cms/v1/root/customer-wallet/${driverId}`
    const { data, customer } = (await t.app.inject({ url, headers: await t.as('root') })).json()
    type Line = { amount_changed: number; current_balance: number; note: string; isOpen: boolean }
    const lines = data.map((l: Line) => [l.amount_changed, l.current_balance, l.note, l.isOpen])
    return [lines.slice(0, -1), customer.balanceAmount, customer.heldAmount]
  }
  const s = await askedFor(t, c, { method: 'wallet', paise: 30_000, driverId })
  await paid(t, s, { paise: 30_000, driverId })
  const asked = `Session asked for at ${c.id}: the amount is kept back until it begins`
  expect(await history()).toEqual([[[-300, 475.86, asked, true]], 475.86, 300])
  const { transactionId } = await start(c, s.idTag)
  const name = `Session ${transactionId} at ${c.id}`
  const running = `${name} is running: the balance is kept back until it ends`
  expect(await history()).toEqual([[[-300, 475.86, running, true]], 475.86, 300])
  expect(await detail(transactionId)).toMatchObject({ initialBalance: 775.86, remainingBalance: 775.86 })
  await stop(c, transactionId)
  expect(await history()).toEqual([[[-217.41, 558.45, `${name}, 10.000 kWh`, false]], 558.45, 0])
  expect(await detail(transactionId)).toMatchObject({ initialBalance: 775.86, remainingBalance: 558.45 })
  expect(await has()).toBe(55_845n)
  await c.close()
})

test('credit by hand during a session counts in what is left; a session at a free charger leaves the balance as it was', async () => {
  const { idTag, driverId } = await purse('app', 50_000n)
  const [c, free] = await Promise.all([bootedCharger(t, ws), bootedCharger(t, ws, { chargerCategory: 'free' })])
  const { transactionId } = await start(c, idTag)
  const { teamId, companyId } = t.world.one
  const lines = [debit({ kind: 'promotion', ref: 0 }, 5000n), credit({ kind: 'wallet', ref: driverId }, 5000n)]
  const posting = { key: `test:more:${driverId}`, kind: 'credit' as const, at: new Date(), companyId, teamId, lines }
  await t.db.transaction().execute(trx => post(trx, [posting]))
  await stop(c, transactionId)
  expect(await detail(transactionId)).toMatchObject({ initialBalance: 500, remainingBalance: 332.59 })
  const other = await start(free, idTag)
  await stop(free, other.transactionId)
  expect(await detail(other.transactionId)).toMatchObject({ initialBalance: 332.59, remainingBalance: 332.59 })
  await Promise.all([c.close(), free.close()])
})

test('what a person bills never takes more than there is; with nothing there, nothing, and what ran over is said', async () => {
  const { idTag, has } = await purse('app', 900n)
  const [one, two] = await Promise.all([bootedCharger(t, ws), bootedCharger(t, ws)])
  for (const c of [one, two]) await stop(c, (await start(c, idTag)).transactionId)
  expect((await bill(one.id)).totalAmountCharged).toBe(9)
  expect(await has()).toBe(0n)
  const [second] = await sessionsOf(t, two.pk)
  expect((await bill(two.id)).totalAmountCharged).toBe(0)
  expect(await has()).toBe(0n)
  expect((await detail(second?.transactionId ?? 0)).bill.overrun).toBe(217.41)
  await Promise.all([one.close(), two.close()])
})

test.each([
  ['DeAuthorized', 11_000, false],
  ['Local', 11_000, true],
  ['Local', 1000, false],
])(
  'refused at once for its balance and stopped by %s at %i Wh: is in review: %s [37]',
  async (reason, meterStop, inReview) => {
    const { idTag, has } = await purse('prepaid', 900n)
    const c = await bootedCharger(t, ws)
    const now = Date.now()
    const told = (ms: number) => new Date(now + ms).toISOString()
    const { transactionId } = await start(c, idTag, { timestamp: told(0) })
    aheadMs = 1_200_000
    await stop(c, transactionId, { timestamp: told(1_200_000), meterStop, reason })
    aheadMs = 0
    expect(await sessionsOf(t, c.pk)).toMatchObject([{ inReview, totalPaise: inReview ? null : 0 }])
    expect(await has()).toBe(900n)
    await c.close()
  },
)

test('a session of another tag is the operator’s to collect: the ledger says what and for whom', async () => {
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, t.world.tag)
  await stop(c, transactionId)
  await postWaitingBills(t)
  expect(await moneyOf(transactionId)).toBe('receivable D 21240, owner C 18000, cgst C 1620, sgst C 1620')
  await c.close()
})

test('what has nothing left is stopped by the product; a charger that refuses is asked again a minute later', async () => {
  const { idTag } = await purse('app', 5000n)
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, idTag)
  const asked: unknown[] = []
  let told: () => void = () => undefined
  c.onCall = (action, payload) => {
    asked.push([action, payload])
    told()
    return { status: 'Rejected' }
  }
  const read = (minute: number, wh: number) =>
    c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(minute), wh)] })
  const heard = (wanted: number) =>
    new Promise<void>(done => {
      told = () => asked.length >= wanted && done()
      told()
    })
  await read(2, 1500)
  await read(4, 4000)
  await read(5, 5000)
  await heard(1)
  expect(asked).toEqual([['RemoteStopTransaction', { transactionId }]])
  aheadMs = 61_000
  await read(6, 5500)
  await heard(2)
  aheadMs = 0
  expect(asked).toHaveLength(2)
  const { rows } =
    await sql`select operation, created_by from task where chargepoint_id = ${c.id} order by created_at`.execute(t.db)
  expect(rows).toEqual([
    { operation: 'RemoteStop', createdBy: null },
    { operation: 'RemoteStop', createdBy: null },
  ])
  await c.close()
})
