// The Logs tab: live and endless, or an interval that stands still (D-LOG-1 to D-LOG-5).
import Download from '@mui/icons-material/FileDownloadOutlined'
import Refresh from '@mui/icons-material/Refresh'
import Search from '@mui/icons-material/Search'
import { Alert, Box, Button, Card, Stack, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { tooManyRows } from '@wattdesk/base/paging'
import { call, query } from '@wattdesk/wire/call'
import { useState } from 'react'
import { useAddress } from '../../web/kit/address.ts'
import { Empty } from '../../web/kit/empty.tsx'
import { ErrorNotice } from '../../web/kit/error.tsx'
import { download } from '../../web/kit/export.ts'
import { notify } from '../../web/kit/notices.tsx'
import { RowsSkeleton } from '../../web/kit/skeleton.tsx'
import { ToneChip } from '../../web/kit/status-chip.tsx'
import { TimezoneNotice } from '../../web/kit/time.tsx'
import { INVALID_INTERVAL, type LogEntry, listLog, listLogInterval, MAX_LOG_PAGE } from './charger-log.contract.ts'
import { intervalOf, intervalQuery, type LogRow, logsCsv, MAX_INTERVAL_ROWS, pagesOf } from './charger-log.rules.ts'
import { PAGE, useLogFeed } from './log-feed.tsx'
import { LogList } from './log-list.tsx'
import { LogMessageDialog, type OpenMessage } from './log-message-dialog.tsx'

const MAX_EXPORT = 100_000
const none = () => undefined
const quiet = { borderColor: 'divider' }

/** The interval between two local times of the inputs, or why there is none. */
function readInterval(start: string, end: string) {
  const [from, to] = [new Date(start), new Date(end)]
  if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime())) return { ok: false, error: INVALID_INTERVAL } as const
  const q = intervalQuery(from, to)
  const judged = intervalOf(q)
  return judged.ok ? ({ ok: true, value: q } as const) : judged
}

export type ChargerLogsTabProps = { teamId: number; charger: { chargepoint_pk: number; chargepoint_id: string } }

export function ChargerLogsTab({ teamId, charger }: ChargerLogsTabProps) {
  const [params, change] = useAddress()
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  const asked = from || to ? readInterval(from, to) : undefined
  const interval = asked?.ok ? asked.value : undefined
  const chargepointId = charger.chargepoint_id

  const feed = useLogFeed(teamId, chargepointId, interval === undefined)
  const found = useQuery({
    ...query(listLogInterval, {
      params: { teamId, chargepointId },
      query: interval ?? intervalQuery(new Date(0), new Date(0)),
    }),
    enabled: interval !== undefined,
    staleTime: 0,
  })
  const [open, setOpen] = useState<OpenMessage>()
  const [round, setRound] = useState(0)
  const choose = (next: { from: string; to: string } | undefined) =>
    change(now => {
      for (const k of ['from', 'to'] as const) {
        if (next) now.set(k, next[k])
        else now.delete(k)
      }
    })
  const clear = () => {
    choose(undefined)
    setRound(r => r + 1)
    feed.refresh()
  }

  const rows: readonly LogRow[] = interval ? (found.data?.data ?? []) : feed.rows
  const error = interval ? found.error : feed.error
  const isStale = error !== undefined && error !== null && rows.length > 0
  const isLoading = interval ? found.isPending : feed.isLoading
  const retry = () => (interval ? void found.refetch() : feed.refresh())
  return (
    <Stack spacing={2}>
      <TimezoneNotice />
      <Card>
        <Stack sx={{ p: 2, gap: 2, borderBottom: 1, borderColor: 'divider' }}>
          <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'flex-start' }}>
            <IntervalForm
              key={`${from} ${to} ${round}`}
              start={from}
              end={to}
              wrong={asked && !asked.ok ? asked.error : undefined}
              onSearch={choose}
              onClear={clear}
            />
            <Box sx={{ flexGrow: 1 }} />
            <ExportButton teamId={teamId} chargepointId={chargepointId} rows={interval && rows} total={feed.total} />
            <Button color="inherit" variant="outlined" sx={quiet} startIcon={<Refresh />} onClick={retry}>
              Refresh
            </Button>
          </Stack>
          <Mode interval={interval !== undefined} stream={feed.stream} count={interval ? rows.length : feed.total} />
        </Stack>
        {found.data?.isCut && interval && (
          <Alert severity="warning" sx={{ m: 2 }}>
            More than {MAX_INTERVAL_ROWS.toLocaleString('en-IN')} messages lie in this interval. The newest are shown.
          </Alert>
        )}
        {isStale && (
          <Box sx={{ p: 2 }}>
            <ErrorNotice error={error} onRetry={retry} />
          </Box>
        )}
        {error && !isStale ? (
          <Box sx={{ p: 2 }}>
            <ErrorNotice error={error} onRetry={retry} />
          </Box>
        ) : isLoading ? (
          <RowsSkeleton rows={10} height={44} />
        ) : rows.length === 0 ? (
          <Empty title="No Logs Found" text="Try adjusting your date range or search criteria" />
        ) : (
          <LogList
            key={interval ? JSON.stringify(interval) : 'live'}
            rows={rows}
            onOpen={(row, name) => setOpen({ row, name })}
            loadOlder={interval ? none : feed.loadOlder}
            hasOlder={!interval && feed.hasOlder}
            isLoadingOlder={feed.isLoadingOlder}
          />
        )}
      </Card>
      <LogMessageDialog open={open} onClose={() => setOpen(undefined)} />
    </Stack>
  )
}

type Chosen = { from: string; to: string }
type IntervalFormProps = {
  start: string
  end: string
  wrong: string | undefined
  onSearch: (chosen: Chosen) => void
  onClear: () => void
}
/** Both ends as local times; an invalid interval shows its error and sends no call. */
function IntervalForm({ start, end, wrong, onSearch, onClear }: IntervalFormProps) {
  const [from, setFrom] = useState(start)
  const [to, setTo] = useState(end)
  const [error, setError] = useState(wrong)
  const field = (label: string, value: string, set: (v: string) => void, below: string | undefined) => (
    <TextField
      label={label}
      type="datetime-local"
      size="small"
      value={value}
      onChange={e => {
        set(e.target.value)
        setError(undefined)
      }}
      error={error !== undefined}
      helperText={below}
      sx={{ width: { xs: '100%', sm: 230 } }}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { step: 1 } }}
    />
  )
  return (
    <Stack
      component="form"
      noValidate
      direction="row"
      sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'flex-start' }}
      onSubmit={(e: React.FormEvent) => {
        e.preventDefault()
        const judged = readInterval(from, to)
        if (judged.ok) onSearch({ from, to })
        else setError(judged.error)
      }}
    >
      {field('Start Date/Time', from, setFrom, error)}
      {field('End Date/Time', to, setTo, undefined)}
      <Button type="submit" variant="contained" startIcon={<Search />}>
        Search
      </Button>
      <Button color="inherit" variant="outlined" sx={quiet} onClick={onClear}>
        Clear Filter
      </Button>
    </Stack>
  )
}

/** Which of the two modes it is, and in the live one whether it really is live. */
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

type ExportProps = {
  teamId: number
  chargepointId: string
  /** The rows of the interval; without one, every page is read. */
  rows: readonly LogRow[] | undefined
  total: number | undefined
}
function ExportButton({ teamId, chargepointId, rows, total = 0 }: ExportProps) {
  const [done, setDone] = useState<number>()
  const readAll = async (): Promise<LogRow[]> => {
    if (total > MAX_EXPORT) throw new Error(tooManyRows)
    const all: LogEntry[] = []
    let before: string | null | undefined
    while (before !== null && all.length <= MAX_EXPORT) {
      const q = { limit: MAX_LOG_PAGE, ...(before && { before }) }
      const page: { data: LogEntry[]; next: string | null } = await call(listLog, {
        params: { teamId, chargepointId },
        query: q,
      })
      all.push(...page.data)
      before = page.next
      setDone(all.length)
    }
    return all
  }
  const save = async () => {
    setDone(0)
    try {
      const all = rows ?? (await readAll())
      download(new Blob(['\ufeff', logsCsv(pagesOf(all, PAGE))], { type: 'text/csv;charset=utf-8' }), 'Logs.csv')
    } catch (e) {
      notify.error(e)
    } finally {
      setDone(undefined)
    }
  }
  const isEmpty = rows ? rows.length === 0 : total === 0
  return (
    <Button
      color="inherit"
      variant="outlined"
      sx={quiet}
      startIcon={<Download />}
      disabled={done !== undefined || isEmpty}
      onClick={() => void save()}
    >
      {done === undefined ? 'Export CSV' : `Exporting ${done.toLocaleString('en-IN')}`}
    </Button>
  )
}
