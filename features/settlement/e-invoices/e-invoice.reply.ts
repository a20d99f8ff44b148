// Documents at the invoice registration portal as replies show them (TAX-09).
import { rupeesFromPaise } from '@wattdesk/base/money'
import { hourMs } from '@wattdesk/base/time'
import type { EInvoiceRow } from './e-invoice.contract.ts'
import { CANCEL_HOURS, TYPE_WORDS } from './e-invoice.words.ts'
import type { Row } from './e-invoice-read.store.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

/** `actsFor`: the caller acts on documents of sessions here, and on those of the platform. */
export const rowOf = (r: Row, actsFor: { sessions: boolean; platform: boolean }): EInvoiceRow => ({
  eInvoiceId: r.eInvoiceId,
  kind: TYPE_WORDS[r.type],
  number: r.number,
  date: r.dated.toISOString(),
  team_name: r.teamName,
  transactionId: r.transactionId,
  commissionDocumentId: r.commissionDocumentId,
  supplierGstin: r.gstin,
  recipientName: r.recipientName,
  recipientGstin: r.recipientGstin,
  total: rupeesFromPaise(BigInt(r.total)),
  state: r.state,
  irn: r.irn,
  ackNo: r.ackNo,
  ackDate: iso(r.ackedAt),
  attempts: r.attempts,
  nextTry: iso(r.nextAt),
  errorCode: r.errorCode,
  errorField: r.errorField,
  fault: r.errorText,
  cancelAsked: r.state === 'registered' && r.cancelReason !== null,
  cancelledAt: iso(r.cancelledAt),
  mayAct: r.commissionDocumentId === null ? actsFor.sessions : actsFor.platform,
  cancelUntil: r.ackedAt ? new Date(r.ackedAt.getTime() + CANCEL_HOURS * hourMs).toISOString() : null,
})
