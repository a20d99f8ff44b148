// Exports of a month for the accountant (M-8): GSTR-1 by section with what it is held against, working papers of GSTR-8 and 26Q,
// and vouchers for Tally. Amounts in rupees.
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { month } from '#settlement/reconciliation/month-body.contract.ts'
import { Bridge, Heads } from '#settlement/reconciliation/register.contract.ts'

const int = () => z.number().int()
const BASE = '/cms/v1/team/{teamId}/tax/exports'
const params = z.object({ teamId: recordId() })
const gstin = z.string().max(15, 'Please choose a GST number that has documents in the month')
const ofNumber = z.object({ month, gstin: gstin.optional() })

const Amounts = {
  taxable: z.number(),
  cgst: z.number(),
  sgst: z.number(),
  igst: z.number(),
  rounding: z.number(),
  total: z.number(),
}
const Sums = z.object({ documents: int(), ...Amounts })
export type Sums = z.infer<typeof Sums>
const SECTION_IDS = ['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur'] as const
const TaxHeads = z.object({ cgst: z.number(), sgst: z.number(), igst: z.number() }).meta({ id: 'TaxHeads' })
const Fault = z.object({
  number: z.string(),
  text: z.string(),
  /** The session of the document; null for an invoice of the commission. */
  transactionId: int().nullable(),
  /** The invoice of the commission; null for a document of a session. */
  documentId: int().nullable(),
})
export const TaxExports = z
  .object({
    month: z.string(),
    /** A month that is not closed may still change. */
    isOpen: z.boolean(),
    /** The GST numbers with documents in the month. */
    numbers: z.array(z.object({ gstin: z.string(), name: z.string(), documents: int() })),
    /** The one that the rest is about; null where no number has documents. */
    gstin: z.string().nullable(),
    /** Documents without a GST number of the supplier belong to no return. */
    withoutNumber: z.object({ documents: int(), total: z.number() }),
    /** Documents under the number that are not in the files: of other teams of the company, or of other companies. */
    leftOut: z.enum(['teams', 'companies']).nullable(),
    sections: z.array(z.object({ section: z.enum(SECTION_IDS), documents: int(), ...Amounts })),
    sum: Sums,
    register: Sums,
    /** Sections less register. */
    difference: Sums,
    /** Table 12, services by code and rate, and how many documents table 13 counts. */
    services: Heads,
    numbered: int(),
    /** What differs, in words; none where everything is equal. */
    differences: z.array(z.string()),
    /** Tax on the commission by its documents and by the ledger; null without documents of the commission. */
    commission: z.object({ documents: TaxHeads, ledger: TaxHeads }).nullable(),
    /** Table 14: what was supplied through the platform while it collects tax, from its documents to GSTR-8; null where there is none. */
    operator: z
      .object({
        /** The GST number that the platform collects under. */
        etin: z.string(),
        documents: int(),
        taxable: z.number(),
        cgst: z.number(),
        sgst: z.number(),
        igst: z.number(),
        /** Taxable value of documents of the month that GSTR-8 of another month has, or none yet. */
        later: z.number(),
        /** Taxable value of documents of other months that GSTR-8 of this month has. */
        earlier: z.number(),
        carried: z.number(),
        /** Net value by GSTR-8: taxable less later, plus earlier and carried. */
        net: z.number(),
        difference: z.number(),
      })
      .nullable(),
    /** From the sales register of the team, with all its numbers, to the heads of tax in the ledger. */
    books: Bridge,
    /** What the portal would refuse; the first hundred. */
    faults: z.array(Fault),
    faultCount: int(),
  })
  .meta({ id: 'TaxExports' })
export type TaxExports = z.infer<typeof TaxExports>
export const getTaxExports = endpoint({
  method: 'GET',
  path: BASE,
  can: 'Finance.view',
  summary:
    'The sections of GSTR-1 of a month and GST number beside the registers and the ledger, and what the portal would refuse',
  isWhole: true,
  patienceMs: 120_000,
  params,
  query: ofNumber,
  data: TaxExports,
})
export const getGstr1 = endpoint({
  method: 'GET',
  path: `${BASE}/gstr-1`,
  can: 'Finance.view',
  summary: 'GSTR-1 of a month and GST number as the JSON file of the portal',
  isWhole: true,
  patienceMs: 120_000,
  params,
  query: ofNumber,
  data: z.string(),
})
export const getTallySales = endpoint({
  method: 'GET',
  path: `${BASE}/tally-sales`,
  can: 'Finance.view',
  summary: 'Invoices and notes of a month and GST number as vouchers for Tally, in XML',
  isWhole: true,
  patienceMs: 120_000,
  params,
  query: ofNumber,
  data: z.string(),
})
export const getTallyPayouts = endpoint({
  method: 'GET',
  path: `${BASE}/tally-payouts`,
  can: 'Finance.view',
  summary: 'Settlements of a month, and what was paid out in it, as vouchers for Tally, in XML',
  isWhole: true,
  patienceMs: 120_000,
  params,
  query: z.object({ month }),
  data: z.string(),
})

/** Value of supplies through the platform and tax collected of it, of one supplier's GST number. */
const Collected = {
  registered: z.number(),
  registeredReturned: z.number(),
  unregistered: z.number(),
  unregisteredReturned: z.number(),
  /** What earlier months left below 0 comes off, what this month leaves goes into the next. */
  carried: z.number(),
  net: z.number(),
  igst: z.number(),
  cgst: z.number(),
  sgst: z.number(),
}
const Gstr8Row = z
  .object({
    supplierGstin: z.string(),
    supplierName: z.string(),
    payoutId: z.string(),
    /** The platform's number under which the tax is collected: each of its numbers files a GSTR-8 of its own. */
    collectorGstin: z.string(),
    rate: z.number(),
    ...Collected,
  })
  .meta({ id: 'Gstr8Row' })
export type Gstr8Row = z.infer<typeof Gstr8Row>
const Gstr8 = z
  .object({
    month: z.string(),
    isOpen: z.boolean(),
    rows: z.array(Gstr8Row),
    sums: z.object(Collected),
    /** The sums of each number that the platform collects under, in the order of the rows. */
    collectors: z.array(z.object({ gstin: z.string(), ...Collected })),
    /** The same by the register of tax collected and deducted. */
    register: z.object({ net: z.number(), igst: z.number(), cgst: z.number(), sgst: z.number() }),
    isEqual: z.boolean(),
  })
  .meta({ id: 'Gstr8' })
export type Gstr8 = z.infer<typeof Gstr8>
export const getGstr8 = endpoint({
  method: 'GET',
  path: `${BASE}/gstr-8`,
  can: 'Finance.view',
  summary: 'Working paper of GSTR-8: tax collected at source in a month by the GST number of the supplier',
  params,
  query: z.object({ month }),
  data: Gstr8,
})

const Deducted = { amount: z.number(), givenBack: z.number(), tax: z.number() }
const Form26QRow = z
  .object({
    payoutId: z.string(),
    month: z.string(),
    section: z.literal('194-O'),
    name: z.string(),
    pan: z.string(),
    /** The last day of the month for which the amount is credited, or the day of the payout's making where that is earlier. */
    date: z.string(),
    rate: z.number(),
    ...Deducted,
    /** C: a higher rate because there is no PAN. */
    reason: z.enum(['C', '']),
  })
  .meta({ id: 'Form26QRow' })
export type Form26QRow = z.infer<typeof Form26QRow>
const Form26Q = z
  .object({
    /** First and last month of the quarter. */
    from: z.string(),
    to: z.string(),
    isOpen: z.boolean(),
    rows: z.array(Form26QRow),
    sums: z.object(Deducted),
    /** The same by the register of tax collected and deducted. */
    register: z.object(Deducted),
    isEqual: z.boolean(),
  })
  .meta({ id: 'Form26Q' })
export type Form26Q = z.infer<typeof Form26Q>
export const getForm26Q = endpoint({
  method: 'GET',
  path: `${BASE}/26q`,
  can: 'Finance.view',
  summary: 'Working paper of form 26Q: tax deducted at source in the quarter that has a month, by payee',
  params,
  query: z.object({ month }),
  data: Form26Q,
})
