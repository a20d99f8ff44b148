// Kysely on pg: single statements share pipelined connections (lanes.ts), a transaction has a connection of its own.
// A transaction whose connection is lost rejects, and its connection is never used again.
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
import { failedStatements, lostConnections } from '#platform/telemetry/metrics.ts'
import { watchPool } from '#platform/telemetry/pools.ts'
import { type Facts, tracedWithin } from '#platform/telemetry/traces.ts'
import { DatabaseAway, isConflict, isDatabaseAway, isReadOnly, isStalePlan, isTooSlow } from './database-away.ts'
import { isReadTimeout, Lanes } from './lanes.ts'
import { Replica, readOnPrimary } from './reading.ts'
import { StatementNames } from './statement-names.ts'

const INT8 = 20
// The published types know no arrays.
const INT4_ARRAY: number = 1007
const INT8_ARRAY: number = 1016
const DATE = 1082
// Counts and bigint columns come as text by default; all ours stay below 2^53.
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(INT8_ARRAY, pg.types.getTypeParser(INT4_ARRAY))
// A day has neither hour nor zone; the driver would make it midnight in the machine's zone.
pg.types.setTypeParser(DATE, text => text)

/** The connection of one transaction: returns to the pool, or leaves the pool for good once it is not to be trusted. */
class Pinned {
  readonly client: pg.PoolClient
  readonly onError: (error: Error) => void
  broken: unknown
  isOver = false
  cursors = 0

  constructor(client: pg.PoolClient, tell: (error: Error) => void) {
    this.client = client
    // The pool listens only to those it holds itself; an error that nobody hears ends the process.
    this.onError = error => {
      this.broken ??= error
      tell(error)
    }
    client.on('error', this.onError)
  }
  async query(q: pg.QueryConfig | string, values?: unknown[]): Promise<pg.QueryResult> {
    if (this.broken !== undefined) throw new DatabaseAway(this.broken)
    // Behind commit or rollback it would be a change of its own.
    if (this.isOver) throw new Error('The transaction is over')
    try {
      return await (typeof q === 'string' ? this.client.query(q, values) : this.client.query(q))
    } catch (error) {
      if (isReadTimeout(error) || isDatabaseAway(error) || isStalePlan(error)) this.broken ??= error
      throw this.broken !== undefined && !(error instanceof pg.DatabaseError) ? new DatabaseAway(error) : error
    }
  }
  /** Commits or rolls back; statements that come later are refused. */
  end(how: 'commit' | 'rollback'): Promise<pg.QueryResult> {
    const done = this.query(how)
    this.isOver = true
    return done
  }
  release(): void {
    this.client.release(this.broken !== undefined)
    this.client.off('error', this.onError)
  }
}

class Connection implements DatabaseConnection {
  /** The server that the statements go to: the primary, or for a call that only reads its replica. */
  driver: Server
  readonly primary: Server
  own: Pinned | undefined
  isReleased = false

  constructor(primary: Server, driver: Server) {
    this.primary = primary
    this.driver = driver
  }
  async executeQuery<R>(q: CompiledQuery): Promise<QueryResult<R>> {
    if (this.isReleased) throw new Error('The transaction is over')
    try {
      return await this.run(q)
    } catch (error) {
      // The statement was a read, or has done nothing: a replica refuses to write.
      if (this.own || this.driver === this.primary || !(isDatabaseAway(error) || isConflict(error))) throw error
      this.leaveReplica(error)
      return this.run(q)
    }
  }
  /** From here on the primary serves the call. */
  leaveReplica(error: unknown): void {
    if (isReadOnly(error)) readOnPrimary()
    else this.driver.replica?.failed(error)
    this.driver = this.primary
  }
  async run<R>(q: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.driver.names.of(q.sql)
    const query = { ...(name !== undefined && { name }), text: q.sql, values: q.parameters as unknown[] }
    try {
      const run = () => (this.own ?? this.driver.lanes).query(query)
      const r = await tracedWithin('statement', () => statementFacts(q.sql), run, 'client')
      return r.command === 'SELECT' ? { rows: r.rows } : { rows: r.rows, numAffectedRows: BigInt(r.rowCount ?? 0) }
    } catch (error) {
      this.driver.onFailure(error)
      throw error
    }
  }
  /** Reads in portions through a cursor; inside a transaction only, since lanes are shared. */
  async *streamQuery<R>(q: CompiledQuery, chunkSize = 500): AsyncIterableIterator<QueryResult<R>> {
    const { own } = this
    if (!own) throw new Error('A stream needs a transaction')
    const cursor = `portion_${own.cursors++}`
    await own.query(`declare ${cursor} no scroll cursor for ${q.sql}`, q.parameters as unknown[])
    for (;;) {
      const r = await own.query(`fetch ${chunkSize} from ${cursor}`)
      if (r.rows.length) yield { rows: r.rows }
      if (r.rows.length < chunkSize) break
    }
    await own.query(`close ${cursor}`)
  }
}

/** The connections to one server. `replica` is set where the server is one. */
class Server {
  readonly pool: pg.Pool
  readonly lanes: Lanes
  readonly names = new StatementNames()
  readonly onError: (error: Error) => void
  readonly onFailure: (error: unknown) => void
  replica: Replica | undefined

  readonly unwatch: () => void

  constructor(config: pg.PoolConfig, { name = 'other', lanes, onError, onFailure }: ServerOptions) {
    this.onError = error => {
      lostConnections.cell({ pool: name }).add()
      onError(error)
    }
    this.onFailure = error => {
      failedStatements.cell({ pool: name, reason: reasonOf(error) }).add()
      onFailure(error)
    }
    this.pool = new pg.Pool(config)
    this.pool.on('error', this.onError)
    this.lanes = new Lanes(config, lanes, this.onError)
    this.unwatch = watchPool(name, () => {
      const { open, busy, waiting } = this.lanes.figures()
      const { totalCount, idleCount, waitingCount } = this.pool
      return { open: open + totalCount, busy: busy + totalCount - idleCount, waiting: waiting + waitingCount }
    })
  }
  /** Without a connection the database is away, whatever it says for a reason. */
  async connect(): Promise<Pinned> {
    try {
      return new Pinned(await this.pool.connect(), this.onError)
    } catch (error) {
      // The pool reports the same timeout for a server that does not answer and for connections that are all in use.
      const { totalCount, options } = this.pool
      const isBusy = (error as Error).message.startsWith('timeout exceeded') && totalCount >= options.max
      throw new DatabaseAway(isBusy ? `none of its ${totalCount} connections for this work came free` : error)
    }
  }
  async close(): Promise<void> {
    this.unwatch()
    await Promise.all([this.pool.end(), this.lanes.close()])
  }
}

class PgDriver implements Driver {
  readonly primary: Server
  readonly replica: Server | undefined

  constructor(config: pg.PoolConfig, { replica, ...options }: DialectOptions) {
    this.primary = new Server(config, options)
    if (!replica) return
    const { config: place, onBehind, onAway } = replica
    const server = new Server(place, {
      ...options,
      name: `${options.name ?? 'other'} replica`,
      onFailure: () => undefined,
    })
    server.replica = new Replica(
      text => this.primary.lanes.query({ text }),
      text => server.lanes.query({ text }),
      { onBehind, onAway },
    )
    this.replica = server
  }
  /** Connections are opened when they are needed. */
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    const isServed = await this.replica?.replica?.serves()
    return new Connection(this.primary, isServed && this.replica ? this.replica : this.primary)
  }
  async beginTransaction(c: DatabaseConnection, s: TransactionSettings): Promise<void> {
    const connection = c as Connection
    if (connection.driver !== this.primary && s.accessMode !== 'read only') {
      readOnPrimary()
      connection.driver = this.primary
    }
    try {
      await begin(connection, s)
    } catch (error) {
      if (connection.driver === this.primary) {
        this.primary.onFailure(error)
        throw error
      }
      connection.leaveReplica(error)
      await begin(connection, s)
    }
  }
  async commitTransaction(c: DatabaseConnection): Promise<void> {
    const r = await (c as Connection).own?.end('commit')
    // A statement of the transaction had failed, and its caller did not pass the error on.
    if (r?.command === 'ROLLBACK') throw new Error('The transaction was rolled back: one of its statements had failed')
  }
  /** Never fails: what made the rollback necessary is the error to tell. */
  async rollbackTransaction(c: DatabaseConnection): Promise<void> {
    const { own } = c as Connection
    if (!own || own.broken !== undefined) return
    try {
      await own.end('rollback')
    } catch (error) {
      own.broken ??= error
    }
  }
  async releaseConnection(c: DatabaseConnection): Promise<void> {
    const connection = c as Connection
    connection.isReleased = true
    connection.own?.release()
    connection.own = undefined
  }
  async destroy(): Promise<void> {
    await Promise.all([this.primary.close(), this.replica?.close()])
  }
}

async function begin(connection: Connection, s: TransactionSettings): Promise<void> {
  try {
    connection.own = await connection.driver.connect()
    const level = s.isolationLevel ? ` isolation level ${s.isolationLevel}` : ''
    await connection.own.query(`begin${level}${s.accessMode ? ` ${s.accessMode}` : ''}`)
  } catch (error) {
    if (connection.own) connection.own.broken ??= error
    connection.own?.release()
    connection.own = undefined
    throw error
  }
}

/** The text of a statement has no values: they travel beside it. */
const statementFacts = (text: string): Facts => ({
  'db.system.name': 'postgresql',
  'db.query.text': text.slice(0, LONGEST_TEXT),
})
const LONGEST_TEXT = 2000

const reasonOf = (error: unknown): 'away' | 'slow' | 'conflict' | 'other' => {
  if (isDatabaseAway(error)) return 'away'
  if (isTooSlow(error)) return 'slow'
  return isConflict(error) ? 'conflict' : 'other'
}

type ServerOptions = {
  /** The name of these connections in the metrics. */
  name?: string
  /** Pipelined connections beside the pool of `config.max` for transactions. */
  lanes: number
  /** A connection was lost. */
  onError: (error: Error) => void
  /** A statement failed; its caller is told too. */
  onFailure: (error: unknown) => void
}
/** How a replica is reached, and who hears that it is behind or away. */
export type ReplicaOptions = { config: pg.PoolConfig; onBehind?: () => void; onAway?: (error: unknown) => void }
export type DialectOptions = ServerOptions & { replica?: ReplicaOptions | undefined }

/** A Kysely dialect over `pg`. */
export const pgDialect = (config: pg.PoolConfig, options: DialectOptions): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PgDriver(config, options),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})
