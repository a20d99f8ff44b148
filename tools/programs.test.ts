// The README promises a fresh Debian with Node and nothing else: product and tests start no program that its smallest
// installation (debootstrap's minbase) lacks, such as ps, lsof, curl or unzip. `npm run bare` proves the whole.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** Programs of minbase, npm, which comes with Node, and git, by which the clone came; sudo is asked for and done without. */
const THERE = ['apt-get', 'chmod', 'cp', 'dpkg', 'getconf', 'git', 'npm', 'sh', 'sudo']
/** Renders the Helm chart, makes the image of a release; neither the product nor a test starts them. */
const OF_DEVELOPERS = ['tools/chart.ts', 'tools/release.ts']
const START = /\b(?:execFile|execFileSync|spawn|spawnSync)\(\s*'([^']+)'/g
/** A line for a shell may start anything; the name of its program is no argument of its own. */
const SHELL = /\b(?:exec|execSync)\(\s*['"`]|\bshell: true/

const sources = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter(file => file !== '' && !file.startsWith('tools/programs') && !OF_DEVELOPERS.includes(file))
  .map(file => [file, readFileSync(join(ROOT, file), 'utf8')] as const)
  .filter(([, text]) => text.includes('node:child_process'))

test('every program that is started is part of a minimal Debian', () => {
  expect(sources.length).toBeGreaterThan(10)
  const foreign = sources.flatMap(([file, text]) =>
    [...text.matchAll(START)]
      .map(([, program = '']) => program)
      .filter(p => !THERE.includes(p))
      .map(p => `${file}: ${p}`),
  )
  expect(foreign).toEqual([])
})

test('no line is left to a shell', () => {
  expect(sources.filter(([, text]) => SHELL.test(text)).map(([file]) => file)).toEqual([])
})
