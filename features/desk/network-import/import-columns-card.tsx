// The second step of an import: which column of the file is which, with the first rows beside; the matching can be kept.
import { Alert, Box, Button, Card, MenuItem, Stack, TextField, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { CallError, call, keyOf } from '@wattdesk/wire/call'
import { useState } from 'react'
import { errorText } from '#kit/notices.tsx'
import { IMPORT_COLUMNS, type ImportColumn } from './import-columns.fields.ts'
import { mappingFaults } from './import-mapping.rules.ts'
import { ONE_COLUMN } from './import-text.rules.ts'
import { READ } from './network-import.actions.ts'
import { checkImport, type OpenedImport } from './network-import.contract.ts'
import { MAX_MAPPING_NAME, rowsOf } from './network-import.words.ts'

const NONE = '-1'
type Columns = Record<string, number>

/** The first texts of a column of the file. */
const samples = ({ preview }: OpenedImport, at: number | undefined): string =>
  at === undefined
    ? ''
    : preview
        .map(r => r.cells[at]?.trim() ?? '')
        .filter(t => t !== '')
        .slice(0, 3)
        .join(' · ')

type FieldProps = {
  of: OpenedImport
  column: ImportColumn
  at: number | undefined
  fault: string | undefined
  onChange: (at: number | undefined) => void
}
function ColumnField({ of, column, at, fault, onChange }: FieldProps) {
  return (
    <TextField
      select
      size="small"
      label={column.header}
      required={column.isRequired === true}
      value={String(at ?? NONE)}
      error={fault !== undefined}
      helperText={fault ?? (samples(of, at) || ' ')}
      onChange={e => onChange(e.target.value === NONE ? undefined : Number(e.target.value))}
      slotProps={{
        formHelperText: { sx: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } },
      }}
    >
      <MenuItem value={NONE}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          Not in the file
        </Box>
      </MenuItem>
      {of.headers.map((h, i) => (
        <MenuItem key={h} value={String(i)}>
          {h}
        </MenuItem>
      ))}
    </TextField>
  )
}

export function ImportColumnsCard({ of }: { of: OpenedImport }) {
  const cache = useQueryClient()
  const [columns, setColumns] = useState<Columns>(of.columns)
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const faults = mappingFaults(of.kind, columns, of.headers.length)
  const unused = of.headers.filter((_, i) => !Object.values(columns).includes(i))
  const set = (column: string, at: number | undefined) => {
    const { [column]: _, ...others } = columns
    setColumns(at === undefined ? others : { ...others, [column]: at })
  }
  const check = async () => {
    setTried(true)
    setFault(undefined)
    if (Object.keys(faults).length > 0) return
    setBusy(true)
    try {
      await call(checkImport, {
        params: { id: of.id },
        body: { columns, ...(name.trim() && { save_as: name.trim() }) },
      })
      for (const e of READ) void cache.invalidateQueries({ queryKey: keyOf(e) })
    } catch (error) {
      setFault(error instanceof CallError ? error.message : errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 0.5 }}>
        Columns
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 2, maxWidth: '72ch' }}>
        Choose for each field the column of the file; below each stand its first texts.
        {unused.length > 0 && ` Not used: ${unused.slice(0, 8).join(', ')}${unused.length > 8 ? ', …' : ''}.`}
      </Typography>
      {of.headers.length === 1 && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {ONE_COLUMN}
        </Alert>
      )}
      {of.mappings.length > 0 && (
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', mb: 2 }}>
          {of.mappings.map(m => (
            <Button key={m.name} size="small" variant="outlined" color="inherit" onClick={() => setColumns(m.columns)}>
              Match as “{m.name}”
            </Button>
          ))}
        </Stack>
      )}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' },
          columnGap: 2,
          rowGap: 1.5,
        }}
      >
        {IMPORT_COLUMNS[of.kind].map(c => (
          <ColumnField
            key={c.name}
            of={of}
            column={c}
            at={columns[c.name]}
            fault={isTried ? faults[c.name] : undefined}
            onChange={at => set(c.name, at)}
          />
        ))}
      </Box>
      {fault && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {fault}
        </Alert>
      )}
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ gap: 2, mt: 2, justifyContent: 'space-between', alignItems: { sm: 'center' } }}
      >
        <TextField
          size="small"
          label="Keep this matching as"
          placeholder="Name, optional"
          value={name}
          onChange={e => setName(e.target.value)}
          slotProps={{ htmlInput: { maxLength: MAX_MAPPING_NAME } }}
          sx={{ width: { sm: 320 }, flexShrink: 0 }}
        />
        <Button variant="contained" disabled={isBusy} onClick={() => void check()}>
          {isBusy ? 'Checking...' : `Check ${rowsOf(of.total)}`}
        </Button>
      </Stack>
    </Card>
  )
}
