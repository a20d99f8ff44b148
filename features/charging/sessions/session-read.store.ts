// Sessions read with all that their bills need: the record with its price, the readings, and the states of the
// connector.

import { billables } from '#charging/billing/billable.store.ts'
import { inKwh, newFacts, type SessionFacts, takeReading } from '#charging/billing/session-bill.rules.ts'
import { metersOf } from '#charging/metering/meter.store.ts'
import { connectorStatuses } from '#fleet/stations/charger-history.store.ts'
import type { Supplier } from '#office/installation/supplier.contract.ts'
import type { Archive } from '#platform/archive/archive.ts'
import type { Db, Trx } from '#platform/db/db.ts'

/**
 * Sessions by id, in order; undefined where there is none. `platform` supplies where no team does; `timeZone` is that of the business. Those in `unmetered`
 * are known to have no readings yet. `archive` as in metersOf. `areInKwh`: their registers without a unit are read as kWh, whatever they were read as.
 */
export async function readSessions(
  db: Db | Trx,
  ids: readonly number[],
  { platform, archive, timeZone }: { platform: Supplier | undefined; archive: Archive | undefined; timeZone: string },
  unmetered: ReadonlySet<number> = new Set(),
  areInKwh = false,
): Promise<(SessionFacts | undefined)[]> {
  const stored = await billables(db, ids, timeZone)
  const found = areInKwh ? stored.map(inKwh) : stored
  const [meters, statuses] = await Promise.all([
    metersOf(
      db,
      found.filter(b => !unmetered.has(b.transactionId)),
      archive,
    ),
    connectorStatuses(
      db,
      found.map(b => ({
        pk: b.pk,
        connectorId: b.connectorId,
        since: b.startedAt,
        receivedSince: b.startedAt < b.startReceivedAt ? b.startedAt : b.startReceivedAt,
      })),
    ),
  ])
  const sessions = new Map(found.map((b, i) => [b.transactionId, newFacts(b, statuses[i] ?? [], platform)]))
  for (const m of meters) {
    const s = sessions.get(m.transactionId)
    if (s) takeReading(s, m.at, m.samples, m.receivedAt)
  }
  return ids.map(id => sessions.get(id))
}
