// For tests: a driver who has requested a session at a connector by scan and pay, with the payment and the tag made for
// the session.
import { sql } from 'kysely'
import * as tags from '#fleet/tags/tag.store.ts'
import { credit, debit } from '#money/ledger/ledger.rules.ts'
import { post } from '#money/ledger/posting.store.ts'
import type { TestApp } from '#testing/app.ts'
import { moment } from '#testing/moment.ts'
import { unique } from '#testing/ocpp.ts'
import { takeInPayment } from './payment.commands.ts'
import { testPayment } from './test-payment.ts'

export type PaySession = { paySessionId: number; paymentId: string | null; idTag: string; orderId: string }
/** A letter and digits, as the provider has them. */
export const providerId = (prefix: string): string => `${prefix}_${unique('').slice(1).padStart(14, '0')}`

/** Requests a session, before the hour in which sessions of tests begin; it has an order but no money yet. */
export async function askedFor(
  t: TestApp,
  { pk, id }: { pk: number; id: string },
  o: {
    method?: 'card' | 'upi' | 'wallet' | 'free'
    paise?: number
    driverId?: number | null
    expiresInMin?: number
  } = {},
): Promise<PaySession> {
  const { teamId, companyId } = t.world.one
  const { method = 'upi', paise = 50_000, driverId = null } = o
  const idTag = unique('PAY')
  const at = t.services.now()
  const expiresAt = new Date(at.getTime() + (o.expiresInMin ?? 15) * 60_000)
  const tagPk = await tags.create(t.db, { teamId: companyId, idTag, kind: 'session', maxActiveTransactions: 1 })
  const orderId = providerId('order')
  const { rows } = await sql<{ paySessionId: number }>`
    insert into pay_session (public_id, company_id, team_id, chargepoint_pk, chargepoint_id, connector_id, method, amount_paise,
      stop_token_hash, driver_id, order_id, ocpp_tag_pk, created_at, expires_at)
    values (${unique('pub')}, ${companyId}, ${teamId}, ${pk}, ${id}, 1, ${method}, ${paise}, '', ${driverId}, ${orderId}, ${tagPk},
      ${new Date(moment.anHourAgo - 60_000)}, ${expiresAt}) returning pay_session_id`.execute(t.db)
  return { paySessionId: rows[0]?.paySessionId as number, paymentId: null, idTag, orderId }
}

/** Pays for the session, by the provider or from the driver's wallet. */
export async function paid(
  t: TestApp,
  s: PaySession,
  o: { paise?: number; driverId?: number | null } = {},
): Promise<PaySession> {
  const { companyId, teamId } = t.world.one
  const { paise = 50_000, driverId = null } = o
  if (driverId !== null) {
    const lines = [
      debit({ kind: 'wallet', ref: driverId }, BigInt(paise)),
      credit({ kind: 'reserved', ref: s.paySessionId }, BigInt(paise)),
    ]
    const posting = {
      key: `reserve:${s.paySessionId}`,
      kind: 'reserve' as const,
      at: new Date(),
      companyId,
      teamId,
      lines,
    }
    await t.db.transaction().execute(trx => post(trx, [posting]))
    return s
  }
  // Without its order at first: scan and pay would begin the session by itself.
  const payment = testPayment({ id: providerId('pay'), amount: paise })
  await takeInPayment(t.services, companyId, payment, 'webhook')
  await sql`update payment set order_id = ${s.orderId}, pay_session_id = ${s.paySessionId}
    where payment_id = ${payment.id}`.execute(t.db)
  await sql`update pay_session set payment_id = ${payment.id} where pay_session_id = ${s.paySessionId}`.execute(t.db)
  return { ...s, paymentId: payment.id }
}
