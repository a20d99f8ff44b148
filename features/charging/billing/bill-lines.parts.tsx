// A bill explained line by line: quantity × rate = amount, tax by heads, gateway, total.
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material'
import { zoneName } from '@wattdesk/base/time'
import type { ReactNode } from 'react'
import { secondsText } from '#fleet/stations/session-length.rules.ts'
import { Figure, moneyText, numberText, percentText } from '#kit/figures.tsx'
import type { BillLine, TransactionBill } from './bill.contract.ts'
import { AT_ALL_TIMES } from './slot-text.rules.ts'

const units: Record<BillLine['unit'], string> = { kWh: 'kWh', hour: 'hour', minute: 'minute', once: '' }
const quantityText = ({ unit, quantity }: BillLine): string => {
  if (unit === 'kWh') return `${numberText(quantity, 3)} kWh`
  if (unit === 'once') return '1'
  return secondsText(Math.round(quantity * (unit === 'hour' ? 3600 : 60)))
}
const rateText = ({ kind, unit, rate }: BillLine): string =>
  kind === 'noPrice' ? '–' : unit === 'once' ? moneyText(rate) : `${moneyText(rate)} per ${units[unit]}`

/** On phones quantity and rate stand under the label instead. */
const wide = { display: { xs: 'none', sm: 'table-cell' } }

function Sum({ label, amount, strong }: { label: ReactNode; amount: number; strong?: boolean }) {
  const weight = { fontWeight: strong ? 600 : 400, ...(strong && { fontSize: '1rem' }) }
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ ...weight, ...(!strong && { color: 'text.secondary' }) }}>
        {label}
      </TableCell>
      <TableCell colSpan={2} sx={wide} />
      <TableCell align="right" sx={weight}>
        <Figure>{moneyText(amount)}</Figure>
      </TableCell>
    </TableRow>
  )
}

/** The lines of a bill, from its charges to its total. */
export function BillLines({ bill }: { bill: TransactionBill }) {
  const half = percentText(bill.taxPercent / 2, 2)
  return (
    <TableContainer tabIndex={0} aria-label="Lines of the bill" role="region">
      <Table size="small" sx={{ '& td, & th': { px: 1 }, '& td': { fontVariantNumeric: 'tabular-nums' } }}>
        <TableHead>
          <TableRow>
            <TableCell>What</TableCell>
            <TableCell align="right" sx={wide}>
              Quantity
            </TableCell>
            <TableCell align="right" sx={wide}>
              Rate
            </TableCell>
            <TableCell align="right">Amount</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {bill.lines.map(l => (
            <TableRow key={`${l.kind} ${l.rate}`}>
              <TableCell>
                {l.label}
                <Typography variant="caption" sx={{ color: 'text.secondary', display: { xs: 'block', sm: 'none' } }}>
                  {quantityText(l)} × {rateText(l)}
                </Typography>
                {l.slots.length > 0 && (
                  <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                    {l.slots[0] === AT_ALL_TIMES ? (
                      AT_ALL_TIMES
                    ) : (
                      <>
                        <div>{l.slots.join(', ')} (UTC)</div>
                        <div>
                          {l.businessSlots.join(', ')} ({zoneName(bill.businessZone)})
                        </div>
                      </>
                    )}
                  </Typography>
                )}
              </TableCell>
              <TableCell align="right" sx={wide}>
                {quantityText(l)}
              </TableCell>
              <TableCell align="right" sx={wide}>
                {rateText(l)}
              </TableCell>
              <TableCell align="right">{moneyText(l.amount)}</TableCell>
            </TableRow>
          ))}
          <Sum label="Taxable value" amount={bill.taxable} />
          {bill.igst > 0 ? (
            <Sum label={`IGST ${percentText(bill.taxPercent, 2)}`} amount={bill.igst} />
          ) : (
            <>
              <Sum label={`CGST ${half}`} amount={bill.cgst} />
              <Sum label={`SGST ${half}`} amount={bill.sgst} />
            </>
          )}
          {bill.surcharge > 0 && (
            <Sum label={`Payment gateway ${percentText(bill.surchargePercent, 2)}`} amount={bill.surcharge} />
          )}
          <Sum label={bill.isRunning ? 'Total so far' : 'Total'} amount={bill.total} strong />
        </TableBody>
      </Table>
    </TableContainer>
  )
}
