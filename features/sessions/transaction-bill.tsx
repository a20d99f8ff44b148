// The bill of a session explained line by line: quantity × rate = amount, tax by heads, gateway, total, and how the
// meter was known where the price changed.
import {
  Box,
  Card,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import { zoneName } from '@wattdesk/base/time'
import type { ReactNode } from 'react'
import { energyText, Figure, moneyText, numberText, percentText } from '../../web/kit/figures.tsx'
import { ToneChip } from '../../web/kit/status-chip.tsx'
import { Time } from '../../web/kit/time.tsx'
import { AT_ALL_TIMES } from './slot-text.rules.ts'
import type { BillLine, TransactionBill, TransactionDetail } from './transaction.contract.ts'
import { durationText, markText } from './transaction.rules.ts'

const units: Record<BillLine['unit'], string> = { kWh: 'kWh', hour: 'hour', minute: 'minute', once: '' }
const quantityText = ({ unit, quantity }: BillLine): string => {
  if (unit === 'kWh') return `${numberText(quantity, 3)} kWh`
  if (unit === 'once') return '1'
  return durationText(Math.round(quantity * (unit === 'hour' ? 3600 : 60)))
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

/** Why there is nothing to pay, or no bill yet; undefined where the lines speak. */
function note(t: TransactionDetail): string | undefined {
  if (t.inReview) return 'This session waits for a decision before it is billed.'
  if (!t.bill)
    return t.stoptime ? 'This session has no bill.' : 'This connector has no price group, so no amount is running.'
  if (t.isFree) return 'This charge point is free of charge.'
  if (t.bill.lines.length === 0)
    return t.stoptime ? 'No energy was delivered, so nothing is charged.' : 'No energy has been delivered yet.'
  return undefined
}

/** What is charged, line by line, to the total. */
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

/** Who supplied, and where: what decides between the heads of the tax. */
function Supply({ bill: { supplier, placeOfSupply } }: { bill: TransactionBill }) {
  const parts = [
    supplier && `Supplied by ${supplier.name}, GSTIN ${supplier.gstin}`,
    placeOfSupply && `Place of supply: ${placeOfSupply.name} (${placeOfSupply.code})`,
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1.5 }}>
      {parts.join('. ')}.
    </Typography>
  )
}

export function BillCard({ t }: { t: TransactionDetail }) {
  const { bill } = t
  const why = note(t)
  return (
    <Card component="section" aria-label="Bill" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', mb: 1.5, flexWrap: 'wrap' }}>
        <Typography variant="h2">Bill</Typography>
        {bill?.isRunning && <ToneChip tone="active" label="So far" />}
        {bill && bill.version > 1 && <ToneChip tone="warning" label={`Corrected, version ${bill.version}`} />}
        {bill?.billedAt && (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            billed <Time at={bill.billedAt} />
          </Typography>
        )}
      </Stack>
      {why && <Typography sx={{ color: 'text.secondary', maxWidth: '72ch' }}>{why}</Typography>}
      {bill && bill.lines.length > 0 && <BillLines bill={bill} />}
      {bill && <Supply bill={bill} />}
      {bill && bill.overrun > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1.5 }}>
          {moneyText(bill.overrun)} above what was paid beforehand {bill.isRunning ? 'will not be' : 'were not'}{' '}
          charged.
        </Typography>
      )}
      {bill && bill.idleSeconds > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1.5 }}>
          The car rested {durationText(bill.idleSeconds)} beyond the ten free minutes.
        </Typography>
      )}
      {bill && bill.borders.length > 0 && (
        <Box sx={{ mt: 2 }}>
          <Typography variant="h3">Where the price changed</Typography>
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, color: 'text.secondary' }}>
            {bill.borders.map(b => (
              <li key={b.at}>
                <Time at={b.at} />: meter at {energyText(b.registerWh, 3)}. {markText[b.mark]}
              </li>
            ))}
          </Box>
        </Box>
      )}
    </Card>
  )
}
