// Columns that the summary of a month's sales and its documents share: who supplied where, and the tax by heads.
import type { Column } from '#kit/columns.tsx'

export type Taxed = { taxable: number; cgst: number; sgst: number; igst: number; rounding: number; total: number }
export const TAX = [
  ['taxable', 'Taxable value'],
  ['cgst', 'CGST'],
  ['sgst', 'SGST'],
  ['igst', 'IGST'],
  ['rounding', 'Rounding'],
  ['total', 'Total'],
] as const
export const taxColumns = <R extends Taxed & { rate: number; sac: string }>(): Column<R>[] => [
  { field: 'sac', header: 'SAC', sort: false, hidden: true, inFiles: true },
  { field: 'rate', header: 'Rate (%)', kind: 'number', sort: false, hidden: true, inFiles: true },
  ...TAX.map(
    ([field, header]): Column<R> => ({
      field,
      header,
      kind: 'money',
      minWidth: field === 'total' || field === 'taxable' ? 108 : 88,
      flex: 0.6,
      sort: field === 'total' ? 'total' : false,
      ...(field === 'rounding' && { hidden: true, inFiles: true }),
    }),
  ),
]
/** B2B: to a business with a GST number. */
export const customersOf = (isBusiness: boolean): 'B2B' | 'B2C' => (isBusiness ? 'B2B' : 'B2C')
export const supplyColumns = <
  R extends { supplierGstin: string | null; supplierName: string | null; placeOfSupply: string },
>(): Column<R>[] => [
  { field: 'supplierGstin', header: 'Supplier GSTIN', sort: false, minWidth: 160, inFiles: true },
  { field: 'supplierName', header: 'Supplier', sort: false, hidden: true, inFiles: true },
  { field: 'placeOfSupply', header: 'Place of supply', sort: false, minWidth: 118, inFiles: true },
]
