// Parts that the trials of a month share: the choice of the month, and the charge points that differ most.

import {
  MenuItem,
  Select,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { monthText } from '@wattdesk/base/time'
import { FieldFrame } from '#kit/field-frame.tsx'
import { numberText } from '#kit/figures.tsx'
import { narrowRows } from '#kit/narrow-rows.ts'

type MonthProps = { id: string; months: readonly string[]; month: string; onChoose: (month: string) => void }
export const MonthField = ({ id, months, month, onChoose }: MonthProps) => (
  <FieldFrame id={id} label="Month">
    <Select fullWidth id={id} labelId={`${id}-label`} value={month} onChange={e => onChoose(e.target.value)}>
      {months.map(m => (
        <MenuItem key={m} value={m}>
          {monthText(m)}
        </MenuItem>
      ))}
    </Select>
  </FieldFrame>
)

type Row = { chargepoint_pk: number; chargepoint_id: string }
/** `chargers`: how many there are, of which `rows` differ most. */
type TableProps<R> = {
  rows: readonly R[]
  chargers: number
  columns: readonly { label: string; text: (row: R) => string }[]
}
export function TrialTable<R extends Row>({ rows, chargers, columns }: TableProps<R>) {
  return (
    <>
      <TableContainer tabIndex={0} role="region" aria-label="By charge point" sx={{ mt: 2, maxHeight: { sm: 320 } }}>
        <Table size="small" stickyHeader sx={narrowRows}>
          <TableHead>
            <TableRow>
              <TableCell>Charge Point</TableCell>
              {columns.map(c => (
                <TableCell key={c.label} align="right">
                  {c.label}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(r => (
              <TableRow key={r.chargepoint_pk}>
                <TableCell component="th" scope="row">
                  {r.chargepoint_id}
                </TableCell>
                {columns.map(c => (
                  <TableCell key={c.label} align="right" data-label={c.label}>
                    {c.text(r)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {chargers > rows.length && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          The {rows.length} charge points with the greatest differences, of {numberText(chargers)}.
        </Typography>
      )}
    </>
  )
}
