// The embedded PostgreSQL survives what happens on a laptop: kill -9 of any of its processes and of the product, a stale
// lock file, a half-made folder, a second start at the worst moment.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { isAlive } from '#testing/processes.ts'
import { type Embedded, startPostgres } from './embedded.ts'
import { FolderInUse } from './folder-lock.ts'
import { socketConfig } from './postgres-runner.ts'
import { removeDeadSocketFolders } from './socket-folders.ts'

const parent = mkdtempSync(join(tmpdir(), 'wattdesk-embedded-'))
chmodSync(parent, 0o755)
const folder = join(parent, 'db')
const running: Embedded[] = []
afterEach(async () => {
  for (const e of running.splice(0)) await e.stop()
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const start = async (dir = folder, options: Parameters<typeof startPostgres>[2] = {}): Promise<Embedded> => {
  const e = await startPostgres(dir, [], options)
  running.push(e)
  return e
}
const ask = async (text: string, dir = folder): Promise<unknown[]> => {
  const c = new pg.Client(socketConfig(dir))
  c.on('error', () => undefined)
  await c.connect()
  try {
    return (await c.query(text)).rows
  } finally {
    await c.end().catch(() => undefined)
  }
}
const answers = (dir = folder) => ask('select 1', dir).then(Boolean, () => false)
/** Another product on the folder, as a process of its own that can be killed. */
async function product(dir = folder): Promise<{ child: ChildProcess; postgres: number }> {
  const child = fork(fileURLToPath(new URL('../../testing/embedded-process.ts', import.meta.url)), [dir], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [said] = (await once(child, 'message')) as [{ pid: number } | { refused: string }]
  if ('refused' in said) throw new FolderInUse(said.refused)
  return { child, postgres: said.pid }
}
const kill = async (child: ChildProcess): Promise<void> => {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

test('starts on nothing, is in use for a second one here and elsewhere, and starts again with what was committed', async () => {
  const first = await start()
  await ask('create table kept as select 42 as n')
  await expect(startPostgres(folder)).rejects.toBeInstanceOf(FolderInUse)
  await expect(product()).rejects.toThrow(`Wattdesk already runs on ${folder}.`)
  await first.stop()
  // A second end is the same one.
  await first.stop()
  expect(existsSync(join(folder, 'postmaster.pid'))).toBe(false)
  await start()
  expect(await ask('select n from kept')).toEqual([{ n: 42 }])
}, 30_000)

test('its stop is waited for by a process that has nothing else to do', async () => {
  const { child, postgres } = await product()
  process.kill(postgres, 'SIGKILL')
  await expect.poll(() => answers(), { timeout: 20_000 }).toBe(true)
  const gone = once(child, 'exit')
  child.send('stop')
  expect(await gone).toEqual([0, null])
  expect(existsSync(join(folder, 'postmaster.pid'))).toBe(false)
}, 30_000)

test.runIf(process.getuid?.() === 0)(
  'as root it starts in a folder below one that is closed to others, and PostgreSQL may pass there, not write',
  async () => {
    const closed = mkdtempSync(join(tmpdir(), 'wattdesk-closed-'))
    onTestFinished(() => rmSync(closed, { recursive: true, force: true }))
    chmodSync(closed, 0o700)
    const dir = join(closed, 'data', 'db')
    const e = await start(dir)
    expect(await ask('select 1 as n', dir)).toEqual([{ n: 1 }])
    await expect(ask(`copy (select 1) to '${join(closed, 'written')}'`, dir)).rejects.toThrow()
    await e.stop()
    await start(dir)
    expect(await ask('select 1 as n', dir)).toEqual([{ n: 1 }])
  },
)

test('killed, it is started again by itself, and nobody else gets the folder meanwhile', async () => {
  const log = { error: [] as object[], warn: [] as object[] }
  const served = Promise.withResolvers<void>()
  const e = await start(folder, {
    log: {
      error: o => void log.error.push(o),
      warn: o => {
        log.warn.push(o)
        if (log.warn.length === 3) served.resolve()
      },
    },
  })
  await ask('create table if not exists kept as select 42 as n')
  for (let times = 1; times <= 3; times++) {
    const { pid } = e
    process.kill(pid, 'SIGKILL')
    // PostgreSQL is down or recovering, the product lives.
    await expect(product()).rejects.toThrow(`Wattdesk already runs on ${folder}.`)
    await expect.poll(() => e.pid !== pid && answers(), { timeout: 20_000 }).toBe(true)
    expect(await ask('select n from kept')).toEqual([{ n: 42 }])
  }
  await served.promise
  // One for each kill; a start that comes too early for the folder is told and made again.
  expect(log.error.length).toBeGreaterThanOrEqual(3)
}, 60_000)

test('a server that works on when its first process was killed holds nobody back', async () => {
  const e = await start()
  const { pid } = e
  // Busy without ever looking up.
  const busy = ask('select count(*) from generate_series(1, 100000000000) n').catch(() => 'gone')
  await expect
    .poll(() => ask(`select from pg_stat_activity where query like '%1000000%' and state = 'active'`))
    .toHaveLength(2)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => e.pid !== pid && answers(), { timeout: 20_000 }).toBe(true)
  expect(await busy).toBe('gone')
}, 60_000)

test.each(['product', 'both', 'both, PostgreSQL first'])(
  'one start works after kill -9 of %s',
  async what => {
    const { child, postgres } = await product()
    await ask('create table if not exists kept as select 42 as n')
    if (what === 'both, PostgreSQL first') process.kill(postgres, 'SIGKILL')
    await kill(child)
    if (what === 'both') process.kill(postgres, 'SIGKILL')
    await start()
    expect(await ask('select n from kept')).toEqual([{ n: 42 }])
  },
  60_000,
)

test('one start works while the PostgreSQL of before is still shutting down or recovering', async () => {
  const { child, postgres } = await product()
  await ask('create table if not exists kept as select 42 as n')
  // Somebody is connected, so that an end in good order has something to wait for.
  const c = new pg.Client(socketConfig(folder))
  c.on('error', () => undefined)
  await c.connect()
  process.kill(postgres, 'SIGTERM')
  await kill(child)
  await start()
  expect(await ask('select n from kept')).toEqual([{ n: 42 }])
  await c.end().catch(() => undefined)
}, 60_000)

test('lock files whose process is gone or is another program by now are no hindrance', async () => {
  const e = await start()
  await e.stop()
  writeFileSync(join(folder, 'postmaster.pid'), `${process.pid}\n${folder}\n`)
  mkdirSync(socketConfig(folder).host, { recursive: true })
  writeFileSync(join(socketConfig(folder).host, '.s.PGSQL.5432.lock'), `${process.pid}\n${folder}\n`)
  await start()
  expect(await answers()).toBe(true)
}, 30_000)

test('a cluster whose making was cut off is made anew, a folder with other things in it is left alone', async () => {
  const dir = join(parent, 'cut', 'db')
  mkdirSync(`${dir}.new`, { recursive: true })
  writeFileSync(join(`${dir}.new`, 'PG_VERSION'), '18\n')
  await start(dir)
  expect(await answers(dir)).toBe(true)
  expect(existsSync(`${dir}.new`)).toBe(false)

  const others = join(parent, 'others')
  mkdirSync(others)
  writeFileSync(join(others, 'letters.txt'), 'mine')
  await expect(startPostgres(others)).rejects.toThrow(`The database folder ${others} holds something else.`)
  // Refused, it holds no lock.
  await expect(startPostgres(others)).rejects.toThrow('holds something else')
}, 30_000)

test('a data folder that is removed under it is given up, and does not hold back a new one', async () => {
  const data = join(parent, 'data')
  const gone = Promise.withResolvers<Error>()
  const forsaken = await start(join(data, 'db'), { onGone: gone.resolve })
  rmSync(data, { recursive: true })
  const fresh = await start(join(data, 'db'))
  expect((await gone.promise).message).toContain('was removed or replaced')
  expect(await answers(join(data, 'db'))).toBe(true)
  await forsaken.stop()
  expect(await answers(join(data, 'db'))).toBe(true)
  expect(fresh.pid).not.toBe(forsaken.pid)
}, 30_000)

test('one that cannot come up any more is told, with its last words', async () => {
  const dir = join(parent, 'broken')
  const gone = Promise.withResolvers<Error>()
  const e = await start(dir, { onGone: gone.resolve, attempts: 3 })
  writeFileSync(join(dir, 'postgresql.auto.conf'), 'no_such_setting = 1\n')
  process.kill(e.pid, 'SIGKILL')
  expect((await gone.promise).message).toMatch(/cannot be started again.*no_such_setting/s)
}, 30_000)

test('the product that ends early takes its PostgreSQL along', async () => {
  const { child, postgres } = await product()
  const gone = once(child, 'exit')
  child.send('exit')
  await gone
  await expect.poll(() => isAlive(postgres), { timeout: 10_000 }).toBe(false)
}, 30_000)

test('the folder of its socket goes with its end; those that others left behind go with the next start', async () => {
  const socket = socketConfig(folder).host
  const made = (name: string, hoursOld: number) => {
    const dir = join(tmpdir(), `wattdesk-${name}`)
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, '.s.PGSQL.5432.lock'), '999999999\n')
    const then = new Date(Date.now() - hoursOld * 3_600_000)
    utimesSync(dir, then, then)
    return dir
  }
  const [dead, young, other] = [made('00000000dead', 2), made('000000000123', 0), made('of-somebody', 2)]
  try {
    const e = await start()
    expect([socket, dead, other].map(dir => existsSync(dir))).toEqual([true, false, true])
    expect(existsSync(young)).toBe(true)
    await removeDeadSocketFolders(join(tmpdir(), 'wattdesk-000000000000'), Date.now() + 7_200_000)
    // One that lives stays, however old.
    expect(existsSync(socket)).toBe(true)
    await e.stop()
    expect(existsSync(socket)).toBe(false)
  } finally {
    for (const dir of [dead, young, other]) rmSync(dir, { recursive: true, force: true })
  }
})
