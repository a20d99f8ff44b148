// `npm run mutants -- NAME`: changes one operator, constant or condition at a time in the rules and stores of NAME, and
// runs their tests against each change (Stryker). A change that no test notices is printed: a test is missing there, or
// the change makes no difference. NAME is a folder (`refunds`), the rules or stores of a folder (`refunds/rules`), or a
// file (`tag.rules`). Works on a copy in a temporary folder, which is removed in the end. Stryker and its 246 packages are
// installed with the first run, since nothing else needs them.
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { mutantFiles, scoresOf, testsFor } from './mutant-files.ts'

const names = process.argv.slice(2)
const sources = globSync('features/**/*.{rules,store}.ts').sort()
const unknown = names.filter(name => mutantFiles(sources, name).length === 0)
if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`No rules or stores of money, tags, reservations or pay: ${unknown.join(', ')}`)
  console.error('npm run mutants -- FOLDER | FOLDER/rules | FOLDER/store | FILE, as refunds, refunds/rules, tag.rules')
  process.exit(1)
}
const files = [...new Set(names.flatMap(name => mutantFiles(sources, name)))]
const { patterns, needDatabase } = testsFor(files)
// Read by tools/mutants.vitest.ts, in this process and in the runners.
process.env.MUTANT_TESTS = JSON.stringify(patterns)
process.env.MUTANT_DATABASE = needDatabase ? 'yes' : ''

const STRYKER = '@stryker-mutator/core'
const RUNNER = '@stryker-mutator/vitest-runner'
const VERSION = '10.1.1'
type StrykerClass = new (options: object) => { runMutationTest: () => Promise<{ fileName: string; status: string }[]> }
function isInstalled(): boolean {
  try {
    return import.meta.resolve(STRYKER) !== ''
  } catch {
    return false
  }
}
if (!isInstalled())
  execFileSync(
    process.execPath,
    [
      // The npm that runs this script.
      process.env.npm_execpath ?? '',
      'install',
      '--no-save',
      '--no-package-lock',
      '--no-audit',
      '--no-fund',
      `${STRYKER}@${VERSION}`,
      `${RUNNER}@${VERSION}`,
    ],
    { stdio: 'inherit' },
  )
const { Stryker } = (await import(STRYKER)) as { Stryker: StrykerClass }

const folder = mkdtempSync(join(tmpdir(), 'wattdesk-mutants-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const begunAt = Date.now()
const results = await new Stryker({
  mutate: files,
  testRunner: 'vitest',
  plugins: [RUNNER],
  vitest: { configFile: 'tools/mutants.vitest.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: Math.max(1, availableParallelism() - 1),
  reporters: ['clear-text'],
  clearTextReporter: { reportTests: false, reportScoreTable: false, logTests: false },
  tempDirName: folder,
  cleanTempDir: 'always',
  // The copy needs what tests load; the compiler's settings are none of it, and Stryker cannot read them by TypeScript 7.
  ignorePatterns: ['docs', 'docker', 'e2e', 'bench', 'dist'],
  tsconfigFile: 'none.json',
  logLevel: 'warn',
  fileLogLevel: 'off',
  allowConsoleColors: false,
}).runMutationTest()

const scores = scoresOf(results.map(r => ({ fileName: relative('.', r.fileName), status: r.status })))
console.log('\n| file | changes | noticed | not noticed | not run | score |\n| --- | --- | --- | --- | --- | --- |')
for (const s of scores)
  console.log(`| ${s.file} | ${s.mutants} | ${s.killed} | ${s.survived} | ${s.uncovered} | ${s.percent.toFixed(1)} % |`)
console.log(`${Math.round((Date.now() - begunAt) / 1000)} s`)
