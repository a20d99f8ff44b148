// The tests of `npm test -- --changed`, on a small made-up repository: routes by the paths in a test, journeys where
// the portal is reached, and everything where the reach is unclear.
import { describe, expect, test } from 'vitest'
import { reachedBy } from './reached-tests.ts'
import { mayCall, pathsIn, servedBy, wordsOf } from './served-routes.ts'

const routes = (name: string) =>
  `import { route } from '@wattdesk/wire/route'
import { list } from './${name}.contract.ts'
import { ${name}Limit } from './${name}.rules.ts'
export function ${name}Routes(app) {
  route(app, list, () => ${name}Limit)
}`
const feature = (name: string): Record<string, string> => ({
  [`features/office/${name}/${name}.rules.ts`]: `export const ${name}Limit = 1`,
  [`features/office/${name}/${name}.contract.ts`]: `export const list = endpoint({ path: '/cms/v1/team/{teamId}/${name}' })`,
  [`features/office/${name}/${name}.routes.ts`]: routes(name),
  [`features/office/${name}/${name}.test.ts`]: `import { startApp } from '#testing/app.ts'\ntest('x', () => startApp().get(\`/cms/v1/team/1/${name}?page=1\`))`,
})
const repository = new Map(
  Object.entries({
    ...feature('tags'),
    ...feature('users'),
    'features/office/tags/tags-page.tsx': `import { tagsLimit } from './tags.rules.ts'\nexport const TagsPage = () => tagsLimit`,
    'features/office/tags/tags-page.test.tsx': `import { TagsPage } from './tags-page.tsx'\ntest('x', TagsPage)`,
    'app/app.ts': `import { tagsRoutes } from '#office/tags/tags.routes.ts'\nimport { usersRoutes } from '#office/users/users.routes.ts'\nexport const buildApp = () => [tagsRoutes, usersRoutes]`,
    'app/edge.test.ts': `import { startApp } from '#testing/app.ts'\ntest('x', startApp)`,
    'testing/app.ts': `import { buildApp } from '#app/app.ts'\nexport const startApp = buildApp`,
    'testing/setup.ts': '',
    'testing/db.ts': `export default function setup() {}`,
    'testing/web/setup.ts': '',
    'web/app/main.tsx': `const pages = import.meta.glob('../../features/*/*/*-page.tsx')\npages.toString()`,
    'web/app/pay.tsx': '',
    'tools/look.test.ts': `test('x', () => globSync('**'))`,
    'docs/README.md': '',
    'migrations/0001.sql': '',
    'e2e/tags.spec.ts': '',
  }),
)
const change = (file: string, old = 'export const old = 0') =>
  reachedBy({ sources: repository, before: new Map([[file, old]]), changed: [file] })
const ofTools = ['tools/look.test.ts']

describe('a change', () => {
  test('of a rule reaches the tests that name its routes, those about the whole, and its screen', () => {
    expect(change('features/office/tags/tags.rules.ts')).toEqual({
      tests: [
        'features/office/tags/tags.test.ts',
        'features/office/tags/tags-page.test.tsx',
        'app/edge.test.ts',
        ...ofTools,
      ],
      journeys: true,
    })
  })
  test('of a rule without a screen reaches no journey', () => {
    expect(change('features/office/users/users.rules.ts')).toEqual({
      tests: ['features/office/users/users.test.ts', 'app/edge.test.ts', ...ofTools],
      journeys: false,
    })
  })
  test('of a screen reaches its test and the journeys, for a journey goes from screen to screen', () => {
    expect(change('features/office/tags/tags-page.tsx')).toEqual({
      tests: ['features/office/tags/tags-page.test.tsx', ...ofTools],
      journeys: true,
    })
  })
  test('of what all tests of the server begin with reaches all of them', () => {
    const tests = change('testing/db.ts')?.tests
    expect(tests).toContain('features/office/users/users.test.ts')
    expect(tests).not.toContain('features/office/tags/tags-page.test.tsx')
  })
  test('of a journey reaches the journeys, of a document the tests that read documents', () => {
    expect(change('e2e/tags.spec.ts')).toEqual({ tests: ofTools, journeys: true })
    expect(change('docs/README.md')).toEqual({ tests: ofTools, journeys: false })
  })
  test('of a migration, of a setting or of an unknown file reaches everything', () => {
    for (const file of ['migrations/0001.sql', 'package.json', 'vitest.config.ts', 'some.bin'])
      expect(change(file)).toBeUndefined()
  })
})

describe('routes', () => {
  test('are told apart where a file does nothing but serve endpoints', () => {
    expect(servedBy('tags.routes.ts', routes('tags'))).toEqual(['list'])
    expect(servedBy('tags.routes.ts', routes('tags').replace('app, list', 'app, calls.list'))).toEqual(['calls.list'])
    const named = routes('tags').replace(
      '  route(',
      '  const { db } = app.services\n  const now = () => db.now()\n  route(',
    )
    expect(servedBy('tags.routes.ts', named)).toEqual(['list'])
    const more = routes('tags').replace('  route(', '  app.addHook()\n  route(')
    expect(servedBy('tags.routes.ts', more)).toBeUndefined()
    expect(servedBy('tags.routes.ts', 'export const tagsRoutes = 1')).toBeUndefined()
  })
  test('have the paths of their endpoints, aliases too', () => {
    const contract = `export const list = endpoint({ path: '/cms/v1/tag/{id}', aliases: ['/cms/v1/team/{teamId}/tag'] })`
    expect([...pathsIn('a.contract.ts', contract)]).toEqual([
      ['list', ['/cms/v1/tag/{id}', '/cms/v1/team/{teamId}/tag']],
    ])
    expect(wordsOf('/cms/v1/team/{teamId}/charger/{id}/log')).toEqual(['charger', 'log'])
  })
  test.each([
    ['/cms/v1/team/{teamId}/charger/{id}/log', 'charger/', true],
    ['/cms/v1/team/{teamId}/charger/{id}/log', 'tags', false],
    ['/cms/v1/team/{id}', 'tags', true],
    ['/cms/v1/transaction/{id}', 'select from transaction t', false],
    ['/cms/v1/transaction/{id}', 'team/1/\ntransaction', true],
    ['/cms/v1/transactions', 'team/1/transactions?page=1', true],
    ['/cms/v1/transaction', 'transactions', false],
  ])('%s may be called by a test with the text %s: %s', (path, text, may) => expect(mayCall(text, [path])).toBe(may))
})
