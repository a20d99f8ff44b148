// The browsers of the signed-in user on the settings page (MFA-03): where somebody is signed in, and the end of it.
import { Box, Button, Card, Chip, Stack, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, keyOf, query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { ErrorNotice } from '#kit/error.tsx'
import { notify } from '#kit/notices.tsx'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { RelativeTime, Time } from '#kit/time.tsx'
import { type Browser, distrustBrowser, endBrowser, endOtherBrowsers, listBrowsers } from './browser.contract.ts'

const isOn = (b: Browser) => b.state === 'signed in'
const WORDS: Record<Browser['state'], string> = {
  'signed in': 'Signed in',
  expired: 'Signed out by time',
  'signed out': 'Signed out there',
  ended: 'Signed out from elsewhere',
  'new password': 'Signed out by a new password',
  provider: 'Signed out at the provider of single sign-on',
}
/** Past ones are shown when they are asked for. */
const FEW = 3

type LineProps = { b: Browser; busy: boolean; onEnd: () => void; onDistrust: () => void }
function Line({ b, busy, onEnd, onDistrust }: LineProps) {
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ gap: 2, alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ fontWeight: 550 }}>{b.name}</Typography>
          {b.is_this && <Chip size="small" color="primary" variant="outlined" label="This browser" />}
        </Stack>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {WORDS[b.state]}, last used <RelativeTime at={b.used_at} within /> from {b.used_from}
          {b.used_country && ` (${b.used_country})`}; sign-in <Time at={b.signed_in_at} />
          {b.signed_in_from !== b.used_from &&
            ` from ${b.signed_in_from}${b.signed_in_country ? ` (${b.signed_in_country})` : ''}`}
        </Typography>
        {b.trusted_until && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Asked for no second factor until <Time at={b.trusted_until} />
          </Typography>
        )}
      </Box>
      {b.trusted_until && (
        <Button color="inherit" disabled={busy} onClick={onDistrust} aria-label={`Ask ${b.name} for the second factor`}>
          Ask again
        </Button>
      )}
      {isOn(b) && !b.is_this && (
        <Button color="inherit" disabled={busy} onClick={onEnd} aria-label={`Sign out of ${b.name}`}>
          Sign out
        </Button>
      )}
    </Stack>
  )
}

export function BrowsersCard() {
  const cache = useQueryClient()
  const { data, error, refetch } = useQuery(query(listBrowsers, {}))
  const [isWhole, setWhole] = useState(false)
  const settled = {
    onSuccess: (r: { message: string }) => notify.success(r.message),
    onError: (e: unknown) => notify.error(e),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(listBrowsers) }),
  }
  const end = useMutation({
    mutationFn: (browserId: number) => call(endBrowser, { params: { browserId } }),
    ...settled,
  })
  const distrust = useMutation({
    mutationFn: (browserId: number) => call(distrustBrowser, { params: { browserId } }),
    ...settled,
  })
  const endOthers = useMutation({ mutationFn: () => call(endOtherBrowsers, {}), ...settled })
  const busy = end.isPending || endOthers.isPending || distrust.isPending
  const all = data?.data ?? []
  const on = all.filter(isOn).toSorted((a, b) => Number(b.is_this) - Number(a.is_this))
  const past = all.filter(b => !isOn(b))
  // A browser that is remembered still is shown, signed in or not.
  const shown = [...on, ...(isWhole ? past : past.filter((b, i) => i < FEW || b.trusted_until !== null))]
  return (
    <Card component="section" aria-label="Browsers" sx={{ p: 2.5, gridColumn: '1 / -1' }}>
      <Typography variant="h2">Browsers</Typography>
      <Typography sx={{ color: 'text.secondary', mb: 2, maxWidth: '72ch' }}>
        Where you have signed in within 90 days. A sign-in from a new browser is told to you by mail.
      </Typography>
      {error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <BlockSkeleton height={120} />
      ) : (
        <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {shown.map(b => (
            <Line
              key={b.browser_id}
              b={b}
              busy={busy}
              onEnd={() => end.mutate(b.browser_id)}
              onDistrust={() => distrust.mutate(b.browser_id)}
            />
          ))}
        </Stack>
      )}
      <Stack direction="row" useFlexGap sx={{ mt: 2, gap: 1.5, flexWrap: 'wrap' }}>
        {on.some(b => !b.is_this) && on.some(b => b.is_this) && (
          <Button variant="outlined" color="inherit" disabled={busy} onClick={() => endOthers.mutate()}>
            Sign out of all others
          </Button>
        )}
        {!isWhole && past.length > shown.length - on.length && (
          <Button color="inherit" onClick={() => setWhole(true)}>
            Show {past.length - (shown.length - on.length)} more
          </Button>
        )}
      </Stack>
    </Card>
  )
}
