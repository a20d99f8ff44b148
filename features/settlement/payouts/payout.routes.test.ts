// Payouts over HTTP: rights, the month, the run by hand, the state, one payout with its steps and sessions.
import { dayOf } from '@wattdesk/base/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balanceOf } from '#money/ledger/account.store.ts'
import { type Person, startApp, type TestApp } from '#testing/app.ts'
import { documentsCode } from '#testing/documents-code.ts'
import { linesOf, pdfPages } from '#testing/web/pdf.ts'
import type { PayoutDetail, PayoutSession, Settlement } from './payout.contract.ts'
import { billed, newCharger, newTeam, saveAccounts, saveFinance } from './test-payout.ts'

let t: TestApp
let teamId: number
let dc: number
const ids: number[] = []
const BEGIN = new Date('2025-07-31T18:30:00Z')
beforeAll(async () => {
  await documentsCode()
  t = await startApp()
  teamId = await newTeam(t, t.world.one.teamId)
  dc = await newCharger(t, teamId, 'DC', BEGIN)
  await saveFinance(t, teamId)
  await saveAccounts(t, teamId, [{ payout_percentage: 70 }, { payout_percentage: 30, account_no: '999988887777' }])
  for (const stoppedAt of ['2025-08-10T10:00:00Z', '2025-08-11T10:00:00Z', '2025-08-12T10:00:00Z'])
    ids.push(await billed(t, { teamId, pk: dc, stoppedAt, netPaise: 100_000 }))
})
afterAll(() => t.close())

const call = async (who: Person, method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, headers = {}) => {
  const r = await t.app.inject({
    method,
    url: `/cms/v1/team/${path}`,
    headers: { ...(await t.as(who)), ...headers },
    ...(payload && { payload }),
  })
  return { status: r.statusCode, etag: r.headers.etag as string | undefined, ...r.json() }
}
const id = () => `PO-2508-${teamId}`
const month = (who: Person, method: 'GET' | 'POST' = 'GET', of = '2025/08', team = teamId) =>
  call(who, method, `${team}/teamPayout/${of}`)
const status = (who: Person, body: object, headers = {}, team = teamId) =>
  call(who, 'PATCH', `${team}/payout/${id()}/status`, body, headers)
const balance = async (kind: 'payoutClearing' | 'bank', ref: number) => Number(await balanceOf(t.db, { kind, ref }))

describe('rights', () => {
  test.each([
    ['admin', 200, 200],
    ['finance', 200, 200],
    ['viewer', 200, 403],
    ['nobody', 404, 404],
    ['stranger', 404, 404],
  ] as const)('%s', async (who, reads, changes) => {
    expect((await call(who, 'GET', `${teamId}/payouts`)).status).toBe(reads)
    expect((await month(who)).status).toBe(reads)
    // For a month that is not over, missing rights are reported first.
    expect((await month(who, 'POST', '2099/01')).status).toBe(changes === 200 ? 422 : changes)
    const missing = reads === 200 ? 404 : reads
    expect((await call(who, 'GET', `${teamId}/payout/PO-1`)).status).toBe(missing)
    expect((await call(who, 'GET', `${teamId}/payout/PO-1/sessions`)).status).toBe(missing)
    const changed = await call(who, 'PATCH', `${teamId}/payout/PO-1/status`, { status: 'PAYOUTPENDING' })
    expect(changed.status).toBe(changes === 200 ? 404 : changes)
  })
})

test.each(['2099/12', '2025/00', '2025/13', '1999/01'])('%s is no month that is over', async of => {
  expect((await month('admin', 'GET', of)).status).toBe(422)
})
test('the present month is not over', async () => {
  const of = dayOf(new Date(), 'Asia/Kolkata').slice(0, 7).replace('-', '/')
  expect(await month('admin', 'POST', of)).toMatchObject({
    status: 422,
    message: 'Payouts are made for months that are over',
  })
})

test('a month that was not run is reckoned as it is now, and nothing is written', async () => {
  const { data } = await month('viewer')
  expect(data).toMatchObject([
    {
      teamId,
      payout: {
        data: {
          teamDetails: {
            settlement_percentage: 100,
            payoutAccounts: [{ account_no: '…6789' }, { account_no: '…7777' }],
          },
          summary: {
            totalTransactions: 3,
            totalChargers: 1,
            totalKW: 30,
            totalCollectionWithoutPGC: 3540,
            totalAmikServiceCharges: 499,
            totalPayoutAmount: 2501,
            payoutId: null,
            status: null,
          },
        },
      },
    },
  ])
  const chargers = Object.values(data[0].payout.data.chargerSummary)
  expect(chargers).toEqual([
    {
      totalCollectionWithoutPGC: 3540,
      totalKW: 30,
      maxAmikServiceCharges: 499,
      charger_type: 'DC',
      totalTransactions: 3,
    },
  ])
  expect((await call('viewer', 'GET', `${teamId}/payouts`)).data).toEqual([])
})

test('without anything to settle there is no summary', async () => {
  expect((await month('viewer', 'GET', '2025/07')).data).toMatchObject([
    { teamId, payout: { data: { summary: null } } },
  ])
})

describe('run', () => {
  test('by hand: once, for the team and those below it', async () => {
    const before = (await month('admin')).data[0].payout.data
    expect((await month('admin', 'POST', '2025/08', t.world.one.teamId)).data).toEqual({ made: 1, payoutIds: [id()] })
    expect((await month('admin', 'POST')).data).toEqual({ made: 0, payoutIds: [] })
    // The run stores the same figures that were computed before it.
    const after = (await month('admin')).data[0].payout.data
    expect(after).toEqual({ ...before, summary: { ...before.summary, payoutId: id(), status: 'PAYOUTPENDING' } })
  })

  test('account numbers are the finance admin’s alone; the amounts are the payout', async () => {
    const of = async (who: Person) => {
      const [row] = (await call(who, 'GET', `${t.world.one.teamId}/payouts`)).data as Settlement[]
      return row?.company.payoutAccounts.map(a => [a.account_no, a.amount])
    }
    for (const who of ['admin', 'finance'] as const)
      expect(await of(who)).toEqual([
        ['000123456789', 1750.7],
        ['999988887777', 750.3],
      ])
    for (const who of ['viewer', 'operator'] as const)
      expect(await of(who)).toEqual([
        ['…6789', 1750.7],
        ['…7777', 750.3],
      ])
  })

  test('the list: paged, sorted, filtered, of the team alone', async () => {
    const list = async (query: string, team = t.world.one.companyId) => {
      const r = await call('admin', 'GET', `${team}/payouts?${query}`)
      return [r.status, r.total, r.data?.map((p: Settlement) => p.payoutId)]
    }
    expect(await list('page=1&pageSize=15')).toEqual([200, 1, [id()]])
    expect(await list('page=2&pageSize=15')).toEqual([200, 1, []])
    expect(await list('own=true')).toEqual([200, 0, []])
    expect(await list('own=true', teamId)).toEqual([200, 1, [id()]])
    const filtered = (field: string, operator: string, value: unknown) =>
      list(`filters=${encodeURIComponent(JSON.stringify({ conditions: [{ field, operator, value }] }))}`)
    expect(await filtered('CPOPayout', 'equals', 2501)).toEqual([200, 1, [id()]])
    expect(await filtered('CPOPayout', 'greaterThan', 2501)).toEqual([200, 0, []])
    expect(await filtered('periodStartDate', 'equals', '2025-08-01')).toEqual([200, 1, [id()]])
    expect(await filtered('status', 'equals', 'PAYOUTCOMPLETED')).toEqual([200, 0, []])
    expect(await list('sort=-CPOPayout&q=po-2508')).toEqual([200, 1, [id()]])
  })

  test('one with its steps, chargers and sessions', async () => {
    const p = (await call('viewer', 'GET', `${teamId}/payout/${id()}`)).data as PayoutDetail
    expect(p).toMatchObject({
      payoutId: id(),
      periodStartDate: '2025-08-01',
      displayEndDate: '2025-08-31',
      isConfirmed: true,
      netAmount: 3000,
      totalGSTOnAmount: 540,
      fixedCommission: 349,
      perUnitCommission: 150,
      commission: 499,
      GSTOnAmikComission: 89.82,
      deductedGST: 0,
      CPO_GST: 0,
      CPOPayout: 2501,
      status: 'PAYOUTPENDING',
      chargerParts: [{ chargepoint_pk: dc, activeDays: 31, daysInMonth: 31, sessions: 3, commission: 499 }],
      history: [{ username: 'admin', status: 'PAYOUTPENDING' }],
    })
    const signed = { plus: 1, minus: -1, sum: 0, note: 0 } as const
    expect(p.steps.reduce((n, s) => n + signed[s.kind] * s.amount, 0)).toBeCloseTo(2501, 6)
    expect(p.steps.find(s => s.label === 'Commission')?.formula).toBe(
      'Rule 3, Fixed monthly and % per unit, by charge point: fixed part ₹349.00 + per unit ₹150.00',
    )
    // Paid by UPI through the provider's checkout, which calls it a card.
    await sql`update transaction set payment_type = 'CARD', payment_description = 'QRv2 Payment' where transaction_id = ${ids[0]}`.execute(
      t.db,
    )
    const sessions = await call(
      'viewer',
      'GET',
      `${teamId}/payout/${id()}/sessions?page=1&pageSize=2&chargepoint_pk=${dc}`,
    )
    expect([sessions.total, sessions.data.map((s: PayoutSession) => s.transactionId)]).toEqual([3, ids.slice(0, 2)])
    expect(sessions.data[0]).toMatchObject({
      net: 1000,
      gst: 180,
      unitCommission: 50,
      status: 'PAYOUTPENDING',
      payment_type: 'UPI',
    })
    expect(p.steps.find(s => s.label === 'Payment gateway fee')?.formula).toMatch(/^Borne by drivers: ₹/)
    const none = await call('viewer', 'GET', `${teamId}/payout/${id()}/sessions?chargepoint_pk=${dc + 1000}`)
    expect(none.data).toEqual([])
  })

  test('what is not of the scope is not there', async () => {
    for (const path of [`payout/${id()}`, `payout/${id()}/sessions`]) {
      expect((await call('stranger', 'GET', `${t.world.two.companyId}/${path}`)).status).toBe(404)
      expect((await call('admin', 'GET', `${t.world.one.siblingId}/${path}`)).status).toBe(404)
    }
    expect((await status('stranger', { status: 'PAYOUTCOMPLETED' }, {}, t.world.two.companyId)).status).toBe(404)
  })
})

describe('state', () => {
  const shown = async () => {
    const r = await call('viewer', 'GET', `${teamId}/transactions?payoutId=${id()}`)
    return r.data.map((x: { transactionId: number; status: string }) => [x.transactionId, x.status]).sort()
  }
  const all = (state: string) => ids.map(n => [n, state])
  const ofSession = (n: number | undefined, state: string, notes?: string) =>
    call('admin', 'PATCH', `${teamId}/transaction/${n}/status`, { status: state, notes })
  const payoutState = async () => (await call('viewer', 'GET', `${teamId}/payout/${id()}`)).data.status

  test('paid, back, and paid again: the ledger follows, each change is kept', async () => {
    const before = await balance('bank', t.world.one.companyId)
    expect(await shown()).toEqual(all('PAYOUTPENDING'))
    const paid = await status('admin', { status: 'PAYOUTCOMPLETED', notes: 'NEFT 1' })
    expect(paid.data).toMatchObject({ status: 'PAYOUTCOMPLETED', notes: 'NEFT 1', completedAt: expect.any(String) })
    expect(await shown()).toEqual(all('PAYOUTCOMPLETED'))
    expect([await balance('payoutClearing', teamId), (await balance('bank', t.world.one.companyId)) - before]).toEqual([
      0, -250_100,
    ])
    // A further note is no second payment.
    const noted = await status('admin', { status: 'PAYOUTCOMPLETED', notes: 'NEFT 1, to the owner' })
    expect(noted.data).toMatchObject({ notes: 'NEFT 1, to the owner', completedAt: paid.data.completedAt })
    await status('admin', { status: 'PAYOUTPENDING' })
    expect([await balance('payoutClearing', teamId), (await balance('bank', t.world.one.companyId)) - before]).toEqual([
      250_100, 0,
    ])
    await status('admin', { status: 'PAYOUTCOMPLETED', notes: 'NEFT 2' })
    expect(await balance('payoutClearing', teamId)).toBe(0)
    const { history } = (await call('viewer', 'GET', `${teamId}/payout/${id()}`)).data as PayoutDetail
    expect(history.map(h => [h.status, h.notes])).toEqual([
      ['PAYOUTPENDING', ''],
      ['PAYOUTCOMPLETED', 'NEFT 1'],
      ['PAYOUTCOMPLETED', 'NEFT 1, to the owner'],
      ['PAYOUTPENDING', 'NEFT 1, to the owner'],
      ['PAYOUTCOMPLETED', 'NEFT 2'],
    ])
    const { rows } =
      await sql`select action, before, after from audit_entry where record_id = ${id()} and action = 'update'
      order by id limit 1`.execute(t.db)
    expect(rows).toMatchObject([
      { before: { status: 'PAYOUTPENDING' }, after: { status: 'PAYOUTCOMPLETED', notes: 'NEFT 1' } },
    ])
  })

  test('a single session follows its payout: its status cannot be set, its notes can', async () => {
    const entries = async () =>
      (
        await sql<{
          n: number
        }>`select count(*)::int as n from audit_entry where action = 'update' and record_id in (${id()}, ${String(ids[1])})`.execute(
          t.db,
        )
      ).rows[0]?.n
    const [before, kept] = [await entries(), await balance('payoutClearing', teamId)]
    const refused = await ofSession(ids[1], 'PAYOUTPENDING')
    expect([refused.status, refused.message]).toEqual([409, 'Status cannot be changed'])
    expect([await payoutState(), await shown()]).toEqual(['PAYOUTCOMPLETED', all('PAYOUTCOMPLETED')])
    expect([await entries(), await balance('payoutClearing', teamId)]).toEqual([before, kept])
    const noted = await ofSession(ids[1], 'PAYOUTCOMPLETED', 'Asked for by the owner')
    expect([noted.status, noted.data]).toMatchObject([
      200,
      { status: 'PAYOUTCOMPLETED', notes: 'Asked for by the owner' },
    ])
    const own = await t.db
      .selectFrom('transaction')
      .select(['status', 'notes'])
      .where('transactionId', '=', ids[1] ?? 0)
      .executeTakeFirst()
    expect(own).toEqual({ status: null, notes: 'Asked for by the owner' })
    await status('admin', { status: 'PAYOUTPENDING' })
    expect(await shown()).toEqual(all('PAYOUTPENDING'))
    expect((await ofSession(ids[1], 'PAYOUTCOMPLETED')).status).toBe(409)
  })

  test('a status that was kept for a single session before does not count', async () => {
    await sql`update payout_line set status = 'PAYOUTCOMPLETED' where transaction_id = ${ids[0]}`.execute(t.db)
    expect(await shown()).toEqual(all('PAYOUTPENDING'))
    const { data } = await call('viewer', 'GET', `${teamId}/payout/${id()}/sessions`)
    expect(new Set(data.map((x: PayoutSession) => x.status))).toEqual(new Set(['PAYOUTPENDING']))
    await sql`update payout_line set status = null where transaction_id = ${ids[0]}`.execute(t.db)
  })

  test('whoever has not seen the last change is told', async () => {
    const { etag } = await call('admin', 'GET', `${teamId}/payout/${id()}`)
    const headers = { 'if-match': etag as string }
    expect((await status('admin', { status: 'PAYOUTPENDING', notes: 'Seen' }, headers)).status).toBe(200)
    const stale = await status('admin', { status: 'PAYOUTCOMPLETED' }, headers)
    expect([stale.status, stale.data.notes]).toEqual([409, 'Seen'])
    expect(await payoutState()).toBe('PAYOUTPENDING')
  })

  test('in a closed month it stays paid; reopened, it is taken back', async () => {
    expect((await status('admin', { status: 'PAYOUTCOMPLETED' })).status).toBe(200)
    const closed = (event: 'closed' | 'reopened', until: string | null) =>
      sql`insert into month_closing (company_id, month, event, reason, closed_until, at)
        values (${t.world.one.companyId}, '2025-08-01', ${event}, 'x', ${until}::timestamptz, now())`.execute(t.db)
    await closed('closed', '2025-08-31T18:30:00Z')
    expect(await status('admin', { status: 'PAYOUTPENDING' })).toMatchObject({
      status: 409,
      message: 'August 2025 is closed: reopen it to take back a payout of it',
    })
    expect(await payoutState()).toBe('PAYOUTCOMPLETED')
    expect((await status('admin', { status: 'PAYOUTCOMPLETED', notes: 'By the bank' })).status).toBe(200)
    await closed('reopened', null)
    expect((await status('admin', { status: 'PAYOUTPENDING' })).status).toBe(200)
  })

  test('what is wrong stands at its field', async () => {
    expect(await status('admin', {})).toMatchObject({ status: 422, errors: { status: 'Please select a status' } })
    expect(await status('admin', { status: 'PAYOUTPENDING', notes: 'x'.repeat(601) })).toMatchObject({ status: 422 })
  })
})

describe('papers', () => {
  const pdf = async (who: Person, path: string) => {
    const r = await t.app.inject({ url: `/cms/v1/team/${path}/pdf`, headers: await t.as(who) })
    const isPdf = r.headers['content-type'] === 'application/pdf'
    const pages = isPdf ? await pdfPages(new Blob([new Uint8Array(r.rawPayload)])) : []
    return { status: r.statusCode, name: r.headers['content-disposition'], lines: pages.flatMap(linesOf), body: r.body }
  }

  test('the settlement of a payout, with account numbers in full for the finance admin alone', async () => {
    const { data } = await call('finance', 'GET', `${teamId}/payout/${id()}`)
    const number = (data as Settlement).company.payoutAccounts[0]?.account_no ?? 'none'
    const full = await pdf('finance', `${teamId}/payout/${id()}`)
    expect([full.status, full.name]).toEqual([200, expect.stringMatching(/filename="payout_[\w-]+\.pdf"/)])
    expect(full.lines).toContain('SETTLEMENT DETAILS')
    expect(full.lines.join('\n')).toContain(number)
    const masked = await pdf('viewer', `${teamId}/payout/${id()}`)
    expect([masked.status, masked.lines.join('\n').includes(number)]).toEqual([200, false])
    expect((await pdf('stranger', `${teamId}/payout/${id()}`)).status).toBe(404)
    expect((await pdf('admin', `${teamId}/payout/PO-1`)).status).toBe(404)
  })

  test('the payout invoice of a month of one team; none where there is nothing to pay', async () => {
    const { status, name, lines } = await pdf('viewer', `${teamId}/teamPayout/2025/08`)
    expect([status, name]).toEqual([200, expect.stringMatching(/Payout_Invoice_Payout team \d+_2025-08\.pdf/)])
    expect(lines).toContain('PAYOUT INVOICE')
    expect(lines.join('\n')).toContain(id())
    expect(await pdf('viewer', `${teamId}/teamPayout/2024/08`)).toMatchObject({
      status: 404,
      body: expect.stringContaining('There is nothing to pay'),
    })
    expect((await pdf('stranger', `${teamId}/teamPayout/2025/08`)).status).toBe(404)
  })
})
