// Point in time: from a base backup and the archived log of changes a database is brought to any moment since. Rows of
// before the moment are there, later ones are not.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { type Embedded, startPostgres } from '#platform/db/embedded.ts'
import { ARCHIVE_FAILING_SECONDS } from '#platform/db/wal-archive.ts'
import { basesIn, keepBases, makeBase, restoreUntil } from './base.ts'

const parent = mkdtempSync(join(tmpdir(), 'wattdesk-base-'))
chmodSync(parent, 0o755)
const archive = join(parent, "the archive's 5 % folder")
const running = new Set<Embedded>()
afterAll(async () => {
  for (const e of running) await e.stop()
  rmSync(parent, { recursive: true, force: true })
})

async function started(folder: string, to: string | undefined): Promise<Embedded> {
  const e = await startPostgres(join(parent, folder), [], { archive: to })
  running.add(e)
  return e
}
async function ended(e: Embedded): Promise<void> {
  running.delete(e)
  await e.stop()
}
async function ask(e: Embedded, text: string): Promise<pg.QueryResultRow[]> {
  const c = new pg.Client(e.config)
  await c.connect()
  try {
    return (await c.query(text)).rows
  } finally {
    await c.end()
  }
}
const kept = async (folder: string): Promise<string[]> => {
  const e = await started(folder, undefined)
  const rows = await ask(e, 'select what from kept order by what')
  await ended(e)
  return rows.map(r => r.what)
}
/** The present moment of the server. */
const moment = async (e: Embedded): Promise<Date> => (await ask(e, 'select clock_timestamp() as at'))[0]?.at

const failingSeconds = async (e: Embedded): Promise<number> =>
  (await ask(e, `select ${ARCHIVE_FAILING_SECONDS} as seconds`))[0]?.seconds

test('a database is brought to a moment: what came until then is there, what came later is not', async () => {
  const e = await started('db', archive)
  await ask(e, `create table kept (what text); insert into kept values ('A')`)
  const early = await moment(e)
  const base = await makeBase(e.config, archive, () => new Date('2026-11-01Z'))
  await ask(e, `insert into kept values ('B')`)
  const then = await moment(e)
  await ask(e, `insert into kept values ('C')`)
  await ask(e, 'select pg_switch_wal()')
  await ask(e, `insert into kept values ('D')`)
  await ask(e, 'select pg_switch_wal()')
  const segments = () => readdirSync(join(archive, 'wal'))
  const last = (await ask(e, 'select pg_walfile_name(pg_current_wal_lsn() - 1) as n'))[0]?.n
  await expect.poll(segments).toContain(`${last}.gz`)
  expect(segments().filter(n => n.endsWith('.half'))).toEqual([])

  expect(await restoreUntil(archive, join(parent, 'then'), then)).toEqual(base)
  expect(await kept('then')).toEqual(['A', 'B'])
  await restoreUntil(archive, join(parent, 'latest'), undefined)
  expect(await kept('latest')).toEqual(['A', 'B', 'C', 'D'])

  await expect(restoreUntil(archive, join(parent, 'then'), then)).rejects.toThrow(
    /^There is something in .*then already/,
  )
  await expect(restoreUntil(archive, join(parent, 'early'), early)).rejects.toThrow(
    `The archive leads back to ${base.endedAt}`,
  )
  const never = new Date(Date.now() + 3_600_000)
  await expect(restoreUntil(archive, join(parent, 'never'), never)).rejects.toThrow(/^The archive ends before /)
  expect(existsSync(join(parent, 'never'))).toBe(false)

  // Old base backups go, and with them the segments that no other needs.
  const newer = await makeBase(e.config, archive, () => new Date('2026-11-02Z'))
  expect((await basesIn(archive)).map(b => b.id)).toEqual([base.id, newer.id])
  expect(await keepBases(archive, 2)).toEqual([])
  const before = segments().length
  expect(await keepBases(archive, 1)).toEqual([base.id])
  expect(segments().length).toBeLessThan(before)
  expect(segments()).toContain(`${newer.firstSegment}.gz`)
  await restoreUntil(archive, join(parent, 'newer'), undefined)
  expect(await kept('newer')).toEqual(['A', 'B', 'C', 'D'])
  await ended(e)
}, 120_000)

test('a database that does not archive has no base backups, and a segment is never written over', async () => {
  const plain = await started('plain', undefined)
  await expect(makeBase(plain.config, archive)).rejects.toThrow(/^The database does not archive into /)
  await ended(plain)
  await expect(restoreUntil(join(parent, 'nothing'), join(parent, 'x'), undefined)).rejects.toThrow(
    /^There is no base backup in /,
  )
  const other = join(parent, 'other')
  const e = await started('second', other)
  const file = (await ask(e, 'select pg_walfile_name(pg_current_wal_lsn()) as n'))[0]?.n
  writeFileSync(join(other, 'wal', `${file}.gz`), 'of another installation')
  await ask(e, 'create table a (id int); select pg_switch_wal()')
  const failed = async () => (await ask(e, 'select last_failed_wal from pg_stat_archiver'))[0]?.last_failed_wal
  await expect.poll(failed).toBe(file)
  expect(await failingSeconds(e)).toBeGreaterThan(0)
  rmSync(join(other, 'wal', `${file}.gz`))
  // The next segment has PostgreSQL try again at once.
  await ask(e, 'create table b (id int); select pg_switch_wal()')
  await expect.poll(() => failingSeconds(e)).toBe(0)
  await ended(e)
}, 60_000)
