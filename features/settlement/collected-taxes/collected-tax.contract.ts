// Tax that payouts took at source (M-8): the register of a month by owner, and the certificate of a team for a quarter.
// Amounts in rupees, rates in percent.
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { month } from '#settlement/reconciliation/month-body.contract.ts'

const Taken = {
  /** Net taxable value that TCS is taken of: what is carried in counts, what is carried out does not. */
  tcsBase: z.number(),
  /** null: not collected. */
  tcsRate: z.number().nullable(),
  tcsCgst: z.number(),
  tcsSgst: z.number(),
  tcsIgst: z.number(),
  /** Gross taxable value that TDS is taken of. */
  tdsBase: z.number(),
  /** null: not deducted; 0: below the threshold. */
  tdsRate: z.number().nullable(),
  /** For credit notes; it is part of `tds`. */
  tdsGivenBack: z.number(),
  tds: z.number(),
}
export const CollectedTaxRow = z
  .object({
    payoutId: z.string(),
    team_name: z.string(),
    /** GST numbers of the suppliers of the sessions. */
    gstin: z.string(),
    pan: z.string().nullable(),
    ...Taken,
  })
  .meta({ id: 'CollectedTaxRow' })
export type CollectedTaxRow = z.infer<typeof CollectedTaxRow>

const TAX = '/cms/v1/team/{teamId}/tax'
const sortFields = ['team_name', 'tds'] as const
export const listCollectedTaxes = endpoint({
  method: 'GET',
  path: `${TAX}/collected`,
  can: 'Finance.view',
  summary: 'Tax collected and deducted at source in a month, by owner, with GST number and PAN',
  offers: { sorts: sortFields, filters: {} },
  params: z.object({ teamId: recordId() }),
  query: listQuery(sortFields, {}).extend({ month }),
  data: z.array(CollectedTaxRow),
  beside: pageFields,
})

const Heads = z.object({ tcsCgst: z.number(), tcsSgst: z.number(), tcsIgst: z.number(), tds: z.number() })
export const TaxCertificate = z
  .object({
    teamId: z.number().int(),
    owner: z.object({
      name: z.string(),
      address: z.string(),
      gstin: z.string().nullable(),
      pan: z.string().nullable(),
    }),
    /** The platform, which has taken the tax. */
    taker: z.object({ name: z.string(), address: z.string().nullable(), gstin: z.string() }).nullable(),
    /** First month of the quarter, yyyy-MM, and its last. */
    from: z.string(),
    to: z.string(),
    months: z.array(z.object({ month: z.string(), payoutId: z.string(), ...Taken })),
    sums: Heads,
    /** The same as the ledger has it. */
    ledger: Heads,
    isEqual: z.boolean(),
    /** Why there are no months; null where there are some. */
    reason: z.string().nullable(),
    /** The time that the certificate tells of. */
    at: z.string(),
  })
  .meta({ id: 'TaxCertificate' })
export type TaxCertificate = z.infer<typeof TaxCertificate>

const ofQuarter = z.object({
  teamId: recordId(),
  /** The first month of a quarter. */
  quarter: z
    .string('Please choose a quarter')
    .regex(/^20\d\d-(01|04|07|10)$/, 'Please choose a quarter by its first month: 01, 04, 07 or 10'),
})
export const getTaxCertificate = endpoint({
  method: 'GET',
  path: `${TAX}/certificate/{quarter}`,
  can: 'Finance.view',
  summary: 'What was collected and deducted from the payouts of a team in a quarter, month by month',
  params: ofQuarter,
  data: TaxCertificate,
})
export const getTaxCertificatePdf = endpoint({
  method: 'GET',
  path: `${TAX}/certificate/{quarter}/pdf`,
  can: 'Finance.view',
  summary: 'The certificate of a team and quarter as PDF; `ETag` is the tag of its data',
  params: ofQuarter,
  data: z.string(),
})
