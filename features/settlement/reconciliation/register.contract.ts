// Registers for the accountant (S-REGISTERS): sales of a month document by document and in sums, and its payouts. Amounts in
// rupees, times as ISO text.
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { E_INVOICE_STATES } from '#settlement/e-invoices/e-invoice.words.ts'
import { PayoutStatus } from '#settlement/payouts/payout.contract.ts'
import { month } from './month-body.contract.ts'
import { BASE, params } from './reconciliation.contract.ts'

const int = () => z.number().int()

const Tax = {
  taxable: z.number(),
  rate: z.number(),
  cgst: z.number(),
  sgst: z.number(),
  igst: z.number(),
  rounding: z.number(),
  total: z.number(),
}
const Supply = { supplierGstin: z.string().nullable(), supplierName: z.string().nullable(), placeOfSupply: z.string() }
const CUSTOMERS = ['B2B', 'B2C'] as const
/** B2B: the recipient is a business with a GST number. */
export type Customers = (typeof CUSTOMERS)[number]
/** An invoice, or a note that corrects it; of a credit note all amounts are below 0. */
export const RegisterRow = z
  .object({
    kind: z.enum(['Invoice', 'Credit note', 'Debit note']),
    number: z.string(),
    reference: z.string(),
    /** On a note: the number of the invoice that it corrects. */
    corrects: z.string().nullable(),
    /** Of issue where documents bear both dates, else of the supply or correction; registers go by it. */
    date: z.string(),
    dateOfSupply: z.string(),
    transactionId: int(),
    team_name: z.string(),
    ...Supply,
    /** The business that the document is made out to; left out for a consumer. */
    recipientGstin: z.string().optional(),
    recipientName: z.string().optional(),
    /** State at the invoice registration portal, and the number there; left out on a document that needs none. */
    eInvoice: z.enum(E_INVOICE_STATES).optional(),
    irn: z.string().optional(),
    sac: z.string(),
    payment_type: z.string(),
    kwh: z.number(),
    ...Tax,
  })
  .meta({ id: 'RegisterRow' })
export type RegisterRow = z.infer<typeof RegisterRow>
const registerSortFields = ['date', 'number', 'total', 'transactionId'] as const
export const listRegister = endpoint({
  method: 'GET',
  path: `${BASE}/register`,
  can: 'Finance.view',
  summary: 'Sales register of a month: invoices, or credit and debit notes, with their tax',
  offers: { sorts: registerSortFields, filters: {} },
  params,
  query: listQuery(registerSortFields, {}).extend({
    month,
    of: z.enum(['invoices', 'notes']).default('invoices'),
    customers: z.enum(CUSTOMERS, 'Customers must be B2B or B2C').optional(),
  }),
  data: z.array(RegisterRow),
  beside: pageFields,
})

const StateRow = z.object({
  kind: z.enum(['Invoices', 'Notes']),
  ...Supply,
  /** True for documents to businesses; left out for those to consumers. */
  isBusiness: z.literal(true).optional(),
  sac: z.string(),
  documents: int(),
  ...Tax,
})
export type StateRow = z.infer<typeof StateRow>
/** Taxable value and heads of tax. */
export const Heads = z
  .object({ taxable: z.number(), cgst: z.number(), sgst: z.number(), igst: z.number() })
  .meta({ id: 'TaxableHeads' })
export const Bridge = z.object({
  /** From the register to the heads of tax in the ledger, step by step; the last step is the ledger's balance. */
  bridge: z.array(Heads.extend({ label: z.string() }).meta({ id: 'BridgeStep' })),
  ledger: Heads,
  /** Whether the sum of the bridge equals the ledger. */
  isEqual: z.boolean(),
})
export type Bridge = z.infer<typeof Bridge>
export const RegisterSummary = z
  .object({ month: z.string(), rows: z.array(StateRow), ...Bridge.shape })
  .meta({ id: 'RegisterSummary' })
export type RegisterSummary = z.infer<typeof RegisterSummary>
export const getRegisterSummary = endpoint({
  method: 'GET',
  path: `${BASE}/register/summary`,
  can: 'Finance.view',
  summary:
    'Sales of a month by supplier, place of supply, rate and kind of customer, and how they lead to the ledger’s heads of tax',
  params,
  query: z.object({ month }),
  data: RegisterSummary,
})

/** A payout as an accountant books it: collections, deductions with their tax, and the payout. */
export const PayoutRow = z
  .object({
    payoutId: z.string(),
    team_name: z.string(),
    sessions: int(),
    kwh: z.number(),
    collected: z.number(),
    net: z.number(),
    gst: z.number(),
    ownerGst: z.number(),
    gatewayFee: z.number(),
    commission: z.number(),
    gstOnCommission: z.number(),
    deductedGst: z.number(),
    collectedByOperator: z.number(),
    creditsGiven: z.number(),
    carriedIn: z.number(),
    carriedOut: z.number(),
    tcsCgst: z.number(),
    tcsSgst: z.number(),
    tcsIgst: z.number(),
    tds: z.number(),
    payout: z.number(),
    status: PayoutStatus,
    completedAt: z.string().nullable(),
  })
  .meta({ id: 'PayoutRegisterRow' })
export type PayoutRow = z.infer<typeof PayoutRow>
const payoutRegisterSorts = ['team_name', 'payout', 'commission'] as const
export const listPayoutRegister = endpoint({
  method: 'GET',
  path: `${BASE}/payouts`,
  can: 'Finance.view',
  summary: 'Payouts of a month with commission and the tax on it',
  offers: { sorts: payoutRegisterSorts, filters: {} },
  params,
  query: listQuery(payoutRegisterSorts, {}).extend({ month }),
  data: z.array(PayoutRow),
  beside: pageFields,
})
