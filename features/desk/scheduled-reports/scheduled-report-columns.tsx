// The columns of scheduled reports and of their runs.
import type { Column } from '#kit/columns.tsx'
import { gridColumns } from '#kit/record-grid.ts'
import { sizeText } from './report-mail.rules.ts'
import { hourText, timesText } from './report-time.rules.ts'
import type { ScheduledReport, ScheduledReportRun } from './scheduled-report.contract.ts'
import { scheduledReportFields } from './scheduled-report.fields.ts'
import { FORMAT_WORDS } from './scheduled-report.words.ts'
import { ReportStateChip, ResultChip } from './scheduled-report-chips.tsx'

type Timed = Pick<ScheduledReport, 'rhythm' | 'hour' | 'weekday' | 'month_day'>
const timesOf = ({ rhythm, hour, weekday, month_day }: Timed) => ({ rhythm, hour, weekday, monthDay: month_day })
export const whenText = (r: Timed): string => timesText(timesOf(r))
const size = (bytes: number | null): string => (bytes === null ? '' : sizeText(bytes))

const when: Column<ScheduledReport> = {
  field: 'when',
  header: 'When',
  value: r => hourText(timesOf(r)),
  sort: false,
  minWidth: 140,
  flex: 1.1,
}
export const scheduledReportColumns: readonly Column<ScheduledReport>[] = gridColumns<
  typeof scheduledReportFields,
  ScheduledReport
>(scheduledReportFields, {
  state: { cell: r => <ReportStateChip state={r.state} />, live: r => r.state },
  format: { value: r => FORMAT_WORDS[r.format] },
  last_at: { kind: 'relative', live: r => r.last_at },
  last_result: { cell: r => r.last_result && <ResultChip result={r.last_result} /> },
  last_bytes: { header: 'Size', kind: 'text', value: r => size(r.last_bytes) },
}).flatMap(c => (c.field === 'state' ? [when, c] : [c]))

const manyText = (names: readonly string[]): string => names.join(', ')
export const runColumns: readonly Column<ScheduledReportRun>[] = [
  { field: 'at', header: 'Made', kind: 'time', identity: true, minWidth: 150 },
  {
    field: 'result',
    header: 'Result',
    value: r => (r.is_test ? `Test: ${r.result}` : r.result),
    cell: r => <ResultChip result={r.result} isTest={r.is_test} />,
    minWidth: 150,
    head: true,
  },
  { field: 'reason', header: 'Reason', sort: false, foot: true, minWidth: 160, flex: 1.4 },
  { field: 'told', header: 'Rows of', sort: false, minWidth: 150, flex: 1.2 },
  { field: 'rows', header: 'Rows', kind: 'number', minWidth: 80, flex: 0.5 },
  { field: 'bytes', header: 'Size', value: r => size(r.bytes), minWidth: 90, flex: 0.5 },
  { field: 'receivers', header: 'To', value: r => manyText(r.receivers), sort: false, minWidth: 150, flex: 1.4 },
  {
    field: 'left_out',
    header: 'Left out',
    value: r => manyText(r.left_out),
    sort: false,
    minWidth: 140,
  },
  { field: 'due_at', header: 'For the time', kind: 'time', minWidth: 150, hidden: true },
  { field: 'kept_until', header: 'Link until', kind: 'time', sort: false, minWidth: 150, hidden: true },
  { field: 'file_name', header: 'File', sort: false, minWidth: 180, hidden: true },
]
