// Wallets through the API: rights first, the change of a balance with what it moves in the ledger, and the history with
// sessions over a real socket.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Driver } from '#drivers/drivers/driver.contract.ts'
import { driverBody } from '#drivers/drivers/test-driver.ts'
import { balanceOf, trialBalance } from '#money/ledger/account.store.ts'
import { type AccountName, credit, debit } from '#money/ledger/ledger.rules.ts'
import { post } from '#money/ledger/posting.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { at, bootedCharger, energy, newTag, start, stop } from '#testing/ocpp.ts'

let t: TestApp
let ws: string
const headers = {} as Record<Person, { authorization: string }>
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
  for (const who of ['root', 'admin', 'operator', 'viewer', 'stranger'] as const) headers[who] = await t.as(who)
})
afterAll(async () => {
  const end = await trialBalance(t.db)
  await t.close()
  expect(end).toEqual({ differencePaise: 0n, driftPaise: 0n })
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'
const ask = async (method: Method, path: string, who: Person, payload?: object, more: Record<string, string> = {}) => {
  const r = await t.app.inject({
    method,
    url: `/cms/v1/${path}`,
    headers: { ...headers[who], ...more },
    ...(payload && { payload }),
  })
  return { status: r.statusCode, etag: String(r.headers.etag), ...r.json() }
}
const made = async (more: object = {}): Promise<Driver & { ocppTagId: number; id_tag: string }> =>
  (await ask('POST', `customer?teamId=${t.world.one.teamId}`, 'operator', driverBody(more))).data
const set = (tag: number, who: Person, amount: number, more: object = {}) =>
  ask('POST', `root/customer-wallet/${tag}`, who, { amount, note: 'By hand', ...more })
type Line = { amount_changed: number; current_balance: number; note: string; id_tag: string; isOpen: boolean }
const history = async (id: number, query = ''): Promise<Line[]> =>
  (await ask('GET', `root/customer-wallet/${id}${query}`, 'operator')).data
const shown = (lines: readonly Line[]) => lines.map(l => [l.amount_changed, l.current_balance, l.note])
const owner = (ref: number) => balanceOf(t.db, { kind: 'owner', ref })
const promotion = () => balanceOf(t.db, { kind: 'promotion', ref: 0 })

test('rights: the history for update on Customers or view on CMCustomers, a change for update on CMCustomers', async () => {
  const d = await made()
  const body = { amount: 0, note: 'Nothing' }
  const cases: [Person, Method, string, object | undefined, number][] = [
    ['operator', 'GET', `root/customer-wallet/${d.id}`, undefined, 200],
    ['viewer', 'GET', `root/customer-wallet/${d.id}`, undefined, 403],
    ['root', 'GET', `root/customer-wallet/${d.id}`, undefined, 200],
    ['stranger', 'GET', `root/customer-wallet/${d.id}`, undefined, 404],
    ['operator', 'POST', `root/customer-wallet/${d.ocppTagId}`, body, 403],
    ['stranger', 'POST', `root/customer-wallet/${d.ocppTagId}`, body, 404],
    ['admin', 'POST', `root/customer-wallet/${d.ocppTagId}`, body, 200],
    ['admin', 'POST', 'root/customer-wallet/999999', body, 404],
  ]
  for (const [who, method, path, payload, status] of cases)
    expect([who, method, path, (await ask(method, path, who, payload)).status]).toEqual([who, method, path, status])
})

describe('a change by hand', () => {
  test.each([
    [{ amount: -1 }, 'amount', 'Amount Should be between 0 and 1000'],
    [{ amount: 1000.01 }, 'amount', 'Amount Should be between 0 and 1000'],
    [{ amount: 'all' }, 'amount', 'Amount Should be between 0 and 1000'],
    [{ amount: 1.005 }, 'amount', 'Wallet Amount should have 2 decimals or less'],
    [{ note: ' ' }, 'note', 'Note is required'],
    [{ note: 'x'.repeat(101) }, 'note', 'Note should be 100 characters or less'],
    [{ firstName: 'x'.repeat(101) }, 'firstName', 'First Name should be 100 characters or less'],
    [{ phone: '98+76543210' }, 'phone', 'Please enter a valid phone number'],
    [{ email: '', phone: '' }, 'email', "Please specify either email or phone number. Both can't be left blank"],
  ])('%o is refused beside its field, and nothing moves', async (wrong, field, text) => {
    const d = await made()
    const r = await set(d.ocppTagId, 'admin', 10, wrong)
    expect([r.status, r.errors]).toEqual([422, { [field]: text }])
    expect(await history(d.id)).toEqual([])
  })

  test('is the new balance: given by the owner of the staff’s team, by the platform from promotion, and goes back to both', async () => {
    const d = await made()
    const { companyId, teamId } = t.world.one
    const before = [await owner(companyId), await owner(teamId), await promotion()] as const
    const moved = async () => [
      (await owner(companyId)) - before[0],
      (await owner(teamId)) - before[1],
      (await promotion()) - before[2],
    ]
    const first = await set(d.ocppTagId, 'admin', 300, { lastName: 'Charged', balanceAmount: 0 })
    expect([first.status, first.message]).toEqual([200, 'Wallet updated successfully'])
    expect(first.data).toMatchObject({ balanceAmount: 300, lastName: 'Charged', ocppTagId: d.ocppTagId })
    // The admin's role is on the company, so the company gives.
    expect(await moved()).toEqual([-30_000n, 0n, 0n])
    await set(d.ocppTagId, 'root', 1000)
    expect(await moved()).toEqual([-30_000n, 0n, 70_000n])
    // Unchanged: names alone, no line.
    await set(d.ocppTagId, 'admin', 1000, { firstName: 'Other' })
    await set(d.ocppTagId, 'admin', 600)
    expect(await moved()).toEqual([0n, 0n, 60_000n])
    expect(shown(await history(d.id))).toEqual([
      [-400, 600, 'By hand'],
      [700, 1000, 'By hand'],
      [300, 300, 'By hand'],
    ])
    expect((await ask('GET', `customer/${d.id}`, 'operator')).data).toMatchObject({
      firstName: 'Other',
      lastName: 'Charged',
      balanceAmount: 600,
      email: d.email,
    })
  })

  test('the business goes with the names: whole or none, left alone where it is not sent', async () => {
    const d = await made()
    const business = { gstin: '27AAPFU0939F1ZV', legalName: 'Fleet Ltd', businessAddress: 'Pune' }
    const note = { amount: 0, note: 'Business' }
    const change = (more: object, header: Record<string, string> = {}) =>
      ask('POST', `root/customer-wallet/${d.ocppTagId}`, 'admin', { ...note, ...more }, header)
    expect((await change({ ...business, gstin: '27aapfu0939f1zv' })).data).toMatchObject(business)
    expect((await change({ firstName: 'Asha' })).data).toMatchObject({ firstName: 'Asha', ...business })
    const { etag, data } = await ask('GET', `root/customer/${d.id}`, 'admin')
    expect(data).toMatchObject(business)
    expect(await change({ gstin: '27AAPFU0939F1ZV' })).toMatchObject({
      status: 422,
      errors: { legalName: 'Legal Name is required', businessAddress: 'Business Address is required' },
    })
    expect((await change({ gstin: '' })).data).toMatchObject({ gstin: null, legalName: null, businessAddress: null })
    expect((await change(business, { 'if-match': etag })).status).toBe(409)
  })

  test('two people at once: the later one is told by the balance shown, or by the names', async () => {
    const d = await made()
    const both = await Promise.all([100, 200].map(n => set(d.ocppTagId, 'admin', n, { balanceAmount: 0 })))
    expect(both.map(r => r.status).toSorted()).toEqual([200, 409])
    expect(both.find(r => r.status === 409)?.message).toBe('Balance has changed, please reload')
    expect(await history(d.id)).toHaveLength(1)
    const { etag } = await ask('GET', `root/customer/${d.id}`, 'admin')
    await ask('PUT', `customer/${d.id}`, 'operator', driverBody({ lastName: 'Theirs' }))
    const late = await ask(
      'POST',
      `root/customer-wallet/${d.ocppTagId}`,
      'admin',
      { amount: 500, note: 'Late', lastName: 'Ours' },
      { 'if-match': etag },
    )
    expect([late.status, late.data.lastName]).toEqual([409, 'Theirs'])
    expect(late.message).toMatch(/^This record was changed by operator /)
    expect(await history(d.id)).toHaveLength(1)
  })

  test('a balance above 1000 stays as it is; changed, it must come within the limits', async () => {
    const d = await made()
    await set(d.ocppTagId, 'admin', 1000)

    const { companyId, teamId } = t.world.one
    const lines = [debit({ kind: 'gateway', ref: companyId }, 50_000n), credit({ kind: 'wallet', ref: d.id }, 50_000n)]
    const topUp = { key: 'test: top-up', kind: 'top-up' as const, at: new Date(), companyId, teamId, lines }
    await t.db.transaction().execute(trx => post(trx, [topUp]))
    expect((await set(d.ocppTagId, 'admin', 1500, { lastName: 'Kept' })).status).toBe(200)
    expect((await set(d.ocppTagId, 'admin', 1400)).status).toBe(422)
    expect((await set(d.ocppTagId, 'admin', 900)).status).toBe(200)
    expect(shown(await history(d.id))[1]).toEqual([500, 1500, 'Top-up'])
  })

  test('credit taken back goes to the latest giver first, whoever gave first', async () => {
    const d = await made()
    const { companyId, teamId, siblingId } = t.world.one
    const wallet = { kind: 'wallet', ref: d.id } as const
    const given: [AccountName, bigint][] = [
      [{ kind: 'owner', ref: teamId }, 10_000n],
      [{ kind: 'promotion', ref: 0 }, 10_000n],
      [{ kind: 'owner', ref: siblingId }, 10_000n],
      [{ kind: 'owner', ref: teamId }, 5000n],
    ]
    for (const [n, [from, paise]] of given.entries())
      await t.db.transaction().execute(trx => {
        const lines = [debit(from, paise), credit(wallet, paise)]
        return post(trx, [{ key: `test: given ${n}`, kind: 'credit', at: new Date(), companyId, teamId, lines }])
      })
    const balances = async () => [await owner(teamId), await promotion(), await owner(siblingId)] as const
    const before = await balances()
    // The admin's company has given nothing: 220 of 350 are left, so 130 go back.
    expect((await set(d.ocppTagId, 'admin', 220)).status).toBe(200)
    expect((await balances()).map((b, i) => b - (before[i] ?? 0n))).toEqual([13_000n, 0n, 0n])
    // The 20 that the team still has to get back, then the sibling, then promotions, whose account counts what it gave.
    expect((await set(d.ocppTagId, 'admin', 50)).status).toBe(200)
    expect((await balances()).map((b, i) => b - (before[i] ?? 0n))).toEqual([15_000n, -5000n, 10_000n])
  })

  test('a prepaid card has a balance of its own, a plain tag none', async () => {
    const d = await made()
    const pk = async (idTag: string) =>
      (await sql<{ pk: number }>`select ocpp_tag_pk as pk from ocpp_tag where id_tag = ${idTag}`.execute(t.db)).rows[0]
        ?.pk ?? 0
    const { teamId } = t.world.one
    const card = await newTag(t, { teamId, kind: 'prepaid', driverId: d.id })
    const plain = await newTag(t, { teamId, driverId: d.id })
    expect((await set(await pk(card), 'admin', 200, { firstName: 'Passed over' })).data).toMatchObject({
      balanceAmount: 200,
      id: null,
      id_tag: card,
    })
    expect((await set(await pk(plain), 'admin', 200)).status).toBe(404)
    await set(d.ocppTagId, 'admin', 50)
    const lines = await history(d.id)
    expect(lines.map(l => [l.id_tag, l.amount_changed])).toEqual([
      [d.id_tag, 50],
      [card, 200],
    ])
  })
})

test('a session is open while the balance is kept back; with credit meanwhile it is two lines that add up', async () => {
  const d = await made()
  await set(d.ocppTagId, 'admin', 500)
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, d.id_tag)
  const running = await ask('GET', `root/customer-wallet/${d.id}`, 'operator')
  expect(running.customer).toMatchObject({ id: d.id, balanceAmount: 0, heldAmount: 500, ocpp_tag_pk: d.ocppTagId })
  expect(running.data[0]).toMatchObject({ amount_changed: -500, current_balance: 0, isOpen: true, transactionId })
  expect(running.data[0].note).toBe(
    `Session ${transactionId} at ${c.id} is running: the balance is kept back until it ends`,
  )
  // The form that showed 500 is told; credit given meanwhile is free to spend at once.
  expect((await set(d.ocppTagId, 'admin', 600, { balanceAmount: 500 })).status).toBe(409)
  expect((await set(d.ocppTagId, 'admin', 20, { balanceAmount: 0 })).data.balanceAmount).toBe(20)
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue: [energy(at(10), 6000)] })
  await stop(c, transactionId)
  const lines = await history(d.id)
  expect(lines.map(l => l.isOpen)).toEqual([false, false, false, false])
  expect(shown(lines)).toEqual([
    [282.59, 302.59, `Session ${transactionId} at ${c.id}, 10.000 kWh: the rest came back`],
    [20, 20, 'By hand'],
    [-500, 0, `Session ${transactionId} at ${c.id}: the balance was kept back until it ended`],
    [500, 500, 'By hand'],
  ])
  // Page by page, sorted and filtered as any list.
  expect((await history(d.id, '?page=2&pageSize=1')).map(l => l.amount_changed)).toEqual([20])
  const spent = { conditions: [{ field: 'amount_changed', operator: 'lessThan', value: 0 }] }
  expect(await history(d.id, `?filters=${encodeURIComponent(JSON.stringify(spent))}`)).toHaveLength(1)
  expect(await history(d.id, '?q=session')).toHaveLength(2)
  await c.close()
})

test('a session with nothing beside it is one line, one that used all it had too', async () => {
  const d = await made()
  await set(d.ocppTagId, 'admin', 10)
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, d.id_tag)
  await stop(c, transactionId)
  const [line] = await history(d.id)
  // 9.98 is the largest bill that 10.00 pays.
  expect(line).toMatchObject({ amount_changed: -9.98, current_balance: 0.02, isOpen: false })
  await c.close()
})
