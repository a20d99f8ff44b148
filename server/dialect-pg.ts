// Kysely on pg: single statements share pipelined connections ("lanes"), a transaction has a connection of its own.
// Every statement is prepared under a name of its own text, so that the server parses and plans it once per connection.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'

// Counts and bigint columns come as text by default; all ours stay below 2^53.
pg.types.setTypeParser(20, Number)

const names = new Map<string, string>()
const nameOf = (text: string): string => {
  let name = names.get(text)
  if (!name) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return name
}

type Lane = { client: pg.Client; busy: number; dead: boolean }

class Connection implements DatabaseConnection {
  own: pg.PoolClient | undefined
  readonly driver: PgDriver
  constructor(driver: PgDriver) {
    this.driver = driver
  }
  async executeQuery<R>(q: CompiledQuery): Promise<QueryResult<R>> {
    const query = { name: nameOf(q.sql), text: q.sql, values: q.parameters as unknown[] }
    const r = this.own ? await this.own.query(query) : await this.driver.shared(query)
    return r.command === 'SELECT' ? { rows: r.rows } : { rows: r.rows, numAffectedRows: BigInt(r.rowCount ?? 0) }
  }
  /** Reads in portions through a cursor; inside a transaction only, since lanes are shared. */
  async *streamQuery<R>(q: CompiledQuery, chunkSize = 500): AsyncIterableIterator<QueryResult<R>> {
    if (!this.own) throw new Error('A stream needs a transaction')
    await this.own.query(`declare portion no scroll cursor for ${q.sql}`, q.parameters as unknown[])
    for (;;) {
      const r = await this.own.query(`fetch ${chunkSize} from portion`)
      if (r.rows.length) yield { rows: r.rows }
      if (r.rows.length < chunkSize) break
    }
    await this.own.query('close portion')
  }
}

class PgDriver implements Driver {
  readonly config: pg.PoolConfig
  readonly pool: pg.Pool
  readonly laneCount: number
  readonly onError: (error: Error) => void
  lanes: Lane[] = []
  closing = false

  constructor(config: pg.PoolConfig, laneCount: number, onError: (error: Error) => void) {
    this.config = config
    this.laneCount = laneCount
    this.onError = onError
    this.pool = new pg.Pool(config)
    this.pool.on('error', onError)
  }
  async open(): Promise<Lane> {
    // biome-ignore lint/suspicious/noExplicitAny: `pipeline` is newer than the published types
    const client = new pg.Client({ ...this.config, pipeline: true } as any)
    const lane: Lane = { client, busy: 0, dead: false }
    client.on('error', error => {
      lane.dead = true
      if (!this.closing) this.onError(error)
    })
    client.on('end', () => {
      lane.dead = true
    })
    await client.connect()
    return lane
  }
  async shared(q: pg.QueryConfig): Promise<pg.QueryResult> {
    let best = this.lanes[0] as Lane
    for (const lane of this.lanes) if (lane.busy < best.busy) best = lane
    if (best.dead) {
      const fresh = await this.open()
      const i = this.lanes.indexOf(best)
      if (i >= 0) this.lanes[i] = fresh
      else this.lanes.push(fresh)
      best = fresh
    }
    best.busy++
    try {
      return await best.client.query(q)
    } finally {
      best.busy--
    }
  }
  async init(): Promise<void> {
    this.lanes = await Promise.all(Array.from({ length: this.laneCount }, () => this.open()))
  }
  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection(this)
  }
  async beginTransaction(c: DatabaseConnection, s: TransactionSettings): Promise<void> {
    const connection = c as Connection
    connection.own = await this.pool.connect()
    await connection.own.query(s.isolationLevel ? `begin isolation level ${s.isolationLevel}` : 'begin')
  }
  async commitTransaction(c: DatabaseConnection): Promise<void> {
    await (c as Connection).own?.query('commit')
  }
  async rollbackTransaction(c: DatabaseConnection): Promise<void> {
    await (c as Connection).own?.query('rollback')
  }
  async releaseConnection(c: DatabaseConnection): Promise<void> {
    const connection = c as Connection
    connection.own?.release()
    connection.own = undefined
  }
  async destroy(): Promise<void> {
    this.closing = true
    await Promise.all([this.pool.end(), ...this.lanes.map(l => l.client.end())])
  }
}

/** A Kysely dialect over `pg`; `lanes` pipelined connections beside the pool of `config.max` for transactions. */
export const pgDialect = (config: pg.PoolConfig, lanes: number, onError: (error: Error) => void): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PgDriver(config, lanes, onError),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})
