// Commands of other features within the transaction of a batch: each act is a savepoint, so that a refused act leaves
// nothing, and what it tells others is told after the commit of the batch.
import { sql } from 'kysely'
import type { Services } from '#office/installation/services.ts'
import type { Bus } from '#platform/bus/bus.ts'
import type { Db, Trx } from '#platform/db/db.ts'

/** The transaction of the batch as a database whose transactions are savepoints in it. */
function savepoints(trx: Trx): Db {
  const transaction = () => ({
    execute: async <T>(run: (inner: Trx) => Promise<T>): Promise<T> => {
      await sql`savepoint import_act`.execute(trx)
      try {
        const result = await run(trx)
        await sql`release savepoint import_act`.execute(trx)
        return result
      } catch (error) {
        await sql`rollback to savepoint import_act`.execute(trx)
        await sql`release savepoint import_act`.execute(trx)
        throw error
      }
    },
  })
  return new Proxy(trx, {
    get: (target, name) => {
      if (name === 'transaction') return transaction
      const value = Reflect.get(target, name, target) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as unknown as Db
}

/** A bus that keeps what it is told until the commit of the batch. */
function keepingBus(bus: Bus, kept: (() => unknown)[]): Bus {
  const later = new Set<string | symbol>(['publish', 'changed', 'news'])
  return new Proxy(bus, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target) as unknown
      if (typeof value !== 'function') return value
      if (later.has(name)) return (...args: unknown[]) => void kept.push(() => value.apply(target, args))
      return value.bind(target)
    },
  })
}

/** `tell`: to be called once the transaction is committed. */
export function inBatch(services: Services, trx: Trx): { services: Services; tell: () => void } {
  const kept: (() => unknown)[] = []
  return {
    // Jobs have services that inherit from those of the node, and whose database cannot be assigned.
    services: Object.create(services, {
      db: { value: savepoints(trx), enumerable: true },
      bus: { value: keepingBus(services.bus, kept), enumerable: true },
    }) as Services,
    tell: () => {
      for (const t of kept) t()
    },
  }
}
