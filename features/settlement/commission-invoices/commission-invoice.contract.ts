// Tax invoices of the platform for the commission of a month, and the credit notes that correct it (M-8). Amounts in rupees,
// times as ISO text.
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { EInvoice } from '#settlement/e-invoices/e-invoice.contract.ts'
import { DocumentState, documentHeads, zoneFields } from '#settlement/invoices/tax-document.contract.ts'

const int = () => z.number().int()
const kind = z.enum(['Invoice', 'Credit note'])

export const CommissionDocument = z
  .object({
    documentId: int(),
    kind,
    number: z.string(),
    /** The day of issue. */
    date: z.string(),
    /** The time zone of printed times. */
    businessZone: z.string(),
    payoutId: z.string(),
    teamId: int(),
    /** The month of its payout, yyyy-MM. */
    month: z.string(),
    /** On a credit note: the invoice that it corrects, where there is one, and the month of that. */
    corrects: z.object({ number: z.string().nullable(), date: z.string().nullable(), month: z.string() }).nullable(),
    supplier: z.object({
      name: z.string(),
      address: z.string().nullable(),
      gstin: z.string().nullable(),
      state: DocumentState,
    }),
    recipient: z.object({ name: z.string(), address: z.string(), gstin: z.string().nullable(), ...zoneFields }),
    placeOfSupply: DocumentState,
    sac: z.string(),
    lines: z.array(
      z.object({
        kind: z.enum(['fixed', 'unit', 'corrections']),
        amount: z.number(),
        ratePercent: z.number(),
      }),
    ),
    /** The owner bears the tax, by a deduction from the payout; else the platform does. */
    isTaxDeducted: z.boolean(),
    /** The tax is a part of the commission; else it comes on top. */
    isTaxWithin: z.boolean(),
    isReverseCharge: z.literal(false),
    ...documentHeads,
    /** Its registration at the portal; left out on a document that needs none. */
    eInvoice: EInvoice.optional(),
  })
  .meta({ id: 'CommissionDocument' })
export type CommissionDocument = z.infer<typeof CommissionDocument>

/** Of a credit note all amounts are below 0. */
export const CommissionRow = z
  .object({
    documentId: int(),
    kind,
    number: z.string(),
    corrects: z.string().nullable(),
    date: z.string(),
    month: z.string(),
    payoutId: z.string(),
    team_name: z.string(),
    recipientName: z.string(),
    recipientGstin: z.string().nullable(),
    placeOfSupply: z.string(),
    sac: z.string(),
    ...documentHeads,
  })
  .meta({ id: 'CommissionDocumentRow' })
export type CommissionRow = z.infer<typeof CommissionRow>

const TAX = '/cms/v1/team/{teamId}/tax'
const sortFields = ['date', 'number', 'month', 'total'] as const
export const listCommissionDocuments = endpoint({
  method: 'GET',
  path: `${TAX}/commission-invoices`,
  can: 'Finance.view',
  summary: 'Invoices of the commission of a team and of the teams below it, with their credit notes, newest first',
  offers: { sorts: sortFields, filters: {} },
  params: z.object({ teamId: recordId() }),
  query: listQuery(sortFields, {}),
  data: z.array(CommissionRow),
  beside: pageFields,
})

const ofDocument = z.object({ teamId: recordId(), documentId: recordId() })
export const getCommissionDocument = endpoint({
  method: 'GET',
  path: `${TAX}/commission-invoice/{documentId}`,
  can: ['Finance.view', 'Transaction.view', 'Team.view'],
  summary: 'An invoice of the commission of a month, or a credit note that corrects one',
  params: ofDocument,
  data: CommissionDocument,
})
export const getCommissionDocumentPdf = endpoint({
  method: 'GET',
  path: `${TAX}/commission-invoice/{documentId}/pdf`,
  can: ['Finance.view', 'Transaction.view', 'Team.view'],
  summary: 'An invoice or credit note of the commission as PDF; `ETag` is the tag of its data',
  params: ofDocument,
  data: z.string(),
})
