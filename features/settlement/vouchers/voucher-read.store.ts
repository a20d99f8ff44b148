// Vouchers as screens, papers and files read them (M-8). Amounts in paise; in lists those of a refund voucher are below 0.
import { rupeesFromPaise } from '@wattdesk/base/money'
import type { ListQuery } from '@wattdesk/base/paging'
import { stateName } from '@wattdesk/base/states'
import { sql } from 'kysely'
import { letterThen } from '#charging/billing/payer.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db } from '#platform/db/db.ts'
import { type Columns, endSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import type { Stored } from '#platform/db/record.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import { zoneOf } from '#settlement/invoices/special-zone.rules.ts'
import type { Period } from '#settlement/reconciliation/period.rules.ts'
import type { Voucher, VoucherRow, VoucherSums } from './voucher.contract.ts'
import type { VoucherKind } from './voucher.rules.ts'

const rupees = (paise: number): number => rupeesFromPaise(BigInt(paise))
const KINDS = { receipt: 'Receipt voucher', refund: 'Refund voucher' } as const satisfies Record<VoucherKind, string>
const stateOf = (code: string | null) => (code ? { code, name: stateName(code) } : null)

type Row = Stored<'voucher'> & { paymentId: string; receiptNumber: string | null; receiptDated: Date | null }
const SIGN = sql`(case v.kind when 'receipt' then 1 else -1 end)`
const columns: Columns = {
  date: { sql: sql`v.dated`, type: 'date' },
  number: { sql: sql`v.number`, type: 'text' },
  total: { sql: sql`(${SIGN} * v.total_paise)`, type: 'number', per: 100 },
}
export type VoucherList = { scope: Scope; period: Period }
const matching = ({ scope, period }: VoucherList, q: string | undefined) => sql`voucher v
  join payment p on p.payment_no = v.payment_no join team m on m.id = v.team_id
  left join voucher w on w.voucher_id = v.of_voucher_id
  where ${joined(
    [
      sql<boolean>`v.dated >= ${period.from} and v.dated < ${period.to}`,
      within(scope, 'v'),
      searchSql(q, [
        sql`v.number`,
        sql`w.number`,
        sql`p.payment_id`,
        sql`m.name`,
        sql`v.recipient_name`,
        sql`v.recipient_gstin`,
      ]),
    ],
    'AND',
  )}`

type ListRow = Row & { teamName: string }
export const list = (db: Db, of: VoucherList, query: ListQuery): Promise<ListRows<ListRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<
      ListRow & Keyed
    >`select v.voucher_id as cursor_key, v.*, p.payment_id, w.number as receipt_number, w.dated as receipt_dated,
        m.name as team_name
      from ${matching(of, query.q)} ${endSql(query, '-date', columns, { number: sql`v.voucher_id` })}`,
  )

type Sums = { receipts: number; receivedPaise: number; refunds: number; refundedPaise: number }
export async function sums(
  db: Db,
  of: VoucherList,
  q: string | undefined,
): Promise<{ total: number; sums: VoucherSums }> {
  const { rows } = await sql<Sums>`
    select count(*) filter (where v.kind = 'receipt') as receipts, count(*) filter (where v.kind = 'refund') as refunds,
      coalesce(sum(v.total_paise) filter (where v.kind = 'receipt'), 0)::bigint as received_paise,
      coalesce(sum(v.total_paise) filter (where v.kind = 'refund'), 0)::bigint as refunded_paise
    from ${matching(of, q)}`.execute(db)
  const s = rows[0] ?? { receipts: 0, receivedPaise: 0, refunds: 0, refundedPaise: 0 }
  return {
    total: s.receipts + s.refunds,
    sums: {
      receipts: s.receipts,
      received: rupees(s.receivedPaise),
      refunds: s.refunds,
      refunded: rupees(s.refundedPaise),
    },
  }
}

const heads = (v: Row, sign: number) => ({
  taxable: rupees(sign * v.taxablePaise),
  cgst: rupees(sign * v.cgstPaise),
  sgst: rupees(sign * v.sgstPaise),
  igst: rupees(sign * v.igstPaise),
  rounding: rupees(sign * v.roundingPaise),
  total: rupees(sign * v.totalPaise),
})
export const rowOf = (v: ListRow): VoucherRow => ({
  voucherId: v.voucherId,
  kind: KINDS[v.kind],
  number: v.number,
  receipt: v.receiptNumber,
  date: v.dated.toISOString(),
  movedAt: v.movedAt.toISOString(),
  team_name: v.teamName,
  paymentId: v.paymentId,
  recipientName: v.recipientName,
  recipientGstin: v.recipientGstin,
  supplierGstin: v.gstin,
  placeOfSupply: v.placeOfSupply ? `${v.placeOfSupply} ${stateName(v.placeOfSupply)}` : '',
  sac: v.sac,
  rate: v.ratePpm / 10_000,
  ...heads(v, v.kind === 'receipt' ? 1 : -1),
})

/** undefined: outside of the scope. */
export async function get(db: Db, scope: Scope, voucherId: number, businessZone: string): Promise<Voucher | undefined> {
  const { rows } = await sql<Row & { lut: string | null }>`
    select v.*, case when v.recipient_type = 'SEZWOP' then ${letterThen(sql`v.company_id`, sql`coalesce(w.moved_at, v.moved_at)`, sql`coalesce(w.made_at, v.made_at)`)} end as lut, p.payment_id, w.number as receipt_number, w.dated as receipt_dated
    from voucher v join payment p on p.payment_no = v.payment_no left join voucher w on w.voucher_id = v.of_voucher_id
    where v.voucher_id = ${voucherId} and ${within(scope, 'v')}`.execute(db)
  const [v] = rows
  return (
    v && {
      voucherId: v.voucherId,
      kind: KINDS[v.kind],
      number: v.number,
      date: v.dated.toISOString(),
      movedAt: v.movedAt.toISOString(),
      businessZone,
      teamId: v.teamId,
      paymentId: v.paymentId,
      receipt:
        v.ofVoucherId !== null && v.receiptNumber !== null && v.receiptDated !== null
          ? { voucherId: v.ofVoucherId, number: v.receiptNumber, date: v.receiptDated.toISOString() }
          : null,
      supplier: { name: v.supplierName, address: v.supplierAddress, gstin: v.gstin, state: stateOf(v.supplierState) },
      recipient: {
        name: v.recipientName,
        email: v.recipientEmail,
        phone: v.recipientPhone,
        address: v.recipientAddress,
        gstin: v.recipientGstin,
        ...zoneOf(v.recipientType, v.lut),
      },
      placeOfSupply: stateOf(v.placeOfSupply),
      sac: v.sac,
      ratePercent: v.ratePpm / 10_000,
      isReverseCharge: false,
      ...heads(v, 1),
    }
  )
}
