// A program that ends by itself is started again, after pauses that grow, and says so in one line; one that was ended is not.
import { afterEach, expect, test } from 'vitest'
import { Child } from './child.ts'
import { Supervised } from './supervised.ts'

const QUICK = { firstMs: 10, longestMs: 40, livedMs: 60_000 }
const SERVES = `console.log('ready'); setInterval(() => {}, 1000)`
const all: Supervised[] = []
afterEach(async () => {
  for (const s of all.splice(0)) await s.end('SIGKILL')
})

/** A program of this source; `source` is asked for at each start. `heard` resolves once so many lines were said. */
function supervised(source: () => string, timing: Partial<typeof QUICK> = QUICK) {
  const said: string[] = []
  let look: () => void = () => undefined
  const program = new Supervised('part', {
    spawn: () => new Child('part', process.execPath, ['-e', source()]),
    isReady: child => child.says(/ready/),
    say: text => {
      said.push(text)
      look()
    },
    timing,
  })
  all.push(program)
  const heard = (count: number) =>
    new Promise<string[]>(ok => {
      look = () => {
        if (said.length >= count) ok(said)
      }
      look()
    })
  return { program, said, heard }
}

test('a program that is killed is started again at once, and says when it serves again', async () => {
  const { program, heard } = supervised(() => SERVES)
  await program.start()
  const { pid } = program
  process.kill(pid, 'SIGKILL')
  expect(await heard(2)).toEqual(['part ended (SIGKILL) and is started again at once', 'part serves again'])
  expect(program.pid).not.toBe(pid)
  expect(program.isRunning).toBe(true)
})

test('one that cannot stay up is started again and again, after pauses that grow up to a limit', async () => {
  let source = SERVES
  const { program, heard } = supervised(() => source)
  await program.start()
  source = `console.error('there is no room'); process.exit(3)`
  process.kill(program.pid, 'SIGKILL')
  const [, ...others] = await heard(6)
  const again = (when: string) => `part ended (code 3: there is no room) and is started again ${when}`
  expect(others.slice(0, 5)).toEqual([
    again('in 0.01 s'),
    again('in 0.02 s'),
    again('in 0.04 s'),
    again('in 0.04 s'),
    again('in 0.04 s'),
  ])
})

test('an end after a long life is a first one', async () => {
  const { program, heard } = supervised(() => SERVES, { ...QUICK, livedMs: 0 })
  await program.start()
  for (const lines of [2, 4]) {
    process.kill(program.pid, 'SIGKILL')
    expect((await heard(lines)).at(-2)).toBe('part ended (SIGKILL) and is started again at once')
  }
})

test('one that is ended stays ended, also where it was just to be started again', async () => {
  let source = SERVES
  const { program, said, heard } = supervised(() => source, { ...QUICK, firstMs: 60_000, longestMs: 60_000 })
  await program.start()
  source = 'process.exit(3)'
  process.kill(program.pid, 'SIGKILL')
  // It waits for a minute now.
  await heard(2)
  await program.end()
  expect(program.isRunning).toBe(false)
  expect(said).toHaveLength(2)
})

test('a first start that fails is told with the last words, and is not tried again', async () => {
  const { program, said } = supervised(() => `console.error('Port 1 is taken'); process.exit(1)`)
  await expect(program.start()).rejects.toThrow('Port 1 is taken')
  expect(program.isRunning).toBe(false)
  expect(said).toEqual([])
})

test('a new version that does not start fails the order, and is started again all the same', async () => {
  let source = SERVES
  const { program, said } = supervised(() => source)
  await program.start()
  source = 'process.exit(3)'
  await expect(program.restart()).rejects.toThrow('part ended')
  source = SERVES
  await expect.poll(() => said.at(-1)).toBe('part serves again')
})

test('a program that is not there is told', async () => {
  const child = new Child('part', '/no/such/program', [])
  expect(await child.ended).toContain('ENOENT')
  await expect(child.says(/ready/)).rejects.toThrow('part ended')
})
