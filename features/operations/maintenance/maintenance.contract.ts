// Planned maintenance: its list, one with its chargers, and what people do with it (MAINT-01). Whoever may change charge points
// may take them out of service for a time.
import { recordId } from '@wattdesk/base/fields'
import { listQuery, pageFields } from '@wattdesk/base/paging'
import { filterTypes, type ShownRecord, sortNames } from '@wattdesk/base/record'
import { replySchema } from '@wattdesk/base/record-schemas'
import { endpoint, only, type RecordKind } from '@wattdesk/wire/endpoint'
import { z } from 'zod'
import { ChargerParams } from '#fleet/chargers/charger-params.contract.ts'
import { maintenanceFields } from '#fleet/maintenance/maintenance.fields.ts'
import { maintenanceChargerFields } from '#fleet/maintenance/maintenance-charger.fields.ts'
import { MaintenanceBody, RealTimes } from './maintenance-body.contract.ts'

const int = () => z.number().int()
const sorts = sortNames(maintenanceFields)
const filters = filterTypes(maintenanceFields)

/** What was chosen; the chargers that this meant when it was saved are a list of their own. */
const chosen = { chargers: z.array(int()), sites: z.array(int()), view_id: int().nullable() }
export const Maintenance = replySchema(maintenanceFields, 'Maintenance').extend(chosen)
export type Maintenance = ShownRecord<typeof maintenanceFields> & {
  chargers: number[]
  sites: number[]
  view_id: number | null
}
/** The audit log keeps its changes among those of charge points, under `maintenance-7`. */
export const maintenanceRecord: RecordKind<Maintenance> = {
  features: ['ChargerPoint'],
  part: only('reason', 'starts_at', 'ends_at', 'sets_inoperative', 'driver_text', 'chargers', 'sites', 'view_id'),
}
export const auditIdOf = (maintenanceId: number): string => `maintenance-${maintenanceId}`

const OfTeam = z.object({ teamId: recordId() })
const One = z.object({ maintenanceId: recordId() })

export const listMaintenance = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/maintenance',
  can: 'ChargerPoint.view',
  summary: 'The planned maintenances of a team and the teams below it, the latest first',
  params: OfTeam,
  offers: { sorts, filters, key: 'maintenance_id' },
  query: listQuery(sorts, filters),
  data: z.array(Maintenance),
  beside: pageFields,
})
export const getMaintenance = endpoint({
  method: 'GET',
  path: '/cms/v1/maintenance/{maintenanceId}',
  can: 'ChargerPoint.view',
  record: maintenanceRecord,
  summary: 'One planned maintenance',
  params: One,
  data: Maintenance,
})
export const createMaintenance = endpoint({
  method: 'POST',
  path: '/cms/v1/team/{teamId}/maintenance',
  can: 'ChargerPoint.update',
  record: maintenanceRecord,
  summary: 'Plan a maintenance; 409 where one of its charge points is in another one at that time',
  params: OfTeam,
  body: MaintenanceBody,
  data: Maintenance,
  status: 201,
})
export const updateMaintenance = endpoint({
  method: 'PUT',
  path: '/cms/v1/maintenance/{maintenanceId}',
  can: 'ChargerPoint.update',
  record: maintenanceRecord,
  summary: 'Change a maintenance; of one that runs, its end and its texts alone',
  params: One,
  body: MaintenanceBody,
  data: Maintenance,
})
export const cancelMaintenance = endpoint({
  method: 'POST',
  path: '/cms/v1/maintenance/{maintenanceId}/cancel',
  can: 'ChargerPoint.update',
  record: maintenanceRecord,
  summary: 'Cancel a maintenance that has not begun',
  params: One,
  data: Maintenance,
})
export const endMaintenance = endpoint({
  method: 'POST',
  path: '/cms/v1/maintenance/{maintenanceId}/end',
  can: 'ChargerPoint.update',
  record: maintenanceRecord,
  summary: 'End a maintenance that runs, before its time',
  params: One,
  data: Maintenance,
})
export const correctMaintenance = endpoint({
  method: 'POST',
  path: '/cms/v1/maintenance/{maintenanceId}/correct',
  can: 'ChargerPoint.update',
  record: maintenanceRecord,
  summary: 'Enter when the work of a maintenance that has ended really began and ended; uptime is counted anew by that',
  params: One,
  body: RealTimes,
  data: Maintenance,
})
export const tellMaintenanceAgain = endpoint({
  method: 'POST',
  path: '/cms/v1/maintenance/{maintenanceId}/tell-again',
  can: 'ChargerPoint.update',
  summary: 'Tell charge points again that have refused ChangeAvailability',
  params: One,
  data: z.object({ again: int() }),
})

const chargerSorts = sortNames(maintenanceChargerFields)
const chargerFilters = filterTypes(maintenanceChargerFields)
/** `at_start` and `at_end`: what the charger was told, and its answers, in words. */
const told = { at_start: z.array(z.string()), at_end: z.array(z.string()), has_refused: z.boolean() }
export const MaintenanceCharger = replySchema(maintenanceChargerFields, 'MaintenanceCharger').extend(told)
export type MaintenanceCharger = ShownRecord<typeof maintenanceChargerFields> & {
  at_start: string[]
  at_end: string[]
  has_refused: boolean
}
export const listMaintenanceChargers = endpoint({
  method: 'GET',
  path: '/cms/v1/maintenance/{maintenanceId}/chargers',
  can: 'ChargerPoint.view',
  summary: 'The charge points of a maintenance, with what each was told at the start and at the end',
  params: One,
  offers: { sorts: chargerSorts, filters: chargerFilters },
  query: listQuery(chargerSorts, chargerFilters),
  data: z.array(MaintenanceCharger),
  beside: pageFields,
})

const ChargerMaintenance = z
  .object({ maintenanceId: int(), from: z.string(), to: z.string(), reason: z.string(), isRunning: z.boolean() })
  .meta({ id: 'ChargerMaintenance' })
export const listChargerMaintenance = endpoint({
  method: 'GET',
  path: '/cms/v1/team/{teamId}/charger/{id}/maintenance',
  can: 'ChargerPoint.view',
  summary: 'The maintenance that runs at a charge point, and those to come, the first one first',
  params: ChargerParams,
  data: z.array(ChargerMaintenance),
})
