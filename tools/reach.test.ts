// The tests that a change reaches, on small made-up graphs: by names, by the effects of a module on being loaded, and
// by unclear statements.
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Parts, reachOf } from './reach.ts'

const resolve = (file: string, name: string) => (name.startsWith('.') ? join(dirname(file), name) : undefined)
/** The files that a change from `before` to `sources` reaches, of those that end in .test.ts. */
function reached(sources: Record<string, string>, before: Record<string, string | null>, more: Partial<Parts> = {}) {
  const now = new Map(Object.entries(sources))
  const old = new Map(Object.entries(before).filter((e): e is [string, string] => e[1] !== null))
  const r = reachOf({ sources: now, before: old, changed: Object.keys(before), resolve, ...more })
  return [...now.keys()].filter(f => f.endsWith('.test.ts') && r.isReached(f)).map(f => f.replace('.test.ts', ''))
}
const rules = (a: number, b: number) =>
  `export const A = ${a}\nexport const B = ${b}\nexport const twice = () => 2 * A\n`
const usersOf = (...names: string[]) =>
  Object.fromEntries(names.map(n => [`${n}.test.ts`, `import { ${n} } from './rules.ts'\ntest('x', () => ${n})\n`]))

describe('a changed name reaches the tests that use the name', () => {
  test('directly, or by another name of the module', () => {
    const sources = { 'rules.ts': rules(1, 1), ...usersOf('A', 'B', 'twice') }
    expect(reached(sources, { 'rules.ts': rules(2, 1) })).toEqual(['A', 'twice'])
    expect(reached(sources, { 'rules.ts': rules(1, 2) })).toEqual(['B'])
  })
  test('through modules between, passed on or used', () => {
    const sources = {
      'rules.ts': rules(1, 1),
      'all.ts': `export * from './rules.ts'`,
      'some.ts': `export { B as C } from './rules.ts'`,
      'calls.ts': `import { twice } from './rules.ts'\nexport const four = () => 2 * twice()\nexport const one = 1`,
      'all.test.ts': `import { A } from './all.ts'\ntest('x', () => A)`,
      'some.test.ts': `import { C } from './some.ts'\ntest('x', () => C)`,
      'four.test.ts': `import { four } from './calls.ts'\ntest('x', four)`,
      'one.test.ts': `import { one } from './calls.ts'\ntest('x', () => one)`,
    }
    expect(reached(sources, { 'rules.ts': rules(2, 1) })).toEqual(['all', 'four'])
    expect(reached(sources, { 'rules.ts': rules(1, 2) })).toEqual(['all', 'some'])
  })
  test('of a namespace by its members, or by the whole', () => {
    const sources = {
      'rules.ts': rules(1, 1),
      'member.test.ts': `import * as r from './rules.ts'\ntest('x', () => r.A)`,
      'other.test.ts': `import * as r from './rules.ts'\ntest('x', () => r.B)`,
      'whole.test.ts': `import * as r from './rules.ts'\ntest('x', () => Object.keys(r))`,
    }
    expect(reached(sources, { 'rules.ts': rules(2, 1) })).toEqual(['member', 'whole'])
  })
  test('that is renamed, removed, or imported from elsewhere', () => {
    const sources = { 'rules.ts': rules(1, 1), ...usersOf('A', 'B') }
    expect(reached(sources, { 'rules.ts': rules(1, 1).replace('A =', 'Z =') })).toContain('A')
    expect(reached({ ...sources, 'rules.ts': 'export const B = 1' }, { 'rules.ts': rules(1, 1) })).toEqual(['A'])
    const user = `import { A } from './rules.ts'\nexport const a = A`
    const moved = { ...sources, 'user.ts': user, 'a.test.ts': `import { a } from './user.ts'\ntest('x', () => a)` }
    expect(reached(moved, { 'user.ts': user.replace('rules', 'others') })).toEqual(['a'])
  })
})

describe('a change of nothing that runs reaches no test', () => {
  test.each([
    ['a comment', `// Why.\n${rules(1, 1)}`],
    ['the layout', rules(1, 1).replaceAll('\n', '\n\n')],
    ['a type', `type T = 1\n${rules(1, 1)}`],
    ['the type of a name', rules(1, 1).replace('const A', 'const A: number')],
  ])('%s', (_, old) => {
    expect(reached({ 'rules.ts': rules(1, 1), ...usersOf('A', 'twice') }, { 'rules.ts': old })).toEqual([])
  })
  test('an import of a type alone', () => {
    const sources = {
      'rules.ts': rules(1, 1),
      'type.test.ts': `import type { A } from './rules.ts'\ntest('x', () => 1 as A)`,
      'mixed.test.ts': `import { type A, B } from './rules.ts'\ntest('x', () => B)`,
    }
    expect(reached(sources, { 'rules.ts': rules(2, 1) })).toEqual([])
  })
})

describe('what a module does on being loaded reaches all who load the module', () => {
  const sources = {
    'rules.ts': rules(1, 1),
    'register.ts': `import { A } from './rules.ts'\nconst seen = new Set()\nseen.add(A)\nexport const B = 1\nexport { seen }`,
    'between.ts': `import { B } from './register.ts'\nexport const C = B`,
    'bare.test.ts': `import './between.ts'\ntest('x', () => 1)`,
    'apart.test.ts': `test('x', () => 1)`,
  }
  test('when it does something else', () => {
    const old = sources['register.ts'].replace('seen.add(A)', 'seen.add(2)')
    expect(reached(sources, { 'register.ts': old })).toEqual(['bare'])
  })
  test('when it uses a changed name', () => {
    expect(reached(sources, { 'rules.ts': rules(2, 1) })).toEqual(['bare'])
  })
  test('when it loads something else', () => {
    expect(reached(sources, { 'between.ts': `export const C = 1` })).toEqual(['bare'])
  })
  test('and changes the names that it fills', () => {
    const user = { 'seen.test.ts': `import { seen } from './register.ts'\ntest('x', () => seen)` }
    const old = sources['register.ts'].replace('seen.add(A)', '')
    expect(reached({ ...sources, ...user }, { 'register.ts': old })).toContain('seen')
  })
})

describe('whatever cannot be told is reached', () => {
  const user = { 'user.test.ts': `import { A } from './rules.ts'\ntest('x', () => A)` }
  test('a new file, a deleted file, and a file that does not parse', () => {
    expect(reached({ 'rules.ts': rules(1, 1), ...user }, { 'rules.ts': null })).toEqual(['user'])
    expect(reached(user, { 'rules.ts': rules(1, 1) })).toEqual(['user'])
    expect(reached({ 'rules.ts': 'export const A = ', ...user }, { 'rules.ts': rules(1, 1) })).toEqual(['user'])
    expect(reached({ 'rules.ts': rules(1, 1), ...user }, { 'rules.ts': 'export const A = ' })).toEqual(['user'])
  })
  test('a module that is loaded late, by its text, or by a pattern, is used as a whole', () => {
    const sources = {
      'rules.ts': rules(1, 1),
      'late.test.ts': `test('x', () => import('./rules.ts'))`,
      'program.test.ts': `test('x', () => spawn('node', [join(HERE, './rules.ts')]))`,
      'pattern.test.ts': `test('x', () => import.meta.glob('./r*.ts'))`,
      'other.test.ts': `test('x', () => import.meta.glob('./s*.ts'))`,
    }
    expect(reached(sources, { 'rules.ts': rules(1, 2) })).toEqual(['late', 'program', 'pattern'])
  })
  test('a module that loads by a computed name is reached by every change, unless said to be clear', () => {
    const sources = {
      'rules.ts': rules(1, 1),
      'opaque.ts': `export const load = name => import(name)`,
      'opaque.test.ts': `import { load } from './opaque.ts'\ntest('x', load)`,
    }
    expect(reached(sources, { 'rules.ts': rules(2, 1) })).toEqual(['opaque'])
    expect(reached(sources, { 'rules.ts': rules(2, 1) }, { clear: ['opaque.ts'] })).toEqual([])
  })
  test('a file without names, such as a style sheet, reaches all who load the file', () => {
    const sources = { 'a.css': '', 'a.ts': `import './a.css'\nexport const A = 1`, 'a.test.ts': `import './a.ts'` }
    expect(reached(sources, { 'a.css': '' })).toEqual(['a'])
  })
})

test('a cut use counts for those alone who say that they use the file', () => {
  const sources = {
    'rules.ts': rules(1, 1),
    'app.ts': `import { twice } from './rules.ts'\nexport const app = () => twice()`,
    'calls.test.ts': `import { app } from './app.ts'\ntest('x', app)`,
    'calls-not.test.ts': `import { app } from './app.ts'\ntest('x', app)`,
  }
  const cut = {
    isCut: (user: string, used: string) => user === 'app.ts' && used === 'rules.ts',
    besides: new Map([['calls.test.ts', ['rules.ts']]]),
  }
  expect(reached(sources, { 'rules.ts': rules(2, 1) })).toEqual(['calls', 'calls-not'])
  expect(reached(sources, { 'rules.ts': rules(2, 1) }, cut)).toEqual(['calls'])
})
