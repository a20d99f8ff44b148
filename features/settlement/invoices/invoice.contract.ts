// The tax invoice of a session with the notes that correct it (D-INV-1, M-6): number and figures are the server's, the page
// and the PDF are drawn from them in the browser. Amounts in rupees, energy in kWh, times as ISO text.
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { LANGUAGES } from '@wattdesk/words/language'
import * as told from '@wattdesk/words/made/en-told'
import { z } from 'zod'
import { shownEvse } from '#fleet/stations/evse.contract.ts'
import { MailBody } from '#office/mail/mail-body.contract.ts'
import { EInvoice } from '#settlement/e-invoices/e-invoice.contract.ts'
import { zoneFields } from './tax-document.contract.ts'

const State = z.object({ code: z.string(), name: z.string() }).nullable()
/** On a note, figures are the amounts that it takes away or adds, above 0. */
const figures = {
  cost: z.number(),
  gst: z.number(),
  cgst: z.number(),
  sgst: z.number(),
  igst: z.number(),
  /** GST less its heads: at most a paisa. */
  rounding: z.number(),
  total: z.number(),
}

export const InvoiceNote = z.object({
  kind: z.enum(['credit note', 'debit note']),
  number: z.string(),
  date: z.string(),
  dateOfSupply: z.string().nullable(),
  ...figures,
  eInvoice: EInvoice.optional(),
})
export type InvoiceNote = z.infer<typeof InvoiceNote>

export const Invoice = z
  .object({
    number: z.string(),
    /** INV-{transactionId} */
    reference: z.string(),
    transactionId: z.number().int(),
    /** Of issue where the document bears the date of supply beside it. */
    date: z.string(),
    /** Null where the document bears one date alone. */
    dateOfSupply: z.string().nullable(),
    /** The time zone of the printed times, which is that of the installation's business days. */
    businessZone: z.string(),
    supplier: z.object({
      name: z.string(),
      address: z.string().nullable(),
      gstin: z.string().nullable(),
      state: State,
    }),
    recipient: z.object({
      /** The legal name of a business, the driver's name otherwise. */
      name: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      /** Left out where the recipient is no business with a GST number. */
      business: z
        .object({
          gstin: z.string(),
          address: z.string().nullable(),
          state: State,
          ...zoneFields,
        })
        .optional(),
    }),
    placeOfSupply: State,
    chargepoint_id: z.string(),
    chargepoint_name: z.string(),
    connectorId: z.number().int(),
    ...shownEvse,
    starttime: z.string(),
    stoptime: z.string(),
    durationSeconds: z.number().int(),
    energy: z.number(),
    /** UPI where the description of the payment says so (CHG-9-06). */
    payment_type: z.string(),
    paymentId: z.string().nullable(),
    /** Service code. */
    sac: z.string(),
    ratePercent: z.number(),
    ...figures,
    /** Its registration at the portal; left out on a document that needs none. */
    eInvoice: EInvoice.optional(),
    /** The recipient owes none of the tax himself. */
    isReverseCharge: z.literal(false),
    notes: z.array(InvoiceNote),
    /** In which the driver reads it: the language that he has paid in, else that of his record. */
    language: z.enum(LANGUAGES),
    /** The total less credit notes, plus debit notes: the present cost of the session. */
    remains: z.number(),
  })
  .meta({ id: 'Invoice' })
export type Invoice = z.infer<typeof Invoice>

export const getInvoice = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/transaction/{id}/invoice',
  can: 'Transaction.view',
  summary: 'The tax invoice of a billed session with the notes that correct it',
  params: z.object({ teamId: recordId(), id: recordId() }),
  data: Invoice,
})

/** Without `note` the invoice, with the number of a note that note. `language`: of the paper. */
const ofNote = z.object({
  note: z.string(told.noNote).max(40, told.noNote).optional(),
  language: z.enum(LANGUAGES, told.chooseLanguage).optional(),
})
export const NO_NOTE = told.noNote
export const getInvoicePdf = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/transaction/{id}/invoice/pdf',
  can: 'Transaction.view',
  summary:
    'The tax invoice of a billed session as PDF, or with `note` the note of that number; `ETag` is the tag of its data',
  params: z.object({ teamId: recordId(), id: recordId() }),
  query: ofNote,
  data: z.string(),
})

export const mailInvoice = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/transaction/{id}/invoice/mail',
  can: 'Transaction.view',
  summary: 'Mail the tax invoice of a billed session, or with `note` the note of that number, to an address',
  params: z.object({ teamId: recordId(), id: recordId() }),
  body: MailBody.extend(ofNote.shape),
  data: z.object({ to: z.string() }),
})

const OfSession = z.object({
  sessionId: z.string(told.noSession).min(1, told.noSession).max(100, told.noSession),
})
/** The same for the driver who has paid at the connector, by the key of his session (D-PAY-6). */
export const getPayInvoice = endpoint({
  method: 'GET',
  path: '/public/v1/pay/session/{sessionId}/invoice',
  can: 'anyone',
  summary: 'The tax invoice of a session that was paid by scan and pay',
  params: OfSession,
  data: Invoice,
})

export const getPayInvoicePdf = endpoint({
  method: 'GET',
  path: '/public/v1/pay/session/{sessionId}/invoice/pdf',
  can: 'anyone',
  summary: 'The tax invoice of a session that was paid by scan and pay as PDF, or with `note` the note of that number',
  params: OfSession,
  query: ofNote,
  data: z.string(),
})
