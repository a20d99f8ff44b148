// How files of tags are read and judged: separators, marks, quotes, formulas, dates, and each reason why a row is left out.
import { TEST_NOTICE } from '@wattdesk/base/mode'
import { csvFile } from '@wattdesk/base/text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLines } from './csv.rules.ts'
import { expiryOf } from './tag-expiry.rules.ts'
import { type Candidate, judgeImport, readImport } from './tag-import.rules.ts'
import { expiryTone, isSet, limitText, returnPath, tagState } from './tag-state.rules.ts'

const now = new Date('2026-06-01T00:00:00Z')
const read = (csv: string) => readImport(csv, { now, zone: 'Asia/Kolkata' })
const candidates = (csv: string): Candidate[] => {
  const r = read(csv)
  if ('fault' in r) throw new Error(r.fault)
  return r.candidates
}
const judged = (csv: string, taken: string[] = [], parents: string[] = []) =>
  judgeImport(candidates(csv), { taken: new Set(taken), parents: new Map(parents.map((p, i) => [p, i])) }).map(
    c => c.row,
  )

test('the last line of a list that was exported in test mode is no tag, also after a spreadsheet has saved it', () => {
  const list = csvFile(['RFID Tag', 'Notes'], [['AB12', 'Depot']])
  for (const notice of [TEST_NOTICE, `${TEST_NOTICE},`, `"${TEST_NOTICE}",`])
    expect(judged(`${list}${notice}\r\n`).map(r => [r.tag, r.outcome])).toEqual([['AB12', 'ready']])
  expect(readImport(`RFID Tag\r\n${TEST_NOTICE}\r\n`, { now, zone: 'Asia/Kolkata' })).toEqual({
    fault: 'The file has no rows below its header.',
  })
})

test('what this product writes as CSV is read as it was, whatever stands in it', () => {
  // Spaces at the ends of a line and lines of nothing but spaces are no content.
  const cell = fc
    .string({ minLength: 1 })
    .filter(
      s => s.trim() !== '' && [...s].every(c => c >= ' ' && c !== '\ufffd' && c !== '\ufeff') && !/^[=+\-@]/.test(s),
    )
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), rows => {
      const text = `\ufeff${csvFile(['RFID Tag', 'Notes'], rows)}`
      expect(csvLines(text, 10)).toEqual({
        lines: [{ line: 1, cells: ['RFID Tag', 'Notes'] }, ...rows.map((cells, i) => ({ line: i + 2, cells }))],
      })
    }),
  )
})

describe('files', () => {
  test.each([
    ['commas', 'RFID Tag,Notes\nA1,first\n'],
    ['semicolons and a mark', '\ufeffRFID Tag;Notes\r\nA1;first\r\n'],
    ['tabs', 'rfid tag\tnotes\nA1\tfirst'],
    ['quotes, empty lines and another column', '"Status","RFID Tag","Notes"\n\n"Active","A1","first"\n,,\n'],
    ['the names of the API', 'tag,note\nA1,first'],
  ])('with %s are read', (_what, csv) => {
    expect(candidates(csv).map(c => [c.row.tag, c.row.note, c.row.outcome])).toEqual([['A1', 'first', 'ready']])
  })
  test.each([
    ['nothing', ' \n', 'The file is empty.'],
    ['an Excel file', 'PK\u0003\u0004abc', 'This is an Excel file. Please save it as CSV first.'],
    ['a picture', '\u0001\u0002GIF', 'This is no CSV file: it holds characters that no text has.'],
    [
      'another encoding',
      'RFID Tag\nM\ufffdller',
      'Some characters of the file cannot be read. Please save it as CSV with the encoding UTF-8.',
    ],
    [
      'no header',
      'A1,B1\nA2,B2',
      'The first line must name the columns, with RFID Tag among them, separated by commas, semicolons or tabs.',
    ],
    ['a header alone', 'RFID Tag,Notes\n', 'The file has no rows below its header.'],
    ['a column twice', 'RFID Tag,Tag\nA,B', 'The column Tag is there twice.'],
    ['an open quote', 'RFID Tag\n"A1\nA2', 'Line 2: a quote is opened and never closed.'],
    ['text behind a quote', 'RFID Tag\n"A1"x', 'Line 2: after a quote that closes, the cell has to end.'],
    ['too many rows', `RFID Tag\n${'A\n'.repeat(10_001)}`, 'The file has more than 10,000 rows. Please split it.'],
  ])('%s is refused as a whole', (_what, csv, fault) => {
    expect(read(csv)).toEqual({ fault })
  })
})

const HEAD = 'RFID Tag,Parent Group,Expiry Date,Max Active Transactions,Balance Amount,Notes'
test.each([
  ['no text', ',,,,,x', 'RFID Tag ID is required'],
  ['too long', `${'x'.repeat(21)},,,,,`, 'RFID Tag ID should be 20 characters or less'],
  ['a formula', '=1+1,,,,,', 'RFID Tag begins like a formula. Please put an apostrophe before it'],
  ['a past date', 'A,,2026-05-01,,,', 'Please provide a valid future date'],
  ['no day', 'A,,31/02/2027,,,', 'Please provide a valid future date'],
  ['half a session', 'A,,,0.5,,', 'Max Active Transactions must be a whole number'],
  ['no number', 'A,,,many,,', 'Max Active Transactions must be a number'],
  ['a balance below 0', 'A,,,,-5,', 'Balance Amount should be 0 or more'],
  ['its own group', 'A,a,,,,', 'A tag is no group of its own'],
  ['too many cells', 'A,,,,,,,', 'The row has 8 cells, the header 6'],
  ['two reasons', 'A,,,x,-5,', 'Max Active Transactions must be a number. Balance Amount should be 0 or more'],
  [
    'a group nobody knows',
    'A,GROUP,,,,',
    'Parent Group GROUP is neither an RFID tag of yours nor a row that can be made',
  ],
])('a row with %s says so', (_what, row, text) => {
  expect(judged(`${HEAD}\n${row}`)).toMatchObject([{ line: 2, outcome: 'error', text }])
})

test('duplicates in the file and in the database, groups in the file, and what hangs on a row that is left out', () => {
  const rows = judged(
    ['RFID Tag,Parent Group', 'A,B', 'B,', 'b,', 'TAKEN,', 'C,TAKEN-GROUP', 'D,E', 'E,F', 'F,NOBODY', "'=G,"].join(
      '\n',
    ),
    ['taken'],
    ['taken-group'],
  )
  expect(rows.map(r => [r.tag, r.outcome])).toEqual([
    ['A', 'ready'],
    ['B', 'ready'],
    ['b', 'twice'],
    ['TAKEN', 'exists'],
    ['C', 'ready'],
    ['D', 'error'],
    ['E', 'error'],
    ['F', 'error'],
    ['=G', 'ready'],
  ])
  expect(rows[2]?.text).toBe('The same RFID Tag stands on line 3')
})

test('a card whose number a spreadsheet has shortened is refused, as a tag and as a group', () => {
  const row = (tag: string, parent = '') => judged(`${HEAD}\n"${tag}","${parent}",,,,`)[0]
  for (const number of ['4.02E+15', '4,02E+15', '4.02e15', '4E+15', '12.5E+9']) {
    for (const read of [row(number), row('CARD-1', number)]) {
      expect(read?.outcome, number).not.toBe('ready')
      expect(read?.text, number).toContain(`${number} is a number that a spreadsheet has shortened`)
    }
  }
  // Numbers of cards in hexadecimal digits.
  for (const card of ['04E215', '4E15', '1E10AB', '402000000000015', '4.02-E15'])
    expect(row(card)?.outcome, card).toBe('ready')
})

test('groups of a file that lead back to themselves are refused, and what hangs on them; a long chain is not', () => {
  const rows = ['A,B', 'B,C', 'C,a', 'D,A', 'E,F', 'F,'].join('\n')
  expect(judged(`RFID Tag,Parent Group\n${rows}`).map(r => [r.tag, r.outcome, r.text])).toEqual([
    ['A', 'error', 'RFID Tag B is in the group of this tag, so it cannot be its Parent Group'],
    ['B', 'error', 'RFID Tag C is in the group of this tag, so it cannot be its Parent Group'],
    ['C', 'error', 'RFID Tag a is in the group of this tag, so it cannot be its Parent Group'],
    ['D', 'error', 'Parent Group A is neither an RFID tag of yours nor a row that can be made'],
    ['E', 'ready', ''],
    ['F', 'ready', ''],
  ])
  const chain = Array.from({ length: 10_000 }, (_, i) => `N${i},${i === 9999 ? '' : `N${i + 1}`}`).join('\n')
  expect(judged(`RFID Tag,Parent Group\n${chain}`).every(r => r.outcome === 'ready')).toBe(true)
  // A long chain that hangs on nothing is judged within the time of a test.
  expect(judged(`RFID Tag,Parent Group\n${chain},NOBODY`).every(r => r.outcome === 'error')).toBe(true)
})

test('values of a row: its limit and balance default to 0, a card with money to one session, its date is that of the zone in the header', () => {
  const [a, b, c, d] = candidates(
    `${HEAD.replace('Date', 'Date (Europe/Berlin)')}\nA,,2027-01-31 12:30:00,-1,250.50,"x, y"\nB,,,,,\nC,,,,100,\nD,,,0,100,`,
  )
  expect(a).toMatchObject({ maxActiveTransactions: -1, balancePaise: 25_050n, row: { note: 'x, y' } })
  expect(a?.expiresAt?.toISOString()).toBe('2027-01-31T11:30:00.000Z')
  expect(b).toMatchObject({ maxActiveTransactions: 0, balancePaise: 0n, expiresAt: null })
  expect(c).toMatchObject({ maxActiveTransactions: 1, balancePaise: 10_000n })
  expect(d).toMatchObject({ maxActiveTransactions: 0, balancePaise: 10_000n })
})

test.each([
  ['2027-01-31', '2027-01-31T18:29:59.000Z'],
  ['31/01/2027', '2027-01-31T18:29:59.000Z'],
  ['2027-01-31 05:30', '2027-01-31T00:00:00.000Z'],
  ['2027-01-31T05:30:00+02:00', '2027-01-31T03:30:00.000Z'],
  ['2027-02-29', undefined],
  ['31-1-2027', undefined],
  ['2027-01-31 25:00', undefined],
  ['9999-01-01', undefined],
  ['tomorrow', undefined],
])('%s expires at %s', (text, iso) => {
  expect(expiryOf(text, 'Asia/Kolkata')?.toISOString()).toBe(iso)
})

test('the state of a tag, by what goes before what', () => {
  const past = '2026-05-31T00:00:00Z'
  const state = (expirydate: string | null, blocked: unknown, in_transaction: unknown) =>
    tagState({ expirydate, blocked, in_transaction }, now)
  expect([state(past, 1, 1), state(null, 1, 1), state(null, 0, '1'), state('2026-06-02T00:00:00Z', 0, 0)]).toEqual([
    'Expired',
    'Blocked',
    'In Use',
    'Active',
  ])
  expect([1, '1', true, 0, '0', false, null].map(isSet)).toEqual([true, true, true, false, false, false, false])
  const tones = [past, '2026-07-01T00:00:00Z', '2026-07-01T00:00:01Z', null].map(e => expiryTone(e, now))
  expect(tones).toEqual(['past', 'soon', 'later', 'later'])
  expect([0, -1, 1, 3].map(limitText)).toEqual([
    'The tag is blocked: it cannot charge. A negative number is without limit',
    'Without limit',
    'One session at a time',
    'At most 3 sessions at a time',
  ])
})

test.each([
  ['/customer/new', '/customer/new'],
  ['/customer/7?tab=tags', '/customer/7?tab=tags'],
  ['/customer/7/../../evil', '/tag'],
  ['https://evil.example/customer/new', '/tag'],
  ['//evil.example', '/tag'],
  [null, '/tag'],
])('returnTo %s leads to %s', (returnTo, path) => {
  expect(returnPath(returnTo)).toBe(path)
})
