// The product's tables that are cut into parts by time, and how long the frames of chargers are kept (D-LOG-4).
import type { Db, Trx } from '#platform/db/db.ts'
import { DAY_MS, dropParts, makeParts } from '#platform/db/parts.ts'

/** Width of the parts in days; migrations/0003, 0085, 0086 and 0127 make the first parts alike. */
const WIDTHS = { ocpp_frame_block: 7, meter_value: 1, connector_status_history: 28, webhook_delivery: 1 } as const
const FRAME_DAYS = 90
const DELIVERY_DAYS = 30

/** Makes the parts of all these tables from `since` to two ahead. */
export const makeAllParts = (db: Db, since?: Date): Promise<void> => makeParts(db, WIDTHS, since)

/** Makes the parts of the packed log of frames from `since` on: frames that come back from the archive need them. */
export const makeFrameParts = (db: Db, since: Date): Promise<void> =>
  makeParts(db, { ocpp_frame_block: WIDTHS.ocpp_frame_block }, since)

/** Drops the parts of the frame log that end before the retention, sealed or not; returns how many. */
export async function dropOldFrames(db: Db | Trx, now: Date): Promise<number> {
  let dropped = 0
  // Parts of rows, of earlier versions, are a week wide at most.
  for (const table of ['ocpp_frame_row', 'ocpp_frame_block'])
    dropped += await dropParts(db, table, new Date(now.getTime() - (FRAME_DAYS + WIDTHS.ocpp_frame_block) * DAY_MS))
  return dropped
}

/** Drops the parts of deliveries of webhooks that ended more than 30 days ago; returns how many. */
export const dropOldDeliveries = (db: Db | Trx, now: Date): Promise<number> =>
  dropParts(db, 'webhook_delivery', new Date(now.getTime() - (DELIVERY_DAYS + WIDTHS.webhook_delivery) * DAY_MS))
