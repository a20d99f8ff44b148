// Documents for businesses at the invoice registration portal (TAX-09): their list, what is done with one, and the credentials of
// the portal by GST number. Amounts in rupees, times as ISO text.
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { E_INVOICE_STATES } from './e-invoice.words.ts'
import { CancelBody, IrpAccountBody, RegisterBody } from './e-invoice-body.contract.ts'

const int = () => z.number().int()

/** What a document shows of its registration; left out on a document that needs none. */
export const EInvoice = z
  .object({
    state: z.enum(E_INVOICE_STATES),
    irn: z.string().nullable(),
    ackNo: z.string().nullable(),
    ackDate: z.string().nullable(),
    /** The content of the QR code, which the portal has signed. */
    qr: z.string().nullable(),
    /** Why it is not registered, or not cancelled, in the words of the portal. */
    fault: z.string().nullable(),
    cancelledAt: z.string().nullable(),
  })
  .meta({ id: 'EInvoice' })
export type EInvoice = z.infer<typeof EInvoice>

export const EInvoiceRow = z
  .object({
    eInvoiceId: int(),
    kind: z.enum(['Invoice', 'Credit note', 'Debit note']),
    number: z.string(),
    date: z.string(),
    team_name: z.string(),
    /** Of a document of a session; null for one of the commission. */
    transactionId: int().nullable(),
    commissionDocumentId: int().nullable(),
    supplierGstin: z.string(),
    recipientName: z.string().nullable(),
    recipientGstin: z.string(),
    /** Of a credit note below 0. */
    total: z.number(),
    state: z.enum(E_INVOICE_STATES),
    irn: z.string().nullable(),
    ackNo: z.string().nullable(),
    ackDate: z.string().nullable(),
    attempts: int(),
    /** When it is tried again by itself. */
    nextTry: z.string().nullable(),
    errorCode: z.string().nullable(),
    /** The field of the portal’s schema. */
    errorField: z.string().nullable(),
    fault: z.string().nullable(),
    cancelAsked: z.boolean(),
    cancelledAt: z.string().nullable(),
    /** The caller may register it again, or cancel. */
    mayAct: z.boolean(),
    /** Until then the portal cancels. */
    cancelUntil: z.string().nullable(),
  })
  .meta({ id: 'EInvoiceRow' })
export type EInvoiceRow = z.infer<typeof EInvoiceRow>

const TAX = '/cms/v1/team/{teamId}/tax'
const sortFields = ['date', 'number', 'total'] as const
export const listEInvoices = endpoint({
  method: 'GET',
  path: `${TAX}/e-invoices`,
  can: 'Finance.view',
  summary: 'Documents for businesses that the invoice registration portal registers, with their states, newest first',
  offers: { sorts: sortFields, filters: {} },
  params: z.object({ teamId: recordId() }),
  query: listQuery(sortFields, {}).extend({
    state: z.enum(E_INVOICE_STATES, 'There is no such state').optional(),
  }),
  data: z.array(EInvoiceRow),
  beside: pageFields,
})

const ofDocument = z.object({ teamId: recordId(), eInvoiceId: recordId() })
export const registerAgain = endpoint({
  method: 'POST',
  path: `${TAX}/e-invoice/{eInvoiceId}/register`,
  can: 'Finance.update',
  summary: 'Register a document again that needed a person; PIN codes stand in for those of its addresses',
  params: ofDocument,
  body: RegisterBody,
  data: EInvoiceRow,
  patienceMs: 90_000,
})
export const cancelEInvoice = endpoint({
  method: 'POST',
  path: `${TAX}/e-invoice/{eInvoiceId}/cancel`,
  can: 'Finance.full',
  asksAgain: true,
  summary:
    'Cancel a registration at the portal within 24 hours, or leave a document without IRN that the portal refuses; it keeps its number; finance admin',
  params: ofDocument,
  body: CancelBody,
  data: EInvoiceRow,
  patienceMs: 90_000,
})

export const IrpAccount = z
  .object({
    gstin: z.string(),
    clientId: z.string(),
    userName: z.string(),
    changedAt: z.string(),
    /** Since when the portal refuses the credentials, and its words. */
    refusedAt: z.string().nullable(),
    refusal: z.string().nullable(),
    /** False: sealed with another secret of the installation, to be typed again. */
    isReadable: z.boolean(),
  })
  .meta({ id: 'PortalAccount' })
export type IrpAccount = z.infer<typeof IrpAccount>
export const IrpAccounts = z
  .object({
    accounts: z.array(IrpAccount),
    /** GST numbers with documents that wait, and no credentials. */
    missing: z.array(z.string()),
    /** The caller stands on the team on which they are set. */
    isOwn: z.boolean(),
    /** A number without credentials: the stand-in in test mode; in live mode nothing is registered. */
    without: z.enum(['stand-in', 'nothing']),
    /** False: the installation names no portal (WATTDESK_IRP_URL). */
    hasPortal: z.boolean(),
  })
  .meta({ id: 'PortalAccounts' })
export type IrpAccounts = z.infer<typeof IrpAccounts>

const ACCOUNTS = `${TAX}/e-invoice-accounts`
export const getIrpAccounts = endpoint({
  method: 'GET',
  path: ACCOUNTS,
  can: 'Finance.view',
  summary: 'By which GST numbers the company registers at the invoice registration portal',
  params: z.object({ teamId: recordId() }),
  data: IrpAccounts,
})
export const putIrpAccount = endpoint({
  method: 'PUT',
  path: ACCOUNTS,
  can: 'Finance.full',
  asksAgain: true,
  summary: 'Set the credentials of a GST number, on the company’s own team; they are tried at the portal first',
  params: z.object({ teamId: recordId() }),
  body: IrpAccountBody,
  data: IrpAccounts,
  patienceMs: 60_000,
})
export const deleteIrpAccount = endpoint({
  method: 'DELETE',
  path: `${ACCOUNTS}/{gstin}`,
  can: 'Finance.full',
  asksAgain: true,
  summary: 'Take the credentials of a GST number away, on the company’s own team',
  params: z.object({ teamId: recordId(), gstin: z.string().max(15) }),
  data: IrpAccounts,
})
