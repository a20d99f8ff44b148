// Every way in which a session ends, with every kind of payment (D-TXN-11, M-4): each bill is in the ledger exactly once, at
// the time of the bill, and the ledger, the bills and the invoices come to the same sums. `WATTDESK_ENDINGS=10000` runs as
// many sessions.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { billVersions } from '#charging/billing/bill.store.ts'
import { postWaitingBills } from '#charging/billing/bill-ledger.commands.ts'
import { loweredBill } from '#charging/billing/bill-lower.rules.ts'
import { addBillVersion, TooLittleLeft } from '#charging/sessions/session-change.store.ts'
import * as drivers from '#drivers/drivers/driver.store.ts'
import * as tags from '#fleet/tags/tag.store.ts'
import { trialBalance } from '#money/ledger/account.store.ts'
import { type AccountName, credit, debit } from '#money/ledger/ledger.rules.ts'
import { post } from '#money/ledger/posting.store.ts'
import { writeInvoices } from '#settlement/invoices/invoice.commands.ts'
import { askedFor, paid } from '#settlement/payments/test-pay-session.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import type { TestCharger } from '#testing/charger.ts'
import { bootedCharger, energy, newTag, start, stop, unique } from '#testing/ocpp.ts'
import { decide, decideOverdue } from './session-review.commands.ts'

/** Sessions that run beside each other, each on chargers of its own. */
const AT_ONCE = 24
const SESSIONS = Number(process.env.WATTDESK_ENDINGS ?? 144)
const RUNS = Math.ceil(SESSIONS / AT_ONCE)
vi.setConfig({ testTimeout: 30_000 + SESSIONS * 100 })

const PAYMENTS = [
  ...(['RFID', 'CARD', 'UPI', 'WALLET', 'PREPAID', 'scanned WALLET', 'short WALLET', 'short PREPAID'] as const),
  ...(['free RFID', 'free WALLET', 'free scanned'] as const),
]
const WAYS = [
  ...(['stop', 'repeated stop', 'person', 'figures of a person', 'job', 'dismissal'] as const),
  ...(['matched stop', 'late stop', 'set aside for a person', 'set aside for the job'] as const),
]
type Ending = {
  payment: (typeof PAYMENTS)[number]
  way: (typeof WAYS)[number]
  doubt: 'register' | 'time' | 'energy'
  energyWh: number
  /** Captured or topped up before the start. */
  moneyPaise: number
  corrections: ('lower' | 'first bill again' | 'lower to nothing')[]
}
const ending: fc.Arbitrary<Ending> = fc.record({
  payment: fc.constantFrom(...PAYMENTS),
  way: fc.constantFrom(...WAYS),
  doubt: fc.constantFrom('register', 'time', 'energy'),
  energyWh: fc.oneof(
    { weight: 1, arbitrary: fc.constant(0) },
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 9000 }) },
  ),
  moneyPaise: fc.integer({ min: 1000, max: 40_000 }),
  corrections: fc.array(fc.constantFrom('lower', 'first bill again', 'lower to nothing'), { maxLength: 2 }),
})

let t: TestApp
let lanes: Lane[]
type Charger = TestCharger & { pk: number; id: string }
type Lane = { paid: Charger; free: Charger; rfid: string; driverId: number; app: string; card: string; cardPk: number }
beforeAll(async () => {
  t = await startApp()
  const { ws } = await t.listen()
  const { teamId } = t.world.one
  const lane = async (): Promise<Lane> => {
    const driver = { teamId, firstName: 'Lane', lastName: unique('L'), email: null }
    const driverId = await t.db.transaction().execute(trx => drivers.create(trx, driver))
    const card = { teamId, idTag: unique('CARD'), kind: 'prepaid' as const, driverId, maxActiveTransactions: -1 }
    const cardPk = await tags.create(t.db, card)
    const { idTag } = await t.db
      .selectFrom('ocppTag')
      .select('idTag')
      .where('driverId', '=', driverId)
      .where('kind', '=', 'app')
      .executeTakeFirstOrThrow()
    const [onSale, free, rfid] = await Promise.all([
      bootedCharger(t, ws),
      bootedCharger(t, ws, { chargerCategory: 'free' }),
      newTag(t),
    ])
    return { paid: onSale, free, rfid, driverId, app: idTag, card: card.idTag, cardPk }
  }
  lanes = await Promise.all(Array.from({ length: AT_ONCE }, lane))
})
afterAll(async () => {
  await Promise.all(lanes.flatMap(l => [l.paid.close(), l.free.close()]))
  await t.close()
})

/** Brings the balance of an empty or used account to an amount. */
async function fill(account: AccountName, paise: number): Promise<void> {
  const { companyId, teamId } = t.world.one
  const promotion = { kind: 'promotion', ref: 0 } as const
  await t.db.transaction().execute(async trx => {
    const { rows } = await sql<{ has: number }>`select balance_paise as has from account
      where kind = ${account.kind} and ref = ${account.ref}`.execute(trx)
    const missing = BigInt(paise - (rows[0]?.has ?? 0))
    if (missing === 0n) return
    const [from, to] = missing > 0n ? [promotion, account] : [account, promotion]
    const amount = missing > 0n ? missing : -missing
    const lines = [debit(from, amount), credit(to, amount)]
    await post(trx, [{ key: unique('fill'), kind: 'credit', at: t.services.now(), companyId, teamId, lines }])
  })
}

/** The charger and the tag for a session, after the money was put in the account that the start uses. */
async function payer(lane: Lane, e: Ending): Promise<{ c: Charger; idTag: string; account?: AccountName }> {
  const { paid: c, free, rfid, driverId, app, card, cardPk } = lane
  const wallet = { kind: 'wallet', ref: driverId } as const
  const prepaid = { kind: 'card', ref: cardPk } as const
  const { moneyPaise: paise } = e
  switch (e.payment) {
    case 'RFID':
      return { c, idTag: rfid }
    case 'CARD':
    case 'UPI': {
      const asked = await askedFor(t, c, { method: e.payment === 'UPI' ? 'upi' : 'card', paise })
      return { c, idTag: (await paid(t, asked, { paise })).idTag }
    }
    case 'scanned WALLET': {
      await fill(wallet, paise)
      const asked = await askedFor(t, c, { method: 'wallet', paise, driverId })
      return { c, idTag: (await paid(t, asked, { paise, driverId })).idTag, account: wallet }
    }
    case 'WALLET':
    case 'short WALLET':
      await fill(wallet, e.payment === 'WALLET' ? paise : 999)
      return { c, idTag: app, account: wallet }
    case 'PREPAID':
    case 'short PREPAID':
      await fill(prepaid, e.payment === 'PREPAID' ? paise : 999)
      return { c, idTag: card, account: prepaid }
    case 'free RFID':
      return { c: free, idTag: rfid }
    case 'free WALLET':
      return { c: free, idTag: app }
    case 'free scanned':
      return { c: free, idTag: (await askedFor(t, free, { method: 'free', paise: 0 })).idTag }
  }
}

const by = () => ({ userId: t.world.userIds.admin, username: 'admin', ip: null, written: 0 })
const EVERYWHERE = { kind: 'all', teamId: 0 } as const
const IN_TWO_DAYS_MS = 49 * 3_600_000
const judge = (id: number, d: object) =>
  decide(t.services, EVERYWHERE, id, { note: 'Looked at', ...d } as Parameters<typeof decide>[3], by())
const openOf = async (transactionId: number): Promise<number | undefined> =>
  (
    await t.db
      .selectFrom('sessionReview')
      .select('id')
      .where('transactionId', '=', transactionId)
      .where('decidedAt', 'is', null)
      .executeTakeFirst()
  )?.id

/** Registers rise from session to session. */
let register = 0
type Begun = { transactionId: number; e: Ending; finish: () => Promise<void>; account: AccountName | undefined }
/** Begins a session and brings it to the point where the 48-hour job, or a person beside the job, can act. */
async function begin(lane: Lane, e: Ending, from: number): Promise<Begun> {
  const { c, idTag, account } = await payer(lane, e)
  register += 20_000
  const [meterStart, timestamp] = [register, new Date(from).toISOString()]
  const minutes = (n: number) => new Date(from + n * 60_000).toISOString()
  const { transactionId } = await start(c, idTag, { meterStart, timestamp })
  const told = { meterStop: meterStart + e.energyWh, timestamp: minutes(20) }
  const meterValue = [energy(minutes(10), meterStart + (e.energyWh >> 1)), energy(minutes(19), meterStart + e.energyWh)]
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue })
  const isShort = e.payment.startsWith('short')
  const doubtful = {
    register: { ...told, meterStop: meterStart - 1 },
    time: { ...told, timestamp: '2019-05-05T05:05:05Z' },
    // A session that lacked its balance is billed on its own stop, by a person.
    energy: isShort ? told : { ...told, meterStop: meterStart + 900_000 },
  }[e.doubt]
  const nothing = async () => undefined
  const begun = (finish: () => Promise<void> = nothing) => ({ transactionId, e, finish, account })
  const nextStart = async () => {
    const next = await start(c, lane.rfid, { meterStart: register + 15_000, timestamp: minutes(30) })
    await stop(c, next.transactionId, { meterStop: register + 15_000, timestamp: minutes(31) })
  }
  const person = (d: object) => async () => {
    const id = await openOf(transactionId)
    if (id !== undefined) await judge(id, d)
  }
  switch (e.way) {
    case 'stop':
      await stop(c, transactionId, told)
      return begun()
    case 'repeated stop':
      await Promise.all([stop(c, transactionId, told), stop(c, transactionId, doubtful)])
      return begun()
    case 'person':
      await stop(c, transactionId, doubtful)
      return begun(person({ action: 'bill' }))
    case 'figures of a person':
      await stop(c, transactionId, doubtful)
      return begun(person({ action: 'bill', stop_meter_value: meterStart + e.energyWh, stoptime: minutes(20) }))
    case 'job':
      await stop(c, transactionId, doubtful)
      return begun()
    case 'dismissal':
      await stop(c, transactionId, doubtful)
      return begun(person({ action: 'dismiss' }))
    case 'matched stop': {
      await stop(c, 2_000_000_000 - transactionId, { ...told, idTag: 'SOMEBODY' })
      const { rows } = await sql<{ id: number }>`select id from session_review where chargepoint_pk = ${c.pk}
        and transaction_id is null and decided_at is null order by id desc limit 1`.execute(t.db)
      return begun(async () => void (await judge(rows[0]?.id ?? 0, { action: 'match', transactionId })))
    }
    case 'late stop':
      await nextStart()
      await stop(c, transactionId, told)
      return begun()
    case 'set aside for a person':
      await nextStart()
      return begun(person({ action: 'bill' }))
    case 'set aside for the job':
      await nextStart()
      return begun()
  }
}

/**
 * A person bills the sessions that the job left: sessions whose wallet or card had too little, up to its balance by
 * now.
 */
async function billTheRest({ transactionId, e, account }: Begun): Promise<void> {
  const id = await openOf(transactionId)
  if (id === undefined) return
  if (account) await fill(account, e.moneyPaise)
  await judge(id, { action: 'bill' })
}

async function correct({ transactionId, e }: Begun): Promise<void> {
  for (const correction of e.corrections) {
    const versions = await billVersions(t.db, transactionId)
    const [first, last] = [versions[0], versions.at(-1)]
    if (!first || !last) return
    const part = correction === 'lower' ? 2n : 3n
    const total = correction === 'lower to nothing' ? 0n : BigInt(last.totalPaise) / part
    const bill = correction === 'first bill again' ? first : loweredBill(last, total)
    await t.db
      .transaction()
      .execute(trx => addBillVersion(trx, { transactionId, at: t.services.now(), bill }))
      .catch((error: unknown) => {
        if (!(error instanceof TooLittleLeft)) throw error
      })
  }
}

const HEADS = ['taxable', 'cgst', 'sgst', 'igst', 'surcharge'] as const
const added = sql.join(
  HEADS.map(h => sql`b.${sql.ref(`${h}_paise`)} - coalesce(q.${sql.ref(`${h}_paise`)}, 0) as ${sql.ref(h)}`),
)
const kindOf = (h: string) => (h === 'taxable' ? 'owner' : h)
const posted = sql.join(
  HEADS.map(
    h => sql`coalesce(sum(case e.side when 'C' then e.amount_paise else -e.amount_paise end)
      filter (where a.kind = ${kindOf(h)}), 0) as ${sql.ref(h)}`,
  ),
)
/** Versions of bills and the postings under their keys, where one of the two is missing or they differ. */
async function wrong(ids: readonly number[]): Promise<unknown[]> {
  const of = sql.val(ids)
  const { rows } = await sql`
    with billed as (select b.transaction_id, b.version, b.billed_at, t.payment_type, ${added},
        b.total_paise - coalesce(q.total_paise, 0) as total
      from bill b join transaction t using (transaction_id)
      left join bill q on q.transaction_id = b.transaction_id and q.version = b.version - 1
      where b.transaction_id = any(${of}::int[])),
    posted as (select p.transaction_id, split_part(p.idempotency_key, ':', 3)::int as version, p.event_at, ${posted},
        coalesce(sum(case e.side when 'D' then e.amount_paise else -e.amount_paise end) filter (where a.kind = 'receivable'), 0) as receivable
      from posting p join entry e using (posting_id) join account a using (account_id)
      where p.kind in ('bill', 'correction') and p.transaction_id = any(${of}::int[]) group by p.posting_id)
    select transaction_id, version, b.payment_type, b.total, to_json(b) as billed, to_json(p) as posted
    from billed b full join posted p using (transaction_id, version)
    where ${sql.join(
      HEADS.map(h => sql`coalesce(b.${sql.ref(h)}, 0) <> coalesce(p.${sql.ref(h)}, 0)`),
      sql` or `,
    )} or b.transaction_id is null or (p.transaction_id is null and b.total <> 0)
      or coalesce(p.receivable, 0) <> case b.payment_type when 'RFID' then b.total else 0 end or p.event_at <> b.billed_at`.execute(
    t.db,
  )
  return rows
}
/** Sessions that ended as they should not have: not billed once, still waiting, or with money in their hold. */
async function unlike(sessions: readonly Begun[]): Promise<unknown[]> {
  const { rows } = await sql<{ transactionId: number; bills: number; waits: boolean; hold: number }>`
    select t.transaction_id, (select count(*)::int from bill b where b.transaction_id = t.transaction_id and b.version = 1
        and b.total_paise > 0) as bills, t.in_review or t.stopped_at is null as waits, coalesce(a.balance_paise, 0)::int as hold
    from transaction t left join account a on a.kind = 'hold' and a.ref = t.transaction_id
    where t.transaction_id = any(${sql.val(sessions.map(s => s.transactionId))}::int[])`.execute(t.db)
  const by = new Map(rows.map(r => [r.transactionId, r]))
  return sessions.flatMap(({ transactionId, e }) => {
    const r = by.get(transactionId)
    const bills = e.payment.startsWith('free') || e.energyWh === 0 || e.way === 'dismissal' ? 0 : 1
    return r && r.bills === bills && !r.waits && r.hold === 0 ? [] : [{ ...e, ...r, expected: bills }]
  })
}

test('every bill is in the ledger once, for every way to end a session and every kind of payment', async () => {
  const ids: number[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(ending, { minLength: AT_ONCE, maxLength: AT_ONCE }), async endings => {
      const from = t.services.now().getTime() - 3_600_000
      const sessions = await Promise.all(endings.map((e, n) => begin(lanes[n] as Lane, e, from)))
      await Promise.all(sessions.map(s => s.finish()))
      const later = { ...t.services, now: () => new Date(t.services.now().getTime() + IN_TWO_DAYS_MS) }
      await decideOverdue(later)
      await Promise.all(sessions.map(billTheRest))
      await Promise.all(sessions.map(correct))
      ids.push(...sessions.map(s => s.transactionId))
      expect(await unlike(sessions)).toEqual([])
      await postWaitingBills(t)
      expect(await wrong(sessions.map(s => s.transactionId))).toEqual([])
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  expect(ids.length).toBeGreaterThanOrEqual(SESSIONS)
  await writeInvoices(t.services, { isThorough: true })
  const { rows } = await sql<Record<'billed' | 'invoiced' | 'earned' | 'owed', number>>`
    select (select sum(total_paise) from current_bill)::bigint as billed,
      (select sum(case kind when 'credit note' then -total_paise else total_paise end) from invoice)::bigint as invoiced,
      (select sum(case e.side when 'C' then e.amount_paise else -e.amount_paise end) from entry e join account a using (account_id)
        where a.kind in ('owner', 'cgst', 'sgst', 'igst', 'surcharge'))::bigint as earned,
      (select sum(charged_paise) from transaction)::bigint as owed`.execute(t.db)
  const billed = rows[0]?.billed ?? 0
  expect(billed).toBeGreaterThan(0)
  expect(rows[0]).toEqual({ billed, invoiced: billed, earned: billed, owed: billed })
  expect(await trialBalance(t.db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
})
