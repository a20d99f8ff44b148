// The embedded PostgreSQL survives what happens on a laptop: kill -9 of both, a stale pid file, a second start.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { type Embedded, FolderInUse, startPostgres } from './embedded.ts'

const parent = mkdtempSync(join(tmpdir(), 'wattdesk-embedded-'))
chmodSync(parent, 0o755)
const folder = join(parent, 'db')
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const asked = async (e: Embedded, text: string) => {
  const c = new pg.Client(e.config)
  await c.connect()
  try {
    return (await c.query(text)).rows
  } finally {
    await c.end()
  }
}
const killed = async (pid: number) => {
  process.kill(pid, 'SIGKILL')
  // The postmaster's children see its end and go; until the last one has, the folder is still theirs.
  for (;;) {
    const left = execFileSync('ps', ['-eo', 'args='])
      .toString()
      .split('\n')
      .some(l => l.includes(folder))
    const backends = execFileSync('ps', ['-eo', 'ppid=,args='])
      .toString()
      .split('\n')
      .some(l => l.includes('postgres: ') && l.trim().startsWith(`${pid} `))
    if (!left && !backends) return
  }
}

test('starts on nothing, is in use for a second one, goes on after kill -9 with what was committed', async () => {
  const first = await startPostgres(folder)
  await asked(first, 'create table kept as select 42 as n')
  await expect(startPostgres(folder)).rejects.toBeInstanceOf(FolderInUse)
  await expect(startPostgres(folder)).rejects.toThrow(`Wattdesk already runs on ${folder}.`)
  await killed(first.pid)

  const second = await startPostgres(folder)
  expect(await asked(second, 'select n from kept')).toEqual([{ n: 42 }])
  await second.stop()
  expect(existsSync(join(folder, 'postmaster.pid'))).toBe(false)

  // The pid of a crashed one belongs to another program by now.
  writeFileSync(join(folder, 'postmaster.pid'), `${process.pid}\n${folder}\n`)
  const third = await startPostgres(folder)
  expect(await asked(third, 'select n from kept')).toEqual([{ n: 42 }])
  await third.stop()
}, 30_000)

test('a PostgreSQL whose folder was deleted under it does not hold back a new one', async () => {
  const other = join(parent, 'other')
  const forsaken = await startPostgres(other)
  rmSync(other, { recursive: true })
  const fresh = await startPostgres(other)
  expect(await asked(fresh, 'select 1 as n')).toEqual([{ n: 1 }])
  await fresh.stop()
  await expect(forsaken.stop()).rejects.toThrow()
}, 30_000)

test('the stop of a dead one says so instead of hanging', async () => {
  const e = await startPostgres(folder)
  await e.stop()
  await expect(e.stop()).rejects.toThrow()
}, 30_000)
