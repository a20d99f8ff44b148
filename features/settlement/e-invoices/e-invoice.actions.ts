// What is done with a document at the invoice registration portal.

import Block from '@mui/icons-material/BlockOutlined'
import Left from '@mui/icons-material/DoDisturbOnOutlined'
import Again from '@mui/icons-material/ReplayOutlined'
import type { Action } from '#kit/actions.tsx'
import { type EInvoiceRow, listEInvoices } from './e-invoice.contract.ts'
import { isLeft, OF_PLATFORM, TOO_LATE } from './e-invoice.words.ts'

export const eInvoiceReads = [listEInvoices]
type Open = (row: EInvoiceRow) => void

/** Opens the dialog in which it is registered again. */
export const registering = (open: Open): Action<EInvoiceRow> => ({
  id: 'register-again',
  label: 'Register again',
  icon: Again,
  right: 'Finance.update',
  when: r => (r.state === 'failed' || isLeft(r) ? r.mayAct || OF_PLATFORM : false),
  run: open,
})

/** Opens the dialog in which a refused document is left without IRN. */
export const leaving = (open: Open): Action<EInvoiceRow> => ({
  id: 'leave-without-irn',
  label: 'Leave without IRN',
  icon: Left,
  right: 'Finance.full',
  danger: true,
  when: r => (r.state === 'failed' && r.irn === null ? r.mayAct || OF_PLATFORM : false),
  run: open,
})

function whyNotCancelled(r: EInvoiceRow): string | undefined {
  if (!r.mayAct) return OF_PLATFORM
  if (r.cancelAsked) return 'Its cancellation is on its way to the portal'
  return r.cancelUntil === null || Date.now() > Date.parse(r.cancelUntil) ? TOO_LATE : undefined
}
export const cancelling = (open: Open): Action<EInvoiceRow> => ({
  id: 'cancel-e-invoice',
  label: 'Cancel registration',
  icon: Block,
  right: 'Finance.full',
  danger: true,
  when: r => (r.state === 'registered' ? (whyNotCancelled(r) ?? true) : false),
  run: open,
})
