// docs/faults.md names every fault, and for each one tests that exist.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FAULTS } from './all.ts'
import { faultsOfPage } from './page.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : undefined)

test('every fault has a section in docs/faults.md, which names tests that exist', () => {
  const names = FAULTS.map(f => f.name)
  expect(new Set(names).size).toBe(names.length)
  expect(faultsOfPage(read('docs/faults.md') ?? '', names, read)).toEqual([])
})

const PAGE = '# Faults\n\n## `one`\n\nText.\n\n- `a.test.ts`: it holds\n'
const source = (file: string) => (file === 'a.test.ts' ? "test('it holds', …)" : undefined)
test.each([
  ['all is there', PAGE, ['one'], []],
  ['a fault is missing', PAGE, ['one', 'two'], ['two has no section']],
  ['a section is left over', `${PAGE}## \`old\`\n\n- \`a.test.ts\`: it holds\n`, ['one'], ['old is no fault']],
  ['no test is named', '## `one`\n\nText.\n', ['one'], ['one names no test']],
  ['a file is gone', PAGE.replace('a.test', 'b.test'), ['one'], ['one: b.test.ts is not there']],
  ['a test has another title', PAGE.replace('it holds', 'it held'), ['one'], ['one: a.test.ts has no test "it held"']],
])('%s', (_what, page, names, wrong) => expect(faultsOfPage(page, names, source)).toEqual(wrong))
