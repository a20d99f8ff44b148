// What was told of an alert: to whom, by which way, and what became of it (ALERT-07).
import { Box, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { query } from '@wattdesk/wire/call'
import { ErrorNotice } from '#kit/error.tsx'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { Time } from '#kit/time.tsx'
import { CHANNEL_NAMES } from './alert.words.ts'
import { listToldMessages, type ToldMessage } from './alert-telling.contract.ts'

const WAYS = { ...CHANNEL_NAMES, webhook: 'Webhook' } as const
const WHATS: Readonly<Record<ToldMessage['what'], string>> = {
  opened: 'Told of it',
  escalated: 'Told that nobody has acknowledged it',
  over: 'Told that it is over',
  'held back': 'Told of what was held back',
  test: 'Test',
}
const STATES: Readonly<
  Record<string, { tone: 'success' | 'warning' | 'fault' | 'neutral' | 'active'; label: string }>
> = {
  waiting: { tone: 'neutral', label: 'Waits' },
  sending: { tone: 'active', label: 'On its way' },
  sent: { tone: 'success', label: 'Sent' },
  kept: { tone: 'warning', label: 'Kept in the outbox' },
  failed: { tone: 'fault', label: 'Failed' },
  'held back': { tone: 'warning', label: 'Held back' },
  dropped: { tone: 'neutral', label: 'Not sent' },
}
/** A browser is known by its number alone. */
const toText = ({ channel, to }: ToldMessage): string => (channel === 'push' && /^\d+$/.test(to) ? 'a browser' : to)

export function AlertTold({ alertId }: { alertId: number }) {
  const { data, error, refetch } = useQuery(query(listToldMessages, { params: { alertId } }))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  // Before the answer is known nothing is said of it.
  if (!data) return <BlockSkeleton height={48} />
  const lines = data.data
  if (lines.length === 0)
    return <Typography sx={{ color: 'text.secondary' }}>Nobody was told of it beside the bell.</Typography>
  return (
    <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
      {lines.map(l => (
        <Box component="li" key={l.id}>
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <ToneChip {...(STATES[l.state] ?? { tone: 'neutral', label: l.state })} />
            <Typography sx={{ overflowWrap: 'anywhere' }}>
              {WHATS[l.what]}: {toText(l)}, {WAYS[l.channel].toLowerCase()}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              <Time at={l.at} />
            </Typography>
          </Stack>
          {l.state === 'kept' && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {l.channel === 'sms' ? 'No gateway for text messages is set up.' : 'No mail server is set up.'}
            </Typography>
          )}
          {l.error && (
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {l.error}
            </Typography>
          )}
        </Box>
      ))}
    </Stack>
  )
}
