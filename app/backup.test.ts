// The commands of backups as an operator types them: beside a running product, killed in the middle, and back into a fresh
// data folder, on which the product starts and its users sign in.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { encodePassword } from '#people/sign-in/sign-in.rules.ts'
import { freePort, Product } from '../bench/kills-product.ts'
import { backupCommand } from './admin-backup.ts'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'wattdesk-admin-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const PASSWORD = 'Backups-2026!'
const place = join(folder, 'place')
const passphrase = join(folder, 'passphrase')
writeFileSync(passphrase, 'four words or more\n')

test.each([
  [['backup'], /^Usage:/],
  [['backup', '--to', 'a', '--list', 'a'], /^Usage:/],
  [['restore', '--to', 'a'], /^Usage:/],
  [['backup', '--to', 'a', '--open', '--passphrase-file', 'b'], /^Say who may open the backup/],
  [['backup', '--to', 'a', '--open', '--keep', '0'], /^--keep needs a number from 1 on\.$/],
  [['backup', '--to', '/nowhere/files/a', '--open'], /lies among the uploaded files/],
  [['backup', '--to', 's3://bucket/a?region=x', '--open'], /^The bucket of backups needs AWS_ACCESS_KEY_ID/],
  [['backup', '--to', 'a', '--open'], /^There is no database in \/nowhere\/db\.$/],
  [['backup', '--verify', '/nowhere/place'], /^There is no whole backup there\.$/],
  [['backup', '--verify', '/nowhere/place', '--backup', '../x'], /is no name of a backup/],
  [['backup', '--base'], /^Point in time needs WATTDESK_WAL_ARCHIVE/],
  [['restore', '--until', 'latest'], /^Point in time needs WATTDESK_WAL_ARCHIVE/],
])('%s is refused', async (args, text) => {
  const config = readConfig({ WATTDESK_DATA: '/nowhere' }, [])
  const said = await backupCommand(args, config, () => undefined).catch((e: Error) => e.message)
  expect(said).toMatch(text)
})

test.each(['2026-11-28', '2026-11-28T10:00:00', 'yesterday'])('%s is no moment', async until => {
  const config = readConfig({ WATTDESK_DATA: '/nowhere', WATTDESK_WAL_ARCHIVE: '/nowhere/archive' }, [])
  await expect(backupCommand(['restore', '--until', until], config, () => undefined)).rejects.toThrow(
    /^--until needs a moment with its zone/,
  )
})

test.each([
  [{ DATABASE_URL: 'postgres://x', WATTDESK_WAL_ARCHIVE: 'a' }, /^WATTDESK_WAL_ARCHIVE is for the embedded database/],
  [{ WATTDESK_WAL_ARCHIVE: 's3://bucket/x?region=y' }, /^WATTDESK_WAL_ARCHIVE needs AWS_ACCESS_KEY_ID/],
  [
    { WATTDESK_WAL_RECIPIENTS: 'age1qqqqqqqqqqqqqqqq' },
    /^WATTDESK_WAL_RECIPIENTS seals the archive of WATTDESK_WAL_ARCHIVE/,
  ],
])('an archive of changes is refused: %o', (env, text) => expect(() => readConfig(env, [])).toThrow(text))

type Said = { code: number; text: string }
/** Runs a command of the administrator on a data folder. */
async function admin(data: string, ...args: string[]): Promise<Said> {
  const env = { ...process.env, WATTDESK_DATA: join(folder, data), WATTDESK_PASSWORD: PASSWORD, WATTDESK_MODE: 'test' }
  return promisify(execFile)(process.execPath, ['app/admin.ts', ...args], { env }).then(
    r => ({ code: 0, text: r.stdout }),
    (e: { code: number; stdout: string; stderr: string }) => ({ code: e.code, text: e.stdout + e.stderr }),
  )
}

test('a backup of a running product is restored into a fresh folder, and users sign in there', async () => {
  const first = new Product(join(folder, 'first'), await freePort())
  const second = new Product(join(folder, 'second'), await freePort())
  try {
    await first.start()
    expect((await admin('first', 'create', '--username', 'anna', '--email', 'anna@example.com')).code).toBe(0)
    // No command takes the rest of a killed backup for a backup.
    const env = { ...process.env, WATTDESK_DATA: join(folder, 'first'), WATTDESK_MODE: 'test' }
    const killed = spawn(process.execPath, ['app/admin.ts', 'backup', '--to', place, '--open'], {
      env,
      stdio: 'ignore',
    })
    const tables = () => (existsSync(place) ? readdirSync(place, { recursive: true }).length : 0)
    await expect.poll(tables, { interval: 5, timeout: 20_000 }).toBeGreaterThan(3)
    const gone = once(killed, 'exit')
    killed.kill('SIGKILL')
    await gone
    expect(await admin('first', 'backup', '--list', place)).toEqual({
      code: 1,
      text: 'There is no whole backup there.\n',
    })

    const sealed = ['--passphrase-file', passphrase]
    const made = await admin('first', 'backup', '--to', place, ...sealed)
    expect(made.text).toMatch(
      /^\d{8}T\d{6}Z {2}\d+ tables, \d+ rows, \d+ files, .* test mode, .* sealed for passphrase\n$/,
    )
    expect((await admin('first', 'backup', '--verify', place, ...sealed)).text).toMatch(/whole \(opened and counted\)/)
    expect(await admin('first', 'backup', '--to', place)).toMatchObject({
      code: 1,
      text: expect.stringContaining('Say who may open the backup'),
    })
    const restoring = ['restore', '--from', place]
    expect((await admin('first', ...restoring, ...sealed)).text).toMatch(/Wattdesk already runs on/)
    expect((await admin('second', ...restoring)).text).toMatch(/The backup is sealed/)
    expect((await admin('second', ...restoring, ...sealed)).text).toMatch(
      /\d{8}T\d{6}Z is restored: \d+ tables with \d+ rows, each compared with its sum, and 0 files\.\n$/,
    )
    expect((await admin('second', ...restoring, ...sealed)).text).toMatch(/The database is not empty/)
    await second.start()
    const r = await fetch(`${second.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'anna', password: encodePassword(PASSWORD) }),
    })
    expect(r.status).toBe(200)
    expect([...second.complaints]).toEqual([])
  } finally {
    await Promise.all([first.stop(), second.stop()])
  }
}, 400_000)
