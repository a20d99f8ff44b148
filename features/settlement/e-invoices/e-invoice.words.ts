// States of documents at the invoice registration portal, and the words around them (TAX-09).

export const E_INVOICE_STATES = ['waiting', 'registered', 'failed', 'cancelled'] as const
export type EInvoiceState = (typeof E_INVOICE_STATES)[number]
export const STATE_WORDS: Readonly<Record<EInvoiceState, string>> = {
  waiting: 'Waits for its IRN',
  registered: 'Registered',
  failed: 'Needs a person',
  cancelled: 'Registration cancelled',
}

/** A refused document can be left without IRN: it is 'cancelled', without a registration that ever was. */
export const isLeft = ({ state, irn }: { state: string; irn: string | null }): boolean =>
  state === 'cancelled' && irn === null
export const stateText = (of: { state: EInvoiceState; irn: string | null }): string =>
  isLeft(of) ? 'Left without IRN' : STATE_WORDS[of.state]

/** Why a registration is cancelled, by the portal's codes. */
export const CANCEL_REASONS = ['1', '2', '3', '4'] as const
export const REASON_WORDS: Readonly<Record<(typeof CANCEL_REASONS)[number], string>> = {
  '1': 'Duplicate',
  '2': 'Data entry mistake',
  '3': 'Order cancelled',
  '4': 'Other',
}
export const LONGEST_REMARK = 100
/** A registration can be cancelled for so long. */
export const CANCEL_HOURS = 24
export const TOO_LATE =
  'The portal cancels within 24 hours of the registration. Please lower the bill: the credit note is the way.'
export const OF_PLATFORM = 'This document is the platform’s: its finance administrators act on it'

/** The kinds of documents by the portal's names. */
export const TYPE_WORDS = { INV: 'Invoice', CRN: 'Credit note', DBN: 'Debit note' } as const
