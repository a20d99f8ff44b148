// The actions on rows of the refund list: view, and refund the amount left of one row or of the chosen rows (D-REF-3).
import Undo from '@mui/icons-material/UndoOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { call } from '@wattdesk/wire/call'
import { getTransaction, listTransactions } from '#desk/transactions/transaction.contract.ts'
import type { Action } from '#kit/actions.tsx'
import { moneyText } from '#kit/figures.tsx'
import { notify, STAYS } from '#kit/notices.tsx'
import { getRefundDetails } from '#money/refunds/refund.contract.ts'
import { getRefund, listRefunds, type RefundRow, refundSessions } from './refund-list.contract.ts'
import {
  getPaymentRefund,
  listRefundRequests,
  type RefundRequestRow,
  refundPayment,
} from './refund-request-list.contract.ts'

/** The queries to refresh after a refund. */
export const refreshes = [
  listRefunds,
  getRefund,
  listRefundRequests,
  getPaymentRefund,
  getRefundDetails,
  getTransaction,
  listTransactions,
]
/** Rights beyond looking (D-ACC-4); view is what opens the page. */
export const MAY_REFUND = ['Refund.create', 'Refund.update'] as const

export type RefundTarget = Pick<
  RefundRow,
  'transactionId' | 'tag' | 'refundable' | 'refusal' | 'refundStatus' | 'customerEmail'
>

/** Requests a refund of the rest of each row; names the rows that could not be refunded, and why. */
export async function refundRows(rows: readonly { transactionId: number; tag?: string | undefined }[]) {
  const refundBody = rows.map(({ transactionId, tag }) => ({ transactionId, ...(tag && { ocppIdTag: tag }) }))
  const reply = await call(refundSessions, { query: {}, body: { refundBody } })
  const not = reply.data.filter(r => r.refundStatus === null || r.refundStatus === 'failed')
  const why = [...new Set(not.map(r => r.message))].join('. ')
  if (not.length === 0) return reply
  if (not.length < reply.data.length) notify.success(reply.message)
  notify.warning(
    reply.data.length === 1 ? why : `${not.length} of ${reply.data.length} were not refunded: ${why}`,
    STAYS,
  )
  return {}
}

export const refundOne: Action<RefundTarget> = {
  id: 'refund',
  // A refund that is pending or processed shows its state in place of the button.
  label: r => (r.refusal === `Refund is ${r.refundStatus}` && r.refundStatus ? r.refundStatus : 'Refund'),
  icon: Undo,
  right: MAY_REFUND,
  when: r => r.refusal ?? true,
  confirm: r => ({
    title: `Transaction ${r.transactionId}`,
    text: `${moneyText(r.refundable)} go back to ${r.customerEmail ?? 'the driver'}, the way they were paid.`,
    yes: 'Refund',
  }),
  run: r => refundRows([r]),
  refreshes,
}

export type PaymentRefundTarget = Pick<
  RefundRequestRow,
  'paymentId' | 'customerEmail' | 'refundable' | 'refusal' | 'status'
>
/** Tries the failed refund of a payment without a session again. */
export const refundPaymentAgain: Action<Omit<PaymentRefundTarget, 'status'>> = {
  id: 'refund-payment',
  label: 'Refund',
  icon: Undo,
  right: MAY_REFUND,
  when: p => p.refusal ?? true,
  confirm: p => ({
    title: `Payment ${p.paymentId}`,
    text: `${moneyText(p.refundable)} go back to ${p.customerEmail ?? 'the driver'}, the way they were paid.`,
    yes: 'Refund',
  }),
  run: async ({ paymentId }) => {
    const reply = await call(refundPayment, { params: { paymentId } })
    if (reply.data.refundStatus !== 'failed') return reply
    notify.warning(reply.message, STAYS)
    return {}
  },
  refreshes,
}

/** A refund of the list of refunds: of a session, or of a payment without a session. */
export const refundRequest: Action<RefundRequestRow> = {
  id: 'refund',
  label: r => (r.refusal === `Refund is ${r.status}` ? r.status : 'Refund'),
  icon: Undo,
  right: MAY_REFUND,
  when: r => r.refusal ?? true,
  confirm: r => (r.transactionId === null ? refundPaymentAgain.confirm?.(r) : refundOne.confirm?.(sessionOf(r))),
  run: (r, context) =>
    r.transactionId === null ? refundPaymentAgain.run(r, context) : refundOne.run(sessionOf(r), context),
  refreshes,
}
const sessionOf = (r: RefundRequestRow): RefundTarget => ({
  transactionId: r.transactionId ?? 0,
  tag: r.tag ?? '',
  refundable: r.refundable,
  refusal: r.refusal,
  refundStatus: r.status,
  customerEmail: r.customerEmail,
})
export const pageOfRefund = (r: Pick<RefundRequestRow, 'transactionId' | 'paymentId'>): string =>
  r.transactionId === null ? `/refund/payment/${encodeURIComponent(r.paymentId)}` : `/refund/${r.transactionId}`
export const viewRefundRequest: Action<RefundRequestRow> = {
  id: 'view-refund',
  label: 'View',
  icon: Visibility,
  right: 'Refund.view',
  run: (r, { navigate }) => navigate(pageOfRefund(r)),
}

export const viewRefund: Action<Pick<RefundRow, 'transactionId'>> = {
  id: 'view-refund',
  label: 'View',
  icon: Visibility,
  right: 'Refund.view',
  run: (r, { navigate }) => navigate(`/refund/${r.transactionId}`),
}
