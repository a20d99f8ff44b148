// The tests that differ from a commit, for `npm test -- --changed`: by the names that a change reaches
// (tools/reach.ts), and for product tests of features by the routes that they may call.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { importPath } from './import-paths.ts'
import { type ModuleNames, moduleNames } from './module-names.ts'
import { reachOf } from './reach.ts'
import { mayCall, pathsIn, servedBy, textsOf } from './served-routes.ts'

const isCode = (file: string): boolean => /\.tsx?$/.test(file)
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
/** Files that modules import and that hold no names. Those of web/public are found by the browser alone. */
const isAsset = (file: string): boolean => /\.(css|svg|woff2?|png)$/.test(file) && !file.startsWith('web/public/')
/** Files that no test depends on but those that read the repository. */
const isPaper = (file: string): boolean =>
  /\.md$|^(docs|docker|\.ci)\/|^LICENSE$|^\.(editorconfig|dockerignore|gitignore)$/.test(file)
/** Code that tests and the portal do not load. */
const isApart = (file: string): boolean => /^(bench|e2e)\//.test(file)
/** The common imports of every test of the server, and of every test of the browser. */
const BEFORE_ALL = { server: ['testing/setup.ts', 'testing/db.ts'], web: ['testing/web/setup.ts'] }
const isOfBrowser = (test: string): boolean => test.endsWith('.tsx') || /^(kit|web)\//.test(test)
/** The pages that the browser opens, which load every screen. */
const PORTAL = ['web/app/main.tsx', 'web/app/pay.tsx']
/** Changes the modules that tests and portal are built from. */
const OF_ALL_RUNS = 'tools/lean-contracts.ts'
/** The product with its table of routes. */
const PRODUCT = 'app/app.ts'
/** Loads a package of others by the name of the machine, and no file of ours. */
const CLEAR = ['platform/db/postgres-runner.ts']
/** Looks at the statements of all other tests of the server: alone it sees nothing. */
const STATEMENTS = 'tools/typed-sql/statements.test.ts'
/** Tests that read the repository. */
const READS_ALL = /\b(globSync|ls-files)\b/
/** Tests that ask the product for all its routes. */
const ASKS_ALL = /\b(printRoutes|swagger|endpoints|docs\/api)\b/

export type Reached = { tests: readonly string[]; journeys: boolean }
export type Change = {
  /** Every file as it is now; code with its text. */
  sources: ReadonlyMap<string, string>
  /** Changed code as it was. */
  before: ReadonlyMap<string, string>
  changed: readonly string[]
}

/** Returns the tests and journeys that a change reaches; undefined where the reach is unclear, so that all run. */
export function reachedBy({ sources, before, changed }: Change): Reached | undefined {
  if (changed.some(f => !isCode(f) && !isAsset(f) && !isPaper(f))) return undefined
  if (changed.some(f => /^[^/]+\.config\.ts$/.test(f))) return undefined
  const resolve = (file: string, name: string) =>
    importPath(file, name.replace(/\?.*$/, '')) ?? (sources.has(name) ? name : undefined)
  const tests = [...sources.keys()].filter(f => isTest(f) && !isApart(f))
  const doors = doorsOf(sources, resolve)
  const calls = callsOf(tests, { sources, doors, resolve })
  const r = reachOf({
    sources: new Map([...sources].filter(([f]) => !isApart(f) && !isPaper(f))),
    before,
    changed: changed.filter(f => !isApart(f) && !isPaper(f)),
    resolve,
    clear: CLEAR,
    isCut: (user, used) => user === PRODUCT && doors.has(used),
    besides: calls,
  })
  if (r.isReached(OF_ALL_RUNS)) return undefined
  const begins = (kind: keyof typeof BEFORE_ALL) => BEFORE_ALL[kind].some(f => r.isReached(f))
  const [server, web] = [begins('server'), begins('web')]
  const isReached = (test: string): boolean =>
    changed.includes(test) ||
    r.isReached(test) ||
    (isOfBrowser(test) ? web : server) ||
    READS_ALL.test(sources.get(test) ?? '') ||
    test.startsWith('tools/')
  return {
    tests: tests.filter(t => (t === STATEMENTS ? server : isReached(t))),
    journeys: changed.some(f => f.startsWith('e2e/')) || PORTAL.some(f => r.isReached(f)),
  }
}

type Resolve = (file: string, name: string) => string | undefined
/** The files of routes that a test reaches by calling one of their paths alone; by file, the paths. */
function doorsOf(sources: ReadonlyMap<string, string>, resolve: Resolve): Map<string, string[]> {
  const doors = new Map<string, string[]>()
  for (const [file, source] of sources) {
    const served = file.endsWith('.routes.ts') ? servedBy(file, source) : undefined
    const m = served && moduleNames(file, source)
    if (!served || !m) continue
    const paths = served.map(endpoint => {
      const [name = '', member] = endpoint.split('.')
      const from = m.imports.get(name)
      const contract = from && resolve(file, from.from)
      const text = contract === undefined ? undefined : sources.get(contract)
      return contract === undefined || text === undefined
        ? []
        : (pathsIn(contract, text).get(member ?? from?.name ?? '') ?? [])
    })
    if (paths.every(p => p.length > 0)) doors.set(file, paths.flat())
  }
  return doors
}

/** By test, the files of routes that it may call. Tests outside of features, and tests with a list of all routes, call all. */
function callsOf(
  tests: readonly string[],
  { sources, doors, resolve }: { sources: ReadonlyMap<string, string>; doors: Map<string, string[]>; resolve: Resolve },
): Map<string, string[]> {
  const modules = new Map<string, ModuleNames | undefined>()
  const namesIn = (file: string): ModuleNames | undefined => {
    if (!modules.has(file)) modules.set(file, moduleNames(file, sources.get(file) ?? ''))
    return modules.get(file)
  }
  const texts = new Map<string, string>()
  const textIn = (file: string): string => {
    const known = texts.get(file) ?? textsOf(file, sources.get(file) ?? '')
    texts.set(file, known)
    return known
  }
  const isHelper = (file: string) => /^testing\/|\/test-[^/]*$/.test(file) && sources.has(file)
  /** The test, its helpers, and the contracts that they import. */
  const near = (test: string): string[] => {
    const files = new Set([test])
    for (const file of files)
      for (const from of namesIn(file)?.loaded ?? []) {
        const target = resolve(file, from)
        if (
          target !== undefined &&
          (isHelper(target) || (/\.contract\.ts$/.test(target) && !/\.contract\.ts$/.test(file)))
        )
          files.add(target)
      }
    return [...files].filter(f => sources.has(f))
  }
  /** Whether a test loads the product, by whatever way. */
  const startsProduct = (test: string): boolean => {
    const seen = new Set([test])
    for (const file of seen) {
      const m = namesIn(file)
      for (const name of [...(m?.loaded ?? []), ...(m?.statements.flatMap(x => x.loads) ?? [])]) {
        const target = resolve(file, name)
        if (target === PRODUCT) return true
        if (target !== undefined && sources.has(target)) seen.add(target)
      }
    }
    return false
  }
  return new Map(
    tests.flatMap((test): [string, string[]][] => {
      if (!startsProduct(test)) return []
      if (!test.startsWith('features/') || ASKS_ALL.test(sources.get(test) ?? '')) return [[test, [...doors.keys()]]]
      const files = near(test)
      const all = files.map(textIn).join('\n')
      return [[test, [...doors].filter(([, paths]) => mayCall(all, paths)).map(([file]) => file)]]
    }),
  )
}

/** Returns the tests and journeys that the working tree reaches against a commit; undefined: all. */
export function reachedSince(root: string, commit: string): Reached | undefined {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] })
  const linesOf = (text: string) => text.split('\n').filter(line => line !== '')
  const files = linesOf(git('ls-files', '-co', '--exclude-standard')).filter(f => existsSync(`${root}/${f}`))
  const sources = new Map(files.map(f => [f, isCode(f) ? readFileSync(`${root}/${f}`, 'utf8') : '']))
  const changed = [
    ...new Set([
      ...linesOf(git('diff', '--name-only', '--no-renames', commit)),
      ...linesOf(git('ls-files', '-o', '--exclude-standard')),
    ]),
  ]
  const before = new Map<string, string>()
  for (const file of changed.filter(isCode))
    try {
      before.set(file, git('show', `${commit}:${file}`))
    } catch {
      // A new file.
    }
  return reachedBy({ sources, before, changed })
}
