// A cluster under load: chargers that charge, an operator who commands them, and somebody who looks at the live panel. A fault
// is done to it, and then it is judged: what was confirmed against what is stored, the books, the tasks, the live panel.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openDb } from '#platform/db/db.ts'
import { type Cuttable, cuttable } from '#testing/cut.ts'
import { Drivers } from '../../bench/kills-charger.ts'
import { brokenInvariants, differences } from '../../bench/kills-check.ts'
import { brokenDocuments, brokenLedger } from '../../bench/night-check.ts'
import { Operators } from '../../bench/tempers-operators.ts'
import { fillWorld, identityOf, PASSWORD, USERNAME } from '../../bench/world.ts'
import { Cluster } from '../cluster/cluster.ts'
import { Viewer } from './viewer.ts'
import { Waits } from './waits.ts'

const testing = (file: string) => fileURLToPath(new URL(`../../testing/${file}`, import.meta.url))
const LOOK_EVERY_MS = 100
const METER_EVERY_S = 5
/** An operation ends within a minute, one whose node was killed when another node finds that nobody can answer it any more. */
const TASK_PATIENCE_MS = 150_000

/** Small: four nodes, with stand-ins for HAProxy and NATS, so that a machine needs nothing but Node. */
const SIZES = {
  small: { nodes: { api: 1, ocpp: 2, jobs: 1 }, drainS: '1' },
  whole: { nodes: { api: 2, ocpp: 3, jobs: 1 }, drainS: '20' },
} as const

export type StandOptions = {
  size: keyof typeof SIZES
  chargers: number
  sessionSeconds: readonly [number, number]
  /** Seconds between two operations. */
  operationSeconds: number
  say: (text: string) => void
  /** Where its folder is made. */
  under?: string
}

export class Stand {
  readonly options: StandOptions
  readonly cluster: Cluster
  readonly drivers: Drivers
  readonly waits = new Waits()
  readonly operators: Operators
  readonly viewer: Viewer
  /** The way from the nodes to the database. */
  readonly way: Cuttable
  readonly folder: string
  readonly #clock: string
  #isAtWork = true
  #working: Promise<void> = Promise.resolve()
  /** Operations that got no answer or were refused while something was away. */
  refusedOperations = 0

  private constructor(options: StandOptions, folder: string, port: number, way: Cuttable, teamId: () => number) {
    this.options = options
    this.folder = folder
    this.way = way
    this.#clock = join(folder, 'clock')
    writeFileSync(this.#clock, '0')
    const { nodes, drainS } = SIZES[options.size]
    this.cluster = new Cluster({
      folder: join(folder, 'cluster'),
      port,
      nodes,
      hasDemo: false,
      say: options.say,
      env: {
        DATABASE_URL: `postgres://wattdesk@127.0.0.1:${way.port}/postgres`,
        STEPPED_CLOCK: this.#clock,
        WATTDESK_OCPP_SECURITY: '1',
        WATTDESK_DRAIN_S: drainS,
        // The portal is served elsewhere: it need not be built here.
        WATTDESK_PORTAL_ORIGIN: 'https://portal.example',
        LOG_LEVEL: 'error',
      },
      nodeArgs: [process.execPath, '--import', testing('stepped-clock.ts')],
      ...(options.size === 'small' && {
        programs: {
          haproxy: [process.execPath, testing('haproxy-process.ts')],
          nats: [process.execPath, testing('nats-process.ts')],
        },
        settings: ['fsync=off', 'synchronous_commit=local', 'autovacuum=off'],
      }),
    })
    const { url } = this.cluster
    this.drivers = new Drivers({ url, chargers: options.chargers, sessionSeconds: options.sessionSeconds })
    this.operators = new Operators(url, [{ username: USERNAME, password: PASSWORD }])
    const token = () => this.operators.tokenOf(0)
    this.viewer = new Viewer({
      url,
      token,
      get teamId() {
        return teamId()
      },
    })
  }

  /** Starts the cluster, fills it with chargers, and waits until they charge. `onBegin` gets the stand that is to be closed. */
  static async open(options: StandOptions, onBegin?: (stand: Stand) => void): Promise<Stand> {
    const folder = mkdtempSync(join(options.under ?? tmpdir(), 'wattdesk-faults-'))
    // PostgreSQL's own user passes through.
    chmodSync(folder, 0o755)
    const port = await freePorts()
    const way = await cuttable(port + 2)
    let teamId = 0
    const stand = new Stand(options, folder, port, way, () => teamId)
    onBegin?.(stand)
    try {
      await stand.cluster.start()
      const db = openDb(stand.cluster.database)
      teamId = await fillWorld(db, options.chargers)
      await db.updateTable('charger').set({ meterIntervalSec: METER_EVERY_S }).execute()
      await db.destroy()
      stand.#begin()
      await stand.settled()
      stand.waits.reset()
      return stand
    } catch (error) {
      await stand.close()
      throw error
    }
  }

  #begin(): void {
    this.drivers.start()
    for (const c of this.drivers.chargers) this.waits.listen(c)
    this.viewer.start()
    this.#working = this.#operate()
  }
  /** An operator asks one charger after the other for a sign of life. */
  async #operate(): Promise<void> {
    for (let n = 0; this.#isAtWork; n++) {
      const command = {
        operation: 'TriggerMessage',
        action: 'TriggerMessage',
        expected: '',
        parameters: { triggerMessage: 'Heartbeat', connectorId: 0 },
      }
      await this.operators.send(0, identityOf(n % this.options.chargers), command).then(
        s => {
          if (s.status !== 200) this.refusedOperations++
        },
        () => this.refusedOperations++,
      )
      await pause(this.options.operationSeconds)
    }
  }

  /** Steps the wall clock of all nodes to so far from the true time. */
  stepClock(ms: number): void {
    writeFileSync(this.#clock, String(ms))
  }

  /** Runs a statement on the primary. */
  readonly ask = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> => {
    const client = new pg.Client(this.cluster.databases.primary)
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<R>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  /**
   * Waits until every node serves, every charger is connected and the live panel has caught up: while chargers go on, each
   * station must once have been shown as the list says. Answers after how long.
   */
  async settled(patienceMs = 180_000): Promise<number> {
    const from = performance.now()
    let behind: ReadonlySet<number> | undefined
    const viewed = async () => {
      const now = await this.viewer.behind()
      const still = [...now].filter(([pk]) => behind === undefined || behind.has(pk))
      behind = new Set(still.map(([pk]) => pk))
      return still.map(([, text]) => text)
    }
    for (;;) {
      const missing = await this.#missing(viewed)
      if (missing.length === 0) return performance.now() - from
      if (performance.now() - from > patienceMs)
        throw new Error(
          `Not as before after ${Math.round(patienceMs / 1000)} s (${missing.length}): ${missing.slice(0, 5).join('; ')}`,
        )
      await pause(LOOK_EVERY_MS / 1000)
    }
  }
  async #missing(viewed: () => Promise<string[]>): Promise<string[]> {
    const { nodes } = this.cluster
    const answers = await Promise.all(
      nodes.map(n =>
        fetch(`http://127.0.0.1:${n.port}/health/ready`, { signal: AbortSignal.timeout(5000) }).then(
          async r => (r.ok ? [] : [`${n.name}: ${await r.text()}`]),
          () => [`${n.name} does not answer`],
        ),
      ),
    )
    const found = [...answers.flat(), ...this.waits.away]
    if (found.length > 0) return found
    return viewed().catch(error => [String(error)])
  }

  /** What must not be while chargers go on: invariants of the database, and errors that nobody waited for. */
  async broken(): Promise<string[]> {
    return [...(await brokenInvariants(this)), ...(await this.#unhandled())]
  }
  async #unhandled(): Promise<string[]> {
    const found = await Promise.all(
      this.cluster.nodes.map(async ({ name, port }) => {
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
        return [...text.matchAll(/^wattdesk_unhandled_errors_total\{source="(\w+)"\} ([1-9]\d*)/gm)].map(
          ([, source, count]) => `${name}: ${count} unhandled errors (${source})`,
        )
      }),
    )
    return found.flat()
  }

  /** Ends the load in good order and answers everything that is wrong. */
  async judged(times: Parameters<typeof differences>[2] = 'as stored'): Promise<string[]> {
    this.#isAtWork = false
    await this.#working
    await this.drivers.stop()
    const { acks } = this.drivers
    const wrong = [
      ...(await this.#until(() => this.#openTasks(), TASK_PATIENCE_MS)),
      ...(await this.#until(async () => [...(await this.viewer.behind()).values()], 30_000)),
      // Bills are posted a moment later, and have their documents within two minutes, for which nobody waits in small.
      ...(await this.#until(() => brokenLedger(this), 30_000)),
      ...(this.options.size === 'whole' ? await this.#until(() => brokenDocuments(this), 150_000) : []),
      ...(await differences(this, acks, times)),
      ...(await this.broken()),
      ...acks.errors.map(e => `CALLERROR for ${e}`),
    ]
    return acks.timeouts > 0 ? [...wrong, `${acks.timeouts} calls without an answer on an open socket`] : wrong
  }
  /** In small nobody waits for those whose node was killed just before: they end within two minutes. */
  async #openTasks(): Promise<string[]> {
    const seconds = this.options.size === 'small' ? TASK_PATIENCE_MS / 1000 : 0
    const [row] = await this.ask<{ n: number }>(
      `select count(*)::int as n from task where ended_at is null and created_at <= now() - make_interval(secs => $1)`,
      [seconds],
    )
    return row?.n === 0 ? [] : [`${row?.n} operations have not ended`]
  }
  /** What is wrong is looked at again until nothing is, or the time is over. */
  async #until(look: () => Promise<string[]>, patienceMs: number): Promise<string[]> {
    for (const until = performance.now() + patienceMs; ; ) {
      const found = await look().catch(error => [String(error)])
      if (found.length === 0 || performance.now() > until) return found
      await pause(LOOK_EVERY_MS / 1000)
    }
  }

  async close(): Promise<void> {
    this.#isAtWork = false
    await this.#working
    await Promise.all(this.drivers.chargers.map(c => c.close()))
    await this.viewer.stop()
    await this.cluster.stop()
    await this.way.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Waits so many seconds. */
export const pause = (seconds: number): Promise<void> => new Promise(ok => setTimeout(ok, seconds * 1000))

/** The first of a row of ports that a cluster finds free. */
async function freePorts(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const first = 20_000 + Math.floor(Math.random() * 10_000)
    const ports = [0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 15].map(n => first + n)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first
  }
  throw new Error('No free ports')
}
const isFree = (port: number): Promise<boolean> =>
  new Promise(ok => {
    const probe = createServer()
    probe.once('error', () => ok(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => ok(true)))
  })
