// The files of a charge point: the requests made to it, how far each file has come, and the actions on it (S-FILES).
import Delete from '@mui/icons-material/DeleteOutlined'
import Download from '@mui/icons-material/FileDownloadOutlined'
import { Box, Button, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '@wattdesk/base/text'
import { address, call, query } from '@wattdesk/wire/call'
import { ActionMenu } from '#kit/action-menu.tsx'
import { type Action, ActionButton } from '#kit/actions.tsx'
import { deletion } from '#kit/confirm.tsx'
import { useLive, usePolling } from '#kit/live.ts'
import { saveFile } from '#kit/save-file.ts'
import { ShortList, ShortRow } from '#kit/short-list.tsx'
import { ToneChip } from '#kit/status-chip.tsx'
import { RelativeTime, Time } from '#kit/time.tsx'
import {
  type ChargerFile,
  deleteChargerFile,
  type ElsewhereFile,
  getChargerFile,
  KEPT_DAYS,
  listChargerFiles,
  MOST_FILES,
  OPEN_HOURS,
} from './charger-file.contract.ts'

type Charger = { chargepoint_pk: number; chargepoint_id: string }
type Row = ChargerFile & { pk: number }
/** A file that goes to an address outside the portal; the outcome is shown by its task. */
type Outside = ElsewhereFile & { state: 'elsewhere' }

const POLL_MS = 30_000
const kinds = { diagnostics: 'Diagnostics', security: 'Security log' } as const
const states: Record<
  ChargerFile['state'],
  { tone: 'success' | 'active' | 'neutral' | 'fault' | 'warning'; label: string; text: string }
> = {
  received: { tone: 'success', label: 'Received', text: '' },
  awaited: { tone: 'active', label: 'Awaited', text: 'The charge point may send it until' },
  nothing: { tone: 'neutral', label: 'Nothing there', text: 'The charge point said that it has no such file.' },
  refused: { tone: 'fault', label: 'Not sent', text: 'The charge point did not take the request.' },
  missing: { tone: 'warning', label: 'Never came', text: `Nothing came within ${OPEN_HOURS} hours.` },
}

const fetching: Action<Row> = {
  id: 'save-charger-file',
  label: 'Download',
  icon: Download,
  run: ({ pk, fileId, name }, { teamId }) =>
    saveFile(address(getChargerFile, { params: { teamId, id: String(pk), fileId } }), name ?? 'file', getChargerFile),
}
const deleting: Action<Row> = {
  id: 'delete-charger-file',
  label: 'Delete',
  icon: Delete,
  right: 'ChargerPoint.update',
  danger: true,
  confirm: f => deletion(`the file ${f.name ?? ''}`),
  run: (f, { teamId }) => call(deleteChargerFile, { params: { teamId, id: String(f.pk), fileId: f.fileId } }),
  refreshes: [listChargerFiles],
}

/** The card with the files of a charge point; `onTask` opens the operation that asked for one. */
export function ChargerFiles({
  teamId,
  charger,
  onTask,
}: {
  teamId: number
  charger: Charger
  onTask?: (taskId: string) => void
}) {
  const q = useQuery({
    ...query(listChargerFiles, { params: { teamId, id: String(charger.chargepoint_pk) } }),
    refetchInterval: usePolling(POLL_MS),
  })
  useLive('task', events => {
    if (events.some(e => e.chargepoint_id === charger.chargepoint_id)) void q.refetch()
  })
  const rows: readonly (ChargerFile | Outside)[] = [
    ...(q.data?.data ?? []),
    ...(q.data?.elsewhere ?? []).map(e => ({ ...e, state: 'elsewhere' as const })),
  ].toSorted((a, b) => Date.parse(b.askedAt) - Date.parse(a.askedAt))
  return (
    <ShortList
      title="Files"
      help={`Diagnostics and logs that this charge point sent to the portal after GetDiagnostics or GetLog. They are kept for ${KEPT_DAYS} days.`}
      source={{ ...q, data: q.data && { data: rows } }}
      none={`No file was asked for in the last ${KEPT_DAYS} days.`}
      most={MOST_FILES}
      row={f =>
        f.state === 'elsewhere' ? (
          <OutsideRow key={f.taskId} file={f} onTask={onTask} />
        ) : (
          <FileRow key={f.taskId} file={{ ...f, pk: charger.chargepoint_pk }} onTask={onTask} />
        )
      }
    />
  )
}

const COLUMNS = { xs: 'minmax(0, 1fr) auto', lg: 'minmax(0, 2fr) 120px minmax(0, 2fr) 240px' }
function OutsideRow({ file: f, onTask }: { file: Outside; onTask: ((taskId: string) => void) | undefined }) {
  return (
    <ShortRow columns={COLUMNS}>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 550 }}>{f.operation === 'GetDiagnostics' ? 'Diagnostics' : 'Log'}</Box>
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          {f.operation} · <RelativeTime at={f.askedAt} />
          {f.askedBy && ` by ${f.askedBy}`}
        </Box>
      </Box>
      <Box sx={{ justifySelf: { xs: 'end', lg: 'start' } }}>
        <ToneChip tone="neutral" label="Elsewhere" />
      </Box>
      <Box sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' }, color: 'text.secondary' }}>
        It goes to an address outside the portal and is not kept here.
        {onTask && ' Details tells where to and how it went.'}
      </Box>
      {onTask && (
        <Stack direction="row" sx={{ justifyContent: { lg: 'end' }, gridColumn: { xs: '1 / -1', lg: 'auto' } }}>
          <Button size="small" aria-label={`Details of ${f.operation}`} onClick={() => onTask(f.taskId)}>
            Details
          </Button>
        </Stack>
      )}
    </ShortRow>
  )
}
function FileRow({ file: f, onTask }: { file: Row; onTask: ((taskId: string) => void) | undefined }) {
  const state = states[f.state]
  return (
    <ShortRow columns={COLUMNS}>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{f.name ?? kinds[f.kind]}</Box>
        <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          {f.operation} · <RelativeTime at={f.askedAt} />
          {f.askedBy && ` by ${f.askedBy}`}
        </Box>
      </Box>
      <Box sx={{ justifySelf: { xs: 'end', lg: 'start' } }}>
        <ToneChip tone={state.tone} label={state.label} />
      </Box>
      <Box sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' }, color: 'text.secondary' }}>
        {f.state === 'received' ? (
          <>
            {formatBytes(f.bytes ?? 0)} · <RelativeTime at={f.receivedAt} />
          </>
        ) : (
          <>
            {state.text} {f.state === 'awaited' && <Time at={f.openUntil} />}
          </>
        )}
      </Box>
      <Stack
        direction="row"
        useFlexGap
        sx={{ gap: 1, flexWrap: 'wrap', justifyContent: { lg: 'end' }, gridColumn: { xs: '1 / -1', lg: 'auto' } }}
      >
        {f.state === 'received' && (
          <>
            <ActionButton action={fetching} target={f} size="small" />
            <ActionMenu actions={[deleting]} target={f} label={`Actions of ${f.name ?? ''}`} />
          </>
        )}
        {onTask && (
          <Button size="small" aria-label={`Details of ${f.name ?? kinds[f.kind]}`} onClick={() => onTask(f.taskId)}>
            Details
          </Button>
        )}
      </Stack>
    </ShortRow>
  )
}
