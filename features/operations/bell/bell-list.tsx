// What the bell holds: the last twenty alerts and notices and then more, each read from the moment it is listed here.
import Done from '@mui/icons-material/CheckOutlined'
import { Box, Button, Divider, Link, Popover, Stack, Typography } from '@mui/material'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, keyOf, query } from '@wattdesk/wire/call'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { ErrorNotice } from '#kit/error.tsx'
import { useAccess } from '#kit/session.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { RelativeTime } from '#kit/time.tsx'
import { SeverityChip } from '#operations/alerts/alert-chips.parts.tsx'
import { type BellEntry, getBell, LISTED, MOST_LISTED, readBell, unreadText } from './bell.contract.ts'
import { askBrowser, browserPermission } from './browser-notice.actions.ts'

function Entry({ entry: e, isNew, onGo }: { entry: BellEntry; isNew: boolean; onGo: () => void }) {
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <Link
        component={RouterLink}
        to={e.to}
        onClick={onGo}
        underline="none"
        sx={{
          display: 'block',
          px: 2,
          py: 1.25,
          color: 'text.primary',
          borderLeft: 3,
          borderLeftColor: isNew ? 'primary.main' : 'transparent',
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', mb: 0.25 }}>
          {e.severity && <SeverityChip severity={e.severity} />}
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            <RelativeTime at={e.at} />
            {e.isOver && ', over'}
          </Typography>
        </Stack>
        <Typography variant="body2" sx={{ fontWeight: isNew ? 550 : 400, overflowWrap: 'anywhere' }}>
          {e.text}
        </Typography>
      </Link>
    </Box>
  )
}

/** Whether the browser may show critical alerts by itself. */
function BrowserNotices() {
  const [state, setState] = useState(browserPermission)
  if (state === 'unsupported') return null
  if (state === 'granted')
    return (
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        This browser shows critical alerts.
      </Typography>
    )
  if (state === 'denied')
    return (
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        This browser does not let the portal show critical alerts.
      </Typography>
    )
  return (
    <Button size="small" color="inherit" onClick={() => void askBrowser().then(setState)}>
      Show critical alerts in this browser
    </Button>
  )
}

type Reading = { from: number; to: number; notices: number[]; older_until?: string }
/**
 * What is listed unread, and what comes while the list is open, is marked as read; it stays marked as new until it closes. What
 * is not listed stays unread.
 */
function useReading(listed: number) {
  const cache = useQueryClient()
  // The first ones are those that the button has.
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...query(getBell, { query: listed > LISTED ? { listed } : {} }),
    placeholderData: keepPreviousData,
  })
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const read = useMutation({
    mutationFn: (body: Reading) => call(readBell, { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: keyOf(getBell) }),
  })
  const told = useRef('')
  const bell = data?.data
  const onSeen = useEffectEvent((seen: NonNullable<typeof bell>) => {
    const unread = seen.entries.filter(e => e.isUnread).map(e => e.id)
    if (unread.length === 0) return
    const asked = `${seen.first} ${seen.last} ${unread.join(' ')}`
    if (told.current === asked) return
    told.current = asked
    setFresh(before => new Set([...before, ...unread]))
    const notices = unread.flatMap(id => (id.startsWith('notice-') ? [Number(id.slice(7))] : []))
    read.mutate({ from: seen.first, to: seen.last, notices })
  })
  useEffect(() => {
    if (bell) onSeen(bell)
  }, [bell])
  /** Everything up to the newest that is listed. */
  const readAll = () => {
    const until = bell?.entries[0]?.at
    if (bell && until) read.mutate({ from: 0, to: bell.last, notices: [], older_until: until })
  }
  return { bell, error: bell ? read.error : error, isPending, isFetching, refetch, fresh, readAll }
}

/** The list goes on, until its end or so far that the page of alerts serves better. */
function More({
  listed,
  unread,
  isLoading,
  onMore,
  onAll,
}: {
  listed: number
  unread: number
  isLoading: boolean
  onMore: () => void
  onAll: () => void
}) {
  if (listed >= MOST_LISTED && unread === 0) return null
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{ px: 2, py: 1, gap: 1, flexWrap: 'wrap', alignItems: 'center', borderTop: 1, borderColor: 'divider' }}
    >
      {listed < MOST_LISTED && (
        <Button size="small" loading={isLoading} onClick={onMore}>
          Show more
        </Button>
      )}
      {unread > 0 && (
        <>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {unreadText(unread)} not read yet
          </Typography>
          <Button size="small" onClick={onAll}>
            Mark all as read
          </Button>
        </>
      )}
    </Stack>
  )
}

export default function BellList({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const [listed, setListed] = useState(LISTED)
  const { bell, error, isPending, isFetching, refetch, fresh, readAll } = useReading(listed)
  const entries = bell?.entries
  const { canView } = useAccess('Alert')
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': 'Alerts and notices',
          sx: { width: 400, maxWidth: 'calc(100vw - 32px)' },
        },
      }}
    >
      <Stack direction="row" sx={{ px: 2, py: 1.25, justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Typography variant="h3" component="h2">
          Alerts and notices
        </Typography>
        {canView && (
          <Link component={RouterLink} to="/alerts" onClick={onClose} variant="body2">
            All alerts
          </Link>
        )}
      </Stack>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <Box sx={{ px: 2, pb: 2 }}>
          <RowsSkeleton rows={3} />
        </Box>
      )}
      {entries?.length === 0 && (
        <Stack direction="row" sx={{ px: 2, pb: 2, gap: 1, color: 'text.secondary', alignItems: 'center' }}>
          <Done fontSize="small" aria-hidden /> Nothing has happened in your teams.
        </Stack>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: '60dvh', overflowY: 'auto' }}>
        {entries?.map(e => (
          <Entry key={e.id} entry={e} isNew={fresh.has(e.id)} onGo={onClose} />
        ))}
      </Box>
      {bell?.hasMore && (
        <More
          listed={listed}
          unread={bell.unread}
          isLoading={isFetching && bell.entries.length < listed}
          onAll={readAll}
          onMore={() => setListed(before => Math.min(before + LISTED, MOST_LISTED))}
        />
      )}
      <Divider />
      <Stack
        direction="row"
        sx={{ px: 2, py: 1, gap: 2, justifyContent: 'space-between', flexWrap: 'wrap', alignItems: 'center' }}
      >
        <BrowserNotices />
        <Link component={RouterLink} to="/settings/messages" onClick={onClose} variant="body2">
          What I am told
        </Link>
      </Stack>
    </Popover>
  )
}
