// Planned maintenance and its chargers as replies show them.
import { stepTexts } from '#fleet/maintenance/maintenance.rules.ts'
import { type MaintenanceRow, replyBy, shownFields } from '#fleet/maintenance/maintenance.store.ts'
import { chargersOf, type MaintenanceChargerRow } from '#fleet/maintenance/maintenance-charger.store.ts'
import { placeWordsSql } from '#fleet/stations/evse.store.ts'
import type { Maintenance, MaintenanceCharger } from './maintenance.contract.ts'

export const shown = (row: MaintenanceRow): Maintenance => ({
  ...shownFields(row),
  chargers: row.chargerPks ?? [],
  sites: row.zoneIds ?? [],
  view_id: row.viewId,
})
export const reply = replyBy(shown)

/** The list of the chargers of one maintenance, which the reader has found. */
export function chargersReply(maintenanceId: number) {
  const reads = chargersOf(maintenanceId, placeWordsSql)
  return reads.replyBy((row: MaintenanceChargerRow): MaintenanceCharger => {
    const steps = row.steps ?? []
    const texts = (isBack: boolean) =>
      stepTexts(steps.filter(s => (s.what === 'back') === isBack).map(s => ({ ...s, isConnected: row.isConnected })))
    const hasRefused = steps.some(s => s.state === 'rejected' && s.what !== 'reservation')
    return { ...reads.shown(row), at_start: texts(false), at_end: texts(true), has_refused: hasRefused }
  })
}
