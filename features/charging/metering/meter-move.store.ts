// Meter values that come from another installation. Values of days that are sealed here become blocks, the others rows, so
// that readers find each of them.
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'
import { sealEmpty } from '#platform/db/sealed.ts'
import type { SampledValue } from './meter.rules.ts'
import { insertBlocks, type StoredMeter } from './meter-block.store.ts'
import { samplesOf } from './meter-shape.rules.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 5000

/**
 * Makes sure that blocks up to a moment are read here too. Rejects with a text for people where rows of that time wait to be
 * sealed.
 */
export async function sealAsFar(trx: Trx, until: Date): Promise<Date> {
  const mark = await sealEmpty(trx, 'meter_value', until)
  if (mark < until)
    throw new Error(
      'This installation has meter values of days that the other side has sealed already. Let the product run here for an hour, and try again.',
    )
  return mark
}

type Row = Omit<StoredMeter, 'samples'> & {
  samples: SampledValue[] | null
  shape: SampledValue[] | null
  sampled: (string | null)[] | null
}
/** Inserts the rows of `source`, which has the columns of the table; returns how many came. */
export async function insertMovedMeters(trx: Trx, source: RawBuilder<unknown>, mark: Date): Promise<number> {
  const { numAffectedRows: n = 0n } =
    await sql`insert into meter_value (transaction_id, chargepoint_pk, connector_id, at, received_at,
      samples, meter_shape_id, sampled)
    select transaction_id, chargepoint_pk, connector_id, at, received_at, samples, meter_shape_id, sampled
    from ${source} s where s.received_at >= ${mark}`.execute(trx)
  await sql`declare moved_meters no scroll cursor for
    select transaction_id, chargepoint_pk, connector_id, at, received_at, samples, shape, sampled
    from ${source} s left join meter_shape using (meter_shape_id) where s.received_at < ${mark}
    order by transaction_id, chargepoint_pk, received_at, at`.execute(trx)
  let packed = 0
  for (;;) {
    const { rows: found } = await sql`fetch forward ${sql.lit(AT_ONCE)} from moved_meters`.execute(trx)
    const rows = found as Row[]
    if (rows.length === 0) break
    await insertBlocks(
      trx,
      blocksOf(rows.map(r => ({ ...r, samples: r.samples ?? samplesOf(r.shape ?? [], r.sampled ?? []) }))),
    )
    packed += rows.length
  }
  await sql`close moved_meters`.execute(trx)
  return Number(n) + packed
}

/** The values of one owner and one day stand together. */
function blocksOf(meters: readonly StoredMeter[]): { untilAt: Date; meters: StoredMeter[] }[] {
  const blocks: { untilAt: Date; meters: StoredMeter[] }[] = []
  for (const m of meters) {
    const untilAt = new Date((Math.floor(m.receivedAt.getTime() / DAY_MS) + 1) * DAY_MS)
    const last = blocks.at(-1)
    const first = last?.meters[0]
    const isSame = first?.transactionId === m.transactionId && first?.chargepointPk === m.chargepointPk
    if (last && isSame && last.untilAt.getTime() === untilAt.getTime()) last.meters.push(m)
    else blocks.push({ untilAt, meters: [m] })
  }
  return blocks
}
