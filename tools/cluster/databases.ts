// The two PostgreSQL of a cluster. Each is started again when it ends. When the primary cannot be started any more, the
// standby takes its place, with everything that was committed (docs/decisions/0053-when-the-primary-stays-away.md).
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Embedded, type Supervision, startPostgres } from '#platform/db/embedded.ts'
import { makeStandby, standbyFlags } from '#testing/standby.ts'

/** Each node opens up to 42 connections to the two servers. */
const FLAGS = [
  'wal_level=replica',
  'max_wal_senders=8',
  'wal_keep_size=512MB',
  'max_connections=400',
  'hot_standby_feedback=on',
]
/** The default of `attempts`: 6 s of pauses. */
const ATTEMPTS = 8
const AGAIN_MS = 10_000

export type DatabasesOptions = {
  folder: string
  /** Settings of PostgreSQL beside those of every cluster, `name=value`. */
  settings?: readonly string[]
  say: (text: string) => void
  /** How often a primary is started in a row before the standby takes over. */
  attempts?: number
  /** Another server is the primary. */
  onMoved: () => Promise<void>
}

export class Databases {
  readonly #options: DatabasesOptions
  #primary: Embedded | undefined
  #standby: Embedded | undefined
  #isMoved = false
  #isEnding = false
  readonly #ending = Promise.withResolvers<void>()
  /** What brings a lost server back; waited for at the end. */
  #mending: Promise<void> = Promise.resolve()

  constructor(options: DatabasesOptions) {
    this.#options = options
  }

  /** True once the standby has taken the place of the primary. */
  get isMoved(): boolean {
    return this.#isMoved
  }
  /** How the server is reached that takes changes. */
  get primary(): pg.PoolConfig {
    const config = (this.#isMoved ? this.#standby : this.#primary)?.config
    if (!config) throw new Error('The database is not started')
    return config
  }
  /** The first process of the server that takes changes, and of the standby where there is one. */
  get pids(): { primary: number; standby: number | undefined } {
    return this.#isMoved
      ? { primary: this.#standby?.pid ?? 0, standby: undefined }
      : { primary: this.#primary?.pid ?? 0, standby: this.#standby?.pid }
  }
  /** The folders of both sockets, the first primary before its standby. */
  get sockets(): string[] {
    return [this.#primary, this.#standby].map(s => String(s?.config.host))
  }

  async start(): Promise<void> {
    this.#followFailover()
    this.#primary = await this.#startPrimary()
    await this.#startStandby(this.#primary)
  }

  get #folders() {
    const { folder } = this.#options
    return {
      primary: join(folder, 'primary'),
      standby: join(folder, 'standby'),
      /** Lets the standby read what the primary has left in its folder; never while that one may still write. */
      isGone: join(folder, 'primary-is-gone'),
    }
  }
  get #flags(): string[] {
    return [...FLAGS, ...(this.#options.settings ?? [])].flatMap(setting => ['-c', setting])
  }
  #supervision(name: string): Supervision {
    const { say } = this.#options
    const log = {
      error: () => say(`PostgreSQL (${name}) ended and is started again`),
      warn: () => say(`PostgreSQL (${name}) serves again`),
    }
    return { log }
  }

  #startPrimary(): Promise<Embedded> {
    const { attempts = ATTEMPTS } = this.#options
    const onGone = (error: Error) => {
      this.#mending = this.#primaryGone(error)
    }
    return startPostgres(this.#folders.primary, this.#flags, { ...this.#supervision('primary'), attempts, onGone })
  }
  async #startStandby(primary: Embedded): Promise<void> {
    const { attempts = ATTEMPTS } = this.#options
    const { standby, primary: from, isGone } = this.#folders
    if (!existsSync(standby)) await makeStandby(primary, standby)
    const restore = `restore_command=test -e "${isGone}" && cp "${from}/pg_wal/%f" "%p"`
    const flags = [...this.#flags, ...standbyFlags(primary.config), '-c', restore]
    const onGone = (error: Error) => {
      this.#mending = this.#standbyGone(error)
    }
    this.#standby = await startPostgres(standby, flags, { ...this.#supervision('standby'), attempts, onGone })
  }

  /** After a failover the standby has what the former primary lacks: the standby is the primary from then on. */
  #followFailover(): void {
    const { primary, standby, isGone } = this.#folders
    rmSync(isGone, { force: true })
    // PostgreSQL removes the signal when a standby becomes a primary.
    if (!existsSync(standby) || existsSync(join(standby, 'standby.signal'))) return
    if (existsSync(primary)) renameSync(primary, `${primary}-before-${Date.now()}`)
    renameSync(standby, primary)
  }

  /** The primary ends for good, in good order, and the standby takes its place. */
  async failOver(): Promise<void> {
    if (this.#isMoved || !this.#primary || !this.#standby) throw new Error('There is no standby')
    await this.#primary.stop()
    await this.#promote()
  }

  /** The primary cannot be started: the standby takes over, or the primary comes back after all. */
  async #primaryGone(error: Error): Promise<void> {
    const { say } = this.#options
    say(`PostgreSQL (primary) cannot be started: ${lastLine(error)}`)
    for (; !this.#isEnding; await this.#pause()) {
      await this.#primary?.stop()
      if (await isReached(this.#standby)) {
        await this.#promote()
        return say('the standby is the primary')
      }
      try {
        this.#primary = await this.#startPrimary()
        return say('PostgreSQL (primary) serves again')
      } catch {
        // Neither serves: both are tried again.
      }
    }
  }

  /** Once it was told to, the standby becomes the primary, however long that takes: the former one is never started again. */
  async #promote(): Promise<void> {
    writeFileSync(this.#folders.isGone, '')
    while (!this.#isEnding && !(await isPromoted(this.#standby))) await this.#pause(200)
    this.#isMoved = true
    await this.#options.onMoved()
  }

  /** A standby that cannot follow any more is made anew. One that was promoted is the only server: it is tried for good. */
  async #standbyGone(error: Error): Promise<void> {
    const { say } = this.#options
    say(`PostgreSQL (standby) cannot be started: ${lastLine(error)}`)
    for (; !this.#isEnding; await this.#pause()) {
      await this.#standby?.stop()
      try {
        if (!this.#primary) return
        if (!this.#isMoved) rmSync(this.#folders.standby, { recursive: true, force: true })
        await this.#startStandby(this.#primary)
        return say('PostgreSQL (standby) serves again')
      } catch {
        // The primary is away too, or there is no room.
      }
    }
  }

  #pause(ms = AGAIN_MS): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const over = new Promise<void>(ok => {
      timer = setTimeout(ok, ms)
    })
    return Promise.race([over, this.#ending.promise]).finally(() => clearTimeout(timer))
  }

  async stop(): Promise<void> {
    this.#isEnding = true
    this.#ending.resolve()
    await this.#mending
    await this.#standby?.stop()
    await this.#primary?.stop()
  }
}

const lastLine = (error: Error): string => error.message.trim().split('\n').at(-1) ?? ''

/** Asks a server; undefined where it does not answer. */
async function ask<R extends pg.QueryResultRow>(server: Embedded | undefined, text: string): Promise<R | undefined> {
  if (!server) return undefined
  const client = new pg.Client({ ...server.config, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<R>(text)).rows[0]
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}
const isReached = async (server: Embedded | undefined): Promise<boolean> =>
  (await ask(server, 'select pg_is_in_recovery()')) !== undefined
/** Promotes a standby that is none yet; true once it takes changes. */
async function isPromoted(server: Embedded | undefined): Promise<boolean> {
  const state = await ask<{ is: boolean }>(server, 'select pg_is_in_recovery() as is')
  if (state?.is === false) return true
  return (await ask<{ is: boolean }>(server, 'select pg_promote() as is'))?.is === true
}
