// Servers under test, each a process of its own with a data folder of its own: the product, filled with chargers, and the
// two raw ones. And the load, in one more process.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openStore } from '#app/start.ts'
import { type Db, openDb } from '#platform/db/db.ts'
import { socketConfig } from '#platform/db/postgres-runner.ts'
import type { Job, Result } from './load.ts'
import { familyCpuUs, Inspector, processCpuUs } from './machine.ts'
import { fillWorld, PASSWORD, USERNAME } from './world.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

type Cpu = { serverUs: number; postgresUs: number }
export type Stand = {
  /** `Wattdesk`, another build or setting of the product, or one of the raw servers. */
  name: string
  isProduct: boolean
  child: ChildProcess
  url: string
  pid: number
  /** The pid of PostgreSQL's first process; undefined where there is none. */
  postgresPid: number | undefined
  database: pg.ClientConfig
  /** The platform's team; 0 in the raw ones. */
  teamId: number
  cpu: () => Cpu
  inspect: () => Promise<Inspector>
  /** Lines that the server wrote at level warn and above; the product must have nothing to complain of. */
  complaints: () => string[]
  stop: () => Promise<void>
}

type Options = {
  chargers?: number
  statements?: boolean
  name?: string
  /** The folder of its code; another one must know the same tables. */
  root?: string
  env?: Record<string, string>
  /** Adds to the world before the product starts. */
  also?: (db: Db, teamId: number) => Promise<void>
}

/** The product on a fresh folder with so many chargers. `statements` counts PostgreSQL's work by statement. */
export async function startProduct({
  chargers = 2000,
  statements = false,
  name = 'Wattdesk',
  root = ROOT,
  env = {},
  also = async () => undefined,
}: Options = {}): Promise<Stand> {
  const folder = newFolder()
  const store = await openStore({ databaseUrl: undefined, dataFolder: folder })
  const db = openDb(store.connection)
  const teamId = await fillWorld(db, chargers)
  await also(db, teamId)
  await db.destroy()
  const database = socketConfig(join(folder, 'db'))
  const client = new pg.Client(database)
  await client.connect()
  if (statements) {
    await client.query('create extension pg_stat_statements')
    await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  }
  await client.query('vacuum analyze')
  await client.end()
  await store.embedded?.stop()
  return start(name, folder, ['app/main.ts', '--no-demo'], { teamId, root, env })
}

export const startRaw = (name: 'bare' | 'with insert'): Promise<Stand> =>
  start(name, newFolder(), ['bench/raw-server.ts', ...(name === 'bare' ? [] : ['--insert'])])

/** A fresh data folder. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wattdesk-bench-'))
  // PostgreSQL's own user must pass through when the benchmark runs as root.
  chmodSync(folder, 0o755)
  return folder
}

type Product = { teamId: number; root: string; env: Record<string, string> }
async function start(name: string, folder: string, args: string[], product?: Product): Promise<Stand> {
  const child = spawn(process.execPath, ['--inspect-port=0', ...args], {
    cwd: product?.root ?? ROOT,
    env: {
      ...process.env,
      PORT: '0',
      WATTDESK_DATA: folder,
      WATTDESK_OCPP_SECURITY: '1',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      // Payments are made at the sandbox.
      WATTDESK_MODE: 'test',
      // One machine asks for all.
      WATTDESK_CALLS_PER_USER: '1000000000',
      WATTDESK_CALLS_PER_ADDRESS: '1000000000',
      ...product?.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (b: Buffer) => said.push(...String(b).split('\n')))
  const url = await new Promise<string>((ok, no) => {
    child.stdout.on('data', (b: Buffer) => {
      said.push(...String(b).split('\n').filter(Boolean))
      const found = /^ready (\S+)/m.exec(said.join('\n'))?.[1]
      if (found) ok(found)
    })
    child.once('exit', code => no(new Error(`${name} ended with ${code}:\n${said.join('\n')}`)))
  })
  const pid = child.pid ?? 0
  const postgresPid =
    name === 'bare' ? undefined : Number(readFileSync(join(folder, 'db', 'postmaster.pid'), 'utf8').split('\n')[0])
  let inspector: Promise<Inspector> | undefined
  return {
    name,
    isProduct: product !== undefined,
    child,
    url,
    pid,
    postgresPid,
    database: socketConfig(join(folder, 'db')),
    teamId: product?.teamId ?? 0,
    cpu: () => ({ serverUs: processCpuUs(pid), postgresUs: postgresPid ? familyCpuUs(postgresPid) : 0 }),
    inspect: () => {
      inspector ??= Inspector.open(child)
      return inspector
    },
    complaints: () => said.filter(line => /^\{"level":(40|50|60)/.test(line)),
    stop: async () => {
      ;(await inspector)?.close()
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Signs in; the header of later calls. */
export async function signIn(s: Stand): Promise<{ authorization: string }> {
  const r = await fetch(`${s.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: USERNAME, password: btoa(PASSWORD) }),
  })
  if (!r.ok) throw new Error(`Sign-in: ${r.status} ${await r.text()}`)
  const { data } = (await r.json()) as { data: { access_token: string } }
  return { authorization: `Bearer ${data.access_token}` }
}

/** A process that does one job after the other, each with a result. */
export class Worker<J extends object, R> {
  readonly child: ChildProcess

  constructor(file: string) {
    this.child = fork(fileURLToPath(new URL(file, import.meta.url)), { stdio: 'inherit' })
  }

  run(job: J): Promise<R> {
    return new Promise((ok, no) => {
      const ended = (code: number | null) => no(new Error(`The load ended with ${code}`))
      this.child.once('exit', ended)
      this.child.once('message', (m: { result: R } | { error: string }) => {
        this.child.off('exit', ended)
        if ('error' in m) no(new Error(m.error))
        else ok(m.result)
      })
      this.child.send(job)
    })
  }

  async stop(): Promise<void> {
    const gone = once(this.child, 'exit')
    this.child.disconnect()
    await gone
  }
}

/** A process that drives chargers: each job begins with the chargers that the job before left connected. */
export class Load extends Worker<Job, Result> {
  constructor() {
    super('load.ts')
  }
}
