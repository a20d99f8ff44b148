// The working papers of GSTR-8 and 26Q as files hold them: their rows, and a line with the sums at the end.
import { monthText } from '@wattdesk/base/time'
import type { Column } from '#kit/columns.tsx'
import { portionOf, type Stream, streamOf } from '#kit/export.ts'
import type { Form26Q, Form26QRow, Gstr8, Gstr8Row } from './tax-export.contract.ts'

const TOTAL = 'Total'
const money = <R,>(field: keyof R & string, header: string): Column<R> => ({ field, header, kind: 'money' })
type Gstr8Line = Omit<Gstr8Row, 'rate'> & { rate: number | null }
const gstr8Columns: readonly Column<Gstr8Line>[] = [
  { field: 'supplierGstin', header: 'GSTIN of supplier' },
  { field: 'supplierName', header: 'Supplier' },
  { field: 'payoutId', header: 'Payout' },
  money('registered', 'Gross supplies to registered persons'),
  money('registeredReturned', 'Returns from registered persons'),
  money('unregistered', 'Gross supplies to unregistered persons'),
  money('unregisteredReturned', 'Returns from unregistered persons'),
  money('carried', 'Carried between months'),
  money('net', 'Net value'),
  { field: 'rate', header: 'Rate (%)', kind: 'number' },
  money('igst', 'IGST'),
  money('cgst', 'CGST'),
  money('sgst', 'SGST'),
]
const gstr8ByCollector: readonly Column<Gstr8Line>[] = [
  { field: 'collectorGstin', header: 'GSTIN of collector' },
  ...gstr8Columns,
]
/** Where the platform collects under several numbers the rows of each have a line with their sums, for each files a GSTR-8. */
export const gstr8Stream = ({ rows, sums, collectors }: Gstr8): Stream => {
  const blank = { supplierName: '', payoutId: '', rate: null }
  const total = { supplierGstin: TOTAL, collectorGstin: '', ...blank, ...sums }
  if (collectors.length < 2) return streamOf(gstr8Columns, portionOf([...rows, total]))
  const parts = collectors.flatMap(({ gstin: collectorGstin, ...own }): Gstr8Line[] => [
    ...rows.filter(r => r.collectorGstin === collectorGstin),
    { supplierGstin: TOTAL, collectorGstin, ...blank, ...own },
  ])
  return streamOf(gstr8ByCollector, portionOf([...parts, total]))
}

type Line26Q = Omit<Form26QRow, 'rate' | 'section'> & { rate: number | null; section: string }
const form26QColumns: readonly Column<Line26Q>[] = [
  { field: 'name', header: 'Payee' },
  { field: 'pan', header: 'PAN' },
  { field: 'section', header: 'Section' },
  { field: 'payoutId', header: 'Payout' },
  { field: 'month', header: 'Month', value: r => (r.month === '' ? '' : monthText(r.month)) },
  { field: 'date', header: 'Date of credit', kind: 'day' },
  money('amount', 'Amount credited'),
  { field: 'rate', header: 'Rate (%)', kind: 'number' },
  money('givenBack', 'Given back for credit notes'),
  money('tax', 'Tax deducted'),
  { field: 'reason', header: 'Reason code' },
]
export const form26QStream = ({ rows, sums }: Form26Q): Stream => {
  const blank = { pan: '', section: '', payoutId: '', month: '', date: '', rate: null, reason: '' as const }
  return streamOf(form26QColumns, portionOf([...rows, { name: TOTAL, ...blank, ...sums }]))
}
