// The actions on open items: a person closes the report of a refund that exceeds its payment after looking into it.
import Done from '@mui/icons-material/DoneOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { closeRefusedRefund } from '#money/refunds/refund.contract.ts'
import { getMonthEnd } from './month-end.contract.ts'
import { listOpenItems, type OpenItem } from './reconciliation.contract.ts'

const reportId = ({ key }: Pick<OpenItem, 'key'>): number | undefined =>
  Number(/^refused-refund:(\d+)$/.exec(key)?.[1]) || undefined

export const closeReport: Action<OpenItem> = {
  id: 'close-report',
  label: 'Close report',
  icon: Done,
  right: 'Finance.full',
  when: i => reportId(i) !== undefined,
  confirm: i => ({
    title: i.what,
    text: 'The report leaves this list. Nothing is booked: money that really went back must be settled with the provider first.',
    yes: 'Close report',
  }),
  run: (i, { teamId }) => call(closeRefusedRefund, { params: { teamId, refusedRefundId: reportId(i) ?? 0 } }),
  refreshes: [listOpenItems, getMonthEnd],
}
