// What a file of a kind may hold: each column, whether it is needed, what it takes, and an example (IMPORT-01).
import { Box, Card, Table, TableBody, TableCell, TableHead, TableRow, Typography, useMediaQuery } from '@mui/material'
import { IMPORT_COLUMNS, type ImportColumn, neededText, takenBy } from './import-columns.fields.ts'
import { COLUMN_HEADERS } from './network-import.actions.ts'
import { type ImportKind, KIND_WORDS } from './network-import.words.ts'

/** Connectors 2 to 4 have the columns of the first. */
const IS_FURTHER = /^connectors\.[1-9]/
const shownOf = (kind: ImportKind): readonly ImportColumn[] =>
  IMPORT_COLUMNS[kind].filter(c => !IS_FURTHER.test(c.name))

function Lines({ columns }: { columns: readonly ImportColumn[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {columns.map(c => {
        const needed = neededText(c)
        return (
          <Box component="li" key={c.name} sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
            <Typography sx={{ fontWeight: 550 }}>{c.header}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {needed && `Needed${needed === 'yes' ? '' : ` ${needed}`}. `}
              Takes {takenBy(c)}.{c.example && ` Example: ${c.example}`}
            </Typography>
          </Box>
        )
      })}
    </Box>
  )
}

export function ImportGuide({ kind }: { kind: ImportKind }) {
  const phone = useMediaQuery('(max-width:599.95px)', { noSsr: true })
  const columns = shownOf(kind)
  return (
    <Card sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography variant="h2" sx={{ mb: 0.5 }}>
        {KIND_WORDS[kind].label}: what the columns take
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 2, maxWidth: '72ch' }}>
        Words are taken in any case of letters. An empty cell leaves what is stored as it is.
        {columns.length < IMPORT_COLUMNS[kind].length && ' Connectors 2 to 4 have the same columns as connector 1.'}
      </Typography>
      {phone ? (
        <Lines columns={columns} />
      ) : (
        <Table size="small" aria-label="Columns of the file">
          <TableHead>
            <TableRow>
              {COLUMN_HEADERS.map(h => (
                <TableCell key={h}>{h}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {columns.map(c => (
              <TableRow key={c.name}>
                <TableCell component="th" scope="row" sx={{ fontWeight: 550 }}>
                  {c.header}
                </TableCell>
                <TableCell>{neededText(c)}</TableCell>
                <TableCell>{takenBy(c)}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{c.example}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  )
}
