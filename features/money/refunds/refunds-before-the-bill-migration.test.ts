// Bills of before, whose hold a refund at the provider's own desk had taken: what migrations/0081 makes of them.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf, trialBalance } from '#money/ledger/account.store.ts'
import { type AccountKind, credit, debit, type Line, linesOf } from '#money/ledger/ledger.rules.ts'
import { postAll } from '#money/ledger/posting.store.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { takeInRefund } from './refund.commands.ts'
import { type Paid, paid, TestProvider } from './test-refund.ts'

const MIGRATION = readFileSync(new URL('../../../migrations/0081-refunds-before-the-bill.sql', import.meta.url), 'utf8')
let t: TestApp
beforeAll(async () => {
  t = await startApp()
})
afterAll(() => t.close())

type Session = Paid & { transactionId: number }
const post = (p: Session, key: string, kind: 'bill' | 'correction', lines: readonly Line[]) =>
  t.db.transaction().execute(trx => {
    const { companyId, teamId, transactionId } = p
    const at = new Date('2026-01-05T12:00:00Z')
    return postAll(trx, [{ key, kind, at, companyId, teamId, transactionId, lines: linesOf(lines) }])
  })
const balance = async (kind: AccountKind, ref: number) => Number(await balanceOf(t.db, { kind, ref }))

/** A session of 100.00 that was given back in part while the session ran, and its bill as it was posted then. */
async function billed(backPaise: number, totalPaise: number): Promise<Session> {
  const p = (await paid(t, { paidPaise: 10_000, billedPaise: null })) as Session
  if (backPaise > 0)
    await takeInRefund(t.services, p.companyId, new TestProvider().make(p.paymentId, backPaise, 'processed'), 'poll')
  const held = BigInt(10_000 - backPaise)
  await post(p, `bill:${p.transactionId}:1`, 'bill', [
    debit({ kind: 'hold', ref: p.transactionId }, held < totalPaise ? held : BigInt(totalPaise)),
    debit({ kind: 'gateway', ref: p.companyId }, held < totalPaise ? BigInt(totalPaise) - held : 0n),
    credit({ kind: 'owner', ref: p.teamId }, BigInt(totalPaise)),
  ])
  await sql`update transaction set stopped_at = now(), stop_reason = 'Local', charged_paise = ${totalPaise}
    where transaction_id = ${p.transactionId}`.execute(t.db)
  return p
}

test('the owner bears what the hold lacked; a lowered bill gives it back; other bills stay', async () => {
  const { companyId, teamId } = t.world.one
  const before = { gateway: await balance('gateway', companyId), owner: await balance('owner', teamId) }
  const all = await billed(10_000, 145)
  const part = await billed(9990, 145)
  const enough = await billed(9000, 145)
  const lowered = await billed(10_000, 200)
  const { rows } =
    await sql`insert into bill (transaction_id, version, company_id, team_id, billed_at, taxable_paise, cgst_paise,
    sgst_paise, igst_paise, gross_paise, surcharge_paise, gateway_fee_paise, total_paise, commission_percent_paise,
    commission_unit_paise, energy_wh, lines, facts)
    select ${lowered.transactionId}, v, ${companyId}, ${teamId}, now(), x, 0, 0, 0, x, 0, 0, x, 0, 0, 10, '[]', '{}'
    from (values (1, 200), (2, 0)) y (v, x) returning version`.execute(t.db)
  expect(rows).toHaveLength(2)
  await post(lowered, `bill:${lowered.transactionId}:2`, 'correction', [
    debit({ kind: 'owner', ref: teamId }, 200n),
    credit({ kind: 'hold', ref: lowered.transactionId }, 200n),
  ])
  await t.db.transaction().execute(trx => sql.raw(MIGRATION).execute(trx))
  const borne = await sql<{ id: number; paise: number; isOfToday: boolean }>`select transaction_id as id, paise,
    at > now() - interval '1 hour' as is_of_today from refund_borne order by borne_id`.execute(t.db)
  const row = (p: Session, paise: number) => ({ id: p.transactionId, paise, isOfToday: true })
  expect(borne.rows).toEqual([row(all, 145), row(part, 135), row(lowered, 200), row(lowered, -200)])
  expect(await balance('hold', lowered.transactionId)).toBe(0)
  expect(await balance('hold', enough.transactionId)).toBe(855)
  // The provider has what was captured and not given back.
  expect((await balance('gateway', companyId)) - before.gateway).toBe(0 + 10 + 1000 + 0)
  expect((await balance('owner', teamId)) - before.owner).toBe(0 + 10 + 145 + 0)
  expect(await trialBalance(t.db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
})
