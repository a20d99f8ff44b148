// The page that a mail about alerts leads its receiver to, to stop such mails or let them come again (ALERT-07). It needs no
// sign-in: the link is proof enough. Opening it changes nothing, for programs open links too.
import { Button, Card, Stack, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, call, keyOf, query } from '@wattdesk/wire/call'
import { useSearchParams } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { notify } from '#kit/notices.tsx'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { getMailStop, startMails, stopMails } from '#operations/alerts/alert-telling.contract.ts'

export function StopMailsPage() {
  const [asked] = useSearchParams()
  const link = { of: asked.get('of') ?? '', key: asked.get('key') ?? '' }
  const cache = useQueryClient()
  const isLink = link.of !== '' && link.key !== ''
  const { data, error, refetch } = useQuery({ ...query(getMailStop, { query: link }), enabled: isLink })
  const change = useMutation({
    mutationFn: (isStopped: boolean) => call(isStopped ? stopMails : startMails, { query: link }),
    onSuccess: () => cache.invalidateQueries({ queryKey: keyOf(getMailStop) }),
    onError: failure => notify.error(failure),
  })
  const isUnknown = !isLink || (error instanceof CallError && (error.status === 404 || error.status === 422))
  const state = data?.data
  return (
    <Card component="section" aria-label="Mails about alerts" sx={{ p: { xs: 2, sm: 3 }, maxWidth: 560, mx: 'auto' }}>
      <Typography variant="h1" sx={{ mb: 1 }}>
        Mails about alerts
      </Typography>
      {isUnknown && <Typography>This link is not valid. Please open it as it stands in the mail.</Typography>}
      {error && !isUnknown && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isLink && !error && !state && <BlockSkeleton height={80} />}
      {state && (
        <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            {state.isStopped
              ? `${state.receiver} gets no more mails about alerts.`
              : `${state.receiver} gets mails about alerts.`}
          </Typography>
          <Button
            variant={state.isStopped ? 'outlined' : 'contained'}
            color={state.isStopped ? 'inherit' : 'primary'}
            disabled={change.isPending}
            onClick={() => change.mutate(!state.isStopped)}
          >
            {state.isStopped ? 'Let them come again' : 'Stop these mails'}
          </Button>
        </Stack>
      )}
    </Card>
  )
}
