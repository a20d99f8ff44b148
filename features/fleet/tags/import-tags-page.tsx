// Many tags from a CSV file (S-TAG-IMPORT): after the choice of a file each of its rows is shown with its expected
// outcome, and only then are tags made. The outcome of each row can be downloaded.
import Download from '@mui/icons-material/DownloadOutlined'
import { Alert, Button, Card, Stack, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { localZone } from '@wattdesk/base/time'
import { call, keyOf } from '@wattdesk/wire/call'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { saveCsv } from '#kit/export.ts'
import { moneyText } from '#kit/figures.tsx'
import { errorText, notify } from '#kit/notices.tsx'
import { Page } from '#kit/page.tsx'
import { useSession } from '#kit/session.ts'
import { ChooseFile } from '#office/uploads/choose-file.parts.tsx'
import { decoded } from './csv.rules.ts'
import { ImportRows } from './import-rows.tsx'
import { LIST, READERS } from './tag.actions.ts'
import {
  FILE_TOO_LARGE,
  IMPORT_COLUMNS,
  IMPORT_FIELDS,
  importTags,
  MOST_BYTES,
  OUTCOME_WORDS,
  previewTagImport,
  type TagImport,
} from './tag-import.contract.ts'

type Chosen = { csv: string; result: TagImport; isDone: boolean }

/** Saves each row of the file with its outcome, as a file. */
const saveReport = ({ rows }: TagImport) =>
  saveCsv(
    {
      header: ['Line', ...IMPORT_COLUMNS, 'Result', 'Reason'],
      rows: rows.map(r => [r.line, ...IMPORT_FIELDS.map(f => r[f]), OUTCOME_WORDS[r.outcome], r.text]),
    },
    'tags_import_report',
  )
const saveTemplate = () => saveCsv({ header: IMPORT_COLUMNS, rows: [] }, 'tags_import')

/** The two steps of an import, one at a time: a file is read and previewed, then its tags are made. */
function useTagImport() {
  const { teamId } = useSession()
  const cache = useQueryClient()
  const [chosen, setChosen] = useState<Chosen>()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState<'reading' | 'making'>()
  const during = async (step: 'reading' | 'making', run: () => Promise<void>) => {
    if (busy) return
    setBusy(step)
    try {
      await run()
    } catch (error) {
      setFault(errorText(error))
    } finally {
      setBusy(undefined)
    }
  }
  const argsOf = (csv: string) => ({ params: { teamId }, body: { csv, zone: localZone() } })
  const read = (file: File) =>
    during('reading', async () => {
      setFault(undefined)
      setChosen(undefined)
      if (file.size > MOST_BYTES) return setFault(FILE_TOO_LARGE)
      const content = decoded(await file.arrayBuffer())
      if ('fault' in content) return setFault(content.fault)
      const { data } = await call(previewTagImport, argsOf(content.text))
      setChosen({ csv: content.text, result: data, isDone: false })
    })
  const make = ({ csv }: Chosen) =>
    during('making', async () => {
      const { data, message } = await call(importTags, argsOf(csv))
      setChosen({ csv, result: data, isDone: true })
      notify.success(message)
      for (const e of READERS) void cache.invalidateQueries({ queryKey: keyOf(e) })
    })
  return { chosen, fault, busy, read, make }
}
type Import = ReturnType<typeof useTagImport>

function ChooseCard({ chosen, fault, busy, read }: Import) {
  return (
    <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography sx={{ color: 'text.secondary', maxWidth: '72ch', mb: 2 }}>
        A CSV file with at most 10,000 rows and the columns of the export: {IMPORT_COLUMNS.join(', ')}. Only{' '}
        {IMPORT_COLUMNS[0]} must be there. Dates are written as 2027-12-31 or 31/12/2027. Without Max Active
        Transactions a card with a balance may be in one session at a time, and any other tag is blocked, as in the
        form.
      </Typography>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        <ChooseFile
          text={busy === 'reading' ? 'Reading...' : chosen ? 'Choose another file' : 'Choose file'}
          size="medium"
          variant={chosen ? 'outlined' : 'contained'}
          color="primary"
          accept=".csv,.txt,text/csv"
          aria-label="CSV file"
          disabled={busy !== undefined}
          onFiles={([file]) => file && void read(file)}
        />
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
  )
}

function Outcome({ chosen, busy, make }: Import & { chosen: Chosen }) {
  const { result, isDone } = chosen
  const ready = result.rows.filter(r => r.outcome === 'ready').length
  return (
    <>
      <ImportRows result={result} isDone={isDone} />
      {result.cards > 0 && (
        <Alert severity={isDone ? 'success' : 'info'}>
          {result.cards === 1 ? 'One prepaid card' : `${result.cards} prepaid cards`} with {moneyText(result.balance)}{' '}
          in all {isDone ? 'were' : 'will be'} charged to the account of your team.
        </Alert>
      )}
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
        <Button color="inherit" variant="outlined" startIcon={<Download />} onClick={() => saveReport(result)}>
          Download report
        </Button>
        {isDone ? (
          <Button component={RouterLink} to={LIST} variant="contained">
            To the RFID tags
          </Button>
        ) : (
          <Button variant="contained" disabled={ready === 0 || busy !== undefined} onClick={() => void make(chosen)}>
            {busy === 'making'
              ? 'Creating...'
              : `Create ${ready.toLocaleString('en-IN')} RFID ${ready === 1 ? 'tag' : 'tags'}`}
          </Button>
        )}
      </Stack>
    </>
  )
}

export function ImportTagsPage() {
  const steps = useTagImport()
  return (
    <Page
      title="Import RFID Tags"
      crumbs={[{ label: 'RFID Tags', to: LIST }, { label: 'Import' }]}
      subtitle="Nothing is made before you have seen what the file holds."
    >
      <ChooseCard {...steps} />
      {steps.chosen && <Outcome {...steps} chosen={steps.chosen} />}
    </Page>
  )
}
