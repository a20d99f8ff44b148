// `npm test`: all that proves the product, with what it needs, and one line at the end that sums it up.
// `npm test -- unit` or `npm test -- e2e` runs a part; `npm test -- --changed` what a change touches: the tests that import
// what differs from origin/main, and the journeys where they or the portal differ.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.ts'

type Sum = { passed: number; failed: number }
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const out = scratch()

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
/** What a change is measured against; HEAD where the remote is unknown. */
function base(): string {
  try {
    return git('merge-base', 'origin/main', 'HEAD').trim()
  } catch {
    return 'HEAD'
  }
}
const since = process.argv.includes('--changed') ? base() : undefined
/** What the browser loads, wherever it stands, and the journeys themselves. */
const portal = /^(web|e2e)\/|^packages\/(base|wire)\/src\/|^features\/.*(\.tsx|\.(contract|rules|actions)\.ts)$/
const touchesPortal = (): boolean =>
  since === undefined ||
  git('diff', '--name-only', since)
    .concat(git('ls-files', '--others', '--exclude-standard'))
    .split('\n')
    .some(f => portal.test(f) && !/\.test\.tsx?$/.test(f))

async function unit(): Promise<Sum> {
  const file = join(out, 'unit.json')
  const code = await run('vitest/vitest.mjs', [
    'run',
    ...(since === undefined ? [] : ['--changed', since]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const r = JSON.parse(readFileSync(file, 'utf8')) as { numPassedTests: number; numFailedTests: number }
  return summed(code, r.numPassedTests, r.numFailedTests)
}

async function e2e(): Promise<Sum> {
  if (!touchesPortal()) return { passed: 0, failed: 0 }
  const file = join(out, 'e2e.json')
  const code = await run('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    CHROMIUM: findChromium(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
  }
  // A journey that needed a second try is a failure: nobody may lean on it.
  return summed(code, stats.expected, stats.unexpected + stats.flaky)
}

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
console.log(`${total.passed} passed, ${total.failed} failed`)
// A change may touch nothing that is tested; a whole run without a test has run nothing.
process.exitCode = total.failed > 0 || (total.passed === 0 && since === undefined) ? 1 : 0
