// Scheduled reports of the current team and the teams below it: one's own, and those of others for who may change users.
import { useQueryClient } from '@tanstack/react-query'
import { zoneName } from '@wattdesk/base/time'
import { keyOf } from '@wattdesk/wire/call'
import { useMemo } from 'react'
import { DataGrid } from '#kit/data-grid.tsx'
import { useLive } from '#kit/live.ts'
import { Page } from '#kit/page.tsx'
import { recordFilters } from '#kit/record-grid.ts'
import { useSession } from '#kit/session.ts'
import { useTeamList } from '#kit/team-list.ts'
import { addReport, reportActions, reportPathOf } from './scheduled-report.actions.ts'
import { listScheduledReports } from './scheduled-report.contract.ts'
import { scheduledReportFields } from './scheduled-report.fields.ts'
import { scheduledReportColumns } from './scheduled-report-columns.tsx'

const filterFields = recordFilters(scheduledReportFields)

export function ScheduledReportsPage() {
  const cache = useQueryClient()
  const { businessZone } = useSession().user
  // The hours are of the business zone, the times beside them of the browser's.
  const columns = useMemo(
    () =>
      scheduledReportColumns.map(c => (c.field === 'when' ? { ...c, header: `When (${zoneName(businessZone)})` } : c)),
    [businessZone],
  )
  const { list, state } = useTeamList(listScheduledReports, teamId => ({ params: { teamId } }), {
    sort: '-scheduled_report_id',
  })
  useLive('scheduled-report', () => void cache.invalidateQueries({ queryKey: keyOf(listScheduledReports) }))
  return (
    <Page subtitle="Lists and figures that leave by mail at set times.">
      <DataGrid
        label="Scheduled reports"
        columns={columns}
        list={list}
        state={state}
        rowId={r => r.scheduled_report_id}
        rowLink={reportPathOf}
        actions={reportActions}
        add={addReport}
        search="Search by name, what is sent, owner or state"
        filterFields={filterFields}
        file="scheduled-reports"
        empty={{
          title: 'No scheduled reports yet',
          text: 'Have a list, the dashboard or the statement sent by mail: every day, week or month.',
          action: addReport,
        }}
      />
    </Page>
  )
}
