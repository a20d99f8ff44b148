// Sessions that drivers ask for at a connector, with each state they went through. Amounts in paise.
import { randomBytes } from 'node:crypto'
import type { Business } from '@wattdesk/base/business'
import { sql } from 'kysely'
import { energyInDoubt } from '#charging/sessions/review.store.ts'
import { remoteStop } from '#control/remote-operations/operations/remote-stop.contract.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { AGAIN_MS } from './pay.rules.ts'
import type { State } from './pay.words.ts'

export type PaySession = Stored<'paySession'> & { state: State }

type New = Pick<
  PaySession,
  | ('companyId' | 'teamId' | 'chargepointPk' | 'chargepointId' | 'connectorId' | 'method' | 'amountPaise')
  | ('stopTokenHash' | 'driverId' | 'language' | 'createdAt' | 'expiresAt')
> &
  Partial<Pick<PaySession, keyof Business | 'recipientType'>>
/** Stores a requested session, which waits for its money. Its public id has 128 random bits. */
export async function create(db: Db | Trx, s: New): Promise<PaySession> {
  const publicId = randomBytes(16).toString('base64url')
  const row = await db
    .insertInto('paySession')
    .values({ ...s, publicId })
    .returningAll()
    .executeTakeFirstOrThrow()
  await note(db, row.paySessionId, 'waiting', null, s.createdAt)
  return row as PaySession
}

const note = (db: Db | Trx, paySessionId: number, state: State, reason: string | null, at: Date): Promise<unknown> =>
  db.insertInto('paySessionChange').values({ paySessionId, state, reason, at }).execute()

/** Changes a locked session; a new state, or a reason without one, adds a line to its history. */
export async function change(
  trx: Trx,
  session: PaySession,
  values: Partial<Omit<PaySession, 'paySessionId'>>,
  at: Date,
  reason: string | null = values.reason ?? null,
): Promise<PaySession> {
  if (Object.keys(values).length > 0)
    await trx.updateTable('paySession').set(values).where('paySessionId', '=', session.paySessionId).execute()
  const after = { ...session, ...values }
  if (values.state !== undefined || reason !== null) await note(trx, session.paySessionId, after.state, reason, at)
  return after
}

/** A session by its number, locked until the transaction ends: before accounts, after its payment. */
export const holdPaySession = (trx: Trx, paySessionId: number): Promise<PaySession | undefined> =>
  trx
    .selectFrom('paySession')
    .selectAll()
    .where('paySessionId', '=', paySessionId)
    .forNoKeyUpdate()
    .executeTakeFirst() as Promise<PaySession | undefined>

export const byPublicId = (db: Db | Trx, publicId: string): Promise<PaySession | undefined> =>
  db.selectFrom('paySession').selectAll().where('publicId', '=', publicId).executeTakeFirst() as Promise<
    PaySession | undefined
  >

/**
 * A session with its payment and its tag, locked until the transaction ends, in the same order in which captures and
 * starts lock them: payment, tag, session, then accounts.
 */
export async function lockPaySession(trx: Trx, paySessionId: number): Promise<PaySession | undefined> {
  const { rows } = await sql<{ paymentId: string | null; companyId: number; tagPk: number | null }>`
    select payment_id, company_id, ocpp_tag_pk as tag_pk from pay_session where pay_session_id = ${paySessionId}`.execute(
    trx,
  )
  const { paymentId, companyId, tagPk } = rows[0] ?? {}
  if (paymentId)
    await sql`select from payment where payment_id = ${paymentId} and company_id = ${companyId} for no key update`.execute(
      trx,
    )
  if (tagPk) await sql`select from ocpp_tag where ocpp_tag_pk = ${tagPk} for no key update`.execute(trx)
  return holdPaySession(trx, paySessionId)
}
/** The number of the payment, which is the ref of the account that its money waits in. */
export const paymentNo = async (trx: Trx, p: { paymentId: string; companyId: number }): Promise<number> =>
  (
    await trx
      .selectFrom('payment')
      .select('paymentNo')
      .where('paymentId', '=', p.paymentId)
      .where('companyId', '=', p.companyId)
      .executeTakeFirstOrThrow()
  ).paymentNo

/** Whether a payment of the order is authorised and not captured: the driver has paid, and the money has not come yet. */
export const isAuthorised = async (
  db: Db | Trx,
  { orderId, companyId }: Pick<PaySession, 'orderId' | 'companyId'>,
): Promise<boolean> =>
  orderId !== null &&
  (
    await sql`select from payment where order_id = ${orderId} and company_id = ${companyId} and status = 'authorized'
      limit 1`.execute(db)
  ).rows.length > 0

const givenBack = sql<boolean>`exists (select from payment p join account a on a.kind = 'payment' and a.ref = p.payment_no
  where p.payment_id = s.payment_id and p.company_id = s.company_id and a.balance_paise <= 0)`
/** Whether nothing is left of the payment of a session that has not begun: it has gone back, or is on its way. */
export const isGivenBack = async (trx: Trx, { paySessionId }: Pick<PaySession, 'paySessionId'>): Promise<boolean> =>
  (await sql`select from pay_session s where s.pay_session_id = ${paySessionId} and ${givenBack}`.execute(trx)).rows
    .length > 0

export type DuePaySession = {
  paySessionId: number
  paymentId: string | null
  why: 'ended' | 'back' | 'gone' | 'refused' | 'late' | 'again'
}
/**
 * Sessions with a change that nothing has reported: charging has ended, the payment went back, the charger was deleted,
 * the task of the start has failed, the time is over, or the car was plugged in after the charger had forgotten the start. `ACCEPTED`: the
 * charger has taken the start.
 */
export async function paySessionsDue(db: Db, now: Date, most: number): Promise<DuePaySession[]> {
  const { rows } = await sql<DuePaySession>`
    select s.pay_session_id, s.payment_id, case
        when s.state = 'charging' then 'ended'
        when s.state = 'starting' and ${givenBack} then 'back'
        when c.deleted_at is not null then 'gone'
        when s.state = 'starting' and k.ended_at is not null and k.response is distinct from 'Accepted' then 'refused'
        when s.expires_at <= ${now}::timestamptz then 'late'
        else 'again' end as why
    from pay_session s join charger c using (chargepoint_pk) left join task k on k.task_id = s.task_id::text
      left join connector n on n.chargepoint_pk = s.chargepoint_pk and n.connector_id = s.connector_id
    where s.closed_at is null and case s.state
      when 'charging' then exists (select from transaction t where t.transaction_id = s.transaction_id and t.stopped_at is not null)
      when 'starting' then c.deleted_at is not null or s.expires_at <= ${now}::timestamptz or ${givenBack}
        or (k.ended_at is not null and k.response is distinct from 'Accepted')
        or (n.status = 'Preparing' and (s.task_id is null
          or (n.status_at > k.ended_at and k.ended_at < ${new Date(now.getTime() - AGAIN_MS)})))
      else s.expires_at <= ${now}::timestamptz end
    order by s.pay_session_id limit ${most}`.execute(db)
  return rows
}

/** A session as the page shows it: its usage so far or at the end, its bill, its refund. */
export type PaySessionFacts = {
  energyWh: number
  chargedPaise: number
  startedAt: Date
  stoppedAt: Date | null
  /** The session waits for a person, who may find another energy. */
  inReview: boolean
  energyInDoubt: boolean
  bill: {
    lines: {
      kind: string
      label: string
      quantity: number
      unit: 'Wh' | 's' | 'once'
      ratePaise: number
      rateUnit: 'kWh' | 'hour' | 'minute' | 'once'
      amountPaise: number
    }[]
    taxablePaise: number
    taxPaise: number
    surchargePaise: number
    totalPaise: number
  } | null
  holdPaise: number | null
  isStopping: boolean
}
export async function sessionOf(db: Db, transactionId: number): Promise<PaySessionFacts | undefined> {
  const { rows } = await sql<PaySessionFacts>`
    select case when t.stopped_at is null then greatest(0, coalesce(l.current_wh, t.meter_start_wh) - t.meter_start_wh) else t.energy_wh end as energy_wh,
      case when t.stopped_at is null then coalesce(l.charged_paise, 0) else t.charged_paise end as charged_paise,
      t.started_at, t.stopped_at, t.in_review, ${energyInDoubt} as energy_in_doubt, t.hold_paise,
      (select json_build_object('lines', b.lines, 'taxablePaise', b.taxable_paise, 'taxPaise', b.cgst_paise + b.sgst_paise + b.igst_paise,
        'surchargePaise', b.surcharge_paise, 'totalPaise', b.total_paise) from current_bill b where b.transaction_id = t.transaction_id) as bill,
      exists (select from task k where k.chargepoint_pk = t.chargepoint_pk and k.operation = ${remoteStop.name}
        and k.created_at > t.start_received_at and (k.parameters ->> 'transactionId')::int = t.transaction_id
        and (k.ended_at is null or k.response = 'Accepted')) as is_stopping
    from transaction t left join transaction_live l on l.transaction_id = t.transaction_id
    where t.transaction_id = ${transactionId}`.execute(db)
  return rows[0]
}

export type Back = {
  status: 'pending' | 'processed' | 'failed'
  amountPaise: number
  requestedAt: Date
  processedAt: Date | null
  rrn: string | null
  utr: string | null
  arn: string | null
}
/** The last refund of a payment. */
export const refundOf = async (
  db: Db,
  { paymentId, companyId }: Pick<PaySession, 'paymentId' | 'companyId'>,
): Promise<Back | undefined> =>
  (
    await sql<Back>`select status, amount_paise, requested_at, processed_at, rrn, utr, arn from refund
      where payment_id = ${paymentId} and company_id = ${companyId} order by refund_id desc limit 1`.execute(db)
  ).rows[0]

/** The session for which a transaction was begun, locked. */
export const lockPaySessionOfTransaction = (trx: Trx, transactionId: number): Promise<PaySession | undefined> =>
  trx
    .selectFrom('paySession')
    .selectAll()
    .where('transactionId', '=', transactionId)
    .forNoKeyUpdate()
    .executeTakeFirst() as Promise<PaySession | undefined>
