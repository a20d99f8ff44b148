// Processes of PostgreSQL that were left behind in a data folder: found by the system's description of them, never by a
// number alone, which may belong to another program by now; ended in good order, by force if need be.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const LOOK_EVERY_MS = 50

/** A command line, its parts apart by spaces; '' of a process that is not there or has ended and is not buried yet. */
async function argsOf(pid: number): Promise<string> {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    } catch {
      return ''
    }
  }
  const { stdout } = await run('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return `${stdout.trim()} `
}

/** True when the process is the first one of a PostgreSQL on this folder. */
const isPostgresOf = async (dir: string, pid: number): Promise<boolean> => {
  const args = await argsOf(pid)
  return /postgres/.test(args) && args.includes(` -D ${dir} `)
}

/** True when the process is the first one of a PostgreSQL that listens in this socket folder. */
export const isPostgresAt = async (socket: string, pid: number): Promise<boolean> => {
  const args = await argsOf(pid)
  return /postgres/.test(args) && args.includes(` -k ${socket} `)
}

/** The process that a lock file of PostgreSQL names; 0 where there is none. */
const pidIn = (file: string): number => (existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) || 0 : 0)

/** Sends a signal and waits so long for the end; true when it came. */
async function ends(dir: string, pid: number, signal: NodeJS.Signals, ms: number): Promise<boolean> {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone already.
  }
  for (const until = performance.now() + ms; performance.now() < until; ) {
    if (!(await isPostgresOf(dir, pid))) return true
    await new Promise(ok => setTimeout(ok, LOOK_EVERY_MS))
  }
  return !(await isPostgresOf(dir, pid))
}

/**
 * Ends the first process of a PostgreSQL: in good order (fast), then without a last checkpoint (immediate), then by force.
 * Whatever was committed is there at the next start in any case.
 */
export async function endPostgres(dir: string, pid: number, patienceMs = 10_000): Promise<void> {
  const ended =
    (await ends(dir, pid, 'SIGINT', patienceMs)) ||
    (await ends(dir, pid, 'SIGQUIT', 5000)) ||
    (await ends(dir, pid, 'SIGKILL', 5000))
  if (!ended) throw new Error(`PostgreSQL (process ${pid}) does not end.`)
}

/**
 * Servers whose first process was killed: they work in the folder and hold its shared memory for as long as their
 * statement runs. Only where the system tells in which folder a process works (/proc).
 */
function endWorkers(dir: string): void {
  if (!existsSync('/proc/self/cwd')) return
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const isOurs = readlinkSync(`/proc/${name}/cwd`) === dir && /postgres/.test(readlinkSync(`/proc/${name}/exe`))
      if (isOurs) process.kill(Number(name), 'SIGKILL')
    } catch {
      // Gone meanwhile, or somebody else's.
    }
  }
}

/**
 * Ends a PostgreSQL that still holds the socket although its folder was removed under it. Never in good order: its last
 * checkpoint would be written, by the same path, into the cluster that is in its place by now.
 */
export async function endForsaken(dir: string, socket: string): Promise<void> {
  const pid = pidIn(join(socket, '.s.PGSQL.5432.lock'))
  if (pid === 0 || pid === pidIn(join(dir, 'postmaster.pid')) || !(await isPostgresOf(dir, pid))) return
  const ended = (await ends(dir, pid, 'SIGQUIT', 5000)) || (await ends(dir, pid, 'SIGKILL', 5000))
  if (!ended) throw new Error(`PostgreSQL (process ${pid}) does not end.`)
}

/** Leaves nothing of a PostgreSQL of before in the way: no process and no lock file, in the folder and at the socket. */
export async function clear(dir: string, socket: string): Promise<void> {
  await endForsaken(dir, socket)
  for (const file of [join(dir, 'postmaster.pid'), join(socket, '.s.PGSQL.5432.lock')]) {
    const pid = pidIn(file)
    if (pid > 0 && (await isPostgresOf(dir, pid))) await endPostgres(dir, pid)
    rmSync(file, { force: true })
  }
  endWorkers(dir)
}
