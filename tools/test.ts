// `npm test`: all tests of the product, with everything they need, and one line at the end that sums up the run. `npm
// test -- unit` or `npm test -- e2e` runs a part; `npm test -- --changed` the tests that a change against origin/main
// reaches (tools/reached-tests.ts), and all journeys where the change reaches them or the portal.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.ts'
import { reachedSince } from './reached-tests.ts'

type Sum = { passed: number; failed: number }
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const out = scratch()
/** More files than these failed for a reason of their own, not because the machine was busy for a moment. */
const MOST_FILES_AGAIN = 5
/** Looks at what all other files sent to the database: alone it sees nothing. */
const STATEMENTS = 'typed-sql/statements'
const failures: string[] = []
/**
 * Tests that failed among all others and passed alone: no failure of the run, but named at its end, for somebody has to
 * look.
 */
const secondAttempts: string[] = []

/**
 * A folder for the time of the run: in memory where there is room, for each file of tests has a database, and making and
 * deleting its 1,500 files took a disk's file system a fifth of the time of the server's tests.
 */
function scratch(): string {
  const memory = '/dev/shm'
  const least = 4 * 1024 ** 3
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize > least && freemem() > least) {
      const folder = mkdtempSync(join(memory, 'wattdesk-'))
      if (runsPrograms(folder)) return open(folder)
      rmSync(folder, { recursive: true })
    }
  } catch {
    // No such folder on this system.
  }
  return open(mkdtempSync(join(tmpdir(), 'wattdesk-')))
}
/** Some systems mount memory so that nothing in it may be run. */
function runsPrograms(folder: string): boolean {
  const probe = join(folder, 'probe')
  writeFileSync(probe, '#!/bin/sh\n', { mode: 0o755 })
  return spawnSync(probe).status === 0
}
/** PostgreSQL's own user must pass through when the tests run as root. */
function open(folder: string): string {
  chmodSync(folder, 0o755)
  return folder
}

function run(script: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((ok, no) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, TMPDIR: out, ...env },
    })
    child.once('error', no)
    child.once('exit', code => ok(code ?? 1))
  })
}

/** A runner that failed without counting a failure failed as a whole. */
const summed = (code: number, passed: number, failed: number): Sum => ({
  passed,
  failed: code !== 0 && failed === 0 ? 1 : failed,
})

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
/** The commit that a change is compared with; HEAD where the remote is unknown. */
function base(): string {
  try {
    return git('merge-base', 'origin/main', 'HEAD').trim()
  } catch {
    return 'HEAD'
  }
}
const since = process.argv.includes('--changed') ? base() : undefined
/**
 * The part of the tests that a change reaches; undefined where all run. Journeys run together or not at all: a journey
 * goes from screen to screen by links and buttons, so that its source does not tell which screens it passes.
 */
const reached = since === undefined ? undefined : reachedSince(ROOT, since)

/** The runner's JSON report: a file with its tests, `assertionResults` empty if the file itself could not be loaded. */
type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[]
  }[]
}
const ownLines = (message: string): string =>
  message
    .split('\n')
    .filter(line => !line.includes('node_modules'))
    .join('\n  ')
    .slice(0, 1_500)
const failuresOf = (r: UnitReport): string[] =>
  r.testResults.flatMap(f => {
    const failed = f.assertionResults.filter(a => a.status === 'failed')
    if (failed.length === 0) return f.status === 'failed' ? [relative(ROOT, f.name)] : []
    return failed.map(a => `${relative(ROOT, f.name)} > ${a.fullName}\n  ${ownLines(a.failureMessages?.[0] ?? '')}`)
  })

async function vitest(name: string, args: string[]): Promise<{ code: number; report: UnitReport }> {
  const file = join(out, `${name}.json`)
  const code = await run('vitest/vitest.mjs', [
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  return { code, report: JSON.parse(readFileSync(file, 'utf8')) as UnitReport }
}

async function unit(): Promise<Sum> {
  if (reached?.tests.length === 0) return { passed: 0, failed: 0 }
  const { code, report } = await vitest('unit', [...(reached?.tests ?? [])])
  const sum = summed(code, report.numPassedTests, report.numFailedTests)
  if (sum.failed === 0) return sum
  failures.push(...failuresOf(report))
  const files = report.testResults.filter(f => f.status === 'failed').map(f => f.name)
  if (files.length === 0 || files.length > MOST_FILES_AGAIN || files.some(f => f.includes(STATEMENTS))) return sum
  const again = await vitest('again', [...files, '--maxWorkers=1'])
  if (again.code !== 0) return sum
  secondAttempts.push(...failures.splice(0))
  return { passed: sum.passed + sum.failed, failed: 0 }
}

type E2eSuite = {
  suites?: E2eSuite[]
  specs?: { title: string; file: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
}
const specsOf = (s: E2eSuite): NonNullable<E2eSuite['specs']> => [
  ...(s.specs ?? []),
  ...(s.suites ?? []).flatMap(specsOf),
]

async function e2e(): Promise<Sum> {
  if (reached?.journeys === false) return { passed: 0, failed: 0 }
  const file = join(out, 'e2e.json')
  const code = await run('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    CHROMIUM: findChromium(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const report = JSON.parse(readFileSync(file, 'utf8')) as E2eSuite & {
    stats: { expected: number; unexpected: number; flaky: number }
  }
  for (const spec of specsOf(report))
    for (const test of spec.tests) {
      const why = test.results.find(r => r.error)?.error?.message ?? ''
      const line = `e2e/${spec.file} > ${spec.title}\n  ${why.slice(0, 1_500)}`
      if (test.status === 'unexpected') failures.push(line)
      if (test.status === 'flaky') secondAttempts.push(line)
    }
  const { stats } = report
  return summed(code, stats.expected + stats.flaky, stats.unexpected)
}

if (since !== undefined)
  console.log(
    reached
      ? `${reached.tests.length} files of tests are reached, and ${reached.journeys ? 'the' : 'no'} journeys`
      : 'The change may reach every test: all run',
  )
const parts = { unit, e2e }
const wanted = process.argv.slice(2).filter((a): a is keyof typeof parts => a in parts)
const total: Sum = { passed: 0, failed: 0 }
for (const name of wanted.length > 0 ? wanted : (['unit', 'e2e'] as const)) {
  try {
    const sum = await parts[name]()
    total.passed += sum.passed
    total.failed += sum.failed
  } catch (error) {
    console.error(error)
    total.failed++
  }
}
rmSync(out, { recursive: true, force: true })
// Once more at the end, where somebody who sees the last lines only finds them.
if (secondAttempts.length > 0) console.log(`\nPassed at the second attempt only:\n${secondAttempts.join('\n')}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
// A change may touch nothing that is tested; a whole run without a test has run nothing.
process.exitCode = total.failed > 0 || (total.passed === 0 && since === undefined) ? 1 : 0
