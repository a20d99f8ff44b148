// Correcting the bill of a session by hand (M-2.7): an amount that was charged is given back only after the bill was
// lowered. Needs all four flags on Transaction and on Finance.
import { recordId } from '@wattdesk/base/fields'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { TransactionBill } from '#charging/billing/bill.contract.ts'
import { BillCorrection, NewTotal } from './bill-correction-body.contract.ts'

/** The current bill with all its versions, the first one first. */
export const SessionBill = z
  .object({
    transactionId: z.number().int(),
    version: z.number().int(),
    total: z.number(),
    bill: TransactionBill,
    versions: z.array(z.object({ version: z.number().int(), billedAt: z.string(), total: z.number() })),
  })
  .meta({ id: 'SessionBill' })
export type SessionBill = z.infer<typeof SessionBill>
/** A correction by another user makes another version. */
export const billRecord: RecordKind<Pick<SessionBill, 'version'>> = { features: ['Transaction'], part: only('version') }

const params = z.object({ teamId: recordId(), id: recordId() })
export const getBill = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/transaction/{id}/bill',
  can: 'Transaction.view',
  record: billRecord,
  summary: 'The bill of an ended transaction, with its versions',
  params,
  data: SessionBill,
})

export const previewBill = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/transaction/{id}/bill/preview',
  can: 'Transaction.full',
  reads: true,
  summary: 'The bill that a lower total would come to; nothing is written',
  params,
  body: NewTotal,
  data: z.object({
    bill: TransactionBill,
    /** By how much the total goes down. */
    less: z.number(),
    /** Where that goes, in words. */
    back: z.string(),
    /** Why the total is a little lower than the one that was asked for, in words; null: it is the same. */
    nearest: z.string().nullable(),
  }),
})

export const correctBill = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/transaction/{id}/bill',
  can: 'Transaction.full',
  record: billRecord,
  asksAgain: true,
  summary:
    'Lower the bill of an ended transaction to a total, or to the nearest below that tax in whole paise allows, with the reason; finance admin',
  params,
  body: BillCorrection,
  data: SessionBill,
})
export const billCorrected = 'Bill corrected successfully'
