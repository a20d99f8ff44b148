// Every list of the portal that keeps views can be sent by mail, or has a reason not to be; and what the rows of a list are
// asked by.
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filterWords, LIST_SOURCES, mayNarrow, queryOf } from './report-sources.rules.ts'
import { isSource, SOURCE_NAMES, sourceWords } from './scheduled-report.words.ts'
import { NOT_SENT } from './test-not-sent.ts'

const FEATURES = join(import.meta.dirname, '../..')
/** The name under which the views of a grid are kept: its file, or its label (kit/data-grid.tsx). */
function namesIn(text: string): string[] {
  const constant = /const FILE = \{ excel: '([^']+)'/.exec(text)?.[1]
  return text
    .split(/<DataGrid\b/)
    .slice(1)
    .flatMap(grid => {
      // Its own properties stand at its own depth; a file of another part comes later.
      const own = grid.slice(0, grid.search(/\n\s*\/>/))
      const file = /^\s*file=(?:"([^"]+)"|\{`([^`$]*)|\{isNotes \? `([^`$]*)|\{(FILE)\})/m.exec(own)
      const named = file && (file[4] ? constant : (file[1] ?? file[2] ?? file[3]))
      const name =
        named === undefined || named === null || named === '' ? /^\s*label=(?:"([^"]+)")/m.exec(own)?.[1] : named
      return name === undefined ? [`nameless: ${own.slice(0, 80)}`] : [name.toLowerCase()]
    })
}
const isExcused = (name: string): boolean =>
  Object.keys(NOT_SENT).some(begin => name === begin || name.startsWith(begin)) ||
  // Measurands have names of their own.
  name === ''

test('every list with saved views is sent, or has a reason', async () => {
  const missing: string[] = []
  const found = new Set<string>()
  for await (const file of glob('**/*.tsx', { cwd: FEATURES })) {
    if (file.includes('.test.')) continue
    for (const name of namesIn(readFileSync(join(FEATURES, file), 'utf8'))) {
      found.add(name)
      if (!isSource(name) && !isExcused(name)) missing.push(`${file}: ${name}`)
    }
  }
  expect(missing).toEqual([])
  const lists = SOURCE_NAMES.filter(s => !sourceWords(s).isPage)
  expect(lists.filter(s => !found.has(s))).toEqual([])
})

test('a main time is a date that its list filters by', () => {
  for (const source of SOURCE_NAMES) {
    const { time } = sourceWords(source)
    if (time) expect([source, LIST_SOURCES[source].endpoint.offers?.filters[time.field]]).toEqual([source, 'date'])
  }
})

const view = (more: object) => ({
  combine: 'AND' as const,
  conditions: [],
  q: '',
  sort: null,
  columns: [],
  density: 'comfortable' as const,
  pageSize: 10,
  ...more,
})
const span = { from: new Date('2026-03-02T18:30:00Z'), to: new Date('2026-03-03T18:30:00Z') }
const asked = { zone: 'Asia/Kolkata', tz: 330 }
const active = { field: 'status', operator: 'equals', value: 'Active' }
const day = { field: 'starttime', operator: 'between', value: ['2026-03-03', '2026-03-03'] }

test('the rows are those of the view, narrowed by the period', () => {
  const plain = queryOf('transactions', { view: undefined, span: undefined, ...asked })
  expect(plain).toEqual({ tz: '330', sort: '-starttime' })
  const narrowed = queryOf('transactions', {
    view: view({ conditions: [active], q: 'x', sort: 'transactionId' }),
    span,
    ...asked,
  })
  expect({ ...narrowed, filters: JSON.parse(narrowed.filters ?? '') }).toEqual({
    tz: '330',
    sort: 'transactionId',
    q: 'x',
    filters: { combine: 'AND', conditions: [active, day] },
  })
  expect(queryOf('report', { view: undefined, span, ...asked })).toMatchObject({
    startDate: '2026-03-03 00:00:00',
    endDate: '2026-03-03 23:59:59',
    zone: 'Asia/Kolkata',
  })
  expect(queryOf('upi-transactions', { view: undefined, span, ...asked })).toMatchObject({
    from: '2026-03-03',
    to: '2026-03-03',
  })
})

test('filters of which one is enough leave no room for a period; a single one does', () => {
  expect(mayNarrow(undefined)).toBe(true)
  expect(mayNarrow(view({ combine: 'OR', conditions: [active] }))).toBe(true)
  expect(mayNarrow(view({ combine: 'OR', conditions: [active, day] }))).toBe(false)
  const one = queryOf('transactions', { view: view({ combine: 'OR', conditions: [active] }), span, ...asked })
  expect(JSON.parse(one.filters ?? '').combine).toBe('AND')
})

test('filters in words', () => {
  expect(filterWords(undefined)).toEqual([])
  expect(
    filterWords(view({ q: 'north', combine: 'OR', conditions: [active, day, { field: 'x', operator: 'isEmpty' }] })),
  ).toEqual(['Search for "north"', 'Status is Active or Starttime is between 2026-03-03 and 2026-03-03 or X is empty'])
})
