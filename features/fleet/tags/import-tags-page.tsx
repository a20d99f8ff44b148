// Many tags from a CSV file (S-TAG-IMPORT): after the choice of a file each of its rows is shown with its expected
// outcome, and only then are tags made. The outcome of each row can be downloaded.
import Download from '@mui/icons-material/DownloadOutlined'
import Upload from '@mui/icons-material/UploadFileOutlined'
import { Alert, Button, Card, Stack, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { localZone } from '@wattdesk/base/time'
import { call, keyOf } from '@wattdesk/wire/call'
import { useRef, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { saveCsv } from '#kit/export.ts'
import { moneyText } from '#kit/figures.tsx'
import { errorText, notify } from '#kit/notices.tsx'
import { Page } from '#kit/page.tsx'
import { useSession } from '#kit/session.ts'
import { decoded, OUTCOME_WORDS } from './import-file.rules.ts'
import { ImportRows } from './import-rows.tsx'
import { LIST, READERS } from './tag.actions.ts'
import {
  FILE_TOO_LARGE,
  IMPORT_COLUMNS,
  IMPORT_FIELDS,
  importTags,
  previewTagImport,
  type TagImport,
} from './tag-import.contract.ts'

const MOST_BYTES = 4 * 1024 * 1024
type Chosen = { name: string; csv: string; result: TagImport; isDone: boolean }

/** Saves each row of the file with its outcome, as a file. */
const saveReport = ({ result }: Chosen) =>
  saveCsv(
    {
      header: ['Line', ...IMPORT_COLUMNS, 'Result', 'Reason'],
      rows: result.rows.map(r => [r.line, ...IMPORT_FIELDS.map(f => r[f]), OUTCOME_WORDS[r.outcome], r.text]),
    },
    'tags_import_report',
  )
const saveTemplate = () => saveCsv({ header: IMPORT_COLUMNS, rows: [] }, 'tags_import')

export function ImportTagsPage() {
  const { teamId } = useSession()
  const cache = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState<'reading' | 'making'>()

  const take = async (file: File | undefined) => {
    if (!file || busy) return
    setFault(undefined)
    setChosen(undefined)
    if (file.size > MOST_BYTES) return setFault(FILE_TOO_LARGE)
    setBusy('reading')
    try {
      const read = decoded(await file.arrayBuffer())
      if ('fault' in read) return setFault(read.fault)
      const body = { csv: read.text, zone: localZone() }
      const { data } = await call(previewTagImport, { params: { teamId }, body })
      setChosen({ name: file.name, csv: read.text, result: data, isDone: false })
    } catch (error) {
      setFault(errorText(error))
    } finally {
      setBusy(undefined)
    }
  }
  const make = async () => {
    if (!chosen || busy) return
    setBusy('making')
    try {
      const body = { csv: chosen.csv, zone: localZone() }
      const reply = await call(importTags, { params: { teamId }, body })
      setChosen({ ...chosen, result: reply.data, isDone: true })
      notify.success(reply.message)
      for (const e of READERS) void cache.invalidateQueries({ queryKey: keyOf(e) })
    } catch (error) {
      setFault(errorText(error))
    } finally {
      setBusy(undefined)
    }
  }
  const ready = chosen?.result.rows.filter(r => r.outcome === 'ready').length ?? 0
  return (
    <Page
      title="Import RFID Tags"
      crumbs={[{ label: 'RFID Tags', to: LIST }, { label: 'Import' }]}
      subtitle="Nothing is made before you have seen what the file holds."
    >
      <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
        <Typography sx={{ color: 'text.secondary', maxWidth: '72ch', mb: 2 }}>
          A CSV file with at most 10,000 rows and the columns of the export: {IMPORT_COLUMNS.join(', ')}. Only{' '}
          {IMPORT_COLUMNS[0]} must be there. Dates are written as 2027-12-31 or 31/12/2027. Without Max Active
          Transactions a card with a balance may be in one session at a time, and any other tag is blocked, as in the
          form.
        </Typography>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,text/csv"
          aria-label="CSV file"
          hidden
          onChange={e => {
            void take(e.target.files?.[0])
            e.target.value = ''
          }}
        />
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
          <Button
            variant={chosen ? 'outlined' : 'contained'}
            startIcon={<Upload />}
            disabled={busy !== undefined}
            onClick={() => input.current?.click()}
          >
            {busy === 'reading' ? 'Reading...' : chosen ? 'Choose another file' : 'Choose file'}
          </Button>
          <Button color="inherit" startIcon={<Download />} onClick={saveTemplate}>
            Empty file with the columns
          </Button>
        </Stack>
        {fault && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {fault}
          </Alert>
        )}
      </Card>
      {chosen && (
        <>
          <ImportRows result={chosen.result} isDone={chosen.isDone} />
          {chosen.result.cards > 0 && (
            <Alert severity={chosen.isDone ? 'success' : 'info'}>
              {chosen.result.cards === 1 ? 'One prepaid card' : `${chosen.result.cards} prepaid cards`} with{' '}
              {moneyText(chosen.result.balance)} in all {chosen.isDone ? 'were' : 'will be'} charged to the account of
              your team.
            </Alert>
          )}
          <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
            <Button color="inherit" variant="outlined" startIcon={<Download />} onClick={() => saveReport(chosen)}>
              Download report
            </Button>
            {chosen.isDone ? (
              <Button component={RouterLink} to={LIST} variant="contained">
                To the RFID tags
              </Button>
            ) : (
              <Button variant="contained" disabled={ready === 0 || busy !== undefined} onClick={() => void make()}>
                {busy === 'making'
                  ? 'Creating...'
                  : `Create ${ready.toLocaleString('en-IN')} RFID ${ready === 1 ? 'tag' : 'tags'}`}
              </Button>
            )}
          </Stack>
        </>
      )}
    </Page>
  )
}
