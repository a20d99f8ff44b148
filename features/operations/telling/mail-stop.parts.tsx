// What the link in a mail leads its receiver to: whether such mails come, and a button to stop them or let them come again. It
// needs no sign-in: the link is proof enough. Opening it changes nothing, for programs open links too.
import { Button, Card, Stack, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError } from '@wattdesk/wire/call'
import { useSearchParams } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { notify } from '#kit/notices.tsx'
import { BlockSkeleton } from '#kit/skeleton.tsx'

/** The receiver in a link, and the key that proves it. */
type MailLink = { of: string; key: string }
type Stop = { isStopped: boolean }
type Props<S extends Stop> = {
  title: string
  /** How the server is asked whether the mails of a link come. */
  asks: (link: MailLink) => {
    queryKey: readonly unknown[]
    queryFn: (context: { signal: AbortSignal }) => Promise<{ data: S }>
  }
  /** Stops the mails of a link, or lets them come again. */
  change: (link: MailLink, isStopped: boolean) => Promise<unknown>
  says: (state: S) => string
  /** The text of the button that lets the mails come again. */
  again: string
  invalid: string
}
export function MailStop<S extends Stop>({ title, asks, change, says, again, invalid }: Props<S>) {
  const [asked] = useSearchParams()
  const link = { of: asked.get('of') ?? '', key: asked.get('key') ?? '' }
  const cache = useQueryClient()
  const isLink = link.of !== '' && link.key !== ''
  const question = asks(link)
  const { data, error, refetch } = useQuery({ ...question, enabled: isLink })
  const changing = useMutation({
    mutationFn: (isStopped: boolean) => change(link, isStopped),
    onSuccess: () => cache.invalidateQueries({ queryKey: question.queryKey }),
    onError: failure => notify.error(failure),
  })
  const isUnknown = !isLink || (error instanceof CallError && (error.status === 404 || error.status === 422))
  const state = data?.data
  return (
    <Card component="section" aria-label={title} sx={{ p: { xs: 2, sm: 3 }, maxWidth: 560, mx: 'auto' }}>
      <Typography variant="h1" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {isUnknown && <Typography>{invalid}</Typography>}
      {error && !isUnknown && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isLink && !error && !state && <BlockSkeleton height={80} />}
      {state && (
        <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{says(state)}</Typography>
          <Button
            variant={state.isStopped ? 'outlined' : 'contained'}
            color={state.isStopped ? 'inherit' : 'primary'}
            disabled={changing.isPending}
            onClick={() => changing.mutate(!state.isStopped)}
          >
            {state.isStopped ? again : 'Stop these mails'}
          </Button>
        </Stack>
      )}
    </Card>
  )
}
