// What a report has sent: when, how much, to whom, or why nothing (REPORT-01).
import { Box, Typography } from '@mui/material'
import { DataGrid } from '#kit/data-grid.tsx'
import type { FilterField } from '#kit/filters.tsx'
import { useList } from '#kit/list.ts'
import { useListState } from '#kit/list-state.ts'
import { listScheduledReportRuns } from './scheduled-report.contract.ts'
import { runColumns } from './scheduled-report-columns.tsx'

const filterFields: readonly FilterField[] = [
  { field: 'at', label: 'Made', type: 'date' },
  { field: 'result', label: 'Result', type: 'text' },
  { field: 'rows', label: 'Rows', type: 'number' },
  { field: 'bytes', label: 'Size (bytes)', type: 'number' },
]

export function ReportRuns({ reportId: scheduledReportId }: { reportId: number }) {
  const state = useListState({ pageSize: 5, sort: '-at', prefix: 'runs-' })
  const list = useList(listScheduledReportRuns, { params: { scheduledReportId } }, state)
  return (
    <Box component="section" aria-label="Runs">
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        Runs
      </Typography>
      <DataGrid
        label="Report runs"
        search="Search results, reasons and receivers"
        columns={runColumns}
        list={list}
        state={state}
        rowId={r => r.id}
        filterFields={filterFields}
        empty={{ title: 'Nothing was sent yet', text: 'A test shows what the receivers will get.' }}
      />
    </Box>
  )
}
