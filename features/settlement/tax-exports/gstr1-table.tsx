// The sections of GSTR-1 beside the registers, with the difference, and what the portal would refuse.
import {
  Alert,
  AlertTitle,
  Link,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { narrowRows } from '#kit/narrow-rows.ts'
import { ToneChip } from '#kit/status-chip.tsx'
import { AmountHeads, Amounts, SUMS } from '#settlement/reconciliation/amounts.parts.tsx'
import type { Sums, TaxExports } from './tax-export.contract.ts'

const AMOUNTS = [
  ['taxable', 'Taxable value'],
  ['cgst', 'CGST'],
  ['sgst', 'SGST'],
  ['igst', 'IGST'],
  ['rounding', 'Rounding'],
  ['total', 'Total'],
] as const
const SECTIONS = {
  b2b: 'B2B: invoices to businesses',
  b2cl: 'B2CL: large invoices to consumers in other states',
  b2cs: 'B2CS: other invoices and notes to consumers',
  cdnr: 'CDNR: notes to businesses',
  cdnur: 'CDNUR: notes for B2CL invoices',
} as const

/** A phone shows the sections that have documents alone. */
const NARROW = [
  narrowRows as never,
  {
    '& td, & th': { px: { sm: 1 } },
    '& tr[data-empty]': { display: { xs: 'none !important', sm: 'table-row !important' } },
  },
]

type RowProps = { label: string; of: Sums; isWrong?: boolean; isSection?: boolean }
const Row = ({ label, of, isWrong = false, isSection = false }: RowProps) => (
  <TableRow
    {...(isSection && of.documents === 0 && { 'data-empty': true })}
    {...(isWrong && { sx: { '& td, & th': { color: 'error.main' } } })}
  >
    <TableCell component="th" scope="row">
      {label}
    </TableCell>
    <TableCell align="right" data-label="Documents">
      {of.documents.toLocaleString('en-IN')}
    </TableCell>
    <Amounts names={AMOUNTS} of={of} />
  </TableRow>
)
export const SectionTable = ({ data }: { data: TaxExports }) => (
  <section aria-label="Sections">
    <Stack direction="row" useFlexGap sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
      <Typography variant="h2">{`GSTR-1 of ${data.gstin}`}</Typography>
      {data.differences.length === 0 ? (
        <ToneChip tone="success" label="Equal to the paisa" />
      ) : (
        <ToneChip tone="fault" label="Differs" />
      )}
    </Stack>
    <TableContainer tabIndex={0} role="region" aria-label="Sections beside the registers">
      <Table size="small" sx={NARROW}>
        <TableHead>
          <TableRow>
            <TableCell>Section</TableCell>
            <TableCell align="right">Documents</TableCell>
            <AmountHeads names={AMOUNTS} />
          </TableRow>
        </TableHead>
        <TableBody>
          {data.sections.map(s => (
            <Row key={s.section} label={SECTIONS[s.section]} of={s} isSection />
          ))}
        </TableBody>
        <TableBody sx={SUMS}>
          <Row label="Together" of={data.sum} />
          <Row
            label={data.commission ? 'Registers of sales and of the commission' : 'Sales register'}
            of={data.register}
          />
          <Row label="Difference" of={data.difference} isWrong={Object.values(data.difference).some(n => n !== 0)} />
        </TableBody>
      </Table>
    </TableContainer>
    {data.differences.length > 0 && (
      <Alert severity="error" sx={{ mt: 2 }}>
        {data.differences.map(text => (
          <div key={text}>{text}</div>
        ))}
      </Alert>
    )}
  </section>
)

type Fault = TaxExports['faults'][number]
const linkOf = ({ transactionId, documentId }: Fault): string | undefined => {
  if (transactionId !== null) return `/transactions/${transactionId}/invoice`
  return documentId === null ? undefined : `/tax-papers/commission-invoice/${documentId}`
}
export function Faults({ data: { faults, faultCount } }: { data: TaxExports }) {
  if (faultCount === 0) return null
  return (
    <Alert severity="error">
      <AlertTitle>
        {faultCount === 1
          ? 'The portal would refuse the file for one reason'
          : `The portal would refuse the file for ${faultCount.toLocaleString('en-IN')} reasons`}
      </AlertTitle>
      {faults.map(f => {
        const to = linkOf(f)
        return (
          <div key={`${f.number} ${f.text}`}>
            {to === undefined ? (
              f.number
            ) : (
              <Link component={RouterLink} to={to}>
                {f.number}
              </Link>
            )}
            {`: ${f.text}`}
          </div>
        )
      })}
      {faultCount > faults.length && <div>The first {faults.length.toLocaleString('en-IN')} are shown.</div>}
    </Alert>
  )
}
