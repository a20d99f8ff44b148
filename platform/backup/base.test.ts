// Point in time: from a base backup and the archived log of changes a database is brought to any moment since. Rows of
// before the moment are there, later ones are not.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { type Embedded, startPostgres } from '#platform/db/embedded.ts'
import { ARCHIVE_FAILING_SECONDS, archiveWaiting } from '#platform/db/wal-archive.ts'
import { folderFiles } from '#platform/files/files.ts'
import { s3Files } from '#platform/files/s3-files.ts'
import { STORE_KEY, startStore } from '#testing/s3-store.ts'
import { basesIn, keepBases, makeBase, restoreUntil } from './base.ts'
import type { LogArchive } from './wal-archive.ts'
import { WalShipper } from './wal-shipper.ts'

const parent = mkdtempSync(join(tmpdir(), 'wattdesk-base-'))
chmodSync(parent, 0o755)
const running = new Set<Embedded>()
const shippers = new Set<WalShipper>()
afterAll(async () => {
  for (const e of running) await e.stop()
  for (const s of shippers) await s.close()
  rmSync(parent, { recursive: true, force: true })
})

type Spooling = { spool: string; archive: LogArchive }
/** An installation whose log goes from a spool of its own into an archive. */
function spooling(name: string, archive: LogArchive): Spooling & { shipper: WalShipper; told: string[] } {
  const told: string[] = []
  const log = { warn: ({ err }: { err: unknown }) => told.push(String(err)) }
  const spool = join(parent, `${name}'s 5 % spool`)
  const shipper = new WalShipper({ spool, archive, log, everyMs: 20 })
  shippers.add(shipper)
  return { spool, archive, shipper, told }
}
const open = (name: string, recipients: string[] = []): LogArchive => ({
  place: folderFiles(join(parent, name)),
  recipients,
})

async function started(folder: string, spool: string | undefined): Promise<Embedded> {
  const e = await startPostgres(join(parent, folder), [], { spool })
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

const segments = async ({ place }: LogArchive): Promise<string[]> => (await Array.fromAsync(place.list('wal'))).sort()
const present = async (e: Embedded): Promise<string> =>
  (await ask(e, 'select pg_walfile_name(pg_current_wal_lsn()) as n'))[0]?.n

test('a database is brought to a moment: what came until then is there, what came later is not', async () => {
  const { spool, archive } = spooling('first', open('archive'))
  const { place } = archive
  const e = await started('db', spool)
  await ask(e, `create table kept (what text); insert into kept values ('A')`)
  const early = await moment(e)
  const base = await makeBase(e.config, { archive, spool, now: () => new Date('2026-11-01Z') })
  await ask(e, `insert into kept values ('B')`)
  const then = await moment(e)
  await ask(e, `insert into kept values ('C')`)
  await ask(e, 'select pg_switch_wal()')
  await ask(e, `insert into kept values ('D')`)
  await ask(e, 'select pg_switch_wal()')
  const last = (await ask(e, 'select pg_walfile_name(pg_current_wal_lsn() - 1) as n'))[0]?.n
  await expect.poll(() => segments(archive)).toContain(`wal/${last}.sha256`)
  // A segment leaves the spool once it is stored.
  await expect.poll(() => readdirSync(spool)).toEqual([])

  const to = (folder: string, until: Date | undefined) => restoreUntil({ place, folder: join(parent, folder), until })
  expect(await to('then', then)).toEqual(base)
  expect(await kept('then')).toEqual(['A', 'B'])
  await to('latest', undefined)
  expect(await kept('latest')).toEqual(['A', 'B', 'C', 'D'])
  expect(readdirSync(parent).filter(n => /\.(restored|log)$/.test(n))).toEqual([])

  await expect(to('then', then)).rejects.toThrow(/^There is something in .*then already/)
  await expect(to('early', early)).rejects.toThrow(`The archive leads back to ${base.endedAt}`)
  const never = new Date(Date.now() + 3_600_000)
  await expect(to('never', never)).rejects.toThrow(/^The archive ends before /)
  expect(existsSync(join(parent, 'never'))).toBe(false)

  // Old base backups go, and with them the segments that no other needs.
  const newer = await makeBase(e.config, { archive, spool, now: () => new Date('2026-11-02Z') })
  expect((await basesIn(place)).map(b => b.id)).toEqual([base.id, newer.id])
  expect(await keepBases(place, 2)).toEqual([])
  const before = (await segments(archive)).length
  expect(await keepBases(place, 1)).toEqual([base.id])
  expect((await segments(archive)).length).toBeLessThan(before)
  expect(await segments(archive)).toContain(`wal/${newer.firstSegment}.gz`)
  await to('newer', undefined)
  expect(await kept('newer')).toEqual(['A', 'B', 'C', 'D'])
  await ended(e)

  // PostgreSQL would take a gap or a damaged segment for the end of the log.
  const segment = `wal/${newer.firstSegment}.gz`
  await place.put(segment, Buffer.from('nonsense'))
  await expect(to('damaged', undefined)).rejects.toThrow(
    `${segment} is damaged in the archive. Give --until a moment before it.`,
  )
  // Nobody takes what a restore has left for a database.
  await expect(started('damaged', undefined)).rejects.toThrow(/^A restore into .*damaged has not ended/)
  await place.remove(`wal/${newer.firstSegment}.sha256`)
  await expect(to('lacking', undefined)).rejects.toThrow(`The archive lacks ${newer.firstSegment}`)
}, 120_000)

test('the log is archived each minute without a word of anybody; what follows a gap is lost, what came before is not', async () => {
  const { spool, archive } = spooling('quiet', open('quiet'))
  const { place } = archive
  const e = await startPostgres(join(parent, 'quiet db'), ['-c', 'archive_timeout=1s'], { spool })
  running.add(e)
  // Right after a start, before anything has made a checkpoint.
  await ask(e, `create table kept (what text)`)
  const first = await present(e)
  await expect.poll(() => segments(archive), { timeout: 60_000 }).toContain(`wal/${first}.sha256`)
  await makeBase(e.config, { archive, spool })
  const marks: { segment: string; at: Date }[] = []
  for (const what of ['A', 'B', 'C', 'D']) {
    await ask(e, `insert into kept values ('${what}')`)
    const segment = await present(e)
    marks.push({ segment, at: await moment(e) })
    // Only a later change shows PostgreSQL that the moment has passed. It may stand in the next segment.
    await ask(e, `insert into kept values ('${what} later')`)
    const last = await present(e)
    await expect.poll(() => segments(archive), { timeout: 60_000 }).toContain(`wal/${last}.sha256`)
  }
  await ended(e)
  const [, second, third] = marks
  await place.remove(`wal/${third?.segment}.sha256`)
  const to = (folder: string, until: Date | undefined) => restoreUntil({ place, folder: join(parent, folder), until })
  await to('before the gap', second?.at)
  expect(await kept('before the gap')).toEqual(['A', 'A later', 'B'])
  await expect(to('in the gap', third?.at)).rejects.toThrow(/^The archive ends before .* The archive has a gap before /)
}, 300_000)

test('an archive takes nothing of another database', async () => {
  const first = spooling('owner', open('owned'))
  const second = spooling('stranger', open('owned'))
  const a = await started('owner db', first.spool)
  await ask(a, 'create table a (id int); select pg_switch_wal()')
  await expect.poll(() => segments(first.archive)).toContain('wal/cluster')
  await ended(a)
  await first.shipper.close()
  const before = await segments(first.archive)
  const b = await started('stranger db', second.spool)
  await ask(b, 'create table a (id int); select pg_switch_wal(); create table b (id int); select pg_switch_wal()')
  await expect.poll(() => second.told.join()).toContain('The archive belongs to another database')
  await ended(b)
  await second.shipper.close()
  expect(await segments(first.archive)).toEqual(before)
  expect(readdirSync(second.spool).length).toBeGreaterThan(1)
}, 60_000)

test('an archive in a bucket, sealed: nobody reads it without the private key', async () => {
  const store = await startStore()
  onTestFinished(() => store.close())
  const [own, other] = await Promise.all([generateX25519Identity(), generateX25519Identity()])
  const bucket = { bucket: 'files', prefix: 'log/', region: 'us-east-1', endpoint: store.endpoint, ...STORE_KEY }
  const place = s3Files({ ...bucket, sessionToken: undefined })
  const { spool, archive } = spooling('sealed', { place, recipients: [await identityToRecipient(own)] })
  const e = await started('sealed db', spool)
  await ask(e, `create table kept (what text); insert into kept values ('A')`)
  await makeBase(e.config, { archive, spool })
  await ask(e, `insert into kept values ('a secret of a driver')`)
  await ask(e, 'select pg_switch_wal()')
  await expect.poll(() => readdirSync(spool)).toEqual([])
  await ended(e)
  const contents = [...store.objects].filter(([name]) => /\.(gz|zst)/.test(name))
  expect(contents.length).toBeGreaterThan(2)
  for (const [name, bytes] of contents) {
    expect(name).toMatch(/\.age$/)
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  }
  const to = (folder: string, identities?: string) =>
    restoreUntil({ place, folder: join(parent, folder), until: undefined, identities })
  await expect(to('unopened')).rejects.toThrow('The archive is sealed: give --identity.')
  await expect(to('unopened', other)).rejects.toThrow(/no identity matched/)
  await to('opened', own)
  expect(await kept('opened')).toEqual(['A', 'a secret of a driver'])
}, 120_000)

test('what the archive does not take waits, is told and counted, and goes on by itself', async () => {
  const plain = await started('plain', undefined)
  const elsewhere = { archive: open('nothing'), spool: join(parent, 'nothing') }
  await expect(makeBase(plain.config, elsewhere)).rejects.toThrow(/^The database does not archive: /)
  await ended(plain)
  await expect(
    restoreUntil({ place: elsewhere.archive.place, folder: join(parent, 'x'), until: undefined }),
  ).rejects.toThrow(/^There is no base backup in the archive/)

  const { spool, archive, told } = spooling('second', open('other'))
  const e = await started('second', spool)
  const file = await present(e)
  // The archive belongs to another installation: nothing of it is written over.
  await archive.place.put(`wal/${file}.sha256`, Buffer.from('of another installation'))
  await ask(e, 'create table a (id int); select pg_switch_wal()')
  await expect.poll(() => told.join()).toContain(`The archive has another ${file}: it belongs to another database.`)
  expect(readdirSync(spool)).toContain(file)
  expect((await archiveWaiting.get()).values[0]?.value).toBeGreaterThan(0)
  await expect(makeBase(e.config, { archive, spool, archivingMs: 300 })).rejects.toThrow(
    /^The log of the base backup did not reach the archive/,
  )
  expect(await basesIn(archive.place)).toEqual([])
  await archive.place.remove(`wal/${file}.sha256`)
  await expect.poll(() => readdirSync(spool), { timeout: 10_000 }).toEqual([])
  expect((await archiveWaiting.get()).values[0]?.value).toBe(0)
  await makeBase(e.config, { archive, spool })

  // Where PostgreSQL cannot even lay it into the spool, its own statistics tell.
  rmSync(spool, { recursive: true })
  await ask(e, 'create table b (id int); select pg_switch_wal()')
  await expect.poll(() => failingSeconds(e), { timeout: 10_000 }).toBeGreaterThan(0)
  mkdirSync(spool, { mode: 0o777 })
  chmodSync(spool, 0o777)
  // The next segment has PostgreSQL try again at once.
  await ask(e, 'create table c (id int); select pg_switch_wal()')
  await expect.poll(() => failingSeconds(e), { timeout: 10_000 }).toBe(0)
  await ended(e)
}, 60_000)

test('a key that is none is refused at the start', () =>
  expect(() => spooling('wrong', open('wrong', ['age1nonsense']))).toThrow(/^age1nonsense is no public key of age/))
