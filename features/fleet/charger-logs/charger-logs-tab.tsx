// The Logs tab: messages, live and endless, of a fixed interval, or found by a search (D-LOG-1 to D-LOG-5); or the
// security events.
import Refresh from '@mui/icons-material/Refresh'
import { Alert, Box, Button, Card, Stack, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@wattdesk/base/time'
import { query } from '@wattdesk/wire/call'
import { type ReactNode, Suspense, useState } from 'react'
import { useAddress } from '#kit/address.ts'
import { Empty } from '#kit/empty.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { later } from '#kit/later.ts'
import { RowsSkeleton } from '#kit/skeleton.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { TimezoneNotice } from '#kit/time.tsx'
import { listLogInterval } from './charger-log.contract.ts'
import { intervalQuery, type LogRow, MAX_INTERVAL_ROWS } from './charger-log.rules.ts'
import { ExportButton } from './log-export.tsx'
import { useLogFeed } from './log-feed.tsx'
import { LogFilterForm } from './log-filter-form.tsx'
import { type FoundLog, useLogSearch } from './log-found.tsx'
import { LogList } from './log-list.tsx'
import { type LogSearchFields, NOTHING, SEARCH_FIELDS, searchState } from './log-search.rules.ts'

const LogMessageDialog = later(() => import('./log-message-dialog.tsx').then(m => ({ default: m.LogMessageDialog })))
const SecurityEvents = later(() => import('./security-events.tsx'))
const StationEvents = later(() => import('#fleet/station-events/station-events.parts.tsx'))
const none = () => undefined

export type ChargerLogsTabProps = { teamId: number; charger: { chargepoint_pk: number; chargepoint_id: string } }

const VIEWS = [
  ['messages', 'Messages'],
  ['security', 'Security events'],
  ['events', 'Station events'],
] as const

export function ChargerLogsTab({ teamId, charger }: ChargerLogsTabProps) {
  const [params, change] = useAddress()
  const view = VIEWS.find(([id]) => id === params.get('log'))?.[0] ?? 'messages'
  return (
    <Stack spacing={2}>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Log"
        value={view}
        onChange={(_, to: string | null) => {
          if (to !== null)
            change(now => {
              if (to !== 'messages') now.set('log', to)
              else now.delete('log')
            })
        }}
      >
        {VIEWS.map(([id, label]) => (
          <ToggleButton key={id} value={id} sx={{ color: 'text.primary' }}>
            {label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {view === 'security' ? (
        <Suspense fallback={<RowsSkeleton rows={10} height={44} />}>
          <SecurityEvents teamId={teamId} chargepointId={charger.chargepoint_id} />
        </Suspense>
      ) : view === 'events' ? (
        <Suspense fallback={<RowsSkeleton rows={10} height={44} />}>
          <StationEvents teamId={teamId} chargepointId={charger.chargepoint_id} />
        </Suspense>
      ) : (
        <Messages teamId={teamId} charger={charger} />
      )}
    </Stack>
  )
}

function Messages({ teamId, charger }: ChargerLogsTabProps) {
  const [params, change] = useAddress()
  const asked = Object.fromEntries(SEARCH_FIELDS.map(k => [k, params.get(k) ?? ''])) as LogSearchFields
  const shown = searchState(asked)
  const interval = shown.mode === 'interval' ? shown.interval : undefined
  const search = shown.mode === 'search' ? shown.search : undefined
  const isLive = shown.mode === 'live' || shown.mode === 'wrong'
  const chargepointId = charger.chargepoint_id
  const path = { teamId, chargepointId }

  const feed = useLogFeed(teamId, chargepointId, isLive)
  const inInterval = useQuery({
    ...query(listLogInterval, { params: path, query: interval ?? intervalQuery(new Date(0), new Date(0)) }),
    enabled: interval !== undefined,
    staleTime: 0,
  })
  const found = useLogSearch(teamId, chargepointId, search)
  const [open, setOpen] = useState<{ row: LogRow; name: string }>()
  const [round, setRound] = useState(0)
  const choose = (next: LogSearchFields) =>
    change(now => {
      for (const k of SEARCH_FIELDS) {
        if (next[k]) now.set(k, next[k])
        else now.delete(k)
      }
    })
  const clear = () => {
    choose(NOTHING)
    setRound(r => r + 1)
    feed.refresh()
  }

  const rows: readonly LogRow[] = search ? found.rows : interval ? (inInterval.data?.data ?? []) : feed.rows
  const error = search ? found.error : interval ? inInterval.error : feed.error
  const isStale = error !== undefined && error !== null && rows.length > 0
  const isLoading = search ? found.isLoading : interval ? inInterval.isPending : feed.isLoading
  const retry = () => (search ? found.refetch() : interval ? void inInterval.refetch() : feed.refresh())
  return (
    <Stack spacing={2}>
      <TimezoneNotice />
      <Card>
        <Stack sx={{ p: 2, gap: 2, borderBottom: 1, borderColor: 'divider' }}>
          <LogFilterForm
            key={`${JSON.stringify(asked)} ${round}`}
            asked={asked}
            onSearch={choose}
            onClear={clear}
            tools={
              <>
                <ExportButton
                  {...path}
                  rows={interval && rows}
                  search={search}
                  total={search ? rows.length : feed.total}
                />
                <RefreshButton onClick={retry} />
              </>
            }
          />
          {search ? (
            <SearchMode found={found} />
          ) : (
            <Mode interval={interval !== undefined} stream={feed.stream} count={interval ? rows.length : feed.total} />
          )}
        </Stack>
        {inInterval.data?.isCut && interval && (
          <Alert severity="warning" sx={{ m: 2 }}>
            More than {MAX_INTERVAL_ROWS.toLocaleString('en-IN')} messages lie in this interval. The newest are shown.
          </Alert>
        )}
        {error ? (
          <Box sx={{ p: 2 }}>
            <ErrorNotice error={error} onRetry={retry} />
          </Box>
        ) : null}
        {(!error || isStale) && (
          <Rows isLoading={isLoading || (rows.length === 0 && search !== undefined && found.isLooking)}>
            {rows.length > 0 && (
              <LogList
                key={isLive ? 'live' : JSON.stringify(shown)}
                rows={rows}
                onOpen={(row, name) => setOpen({ row, name })}
                loadOlder={search ? found.lookFurther : interval ? none : feed.loadOlder}
                hasOlder={search ? found.hasOlder : !interval && feed.hasOlder}
                isLoadingOlder={search ? found.isLooking : feed.isLoadingOlder}
              />
            )}
          </Rows>
        )}
      </Card>
      {open && (
        <Suspense>
          <LogMessageDialog {...path} {...open} near={rows} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Stack>
  )
}

const RefreshButton = ({ onClick }: { onClick: () => void }) => (
  <Button color="inherit" variant="outlined" sx={{ borderColor: 'divider' }} startIcon={<Refresh />} onClick={onClick}>
    Refresh
  </Button>
)

function Rows({ isLoading, children }: { isLoading: boolean; children: ReactNode }) {
  if (isLoading) return <RowsSkeleton rows={10} height={44} />
  return children || <Empty title="No Logs Found" text="Try adjusting your date range or search criteria" />
}

/** Shows how far a search has come. */
function SearchMode({ found: { rows, isLooking, searchedTo, hasOlder, lookFurther } }: { found: FoundLog }) {
  const far =
    searchedTo === undefined
      ? ''
      : hasOlder
        ? `, looked back to ${formatDateTime(new Date(searchedTo))}`
        : ', everything was looked through'
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap', minHeight: 30 }}>
      <ToneChip tone="neutral" label="Search" />
      <Typography variant="body2" sx={{ color: 'text.secondary' }} role="status">
        {rows.length.toLocaleString('en-IN')} found{far}
      </Typography>
      {hasOlder && (
        <Button size="small" disabled={isLooking} onClick={lookFurther}>
          {isLooking ? 'Looking further back' : 'Look further back'}
        </Button>
      )}
    </Stack>
  )
}

/** Shows the mode, fixed interval or live, and in live mode whether the stream is really live. */
function Mode({ interval, stream, count }: { interval: boolean; stream: string; count: number | undefined }) {
  return (
    <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center' }} aria-live="polite">
      {interval ? (
        <ToneChip tone="neutral" label="Time filter" />
      ) : stream === 'open' ? (
        <ToneChip tone="success" label="Live" />
      ) : (
        <ToneChip tone="warning" label={stream === 'connecting' ? 'Connecting' : 'Updating every 5 seconds'} />
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }} aria-live="off">
        {count === undefined ? '' : `${count.toLocaleString('en-IN')} ${count === 1 ? 'message' : 'messages'}`}
      </Typography>
    </Stack>
  )
}
