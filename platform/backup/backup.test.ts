// A backup is made beside a product that works, is whole or is none, and is restored to the last row. A restore leaves a
// database alone that holds anything, and takes nothing of a backup in which a single bit has changed.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { QUEUES } from '#app/queues.ts'
import { postWaitingBills } from '#charging/billing/bill-ledger.commands.ts'
import { migrate, RESTORE_MARK } from '#platform/db/migrations.ts'
import { dropParts } from '#platform/db/parts.ts'
import { type Files, folderFiles } from '#platform/files/files.ts'
import { s3Files } from '#platform/files/s3-files.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { startApp, type TestApp } from '#testing/app.ts'
import { at, bootedCharger, energy, newTag, start, stop } from '#testing/ocpp.ts'
import { STORE_KEY, type Store, startStore } from '#testing/s3-store.ts'
import { backUp } from './backup.ts'
import { nameOf, STEADY_SESSION, sequencesOf, sumOf, tablesOf } from './catalog.ts'
import type { Opener, SealedFor } from './keys.ts'
import { backupOf, backupsIn, keepNewest, type Manifest } from './manifest.ts'
import { openerOf, verify } from './read.ts'
import { restore } from './restore.ts'

// A restore makes a database with all its tables; beside other work that takes its time.
vi.setConfig({ testTimeout: 120_000 })
const parent = mkdtempSync(join(tmpdir(), 'wattdesk-backup-'))
const PASSPHRASE = { passphrase: 'correct horse battery staple' }
let t: TestApp
let bucket: Store
let source: pg.ClientConfig
const uploaded = folderFiles(join(parent, 'uploaded'))

beforeAll(async () => {
  bucket = await startStore()
  t = await startApp()
  const { ws } = await t.listen()
  const idTag = await newTag(t)
  const c = await bootedCharger(t, ws)
  const { transactionId } = await start(c, idTag, { meterStart: 0 })
  const meterValue = [1, 2, 3].map(minute => energy(at(minute), minute * 500))
  await c.call('MeterValues', { connectorId: 1, transactionId, meterValue })
  await stop(c, transactionId, { meterStop: 2000, timestamp: at(5) })
  await start(c, idTag, { meterStart: 2000, timestamp: at(6), connectorId: 2 })
  await c.close()
  const database = String(
    (await t.db.selectNoFrom(eb => eb.fn<string>('current_database', []).as('n')).executeTakeFirst())?.n,
  )
  source = { host: inject('pgSocket'), user: 'wattdesk', database }
  // Texts that a file of rows must quote, jobs that wait, and a moment before dates.
  await ask(
    source,
    `insert into setting (key, value) values ('odd', to_jsonb(E'tab\\t, line\\nend, \\\\ and \\\\N'::text))`,
  )
  const jobs = openJobs(source as pg.PoolConfig, QUEUES, console.error)
  await jobs.send(t.db, 'refund' as never, {} as never)
  await jobs.close()
  await postWaitingBills(t)
  // What the product still does about its charger would change rows between two looks.
  await t.ocpp.close()
  await t.app.close()
  await uploaded.put('one.png', Buffer.from('a picture'))
  await uploaded.put('deep/two.pdf', Buffer.alloc(300_000, 'x'))
})
afterAll(async () => {
  await t.close()
  await bucket.close()
  rmSync(parent, { recursive: true, force: true })
})
afterEach(() => {
  bucket.faults.length = 0
})

async function ask(config: pg.ClientConfig, text: string): Promise<pg.QueryResultRow[]> {
  const c = new pg.Client(config)
  await c.connect()
  try {
    return (await c.query(text)).rows
  } finally {
    await c.end()
  }
}

/** An empty database, as an operator makes it. */
async function emptyDatabase(owner?: string): Promise<pg.ClientConfig> {
  const database = `t_${randomUUID().replaceAll('-', '')}`
  const admin = { ...source, database: 'postgres' }
  await ask(admin, `create database ${database} template template0 strategy file_copy ${owner ? `owner ${owner}` : ''}`)
  onTestFinished(async () => void (await ask(admin, `drop database ${database} with (force)`)))
  return { ...source, database, ...(owner && { user: owner }) }
}

/** The sums of all tables, and the next values of all sequences. */
async function sumsOf(config: pg.ClientConfig): Promise<Record<string, unknown>> {
  const c = new pg.Client(config)
  await c.connect()
  try {
    await c.query(STEADY_SESSION)
    const sums: Record<string, unknown> = {}
    for (const table of await tablesOf(c)) sums[nameOf(table)] = { ...table, ...(await sumOf(c, table)) }
    for (const s of await sequencesOf(c)) sums[nameOf(s)] = s
    return sums
  } finally {
    await c.end()
  }
}
const place = (): string => mkdtempSync(join(parent, 'place-'))
const back = (to: Files, sealedFor: SealedFor = 'anybody', more: Partial<Parameters<typeof backUp>[1]> = {}) =>
  backUp(source, { place: to, sealedFor, files: undefined, version: '0.0.0', ...more })
async function restoreInto(into: pg.ClientConfig, from: Files, manifest: Manifest, opener?: Opener, files?: Files) {
  return restore(into, { place: from, manifest, open: await openerOf(from, manifest, opener), files })
}

const KINDS: Record<string, () => Files> = {
  'a folder': () => folderFiles(place()),
  'a bucket': () =>
    s3Files({
      bucket: 'files',
      prefix: `${randomUUID()}/`,
      region: 'ap-south-1',
      endpoint: bucket.endpoint,
      ...STORE_KEY,
      sessionToken: undefined,
    }),
}

describe.each(Object.keys(KINDS))('%s', kind => {
  test('takes a backup while rows are written, and gives it back to the last row', async () => {
    const to = KINDS[kind]?.() as Files
    let before: Record<string, unknown> = {}
    // The moment is fixed: what is written from now on is no part of the backup.
    const onBegun = async () => {
      before = await sumsOf(source)
      await ask(source, `insert into setting (key, value) values ('${randomUUID()}', '1')`)
    }
    const manifest = await back(to, PASSPHRASE, { files: uploaded, chunkBytes: 500, onBegun })
    expect(manifest.tables.find(x => x.name === 'transaction')?.rows).toBe(2)
    expect(manifest.tables.find(x => x.name === 'entry')?.rows).toBeGreaterThan(0)
    expect(manifest.tables.some(x => x.chunks.length > 2)).toBe(true)
    expect(manifest).toMatchObject({ mode: null, sealed: 'passphrase', files: { count: 2 } })
    const open = await openerOf(to, manifest, PASSPHRASE)
    expect(await verify(to, manifest, open)).toEqual([])
    expect(await verify(to, manifest, undefined)).toEqual([])

    const into = await emptyDatabase()
    const files = folderFiles(place())
    const restored = await restoreInto(into, to, await backupOf(to, undefined), PASSPHRASE, files)
    expect(await sumsOf(into)).toEqual(before)
    expect(restored.files).toBe(2)
    expect((await Array.fromAsync(files.list(''))).sort()).toEqual(['deep/two.pdf', 'one.png'])
    // All of the schema is as before: references, triggers, marks.
    const schema = `select conname as n, pg_get_constraintdef(oid) as d, convalidated::text as s from pg_constraint
      where connamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
      union all select tgname, pg_get_triggerdef(oid), tgenabled::text from pg_trigger where not tgisinternal
      union all select nspname, '', '' from pg_namespace where nspname !~ '^pg_' order by 1, 2`
    expect(await ask(into, schema)).toEqual(await ask(source, schema))
    // Later migrations come as at any start.
    expect(await migrate(into)).toEqual([])
  })
})

test('the owner of a database restores without the rights of a superuser', async () => {
  const to = folderFiles(place())
  const manifest = await back(to)
  const owner = `o_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const admin = { ...source, database: 'postgres' }
  await ask(admin, `create role ${owner} login`)
  onTestFinished(async () => void (await ask(admin, `drop role ${owner}`)))
  const into = await emptyDatabase(owner)
  await restoreInto(into, to, manifest)
  const { rows, sum } = manifest.tables.find(x => x.name === 'entry') ?? {}
  expect(await sumsOf(into)).toMatchObject({ '"public"."entry"': { rows, sum } })
})

test('keys: the private key of any recipient opens, others and wrong passphrases do not', async () => {
  const to = folderFiles(place())
  const [one = '', two = '', other = ''] = await Promise.all([1, 2, 3].map(() => generateX25519Identity()))
  const recipients = await Promise.all([identityToRecipient(one), identityToRecipient(two)])
  const manifest = await back(to, { recipients })
  const opens = (opener: Opener | undefined) => openerOf(to, manifest, opener)
  expect(await verify(to, manifest, await opens({ identities: `# created: today\n${two}\n` }))).toEqual([])
  await expect(opens({ identities: other })).rejects.toThrow('The backup does not open with these keys')
  await expect(opens(PASSPHRASE)).rejects.toThrow('The backup does not open with this passphrase')
  await expect(opens(undefined)).rejects.toThrow('The backup is sealed: give --passphrase-file or --identity.')
  await expect(back(to, { recipients: ['age1nobody'] }, { now: () => new Date(0) })).rejects.toThrow(
    'age1nobody is no public key of age',
  )
})

/** Turns a bit in the middle of a file for the while of some work. */
async function withTurnedBit(path: string, work: () => Promise<unknown>): Promise<void> {
  const bytes = readFileSync(path)
  const turned = Buffer.from(bytes)
  const at = bytes.length >> 1
  turned[at] = (turned[at] ?? 0) ^ 1
  writeFileSync(path, turned)
  await work()
  writeFileSync(path, bytes)
}

test('nothing but a whole backup is one: damage is found, and restores nothing', async () => {
  const folder = place()
  const to = folderFiles(folder)
  const identities = await generateX25519Identity()
  const manifest = await back(to, { recipients: [await identityToRecipient(identities)] }, { files: uploaded })
  const open = await openerOf(to, manifest, { identities })
  const chunk = manifest.tables.find(x => x.name === 'entry')?.chunks[0]
  const path = join(folder, chunk?.name ?? '')
  const bytes = readFileSync(path)
  // A bit is turned.
  const turned = Buffer.from(bytes)
  turned[turned.length - 20] = (turned.at(-20) ?? 0) ^ 1
  writeFileSync(path, turned)
  expect((await verify(to, manifest, open)).join()).toMatch(/^entry: /)
  expect(await verify(to, manifest, undefined)).toEqual([`entry: ${chunk?.name} is not as it was written`])
  const into = await emptyDatabase()
  await expect(restoreInto(into, to, manifest, { identities })).rejects.toThrow(`${chunk?.name} cannot be read: `)
  expect(await ask(into, 'select count(*)::int as n from team')).toEqual([{ n: 0 }])
  // The database bears a mark: no product takes it for an empty installation.
  await expect(migrate(into)).rejects.toThrow('A restore into this database has not ended.')
  // So is one of the sealed key, which tells those who cannot open it, and one of the manifest.
  await withTurnedBit(join(folder, manifest.id, 'key.age'), async () =>
    expect((await verify(to, manifest, undefined)).join()).toMatch(/^key: .*key\.age is not as it was written/),
  )
  await withTurnedBit(join(folder, manifest.id, 'manifest.json'), async () => {
    await expect(backupOf(to, undefined)).rejects.toThrow(`The manifest of backup ${manifest.id} is damaged.`)
    await expect(backupsIn(to)).rejects.toThrow('is damaged')
  })
  // A file is missing.
  renameSync(path, `${path}.away`)
  expect((await verify(to, manifest, open)).join()).toBe(`entry: ${chunk?.name} is missing`)
  // The sum of the rows is another one, although every file is as it was written.
  writeFileSync(path, bytes)
  const changed = structuredClone(manifest)
  for (const table of changed.tables) if (table.name === 'entry') table.sum = '1'
  await expect(restoreInto(into, to, changed, { identities })).rejects.toThrow(/^entry is not as it was backed up: /)
  // Begun anew it ends well.
  await restoreInto(into, to, manifest, { identities })
  expect(await ask(into, `select to_regnamespace('${RESTORE_MARK}') as mark`)).toEqual([{ mark: null }])
  expect(await migrate(into)).toEqual([])
  await expect(restoreInto(into, to, manifest, { identities })).rejects.toThrow(
    /^The database is not empty: it holds \d+ tables/,
  )
})

test('a backup that breaks off is none, and is cleared away later', async () => {
  const folder = place()
  const to = folderFiles(folder)
  const day = (n: number) => new Date(Date.UTC(2026, 10, n))
  const [first, second, third] = [1, 2, 3].map(n => ({ now: () => day(n) }))
  await back(to, 'anybody', first)
  const full: Files = {
    ...to,
    take: (name, stream, most) =>
      name.includes('public.entry.') ? Promise.reject(new Error('No space left')) : to.take(name, stream, most),
  }
  await expect(back(full, 'anybody', second)).rejects.toThrow('No space left')
  expect(existsSync(join(folder, '20261102T000000Z'))).toBe(true)
  expect((await backupsIn(to)).map(m => m.id)).toEqual(['20261101T000000Z'])
  expect((await backupOf(to, undefined)).id).toBe('20261101T000000Z')
  await expect(backupOf(to, '20261102T000000Z')).rejects.toThrow('There is no whole backup 20261102T000000Z there.')
  await back(to, 'anybody', third)
  await expect(back(to, 'anybody', third)).rejects.toThrow('There is a backup 20261103T000000Z already.')
  // A folder of the last day without a manifest may belong to a backup under way.
  expect(await keepNewest(to, 2, day(2))).toEqual([])
  expect(await keepNewest(to, 2, day(3))).toEqual(['20261102T000000Z'])
  expect(await keepNewest(to, 1, day(4))).toEqual(['20261101T000000Z'])
  expect(await keepNewest(to, 1, day(4))).toEqual([])
  expect(
    readdirSync(folder, { recursive: true }).filter(
      n => String(n).endsWith('.zst') && !String(n).startsWith('20261103'),
    ),
  ).toEqual([])
})

test('no part of a table is lost to a backup, and new parts are made meanwhile', async () => {
  const to = folderFiles(place())
  await ask(
    source,
    `create table meter_value_20250101 partition of meter_value for values from ('2025-01-01Z') to ('2025-01-02Z')`,
  )
  const dropping = `set lock_timeout = '50ms'; drop table meter_value_20250101`
  let refused = ''
  let dropped = -1
  const dropOld = () => dropParts(t.db, 'meter_value', new Date('2025-02-01Z'))
  await back(to, 'anybody', {
    onBegun: async () => {
      // Upkeep leaves it for the next time.
      dropped = await dropOld()
      refused = await ask(source, dropping).then(
        () => 'dropped',
        error => error.message,
      )
      await ask(
        source,
        `set lock_timeout = '1s'; create table meter_value_20250102 partition of meter_value
        for values from ('2025-01-02Z') to ('2025-01-03Z')`,
      )
    },
  })
  expect(refused).toBe('canceling statement due to lock timeout')
  expect(dropped).toBe(0)
  expect(await dropOld()).toBe(2)
})

test('a backup of a newer version is refused by its migrations', async () => {
  const to = folderFiles(place())
  const manifest = await back(to)
  const newer = { ...manifest, migrations: [...manifest.migrations, { name: '9999-x.sql', checksum: 'x' }] }
  await expect(restoreInto(await emptyDatabase(), to, newer)).rejects.toThrow(
    'The backup has migration 9999-x.sql, which this version of Wattdesk does not have',
  )
})
