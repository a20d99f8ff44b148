// The actions on a payout or a month: see how it was computed, look at its sessions, mark it as paid, run a month by
// hand.
import CalendarMonth from '@mui/icons-material/CalendarMonthOutlined'
import HelpOutline from '@mui/icons-material/HelpOutlined'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { getMonth, getPayout, listPayouts, runMonth, type Settlement } from './payout.contract.ts'
import { type Period, periodText } from './payout-period.rules.ts'

export const payoutPage = (payoutId: string): string => `/transactions/payout/${encodeURIComponent(payoutId)}`
export const sessionsOfPayout = (payoutId: string): string => `/transactions?payoutId=${encodeURIComponent(payoutId)}`
/** The queries to refresh after a payout was made or changed its state. */
export const payoutReads = [listPayouts, getMonth, getPayout]

type Target = Pick<Settlement, 'payoutId'>
export const showSessions: Action<Target> = {
  id: 'payout-sessions',
  label: 'Transactions',
  icon: Receipt,
  right: 'Transaction.view',
  run: (p, { navigate }) => navigate(sessionsOfPayout(p.payoutId)),
}
export const showWhy: Action<Target> = {
  id: 'payout-why',
  label: 'Why this number?',
  icon: HelpOutline,
  run: (p, { navigate }) => navigate(payoutPage(p.payoutId)),
}

/** For finance admins, on a month that is over and was not run for every team; `teams`: how many have no payout. */
export const makePayouts: Action<{ period: Period; teams: number }> = {
  id: 'run-month',
  label: ({ period }) => `Run ${periodText(period)}`,
  icon: CalendarMonth,
  right: 'Finance.full',
  confirm: ({ period, teams }) => ({
    title: `Run ${periodText(period)}`,
    text: `The payouts of ${teams === 1 ? '1 team' : `${teams} teams`} are made for good: their figures stay, and later sessions enter the next month. Teams that have theirs are left alone.`,
    yes: 'Run',
  }),
  run: ({ period }, { teamId }) => call(runMonth, { params: { teamId, ...period } }),
  refreshes: payoutReads,
}
