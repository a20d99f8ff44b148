// Transactions as they travel (D-TXN-1 to D-TXN-5, D-TXN-12). Amounts are rupees with two
// decimals, registers Wh, kw_consumed and energy_consumed kWh; a transaction without stoptime is active.

import { recordId, wholeText } from '@wattdesk/base/fields'
import type { FilterFields } from '@wattdesk/base/filters'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { TransactionBill } from '#charging/billing/bill.contract.ts'
import { TimeFrom } from '#charging/metering/session-times.contract.ts'
import { shownEvse } from '#fleet/stations/evse.contract.ts'
import { MAX_ZONE_NAME } from '#power/charging-sites/charging-site.words.ts'
import { SIGNED_FORMATS } from './signed-values.words.ts'
import { StatusChange } from './status-change.contract.ts'

export const PaymentType = z.enum(['CARD', 'WALLET', 'RFID', 'PREPAID', 'UPI'])
export type PaymentType = z.infer<typeof PaymentType>

/** One row of every transaction list (D-TXN-2). */
export const Transaction = z
  .object({
    transactionId: z.number().int(),
    chargepoint_id: z.string(),
    chargepoint_name: z.string(),
    charge_box_pk: z.number().int(),
    charger_type: z.string(),
    connectorId: z.number().int(),
    ...shownEvse,
    team_name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    tag: z.string(),
    ocpp_tag_pk: z.number().int().nullable(),
    starttime: z.string(),
    /** = starttime (D-TXN-2). */
    start_time: z.string(),
    /** When the server heard of the start. */
    created_at: z.string(),
    stoptime: z.string().nullable(),
    start_meter_value: z.number(),
    stop_meter_value: z.number().nullable(),
    /** While active the last register that came, else the stop register. */
    current_meter_value: z.number(),
    kw_consumed: z.number(),
    energy_consumed: z.number(),
    stop_reason: z.string().nullable(),
    totalAmountCharged: z.number(),
    totalAmountPaid: z.number(),
    totalRefund: z.number(),
    refundStatus: z.string().nullable(),
    /** As shown: CARD by a UPI payment is UPI (D-TXN-7). */
    payment_type: PaymentType,
    paymentDescription: z.string().nullable(),
    paymentId: z.string().nullable(),
    status: z.string().nullable(),
    notes: z.string().nullable(),
    payoutId: z.string().nullable(),
    /** Waits for a person (D-TXN-11): not billed yet. */
    inReview: z.boolean(),
    /** The energy of a session that waits may be wrong; a person finds the right one. */
    energyInDoubt: z.boolean(),
  })
  .meta({ id: 'Transaction' })
export type Transaction = z.infer<typeof Transaction>

/** Readings that count for nothing, by cause. */
export const DroppedSamples = z
  .object({
    undeliverable: z.number().int(),
    belowStart: z.number().int(),
    aboveStop: z.number().int(),
    backwards: z.number().int(),
    outsideTime: z.number().int(),
  })
  .meta({ id: 'DroppedSamples' })
export type DroppedSamples = z.infer<typeof DroppedSamples>

/** An event of a session as its station told it (OCPP 2.0.1), in the words of the standard. */
export const StationEvent = z
  .object({
    seqNo: z.number().int(),
    at: z.string(),
    eventType: z.string(),
    triggerReason: z.string(),
    chargingState: z.string().nullable(),
    stoppedReason: z.string().nullable(),
  })
  .meta({ id: 'SessionStationEvent' })
export type StationEvent = z.infer<typeof StationEvent>

export const TransactionDetail = Transaction.extend({
  stop_tag: z.string().nullable(),
  driver_name: z.string().nullable(),
  reservationId: z.number().nullable(),
  isFree: z.boolean(),
  /**
   * Dismissed by a person, or because nobody decided in time, and never billed: its energy is 0, its registers are as
   * the charger reported them.
   */
  isDismissed: z.boolean(),
  /** The answer to the charge point about the tag at the start; only a session with `Accepted` is billed (O-37). */
  startAnswer: z.string(),
  /** Up to now while it runs. */
  durationSeconds: z.number(),
  /** The times by the charger's own clock, where they differ from the certain times (D-OCPP-6); else null. */
  told_starttime: z.string().nullable(),
  told_stoptime: z.string().nullable(),
  /**
   * The source of the start and stop times: the charger, the charger with its clock corrected, or a replacement for an
   * impossible time.
   */
  startTimeFrom: TimeFrom,
  stopTimeFrom: TimeFrom.nullable(),
  /** Seconds by which the charger's clock was ahead, where its times were put right. */
  clockOffsetSec: z.number().nullable(),
  /** The station's own name of the transaction (OCPP 2.0.1); null in OCPP 1.6. */
  stationTransactionId: z.string().nullable(),
  /** The kind of the token that the session began with, as the station told it (OCPP 2.0.1); null in OCPP 1.6. */
  idTokenType: z.string().nullable(),
  /** The numbers of the station's events that never came, as in `3, 5 to 7`; null where none is missing (OCPP 2.0.1). */
  missingEvents: z.string().nullable(),
  /**
   * The station's events by their numbers, without those that told nothing but another reading (OCPP 2.0.1); null in OCPP 1.6. Their
   * times are those of the station's own clock.
   */
  stationEvents: z.array(StationEvent).nullable(),
  /** The last plausible reading before the stop, Wh; a stop register below it is billed as reported (D-TXN-11). */
  readingWh: z.number().nullable(),
  stopBelowReading: z.boolean(),
  /**
   * Readings of the session, and how many of them were dropped, by cause (M-2.1); null while the archive that holds the
   * readings cannot be read.
   */
  samples: z.number().int().nullable(),
  /** Signed values among them, and how many of these are in OCMF; null like `samples`. */
  signedValues: z.number().int().nullable(),
  ocmfValues: z.number().int().nullable(),
  droppedSamples: DroppedSamples.nullable(),
  /** The state of an active session at its last reading. */
  powerW: z.number().nullable(),
  socPercent: z.number().nullable(),
  meteredAt: z.string().nullable(),
  /** WALLET and PREPAID only (D-TXN-12). */
  initialBalance: z.number().nullable(),
  remainingBalance: z.number().nullable(),
  bill: TransactionBill.nullable(),
}).meta({ id: 'TransactionDetail' })
export type TransactionDetail = z.infer<typeof TransactionDetail>
/** People change payout status and notes alone; a running session is the same record all the while. */
export const transactionRecord: RecordKind<Pick<TransactionDetail, 'status' | 'notes'>> = {
  features: ['Transaction'],
  part: only('status', 'notes'),
}

/** The figures of the cards: the whole scope, before search and filter (D-TXN-10). */
export const TransactionSummary = z
  .object({
    totalTransactions: z.number().int(),
    activeTransactions: z.number().int(),
    completed: z.number().int(),
    totalRevenue: z.number(),
    totalChargers: z.number().int(),
  })
  .meta({ id: 'TransactionSummary' })
export type TransactionSummary = z.infer<typeof TransactionSummary>

/** The fields that the filter builder offers (S-CONDITIONS). */
export const transactionFilterFields = {
  transactionId: 'text',
  paymentId: 'text',
  email: 'text',
  phone: 'text',
  chargepoint_id: 'text',
  connectorId: 'text',
  payment_type: 'text',
  notes: 'text',
  kw_consumed: 'number',
  totalAmountPaid: 'number',
  totalAmountCharged: 'number',
  totalRefund: 'number',
  starttime: 'date',
  stoptime: 'date',
} as const satisfies FilterFields

export const transactionSortFields = [
  'starttime',
  'stoptime',
  'transactionId',
  'chargepoint_id',
  'kw_consumed',
  'totalAmountCharged',
  'totalAmountPaid',
  'totalRefund',
] as const

const instant = z.iso.datetime({ offset: true, error: 'Please enter a valid date and time' })
const TransactionListQuery = listQuery(transactionSortFields, transactionFilterFields).extend({
  /**
   * `exact` (the default) counts every matching row. `fast` stops counting at 10 000 and says so by `totalIsExact:
   * false`; `only` returns the exact number without rows.
   */
  total: z.enum(['exact', 'fast', 'only']).optional(),
})
export const TransactionScopeQuery = TransactionListQuery.extend({
  payoutId: z.string().trim().max(100).optional(),
  /** Customer id. */
  id: recordId().optional(),
  email: z.string().trim().max(200).optional(),
  phone: z.string().trim().max(30).optional(),
  domain: z.string().trim().max(200).optional(),
  ocpp_tag_pk: recordId().optional(),
  /** Sessions started in the range (D-DASH-4). */
  start: instant.optional(),
  end: instant.optional(),
  /** Sessions at the charge points that stand at this charging site now. */
  zoneId: recordId().optional(),
  /** The same by the name of the site, in any case of letters. */
  zone_name: z.string().trim().max(MAX_ZONE_NAME).optional(),
  /** Running sessions of which no end can be seen alone (S-ATTENTION). */
  stuck: z.literal('true', { error: 'Stuck should be true' }).optional(),
  /** Only sessions whose energy and revenue count: ended, and not to be reviewed (D-TXN-11). */
  counted: z.literal('true', { error: 'Counted should be true' }).optional(),
  type: z.string().max(50).optional(),
}).refine(q => !q.start || !q.end || Date.parse(q.start) <= Date.parse(q.end), {
  message: 'End must not be before start',
  path: ['end'],
})

const beside = {
  ...pageFields,
  /** False: at least `total` rows match. */
  totalIsExact: z.boolean(),
  summary: TransactionSummary,
}
const teamId = recordId()
const transactionId = recordId()

export const listTransactions = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/transactions',
  can: 'Transaction.view',
  summary: 'Transactions of the team, newest first',
  params: z.object({ teamId }),
  offers: { sorts: transactionSortFields, filters: transactionFilterFields, key: 'transactionId' },
  query: TransactionScopeQuery,
  data: z.array(Transaction),
  beside,
})

export const listChargerTransactions = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{id}/transactions',
  can: 'Transaction.view',
  summary: 'Transactions of one charge point; {id} is chargepoint_pk, else chargepoint_id',
  params: z.object({ teamId, id: z.string().min(1).max(60) }),
  offers: { sorts: transactionSortFields, filters: transactionFilterFields, key: 'transactionId' },
  query: TransactionListQuery,
  data: z.array(Transaction),
  beside,
})

export const listTagTransactions = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/tag/{id}/transactions',
  can: 'Transaction.view',
  summary: 'Transactions of one tag; {id} is its key, else its text',
  params: z.object({ teamId, id: z.string().min(1).max(60) }),
  offers: { sorts: transactionSortFields, filters: transactionFilterFields, key: 'transactionId' },
  query: TransactionListQuery,
  data: z.array(Transaction),
  beside,
})

/** The facts of a running session that a remote stop needs; nothing of persons or money. */
export const ActiveTransaction = Transaction.pick({
  transactionId: true,
  chargepoint_id: true,
  charge_box_pk: true,
  connectorId: true,
  evseId: true,
  evseConnectorId: true,
  tag: true,
  starttime: true,
  start_meter_value: true,
  current_meter_value: true,
  kw_consumed: true,
}).meta({ id: 'ActiveTransaction' })
export type ActiveTransaction = z.infer<typeof ActiveTransaction>

export const listActiveTransactions = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{id}/transactions/active',
  can: ['Transaction.view', 'ChargerPoint.view'],
  summary: 'Running sessions of one charge point, by connector',
  params: z.object({ teamId, id: z.string().min(1).max(60) }),
  data: z.array(ActiveTransaction),
})

export const getTransaction = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/transaction/{id}',
  can: 'Transaction.view',
  record: transactionRecord,
  summary: 'One transaction with its bill',
  params: z.object({ teamId, id: transactionId }),
  data: TransactionDetail,
})
export const statusUpdated = 'Succesfully updated the transaction status'
export const statusFixed = 'Status cannot be changed'

export const updateTransactionStatus = endpoint({
  method: 'PATCH',
  path: '/cms/v1/team/{teamId}/transaction/{id}/status',
  can: 'Transaction.full',
  record: transactionRecord,
  summary: 'Set the payout status, with notes',
  params: z.object({ teamId, id: transactionId }),
  body: StatusChange,
  data: z.object({ transactionId: z.number(), status: z.string().nullable(), notes: z.string().nullable() }),
})

export const MeterValue = z
  .object({
    measurand: z.string(),
    location: z.string().nullable(),
    isSigned: z.boolean(),
    value: z.string(),
    value_timestamp: z.string(),
    unit: z.string(),
  })
  .meta({ id: 'MeterValue' })
export type MeterValue = z.infer<typeof MeterValue>

export const listMeterValues = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/transaction/{id}/meter_value/{x}',
  can: 'Transaction.view',
  summary: 'Meter values of a transaction, oldest first; {x} is the connectorId',
  params: z.object({ teamId, id: transactionId, x: wholeText({ min: 0, max: 2_147_483_647 }) }),
  data: z.array(MeterValue),
})

/** The reply is the file itself; the summary tells what is in it. */
export const getSignedValues = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/transaction/{id}/signed_values',
  can: 'Transaction.view',
  summary:
    'The signed meter values of a transaction as a file: all as the charge point sent them (json), or those in OCMF as the transparency software of S.A.F.E. reads them (xml)',
  params: z.object({ teamId, id: transactionId }),
  query: z.object({ format: z.enum(SIGNED_FORMATS, 'Format should be json or xml').optional() }),
  data: z.string(),
})
