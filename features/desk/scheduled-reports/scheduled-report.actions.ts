// What is done with scheduled reports in their list and on their pages (REPORT-01).
import Add from '@mui/icons-material/Add'
import Copy from '@mui/icons-material/ContentCopyOutlined'
import Delete from '@mui/icons-material/DeleteOutlined'
import Own from '@mui/icons-material/HowToRegOutlined'
import Pause from '@mui/icons-material/PauseOutlined'
import Play from '@mui/icons-material/PlayArrowOutlined'
import Send from '@mui/icons-material/SendOutlined'
import Visibility from '@mui/icons-material/VisibilityOutlined'
import { call } from '@wattdesk/wire/call'
import type { Action } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import {
  deleteScheduledReport,
  getScheduledReport,
  listScheduledReportRuns,
  listScheduledReports,
  pauseScheduledReport,
  resumeScheduledReport,
  type ScheduledReport,
  takeScheduledReport,
  testScheduledReport,
} from './scheduled-report.contract.ts'
import { REPORT_LIST } from './scheduled-report.words.ts'

export const reportPathOf = (r: Pick<ScheduledReport, 'scheduled_report_id'>): string =>
  `${REPORT_LIST}/${r.scheduled_report_id}`
/** Read again after each deed, and when a report was sent. */
export const REPORT_READS = [listScheduledReports, getScheduledReport, listScheduledReportRuns] as const

const on = (r: ScheduledReport) => ({ params: { scheduledReportId: r.scheduled_report_id } })
type Deed = Action<ScheduledReport>
const testAction: Deed = {
  id: 'test-report',
  label: 'Send a test to me',
  icon: Send,
  when: r => r.isMine,
  run: r => call(testScheduledReport, on(r)),
  refreshes: REPORT_READS,
}
const pauseAction: Deed = {
  id: 'pause-report',
  label: 'Pause',
  icon: Pause,
  when: r => r.state === 'Active',
  run: r => call(pauseScheduledReport, on(r)),
  refreshes: REPORT_READS,
}
const resumeAction: Deed = {
  id: 'resume-report',
  label: 'Go on',
  icon: Play,
  when: r => r.isMine && r.state !== 'Active',
  run: r => call(resumeScheduledReport, on(r)),
  refreshes: REPORT_READS,
}
const takeAction: Deed = {
  id: 'take-report',
  label: 'Take over',
  icon: Own,
  when: r => !r.isMine,
  confirm: r => ({
    title: `Take over ${r.name}`,
    text: `It is made with your rights from now on, and mails name you${r.owner_id === null ? '' : ` instead of ${r.owner}`}.`,
    yes: 'Take over',
  }),
  run: r => call(takeScheduledReport, on(r)),
  refreshes: REPORT_READS,
}
const copyAction: Deed = {
  id: 'copy-report',
  label: 'Copy',
  icon: Copy,
  run: (r, { navigate }) => navigate(`${REPORT_LIST}/new?copy=${r.scheduled_report_id}`),
}
const deleteAction: Deed = {
  id: 'delete-report',
  label: 'Delete',
  icon: Delete,
  danger: true,
  confirm: r => deletion(`Report ${r.name}`),
  run: r => call(deleteScheduledReport, on(r)),
  refreshes: REPORT_READS,
}
export const addReport: Action = {
  id: 'add-report',
  label: 'Schedule a report',
  icon: Add,
  run: (_, { navigate }) => navigate(`${REPORT_LIST}/new`),
}
export const reportDeeds: readonly Deed[] = [testAction, pauseAction, resumeAction, takeAction, copyAction]
export const reportActions: readonly Deed[] = [
  { id: 'open-report', label: 'View', icon: Visibility, run: (r, { navigate }) => navigate(reportPathOf(r)) },
  ...reportDeeds,
  deleteAction,
]
/** On the page of a report that is gone afterwards, the list is shown. */
export const deleteOnPage: Deed = {
  ...deleteAction,
  run: async (r, { navigate }) => {
    const reply = await call(deleteScheduledReport, on(r))
    navigate(REPORT_LIST)
    return reply
  },
  refreshes: [listScheduledReports],
}
