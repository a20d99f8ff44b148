// Bills on their way into the ledger: each is posted once, whatever breaks off and however many workers there are; one that
// cannot be posted holds up no other.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BillSums, billDifference } from '#charging/billing/bill-row.rules.ts'
import { addBillVersion } from '#charging/sessions/session-change.store.ts'
import { trialBalance } from '#money/ledger/account.store.ts'
import { hashOf, post } from '#money/ledger/posting.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { bootedCharger, newTag, start, stop } from '#testing/ocpp.ts'
import { billVersions } from './bill.store.ts'
import { postWaitingBills } from './bill-ledger.commands.ts'
import { dueAgain, postSome, postSomeAlone } from './bill-ledger.store.ts'
import { loweredBill } from './bill-lower.rules.ts'
import { correctionPosting, endPosting, type Payer } from './bill-posting.rules.ts'

let t: TestApp
let ws: string
beforeAll(async () => {
  t = await startApp()
  ws = (await t.listen()).ws
})
afterAll(() => t.close())
/** Nobody works in the background: the followers of this node hear nothing, and its sweep finds the lock taken. */
beforeEach(() => postWaitingBills(t))

const asleep = async <R>(work: () => Promise<R>): Promise<R> => {
  const { followers } = t.services
  const before = followers.billed.splice(0)
  try {
    return await t.db.transaction().execute(async held => {
      await sql`select pg_advisory_xact_lock(7001007)`.execute(held)
      return work()
    })
  } finally {
    followers.billed.push(...before)
  }
}

/** Ends so many sessions by RFID, each with a bill; returns their ids. */
async function billed(count: number): Promise<number[]> {
  const c = await bootedCharger(t, ws)
  const idTag = await newTag(t)
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    const { transactionId } = await start(c, idTag, { meterStart: n * 9000 })
    await stop(c, transactionId, { meterStop: n * 9000 + 5000 + n })
    ids.push(transactionId)
  }
  await c.close()
  return ids
}
type Stored = { key: string; hash: string; kind: string; at: Date; lines: string }
const postingsOf = async (ids: readonly number[]): Promise<Stored[]> =>
  (
    await sql<Stored>`select p.idempotency_key as key, encode(p.request_hash, 'hex') as hash, p.kind, p.event_at as at,
        string_agg(concat_ws(' ', a.kind, a.ref, e.side, e.amount_paise), ', ' order by e.line_no) as lines
      from posting p join entry e using (posting_id) join account a using (account_id)
      where p.transaction_id = any(${sql.val(ids)}::int[]) group by p.posting_id order by p.transaction_id, p.posting_id`.execute(
      t.db,
    )
  ).rows
const waiting = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from bill_to_post`.execute(t.db)).rows[0]?.n ?? -1

/** The posting of each version of a bill, by the rules. */
async function expected(transactionId: number) {
  const payer: Payer = {
    ...(await t.db
      .selectFrom('transaction')
      .select(['transactionId', 'companyId', 'teamId', 'driverId', 'ocppTagPk'])
      .where('transactionId', '=', transactionId)
      .executeTakeFirstOrThrow()),
    paymentType: 'RFID',
    paymentId: null,
  }
  const { rows: times } = await sql<{ at: Date }>`select billed_at as at from bill
    where transaction_id = ${transactionId} order by version`.execute(t.db)
  const versions = await billVersions(t.db, transactionId)
  return versions.flatMap((bill: BillSums & { version: number }, n) => {
    const at = times[n]?.at as Date
    const before = versions[n - 1]
    const posting = before
      ? correctionPosting(payer, billDifference(before, bill), { version: bill.version, at })
      : endPosting(payer, bill, 0n, at)
    if (!posting) return []
    const lines = posting.lines.map(l => `${l.account.kind} ${l.account.ref} ${l.side} ${l.paise}`).join(', ')
    return [{ key: posting.key, hash: hashOf(posting), kind: posting.kind, at, lines }]
  })
}

describe('what is posted', () => {
  test('is the posting of the rules to the letter, for a bill, a lower one and a higher one', async () => {
    const ids = await billed(3)
    for (const [n, transactionId] of ids.entries()) {
      const [first] = await billVersions(t.db, transactionId)
      if (!first || n === 0) continue
      const versions = n === 1 ? [loweredBill(first, 500n)] : [loweredBill(first, 0n), first]
      for (const bill of versions)
        await t.db.transaction().execute(trx => addBillVersion(trx, { transactionId, at: t.services.now(), bill }))
    }
    await postWaitingBills(t)
    const rules = await Promise.all(ids.map(expected))
    expect(rules.map(r => r.length)).toEqual([1, 2, 3])
    expect(await postingsOf(ids)).toEqual(rules.flat())
    expect(await waiting()).toBe(0)
  })

  test('is not posted again by its own key with another content, and is known by the same content', async () => {
    const [id = 0] = await billed(1)
    await postWaitingBills(t)
    const [rule] = await expected(id)
    const { rows } = await sql<{
      n: number
    }>`select posting_id as n from posting where idempotency_key = ${rule?.key}`.execute(t.db)
    const payer = {
      transactionId: id,
      paymentType: 'RFID',
      driverId: null,
      ocppTagPk: null,
      paymentId: null,
      ...t.world.one,
    } as Payer
    const [bill] = await billVersions(t.db, id)
    const posting = endPosting(payer, bill as BillSums, 0n, rule?.at as Date)
    const again = await t.db.transaction().execute(trx => post(trx, posting ? [posting] : []))
    expect(again).toEqual([{ postingId: rows[0]?.n, isNew: false }])
  })

  test('a bill of nothing leaves no posting and no mark', async () => {
    const c = await bootedCharger(t, ws)
    const { transactionId } = await start(c, await newTag(t), { meterStart: 100 })
    await stop(c, transactionId, { meterStop: 100 })
    await c.close()
    await postWaitingBills(t)
    expect(await postingsOf([transactionId])).toEqual([])
    expect(await waiting()).toBe(0)
  })
})

test('the worker of the node posts a bill by itself, and so does one that was not told of it', async () => {
  const [told = 0] = await billed(1)
  await expect.poll(() => postingsOf([told]), { timeout: 10_000 }).toHaveLength(1)
  const { followers } = t.services
  const before = followers.billed.splice(0)
  const [left = 0] = await billed(1)
  await expect.poll(() => postingsOf([left]), { timeout: 10_000 }).toHaveLength(1)
  followers.billed.push(...before)
})

describe('exactly once', () => {
  test('a transaction that breaks off posts nothing and keeps the mark', () =>
    asleep(async () => {
      const ids = await billed(2)
      const broken = t.db.transaction().execute(async trx => {
        expect(await postSome(trx, 500)).toBe(2)
        throw new Error('killed')
      })
      await expect(broken).rejects.toThrow('killed')
      expect(await postingsOf(ids)).toEqual([])
      expect(await waiting()).toBe(2)
      await postWaitingBills(t)
      expect(await postingsOf(ids)).toHaveLength(2)
    }))

  test('a connection that dies amid the work leaves the bills to another node', () =>
    asleep(async () => {
      const ids = await billed(2)
      const other = await t.another({})
      const dying = t.db.transaction().execute(async trx => {
        await postSome(trx, 500)
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.db)
        await sql`select 1`.execute(trx)
      })
      await expect(dying).rejects.toThrow()
      await postWaitingBills(other)
      await other.close()
      expect(await postingsOf(ids)).toHaveLength(2)
    }))

  test('many workers and readers at once post each bill once', () =>
    asleep(async () => {
      const ids = await billed(20)
      await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? postSome(t.db, 3) : postWaitingBills(t))))
      const all = await postingsOf(ids)
      expect(all).toHaveLength(20)
      expect(new Set(all.map(p => p.key)).size).toBe(20)
      expect(await waiting()).toBe(0)
    }))

  test('a worker leaves the bills to another one that is at work; a reader waits for it', () =>
    asleep(async () => {
      const ids = await billed(2)
      expect(await postSomeAlone(t.db, 500)).toBe(0)
      let isRead = false
      let reading: Promise<void> | undefined
      await t.db.transaction().execute(async trx => {
        await postSome(trx, 500)
        reading = postWaitingBills(t).then(() => {
          isRead = true
        })
        await expect
          .poll(
            async () =>
              (
                await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
            and query like '%bill_to_post%'`.execute(t.db)
              ).rows.length,
          )
          .toBe(1)
        expect(isRead).toBe(false)
      })
      await reading
      expect(await postingsOf(ids)).toHaveLength(2)
    }))
})

test('the money of a session shows the posting of its bill at once', () =>
  asleep(async () => {
    const [id = 0] = await billed(1)
    const url = `/cms/v1/team/${t.world.one.teamId}/transaction/${id}/money`
    const r = await t.app.inject({ url, headers: await t.as('admin') })
    expect(r.statusCode).toBe(200)
    expect(await postingsOf([id])).toHaveLength(1)
  }))

describe('a bill that cannot be posted', () => {
  test('is set aside with its error, holds up no other, is tried again after a pause, and is posted once mended', () =>
    asleep(async () => {
      const ids = await billed(3)
      const [poison = 0] = ids
      // Its key is taken.
      const lines = [
        { account: { kind: 'promotion', ref: 0 }, side: 'D', paise: 1n } as const,
        { account: { kind: 'owner', ref: t.world.one.teamId }, side: 'C', paise: 1n } as const,
      ]
      const { companyId, teamId } = t.world.one
      const other = { key: `bill:${poison}:1`, kind: 'credit' as const, at: new Date(), companyId, teamId, lines }
      const rename = (from: string, to: string) =>
        t.db.transaction().execute(async trx => {
          await sql`alter table posting disable trigger posting_is_for_good`.execute(trx)
          await sql`update posting set idempotency_key = ${to} where idempotency_key = ${from}`.execute(trx)
          await sql`alter table posting enable trigger posting_is_for_good`.execute(trx)
        })
      await t.db.transaction().execute(trx => post(trx, [other]))
      const said: object[] = []
      const log = { error: (about: object) => void said.push(about) }
      await postWaitingBills({ db: t.db, log: log as never })
      expect(await postingsOf(ids.slice(1))).toHaveLength(2)
      expect(said).toEqual([expect.objectContaining({ transactionId: poison, version: 1 })])
      const row = () =>
        sql<{ tries: number; error: string; min: number }>`select tries, error,
          round(extract(epoch from next_at - now()) / 60)::int as min from bill_to_post`.execute(t.db)
      expect((await row()).rows).toEqual([{ tries: 1, min: 1, error: expect.stringContaining('idempotency_key') }])
      // Not before its time, and then alone.
      await postWaitingBills(t)
      expect((await row()).rows).toHaveLength(1)
      expect(await dueAgain(t.db, 10)).toEqual([])
      await rename(other.key, 'moved away')
      await sql`update bill_to_post set next_at = now()`.execute(t.db)
      await expect.poll(waiting, { timeout: 10_000 }).toBe(0)
      expect(await postingsOf([poison])).toEqual(await expected(poison))
      expect(await trialBalance(t.db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
    }))
})
