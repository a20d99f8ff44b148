// The tab of exports: sections beside the registers, differences and faults in words, another number, and the working papers as
// files.
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { downloads } from '#testing/web/downloads.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { type TestServer, testServer } from '#testing/web/server.ts'
import { TaxExports } from './exports.parts.tsx'
import { type TaxExports as Data, getForm26Q, getGstr8, getTaxExports } from './tax-export.contract.ts'

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })

const [FIRST, SECOND] = ['27AAECD1043M1ZP', '29AACCC6636P1Z1']
const nothing = { documents: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0, rounding: 0, total: 0 }
const sale = { documents: 2, taxable: 1000, cgst: 90, sgst: 90, igst: 0, rounding: 0.01, total: 1180.01 }
const heads = { taxable: 1000, cgst: 90, sgst: 90, igst: 0 }
const data = (month: string, gstin: string): Data => ({
  month,
  isOpen: true,
  numbers: [
    { gstin: FIRST, name: 'Pune Ltd', documents: 2 },
    { gstin: SECOND, name: 'Hubli Ltd', documents: 2 },
  ],
  gstin,
  withoutNumber: { documents: 0, total: 0 },
  leftOut: null,
  sections: (['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur'] as const).map(section => ({
    section,
    ...(section === 'b2b' ? sale : nothing),
  })),
  sum: sale,
  register: sale,
  difference: nothing,
  services: heads,
  numbered: 2,
  differences: [],
  commission: null,
  operator: null,
  books: { bridge: [{ label: 'Sales register', ...heads }], ledger: heads, isEqual: true },
  faults: [],
  faultCount: 0,
})
let server: TestServer
beforeEach(() => {
  signInAs()
  server = testServer()
})
function tell(more: Partial<Data> = {}) {
  server.on(getTaxExports, ({ query }) => ({
    data: { ...data(query.get('month') ?? '', query.get('gstin') ?? FIRST), ...more },
  }))
  return show(<TaxExports />, { at: '/tax-papers?tab=exports', path: '/tax-papers' })
}
const table = () => screen.findByRole('region', { name: 'Sections beside the registers' })
const rowOf = async (name: RegExp) => {
  const row = within(await table())
    .getByRole('rowheader', { name })
    .closest('tr') as HTMLElement
  return within(row)
    .getAllByRole('cell')
    .map(c => c.textContent)
}

test('the sections are equal to the register; an open month says so; another number is chosen', async () => {
  tell()
  expect(await rowOf(/^B2B/)).toEqual(['2', '₹1,000.00', '₹90.00', '₹90.00', '₹0.00', '₹0.01', '₹1,180.01'])
  expect(await rowOf(/^Sales register$/)).toEqual(await rowOf(/^Together$/))
  expect(screen.getAllByText('Equal to the paisa')).toHaveLength(2)
  expect(screen.getByText('The month is open: its figures may change.')).toBeVisible()
  await userEvent.click(screen.getByRole('combobox', { name: 'GST number' }))
  await userEvent.click(await screen.findByRole('option', { name: `${SECOND} Hubli Ltd` }))
  expect(await screen.findByText(`GSTR-1 of ${SECOND}`)).toBeVisible()
})

test('table 14 goes from its documents to GSTR-8, step by step', async () => {
  const operator = {
    etin: '24AACCK3955D1C3',
    documents: 2,
    ...heads,
    later: 100,
    earlier: 25.5,
    carried: 0,
    net: 925.5,
    difference: 0,
  }
  const { unmount } = tell({ operator })
  const region = await screen.findByRole('region', { name: 'Table 14 beside GSTR-8' })
  expect(
    within(region)
      .getAllByRole('row')
      .map(r => r.textContent),
  ).toEqual([
    'Taxable value of 2 documents in the sections above₹1,000.00',
    'Less what GSTR-8 of another month has, or none yet-₹100.00',
    'Documents of other months that GSTR-8 of this month has₹25.50',
    'Net value by GSTR-8₹925.50',
  ])
  expect(screen.getByText('Equal to GSTR-8')).toBeVisible()
  unmount()
  tell({ operator: { ...operator, net: 900, difference: 25.5 }, differences: ['Table 14 differs from GSTR-8'] })
  expect(await screen.findByText('Differs from GSTR-8')).toBeVisible()
})

test('a difference is named, and what the portal would refuse leads to its document', async () => {
  tell({
    isOpen: false,
    difference: { ...nothing, cgst: 0.01 },
    differences: ['CGST: the sections differ from the registers'],
    faults: [
      { number: 'CM/25-26/0000001', text: 'The place of supply is missing', transactionId: 7, documentId: null },
      { number: 'PC/25-26/0000002', text: 'Central and state tax differ', transactionId: null, documentId: 9 },
    ],
    faultCount: 130,
    withoutNumber: { documents: 1, total: 118 },
    leftOut: 'teams',
    commission: { documents: { cgst: 9, sgst: 9, igst: 0 }, ledger: { cgst: 9, sgst: 9, igst: 0 } },
  })
  expect(await screen.findByText('CGST: the sections differ from the registers')).toBeVisible()
  expect(screen.getByText('Differs')).toBeVisible()
  expect(screen.getByText('The portal would refuse the file for 130 reasons')).toBeVisible()
  expect(screen.getByRole('link', { name: 'CM/25-26/0000001' })).toHaveAttribute('href', '/transactions/7/invoice')
  expect(screen.getByRole('link', { name: 'PC/25-26/0000002' })).toHaveAttribute(
    'href',
    '/tax-papers/commission-invoice/9',
  )
  expect(screen.getByText(/^1 document has no GST number of a supplier, of ₹118.00 in all/)).toBeVisible()
  expect(screen.getByText(/^Other teams of the company/)).toBeVisible()
  expect(screen.getByText(/^Tax on the commission by its documents: CGST ₹9.00, SGST ₹9.00/)).toBeVisible()
  expect(screen.queryByText(/^The month is open/)).toBeNull()
})

test('without documents there is no return to save, and the other files are offered', async () => {
  tell({ gstin: null, numbers: [] })
  expect(await screen.findByText('No document of this month has a GST number of the supplier.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save GSTR-1' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Save payouts' })).toBeEnabled()
})

test('the working papers end with a line of sums', async () => {
  const saved = downloads()
  tell()
  const collected = {
    ...{ registered: 0, registeredReturned: 0, unregistered: 100, unregisteredReturned: 10, carried: 0, net: 90 },
    ...{ igst: 0.45, cgst: 0, sgst: 0 },
  }
  server.on(getGstr8, () => ({
    data: {
      month: '2025-10',
      isOpen: false,
      rows: [
        {
          supplierGstin: SECOND,
          supplierName: 'Hubli',
          payoutId: 'PO-2510-7',
          collectorGstin: '24AACCK3955D1C3',
          rate: 0.5,
          ...collected,
        },
      ],
      sums: collected,
      collectors: [{ gstin: '24AACCK3955D1C3', ...collected }],
      register: { net: 90, igst: 0.45, cgst: 0, sgst: 0 },
      isEqual: true,
    },
  }))
  const deducted = { amount: 100, givenBack: 0, tax: 5 }
  server.on(getForm26Q, () => ({
    data: {
      ...{ from: '2025-10', to: '2025-12', isOpen: false, sums: deducted, register: deducted, isEqual: true },
      rows: [
        {
          ...{ payoutId: 'PO-2510-7', month: '2025-10', section: '194-O' as const, name: 'Hubli', pan: 'PANNOTAVBL' },
          ...{ date: '2025-11-01', rate: 5, reason: 'C' as const, ...deducted },
        },
      ],
    },
  }))
  for (const [n, label] of ['GSTR-8 as CSV', '26Q as CSV'].entries()) {
    await userEvent.click(await screen.findByRole('button', { name: label }))
    await vi.waitFor(() => expect(saved.length).toBe(n + 1))
  }
  const texts = await Promise.all(saved.map(s => s.blob.text()))
  expect(texts[0]?.trim().split('\r\n').slice(1)).toEqual([
    `${SECOND},Hubli,PO-2510-7,0,0,100,10,0,90,0.5,0.45,0,0`,
    'Total,,,0,0,100,10,0,90,,0.45,0,0',
  ])
  expect(texts[1]?.trim().split('\r\n').slice(1)).toEqual([
    'Hubli,PANNOTAVBL,194-O,PO-2510-7,October 2025,2025-11-01,100,5,0,5,C',
    'Total,,,,,,100,,0,5,',
  ])
})
