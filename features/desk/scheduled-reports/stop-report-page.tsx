// The page that the mail of a report leads its receiver to, to stop it or let it come again (REPORT-01). It needs no sign-in:
// the link is proof enough. Opening it changes nothing, for programs open links too.
import { Button, Card, Stack, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, call, keyOf, query } from '@wattdesk/wire/call'
import { useSearchParams } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { notify } from '#kit/notices.tsx'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { getReportStop, startReport, stopReport } from './report-stop.contract.ts'

export function StopReportPage() {
  const [asked] = useSearchParams()
  const link = { of: asked.get('of') ?? '', key: asked.get('key') ?? '' }
  const cache = useQueryClient()
  const isLink = link.of !== '' && link.key !== ''
  const { data, error, refetch } = useQuery({ ...query(getReportStop, { query: link }), enabled: isLink })
  const change = useMutation({
    mutationFn: (isStopped: boolean) => call(isStopped ? stopReport : startReport, { query: link }),
    onSuccess: () => cache.invalidateQueries({ queryKey: keyOf(getReportStop) }),
    onError: failure => notify.error(failure),
  })
  const isUnknown = !isLink || (error instanceof CallError && (error.status === 404 || error.status === 422))
  const state = data?.data
  return (
    <Card component="section" aria-label="Mails with a report" sx={{ p: { xs: 2, sm: 3 }, maxWidth: 560, mx: 'auto' }}>
      <Typography variant="h1" sx={{ mb: 1 }}>
        Mails with a report
      </Typography>
      {isUnknown && (
        <Typography>
          This link is not valid. Please open it as it stands in the mail; the report may be deleted.
        </Typography>
      )}
      {error && !isUnknown && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isLink && !error && !state && <BlockSkeleton height={80} />}
      {state && (
        <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            {state.isStopped
              ? `${state.receiver} no longer gets the report ${state.report} of ${state.owner}.`
              : `${state.receiver} gets the report ${state.report}, sent for ${state.owner}.`}
          </Typography>
          <Button
            variant={state.isStopped ? 'outlined' : 'contained'}
            color={state.isStopped ? 'inherit' : 'primary'}
            disabled={change.isPending}
            onClick={() => change.mutate(!state.isStopped)}
          >
            {state.isStopped ? 'Let it come again' : 'Stop these mails'}
          </Button>
        </Stack>
      )}
    </Card>
  )
}
