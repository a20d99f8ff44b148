// Stored stations in the shape that travels.
import { addressLine } from '#fleet/chargers/charger.rules.ts'
import type { ChangedStation, LiveStation } from './live-status.contract.ts'
import type { StationRow } from './live-status.store.ts'

export const stationOf = (row: StationRow): LiveStation => ({
  id: row.pk,
  name: row.name,
  chargepointId: row.id,
  status: row.status,
  unknownSince: row.unknownSince?.toISOString() ?? null,
  location: { address: addressLine(row) || null },
  connectors: { active: row.active, total: row.total },
  powerOutput: row.powerW === null ? null : row.powerW / 1000,
  lastUpdate: row.lastUpdate?.toISOString() ?? null,
  maintenanceByHand: row.byHand,
  notTaken: row.wish === null ? null : row.refusal === null ? 'waits' : 'refused',
})
export const changedStationOf = (row: StationRow): ChangedStation => ({
  ...stationOf(row),
  maintenanceReason: row.maintenanceReason,
})
