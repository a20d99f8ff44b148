// Amounts of a table by their heads, and the way from a sales register to the heads of tax in the ledger.
import { Stack, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material'
import { moneyText } from '#kit/figures.tsx'
import { narrowRows } from '#kit/narrow-rows.ts'
import { ToneChip } from '#kit/status-chip.tsx'
import type { Bridge } from './register.contract.ts'

/** Rows of sums at the end of a table. */
export const SUMS = { '& td, & th': { fontWeight: 600 } } as const

type Heads<K extends string> = readonly (readonly [name: K, label: string])[]
export const AmountHeads = ({ names }: { names: Heads<string> }) =>
  names.map(([name, label]) => (
    <TableCell key={name} align="right">
      {label}
    </TableCell>
  ))
/** Cells of amounts in rupees. */
export const Amounts = <K extends string>({ names, of: row }: { names: Heads<K>; of: Record<K, number> }) =>
  names.map(([name, label]) => (
    <TableCell key={name} align="right" data-label={label}>
      {moneyText(row[name])}
    </TableCell>
  ))

const HEADS = [
  ['taxable', 'Taxable value'],
  ['cgst', 'CGST'],
  ['sgst', 'SGST'],
  ['igst', 'IGST'],
] as const
/** `heading`: whose register it is, where the screen shows another beside it. */
export const LedgerBridge = ({
  data,
  heading = 'From the register to the ledger',
}: {
  data: Bridge
  heading?: string
}) => (
  <section aria-label={heading}>
    <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center', mb: 1 }}>
      <Typography variant="h3">{heading}</Typography>
      {data.isEqual ? (
        <ToneChip tone="success" label="Equal to the paisa" />
      ) : (
        <ToneChip tone="fault" label="Differs from the ledger" />
      )}
    </Stack>
    <TableContainer tabIndex={0} role="region" aria-label="Heads of tax from the register to the ledger">
      <Table size="small" sx={narrowRows}>
        <TableHead>
          <TableRow>
            <TableCell>Step</TableCell>
            <AmountHeads names={HEADS} />
          </TableRow>
        </TableHead>
        <TableBody>
          {data.bridge.map(b => (
            <TableRow key={b.label}>
              <TableCell component="th" scope="row">
                {b.label}
              </TableCell>
              <Amounts names={HEADS} of={b} />
            </TableRow>
          ))}
        </TableBody>
        <TableBody sx={SUMS}>
          <TableRow>
            <TableCell component="th" scope="row">
              Posted by bills and corrections
            </TableCell>
            <Amounts names={HEADS} of={data.ledger} />
          </TableRow>
        </TableBody>
      </Table>
    </TableContainer>
  </section>
)
