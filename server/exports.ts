// Exports: whole lists, read through a cursor and written in pieces, two at a time for a user (D-GEN-13, D-GEN-18).
import type { ListQuery } from '@wattdesk/base/paging'
import { tooOften } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { Db } from './db.ts'

const PORTION = 500
/** Cursors of one database at a time: each holds a connection for as long as its caller reads. */
const CURSORS_AT_ONCE = 3
/** How long an export waits for its turn. */
const TURN_MS = 20_000
const TRY_AGAIN_SECONDS = 10

type Queue = { running: number; waiting: Set<() => void> }
const queues = new WeakMap<Db, Queue>()

/** Waits for a turn; the returned function gives it up again. 429 when none comes free in time. */
async function turnOn(db: Db): Promise<() => void> {
  const queue = queues.get(db) ?? { running: 0, waiting: new Set() }
  queues.set(db, queue)
  if (queue.running >= CURSORS_AT_ONCE) {
    const isFree = await new Promise<boolean>(ok => {
      const enter = () => {
        clearTimeout(patience)
        ok(true)
      }
      const patience = setTimeout(() => {
        queue.waiting.delete(enter)
        ok(false)
      }, TURN_MS)
      queue.waiting.add(enter)
    })
    if (!isFree) tooOften(TRY_AGAIN_SECONDS)
  }
  queue.running++
  return () => {
    queue.running--
    const [next] = queue.waiting
    if (!next) return
    queue.waiting.delete(next)
    next()
  }
}

/**
 * The rows of a statement in portions, all of one moment, through a cursor in a transaction of its own. Whoever stops
 * reading ends both.
 */
export async function* allRows<R>(db: Db, statement: RawBuilder<R>): AsyncGenerator<R[]> {
  const leave = await turnOn(db)
  try {
    const trx = await db.startTransaction().setAccessMode('read only').execute()
    try {
      const found = trx.getExecutor().stream<R>(statement.compile(trx), PORTION)
      for await (const { rows } of found) yield rows
    } finally {
      // Nothing was changed.
      await trx.rollback().execute()
    }
  } finally {
    leave()
  }
}

/** The rows of a list: one page at once, or of an export all of them in portions. */
export type Rows<R> = R[] | AsyncGenerator<R[]>
export const askedRows = async <R>(
  db: Db,
  query: Pick<ListQuery, 'export'>,
  statement: RawBuilder<R>,
): Promise<Rows<R>> => (query.export === 'true' ? allRows(db, statement) : (await statement.execute(db)).rows)

async function* inPortions<R, W>(portions: AsyncIterable<readonly R[]>, shape: (row: R) => W): AsyncGenerator<W[]> {
  for await (const rows of portions) yield rows.map(shape)
}
/** The same rows as they travel. */
export const shaped = <R, W>(rows: Rows<R>, shape: (row: R) => W): Rows<W> =>
  Array.isArray(rows) ? rows.map(shape) : inPortions(rows, shape)

/** Refuses a user's export while as many are under way as may be, until one has arrived or broken off. */
export function limitExports(app: FastifyInstance): void {
  const { limits } = app.house
  const running = new Map<number, number>()
  app.addHook('preHandler', async (request, reply) => {
    const { export: wanted } = (request.query ?? {}) as { export?: unknown }
    const { by } = request
    if (wanted !== 'true' || !by) return
    const { userId } = by
    if (userId === null) return
    const mine = running.get(userId) ?? 0
    if (mine >= limits.exportsPerUser) tooOften(TRY_AGAIN_SECONDS)
    running.set(userId, mine + 1)
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      const left = (running.get(userId) ?? 1) - 1
      if (left > 0) running.set(userId, left)
      else running.delete(userId)
    }
    reply.raw.once('finish', over)
    reply.raw.once('close', over)
  })
}
