// Holds docs/ocpp201.md and the tests of its cases together: a case has a test or a reason why there is none, and a test of a case
// stands on the page. `WATTDESK_KEEP_CASES=1` writes the last column of the page anew.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { NOT_SHOWN } from './test-not-shown.ts'

const PAGE = 'docs/ocpp201.md'
const FOLDER = 'app/cases-201'
const ROW = /^\| (TC_[A-Z]_\d+) \| (.+?) \| (.*?) \| ?(.*?) ?\|$/
/** The name of a test, or of a row of its table, that begins with a case. */
const NAME = /(['"`])(TC_[A-Z]_\d+) [a-zA-Z]/g

const rows = readFileSync(PAGE, 'utf8')
  .split('\n')
  .flatMap(line => {
    const [, id, name, part, shown] = ROW.exec(line) ?? []
    return id === undefined ? [] : [{ id, name, part, shown }]
  })
/** The file of each test, by its case. */
const tests = globSync(`${FOLDER}/*.test.ts`)
  .filter(file => basename(file) !== 'cases.test.ts')
  .sort()
  .flatMap(file => [...readFileSync(file, 'utf8').matchAll(NAME)].map(([, , id = '']) => ({ id, file })))

const linkTo = (file: string): string => `[${basename(file, '.test.ts')}](../${file})`
const shownBy = (id: string): string => {
  const found = tests.find(t => t.id === id)
  return found ? linkTo(found.file) : (NOT_SHOWN.get(id) ?? '')
}

test('the page has every case once', () => {
  expect(rows.length).toBeGreaterThan(200)
  expect(new Set(rows.map(r => r.id)).size).toBe(rows.length)
})

test('a case has one test, or a reason why there is none', () => {
  const shown = tests.map(t => t.id)
  expect(shown.filter((id, n) => shown.indexOf(id) !== n)).toEqual([])
  expect(rows.filter(({ id }) => shown.includes(id) === NOT_SHOWN.has(id)).map(r => r.id)).toEqual([])
})

test('each test and each reason is of a case on the page', () => {
  const known = new Set(rows.map(r => r.id))
  expect([...tests.map(t => t.id), ...NOT_SHOWN.keys()].filter(id => !known.has(id))).toEqual([])
})

test('the page says what shows each case', () => {
  if (process.env.WATTDESK_KEEP_CASES) {
    const written = readFileSync(PAGE, 'utf8').replaceAll(new RegExp(ROW, 'gm'), (_, id, name, part) => {
      return `| ${id} | ${name} | ${part} | ${shownBy(id)} |`
    })
    return writeFileSync(PAGE, written)
  }
  expect(rows.filter(({ id, shown }) => shown !== shownBy(id))).toEqual([])
})
