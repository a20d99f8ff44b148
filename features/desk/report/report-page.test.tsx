// The statement report on the real client: cards, period, filters and their place in the address, the right to open a
// session, the files cell by cell, and the texts for an empty report and a failed one.
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Download, downloads } from '#testing/web/downloads.ts'
import { show, signInAs } from '#testing/web/render.tsx'
import { roleIn, type TestServer, testServer, testUser } from '#testing/web/server.ts'
import { sheetOf } from '#testing/web/sheet.ts'
import { listReport, listReportChargers, type ReportRow } from './report.contract.ts'
import { isReportPeriod, rangeOfPeriod, reportPeriods } from './report.rules.ts'
import { ReportPage } from './report-page.tsx'

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 20_000 })

const row = (transaction_pk: number, more: Partial<ReportRow> = {}): ReportRow => ({
  transaction_pk,
  charge_box_id: `CP-${transaction_pk}`,
  connector_id: 2,
  evseId: null,
  evseConnectorId: null,
  start_value: 1000,
  stop_value: 13_200,
  totalEnergy: 12.2,
  payment_type: 'UPI',
  amount_paid: 500,
  charging_cost: 259.13,
  cm_commission: 10.98,
  payout_with_gst: 248.15,
  payout_without_gst: 208.62,
  status: 'PAYOUTPENDING',
  gst: '29AACCC6636P1Z1',
  settlement: 'settled',
  starttime: '2026-01-05T19:04:05.000Z',
  stoptime: '2026-01-05T20:04:05.000Z',
  ...more,
})
const rows = [
  row(1),
  row(2, { status: null, settlement: 'open', gst: '', charge_box_id: '=1+1', payment_type: 'RFID' }),
]
const summary = { totalEnergy: 1234.567, totalRevenue: 123_456.789, totalSession: 2 }
const names = [
  { chargepoint_pk: 7, charge_box_id: 'CP-1' },
  { chargepoint_pk: 8, charge_box_id: 'CP-2' },
]
let server: TestServer
beforeEach(() => {
  localStorage.clear()
  signInAs()
  server = testServer()
    .on(listReport, { data: rows, total: rows.length, summary })
    .on(listReportChargers, ({ query }) => ({
      data: names.filter(n => n.charge_box_id.includes(query.get('q') ?? '')),
      total: 2,
    }))
})
const last = () => new URL(`http://x${server.calls.findLast(c => c.includes('/report?'))?.split(' ')[1]}`).searchParams
const asked = (name: string) => last().get(name)

describe('periods', () => {
  const now = new Date('2026-03-10T20:00:00Z')
  test.each([
    ['today', '2026-03-10T18:30:00.000Z', '2026-03-11T18:29:59.999Z'],
    ['yesterday', '2026-03-09T18:30:00.000Z', '2026-03-10T18:29:59.999Z'],
    ['7d', '2026-03-03T18:30:00.000Z', '2026-03-11T18:29:59.999Z'],
    ['30d', '2026-02-08T18:30:00.000Z', '2026-03-11T18:29:59.999Z'],
    ['90d', '2025-12-10T18:30:00.000Z', '2026-03-11T18:29:59.999Z'],
  ] as const)('%s begins at local midnight and ends with a day', (period, from, to) => {
    const range = rangeOfPeriod(period, now, 'Asia/Kolkata')
    expect([range.from.toISOString(), range.to.toISOString()]).toEqual([from, to])
  })
  test('a day of 23 hours is whole', () => {
    const range = rangeOfPeriod('today', new Date('2026-03-29T10:00:00Z'), 'Europe/Berlin')
    expect(range.to.getTime() - range.from.getTime()).toBe(23 * 3_600_000 - 1)
  })
  test('their names', () => {
    expect(Object.values(reportPeriods).map(p => p.label)).toEqual([
      'Today',
      'Yesterday',
      'Last 7 days',
      'Last 30 days',
      'Last 90 days',
    ])
    expect([isReportPeriod('7d'), isReportPeriod('toString'), isReportPeriod(null)]).toEqual([true, false, false])
  })
})

test('cards, columns to the letter, and today by the browser’s clock', async () => {
  show(<ReportPage />, { at: '/report' })
  expect(await screen.findByText('Statement Report Tab')).toBeVisible()
  expect(await screen.findByRole('link', { name: '1' })).toHaveAttribute('href', '/transactions/1')
  expect(screen.getAllByText('not settled yet, by the terms at the stop')).toHaveLength(1)
  expect(screen.getByRole('group', { name: 'Total Energy (kWh)' })).toHaveTextContent('1,234.57')
  expect(screen.getByRole('group', { name: 'CPO Payout' })).toHaveTextContent('Rs 1,23,456.79')
  expect(screen.getByRole('group', { name: 'Total Session' })).toHaveTextContent('2')
  const heads = screen.getAllByRole('columnheader').map(h => h.textContent)
  expect(heads.filter(Boolean)).toEqual([
    'Transaction ID',
    'Charge Box Id',
    'Connector',
    'Start Value',
    'Stop Value',
    'Total Energy',
    'Transaction Method',
    'Amount Paid',
    'Transaction Cost',
    'Commission',
    'Payout With GST',
    'Payout Without GST',
    'GST',
    'Payout Status',
    'Start Time',
    'Stop Time',
  ])
  const { from, to } = rangeOfPeriod('today', new Date(), 'Asia/Kolkata')
  const local = (at: Date) => new Date(at.getTime() + 330 * 60_000).toISOString().slice(0, 19).replace('T', ' ')
  expect([asked('startDate'), asked('endDate'), asked('zone')]).toEqual([local(from), local(to), 'Asia/Kolkata'])
  expect([asked('pageSize'), asked('sort')]).toEqual(['10', '-stoptime'])
})

test('period, charge points and states narrow the list, live in the address, and go with Clear filters', async () => {
  show(<ReportPage />, { at: '/report?page=2' })
  await screen.findByRole('link', { name: '1' })
  await userEvent.click(screen.getByRole('combobox', { name: 'Period' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Last 7 days' }))
  await waitFor(() => {
    const days = (Date.parse(asked('endDate') ?? '') - Date.parse(asked('startDate') ?? '')) / 86_400_000
    expect([Math.round(days), asked('page')]).toEqual([8, '1'])
  })
  await userEvent.click(await screen.findByRole('combobox', { name: 'Charge Box Id' }))
  await userEvent.click(await screen.findByRole('option', { name: 'CP-1' }))
  await userEvent.click(await screen.findByRole('option', { name: 'CP-2' }))
  await waitFor(() => expect(asked('chargers')).toBe('7,8'))
  await userEvent.click(screen.getByRole('combobox', { name: 'Payout Status' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Payout Completed' }))
  await waitFor(() => expect(asked('status')).toBe('PAYOUTCOMPLETED'))
  server.on(listReport, { data: [], total: 0, summary: { totalEnergy: 0, totalRevenue: 0, totalSession: 0 } })
  await userEvent.click(await screen.findByRole('option', { name: 'None' }))
  await waitFor(() => expect(asked('status')).toBe('NONE,PAYOUTCOMPLETED'))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect([asked('chargers'), asked('status')]).toEqual([null, null]))
  expect(await screen.findByText('No sessions ended: Last 7 days')).toBeVisible()
})

test('a pasted address shows what it says; what it cannot say is left out', async () => {
  show(<ReportPage />, { at: '/report?period=yesterday&chargers=7,x&status=CAPTURED,LOST&q=upi' })
  expect(await screen.findByText('CP-1', { selector: '.MuiChip-label' })).toBeVisible()
  expect([asked('chargers'), asked('status'), asked('q')]).toEqual(['7', 'CAPTURED', 'upi'])
  expect(screen.getByRole('combobox', { name: 'Period' })).toHaveTextContent('Yesterday')
})

describe('rights', () => {
  const ids = async () => (await screen.findAllByText('1')).map(e => e.closest('a')).filter(Boolean)
  test('read-only: no session can be opened from here', async () => {
    signInAs(testUser([roleIn(1, 'Volt Works', { Report: 'V', Transaction: 'VCUD' })]))
    show(<ReportPage />, { at: '/report' })
    expect(await ids()).toEqual([])
    expect(screen.queryByRole('button', { name: 'Reconciliation' })).toBeNull()
  })
  test('nor without view on Transaction', async () => {
    signInAs(testUser([roleIn(1, 'Volt Works', { Report: 'VCUD', Finance: 'V' })]))
    show(<ReportPage />, { at: '/report' })
    expect(await ids()).toEqual([])
    expect(await screen.findByRole('button', { name: 'Reconciliation' })).toBeVisible()
  })
})

const saved = async (choice: string): Promise<Download> => {
  const files = downloads()
  show(<ReportPage />, { at: '/report?q=upi' })
  await screen.findByRole('link', { name: '1' })
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  expect(await screen.findByText('Excel holds up to 50,000 rows, a CSV all.')).toBeVisible()
  await userEvent.click(await screen.findByRole('menuitem', { name: choice }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect([asked('export'), asked('q'), asked('page')]).toEqual(['all', 'upi', null])
  return files[0] as Download
}
const HEAD = [
  'Transaction ID',
  'Charge Box Id',
  'Connector',
  'Start Value',
  'Stop Value',
  'Total Energy (kWh)',
  'Transaction Method',
  'Amount Paid',
  'Transaction Cost',
  'Commission',
  'Payout With GST',
  'Payout Without GST',
  'GST',
  'Payout Status',
  'Start Time (Asia/Kolkata)',
  'Stop Time (Asia/Kolkata)',
]
describe('files', () => {
  test('Export to CSV is Transaction.csv, cell by cell', async () => {
    const { name, blob } = await saved('Export to CSV')
    expect(name).toBe('Transaction.csv')
    const times = '2026-01-06 00:34:05,2026-01-06 01:34:05'
    expect((await blob.text()).replace('\ufeff', '').split('\r\n')).toEqual([
      HEAD.join(','),
      `1,CP-1,2,1000,13200,12.2,UPI,500,259.13,10.98,248.15,208.62,29AACCC6636P1Z1,Payout Pending,${times}`,
      `2,'=1+1,2,1000,13200,12.2,RFID,500,259.13,10.98,248.15,208.62,,"None, not settled yet, by the terms at the stop",${times}`,
      '',
    ])
  })
  test('Export To Excel is report.xlsx with real numbers and dates', async () => {
    const { name, blob } = await saved('Export To Excel')
    expect(name).toBe('report.xlsx')
    const [head, first, second] = await sheetOf(blob)
    expect(head).toEqual(HEAD)
    expect(first?.slice(0, 14)).toEqual([
      1,
      'CP-1',
      2,
      1000,
      13_200,
      12.2,
      'UPI',
      500,
      259.13,
      10.98,
      248.15,
      208.62,
      '29AACCC6636P1Z1',
      'Payout Pending',
    ])
    const serial = (clock: string) => Date.parse(`${clock}Z`) / 86_400_000 + 25_569
    expect(first?.[14]).toBeCloseTo(serial('2026-01-06T00:34:05'), 6)
    expect(first?.[15]).toBeCloseTo(serial('2026-01-06T01:34:05'), 6)
    expect(second?.[1]).toBe("'=1+1")
  })
  test('more rows than Excel holds: it says so and is off, the CSV is there', async () => {
    server.on(listReport, { data: rows, total: 123_456, summary })
    show(<ReportPage />, { at: '/report' })
    await screen.findByRole('link', { name: '1' })
    await userEvent.click(screen.getByRole('button', { name: 'Export' }))
    expect(
      await screen.findByText('Excel holds up to 50,000 rows and 1,23,456 match: narrow the list, or take the CSV.'),
    ).toBeVisible()
    expect(screen.getByRole('menuitem', { name: 'Export To Excel' })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByRole('menuitem', { name: 'Export to CSV' })).not.toHaveAttribute('aria-disabled')
  })
})

test('what cannot be had is said, with Retry', async () => {
  server.on(listReport, () => ({ status: 500, message: 'Some Error Occured!' }))
  show(<ReportPage />, { at: '/report' })
  const alert = await screen.findByRole('alert')
  server.on(listReport, { data: rows, total: 2, summary })
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: '1' })).toBeVisible()
})
