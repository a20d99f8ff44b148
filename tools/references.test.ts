// References that lead nowhere are found, and all others are left alone.
import { expect, test } from 'vitest'
import { anchorsOf, codesIn, leadsNowhere, notShown } from './references.ts'

const rules = {
  file: 'docs/rules/calls.md',
  text: '# Calls\n\n## D-GEN-1 Envelope\n\n## M-2.4 Lines\n\n## S-MAP The map',
}
const there = new Set(['docs/rules/calls.md', 'docs/kit.md', 'platform/db/db.ts'])
const found = (file: string, text: string) => leadsNowhere([rules, { file, text }], path => there.has(path))

test.each([
  ['a.ts', '// One rule (D-GEN-1, M-2.4, S-MAP), OCPP 1.6 §4.2; see platform/db/db.ts.'],
  ['a.ts', "const id = 'S-ONE' // a charger's id in a text is no code"],
  ['a.ts', "const id = 'MIXED-CASE-1'"],
  ['packages/ocpp/src/a.ts', '// Ids have 36 characters (§4.1.4).'],
  ['migrations/0001-a.sql', '-- Frozen with the session (money.md 2.4); document 3 names the defaults.'],
  [
    'docs/kit.md',
    '# The kit\n[rule](rules/calls.md#m-24-lines) [here](#the-kit) [there](https://example.com) `x.store.ts`',
  ],
])('%s: %s leads somewhere', (file, text) => expect(found(file, text)).toEqual([]))

test.each([
  ['a.ts', '// D-GEN-2', 'a.ts:1: D-GEN-2 has no heading in docs/rules'],
  ['a.ts', "test('x (D-GEN-9)')", 'a.ts:1: D-GEN-9 has no heading in docs/rules'],
  ['a.ts', 'let a = 1 // S-LOGS', 'a.ts:1: S-LOGS has no heading in docs/rules'],
  ['a.ts', '\n/** As in document 2. */', 'a.ts:2: "document 2" is a text outside the repository'],
  ['a.ts', '// money.md 2.4', 'a.ts:1: "money.md 2" is a text outside the repository'],
  ['a.ts', '// As §4.2 says.', 'a.ts:1: § of which standard?'],
  ['a.ts', '// See platform/db/gone.ts.', 'a.ts:1: platform/db/gone.ts is not there'],
  ['a.ts', '// See gone.store.ts.', 'a.ts:1: no file is called gone.store.ts'],
  ['migrations/0001-a.sql', '-- money.md 2.9', 'migrations/0001-a.sql:1: M-2.9 has no heading in docs/rules'],
  ['docs/kit.md', '[gone](gone.md)', 'docs/kit.md:1: gone.md is not there'],
  ['docs/kit.md', '[rule](rules/calls.md#m-25)', 'docs/kit.md:1: rules/calls.md has no #m-25'],
  ['docs/kit.md', '`platform/db/gone.ts`', 'docs/kit.md:1: platform/db/gone.ts is not there'],
  ['docs/kit.md', '`gone.ts`', 'docs/kit.md:1: no file is called gone.ts'],
])('%s: %s leads nowhere', (file, text, what) => expect(found(file, text)).toEqual([what]))

test('a code has one heading', () => {
  const twice = { file: 'docs/rules/more.md', text: '## D-GEN-1 Again' }
  expect(leadsNowhere([rules, twice], () => true)).toEqual([
    'docs/rules/more.md: D-GEN-1 has a heading in docs/rules/calls.md too',
  ])
})

test('a range names all between its ends, and anchors are those of the reader', () => {
  expect(codesIn('D-LOG-1 to D-LOG-3')).toEqual(['D-LOG-1', 'D-LOG-3', 'D-LOG-2'])
  expect([...anchorsOf('## Who is let in\n### M-2.4 `Lines`, again')]).toEqual(['who-is-let-in', 'm-24-lines-again'])
})

test('a behaviour of the wire is shown by a test that bears its number', () => {
  const tests = { file: 'gateway/a.test.ts', text: "test('pings are answered [1] [2]', …)\nconst x = list [4]" }
  const page = (...rows: string[]) => ({ file: 'docs/rules/wire.md', text: rows.join('\n') })
  const good = ['| 1 | Pings | `gateway/a.test.ts` |', '| 2 | Pongs | `gateway/a.test.ts` |']
  expect(notShown([tests, page(...good)])).toEqual([])
  expect(
    notShown([
      tests,
      page(...good, '| 4 | A | `gateway/a.test.ts` |', '| 4 | B | `gateway/b.test.ts` |', '| 5 | C | |'),
    ]),
  ).toEqual([
    'docs/rules/wire.md: 4 stands where 3 is due',
    'docs/rules/wire.md: no test in gateway/a.test.ts ends with [4]',
    'docs/rules/wire.md: no test in gateway/b.test.ts ends with [4]',
    'docs/rules/wire.md: no test shows 5',
  ])
})
