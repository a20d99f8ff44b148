// Exports: whole lists, read through a cursor and written in pieces, two at a time for a user, as lists without a page are
// (D-GEN-13, D-GEN-18).

import type { ListQuery } from '@wattdesk/base/paging'
import type { AnyEndpoint } from '@wattdesk/wire/endpoint'
import { tooOften } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Limits } from './limits.ts'

const PORTION = 500
/** Cursors of one database at a time: each holds a connection for as long as its caller reads. */
const CURSORS_AT_ONCE = 3
/** How long a cursor, or a list without a page, waits for its turn. */
const TURN_MS = 20_000
const TRY_AGAIN_SECONDS = 10

/** Places of which so many are taken at a time; whoever finds none waits, and gets the next one in the order of coming. */
class Places {
  readonly most: number
  taken = 0
  readonly waiting = new Set<(isFree: boolean) => void>()

  constructor(most: number) {
    this.most = most
  }

  /** Takes a place; false: none is free. */
  take(): boolean {
    if (this.taken >= this.most) return false
    this.taken++
    return true
  }

  /** Takes a place as soon as one is free; false: none was in time. */
  async wait(patienceMs: number): Promise<boolean> {
    if (this.take()) return true
    return new Promise(ok => {
      const enter = (isFree: boolean) => {
        clearTimeout(patience)
        this.waiting.delete(enter)
        ok(isFree)
      }
      const patience = setTimeout(() => enter(false), patienceMs)
      this.waiting.add(enter)
    })
  }

  /** Hands the place to whoever waits longest. */
  leave(): void {
    const [next] = this.waiting
    if (next) next(true)
    else this.taken--
  }
}

const cursors = new WeakMap<Db, Places>()

/** Waits for a turn; the returned function gives it up again. 429 when none comes free in time. */
async function turnOn(db: Db): Promise<() => void> {
  const places = cursors.get(db) ?? new Places(CURSORS_AT_ONCE)
  cursors.set(db, places)
  if (!(await places.wait(TURN_MS))) tooOften(TRY_AGAIN_SECONDS)
  return () => places.leave()
}

/**
 * The rows of a statement in portions, all of one moment, through a cursor in a transaction of its own. Whoever stops
 * reading ends both. A statement may be made by what the transaction reads first, at the same moment.
 */
export async function* allRows<R>(
  db: Db,
  statement: RawBuilder<R> | ((trx: Trx) => Promise<RawBuilder<R>>),
): AsyncGenerator<R[]> {
  const leave = await turnOn(db)
  try {
    const begun = db.startTransaction().setAccessMode('read only').setIsolationLevel('repeatable read')
    const trx = await begun.execute()
    try {
      const made = typeof statement === 'function' ? await statement(trx) : statement
      const found = trx.getExecutor().stream<R>(made.compile(trx), PORTION)
      for await (const { rows } of found) yield rows
    } finally {
      // The transaction only read, so there is nothing to commit.
      await trx.rollback().execute()
    }
  } finally {
    leave()
  }
}

/** The records of the ids that a statement gives, in its order, portion by portion: no more is held than one of them. */
export async function* allById<R>(
  db: Db,
  ids: RawBuilder<{ id: number }>,
  read: (ids: readonly number[]) => Promise<R[]>,
): AsyncGenerator<R[]> {
  for await (const rows of allRows(db, ids)) yield await read(rows.map(r => r.id))
}

/** The rows of a list: one page at once, or of an export all of them in portions. */
export type ListRows<R> = R[] | AsyncGenerator<R[]>
export const pageOrExportRows = async <R>(
  db: Db,
  query: Pick<ListQuery, 'export'>,
  statement: RawBuilder<R>,
): Promise<ListRows<R>> => (query.export ? allRows(db, statement) : (await statement.execute(db)).rows)

async function* inPortions<R, W>(portions: AsyncIterable<readonly R[]>, shape: (row: R) => W): AsyncGenerator<W[]> {
  for await (const rows of portions) yield rows.map(shape)
}
/** Rows in the shape of the contract, portion by portion where they are streamed. */
export const shaped = <R, W>(rows: ListRows<R>, shape: (row: R) => W): ListRows<W> =>
  Array.isArray(rows) ? rows.map(shape) : inPortions(rows, shape)

/** Endpoint and parsed query of a call, by which it is known whether the call reads a whole list. */
type Reading = { endpoint: AnyEndpoint | undefined; query: Readonly<Record<string, unknown>> }
/** True for a list that is asked without a page: up to 5000 rows (D-GEN-13). */
const isWhole = ({ endpoint, query }: Reading): boolean =>
  endpoint?.isWhole === true ||
  (endpoint?.query?.shape?.page !== undefined &&
    endpoint.query.shape.pageSize !== undefined &&
    query.page === undefined &&
    query.pageSize === undefined &&
    query.cursor === undefined &&
    // A count, a list to choose from, a summary: no rows, or names alone.
    query.total !== 'only' &&
    query.choice === undefined &&
    query.includeDetails !== false)

/**
 * Lets a user read two whole lists at a time. A further export is refused until one of the two has arrived or broken
 * off; a further list without a page waits instead, since programs request several at once, and is refused after a
 * while.
 */
export function limitExports(app: FastifyInstance, limits: Pick<Limits, 'exportsPerUser'>): void {
  const users = new Map<number, Places>()
  app.addHook('preHandler', async (request, reply) => {
    const userId = request.by?.userId ?? null
    const query = (request.query ?? {}) as Record<string, unknown>
    const isExport = query.export !== undefined
    if (userId === null || !(isExport || isWhole({ endpoint: request.routeOptions.config.endpoint, query }))) return
    const places = users.get(userId) ?? new Places(limits.exportsPerUser)
    users.set(userId, places)
    let isOver = false
    let hasPlace = false
    const over = () => {
      isOver = true
      if (!hasPlace) return
      hasPlace = false
      places.leave()
      if (places.taken === 0) users.delete(userId)
    }
    reply.raw.once('finish', over)
    reply.raw.once('close', over)
    hasPlace = isExport ? places.take() : await places.wait(TURN_MS)
    if (!hasPlace) tooOften(TRY_AGAIN_SECONDS)
    // The caller may have gone away meanwhile, or before this hook began to listen: nobody reads what would be asked.
    if (isOver || reply.raw.destroyed) {
      over()
      tooOften(TRY_AGAIN_SECONDS)
    }
  })
}
