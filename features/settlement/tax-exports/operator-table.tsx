// Table 14 of GSTR-1: what a supplier sold through the platform while the platform collects tax, from its documents to GSTR-8.
import { Stack, Table, TableBody, TableCell, TableContainer, TableRow, Typography } from '@mui/material'
import { moneyText } from '#kit/figures.tsx'
import { narrowRows } from '#kit/narrow-rows.ts'
import { ToneChip } from '#kit/status-chip.tsx'
import { SUMS } from '#settlement/reconciliation/amounts.parts.tsx'
import type { TaxExports } from './tax-export.contract.ts'

type Operator = NonNullable<TaxExports['operator']>
const documentsText = (n: number): string => (n === 1 ? '1 document' : `${n.toLocaleString('en-IN')} documents`)
/** From the documents to the net value on which tax was collected; steps of 0 are left out. */
const stepsOf = (o: Operator): [label: string, rupees: number][] =>
  [
    [`Taxable value of ${documentsText(o.documents)} in the sections above`, o.taxable] as const,
    ['Less what GSTR-8 of another month has, or none yet', -o.later] as const,
    ['Documents of other months that GSTR-8 of this month has', o.earlier] as const,
    ['Carried between months, where credit notes are above sales', o.carried] as const,
  ].flatMap(([label, rupees], n) => (n > 0 && rupees === 0 ? [] : [[label, rupees]]))

const Line = ({ label, rupees, isWrong = false }: { label: string; rupees: number; isWrong?: boolean }) => (
  <TableRow {...(isWrong && { sx: { '& td, & th': { color: 'error.main' } } })}>
    <TableCell component="th" scope="row">
      {label}
    </TableCell>
    <TableCell align="right" data-label="Taxable value">
      {moneyText(rupees)}
    </TableCell>
  </TableRow>
)
export const OperatorTable = ({ data: o }: { data: Operator }) => (
  <section aria-label="Table 14">
    <Stack direction="row" useFlexGap sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
      <Typography variant="h3">Table 14: supplies through the platform</Typography>
      {o.difference === 0 ? (
        <ToneChip tone="success" label="Equal to GSTR-8" />
      ) : (
        <ToneChip tone="fault" label="Differs from GSTR-8" />
      )}
    </Stack>
    <Typography sx={{ color: 'text.secondary', mb: 1 }}>
      {`Collected under ${o.etin}. CGST ${moneyText(o.cgst)}, SGST ${moneyText(o.sgst)}, IGST ${moneyText(o.igst)}.`}
    </Typography>
    <TableContainer tabIndex={0} role="region" aria-label="Table 14 beside GSTR-8">
      <Table size="small" sx={narrowRows}>
        <TableBody>
          {stepsOf(o).map(([label, rupees]) => (
            <Line key={label} label={label} rupees={rupees} />
          ))}
        </TableBody>
        <TableBody sx={SUMS}>
          <Line label="Net value by GSTR-8" rupees={o.net} />
          {o.difference !== 0 && <Line label="Difference" rupees={o.difference} isWrong />}
        </TableBody>
      </Table>
    </TableContainer>
  </section>
)
