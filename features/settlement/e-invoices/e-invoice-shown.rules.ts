// What a document shows of its registration, from the row that is read with it (TAX-09). Pure.
import type { EInvoice } from './e-invoice.contract.ts'
import type { EInvoiceState } from './e-invoice.words.ts'

/** Its times come as JSON writes them. */
export type ShownRow = {
  state: EInvoiceState
  irn: string | null
  ackNo: string | null
  ackedAt: string | null
  qr: string | null
  fault: string | null
  cancelledAt: string | null
}
const iso = (at: string | null) => (at === null ? null : new Date(at).toISOString())

/** Nothing for a document that needs no registration. */
export const shownPart = (s: ShownRow | null): { eInvoice?: EInvoice } =>
  s === null
    ? {}
    : {
        eInvoice: {
          state: s.state,
          irn: s.irn,
          ackNo: s.ackNo,
          ackDate: iso(s.ackedAt),
          qr: s.qr,
          fault: s.fault,
          cancelledAt: iso(s.cancelledAt),
        },
      }
