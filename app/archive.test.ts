// The command `archive` as an operator types it: beside a running product, killed in the middle and begun anew, with nothing
// lost or doubled; and in a backup.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { metersOf } from '#charging/metering/meter.store.ts'
import { insertBlocks } from '#charging/metering/meter-block.store.ts'
import { openArchive } from '#platform/archive/archive.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { folderFiles } from '#platform/files/files.ts'
import { freePort, Product } from '../bench/kills-product.ts'
import { generate } from '../bench/transactions.ts'
import { archiveCommand } from './admin-archive.ts'
import { backupCommand } from './admin-backup.ts'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'wattdesk-admin-archive-'))
const data = join(folder, 'data')
const config = readConfig({ WATTDESK_DATA: data, WATTDESK_MODE: 'test' }, [])
let product: Product
let db: Db
const DAY_MS = 86_400_000
/** The last 2000 of them run. */
const SESSIONS = 3500
/** Behind all sessions of the fill, which ends on a day of the past. */
const before = new Date(Date.now() - 31 * DAY_MS).toISOString().slice(0, 10)

beforeAll(async () => {
  product = new Product(data, await freePort())
  await product.start()
  db = openDb(product.database)
  await generate(db, SESSIONS)
  // Files of four companies.
  await sql`update transaction set company_id = 2 + company_id % 4`.execute(db)
  await sql`update sealed_until set until_at = ${before}::date where table_name = 'meter_value'`.execute(db)
  const { rows } = await sql<{ id: number; pk: number; at: Date }>`select transaction_id as id, chargepoint_pk as pk,
    started_at as at from transaction where stopped_at is not null`.execute(db)
  const blocks = rows.map(({ id, pk, at }) => ({
    untilAt: new Date((Math.floor(at.getTime() / DAY_MS) + 1) * DAY_MS),
    meters: Array.from({ length: 3 }, (_, i) => ({
      transactionId: id,
      chargepointPk: pk,
      connectorId: 1,
      at: new Date(at.getTime() + i * 60_000),
      receivedAt: new Date(at.getTime() + i * 60_000 + 90),
      samples: [{ value: String(id * 10 + i), unit: 'Wh' as const }],
    })),
  }))
  await db.transaction().execute(trx => insertBlocks(trx, blocks))
}, 60_000)
afterAll(async () => {
  await db.destroy()
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
})

const say: string[] = []
const run = async (...args: string[]) => {
  say.length = 0
  const isWell = await archiveCommand(['archive', ...args], { db, config, say: text => say.push(text) })
  return { isWell, text: say.join('\n') }
}
const ownFiles = folderFiles(join(data, 'files'))
/** The readings of all sessions, in one order, as screens find them. */
async function all(): Promise<string> {
  const { rows } = await sql<{ transactionId: number; startReceivedAt: Date }>`select transaction_id, start_received_at
    from transaction`.execute(db)
  const found = await metersOf(
    db,
    rows,
    openArchive(() => ownFiles),
  )
  return found
    .map(m => JSON.stringify(m, Object.keys(m).toSorted()))
    .toSorted()
    .join('\n')
}
const counts = async () => {
  const { rows } = await sql<{ blocks: number; files: number }>`select (select count(*) from meter_block) as blocks,
    (select count(*) from archive_file) as files`.execute(db)
  return rows[0] ?? { blocks: 0, files: 0 }
}

test.each([
  [[], /^Usage:/],
  [['--list', '--verify'], /^Usage:/],
  [['--before', '2026-02-30'], /^--before needs a day/],
  [['--before', 'yesterday'], /^--before needs a day/],
  [['--before', '2999-01-01'], /^--before must be 30 days ago or earlier/],
  [['--before', '2026-01-01', '--kind', 'bill'], /^--kind is one of meter_value, ocpp_frame\.$/],
  [['--before', '2026-01-01', '--to', 's3://bucket/x?region=y'], /^The bucket of the archive needs AWS_ACCESS_KEY_ID/],
  [['--back', '--month', 'March'], /^--month needs a month/],
  [['--back', '--company', 'one'], /^--company needs the id/],
])('%s is refused', async (args, text) => {
  const command = archiveCommand(['archive', ...args], { db, config, say: () => undefined })
  await expect(command).rejects.toThrow(text)
})

test('killed in the middle and begun anew, it moves every reading once', async () => {
  const readings = await all()
  const { blocks } = await counts()
  expect((await run('--before', before, '--dry-run')).text).toMatch(/files would be written; nothing was changed\.$/)
  expect(await counts()).toEqual({ blocks, files: 0 })

  const env = { ...process.env, WATTDESK_DATA: data, WATTDESK_MODE: 'test' }
  const killed = spawn(process.execPath, ['app/admin.ts', 'archive', '--before', before], { env, stdio: 'ignore' })
  const gone = once(killed, 'exit')
  const archived = () => counts().then(c => c.files)
  await expect.poll(archived, { interval: 5, timeout: 30_000 }).toBeGreaterThan(5)
  // While one command works on the archive, a second command is refused.
  await expect(run('--before', before)).rejects.toThrow('Another command works on the archive')
  killed.kill('SIGKILL')
  await gone
  const half = await counts()
  expect(half.blocks).toBeGreaterThan(0)
  expect((await all()) === readings).toBe(true)

  // The lock ends with the connection of the killed command.
  const again = () => run('--before', before).then(r => r.isWell)
  await expect.poll(() => again().catch(() => false), { interval: 50, timeout: 30_000 }).toBe(true)
  const whole = await counts()
  expect(whole.blocks).toBe(0)
  expect((await all()) === readings).toBe(true)
  expect((await run('--before', before)).text).toBe('There is nothing to archive.')
  expect((await run('--verify')).text).toBe(
    `${whole.files} files of the archive are whole: read, with the sums of their bytes and the numbers of their rows.`,
  )
  // A file of the killed command, if any, was written again under its own name.
  expect(
    readdirSync(join(data, 'files', 'archive'), { recursive: true }).filter(f => String(f).endsWith('.parquet')),
  ).toHaveLength(whole.files)
}, 120_000)

test('a backup takes the files along, and tells of one that is missing', async () => {
  const place = join(folder, 'place')
  const told: string[] = []
  const backup = () => backupCommand(['backup', '--to', place, '--open'], config, text => told.push(text))
  expect(await backup()).toBe(true)
  const [file] = (await sql<{ name: string }>`select name from archive_file limit 1`.execute(db)).rows
  const [id = ''] = readdirSync(place)
  expect(existsSync(join(place, id, 'files', file?.name ?? ''))).toBe(true)
  const content = await ownFiles.part(file?.name ?? '', 0, 16 * 1024 ** 2)
  await ownFiles.remove(file?.name ?? '')
  told.length = 0
  // Named by the second of its beginning.
  await expect.poll(() => new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')).not.toBe(id.slice(0, -1))
  expect(await backup()).toBe(false)
  expect(told[0]).toBe(`Archive: The archive lacks the file ${file?.name}`)
  expect(await run('--verify')).toEqual({ isWell: false, text: expect.stringContaining('1 of ') })
  await ownFiles.put(file?.name ?? '', content ?? new Uint8Array())
}, 60_000)

test('a month of a company comes back', async () => {
  const readings = await all()
  const { files } = await counts()
  const [file] = (
    await sql<{
      companyId: number
      month: string
      blocks: number
    }>`select company_id, to_char(month, 'YYYY-MM') as month,
      blocks from archive_file limit 1`.execute(db)
  ).rows
  await run('--back', '--company', String(file?.companyId), '--month', String(file?.month))
  expect(await counts()).toEqual({ blocks: file?.blocks, files: files - 1 })
  expect((await all()) === readings).toBe(true)
}, 60_000)
