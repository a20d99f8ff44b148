// A whole installation on one machine: nodes with roles apart behind HAProxy, a NATS server, and PostgreSQL with a standby
// that lists and reports are read from. Everything is a process of its own, as on machines of their own.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { demoState } from '#demo/network.ts'
import { connectionOf, openDb } from '#platform/db/db.ts'
import { type Embedded, startPostgres } from '#platform/db/embedded.ts'
import { makeStandby, standbyFlags } from '#testing/standby.ts'
import { Child } from './child.ts'
import { programs } from './programs.ts'
import { type Place, PRIMARY, proxyConfig, REPLICA, statesOf, tellProxy } from './proxy.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Each node opens up to 40 connections to the two servers. */
const DATABASE_FLAGS = [
  'wal_level=replica',
  'max_wal_senders=8',
  'wal_keep_size=512MB',
  'max_connections=400',
  'hot_standby_feedback=on',
]
const PATIENCE_MS = 120_000
const LOOK_EVERY_MS = 100

type Role = 'api' | 'ocpp' | 'jobs'
export type ClusterOptions = {
  folder: string
  port: number
  /** How many nodes of each role. */
  nodes: Readonly<Record<Role, number>>
  hasDemo: boolean
  say: (text: string) => void
  /** Something that the cluster cannot go on without has ended. */
  onGone: (why: string) => void
  env?: NodeJS.ProcessEnv
}
export type Node = { name: string; role: Role; port: number; child: Child | undefined }

export class Cluster {
  readonly nodes: Node[]
  readonly #options: ClusterOptions
  readonly #folder: string
  readonly #control: string
  #parts: (() => Promise<void>)[] = []
  #databases: Embedded[] = []
  #isEnding = false

  constructor(options: ClusterOptions) {
    this.#options = options
    this.#folder = resolve(options.folder)
    // The path of a socket has at most 107 bytes.
    this.#control = join(
      tmpdir(),
      `wattdesk-proxy-${createHash('sha256').update(this.#folder).digest('hex').slice(0, 8)}`,
    )
    const roles: readonly Role[] = ['jobs', 'api', 'ocpp']
    this.nodes = roles.flatMap(role =>
      Array.from({ length: options.nodes[role] }, (_, n) => ({
        name: `${role}-${n + 1}`,
        role,
        port: 0,
        child: undefined,
      })),
    )
    // Beside the port of the cluster: NATS, the two databases, the nodes.
    for (const [n, node] of this.nodes.entries()) node.port = options.port + 10 + n
  }

  get url(): string {
    return `http://127.0.0.1:${this.#options.port}`
  }
  get #ports() {
    const { port } = this.#options
    return { nats: port + 1, database: port + 2, replica: port + 3, filling: port + 4 }
  }
  get #databaseUrl(): string {
    return `postgres://wattdesk@127.0.0.1:${this.#ports.database}/postgres`
  }
  /** How the primary is reached. */
  get database(): pg.PoolConfig {
    return connectionOf(this.#databaseUrl)
  }

  async start(): Promise<void> {
    const { haproxy, nats } = programs()
    const { say, hasDemo } = this.#options
    mkdirSync(this.#folder, { recursive: true })
    say('starting PostgreSQL and its standby …')
    await this.#startDatabases()
    await this.#startProgram('nats', nats, ['-a', '127.0.0.1', '-p', String(this.#ports.nats)], /Server is ready/)
    await this.#startProxy(haproxy)
    if (hasDemo) await this.#fill()
    say('starting the nodes …')
    // The first one migrates; the others need not wait in line for it.
    for (const role of ['jobs', 'api', 'ocpp'] as const)
      await Promise.all(this.nodes.filter(n => n.role === role).map(n => this.startNode(n)))
    if (hasDemo) await this.#startDemo()
  }

  async #startDatabases(): Promise<void> {
    const flags = DATABASE_FLAGS.flatMap(f => ['-c', f])
    this.#followFailover()
    const primary = await startPostgres(join(this.#folder, 'primary'), flags)
    this.#parts.push(() => primary.stop())
    const dir = join(this.#folder, 'standby')
    if (!existsSync(dir)) await makeStandby(primary, dir)
    const standby = await startPostgres(dir, [...flags, ...standbyFlags(primary.config)])
    this.#parts.push(() => standby.stop())
    this.#databases = [primary, standby]
  }

  /** After a failover the standby has what the former primary lacks: the standby is the primary from then on. */
  #followFailover(): void {
    const [primary, standby] = ['primary', 'standby'].map(name => join(this.#folder, name)) as [string, string]
    // PostgreSQL removes the signal when a standby becomes a primary.
    if (!existsSync(standby) || existsSync(join(standby, 'standby.signal'))) return
    renameSync(primary, `${primary}-before-${Date.now()}`)
    renameSync(standby, primary)
  }

  async #startProxy(haproxy: string): Promise<void> {
    const { port } = this.#options
    const placesOf = (role: Role): Place[] =>
      this.nodes.filter(n => n.role === role).map(n => ({ name: n.name, address: `127.0.0.1:${n.port}` }))
    const file = join(this.#folder, 'haproxy.cfg')
    writeFileSync(
      file,
      proxyConfig({
        port,
        databasePort: this.#ports.database,
        replicaPort: this.#ports.replica,
        control: this.#control,
        api: placesOf('api'),
        ocpp: placesOf('ocpp'),
        databases: this.#databases.map(({ config }, n) => ({
          name: `postgres-${n + 1}`,
          address: join(String(config.host), '.s.PGSQL.5432'),
        })),
      }),
    )
    const child = this.#child('haproxy', haproxy, ['-db', '-f', file])
    this.#parts.push(() => child.end())
    await this.#until('HAProxy', () =>
      tellProxy(this.#control, 'show info').then(
        () => child.isRunning,
        () => false,
      ),
    )
  }

  async #startProgram(name: string, program: string, args: readonly string[], ready: RegExp): Promise<void> {
    const child = this.#child(name, program, args)
    this.#parts.push(() => child.end())
    await child.says(ready)
  }
  #child(name: string, program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Child {
    const onEnd = (why: string) => {
      if (!this.#isEnding) this.#options.onGone(why)
    }
    return new Child(name, program, args, { ...(env && { env }), onEnd })
  }

  #environment(node: Pick<Node, 'name' | 'port'>): NodeJS.ProcessEnv {
    return {
      PORT: String(node.port),
      DATABASE_URL: this.#databaseUrl,
      DATABASE_READ_URL: `postgres://wattdesk@127.0.0.1:${this.#ports.replica}/postgres`,
      NATS_URL: `nats://127.0.0.1:${this.#ports.nats}`,
      WATTDESK_DATA: join(this.#folder, 'data'),
      WATTDESK_NODE: node.name,
      WATTDESK_MODE: 'test',
      WATTDESK_PUBLIC_URL: this.url,
      WATTDESK_TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      ...this.#options.env,
    }
  }

  /** Fills the demo network, once, by a process that has all roles. */
  async #fill(): Promise<void> {
    const filling = { name: 'filling', port: this.#ports.filling }
    const child = this.#child('filling', process.execPath, [join(ROOT, 'app/main.ts'), '--demo'], {
      ...this.#environment(filling),
      WATTDESK_DRAIN_S: '0',
    })
    this.#options.say('filling the demo network …')
    await child.says(/^ready /m)
    await child.end()
  }
  /** The chargers of the demo network, against the proxy. */
  async #startDemo(): Promise<void> {
    const db = openDb(this.database)
    const filled = await demoState(db).finally(() => db.destroy())
    const args = [
      '--url',
      `${this.url.replace('http', 'ws')}/ocpp`,
      '--memory',
      join(this.#folder, 'demo-chargers.json'),
    ]
    const registers = ['--registers', JSON.stringify(filled?.state === 'ready' ? filled.registers : {})]
    const child = this.#child('demo chargers', process.execPath, [
      join(ROOT, 'demo/chargers.ts'),
      ...args,
      ...registers,
    ])
    this.#parts.push(() => child.end())
  }

  /** Starts a node, and waits until HAProxy sends something there. */
  async startNode(node: Node): Promise<void> {
    node.child = this.#child(node.name, process.execPath, [join(ROOT, 'app/main.ts')], {
      ...this.#environment(node),
      WATTDESK_ROLES: node.role,
    })
    await node.child.says(/^ready /m)
    if (node.role !== 'jobs') await this.#until(node.name, async () => (await this.#stateOf(node)) === 'UP')
  }
  async #stateOf({ role, name }: Node): Promise<string | undefined> {
    return (await statesOf(this.#control)).get(`${role}/${name}`)
  }

  /** Brings a new version: ends each node in good order and starts it anew, one after the other. */
  async deploy(): Promise<void> {
    for (const node of this.nodes) {
      this.#options.say(`${node.name} is started anew …`)
      await node.child?.end()
      await this.startNode(node)
    }
  }

  /** The primary is gone for good, and the standby takes its place. It has no standby of its own until the next start. */
  async failOver(): Promise<void> {
    const [primary, standby] = this.#databases
    if (!primary || !standby) throw new Error('There is no standby')
    await primary.stop()
    const client = new pg.Client(standby.config)
    await client.connect()
    await client.query('select pg_promote()')
    await client.end()
    for (const pool of [PRIMARY, REPLICA]) {
      await tellProxy(this.#control, `set server ${pool}/postgres-1 state maint`)
      await tellProxy(this.#control, `set server ${pool}/postgres-2 state ready`)
      await tellProxy(this.#control, `shutdown sessions server ${pool}/postgres-1`)
    }
  }

  async #until(what: string, isThere: () => Promise<boolean>): Promise<void> {
    for (const until = performance.now() + PATIENCE_MS; ; ) {
      if (await isThere()) return
      if (performance.now() > until) throw new Error(`${what} is not there after ${PATIENCE_MS / 1000} s`)
      await new Promise(ok => setTimeout(ok, LOOK_EVERY_MS))
    }
  }

  /** Ends everything: the nodes first, the database last. */
  async stop(): Promise<void> {
    this.#isEnding = true
    await Promise.all(this.nodes.map(n => n.child?.end()))
    for (const end of this.#parts.splice(0).reverse()) await end()
  }
}
