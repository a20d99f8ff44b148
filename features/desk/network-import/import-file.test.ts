// Files as other programs write them: each encoding and delimiter is read, and what cannot be read is refused in words.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import writeExcel from 'write-excel-file/node'
import { folderFiles } from '#platform/files/files.ts'
import { IMPORT_COLUMNS, takenBy } from './import-columns.fields.ts'
import { FileFault, inspect, rowsOf } from './import-file.commands.ts'
import { mappingByHeaders, mappingByNames, mappingFaults } from './import-mapping.rules.ts'
import * as texts from './import-text.rules.ts'
import { bodyOf, textsOf } from './import-values.rules.ts'
import { EXCEL_TOO_LARGE, IMPORT_KINDS, TOO_MANY_COLUMNS } from './network-import.words.ts'

const folder = mkdtempSync(join(tmpdir(), 'wattdesk-imports-'))
const files = folderFiles(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TEXT = 'Zone Name;Load Value;Load Unit\nMühle – Süd;120,5;kW\n"A ""quoted"";\nsite";7;A\n'
const utf16 = (text: string, big = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return big ? bytes.swap16() : bytes
}
const windows1252 = (text: string) => Buffer.from([...text].map(c => ({ '–': 0x96, '€': 0x80 })[c] ?? c.charCodeAt(0)))

async function read(bytes: Uint8Array) {
  await files.put('imports/one', bytes)
  const form = await inspect(files, 'imports/one', 2)
  const rows = await Array.fromAsync(rowsOf(files, 'imports/one', form))
  return { form, rows: rows.slice(1) }
}
const faultOf = (bytes: Uint8Array) =>
  read(bytes).then(
    () => 'read',
    (error: unknown) => (error instanceof FileFault ? error.message : error),
  )

test.each([
  ['UTF-8', Buffer.from(TEXT), 'utf-8'],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`), 'utf-8'],
  ['UTF-16', utf16(TEXT), 'utf-16le'],
  ['UTF-16 of big ends', utf16(TEXT, true), 'utf-16be'],
  ['UTF-16 without a mark', utf16(TEXT).subarray(2), 'utf-16le'],
  ['Windows-1252', windows1252(TEXT), 'windows-1252'],
])('%s is read', async (_, bytes, encoding) => {
  const { form, rows } = await read(bytes)
  expect([form.encoding, form.delimiter, form.headers, form.total]).toEqual([
    encoding,
    ';',
    ['Zone Name', 'Load Value', 'Load Unit'],
    2,
  ])
  expect(rows).toEqual([
    { line: 2, cells: ['Mühle – Süd', '120,5', 'kW'] },
    { line: 3, cells: ['A "quoted";\nsite', '7', 'A'], isCut: false },
  ])
})

test.each([
  [',', 'a,b\n1,2\n'],
  ['\t', 'a\tb\r\n1\t2\r\n'],
  [';', 'a;b\n"x,y,z";2\n'],
  ['|', 'a|b\n1|2'],
])('the delimiter %j is found', async (delimiter, text) => {
  expect((await read(Buffer.from(text))).form.delimiter).toBe(delimiter)
})

test.each([
  [';', 'sep=;\r\na;b,c;d\r\n1;2;3\r\n4;5'],
  ['\t', '\ufeffsep=\t\na\tb;c\td\n1\t2\t3\n4\t5'],
])('the line that names the delimiter %j is no header', async (delimiter, text) => {
  const { form, rows } = await read(Buffer.from(text))
  expect([form.delimiter, form.headers.length, form.total]).toEqual([delimiter, 3, 2])
  expect(rows.map(r => [r.line, r.isCut])).toEqual([
    [3, undefined],
    [4, true],
  ])
})

test.each([
  ['an empty file', Buffer.from(''), texts.EMPTY],
  ['nothing but line breaks', Buffer.from('\n\n \n'), texts.EMPTY],
  ['a header alone', Buffer.from('a,b\n'), texts.NO_ROWS],
  ['no header', Buffer.from('12,b\n3,4\n'), texts.NO_HEADER],
  ['another delimiter', Buffer.from('a:b\n1:2\n'), texts.ONE_COLUMN],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4]), texts.NO_TEXT],
  ['an old Excel file', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), texts.OLD_EXCEL],
  ['a zip that is no Excel file', Buffer.from(zipSync({ 'a.txt': Buffer.from('x') })), texts.DAMAGED],
  [
    'a quote without end',
    Buffer.from('a,b\n1,"2\n3,4\n'),
    'Line 2: a quote is opened and never closed. The file may be cut off.',
  ],
  ['text after a quote', Buffer.from('a,b\n1,"2"x\n'), 'Line 2: after a quote that closes, the cell has to end.'],
  [
    '201 columns',
    Buffer.from(`${Array.from({ length: 201 }, (_, i) => `c${i}`).join(',')}\n${'x,'.repeat(200)}x\n`),
    TOO_MANY_COLUMNS,
  ],
])('%s is refused in words', async (_, bytes, fault) => {
  expect(await faultOf(bytes)).toBe(fault)
})

test('200 columns are read; a file cut off in a row says so', async () => {
  const wide = `${Array.from({ length: 200 }, (_, i) => `c${i}`).join(',')}\n${'x,'.repeat(199)}x\n`
  expect((await read(Buffer.from(wide))).form.headers).toHaveLength(200)
  const { rows } = await read(Buffer.from('a,b,c\n1,2,3\n4,5'))
  expect(rows.map(r => r.isCut)).toEqual([undefined, true])
})

test('an Excel file is read as its CSV would be; half of one, and a bomb, are refused', {
  timeout: 120_000,
}, async () => {
  const cell = (value: string | number | Date) => ({ value, ...(value instanceof Date && { format: 'yyyy-mm-dd' }) })
  const sheet = [
    ['Tag', 'Expires', 'Balance'],
    ['A1', new Date('2030-12-31T00:00:00Z'), 12.5],
    ['4021000000000001', '', 7],
  ].map(row => row.map(v => (v === '' ? null : cell(v as string))))
  const bytes = await (await writeExcel(sheet as never)).toBuffer()
  const { form, rows } = await read(bytes)
  expect([form.format, form.headers]).toEqual(['xlsx', ['Tag', 'Expires', 'Balance']])
  expect(rows.map(r => r.cells)).toEqual([
    ['A1', '2030-12-31', '12.5'],
    ['4021000000000001', '', '7'],
  ])
  expect(await faultOf(bytes.subarray(0, bytes.length / 2))).toBe(texts.DAMAGED)
  const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(130 * 1024 * 1024) }, { level: 1 })
  expect(await faultOf(bomb)).toBe(EXCEL_TOO_LARGE)
})

test('columns are matched by their names, by those of other systems, and by a saved mapping', () => {
  const mapping = mappingByNames('chargers', [
    'charge_point id',
    'Lat.',
    'Longitude (deg)',
    'Name',
    'Whatever',
    'Connector Type',
  ])
  expect(mapping).toEqual({
    chargepoint_id: 0,
    locationLatitude: 1,
    locationLongitude: 2,
    chargepoint_name: 3,
    'connectors.0.connectorType': 5,
  })
  expect(mappingByHeaders({ tag: 'UID', note: 'Who' }, ['who', 'uid', 'x'])).toEqual({ tag: 1, note: 0 })
  expect(mappingByHeaders({ tag: 'UID', note: 'Who' }, ['uid', 'x'])).toBeUndefined()
  expect(mappingFaults('sites', { zoneName: 0, loadBalancingValue: 0, wrong: 1, loadBalancingUnit: 9 }, 3)).toEqual({
    loadBalancingValue: 'The column of the file is taken for Zone Name already',
    wrong: 'There is no column wrong',
    loadBalancingUnit: 'The file has no column 10',
  })
})

test.each([
  ['12,5', 12.5],
  ['2.5', 2.5],
  ['1000', 1000],
  ['10,000', undefined],
  ['2.500', undefined],
  ['-1,000', undefined],
])('a balance of %s in a file with decimal commas is %s: what may be read in two ways is refused', (text, value) => {
  const { body, reasons } = bodyOf('tags', textsOf(['A', text], { tag: 0, balance_amount: 1 }), {}, true)
  expect([body.balance_amount, reasons.length]).toEqual([value, value === undefined ? 1 : 0])
})

test.each([
  ['77,605', 77.605],
  ['12.976', 12.976],
  ['-1,5', -1.5],
])('a longitude of %s in a file with decimal commas is %s: no longitude has thousands', (text, value) => {
  const { body, reasons } = bodyOf('chargers', textsOf([text], { locationLongitude: 0 }), {}, true)
  expect([body.locationLongitude, reasons]).toEqual([value, []])
})

test.each([
  ['chargers', 'connectors.0.connectorType', 'CCS2', 'CCS Type 2'],
  ['chargers', 'connectors.0.connectorType', 'ccs-type-2', 'CCS Type 2'],
  ['chargers', 'connectors.0.connectorType', 'TYPE2', 'Type 2'],
  ['chargers', 'access_level', 'semi public', 'Semi-Public'],
  ['price-groups', 'priceDetails.0.priceType', 'per kWh', 'kwh'],
  ['price-groups', 'priceDetails.0.priceType', 'Hourly', 'hr'],
  ['sites', 'loadBalancingUnit', 'Ampere', 'A'],
] as const)('%s, %s: %s is taken for %s', (kind, column, text, value) => {
  const { body, reasons } = bodyOf(kind, textsOf([text], { [column]: 0 }), {}, false)
  expect(reasons).toEqual([])
  expect(JSON.stringify(body)).toContain(JSON.stringify(value))
})

test('a word that may mean several choices is refused with those that are taken', () => {
  const { reasons } = bodyOf('chargers', textsOf(['CCS'], { 'connectors.0.connectorType': 0 }), {}, false)
  expect(reasons[0]?.reason).toMatch(/^Connector 1 Type should be one of CCS Type 2, Type 2, /)
})

test('every column says what it takes; each example, and each choice, is one that it takes', () => {
  for (const kind of IMPORT_KINDS)
    for (const c of IMPORT_COLUMNS[kind]) {
      expect([c.header, takenBy(c)]).not.toEqual([c.header, ''])
      for (const text of [c.example, ...(c.options ?? []), ...Object.keys(c.spellings ?? {})].filter(t => t !== '')) {
        if (c.type === 'price group' || c.type === 'site') continue
        expect([c.header, text, bodyOf(kind, textsOf([text], { [c.name]: 0 }), {}, false).reasons]).toEqual([
          c.header,
          text,
          [],
        ])
      }
      for (const meant of Object.values(c.spellings ?? {})) expect(c.options).toContain(meant)
    }
})

test('a column that begins with empty cells is shown by its first texts', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => `T${i},${i >= 20 ? `note ${i}` : ''}`)
  const { preview } = (await read(Buffer.from(`Tag,Notes\n${lines.join('\n')}\n`))).form
  expect(preview.map(r => r.cells[1]).filter(t => t !== '')).toEqual(['note 20', 'note 21', 'note 22'])
  expect(preview.at(-1)).toEqual({ line: 24, cells: ['', 'note 22'] })
})
