// The bank file of a month: Payouts_{month}_{year}.xlsx (S-PAYOUT). Account numbers are text, amounts are numbers
// with two decimals, the date is a real one, and no text runs as a formula.
import { neutralised } from '@wattdesk/base/text'
import { dayOf } from '@wattdesk/base/time'
import { download } from '#kit/export.ts'
import { excelNotice } from '#kit/export-cells.ts'
import { modeNow } from '#kit/mode.ts'
import type { Period } from './payout-period.rules.ts'
import type { Transfer } from './payout-transfer.rules.ts'

const HEADER = [
  'Beneficiary Name',
  'Beneficiary Email',
  'Account Number',
  'IFSC',
  'Transaction Type',
  'Debit Account Number',
  'Date',
  'Amount',
  'Currency',
  'Remarks',
]
const WIDTHS = [32, 32, 26, 16, 18, 24, 14, 16, 12, 34]
const text = (value: string) => (value === '' ? null : { value: neutralised(value), type: String, format: '@' })

/** Saves the file; `zone`: the business time zone, whose day is the date of the transfers. */
export async function saveTransfers(
  transfers: readonly Transfer[],
  { year, month }: Period,
  zone: string,
): Promise<void> {
  const { default: write } = await import('write-excel-file/browser')
  const date = { value: new Date(`${dayOf(new Date(), zone)}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' }
  const rows = transfers.map(t => [
    text(t.beneficiaryName),
    text(t.email),
    text(t.accountNo),
    text(t.ifsc),
    text('NEFT'),
    null,
    date,
    { value: t.amount, type: Number, format: '0.00' },
    text('INR'),
    text(t.remarks),
  ])
  const head = HEADER.map(value => ({ value, type: String, fontWeight: 'bold' as const }))
  const made = write([head, ...rows, ...excelNotice(await modeNow())], {
    sheet: 'Sheet1',
    columns: WIDTHS.map(width => ({ width })),
  })
  download(await made.toBlob(), `Payouts_${month}_${year}.xlsx`)
}
