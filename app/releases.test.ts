// An installation of each release comes up to the present version with all it had, and goes on. What is kept of a release is a
// backup that the release itself made of a small demo network, testing/releases/vX.Y.Z.tar. A new one is written by `npm run
// release`, which runs the first test here with WATTDESK_RELEASE=X.Y.Z.
import { createReadStream, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { compareFigures } from '#charging/billing/usage.store.ts'
import { DEMO_PASSWORD, seedDemo } from '#demo/network.ts'
import { demoChargers } from '#demo/places.ts'
import { trialBalance } from '#money/ledger/account.store.ts'
import { compareLedger } from '#money/ledger/ledger-check.store.ts'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { backUp } from '#platform/backup/backup.ts'
import { backupsIn } from '#platform/backup/manifest.ts'
import { openerOf } from '#platform/backup/read.ts'
import { restore } from '#platform/backup/restore.ts'
import { type Entry, packed, unpack } from '#platform/backup/tar.ts'
import { openDb } from '#platform/db/db.ts'
import { migrate } from '#platform/db/migrations.ts'
import { folderFiles } from '#platform/files/files.ts'
import { productVersion } from '#platform/telemetry/version.ts'
import { TestCharger } from '#testing/charger.ts'
import { freshDatabase } from '#testing/db.ts'
import { start, stop } from '#testing/ocpp.ts'
import { testServices } from '#testing/parts.ts'
import { freePort, Product } from '../bench/kills-product.ts'

const RELEASES = new URL('../testing/releases/', import.meta.url)
const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'wattdesk-release-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Enough for every kind of record, and for a month that was paid out. */
const DAYS = 40
const CHARGERS = 4
const MOST_BYTES = 1024 ** 2

const written = process.env.WATTDESK_RELEASE
test.runIf(written)('writes what is kept of a release', { timeout: 300_000 }, async () => {
  const database = await freshDatabase(inject('pgSocket'))
  const db = openDb(database.config)
  const services = { ...testServices(db, database.config), log: pino({ level: 'warn' }) }
  await seedDemo(services, { days: DAYS, list: demoChargers.filter(c => c.isLive).slice(0, CHARGERS) })
  await services.jobs.close()
  await db.destroy()
  const folder = newFolder()
  await backUp(database.config, {
    place: folderFiles(folder),
    sealedFor: 'anybody',
    files: undefined,
    version: productVersion(),
  })
  await database.drop()
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name): Entry => {
      const path = join(folder, name)
      const about = statSync(path)
      return about.isDirectory() ? { name, isFolder: true } : { name, path, bytes: about.size }
    })
  async function* all(): AsyncGenerator<Entry> {
    yield* entries
  }
  const tar = Buffer.concat(await Array.fromAsync(packed(all())))
  expect(tar.length).toBeLessThan(MOST_BYTES)
  writeFileSync(new URL(`v${written}.tar`, RELEASES), tar)
})

/** Rows that wait to be worked off; a migration may do that. Tables of other schemas are those of the jobs. */
const PASSING = /^usage_(team_change|hour|team)$|\./
const releases = readdirSync(RELEASES).filter(name => name.endsWith('.tar'))

test('there is a release to come from', () => expect(releases).toContain('v0.1.0.tar'))

describe.each(releases)('from %s', name => {
  test('it has rows in most of the tables it had', async () => {
    const { manifest } = await backupIn(name)
    const filled = manifest.tables.filter(t => t.rows > 0)
    expect(`v${manifest.version}.tar`).toBe(name)
    expect(filled.length).toBeGreaterThan(100)
  })

  test('it comes up with all it had, and goes on', { timeout: 180_000 }, async () => {
    const { place, manifest } = await backupIn(name)
    const database = await freshDatabase(inject('pgSocket'), { isBare: true })
    const db = openDb(database.config)
    const { host, database: base } = database.config
    const product = new Product(newFolder(), await freePort(), {
      DATABASE_URL: `postgres://wattdesk@/${base}?host=${encodeURIComponent(String(host))}`,
      WATTDESK_OCPP_SECURITY: '0',
    })
    try {
      const open = await openerOf(place, manifest, undefined)
      await restore(database.config, { place, manifest, open, files: undefined })
      await migrate(database.config)
      const rowsOf = async (table: string) =>
        (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n
      for (const { name: table, rows } of manifest.tables)
        if (!PASSING.test(table)) expect(await rowsOf(table), table).toBeGreaterThanOrEqual(rows)
      await product.start()
      expect(await trialBalance(db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
      expect(await compareLedger(db)).toEqual([])
      expect(await compareFigures(db)).toEqual({ hours: [], days: [], teams: [] })
      expect(await rowsOf('transaction')).toBe(manifest.tables.find(t => t.name === 'transaction')?.rows)
      await signsIn(product.url)
      await billsASession(db, product.url)
      expect(await trialBalance(db)).toEqual({ differencePaise: 0n, driftPaise: 0n })
    } finally {
      await product.stop()
      await db.destroy()
      await database.drop()
    }
  })
})

/** Unpacks the kept backup of a release into a folder of its own. */
async function backupIn(name: string) {
  const folder = newFolder()
  await unpack(createReadStream(new URL(name, RELEASES)), folder, () => undefined)
  const place = folderFiles(folder)
  const [manifest] = await backupsIn(place)
  if (!manifest) throw new Error(`${name} holds no whole backup`)
  return { place, manifest }
}

async function signsIn(url: string): Promise<void> {
  for (const username of ['root', 'technician']) {
    const reply = await fetch(`${url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: encodePassword(DEMO_PASSWORD) }),
    })
    expect([username, reply.status]).toEqual([username, 200])
  }
}

/** A charger of the release comes back, charges by one of its cards, and the session has its bill. */
async function billsASession(db: ReturnType<typeof openDb>, url: string): Promise<void> {
  const { rows } = await sql<{ id: string; tag: string }>`
    select c.chargepoint_id as id, t.id_tag as tag from charger c
    join ocpp_tag t on t.company_id = c.company_id and t.kind = 'rfid' and t.deleted_at is null
      and t.max_active_transactions <> 0
    where exists (select from transaction x where x.chargepoint_pk = c.chargepoint_pk and x.id_tag = t.id_tag)
    order by 1, 2 limit 1`.execute(db)
  const charger = await TestCharger.open(url.replace('http', 'ws'), rows[0]?.id ?? '')
  await charger.boot()
  const { transactionId, status } = await start(charger, rows[0]?.tag ?? '', { meterStart: 9_000_000 })
  expect(status).toBe('Accepted')
  await stop(charger, transactionId, { meterStop: 9_012_000 })
  const bills = sql<{
    total: number
  }>`select total_paise::int as total from bill where transaction_id = ${transactionId}`
  await expect.poll(async () => (await bills.execute(db)).rows[0]?.total ?? 0).toBeGreaterThan(0)
  await charger.close()
}
