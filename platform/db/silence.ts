// Notices within two seconds that PostgreSQL says nothing any more although its connections stand: its processes are
// stopped, or the network swallows everything. From then on every statement fails at once as DatabaseAway instead of waiting
// for its time limit, until PostgreSQL answers again.
import pg from 'pg'

/** A question goes out so long after the answer to the last one. */
const EVERY_MS = 400
/** PostgreSQL counts as silent when nothing at all came from it for so long after a question. */
const PATIENCE_MS = 1500

type Options = {
  /** Silence begins or ends. */
  onChange?: (isSilent: boolean) => void
  everyMs?: number
  patienceMs?: number
}

export type SilenceWatch = {
  /** The configuration for pools: their connections are closed when silence begins, and refused while it lasts. */
  config: pg.PoolConfig
  readonly isSilent: boolean
  close: () => Promise<void>
}

type Callback = (error: Error) => void

/** The socket of a connection; the published types leave it out. */
const socketOf = (client: pg.Client) => (client as unknown as { connection: pg.Connection }).connection.stream
const bytesFrom = (client: pg.Client): number => (socketOf(client) as unknown as { bytesRead?: number }).bytesRead ?? 0

/** Asks PostgreSQL over a connection of its own, again and again, until `close`. */
export function watchSilence(
  config: pg.PoolConfig,
  { onChange, everyMs = EVERY_MS, patienceMs = PATIENCE_MS }: Options = {},
): SilenceWatch {
  const clients = new Set<pg.Client>()
  let asker: pg.Client | undefined
  let isSilent = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let asking: Promise<void> = Promise.resolve()

  const silence = () => new Error(`PostgreSQL has said nothing for ${patienceMs} ms`)

  /** A connection that the watch may close. */
  class WatchedClient extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: Callback): void
    override connect(callback?: Callback): Promise<pg.Client> | undefined {
      if (!isSilent) {
        clients.add(this)
        this.once('end', () => clients.delete(this))
        return callback ? void super.connect(callback) : super.connect()
      }
      if (!callback) return Promise.reject(silence())
      process.nextTick(callback, silence())
      return undefined
    }
  }

  function setSilent(now: boolean): void {
    if (isSilent === now || isClosed) return
    isSilent = now
    // Callers that wait for an answer over one of the connections fail at once.
    if (now) for (const client of clients) socketOf(client).destroy(silence())
    onChange?.(now)
  }

  /** The connection that questions go over, made when there is none. */
  async function asked(): Promise<void> {
    const client = asker ?? new pg.Client({ ...config, keepAlive: true })
    try {
      if (!asker) {
        asker = client
        client.on('error', () => undefined)
        await client.connect()
      }
      await client.query('select 1')
    } catch (error) {
      drop(client)
      throw error
    }
  }

  function drop(client: pg.Client | undefined): void {
    if (client) socketOf(client).destroy()
    if (asker === client) asker = undefined
  }

  async function ask(): Promise<void> {
    const before = new Map([...clients, ...(asker ? [asker] : [])].map(c => [c, bytesFrom(c)]))
    const late = Promise.withResolvers<'late'>()
    // A process that was busy for long finds an answer beside the timer: the answer is read first.
    const patience = setTimeout(() => setImmediate(() => late.resolve('late')), patienceMs)
    const answer = asked().then(
      () => 'answer' as const,
      // A refusal is an answer; a failed connection says nothing about silence.
      (error: unknown) => (error instanceof pg.DatabaseError ? 'answer' : 'failure'),
    )
    const came = await Promise.race([answer, late.promise])
    clearTimeout(patience)
    if (came === 'answer') setSilent(false)
    if (came !== 'late') return
    const all = asker ? [...clients, asker] : [...clients]
    const isHeard = all.some(c => bytesFrom(c) > (before.get(c) ?? 0))
    drop(asker)
    if (!isHeard) setSilent(true)
  }

  function again(): void {
    if (isClosed) return
    timer = setTimeout(() => {
      asking = ask().finally(again)
    }, everyMs).unref()
  }
  again()

  return {
    config: { ...config, Client: WatchedClient } as pg.PoolConfig,
    get isSilent() {
      return isSilent
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      drop(asker)
      await asking
    },
  }
}
