// Sessions to review in calls (D-TXN-11): the waiting reviews, and the decisions of a person. Registers are Wh.
import { recordId } from '@wattdesk/base/fields'
import { endpoint } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { TransactionBill } from '#charging/billing/bill.contract.ts'
import { shownEvse } from '#fleet/stations/evse.contract.ts'
import { ReviewDecision, ReviewFigures } from './review-decision.contract.ts'

const int32 = recordId()
const teamId = recordId()

/**
 * The missing fact of a session that cannot be billed unseen: a price group on its connector, the state of its charge point, a
 * supplier with a GST number, money on the wallet or prepaid card that it is paid from, or a register that tells its energy.
 */
const Lacking = z.enum(['price', 'state', 'supplier', 'balance', 'register'])
export type Lacking = z.infer<typeof Lacking>
/** A setting without which a session cannot be billed. */
export type LackingSetting = Exclude<Lacking, 'balance' | 'register'>

/** A session or lost stop that waits for a person's decision. */
export const SessionReview = z
  .object({
    id: z.number().int(),
    reason: z.string(),
    /**
     * The reason in figures, where readings contradict the energy or a bill, or no register tells the energy; of a stop without a
     * session the transaction that it named; null for other reasons.
     */
    why: z.string().nullable(),
    transactionId: z.number().int().nullable(),
    chargepoint_id: z.string(),
    connectorId: z.number().int().nullable(),
    ...shownEvse,
    tag: z.string().nullable(),
    starttime: z.string().nullable(),
    stoptime: z.string().nullable(),
    /** By the charger's own clock, where a time that cannot be, or its clock, was put right. */
    told_starttime: z.string().nullable(),
    told_stoptime: z.string().nullable(),
    start_meter_value: z.number().nullable(),
    stop_meter_value: z.number().nullable(),
    /**
     * The result if nobody decides within 48 hours: billed on the last certain register, dismissed, or nothing, since
     * only a person can supply what the session lacks (`wait`).
     */
    proposal: z.object({
      action: z.enum(['bill', 'dismiss', 'wait']),
      stop_meter_value: z.number().nullable(),
      /** Why a session is not billed; left out where it is, and for a stop without a session. */
      lacks: Lacking.optional(),
    }),
    /** Start and stop with the registers read as kWh, where they look like kWh: a person may bill by these. */
    in_kwh: z.object({ start_meter_value: z.number(), stop_meter_value: z.number() }).nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'SessionReview' })
export type SessionReview = z.infer<typeof SessionReview>

export const listSessionReviews = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/transactions/review',
  can: 'Transaction.view',
  summary: 'Sessions that a person must look at before they are billed',
  params: z.object({ teamId }),
  data: z.array(SessionReview),
  beside: { total: z.number().int() },
})

export const reviewDecided = 'Session to review updated successfully'
export const alreadyDecided = 'This session has been decided already'
export const billChanged = 'The bill has changed meanwhile, please check it again'

/** The preview of a decision. */
export const ReviewPreview = z
  .object({
    transactionId: z.number().int().nullable(),
    starttime: z.string().nullable(),
    stoptime: z.string().nullable(),
    start_meter_value: z.number().nullable(),
    stop_meter_value: z.number().nullable(),
    /** Null where nothing is billed. */
    bill: TransactionBill.nullable(),
    totalAmountCharged: z.number().nullable(),
    /** Why the bill comes to nothing although energy flowed; null for other bills. */
    nothingToTake: z.string().nullable(),
    /** The setting without which the decision is refused, and where it is made; null where the decision can be made. */
    lacks: z
      .object({
        setting: Lacking.exclude(['balance', 'register']),
        text: z.string(),
        chargepoint_pk: z.number().int(),
        teamId: z.number().int(),
      })
      .nullable(),
  })
  .meta({ id: 'ReviewPreview' })
export type ReviewPreview = z.infer<typeof ReviewPreview>

export const previewSessionReview = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/transactions/review/{id}/preview',
  can: 'Transaction.view',
  reads: true,
  summary: 'The bill that a decision on a session to review would come to; nothing is written',
  params: z.object({ teamId, id: int32 }),
  body: ReviewFigures,
  data: ReviewPreview,
})

export const decideSessionReview = endpoint({
  method: 'PATCH',
  path: '/cms/v1/team/{teamId}/transactions/review/{id}',
  can: 'Transaction.full',
  summary: 'Decide on a session to review: match, bill or dismiss',
  params: z.object({ teamId, id: int32 }),
  body: ReviewDecision,
  data: z.object({
    id: z.number().int(),
    transactionId: z.number().int().nullable(),
    action: ReviewDecision.shape.action,
    /** Null where nothing was billed. */
    totalAmountCharged: z.number().nullable(),
    /** Why the bill comes to nothing although energy flowed; null for other bills. */
    nothingToTake: z.string().nullable(),
  }),
})
