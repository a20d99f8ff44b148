// Cycles among folders are found whatever their length, and the map puts every folder above those it points to.
import { expect, test } from 'vitest'
import { cyclesOf, foldersOf, mapOf } from './folders.ts'

const graph = (text: string) =>
  new Map(text.split(' ').map(line => [line[0] ?? '', new Set(line.slice(2).split(''))] as const))

test.each([
  ['a>b b>a', [['a', 'b', 'a']]],
  ['a>b b>c c>d d>b', [['b', 'c', 'd', 'b']]],
  [
    'a>b b>a c>d d>e e>c',
    [
      ['a', 'b', 'a'],
      ['c', 'd', 'e', 'c'],
    ],
  ],
  ['a>bc b>d c>d', []],
])('the cycles of %s', (text, cycles) => {
  expect(cyclesOf(graph(text))).toEqual(cycles)
})

test('a folder points where any of its files does, not to itself', () => {
  const files = new Map([
    ['features/a/x.store.ts', ['features/b/y.store.ts', 'platform/db/db.ts']],
    ['features/a/x-page.tsx', ['features/a/x.store.ts', 'features/c/z.parts.tsx']],
    ['features/b/y.store.ts', []],
    ['app/app.ts', ['features/a/x.store.ts']],
  ])
  const folders = foldersOf(files, file => /^features\/([^/]+)/.exec(file)?.[1])
  expect(folders).toEqual(
    new Map([
      ['a', new Set(['b', 'c'])],
      ['b', new Set()],
    ]),
  )
})

test('the map stands from bottom to top, and long lists go on below', () => {
  expect(mapOf(graph('a>bd b>c d>c'))).toEqual(['0  c', '1  b → c', '   d → c', '2  a → b, d'])
  const many = Array.from({ length: 40 }, (_, i) => `folder${i}`)
  const lines = mapOf(new Map([['top', new Set(many)]]))
  expect(Math.max(...lines.map(l => l.length))).toBeLessThanOrEqual(120)
  for (const name of many) expect(lines.join('\n').split(name).length).toBeGreaterThan(2)
})
