// The answer of a charge point in readable form: its configuration, its certificates, a vendor's data, a file name, a
// schedule.
import { Box, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { DetailList } from '#kit/detail-list.tsx'
import { RawText } from '#kit/raw-text.tsx'
import { knownOperation } from './operations/operations.contract.ts'
import type { Task } from './remote-operation.contract.ts'
import { compositeOf } from './schedule.rules.ts'
import { ScheduleChart } from './schedule-chart.parts.tsx'

type Fields = Readonly<Record<string, unknown>>
const isFields = (v: unknown): v is Fields => typeof v === 'object' && v !== null && !Array.isArray(v)
const listOf = (v: unknown): Fields[] => (Array.isArray(v) ? v.filter(isFields) : [])
const textsOf = (v: unknown): string[] => (Array.isArray(v) ? v.map(String) : [])
/** Under the rest of an answer, with a heading of its own. */
const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section" aria-label={title}>
    <Typography variant="h3" sx={{ mb: 1 }}>
      {title}
    </Typography>
    {children}
  </Box>
)

/** The readable part of an answer; nothing where its words say enough, or it is drawn elsewhere. */
export function TaskAnswer({ task }: { task: Pick<Task, 'operation' | 'result'> }) {
  const details = task.result[0]?.details
  if (!isFields(details)) return null
  switch (knownOperation(task.operation)?.shows) {
    case 'configuration':
      return <Configuration keys={listOf(details.configurationKey)} unknown={textsOf(details.unknownKey)} />
    case 'certificates':
      return <Certificates of={listOf(details.certificateHashData)} />
    case 'data':
      return typeof details.data === 'string' && details.data !== '' ? (
        <Part title="Data">
          <RawText label="Data" maxHeight={240}>
            {details.data}
          </RawText>
        </Part>
      ) : null
    case 'file':
      return typeof details.filename === 'string' && details.filename !== '' ? (
        <DetailList items={[{ label: 'File', value: details.filename }]} />
      ) : null
    case 'schedule': {
      const schedule = compositeOf(task)
      return schedule ? (
        // The stack around sets the margins of what it holds.
        <Box>
          <Box sx={{ mx: { xs: -2, sm: -2.5 }, my: -2 }}>
            <ScheduleChart title="Composite schedule" {...schedule} />
          </Box>
        </Box>
      ) : null
    }
    default:
      return null
  }
}

function Configuration({ keys, unknown }: { keys: readonly Fields[]; unknown: readonly string[] }) {
  const rows = keys.toSorted((a, b) => String(a.key).localeCompare(String(b.key)))
  if (rows.length + unknown.length === 0) return null
  return (
    <Part title={`Configuration (${rows.length} ${rows.length === 1 ? 'key' : 'keys'})`}>
      {rows.length > 0 && (
        <TableContainer
          tabIndex={0}
          role="region"
          aria-label="Keys"
          sx={{ maxHeight: 360, border: 1, borderColor: 'divider', borderRadius: 2 }}
        >
          <Table size="small" stickyHeader aria-label="Configuration" sx={{ tableLayout: 'fixed' }}>
            <TableHead>
              <TableRow>
                <TableCell sx={{ width: '58%' }}>Key</TableCell>
                <TableCell>Value</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map(k => (
                <TableRow key={String(k.key)}>
                  <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
                    {String(k.key)}
                    {k.readonly === true && (
                      <Typography component="div" variant="caption" sx={{ color: 'text.secondary' }}>
                        Read only
                      </Typography>
                    )}
                  </TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
                    {String(k.value ?? '–')}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {unknown.length > 0 && (
        <Typography sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          Unknown to the charge point: {unknown.join(', ')}
        </Typography>
      )}
    </Part>
  )
}

function Certificates({ of }: { of: readonly Fields[] }) {
  if (of.length === 0) return null
  return (
    <Part title={`Certificates (${of.length})`}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {of.map(c => (
          <Box
            component="li"
            key={`${c.certificateType} ${c.serialNumber} ${c.issuerKeyHash}`}
            sx={{ p: 1.5, border: 1, borderColor: 'divider', borderRadius: 2 }}
          >
            <DetailList
              items={[
                ...(c.certificateType === undefined
                  ? []
                  : [{ label: 'Certificate Type', value: String(c.certificateType) }]),
                { label: 'Serial Number', value: String(c.serialNumber) },
                { label: 'Hash Algorithm', value: String(c.hashAlgorithm) },
                { label: 'Issuer Name Hash', value: String(c.issuerNameHash), wide: true },
                { label: 'Issuer Key Hash', value: String(c.issuerKeyHash), wide: true },
              ]}
            />
          </Box>
        ))}
      </Box>
    </Part>
  )
}
