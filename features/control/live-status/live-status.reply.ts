// Stored stations in the shape that travels.
import { addressLine } from '#fleet/chargers/charger.rules.ts'
import type { ChangedStation, LiveStation } from './live-status.contract.ts'
import type { StationRow } from './live-status.store.ts'

export const stationOf = (r: StationRow): LiveStation => ({
  id: r.pk,
  name: r.name,
  chargepointId: r.id,
  status: r.status,
  location: { address: addressLine(r) || null },
  connectors: { active: r.active, total: r.total },
  powerOutput: r.powerW === null ? null : r.powerW / 1000,
  lastUpdate: r.lastUpdate?.toISOString() ?? null,
  maintenanceByHand: r.byHand,
  notTaken: r.wish === null ? null : r.refusal === null ? 'waits' : 'refused',
})
export const changedStationOf = (r: StationRow): ChangedStation => ({
  ...stationOf(r),
  maintenanceReason: r.maintenanceReason,
})
