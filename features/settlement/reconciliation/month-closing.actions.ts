// Closing a month of the company, and reading the month again afterwards.
import Lock from '@mui/icons-material/LockOutlined'
import { monthText } from '@wattdesk/base/time'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { closeMonth, getMonthEnd, type MonthEnd } from './month-end.contract.ts'

export const monthReads = [getMonthEnd]

/** Why a month cannot be closed now; undefined where it can. `open`: its lines that are not done. */
function whyNotClosed({ isOver }: Pick<MonthEnd, 'isOver'>, open: number): string | undefined {
  if (!isOver) return 'The month is not over'
  return open === 0 ? undefined : `${open === 1 ? '1 line is' : `${open} lines are`} open`
}

type Target = { month: MonthEnd; open: number }
export const closeAction: Action<Target> = {
  id: 'close-month',
  label: t => `Close ${monthText(t.month.month)}`,
  icon: Lock,
  right: 'Finance.full',
  when: ({ month, open }) =>
    month.closing?.isOwn && !month.closing.isClosed ? (whyNotClosed(month, open) ?? true) : false,
  confirm: ({ month: { month } }) => ({
    title: `Close ${monthText(month)}`,
    text: `Nothing with a date in ${monthText(month)} is written or changed any more: no document, no posting, no payout. What comes late is dated on the day it is decided, and listed here.`,
    yes: 'Close',
  }),
  run: ({ month: { month } }, { teamId }) => call(closeMonth, { params: { teamId }, body: { month } }),
  refreshes: monthReads,
}
