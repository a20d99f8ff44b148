// Deletes the reports of chargers in an installation that nobody has worked with yet.
import { sql } from 'kysely'
import type { Trx } from '#platform/db/db.ts'

/** Empties connections, statuses and security events of all chargers: of a demo whose filling broke off, which nobody has worked with. */
export async function forgetConnections(trx: Trx): Promise<void> {
  await sql`truncate connector_status_history, station_status_history, connection_history, security_event`.execute(trx)
  await sql`update charger_state set connection_no = 0, connected = false, node = null, live_status = 'offline',
    first_boot_at = null, boot_accepted = false, fw_update_status = null, fw_update_at = null`.execute(trx)
}
