// The first step of an import: what the file holds, a template, and the file itself (IMPORT-01).
import Download from '@mui/icons-material/DownloadOutlined'
import { Alert, Button, Card, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { errorText, notify } from '#kit/notices.tsx'
import { Page } from '#kit/page.tsx'
import { holdsAny, useSession } from '#kit/session.ts'
import { ChooseFile } from '#office/uploads/choose-file.parts.tsx'
import { IMPORT_COLUMNS } from './import-columns.fields.ts'
import { ImportGuide } from './import-guide.tsx'
import { LIST, saveTemplate, sendFile } from './network-import.actions.ts'
import { FILE_TOO_LARGE, IMPORT_KINDS, type ImportKind, KIND_WORDS, MOST_FILE_BYTES } from './network-import.words.ts'

/** What people should know before they fill a file of the kind. */
const HINTS: Readonly<Record<ImportKind, string>> = {
  sites: 'A row is a site. Sites are known by their names within the team.',
  'price-groups':
    'A row is a price group with one price at all hours, known by its name. Prices by the hour are set in the form.',
  chargers:
    'A row is a charge point with up to four connectors, known by its Charger ID. Sites and price groups are named; import them first.',
  drivers: 'A row is a driver, known by the e-mail address, or else by the phone number. One of the two must be there.',
  vehicles: 'A row is a vehicle, known by its registration number.',
  tags: 'A row is an RFID tag, known by its text. A balance is given to new tags only, from the account of your team.',
}

export function NewImportPage() {
  const { teamId, teamName, role } = useSession()
  const navigate = useNavigate()
  const kinds = IMPORT_KINDS.filter(k => holdsAny(role, KIND_WORDS[k].create))
  const [params] = useSearchParams()
  const [kind, setKind] = useState<ImportKind>(kinds.find(k => k === params.get('kind')) ?? kinds[0] ?? 'tags')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const send = async (file: File) => {
    setFault(undefined)
    if (file.size > MOST_FILE_BYTES) return setFault(FILE_TOO_LARGE)
    setBusy(true)
    try {
      const { id } = await sendFile(teamId, kind, file)
      void navigate(`${LIST}/${id}`)
    } catch (error) {
      setFault(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const template = (form: 'csv' | 'xlsx') => void saveTemplate(kind, form).catch(notify.error)
  const required = IMPORT_COLUMNS[kind].filter(c => c.isRequired).map(c => c.header)
  const besides = IMPORT_COLUMNS[kind]
    .filter(c => c.neededWhen && !/^connectors\.[1-9]/.test(c.name))
    .map(c => `${c.header} (${c.neededWhen})`)
  return (
    <Page
      title="Import a file"
      crumbs={[{ label: 'Import of files', to: LIST }, { label: 'New' }]}
      subtitle="Nothing is made before you have seen what would become of each row."
    >
      <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
        <Stack sx={{ gap: 2, maxWidth: 720 }}>
          <TextField
            select
            label="What the file holds"
            value={kind}
            onChange={e => setKind(e.target.value as ImportKind)}
            sx={{ maxWidth: 360 }}
          >
            {kinds.map(k => (
              <MenuItem key={k} value={k}>
                {KIND_WORDS[k].label}
              </MenuItem>
            ))}
          </TextField>
          <Typography sx={{ color: 'text.secondary', maxWidth: '72ch' }}>
            {HINTS[kind]} The records become those of the team {teamName}, which is chosen in the menu.
          </Typography>
          <Typography sx={{ color: 'text.secondary', maxWidth: '72ch' }}>
            Columns that must be there: {required.join(', ')}.{besides.length > 0 && ` Besides: ${besides.join(', ')}.`}{' '}
            Their order and their names are yours: columns are matched in the next step.
          </Typography>
          <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
            <Button color="inherit" variant="outlined" startIcon={<Download />} onClick={() => template('csv')}>
              Template as CSV
            </Button>
            <Button color="inherit" variant="outlined" startIcon={<Download />} onClick={() => template('xlsx')}>
              Template as Excel
            </Button>
          </Stack>
          <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
            <ChooseFile
              text={isBusy ? 'Sending...' : 'Choose file'}
              size="medium"
              variant="contained"
              color="primary"
              accept=".csv,.tsv,.txt,.xlsx,text/csv"
              aria-label="File"
              disabled={isBusy}
              onFiles={([file]) => file && void send(file)}
            />
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              CSV up to 50 MB, or Excel (.xlsx) up to 10 MB
            </Typography>
          </Stack>
          {fault && <Alert severity="error">{fault}</Alert>}
        </Stack>
      </Card>
      <ImportGuide kind={kind} />
    </Page>
  )
}
