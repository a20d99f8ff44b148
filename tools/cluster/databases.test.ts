// The two PostgreSQL of a cluster: killed, ruined, lost. What was committed is there afterwards, whichever of them serves.
import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { Databases } from './databases.ts'

const QUICK = ['fsync=off', 'shared_buffers=16MB', 'autovacuum=off']
const open: { databases: Databases; folder: string }[] = []
afterEach(async () => {
  for (const { databases, folder } of open.splice(0)) {
    await databases.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

async function started(folder = mkdtempSync(join(tmpdir(), 'wattdesk-databases-'))) {
  chmodSync(folder, 0o755)
  const said: string[] = []
  let moved = 0
  const databases = new Databases({
    folder,
    settings: QUICK,
    attempts: 2,
    say: text => said.push(text),
    onMoved: async () => {
      moved++
    },
  })
  open.push({ databases, folder })
  await databases.start()
  return { databases, folder, said, moved: () => moved }
}
/** Runs a statement on the server that takes changes; undefined while there is none. */
async function ask<R extends pg.QueryResultRow>(databases: Databases, text: string): Promise<R[] | undefined> {
  const client = new pg.Client(databases.primary)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<R>(text)).rows
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}
const following = async (databases: Databases) =>
  (await ask<{ n: number }>(databases, 'select count(*)::int as n from pg_stat_replication'))?.[0]?.n
/** Without this file no PostgreSQL starts on a folder. */
const ruin = (folder: string) => {
  const file = join(folder, 'global/pg_control')
  renameSync(file, `${file}.lost`)
}

test('a primary that is killed and ruined is replaced by its standby, with what had not reached it', async () => {
  const { databases, folder, said, moved } = await started()
  await expect.poll(() => following(databases)).toBe(1)
  await ask(databases, 'create table kept (n int)')
  // The standby hears nothing more, and commits go on.
  const [sender] = (await ask<{ pid: number }>(databases, 'select pid from pg_stat_replication')) ?? []
  process.kill(sender?.pid ?? 0, 'SIGSTOP')
  await ask(databases, 'insert into kept select generate_series(1, 1000)')
  const { primary, standby } = databases.pids
  ruin(join(folder, 'primary'))
  process.kill(primary, 'SIGKILL')
  await expect.poll(() => databases.isMoved, { timeout: 30_000 }).toBe(true)
  expect(databases.pids).toEqual({ primary: standby, standby: undefined })
  expect(await ask(databases, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
  expect(await ask(databases, 'insert into kept values (0)')).toEqual([])
  await expect.poll(moved).toBe(1)
  expect(said.filter(text => !text.startsWith('PostgreSQL (primary) ended'))).toEqual([
    expect.stringMatching(/^PostgreSQL \(primary\) cannot be started: .*pg_control/),
    'the standby is the primary',
  ])
  // The next start takes it for the primary, and makes a standby anew.
  await databases.stop()
  open.pop()
  const next = await started(folder)
  expect(await ask(next.databases, 'select count(*)::int as n from kept')).toEqual([{ n: 1001 }])
  await expect.poll(() => following(next.databases)).toBe(1)
}, 90_000)

test('a standby that cannot follow any more is made anew', async () => {
  const { databases, folder, said } = await started()
  await ask(databases, 'create table kept as select 1 as n')
  ruin(join(folder, 'standby'))
  process.kill(databases.pids.standby ?? 0, 'SIGKILL')
  await expect.poll(() => said.at(-1), { timeout: 60_000 }).toBe('PostgreSQL (standby) serves again')
  await expect.poll(() => following(databases), { timeout: 20_000 }).toBe(1)
  expect(said).toContainEqual(expect.stringMatching(/^PostgreSQL \(standby\) cannot be started: /))
  await databases.failOver()
  expect(await ask(databases, 'select n from kept')).toEqual([{ n: 1 }])
}, 90_000)
