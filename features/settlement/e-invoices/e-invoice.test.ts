// Documents for businesses on their way to the portal: which are queued, what becomes of each answer, a portal that is away for a
// day, an end between call and commit, and what people do with them.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Invoice } from '#settlement/invoices/invoice.contract.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import type { EInvoiceRow, IrpAccounts } from './e-invoice.contract.ts'
import * as store from './e-invoice.store.ts'
import { ownDocument } from './e-invoice-read.store.ts'
import { queueAll, sendDue } from './e-invoice-send.commands.ts'
import { portalDocument } from './portal-document.rules.ts'
import { portalOf, standInCredentials } from './portal-of.commands.ts'
import {
  billAgain,
  billedFor,
  CHENNAI,
  HUBLI,
  keptOf,
  type Recipient,
  SUPPLIER,
  switchOn,
  written,
} from './test-e-invoice.ts'

const BEGIN = Date.parse('2026-11-20T06:00:00Z')
const MINUTE = 60_000
const HOUR = 3_600_000
let at = BEGIN
let t: TestApp
beforeAll(async () => {
  t = await startApp({ now: () => new Date(at) })
  await switchOn(t, t.world.one.companyId, '2026-11-01')
})
beforeEach(async () => {
  const { faults } = await t.app.irpStandIn()
  faults.isAway = false
})
afterAll(() => t.close())

const faults = async () => (await t.app.irpStandIn()).faults
const send = () => sendDue(t.services)
/** A document of one session, and its registration. */
async function one(to: Recipient = CHENNAI) {
  const [id = 0] = await billedFor(t, to)
  await written(t)
  return id
}
const kept = async (id: number) => (await keptOf(t, [id])).at(-1)
const standInHas = async (irn: string | null | undefined) =>
  Number(
    (await sql<{ n: number }>`select count(*) as n from irp_stand_in where irn = ${irn ?? ''}`.execute(t.db)).rows[0]
      ?.n,
  )
const get = async <T>(path: string, person: Person = 'admin', teamId = t.world.one.companyId) => {
  const r = await t.app.inject({ url: `/cms/v1/team/${teamId}/${path}`, headers: await t.as(person) })
  return { status: r.statusCode, ...(r.json() as { data: T; message: string }) }
}
const post = async (path: string, payload: object, person: Person = 'admin', teamId = t.world.one.companyId) => {
  const headers = await t.as(person)
  const r = await t.app.inject({ method: 'POST', url: `/cms/v1/team/${teamId}/${path}`, payload, headers })
  return { status: r.statusCode, ...(r.json() as { data: EInvoiceRow; message: string; errors?: object }) }
}

describe('which documents', () => {
  test('those for businesses alone, of companies that register, by their date', async () => {
    const [business = 0] = await billedFor(t, HUBLI)
    const [consumer = 0] = await billedFor(t, null)
    const [early = 0] = await billedFor(t, HUBLI, { at: new Date('2026-10-31T18:00:00Z') })
    const [first = 0] = await billedFor(t, HUBLI, { at: new Date('2026-10-31T18:30:00Z') })
    const [other = 0] = await billedFor(t, HUBLI, { company: 'two' })
    await written(t)
    const all = await keptOf(t, [business, consumer, early, first, other])
    expect(all.map(k => [k.transactionId, k.state, k.type])).toEqual(
      expect.arrayContaining([
        [business, 'waiting', 'INV'],
        [first, 'waiting', 'INV'],
      ]),
    )
    expect(all).toHaveLength(2)
    // Switched on later from an earlier day: what was written before is found.
    await switchOn(t, t.world.two.companyId, '2026-11-01')
    expect(await queueAll(t.services)).toBe(1)
    expect(await queueAll(t.services, { isThorough: true })).toBe(0)
    expect(await kept(other)).toMatchObject({ state: 'waiting' })
    await switchOn(t, t.world.two.companyId, '2026-11-01', false)
    await send()
  })

  test('an invoice and its notes, each with a number of its own', async () => {
    const id = await one(HUBLI)
    await billAgain(t, [id], 2, HUBLI, { at: new Date(at), net: 10_000 })
    await billAgain(t, [id], 3, HUBLI, { at: new Date(at), net: 12_000 })
    await written(t)
    expect(await send()).toBe(3)
    const all = await keptOf(t, [id])
    expect(all.map(k => [k.type, k.state])).toEqual([
      ['INV', 'registered'],
      ['CRN', 'registered'],
      ['DBN', 'registered'],
    ])
    expect(new Set(all.map(k => k.irn)).size).toBe(3)
    const invoice = (await get<Invoice>(`transaction/${id}/invoice`)).data
    expect([invoice.eInvoice, ...invoice.notes.map(x => x.eInvoice)].map(e => [e?.state, e?.irn, e?.fault])).toEqual(
      all.map(k => ['registered', k.irn, null]),
    )
    expect(invoice.eInvoice).toMatchObject({ ackNo: expect.stringMatching(/^\d{15}$/), qr: expect.any(String) })
    const of = await get<{ number: string; irn?: string; eInvoice?: string }[]>(
      'reconciliation/register?month=2026-11&of=notes',
    )
    expect(of.data.find(r => r.number === all[1]?.number)).toMatchObject({ irn: all[1]?.irn, eInvoice: 'registered' })
  })

  test('one for a consumer shows nothing of it', async () => {
    const id = await one(null)
    expect((await get<Invoice>(`transaction/${id}/invoice`)).data).not.toHaveProperty('eInvoice')
  })
})

describe('answers', () => {
  test.each([
    'maintenance',
    'server error',
    'application error',
    'connection lost',
    'answer lost',
    'token over',
  ] as const)('%s: tried again until it is registered, once', async trouble => {
    const id = await one()
    ;(await faults()).add('register', trouble)
    await send()
    const first = await kept(id)
    if (trouble === 'token over') expect(first).toMatchObject({ state: 'registered' })
    else {
      expect(first).toMatchObject({ state: 'waiting', isAsked: true, attempts: 1, errorText: expect.any(String) })
      expect(first?.nextAt).toEqual(new Date(at + MINUTE))
      // Not before its time.
      expect(await send()).toBe(0)
    }
    at += MINUTE
    await send()
    const last = await kept(id)
    expect(last).toMatchObject({ state: 'registered', isAsked: false, errorText: null, nextAt: null })
    expect(await standInHas(last?.irn)).toBe(1)
  })

  test('the process ends between the answer and the commit', async () => {
    const id = await one()
    const row = await store.claim(t.db, new Date(at))
    expect(row?.eInvoiceId).toBe((await kept(id))?.eInvoiceId)
    const found = await portalOf(t.services, t.world.one.companyId, SUPPLIER)
    const { document } = portalDocument(await ownDocument(t.db, row?.eInvoiceId ?? 0), 'Asia/Kolkata')
    if ('why' in found) throw new Error(found.why)
    const answer = await found.portal.register(document)
    // Nothing of it is written. While the try counts, nobody else works on the document.
    expect(await send()).toBe(0)
    at += 5 * MINUTE
    expect(await send()).toBe(1)
    expect(await kept(id)).toMatchObject({ state: 'registered', irn: answer.is === 'ok' && answer.value.irn })
  })

  test('a lost try that ends after all changes nothing any more', async () => {
    const id = await one()
    const row = await store.claim(t.db, new Date(at))
    if (!row) throw new Error('Nothing was due')
    at += 5 * MINUTE
    await send()
    const fault = { code: '9', field: null, text: 'Too late' }
    await t.db.transaction().execute(trx => store.settle(trx, row, { to: 'failed', fault }, new Date(at)))
    expect(await kept(id)).toMatchObject({ state: 'registered', errorText: null })
  })

  test('two senders never work on one document', async () => {
    const ids = await billedFor(t, CHENNAI, { count: 12 })
    await written(t)
    const [a, b] = await Promise.all([send(), send()])
    expect(a + b).toBe(12)
    expect((await keptOf(t, ids)).map(k => [k.state, k.attempts])).toEqual(ids.map(() => ['registered', 1]))
  })

  test('a strange signature needs a person, and is found right afterwards', async () => {
    const id = await one()
    ;(await faults()).add('register', 'forged')
    await send()
    const k = await kept(id)
    expect(k).toMatchObject({
      state: 'failed',
      irn: null,
      errorText: 'The answer bears a signature that is not the portal’s',
    })
    const again = await post(`tax/e-invoice/${k?.eInvoiceId}/register`, {})
    expect([again.status, again.data.state]).toEqual([200, 'registered'])
  })

  test('after a change of the portal’s key one document that is registered again lets the others go on', async () => {
    const ids = await billedFor(t, CHENNAI, { count: 4 })
    await written(t)
    ;(await faults()).add('register', 'forged', 4)
    await send()
    const [first] = await keptOf(t, ids)
    expect((await keptOf(t, ids)).map(k => k.state)).toEqual(ids.map(() => 'failed'))
    await post(`tax/e-invoice/${first?.eInvoiceId}/register`, {})
    expect(await send()).toBe(3)
    for (const k of await keptOf(t, ids)) {
      expect(k).toMatchObject({ state: 'registered', errorText: null })
      expect(await standInHas(k.irn)).toBe(1)
    }
  })

  test('a lost answer that is asked for too late ends with the number that the portal has', async () => {
    const id = await one()
    ;(await faults()).add('register', 'answer lost')
    await send()
    at += 80 * HOUR
    await send()
    const k = await kept(id)
    expect(k).toMatchObject({ state: 'failed', errorCode: '2283', irn: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(await standInHas(k?.irn)).toBe(1)
    at = BEGIN
  })

  test('a document that lacks a PIN code waits for it, and the portal is not asked', async () => {
    const bare = { ...CHENNAI, address: '2 Road, Chennai' }
    const [id, other] = [await one(bare), await one(bare)]
    await send()
    const k = await kept(id)
    expect(k).toMatchObject({
      state: 'failed',
      errorField: 'BuyerDtls.Pin',
      errorText: 'The address of the recipient has no PIN code of six digits',
    })
    const path = `tax/e-invoice/${k?.eInvoiceId}/register`
    expect(await post(path, { buyerPin: '60000' })).toMatchObject({
      status: 422,
      errors: { buyerPin: 'Please enter the six digits of a PIN code' },
    })
    expect((await post(path, {})).data).toMatchObject({ state: 'failed' })
    expect((await post(path, { buyerPin: '600001' })).data).toMatchObject({ state: 'registered', fault: null })
    expect((await post(path, {})).status).toBe(409)
    // It counts for other documents of the recipient, those that failed and those to come.
    expect(await kept(other)).toMatchObject({ state: 'waiting' })
    const later = await one(bare)
    await send()
    for (const id of [other, later]) expect(await kept(id)).toMatchObject({ state: 'registered' })
  })

  test('a refusal of the data stands on the document in the portal’s words', async () => {
    // The same number as recipient.
    const id = await one({ ...HUBLI, gstin: SUPPLIER })
    await send()
    expect(await kept(id)).toMatchObject({ state: 'failed', errorCode: '2211', nextAt: null })
    const invoice = (await get<Invoice>(`transaction/${id}/invoice`)).data
    expect(invoice.eInvoice).toMatchObject({
      state: 'failed',
      fault: 'Supplier and recipient GSTIN should not be same',
    })
    const lines = (await get<{ lines: { kind: string; open: number }[] }>('reconciliation/month?month=2026-11')).data
      .lines
    expect(lines.find(l => l.kind === 'withoutIrn')?.open).toBe(1)
    const items = await get<{ what: string; nextStep: string }[]>('reconciliation/open/withoutIrn?month=2026-11')
    expect(items.data).toEqual([
      expect.objectContaining({
        nextStep:
          'Supplier and recipient GSTIN should not be same. Correct what the portal names and register it again under Tax papers, E-invoices, or leave it without IRN there',
      }),
    ])
    // It is out of the way of the other tests.
    await sql`update e_invoice set state = 'cancelled', cancelled_at = now() where number = ${invoice.number}`.execute(
      t.db,
    )
  })

  test('another document under the number is no success', async () => {
    const id = await one()
    const row = await kept(id)
    const { document } = portalDocument(await ownDocument(t.db, row?.eInvoiceId ?? 0), 'Asia/Kolkata')
    const found = await portalOf(t.services, t.world.one.companyId, SUPPLIER)
    if ('why' in found) throw new Error(found.why)
    const ValDtls = { ...document.ValDtls, AssVal: 100, IgstVal: 18, TotInvVal: 118 }
    const ItemList = document.ItemList.map(i => ({ ...i, AssAmt: 100, IgstAmt: 18, TotItemVal: 118 }))
    expect(await found.portal.register({ ...document, ValDtls, ItemList })).toMatchObject({ is: 'ok' })
    await send()
    expect(await kept(id)).toMatchObject({
      state: 'failed',
      errorCode: '2150',
      errorText: expect.stringContaining('another document'),
    })
    await sql`update e_invoice set state = 'cancelled', cancelled_at = now() where e_invoice_id = ${row?.eInvoiceId}`.execute(
      t.db,
    )
  })
})

describe('a day without the portal', () => {
  test('200 documents: no hole, none twice, all registered afterwards', async () => {
    const stop = at
    const ids = await billedFor(t, CHENNAI, { count: 200 })
    ;(await faults()).isAway = true
    await written(t)
    const numbers = (await keptOf(t, ids)).map(k => Number(k.number.slice(-7)))
    expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i))
    // A round each quarter of an hour, and the end of a process in the middle of the day.
    for (let n = 0; n < 96; n++) {
      at += 15 * MINUTE
      if (n === 48) await store.claim(t.db, new Date(at))
      await send()
    }
    expect(at - stop).toBe(24 * HOUR)
    expect(new Set((await keptOf(t, ids)).map(k => k.state))).toEqual(new Set(['waiting']))
    const open = async () =>
      (await get<{ lines: { kind: string; open: number }[] }>('reconciliation/month?month=2026-11')).data.lines.find(
        l => l.kind === 'withoutIrn',
      )?.open
    expect(await open()).toBe(200)

    ;(await faults()).isAway = false
    ;(await faults()).add('register', 'answer lost', 3)
    const before = Number((await sql<{ n: number }>`select count(*) as n from irp_stand_in`.execute(t.db)).rows[0]?.n)
    // The first answer of the portal wakes whatever waited.
    for (let n = 0; n < 20; n++) {
      at += MINUTE
      await send()
    }
    const all = await keptOf(t, ids)
    expect(new Set(all.map(k => k.state))).toEqual(new Set(['registered']))
    expect(new Set(all.map(k => k.irn)).size).toBe(200)
    const after = Number((await sql<{ n: number }>`select count(*) as n from irp_stand_in`.execute(t.db)).rows[0]?.n)
    expect(after - before).toBe(200)
    expect(await open()).toBe(0)
  })
})

describe('cancellation', () => {
  const registered = async () => {
    const id = await one()
    await send()
    const k = await kept(id)
    return { id, k, path: `tax/e-invoice/${k?.eInvoiceId}/cancel` }
  }
  const why = { reason: '2', remark: 'Wrong address' }

  test('within 24 hours, with an entry in the audit log; the document keeps its number', async () => {
    const { id, k, path } = await registered()
    at += 23 * HOUR
    const r = await post(path, why)
    expect([r.status, r.data.state, r.data.number]).toEqual([200, 'cancelled', k?.number])
    const { rows } =
      await sql`select action, username, after from audit_entry where record_id = ${`e-invoice-${k?.eInvoiceId}`}`.execute(
        t.db,
      )
    expect(rows).toEqual([
      expect.objectContaining({
        action: 'cancel',
        after: expect.objectContaining({ reason: 'Data entry mistake', remark: 'Wrong address' }),
      }),
    ])
    const invoice = (await get<Invoice>(`transaction/${id}/invoice`)).data
    expect(invoice).toMatchObject({
      number: k?.number,
      eInvoice: { state: 'cancelled', cancelledAt: new Date(at).toISOString() },
    })
    expect((await post(path, why)).status).toBe(409)
  })

  test('later a credit note is the way', async () => {
    const { path } = await registered()
    at += 24 * HOUR + 1000
    expect(await post(path, why)).toMatchObject({
      status: 409,
      message:
        'The portal cancels within 24 hours of the registration. Please lower the bill: the credit note is the way.',
    })
  })

  test.each(['maintenance', 'answer lost'] as const)('%s: done by itself afterwards', async trouble => {
    const { id, path } = await registered()
    ;(await faults()).add('cancel', trouble)
    const r = await post(path, why)
    expect([r.status, r.data.state, r.data.cancelAsked]).toEqual([200, 'registered', true])
    at += MINUTE
    await send()
    expect(await kept(id)).toMatchObject({ state: 'cancelled', errorText: null })
  })

  test('a wish that comes too late at the portal ends, and the registration stays', async () => {
    const { id, path } = await registered()
    at += 24 * HOUR
    const away = await faults()
    away.isAway = true
    await post(path, why)
    at += HOUR
    away.isAway = false
    await send()
    expect(await kept(id)).toMatchObject({ state: 'registered', errorCode: '2270', nextAt: null })
  })

  test.each([
    [{ reason: '5', remark: 'x' }, { reason: 'Please choose a reason' }],
    [{ reason: '1', remark: ' ' }, { remark: 'Remark is required' }],
    [{ reason: '1', remark: 'x'.repeat(101) }, { remark: expect.any(String) }],
  ])('refused: %j', async (body, errors) => {
    const { path } = await registered()
    expect(await post(path, body)).toMatchObject({ status: 422, errors })
  })

  test('by a finance administrator of the company alone', async () => {
    const { k, path } = await registered()
    const { teamId } = t.world.one
    for (const weak of ['viewer', 'operator'] as const) expect((await post(path, why, weak, teamId)).status).toBe(403)
    const { companyId: other } = t.world.two
    const foreign = await post(path, why, 'root', other)
    expect([foreign.status, foreign.message]).toEqual([404, 'Document not found'])
    expect((await get<EInvoiceRow[]>('tax/e-invoices', 'root', other)).data.some(r => r.number === k?.number)).toBe(
      false,
    )
  })
})

test('a refused document is left without IRN, holds back no closing, and can be registered later', async () => {
  const [id, other] = await billedFor(t, { ...CHENNAI, gstin: SUPPLIER }, { count: 2 })
  await written(t)
  await send()
  const k = await kept(id ?? 0)
  expect(k).toMatchObject({ state: 'failed', errorCode: '2211' })
  const open = async () => (await get<{ total: number }[]>('reconciliation/open/withoutIrn?month=2026-11')).data.length
  const before = await open()
  const path = `tax/e-invoice/${k?.eInvoiceId}`
  const { companyId, teamId } = t.world.one
  const why = { reason: '4', remark: 'Our own cars' }
  for (const weak of ['viewer', 'operator'] as const)
    expect((await post(`${path}/cancel`, why, weak, teamId)).status).toBe(403)
  expect((await post(`${path}/cancel`, why, 'root', t.world.two.companyId)).status).toBe(404)
  const both = await Promise.all([1, 2].map(() => post(`${path}/cancel`, why)))
  expect(both.map(r => r.status).sort()).toEqual([200, 409])
  expect(await kept(id ?? 0)).toMatchObject({ state: 'cancelled', irn: null, errorCode: '2211', nextAt: null })
  expect(await open()).toBe(before - 1)
  const { rows } = await sql<{ after: object }>`
    select after from audit_entry where record_id = ${`e-invoice-${k?.eInvoiceId}`}`.execute(t.db)
  expect(rows.map(r => r.after)).toEqual([{ status: 'without IRN', remark: 'Our own cars' }])
  // Nothing of it is asked by itself, and a person may try once more.
  at += HOUR
  expect(await send()).toBe(0)
  expect((await post(`${path}/register`, {}, 'admin', companyId)).data.state).toBe('failed')
  expect(await kept(other ?? 0)).toMatchObject({ state: 'failed' })
})

test('history is only added to', async () => {
  await expect(sql`update e_invoice_change set state = 'x'`.execute(t.db)).rejects.toThrow('only added to')
})

describe('credentials of the portal', () => {
  const path = 'tax/e-invoice-accounts'
  const set = async (payload: object, person: Person = 'admin', teamId = t.world.one.companyId) => {
    const headers = await t.as(person)
    const r = await t.app.inject({ method: 'PUT', url: `/cms/v1/team/${teamId}/${path}`, payload, headers })
    return { status: r.statusCode, ...(r.json() as { data: IrpAccounts; message: string }) }
  }
  const good = () => standInCredentials(t.services.seal, SUPPLIER)

  test('are tried before they are kept, sealed, and never shown', async () => {
    expect((await get<IrpAccounts>(path)).data).toMatchObject({ accounts: [], without: 'stand-in', hasPortal: false })
    expect(await set(good())).toMatchObject({ status: 409 })
    t.services.irp = (await t.app.irpStandIn()).place
    expect(await set({ ...good(), password: 'wrong' })).toMatchObject({
      status: 422,
      message: 'The portal does not take these credentials: Invalid login credentials (3002)',
    })
    ;(await faults()).add('login', 'maintenance')
    expect((await set(good())).status).toBe(503)
    expect((await get<IrpAccounts>(path)).data.accounts).toEqual([])

    const stored = await set(good())
    expect(stored).toMatchObject({
      status: 200,
      data: { accounts: [{ gstin: SUPPLIER, userName: SUPPLIER, refusal: null }] },
    })
    const { rows } = await sql`select after from audit_entry where record_id = ${`portal-account-${SUPPLIER}`}`.execute(
      t.db,
    )
    const shown = JSON.stringify([stored, (await get(path)).data, rows])
    for (const secret of [good().password, good().clientSecret]) expect(shown).not.toContain(secret)
    // A secret that is left out stays; documents go by these credentials.
    expect((await set({ gstin: SUPPLIER, clientId: 'stand-in', userName: SUPPLIER })).status).toBe(200)
    const id = await one()
    await send()
    expect(await kept(id)).toMatchObject({ state: 'registered' })
  })

  test('that the portal refuses meanwhile are named, and documents wait', async () => {
    await sql`update irp_account set user_name = 'gone', changed_at = changed_at + interval '1 second'`.execute(t.db)
    const id = await one()
    await send()
    expect(await kept(id)).toMatchObject({ state: 'waiting', errorCode: '3002', isAsked: false })
    expect((await get<IrpAccounts>(path)).data.accounts[0]).toMatchObject({ refusal: 'Invalid login credentials' })
    await set(good())
    await send()
    expect(await kept(id)).toMatchObject({ state: 'registered' })
    expect((await get<IrpAccounts>(path)).data.accounts[0]).toMatchObject({ refusal: null, refusedAt: null })
  })

  test('on the company’s own team, by its finance administrators', async () => {
    expect((await set(good(), 'admin', t.world.one.teamId)).status).toBe(403)
    expect((await set(good(), 'operator', t.world.one.teamId)).status).toBe(403)
    expect((await set(good(), 'stranger')).status).toBe(404)
    // Another company has its own.
    expect((await get<IrpAccounts>(path, 'stranger', t.world.two.companyId)).data.accounts).toEqual([])
  })

  test('that are refused are tried by one document for all, and ever less often', async () => {
    await sql`update irp_account set user_name = 'gone', changed_at = changed_at + interval '1 second'`.execute(t.db)
    const ids = await billedFor(t, CHENNAI, { count: 20 })
    await written(t)
    for (let round = 0; round < 360; round++) {
      await send()
      at += 10_000
    }
    const tries = (await keptOf(t, ids)).map(k => k.attempts)
    // After 0, 1, 3, 7, 15, 30 and 45 minutes.
    expect(tries.reduce((n, x) => n + x, 0)).toBe(7)
    await set(good())
    expect(await send()).toBe(20)
    expect((await keptOf(t, ids)).every(k => k.state === 'registered')).toBe(true)
  })

  test('where the portal lets nobody in, one document asks each minute, and all go on with the first answer', async () => {
    const ids = await billedFor(t, HUBLI, { count: 10 })
    await written(t)
    t.services.irp = (await t.app.irpStandIn()).place
    await set(good())
    // Another session than that of the tests before.
    at += 7 * HOUR
    ;(await faults()).isAway = true
    for (let round = 0; round < 60; round++) {
      await send()
      at += 10_000
    }
    expect((await keptOf(t, ids)).reduce((n, k) => n + k.attempts, 0)).toBe(10)
    ;(await faults()).isAway = false
    expect(await send()).toBe(10)
  })

  test('live mode without credentials registers nothing, and says so', async () => {
    const id = await one()
    const live = Object.create(t.services, { mode: { value: 'live' } }) as typeof t.services
    await sql`delete from irp_account`.execute(t.db)
    await sendDue(live)
    expect(await kept(id)).toMatchObject({
      state: 'waiting',
      isAsked: false,
      errorText: `There are no credentials of the portal for ${SUPPLIER}: nothing is registered`,
    })
    at += MINUTE
    await send()
    expect(await kept(id)).toMatchObject({ state: 'registered' })
  })
})
