// Vouchers as they are written: only added to, their numbers taken in the same transaction (M-8). Amounts in paise.
import type { RecipientType } from '@wattdesk/base/business'
import { sql } from 'kysely'
import { typeOfPayment } from '#charging/billing/payer.store.ts'
import type { TeamSupplier } from '#charging/billing/supply.rules.ts'
import { isSessionOfPayment } from '#money/refunds/own-payment.store.ts'
import { supplierAt } from '#office/installation/supplier.store.ts'
import type { Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import type { Figures } from '#settlement/invoices/invoice.rules.ts'

/** Writers come one after the other, so that two never write the voucher of one payment. */
export const lock = (trx: Trx): Promise<unknown> => sql`select pg_advisory_xact_lock(7001012)`.execute(trx)

/** A captured payment without a receipt voucher, though the setting of its day wants one. */
export type LackingReceipt = {
  paymentNo: number
  companyId: number
  teamId: number
  capturedAt: Date
  amountPaise: number
  taxPpm: number
  /** Of the payment's team and those above it when the money came; null where none has a GST number. */
  supplier: TeamSupplier | null
  chargerState: string | null
  chargerCountry: string | null
  recipientName: string | null
  recipientEmail: string | null
  recipientPhone: string | null
  recipientGstin: string | null
  recipientAddress: string | null
  /** Of a unit in a Special Economic Zone, as it counts at the capture; null: a regular recipient. */
  recipientType: RecipientType | null
}
/** `since`: payments that were captured before it are not looked at. `hasPlatform`: it supplies where no team has a GST number. */
export async function lackingReceipts(
  trx: Trx,
  { zone, since, most, hasPlatform }: { zone: string; since: Date; most: number; hasPlatform: boolean },
): Promise<LackingReceipt[]> {
  const { rows } = await sql<LackingReceipt>`
    select x.payment_no, x.company_id, m.id as team_id, x.captured_at, x.amount_paise, m.tax_ppm, s.supplier,
      c.state as charger_state, c.country as charger_country,
      coalesce(y.legal_name, d.first_name || ' ' || d.last_name) as recipient_name, x.email as recipient_email,
      x.contact as recipient_phone, y.gstin as recipient_gstin, y.business_address as recipient_address,
      case when y.gstin is not null then ${typeOfPayment('y', { company: sql`x.company_id`, at: sql`x.captured_at` })} end as recipient_type
    from company o
      join payment x on x.company_id = o.company_id
      join team m on m.id = coalesce(x.team_id, x.company_id)
      cross join lateral (select ${supplierAt(sql`m.path`, sql`x.captured_at`)} as supplier offset 0) s
      left join pay_session y on y.pay_session_id = x.pay_session_id
      left join driver d on d.id = y.driver_id
      left join charger c on c.chargepoint_pk = x.chargepoint_pk
    where exists (select from tax_setting g where g.name = 'vouchers' and (g.company_id is null or g.company_id = o.company_id))
      and x.captured_at >= ${since}::timestamptz and not x.is_unbooked and x.currency = 'INR' and x.amount_paise > 0
      and are_vouchers_written(x.company_id, (x.captured_at at time zone ${zone})::date)
      and not exists (select from voucher v where v.payment_no = x.payment_no and v.kind = 'receipt')
      and (s.supplier is not null or ${hasPlatform})
    order by x.captured_at, x.payment_no limit ${most}`.execute(trx)
  return rows
}

/** A refund that went back, of a payment with a receipt voucher, without a refund voucher. */
export type LackingRefund = {
  refundId: number
  paymentNo: number
  processedAt: Date
  refundPaise: number
  /** The receipt voucher. */
  voucherId: number
  receiptPaise: number
  billedPaise: number
  vouchedPaise: number
}
/** Of payments with an unused part that has no refund voucher yet. */
export async function lackingRefunds(trx: Trx, since: Date, most: number): Promise<LackingRefund[]> {
  const billed = sql`coalesce((select b.total_paise from transaction s join bill b on b.transaction_id = s.transaction_id
    where ${isSessionOfPayment} and b.total_paise > 0 order by b.version limit 1), 0)`
  const vouched = sql`coalesce((select sum(w.total_paise) from voucher w where w.of_voucher_id = v.voucher_id and w.kind = 'refund'), 0)::bigint`
  const { rows } = await sql<LackingRefund>`
    select r.refund_id, r.processed_at, r.amount_paise as refund_paise, v.voucher_id, v.payment_no, v.total_paise as receipt_paise,
      x.billed_paise, x.vouched_paise
    from company o
      join refund r on r.company_id = o.company_id
      join payment p on p.payment_id = r.payment_id and p.company_id = r.company_id
      join voucher v on v.payment_no = p.payment_no and v.kind = 'receipt'
      cross join lateral (select ${billed} as billed_paise, ${vouched} as vouched_paise offset 0) x
    where r.status = 'processed' and r.processed_at >= ${since}::timestamptz
      and not exists (select from voucher w where w.refund_id = r.refund_id and w.kind = 'refund')
      and v.total_paise > x.billed_paise + x.vouched_paise
    order by r.processed_at, r.refund_id limit ${most}`.execute(trx)
  return rows
}

/** What a refund voucher takes over from the receipt voucher. */
const PARTIES = [
  ...(['paymentNo', 'gstin', 'companyId', 'teamId', 'supplierName', 'supplierAddress', 'supplierState'] as const),
  ...(['placeOfSupply', 'recipientName', 'recipientEmail', 'recipientPhone', 'recipientGstin'] as const),
  ...(['recipientAddress', 'recipientType', 'sac', 'ratePpm'] as const),
] as const
export type Parties = Pick<Stored<'voucher'>, (typeof PARTIES)[number]>
export async function partiesOf(trx: Trx, voucherIds: readonly number[]): Promise<Map<number, Parties>> {
  const rows = await trx
    .selectFrom('voucher')
    .select(['voucherId', ...PARTIES])
    .where('voucherId', 'in', voucherIds)
    .execute()
  return new Map(rows.map(({ voucherId, ...parties }) => [voucherId, parties]))
}

/** The moment, but not before that of the voucher written last, so that numbers rise with it. */
export async function momentAfterLast(trx: Trx, at: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select greatest(${at}::timestamptz,
    (select made_at from voucher order by voucher_id desc limit 1)) as at`.execute(trx)
  return rows[0]?.at ?? at
}

export type NewVoucher = Parties & {
  number: string
  series: string
  fiscalYear: string
  sequence: number
  dated: Date
  movedAt: Date
  figures: Figures
} & ({ kind: 'receipt'; refundId: null; ofVoucherId: null } | { kind: 'refund'; refundId: number; ofVoucherId: number })

export const insert = (trx: Trx, vouchers: readonly NewVoucher[], at: Date): Promise<unknown> =>
  trx
    .insertInto('voucher')
    .values(
      vouchers.map(({ figures: f, ...v }) => ({
        ...v,
        madeAt: at,
        taxablePaise: Number(f.costPaise),
        cgstPaise: Number(f.cgstPaise),
        sgstPaise: Number(f.sgstPaise),
        igstPaise: Number(f.igstPaise),
        roundingPaise: Number(f.roundingPaise),
        totalPaise: Number(f.totalPaise),
      })),
    )
    .execute()
