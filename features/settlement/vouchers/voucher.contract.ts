// Receipt and refund vouchers of payments before the supply (M-8). Amounts in rupees, times as ISO text.
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { DocumentState, documentHeads, zoneFields } from '#settlement/invoices/tax-document.contract.ts'
import { month } from '#settlement/reconciliation/month-body.contract.ts'

const int = () => z.number().int()
const kind = z.enum(['Receipt voucher', 'Refund voucher'])

export const Voucher = z
  .object({
    voucherId: int(),
    kind,
    number: z.string(),
    date: z.string(),
    /** When the money came or went. */
    movedAt: z.string(),
    /** The time zone of printed times. */
    businessZone: z.string(),
    teamId: int(),
    paymentId: z.string(),
    /** On a refund voucher: the receipt voucher of the payment. */
    receipt: z.object({ voucherId: int(), number: z.string(), date: z.string() }).nullable(),
    supplier: z.object({ name: z.string(), address: z.string().nullable(), gstin: z.string(), state: DocumentState }),
    recipient: z.object({
      name: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      address: z.string().nullable(),
      gstin: z.string().nullable(),
      ...zoneFields,
    }),
    /** null: not known; such a payment counts as one across states. */
    placeOfSupply: DocumentState,
    sac: z.string(),
    ratePercent: z.number(),
    isReverseCharge: z.literal(false),
    ...documentHeads,
  })
  .meta({ id: 'Voucher' })
export type Voucher = z.infer<typeof Voucher>

/** Of a refund voucher all amounts are below 0. */
export const VoucherRow = z
  .object({
    voucherId: int(),
    kind,
    number: z.string(),
    /** On a refund voucher: the number of the receipt voucher. */
    receipt: z.string().nullable(),
    date: z.string(),
    movedAt: z.string(),
    team_name: z.string(),
    paymentId: z.string(),
    recipientName: z.string().nullable(),
    recipientGstin: z.string().nullable(),
    supplierGstin: z.string(),
    placeOfSupply: z.string(),
    sac: z.string(),
    rate: z.number(),
    ...documentHeads,
  })
  .meta({ id: 'VoucherRow' })
export type VoucherRow = z.infer<typeof VoucherRow>

const VoucherSums = z.object({ receipts: int(), received: z.number(), refunds: int(), refunded: z.number() }).meta({
  id: 'VoucherSums',
})
export type VoucherSums = z.infer<typeof VoucherSums>

const TAX = '/cms/v1/team/{teamId}/tax'
const sortFields = ['date', 'number', 'total'] as const
export const listVouchers = endpoint({
  method: 'GET',
  path: `${TAX}/vouchers`,
  can: 'Finance.view',
  summary: 'Receipt and refund vouchers of a month, of a team and of the teams below it, with their sums',
  offers: { sorts: sortFields, filters: {} },
  params: z.object({ teamId: recordId() }),
  query: listQuery(sortFields, {}).extend({ month }),
  data: z.array(VoucherRow),
  beside: { ...pageFields, sums: VoucherSums },
})

const ofVoucher = z.object({ teamId: recordId(), voucherId: recordId() })
export const getVoucher = endpoint({
  method: 'GET',
  path: `${TAX}/voucher/{voucherId}`,
  can: ['Finance.view', 'Transaction.view'],
  summary: 'A receipt voucher of a payment, or a refund voucher',
  params: ofVoucher,
  data: Voucher,
})
export const getVoucherPdf = endpoint({
  method: 'GET',
  path: `${TAX}/voucher/{voucherId}/pdf`,
  can: ['Finance.view', 'Transaction.view'],
  summary: 'A receipt or refund voucher as PDF; `ETag` is the tag of its data',
  params: ofVoucher,
  data: z.string(),
})
