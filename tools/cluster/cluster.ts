// A whole installation on one machine: nodes with roles apart behind HAProxy, a NATS server, and PostgreSQL with a standby
// that lists and reports are read from. Everything is a process of its own, as on machines of their own, and is started
// again when it ends.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { demoState } from '#demo/demo-state.ts'
import { connectionOf, openDb } from '#platform/db/db.ts'
import { Child } from './child.ts'
import { Databases } from './databases.ts'
import { type Programs, programs } from './programs.ts'
import { type Place, PRIMARY, proxyConfig, REPLICA, statesOf, tellProxy } from './proxy.ts'
import { Supervised } from './supervised.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
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
  /** Settings of the nodes beside their own. */
  env?: NodeJS.ProcessEnv
  /** What stands before the arguments of a node: `node` and its options. */
  nodeArgs?: readonly string[]
  /** Those of HAProxy and of the NATS server; found on the machine, or installed. */
  programs?: Programs
  /** Settings of both PostgreSQL, `name=value`. */
  settings?: readonly string[]
}
export type Node = { name: string; role: Role; port: number; process: Supervised }

export class Cluster {
  readonly nodes: Node[]
  readonly databases: Databases
  /** Beside the nodes and PostgreSQL, by name, in the order of their start: `nats`, `haproxy`, `demo chargers`. */
  readonly parts = new Map<string, Supervised>()
  readonly #options: ClusterOptions
  readonly #folder: string
  readonly #control: string
  #deploying: Promise<void> = Promise.resolve()

  constructor(options: ClusterOptions) {
    this.#options = options
    this.#folder = resolve(options.folder)
    // The path of a socket has at most 107 bytes.
    this.#control = join(
      tmpdir(),
      `wattdesk-proxy-${createHash('sha256').update(this.#folder).digest('hex').slice(0, 8)}`,
    )
    const { say, settings = [] } = options
    this.databases = new Databases({ folder: this.#folder, settings, say, onMoved: () => this.#followPrimary() })
    const roles: readonly Role[] = ['jobs', 'api', 'ocpp']
    const names = roles.flatMap(role =>
      Array.from({ length: options.nodes[role] }, (_, n) => ({ role, name: `${role}-${n + 1}` })),
    )
    // Beside the port of the cluster: NATS, the two databases, the nodes.
    this.nodes = names.map(({ role, name }, n) => this.#nodeOf(name, role, options.port + 10 + n))
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
  /** How the primary is reached, through HAProxy. */
  get database(): pg.PoolConfig {
    return connectionOf(this.#databaseUrl)
  }

  async start(): Promise<void> {
    const { say, hasDemo } = this.#options
    const { haproxy, nats } = this.#options.programs ?? programs()
    mkdirSync(this.#folder, { recursive: true })
    say('starting PostgreSQL and its standby …')
    await this.databases.start()
    const natsArgs = ['-a', '127.0.0.1', '-p', String(this.#ports.nats)]
    await this.#startPart('nats', [...nats, ...natsArgs], child => child.says(/Server is ready/))
    this.#writeProxyConfig()
    await this.#startPart('haproxy', [...haproxy, '-db', '-f', this.#proxyFile], child =>
      this.#until('HAProxy', async () => (await this.#tell('show info')) && child.isRunning),
    )
    if (hasDemo) await this.#fill()
    say('starting the nodes …')
    // The first one migrates; the others need not wait in line for it.
    for (const role of ['jobs', 'api', 'ocpp'] as const)
      await Promise.all(this.nodes.filter(n => n.role === role).map(n => n.process.start()))
    if (hasDemo) await this.#startDemo()
  }

  async #startPart(name: string, command: readonly string[], isReady: (child: Child) => Promise<void>): Promise<void> {
    const [program = '', ...args] = command
    const part = new Supervised(name, { spawn: () => new Child(name, program, args), isReady, say: this.#options.say })
    this.parts.set(name, part)
    await part.start()
  }

  get #proxyFile(): string {
    return join(this.#folder, 'haproxy.cfg')
  }
  #writeProxyConfig(): void {
    const placesOf = (role: Role): Place[] =>
      this.nodes.filter(n => n.role === role).map(n => ({ name: n.name, address: `127.0.0.1:${n.port}` }))
    const config = proxyConfig({
      port: this.#options.port,
      databasePort: this.#ports.database,
      replicaPort: this.#ports.replica,
      control: this.#control,
      api: placesOf('api'),
      ocpp: placesOf('ocpp'),
      databases: this.databases.sockets.map((folder, n) => ({
        name: `postgres-${n + 1}`,
        address: join(folder, '.s.PGSQL.5432'),
      })),
      isMoved: this.databases.isMoved,
    })
    writeFileSync(this.#proxyFile, config)
  }
  /** Leads the nodes to the promoted standby. An HAProxy that is just away reads the file when it is back. */
  async #followPrimary(): Promise<void> {
    this.#writeProxyConfig()
    for (const pool of [PRIMARY, REPLICA]) {
      await this.#tell(`set server ${pool}/postgres-1 state maint`)
      await this.#tell(`set server ${pool}/postgres-2 state ready`)
      await this.#tell(`shutdown sessions server ${pool}/postgres-1`)
    }
  }
  /** Sends a command to HAProxy; false when it is away. */
  #tell(command: string): Promise<boolean> {
    return tellProxy(this.#control, command).then(
      () => true,
      () => false,
    )
  }

  #environment(name: string, port: number): NodeJS.ProcessEnv {
    return {
      PORT: String(port),
      DATABASE_URL: this.#databaseUrl,
      DATABASE_READ_URL: `postgres://wattdesk@127.0.0.1:${this.#ports.replica}/postgres`,
      NATS_URL: `nats://127.0.0.1:${this.#ports.nats}`,
      WATTDESK_DATA: join(this.#folder, 'data'),
      WATTDESK_NODE: name,
      WATTDESK_MODE: 'test',
      WATTDESK_PUBLIC_URL: this.url,
      WATTDESK_TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      ...this.#options.env,
    }
  }

  #nodeOf(name: string, role: Role, port: number): Node {
    const [program = '', ...args] = this.#options.nodeArgs ?? [process.execPath]
    const env = { ...this.#environment(name, port), WATTDESK_ROLES: role }
    const spawn = () => new Child(name, program, [...args, join(ROOT, 'app/main.ts')], env)
    /** It serves once HAProxy sends something there. */
    const isReady = async (child: Child) => {
      await child.says(/^ready /m)
      if (role !== 'jobs') await this.#until(name, async () => (await this.#stateOf(`${role}/${name}`)) === 'UP')
    }
    return { name, role, port, process: new Supervised(name, { spawn, isReady, say: this.#options.say }) }
  }
  async #stateOf(server: string): Promise<string | undefined> {
    const states = await statesOf(this.#control).catch(() => new Map<string, string>())
    return states.get(server)
  }

  /** Fills the demo network, once, by a process that has all roles. */
  async #fill(): Promise<void> {
    const child = new Child('filling', process.execPath, [join(ROOT, 'app/main.ts'), '--demo'], {
      ...this.#environment('filling', this.#ports.filling),
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
    const registers = JSON.stringify(filled?.state === 'ready' ? filled.registers : {})
    const url = `${this.url.replace('http', 'ws')}/ocpp`
    const args = ['--url', url, '--memory', join(this.#folder, 'demo-chargers.json'), '--registers', registers]
    await this.#startPart('demo chargers', [process.execPath, join(ROOT, 'demo/chargers.ts'), ...args], async () => {})
  }

  /** Brings a new version: ends each node in good order and starts it anew, one after the other. */
  deploy(): Promise<void> {
    // A second order waits for the first.
    this.#deploying = this.#deploying
      .catch(() => undefined)
      .then(async () => {
        for (const { name, process } of this.nodes) {
          this.#options.say(`${name} is started anew …`)
          await process.restart()
        }
      })
    return this.#deploying
  }

  /** The primary is gone for good, and the standby takes its place. It has no standby of its own until the next start. */
  failOver(): Promise<void> {
    return this.databases.failOver()
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
    await Promise.all(this.nodes.map(n => n.process.end()))
    for (const part of [...this.parts.values()].reverse()) await part.end()
    await this.databases.stop()
  }
}
