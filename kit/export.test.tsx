// Files of a grid as the reader gets them: what stands in the cells of the sheet and in the lines of the CSV (D-EXP-1).
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Mode, TEST_NOTICE } from '@wattdesk/base/mode'
import { expect, test } from 'vitest'
import { type Download, downloads } from '#testing/web/downloads.ts'
import { show } from '#testing/web/render.tsx'
import { formatsOf, sheetOf } from '#testing/web/sheet.ts'
import { ChartCard } from './chart-card.tsx'
import type { Column } from './columns.tsx'
import { excelLimit, MAX_EXCEL_ROWS, portionOf, saveCsv, saveCsvStream, saveExcelStream, streamOf } from './export.ts'
import { askMode, tellMode } from './mode.ts'

type Row = { id: string; at: string | null; energyWh: number; amount: number; register: number | null }
const columns: readonly Column<Row>[] = [
  { field: 'id', header: 'Charger' },
  { field: 'at', header: 'Start Time', kind: 'time' },
  { field: 'energyWh', header: 'Energy', kind: 'energy' },
  { field: 'amount', header: 'Amount', kind: 'money' },
  { field: 'register', header: 'Register (Wh)', kind: 'number' },
]
const rows: readonly Row[] = [
  { id: 'CP-01', at: '2026-01-05T20:04:05Z', energyWh: 12_200, amount: 259.13, register: 13_200 },
  { id: '\t=HYPERLINK("x")', at: null, energyWh: 0, amount: 0, register: null },
]
const saved = async (save: typeof saveCsvStream | typeof saveExcelStream): Promise<Download> => {
  const files = downloads()
  await save(streamOf(columns, portionOf(rows)), 'things')
  return files[0] as Download
}
/** Days from Excel's first to a clock time. */
const serial = (clock: string) => Date.parse(`${clock}Z`) / 86_400_000 + 25_569

test('a CSV has times in the zone that the header names, and no cell that runs', async () => {
  const { name, blob } = await saved(saveCsvStream)
  expect(name).toBe('things.csv')
  expect((await blob.text()).split('\r\n')).toEqual([
    'Charger,Start Time (Asia/Kolkata),Energy (kWh),Amount,Register (Wh)',
    'CP-01,2026-01-06 01:34:05,12.2,259.13,13200',
    '"\'\t=HYPERLINK(""x"")",,0,0,',
    '',
  ])
})

test('in Excel times are real dates of the same clock, amounts and energy real numbers', async () => {
  const { name, blob } = await saved(saveExcelStream)
  expect(name).toBe('things.xlsx')
  const [head, first, second] = await sheetOf(blob)
  expect(head).toEqual(['Charger', 'Start Time (Asia/Kolkata)', 'Energy (kWh)', 'Amount', 'Register (Wh)'])
  expect(first?.[1]).toBeCloseTo(serial('2026-01-06T01:34:05'), 6)
  expect(first?.filter((_, i) => i !== 1)).toEqual(['CP-01', 12.2, 259.13, 13_200])
  expect(second).toEqual(['\'\t=HYPERLINK("x")', 0, 0])
})

test('in test mode the last line says so, below whole rows; a file without rows is a form and has no notice', async () => {
  tellMode('test')
  const csv = await saved(saveCsvStream)
  expect(csv.name).toBe('things.csv')
  expect((await csv.blob.text()).split('\r\n').slice(1)).toEqual([
    'CP-01,2026-01-06 01:34:05,12.2,259.13,13200',
    expect.stringContaining('HYPERLINK'),
    TEST_NOTICE,
    '',
  ])
  const excel = await saved(saveExcelStream)
  expect((await sheetOf(excel.blob)).map(row => row[0])).toEqual([
    'Charger',
    'CP-01',
    '\'\t=HYPERLINK("x")',
    TEST_NOTICE,
  ])
  const files = downloads()
  await saveCsvStream(streamOf(columns, portionOf(rows)), 'things')
  await saveCsv({ header: ['Tag'], rows: [] }, 'form')
  const [stream, form] = await Promise.all(files.map(f => f.blob.text()))
  expect(stream?.endsWith(`\r\n${TEST_NOTICE}\r\n`)).toBe(true)
  expect(form).not.toContain(TEST_NOTICE)
})

test('no file is made before the mode is known', async () => {
  let answer: (mode: Mode) => void = () => undefined
  void askMode(
    () =>
      new Promise(resolve => {
        answer = resolve
      }),
  )
  const files = downloads()
  const saving = saveCsv({ header: ['Charger'], rows: [['CP-01']] }, 'things')
  await Promise.resolve()
  expect(files).toEqual([])
  answer('test')
  await saving
  expect(await files[0]?.blob.text()).toContain(TEST_NOTICE)
})

test('the file of a chart names the zone of its times', async () => {
  const files = downloads()
  show(
    <ChartCard
      title="Power"
      unit="kW"
      x={[new Date('2026-01-05T20:04:05Z')]}
      series={[{ id: 'p', label: 'Power', values: [7.4] }]}
      file="power"
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Export to CSV: Power' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(await files[0]?.blob.text()).toBe('Time (Asia/Kolkata),Power (kW)\r\n2026-01-06 01:34:05,7.4\r\n')
})

type Policy = { name: string; until: string | null }
const policies: readonly Column<Policy>[] = [
  { field: 'name', header: 'Name' },
  { field: 'until', header: 'Expiry Date', kind: 'day' },
]
async function* inPortions<R>(rows: readonly R[], size: number) {
  for (let i = 0; i < rows.length; i += size) yield rows.slice(i, i + size)
}
test('a day has no clock and no zone: the same text in a CSV, a real date in Excel, empty where there is none', async () => {
  const rows = [
    { name: 'A', until: '2026-03-31' },
    { name: 'B', until: null },
  ]
  const files = downloads()
  await saveCsvStream(streamOf(policies, inPortions(rows, 1)), 'policies')
  await saveExcelStream(streamOf(policies, inPortions(rows, 1)), 'policies')
  expect(await files[0]?.blob.text()).toBe('Name,Expiry Date\r\nA,2026-03-31\r\nB,\r\n')
  expect(await sheetOf(files[1]?.blob as Blob)).toEqual([
    ['Name', 'Expiry Date'],
    ['A', serial('2026-03-31T00:00:00')],
    ['B'],
  ])
})

test('a CSV holds every row that arrives, whatever their number; Excel refuses more than it holds, and makes no file', async () => {
  const many = Array.from({ length: MAX_EXCEL_ROWS + 1 }, (_, i) => ({ name: `N${i}`, until: null }))
  const files = downloads()
  const heard: number[] = []
  await saveCsvStream(streamOf(policies, inPortions(many, 500)), 'policies', n => heard.push(n))
  expect(heard.at(-1)).toBe(many.length)
  const lines = (await files[0]?.blob.text())?.split('\r\n') ?? []
  expect([lines.length, lines[1], lines.at(-2)]).toEqual([many.length + 2, 'N0,', `N${MAX_EXCEL_ROWS},`])
  let asked = 0
  async function* counted() {
    for await (const some of inPortions([...many, ...many], 500)) {
      asked += some.length
      yield some
    }
  }
  await expect(saveExcelStream(streamOf(policies, counted()), 'policies')).rejects.toThrow(
    'More than 50,000 rows match. Excel holds up to 50,000 rows, a CSV all.',
  )
  expect([files.length, asked]).toEqual([1, MAX_EXCEL_ROWS + 500])
  expect(excelLimit(50_000)).toBe('Excel holds up to 50,000 rows, a CSV all.')
})

test('Excel shows rupees with two decimals, and other numbers as they are', async () => {
  type Sale = { paid: number; count: number }
  const columns: readonly Column<Sale>[] = [
    { field: 'paid', header: 'Paid', kind: 'money' },
    { field: 'count', header: 'Count', kind: 'number' },
  ]
  const files = downloads()
  await saveExcelStream(streamOf(columns, inPortions([{ paid: 12.5, count: 3 }], 1)), 'sales')
  await saveExcelStream(streamOf(columns.slice(1), inPortions([{ paid: 12.5, count: 3 }], 1)), 'counts')
  const formats = await Promise.all(files.map(f => formatsOf(f.blob)))
  expect(formats.map(f => f.includes('0.00'))).toEqual([true, false])
  expect(await sheetOf(files[0]?.blob as Blob)).toEqual([
    ['Paid', 'Count'],
    [12.5, 3],
  ])
})

test('rows that stop arriving make no file', async () => {
  async function* broken() {
    yield [{ name: 'A', until: null }]
    throw new Error('The connection broke off')
  }
  const files = downloads()
  await expect(saveCsvStream(streamOf(policies, broken()), 'policies')).rejects.toThrow('broke off')
  expect(files).toEqual([])
})
