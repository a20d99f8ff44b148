// The page to which a mail leads whose file was too long for it: the file is fetched here, by who has signed in (REPORT-02).
import Download from '@mui/icons-material/DownloadOutlined'
import { Button, Card, Stack, Typography } from '@mui/material'
import { useMutation, useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@wattdesk/base/time'
import { address, CallError, query } from '@wattdesk/wire/call'
import { useParams } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { notify } from '#kit/notices.tsx'
import { Page } from '#kit/page.tsx'
import { saveFile } from '#kit/save-file.ts'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { sizeText } from './report-mail.rules.ts'
import { getReportFile, getReportFileNotes } from './scheduled-report.contract.ts'
import { REPORT_LIST } from './scheduled-report.words.ts'

const CRUMBS = [{ label: 'Scheduled reports', to: REPORT_LIST }]

export function ReportFilePage() {
  const id = Number(useParams().id)
  const { data, error, refetch } = useQuery({ ...query(getReportFileNotes, { params: { id } }), retry: false })
  const file = data?.data
  const fetching = useMutation({
    mutationFn: () => saveFile(address(getReportFile, { params: { id } }), file?.file_name ?? 'report', getReportFile),
    onError: failure => notify.error(failure),
  })
  const refused = error instanceof CallError && [404, 410, 422].includes(error.status) ? error.message : undefined
  return (
    <Page title="File of a report" crumbs={CRUMBS}>
      <Card component="section" aria-label="File" sx={{ p: { xs: 2, sm: 3 }, maxWidth: 640 }}>
        {refused && (
          <Typography>
            {refused === 'File not found' ? 'There is no such file, or you have no role on its team.' : refused}
          </Typography>
        )}
        {error && !refused && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {!error && !file && <BlockSkeleton height={96} />}
        {file && (
          <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
            <Typography sx={{ overflowWrap: 'anywhere' }}>
              {file.file_name}, {sizeText(file.bytes)}
              {file.rows !== null && `, ${file.rows.toLocaleString('en-IN')} rows`}, of the report {file.report}. It
              lies here until {formatDateTime(new Date(file.kept_until))}.
            </Typography>
            <Button
              variant="contained"
              startIcon={<Download />}
              disabled={fetching.isPending}
              onClick={() => fetching.mutate()}
            >
              Download
            </Button>
          </Stack>
        )}
      </Card>
    </Page>
  )
}
