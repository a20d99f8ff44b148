// An installation of several nodes under test: PostgreSQL, a NATS server, one node with portal and jobs, and any number of nodes for
// chargers, each a process of its own. And as many raw servers, over one PostgreSQL too.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { openDb } from '#platform/db/db.ts'
import { startPostgres } from '#platform/db/embedded.ts'
import { migrate } from '#platform/db/migrations.ts'
import { familyCpuUs, processCpuUs, residentBytes } from './machine.ts'
import { newFolder } from './stand.ts'
import { fillWorld } from './world.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Each node opens up to 40 connections. */
const MOST_CONNECTIONS = 300

type ServerNode = { name: string; url: string; child: ChildProcess; pid: number; residentBytes: () => number }
export type Nodes = {
  isProduct: boolean
  /** The nodes that chargers connect to. */
  ocpp: readonly ServerNode[]
  database: pg.PoolConfig | undefined
  /** CPU time so far in microseconds: of the nodes for chargers, of the other nodes with NATS, of PostgreSQL. */
  cpu: () => { nodesUs: number; othersUs: number; postgresUs: number }
  /** Lines that the nodes wrote at level warn and above. */
  complaints: () => string[]
  stop: () => Promise<void>
}

type Started = { child: ChildProcess; said: string[] }
function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Started {
  const PATH = `${process.env.PATH}:/usr/sbin`
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  // Debian's packages are installed by `npm run cluster`, too.
  child.on('error', error => said.push(`${program}: ${error.message}; is it installed (apt-get install ${program})?`))
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (b: Buffer) => said.push(...String(b).split('\n').filter(Boolean)))
  return { child, said }
}
/** Resolves with the first match of what a program says. */
async function says({ child, said }: Started, text: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const found = text.exec(said.join('\n'))
    if (found) return found
    await new Promise(next => setTimeout(next, 50))
    if (child.exitCode !== null || child.pid === undefined) throw new Error(`It has ended:\n${said.join('\n')}`)
  }
}
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  await gone
}
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function database(folder: string, extra: readonly string[] = []) {
  const settings = [`max_connections=${MOST_CONNECTIONS}`, ...extra]
  const server = await startPostgres(
    join(folder, 'db'),
    settings.flatMap(s => ['-c', s]),
  )
  const url = `postgres://${server.config.user}@localhost/postgres?host=${encodeURIComponent(String(server.config.host))}`
  return { server, url }
}

/** The product with so many chargers, over so many nodes. */
export async function startNodes({ chargers, nodes }: { chargers: number; nodes: number }): Promise<Nodes> {
  const folder = newFolder()
  const { server, url } = await database(folder)
  await migrate(server.config)
  const db = openDb(server.config)
  await fillWorld(db, chargers)
  await db.destroy()
  const natsPort = await freePort()
  const nats = run('nats-server', ['-a', '127.0.0.1', '-p', String(natsPort)])
  await says(nats, /Server is ready/)
  const files = join(folder, 'files')
  mkdirSync(files)
  const startOne = async (name: string, roles: string): Promise<Started & ServerNode> => {
    const started = run(process.execPath, ['--inspect-port=0', 'app/main.ts', '--no-demo'], {
      PORT: '0',
      DATABASE_URL: url,
      NATS_URL: `nats://127.0.0.1:${natsPort}`,
      WATTDESK_DATA: files,
      WATTDESK_NODE: name,
      WATTDESK_ROLES: roles,
      WATTDESK_OCPP_SECURITY: '1',
      WATTDESK_MODE: 'test',
      WATTDESK_DRAIN_S: '0',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
    })
    const [, address = ''] = await says(started, /^ready (\S+)/m)
    const pid = started.child.pid ?? 0
    return { ...started, name, url: address, pid, residentBytes: () => residentBytes(pid) }
  }
  const portal = await startOne('portal', 'api,jobs')
  const ocpp: (Started & ServerNode)[] = []
  for (let n = 1; n <= nodes; n++) ocpp.push(await startOne(`ocpp-${n}`, 'ocpp'))
  const all = [portal, ...ocpp]
  return {
    isProduct: true,
    ocpp,
    database: server.config,
    cpu: () => ({
      nodesUs: ocpp.reduce((sum, n) => sum + processCpuUs(n.pid), 0),
      othersUs: processCpuUs(portal.pid) + processCpuUs(nats.child.pid ?? 0),
      postgresUs: familyCpuUs(server.pid),
    }),
    complaints: () => all.flatMap(n => n.said.filter(line => /^\{"level":(40|50|60)/.test(line))),
    stop: async () => {
      await Promise.all(all.map(n => end(n.child)))
      await end(nats.child)
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** So many raw servers that answer from memory after an insert, over one PostgreSQL. */
export async function startRawNodes(nodes: number): Promise<Nodes> {
  const folder = newFolder()
  const { server, url } = await database(folder)
  const ocpp: (Started & ServerNode)[] = []
  for (let n = 1; n <= nodes; n++) {
    const started = run(process.execPath, ['--inspect-port=0', 'bench/raw-server.ts', '--insert'], {
      PORT: '0',
      DATABASE_URL: url,
    })
    const [, address = ''] = await says(started, /^ready (\S+)/m)
    const pid = started.child.pid ?? 0
    ocpp.push({ ...started, name: `raw-${n}`, url: address, pid, residentBytes: () => residentBytes(pid) })
  }
  return {
    isProduct: false,
    ocpp,
    database: undefined,
    cpu: () => ({
      nodesUs: ocpp.reduce((sum, n) => sum + processCpuUs(n.pid), 0),
      othersUs: 0,
      postgresUs: familyCpuUs(server.pid),
    }),
    complaints: () => [],
    stop: async () => {
      await Promise.all(ocpp.map(n => end(n.child)))
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
