// The bytes of a file of tags as text (S-TAG-IMPORT).
import { expect, test } from 'vitest'
import { decoded } from './csv.rules.ts'
import { OUTCOME_WORDS } from './tag-import.contract.ts'

const bytes = (...of: number[]) => new Uint8Array(of).buffer
const utf8 = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer
const EXCEL = { fault: 'This is an Excel file. Please save it as CSV first.' }
const ENCODING = { fault: 'The file is not in UTF-8. Please save it as CSV with the encoding UTF-8.' }

test.each([
  ['UTF-8', utf8('tag\nKärtchen ₹'), { text: 'tag\nKärtchen ₹' }],
  ['UTF-8 with a byte order mark', bytes(0xef, 0xbb, 0xbf, 0x61), { text: 'a' }],
  ['an empty file', bytes(), { text: '' }],
  ['an Excel file', bytes(0x50, 0x4b, 3, 4, 0x61), EXCEL],
  ['a text that begins with PK', utf8('PK'), { text: 'PK' }],
  ['UTF-16, low byte first', bytes(0xff, 0xfe, 0x61, 0), ENCODING],
  ['UTF-16, high byte first', bytes(0xfe, 0xff, 0, 0x61), ENCODING],
  ['Windows-1252', bytes(0x4b, 0xe4), ENCODING],
])('%s', (_, file, read) => expect(decoded(file)).toEqual(read))

test('every outcome of a row has words of its own', () => {
  expect(Object.keys(OUTCOME_WORDS).toSorted()).toEqual(['error', 'exists', 'made', 'ready', 'twice'])
  expect(new Set(Object.values(OUTCOME_WORDS)).size).toBe(5)
})
