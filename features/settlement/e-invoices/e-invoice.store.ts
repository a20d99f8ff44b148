// Documents on their way to the invoice registration portal (TAX-09): queued with the document, worked on by one at a time, and
// settled with a line of history. The documents themselves are never changed.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { type CancelStep, type Fault, LEASE_MS, pauseAfter, SHORT_PAUSE_MS, type Step } from './e-invoice.rules.ts'

type Fragment = RawBuilder<unknown>
const day = (dated: Fragment, zone: string) => sql`(${dated} at time zone ${zone})::date`
const isKept = (id: string, own: Fragment) => sql`exists (select from e_invoice e where ${sql.ref(`e.${id}`)} = ${own})`

/** SQL: a document `i` of a session is for a business, of a supplier with a GST number, and dated while registration is on. */
export const needsNumber = (zone: string): RawBuilder<boolean> =>
  sql<boolean>`(i.recipient_gstin is not null and i.gstin <> ''
    and are_e_invoices_needed(i.company_id, ${day(sql`i.dated`, zone)}))`
/** SQL: the same of a document `d` of the commission, which the platform supplies. */
export const needsNumberOfCommission = (zone: string): RawBuilder<boolean> =>
  sql<boolean>`(d.recipient_gstin is not null and are_e_invoices_needed(null, ${day(sql`d.dated`, zone)}))`
/** SQL: some company registers; where none does, nothing is looked for. */
export const doesAnybody = sql<boolean>`(select exists (select from tax_setting where name = 'eInvoices' and value = 'true'))`

async function queue(db: Db | Trx, rows: Fragment, at: Date): Promise<number> {
  const { rows: made } = await sql`
    with added as (insert into e_invoice (company_id, team_id, invoice_id, commission_document_id, gstin, type, number, dated,
        next_at, queued_at)
      select company_id, team_id, invoice_id, commission_document_id, gstin, type, number, dated, ${at}::timestamptz, ${at}::timestamptz
      from (${rows}) x on conflict do nothing returning e_invoice_id)
    insert into e_invoice_change (e_invoice_id, at, state) select e_invoice_id, ${at}::timestamptz, 'waiting' from added
    returning 1`.execute(db)
  return made.length
}
const invoices = (zone: string, where: RawBuilder<boolean>): Fragment => sql`
  select i.company_id, i.team_id, i.invoice_id, null::bigint as commission_document_id, i.gstin,
    case i.kind when 'invoice' then 'INV' when 'credit note' then 'CRN' else 'DBN' end as type, i.number, i.dated
  from invoice i where ${where} and ${needsNumber(zone)} and not ${isKept('invoice_id', sql`i.invoice_id`)}`
const ofCommission = (zone: string, where: RawBuilder<boolean>): Fragment => sql`
  select d.company_id, d.team_id, null::bigint as invoice_id, d.document_id as commission_document_id, d.gstin,
    case d.kind when 'invoice' then 'INV' else 'CRN' end as type, d.number, d.dated
  from commission_document d
  where ${where} and ${needsNumberOfCommission(zone)} and not ${isKept('commission_document_id', sql`d.document_id`)}`

/** Queues documents of sessions, in the transaction that writes them. */
export async function queueInvoices(
  trx: Trx,
  transactionIds: readonly number[],
  zone: string,
  at: Date,
): Promise<void> {
  if (transactionIds.length === 0) return
  const of = sql<boolean>`i.transaction_id = any(${sql.val([...transactionIds])}::int[]) and ${doesAnybody}`
  await queue(trx, invoices(zone, of), at)
}
/** Queues the documents of the commission of a payout. */
export const queueCommission = (trx: Trx, payoutNo: number, zone: string, at: Date): Promise<number> =>
  queue(trx, ofCommission(zone, sql<boolean>`d.payout_no = ${payoutNo} and ${doesAnybody}`), at)

/**
 * Queues whatever is not queued: documents that were written before somebody switched registration on from an earlier day.
 * @param since of the documents' dates; null: since ever
 */
export const queueMissing = (db: Db, zone: string, since: Date | null, at: Date): Promise<number> => {
  const from = (dated: Fragment) =>
    since ? sql<boolean>`${dated} >= ${since} and ${doesAnybody}` : sql<boolean>`${doesAnybody}`
  return queue(db, sql`${invoices(zone, from(sql`i.dated`))} union all ${ofCommission(zone, from(sql`d.dated`))}`, at)
}

export type Claimed = Stored<'eInvoice'> & { wasAsked: boolean; wasAway: boolean }
/**
 * Takes a document that is due, for so long that nobody else works on it; committed before the portal is asked, so that a lost
 * answer is known as such. Where the portal let nobody in for a GST number, one document alone is tried for all of the number
 * until it lets somebody in: the portal locks out who logs in again and again.
 * @param away GST numbers that are left out, because the portal did not answer for them
 */
export async function claim(
  db: Db,
  at: Date,
  { away = [], only }: { away?: readonly string[]; only?: number | undefined } = {},
): Promise<Claimed | undefined> {
  const until = new Date(at.getTime() + LEASE_MS)
  const { rows } = await sql<Claimed>`
    with due as (select e_invoice_id as id, is_asked, is_away from e_invoice
      where next_at <= ${at} and gstin <> all(${sql.val([...away])}::text[])
        and ${
          only === undefined
            ? sql`gstin not in (select gstin from e_invoice where next_at > ${at} and is_away and not is_asked)`
            : sql`e_invoice_id = ${only}`
        }
      order by is_away and not is_asked desc, next_at, e_invoice_id limit 1 for update skip locked)
    update e_invoice e set next_at = ${until}, is_asked = true, attempts = e.attempts + 1 from due where e.e_invoice_id = due.id
    returning e.*, due.is_asked as was_asked, due.is_away as was_away`.execute(db)
  return rows[0]
}

type Row = Pick<Claimed, 'eInvoiceId' | 'attempts'>
/** False where the try was lost meanwhile, and another one counts. */
async function set(db: Db | Trx, { eInvoiceId, attempts }: Row, values: Fragment): Promise<boolean> {
  const { rows } = await sql`update e_invoice set ${values}
    where e_invoice_id = ${eInvoiceId} and attempts = ${attempts} and is_asked returning 1`.execute(db)
  return rows.length > 0
}
type Change = { eInvoiceId: number; state: string; at: Date; userId?: number | null; detail?: string | null }
export const addChange = (db: Db | Trx, { eInvoiceId, state, at, userId = null, detail = null }: Change) =>
  sql`insert into e_invoice_change (e_invoice_id, at, state, user_id, detail)
    values (${eInvoiceId}, ${at}, ${state}, ${userId}, ${detail})`.execute(db)

const faultSql = (f: Fault | null): Fragment =>
  sql`error_code = ${f?.code ?? null}, error_field = ${f?.field ?? null}, error_text = ${f?.text ?? null}`
type Waiting = { fault: Fault; isAsked: boolean }
const againAt = ({ attempts }: Row, { fault, isAsked }: Waiting, at: Date): Date =>
  new Date(at.getTime() + (isAsked || fault.code !== null ? pauseAfter(attempts) : SHORT_PAUSE_MS))

/** Keeps what an answer means for a document, with a line of history where its state changes. */
export async function settle(trx: Trx, row: Row, step: Step, at: Date): Promise<void> {
  if (step.to === 'waiting') {
    const values = sql`next_at = ${againAt(row, step, at)}, is_asked = ${step.isAsked}, is_away = true, ${faultSql(step.fault)}`
    await set(trx, row, values)
    return
  }
  const ended = sql`next_at = null, is_asked = false, is_away = false`
  if (step.to === 'failed') {
    const known = step.known
      ? sql`irn = ${step.known.irn}, ack_no = ${step.known.ackNo}, acked_at = ${step.known.ackAt},`
      : sql``
    const values = sql`state = 'failed', ${known} ${ended}, ${faultSql(step.fault)}`
    if (!(await set(trx, row, values))) return
    await addChange(trx, { ...row, state: 'failed', at, detail: step.fault.text })
    return
  }
  const { registration: r, to } = step
  const values = sql`state = ${to}, ${ended}, ${faultSql(null)}, irn = ${r.irn}, ack_no = ${r.ackNo}, acked_at = ${r.ackAt},
    signed_qr = ${r.signedQr}, signed_invoice = ${r.signedInvoice}, cancelled_at = ${to === 'cancelled' ? at : null}`
  if (await set(trx, row, values)) await addChange(trx, { ...row, state: to, at, detail: r.irn })
}

/** Keeps what an answer means for a cancellation that was asked for. */
export async function settleCancel(trx: Trx, row: Row, step: CancelStep, at: Date): Promise<void> {
  if (step.to === 'waiting') {
    const values = sql`next_at = ${againAt(row, step, at)}, is_asked = ${step.isAsked}, is_away = true, ${faultSql(step.fault)}`
    await set(trx, row, values)
    return
  }
  const ended = sql`next_at = null, is_asked = false, is_away = false`
  if (step.to === 'registered') {
    const values = sql`${ended}, ${faultSql(step.fault)}, cancel_reason = null, cancel_remark = null`
    if (await set(trx, row, values)) await addChange(trx, { ...row, state: 'registered', at, detail: step.fault.text })
    return
  }
  const values = sql`state = 'cancelled', cancelled_at = ${step.at}, ${ended}, ${faultSql(null)}`
  if (await set(trx, row, values)) await addChange(trx, { ...row, state: 'cancelled', at })
}

/** The portal answers again for a GST number: whatever waited for that is due. */
export const wake = (db: Db | Trx, gstin: string, at: Date): Promise<unknown> =>
  sql`update e_invoice set next_at = ${at}, is_away = false
    where gstin = ${gstin} and is_away and next_at > ${at} and state in ('waiting', 'registered')`.execute(db)

/** A document of the scope, held until the transaction ends. */
export const hold = async (
  trx: Trx,
  eInvoiceId: number,
  within: RawBuilder<boolean>,
): Promise<Stored<'eInvoice'> | undefined> =>
  (
    await sql<
      Stored<'eInvoice'>
    >`select e.* from e_invoice e where e.e_invoice_id = ${eInvoiceId} and ${within} for update`.execute(trx)
  ).rows[0]

type Pins = { sellerPin?: string | undefined; buyerPin?: string | undefined }
/** A document that was left without IRN goes on as well. */
export const setWaiting = (trx: Trx, eInvoiceId: number, { sellerPin, buyerPin }: Pins, at: Date): Promise<unknown> =>
  sql`update e_invoice set state = 'waiting', next_at = ${at}, attempts = 0, ${faultSql(null)}, is_asked = true,
      cancel_reason = null, cancel_remark = null, cancelled_at = null, seller_pin = coalesce(${sellerPin ?? null}, seller_pin), buyer_pin = coalesce(${buyerPin ?? null}, buyer_pin)
    where e_invoice_id = ${eInvoiceId}`.execute(trx)
/** A PIN code that was typed for one document lets the others go on that lacked the same one. */
export async function goOnWithPins(trx: Trx, eInvoiceId: number, at: Date, userId: number | null): Promise<void> {
  await sql`with one as (select e.*, coalesce(i.recipient_gstin, d.recipient_gstin) as recipient_gstin from e_invoice e
        left join invoice i on i.invoice_id = e.invoice_id left join commission_document d on d.document_id = e.commission_document_id
        where e.e_invoice_id = ${eInvoiceId}),
      others as (update e_invoice e set state = 'waiting', next_at = ${at}, attempts = 0, ${faultSql(null)} from one
        where e.company_id = one.company_id and e.state = 'failed' and e.e_invoice_id <> one.e_invoice_id
          and (e.commission_document_id is null) = (one.commission_document_id is null)
          and (one.seller_pin is not null and e.error_field = 'SellerDtls.Pin' and e.gstin = one.gstin
            or one.buyer_pin is not null and e.error_field = 'BuyerDtls.Pin' and one.recipient_gstin = coalesce(
              (select i.recipient_gstin from invoice i where i.invoice_id = e.invoice_id),
              (select d.recipient_gstin from commission_document d where d.document_id = e.commission_document_id)))
        returning e.e_invoice_id)
    insert into e_invoice_change (e_invoice_id, at, state, user_id, detail)
    select e_invoice_id, ${at}::timestamptz, 'waiting', ${userId}::int, 'The PIN code is known now' from others`.execute(
    trx,
  )
}
/** What helped one document may help those that the portal answered alike, as after a change of its key. */
export async function goOnLike(trx: Trx, e: Stored<'eInvoice'>, at: Date, userId: number | null): Promise<void> {
  await sql`with others as (update e_invoice set state = 'waiting', next_at = ${at}, attempts = 0, ${faultSql(null)}, is_asked = true
      where company_id = ${e.companyId} and gstin = ${e.gstin} and state = 'failed' and e_invoice_id <> ${e.eInvoiceId}
        and (commission_document_id is null) = ${e.commissionDocumentId === null}
        and error_code is not distinct from ${e.errorCode} and error_text = ${e.errorText} returning e_invoice_id)
    insert into e_invoice_change (e_invoice_id, at, state, user_id, detail)
    select e_invoice_id, ${at}::timestamptz, 'waiting', ${userId}::int, ${`${e.number} had the same answer and is registered now`}
    from others`.execute(trx)
}
/** Leaves a refused document without IRN; what the portal answered stays. */
export const leaveWithout = (
  trx: Trx,
  eInvoiceId: number,
  { reason, remark }: { reason: string; remark: string },
  at: Date,
): Promise<unknown> =>
  sql`update e_invoice set state = 'cancelled', cancelled_at = ${at}, cancel_reason = ${reason}, cancel_remark = ${remark},
      next_at = null, is_asked = false, is_away = false where e_invoice_id = ${eInvoiceId}`.execute(trx)
export const askCancel = (
  trx: Trx,
  eInvoiceId: number,
  { reason, remark }: { reason: string; remark: string },
  at: Date,
): Promise<unknown> =>
  sql`update e_invoice set cancel_reason = ${reason}, cancel_remark = ${remark}, next_at = ${at}, attempts = 0
    where e_invoice_id = ${eInvoiceId}`.execute(trx)
