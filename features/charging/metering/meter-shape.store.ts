// The shapes of meter values as the database numbers them (meter-shape.rules.ts).
import { sql } from 'kysely'
import { texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { SampledValue } from './meter.rules.ts'
import { shapeOf, valuesOf } from './meter-shape.rules.ts'

/** Chargers of a network have some dozens. Beyond this number, values are stored whole. */
const MOST_SHAPES = 5000
/** The number of each shape text that is known to be committed, by database. */
const known = new WeakMap<Db, Map<string, number>>()

/** How samples are stored: as the number of their shape and the JSON text of their values, or whole, as one JSON text. */
export type StoredSamples =
  | { shapeId: number; sampled: string; samples: null }
  | { shapeId: null; sampled: null; samples: string }

/** Returns what is stored of each list of samples, in order. Numbers new shapes. */
export async function storedSamples(db: Db | Trx, all: readonly (readonly SampledValue[])[]): Promise<StoredSamples[]> {
  const shapes = all.map(samples => JSON.stringify(shapeOf(samples)))
  const numbers = known.get(db) ?? new Map<string, number>()
  const missing = [...new Set(shapes.filter(s => !numbers.has(s)))]
  let fresh: ReadonlyMap<string, number> = new Map()
  if (missing.length > 0) {
    fresh = await numberShapes(db, missing)
    // A shape numbered in a transaction may be rolled back with it.
    if (!db.isTransaction) known.set(db, new Map([...numbers, ...fresh].slice(0, MOST_SHAPES)))
  }
  return all.map((samples, i) => {
    const shape = shapes[i] ?? ''
    const shapeId = numbers.get(shape) ?? fresh.get(shape)
    return shapeId === undefined
      ? { shapeId: null, sampled: null, samples: JSON.stringify(samples) }
      : { shapeId, sampled: JSON.stringify(valuesOf(samples)), samples: null }
  })
}

async function numberShapes(db: Db | Trx, shapes: readonly string[]): Promise<Map<string, number>> {
  await sql`insert into meter_shape (shape) select s::json from unnest(${texts(shapes)}) s
    where not exists (select from meter_shape o where md5(o.shape::text) = md5(s))
      and (select count(*) from meter_shape) < ${MOST_SHAPES}
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ shape: string; id: number }>`select s as shape, m.meter_shape_id as id
    from unnest(${texts(shapes)}) s join meter_shape m on md5(m.shape::text) = md5(s)`.execute(db)
  return new Map(rows.map(r => [r.shape, r.id]))
}
