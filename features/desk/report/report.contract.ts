// The statement report (D-REP-1 to D-REP-3): a row for each session that ended in a period, with the owner's payout for
// it. Amounts in rupees, energy in kWh, registers in Wh.
import { recordId } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { shownEvse } from '#fleet/stations/evse.contract.ts'

const int = () => z.number().int()

/** Payment and payout states as requests name them; `NONE` stands for a session without a state. */
export const REPORT_STATES = ['NONE', 'AUTHORIZED', 'CAPTURED', 'PAYOUTPENDING', 'PAYOUTCOMPLETED'] as const
export type ReportState = (typeof REPORT_STATES)[number]

export const ReportRow = z
  .object({
    transaction_pk: int(),
    charge_box_id: z.string(),
    connector_id: int(),
    ...shownEvse,
    start_value: z.number(),
    stop_value: z.number(),
    totalEnergy: z.number(),
    payment_type: z.string(),
    amount_paid: z.number(),
    charging_cost: z.number(),
    /** The part of the commission that goes by this session; 0 where the owner pays fixed charges alone. */
    cm_commission: z.number(),
    payout_with_gst: z.number(),
    payout_without_gst: z.number(),
    /** The payout status, as of the transaction (D-TXN-3); null is None. */
    status: z.string().nullable(),
    /** GST number of the first payout account as its payout has it, before a payout when the session ended; or empty. */
    gst: z.string(),
    /**
     * The terms behind the figures: `settled`, the terms of the payout; `corrected`, the same, where a later bill is
     * not settled yet; `open`, the terms at the stop. null: free, or without a bill.
     */
    settlement: z.enum(['settled', 'corrected', 'open']).nullable(),
    starttime: z.string(),
    stoptime: z.string(),
  })
  .meta({ id: 'ReportRow' })
export type ReportRow = z.infer<typeof ReportRow>

/** The cards, over all rows that match. */
export const ReportSummary = z
  .object({
    totalEnergy: z.number(),
    /** The sum of the rows' payouts, with GST where the owner has a GST number, else without. */
    totalRevenue: z.number(),
    totalSession: int(),
  })
  .meta({ id: 'ReportSummary' })
export type ReportSummary = z.infer<typeof ReportSummary>

export const reportSortFields = [
  'stoptime',
  'starttime',
  'transaction_pk',
  'charge_box_id',
  'connector_id',
  'totalEnergy',
  'amount_paid',
  'charging_cost',
  'cm_commission',
  'payout_with_gst',
  'payout_without_gst',
] as const
export type ReportSort = (typeof reportSortFields)[number]
const reportFilterFields = {
  transaction_pk: 'text',
  charge_box_id: 'text',
  connector_id: 'text',
  payment_type: 'text',
  gst: 'text',
  totalEnergy: 'number',
  amount_paid: 'number',
  charging_cost: 'number',
  cm_commission: 'number',
  payout_with_gst: 'number',
  payout_without_gst: 'number',
  starttime: 'date',
  stoptime: 'date',
} as const satisfies FilterFields

const clock = z.string({ error: 'Please enter a date and time' }).regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, {
  error: 'Please enter the date and time as yyyy-MM-dd HH:mm:ss',
})
const period = {
  /** By the clock of `zone`, else of `tz`, the minutes east of UTC; sessions that ended within, both seconds included. */
  startDate: clock,
  endDate: clock,
  /** A time zone such as Asia/Kolkata; without it and without `tz` the business time zone. */
  zone: z.string().trim().min(1).max(60).optional(),
}
const MOST_CHOSEN = 200
const keys = z
  .string()
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, { error: 'Charge points must be numbers with commas between' })
  .refine(text => text.split(',').length <= MOST_CHOSEN, { error: `Choose ${MOST_CHOSEN} charge points or fewer` })
const states = z.string().refine(text => text.split(',').every(s => REPORT_STATES.some(r => r === s)), {
  error: `States must be of ${REPORT_STATES.join(', ')}`,
})

const ReportListQuery = listQuery(reportSortFields, reportFilterFields).extend({
  ...period,
  /** Only sessions of these charge points, by their keys. */
  chargers: keys.optional(),
  /** Only sessions in one of these states. */
  status: states.optional(),
})
export type ReportQuery = z.output<typeof ReportListQuery>

export const listReport = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/report',
  can: 'Report.view',
  summary: 'The statement: sessions that ended in a period, with what their owner is paid for them',
  offers: { sorts: reportSortFields, filters: reportFilterFields, key: 'transaction_pk' },
  params: z.object({ teamId: recordId() }),
  query: ReportListQuery,
  data: z.array(ReportRow),
  beside: { ...pageFields, summary: ReportSummary },
})

const NAMES = 50
export const ReportCharger = z
  .object({ chargepoint_pk: int(), charge_box_id: z.string() })
  .meta({ id: 'ReportCharger' })
export type ReportCharger = z.infer<typeof ReportCharger>
/**
 * The choices of the filter by charge point: those with sessions that the report may show, searched by the typed text.
 */
export const listReportChargers = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/report/chargers',
  can: 'Report.view',
  summary: `Charge points with sessions in the report, the first ${NAMES} that match, and those named by their keys`,
  params: z.object({ teamId: recordId() }),
  query: z.object({ q: z.string().trim().max(100).optional(), chargers: keys.optional() }),
  data: z.array(ReportCharger),
  beside: { total: int() },
})
export const REPORT_NAMES = NAMES
