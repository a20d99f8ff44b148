// The page of one import: its columns, the result of the check, the decision, the progress, and taking it back (IMPORT-01 to
// IMPORT-03).
import { Alert, Button, Card, Stack, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError, call, keyOf, query } from '@wattdesk/wire/call'
import { useEffect, useMemo, useState } from 'react'
import { Link as RouterLink, useParams } from 'react-router'
import type { Action } from '#kit/actions.tsx'
import { ErrorNotice } from '#kit/error.tsx'
import { Gone } from '#kit/gone.tsx'
import { useLive, usePolling } from '#kit/live.ts'
import { notify } from '#kit/notices.tsx'
import { Page } from '#kit/page.tsx'
import { BlockSkeleton } from '#kit/skeleton.tsx'
import { Time } from '#kit/time.tsx'
import { ImportColumnsCard } from './import-columns-card.tsx'
import { ImportRowsPart } from './import-rows-part.tsx'
import { ImportProgress, ImportStateChip, isBusy } from './import-state.tsx'
import { LIST, READ, saveRefused, takeBack } from './network-import.actions.ts'
import { getNetworkImport, type OpenedImport, runImport } from './network-import.contract.ts'
import { countOf, type ImportMode, KIND_WORDS, rowsAre, rowsOf } from './network-import.words.ts'

const POLL_MS = 1500
const figure = (n: number): string => n.toLocaleString('en-IN')

function useRun(of: OpenedImport) {
  const cache = useQueryClient()
  const [asked, setAsked] = useState<ImportMode>()
  const run = async (mode: ImportMode) => {
    setAsked(mode)
    try {
      await call(runImport, { params: { id: of.id }, body: { mode } })
    } catch (error) {
      notify.error(error)
    } finally {
      setAsked(undefined)
      for (const e of READ) void cache.invalidateQueries({ queryKey: keyOf(e) })
    }
  }
  return { asked, run }
}

/** An import that stopped on its way: whoever holds the right may go on with it. */
function Rest({ of, rest }: { of: OpenedImport; rest: number }) {
  const { asked, run } = useRun(of)
  return (
    <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography sx={{ mb: 2, maxWidth: '72ch' }}>
        {of.done === 0 ? 'No row was imported.' : `${figure(of.done)} of ${rowsOf(of.done + rest)} are imported.`} The
        import may go on with the rows that are left.
      </Typography>
      <Button variant="contained" disabled={!!asked} onClick={() => void run('good')}>
        Import the rest ({figure(rest)})
      </Button>
    </Card>
  )
}

/** The decision after the check: all rows or none, the good rows, or other columns. */
function Decision({ of, onColumns }: { of: OpenedImport; onColumns: () => void }) {
  const { asked, run } = useRun(of)
  const { counts } = of
  const toTake = counts.new + counts.changed
  const text =
    toTake === 0
      ? 'No row is new or changed: there is nothing to import.'
      : counts.refused > 0
        ? `${rowsAre(counts.refused)} refused. Import the ${toTake === 1 ? 'one good row' : `${figure(toTake)} good rows`}, or correct the file and send it again.`
        : toTake === 1
          ? 'One row is new or changed and can be imported.'
          : `All ${figure(toTake)} rows that are new or changed can be imported: at once, all or nothing, or step by step.`
  return (
    <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography sx={{ mb: 2, maxWidth: '72ch' }}>{text}</Typography>
      {of.kind === 'chargers' && counts.new > 0 && of.columns.registrationStatus === undefined && (
        <Alert severity="info" sx={{ mb: 2, maxWidth: '72ch' }}>
          The file has no Registration Status, so new charge points are Pending: they connect, and charge once somebody
          has accepted them. A column with Accepted lets them charge at once.
        </Alert>
      )}
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        {counts.refused === 0 && (
          <Button variant="contained" disabled={toTake === 0 || !!asked} onClick={() => void run('all')}>
            Import all or nothing
          </Button>
        )}
        <Button
          variant={counts.refused > 0 ? 'contained' : 'outlined'}
          color={counts.refused > 0 ? 'primary' : 'inherit'}
          disabled={toTake === 0 || !!asked}
          onClick={() => void run('good')}
        >
          Import the good rows
        </Button>
        <Button color="inherit" onClick={onColumns} disabled={!!asked}>
          Change the columns
        </Button>
      </Stack>
    </Card>
  )
}

function Steps({ of }: { of: OpenedImport }) {
  const [isMatching, setMatching] = useState(false)
  // A check that has begun ends the matching.
  useEffect(() => {
    if (of.state === 'Checking') setMatching(false)
  }, [of.state])
  const rest = of.counts.new + of.counts.changed - of.done
  const isOver = of.state === 'Imported' || of.state === 'Taken back'
  return (
    <>
      {of.fault && <Alert severity="error">{of.fault}</Alert>}
      {isBusy(of) && (
        <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
          <Typography sx={{ mb: 1.5 }}>
            {of.state}.{' '}
            {of.state === 'Checking'
              ? 'You may leave this page and come back to it from the list of imports.'
              : 'You may leave this page: your bell tells you when it has ended.'}
          </Typography>
          <ImportProgress of={of} />
        </Card>
      )}
      {of.state === 'Imported' && of.done > 0 && (
        <Alert
          severity="success"
          action={
            <Button component={RouterLink} to={KIND_WORDS[of.kind].list} color="inherit" size="small">
              To the {KIND_WORDS[of.kind].one}s
            </Button>
          }
        >
          {countOf(of.done, of.kind)} {of.done === 1 ? 'was' : 'were'} made or changed.
        </Alert>
      )}
      {of.state === 'Taken back' && (
        <Alert severity="info">
          What this import had made and changed was taken back by {of.taken_back_by},{' '}
          {of.takenBackAt && <Time at={of.takenBackAt} />}.
        </Alert>
      )}
      {of.state === 'Imported' && of.done === 0 && (
        <Alert severity="info">No row had anything left to make or change.</Alert>
      )}
      {of.state === 'Stopped' && rest > 0 && of.checkedAt !== null && <Rest of={of} rest={rest} />}
      {of.state === 'Checked' && !isMatching && <Decision of={of} onColumns={() => setMatching(true)} />}
      {(of.state === 'Uploaded' || isMatching || (of.state === 'Stopped' && of.done === 0)) && (
        <ImportColumnsCard key={of.id} of={of} />
      )}
      {(of.state === 'Checked' || isOver || of.state === 'Stopped') && <ImportRowsPart of={of} />}
    </>
  )
}

export function NetworkImportPage() {
  const id = Number(useParams().id)
  const cache = useQueryClient()
  const polling = usePolling(POLL_MS)
  const asked = useQuery({
    ...query(getNetworkImport, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data.data) ? polling : false),
  })
  useLive('network-import', events => {
    if (events.some(e => e.networkImportId === id)) void cache.invalidateQueries({ queryKey: keyOf(getNetworkImport) })
  })
  const of = asked.data?.data
  const state = of?.state
  // The rows of before are those of another step.
  useEffect(() => {
    if (state) for (const e of READ) if (e !== getNetworkImport) void cache.invalidateQueries({ queryKey: keyOf(e) })
  }, [state, cache])
  const actions = useMemo<readonly Action[]>(() => {
    if (!of) return []
    return [saveRefused, takeBack].map(a => ({
      ...a,
      label: typeof a.label === 'function' ? a.label(of) : a.label,
      when: () => a.when?.(of) ?? true,
      confirm: () => a.confirm?.(of),
      needs: () => a.needs?.(of) ?? [],
      run: (_none, context) => a.run(of, context),
    }))
  }, [of])
  if (asked.error instanceof CallError && asked.error.status === 404) return <Gone text="Import not found" to={LIST} />
  if (!of)
    return (
      <Page>
        {asked.error ? (
          <ErrorNotice error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <BlockSkeleton height={260} />
        )}
      </Page>
    )
  const form = of.format === 'xlsx' ? 'Excel' : `CSV, ${of.encoding}, ${of.delimiter}`
  return (
    <Page
      title={of.file_name}
      subtitle={
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <ImportStateChip of={of} />
          <span>
            {KIND_WORDS[of.kind].label} for {of.team_name} · {rowsOf(of.total)} · {form} · sent by {of.username},{' '}
            <Time at={of.createdAt} />
          </span>
        </Stack>
      }
      crumbs={[{ label: 'Import of files', to: LIST }, { label: of.file_name }]}
      actions={actions}
    >
      <Steps of={of} />
    </Page>
  )
}
