// Creates, changes, disables and enables drivers, and gives them RFID tags (D-DRV-1) and a vehicle (D-DRV-2). Changes
// of one driver follow each other; tags and vehicles are locked while their owner is decided.
import { fail, found } from '@wattdesk/wire/route'
import * as vehicles from '#drivers/vehicles/vehicle-driver.store.ts'
import * as tags from '#fleet/tags/tag-driver.store.ts'
import type { Services } from '#office/installation/services.ts'
import { demandRecipientType } from '#office/tax-settings/recipient-type.commands.ts'
import { roleOn, teamScope, type Who } from '#platform/access/scope.ts'
import { act, type Caller, REFERRED } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import type { Trx } from '#platform/db/db.ts'
import { auditValues } from '#platform/records/columns.ts'
import {
  createDriver as createCall,
  type Driver,
  type DriverTag,
  type DriverVehicle,
  driverRecord,
} from './driver.contract.ts'
import { driverFields } from './driver.fields.ts'
import * as store from './driver.store.ts'
import { OTHER_DOMAIN } from './driver.words.ts'
import type { DriverBody, NewDriverBody } from './driver-body.contract.ts'

export const MISSING = 'Customer not found'
const NO_TAG = 'RFID Tag not found'
const NO_VEHICLE = 'Vehicle not found'

/** The fields of a driver in the audit log. */
const valuesOf = (r: store.DriverRow) => {
  const { active, address } = store.driverOf(r)
  return { ...auditValues(driverFields, r), active, ...address }
}

/** The domain of another company is nobody's to give but the platform's: by it drivers find the app that is theirs. */
async function demandOwnDomain(trx: Trx, { who }: Pick<Caller, 'who'>, companyId: number, domain: unknown) {
  if (who.companyType === 'GP' || typeof domain !== 'string' || domain === '') return
  if (await store.isOthersDomain(trx, companyId, domain)) fail(422, OTHER_DOMAIN, { domain: OTHER_DOMAIN })
}

/** A driver that is to be a unit in a Special Economic Zone has what that needs. */
const demandType = (services: Services, trx: Trx, row: store.DriverRow, before?: store.DriverRow) =>
  demandRecipientType(
    trx,
    services,
    row.companyId,
    { gstin: row.gstin, type: row.recipientType, before: before?.recipientType ?? null },
    { field: 'recipientType', gstinField: 'gstin' },
  )

/** The driver of a change, held; 404 outside the scope. */
async function held(trx: Trx, { scope }: Pick<Caller, 'scope'>, id: number): Promise<store.DriverRow> {
  await store.lock(trx, id)
  return found(await store.get(trx, scope, id), MISSING)
}
const entryOf = (r: Pick<store.DriverRow, 'id' | 'teamId'>) => ({
  feature: 'Customers',
  recordId: r.id,
  teamId: r.teamId,
})

/** A change that changes nothing leaves no entry. */
const UNCHANGED = { action: 'update', before: {}, after: {} }

/**
 * Whether a caller may give a tag or vehicle to a driver. The tag or vehicle must belong to the driver's company, and
 * either to a team of the caller's roles or to a team above the driver's team.
 */
function isInReach(
  who: Who,
  driver: { companyId: number; teamId: number },
  path: readonly number[],
  of: vehicles.TeamRecord,
) {
  if (of.companyId !== driver.companyId) return false
  return roleOn(who, of.path) !== undefined || path.includes(of.teamId)
}

/** Gives tags to a driver; 404 for one out of reach, 409 for one of another driver. Answers those that were not had before. */
async function giveTags(
  trx: Trx,
  { who, by }: Pick<Caller, 'who' | 'by'>,
  driver: store.DriverRow,
  tagIds: readonly number[],
): Promise<string[]> {
  const all = await tags.holdTags(trx, tagIds)
  const given = tagIds.map(id => {
    const tag = all.find(t => t.id === id)
    const isCard = tag?.kind === 'rfid' || tag?.kind === 'prepaid'
    if (!tag || !isCard || !isInReach(who, driver, driver.path, tag)) fail(404, NO_TAG)
    if (tag.driverId !== null && tag.driverId !== driver.id) {
      const text = `RFID Tag ${tag.tag} belongs to another driver`
      fail(409, text, { tagIds: text, ocppTagIds: text })
    }
    return tag
  })
  const added = given.filter(t => t.driverId === null)
  await tags.setDriver(
    trx,
    added.map(t => t.id),
    driver.id,
  )
  for (const t of added) await tellTag(trx, by, t, null, driver.fullName)
  return added.map(t => t.tag)
}
/** The record of the tag changes too. */
const tellTag = (trx: Trx, by: Caller['by'], t: tags.HeldTag, before: string | null, after: string | null) =>
  audit.write(trx, by, {
    action: 'update',
    feature: 'Tag',
    recordId: t.id,
    teamId: t.teamId,
    before: { driver: before },
    after: { driver: after },
  })

/** A new driver of the team of the call, with wallet, app tag and the tags chosen. */
export const createDriver = (services: Services, { who, by, scope }: Caller, body: NewDriverBody): Promise<Driver> =>
  act(services, async trx => {
    const { scope: now } = await teamScope(trx, who, scope.teamId, createCall.can)
    const { ocppTagIds = [], ...driver } = body
    const id = await store.create(trx, { ...store.columnsOf(driver), teamId: scope.teamId })
    const row = found(await store.get(trx, now, id), MISSING)
    await demandOwnDomain(trx, { who }, row.companyId, driver.domain)
    await demandType(services, trx, row)
    const given = await giveTags(trx, { who, by }, row, ocppTagIds)
    await audit.write(trx, by, {
      ...entryOf(row),
      action: 'create',
      after: { ...valuesOf(row), ...(given.length > 0 && { tags: given }) },
    })
    return store.driverOf(row)
  })

/** Other names, another address. */
export const updateDriver = (services: Services, caller: Caller, id: number, body: DriverBody): Promise<Driver> =>
  act(services, async trx => {
    const before = await held(trx, caller, id)
    await demandUnchanged(trx, caller, driverRecord, id, () => store.driverOf(before))
    if (body.domain !== before.domain) await demandOwnDomain(trx, caller, before.companyId, body.domain)
    await store.update(trx, id, store.columnsOf(body))
    const row = found(await store.get(trx, caller.scope, id), MISSING)
    await demandType(services, trx, row, before)
    await audit.write(trx, caller.by, {
      ...entryOf(row),
      action: 'update',
      before: valuesOf(before),
      after: valuesOf(row),
    })
    return store.driverOf(row)
  })

/**
 * Removes a driver whom nobody has used yet, with the app tag; the wallet stays in the books, without an entry. The caller has checked that there are no sessions,
 * tags, vehicles, payments or movements. Any of these that came meanwhile refuses the removal.
 */
export const removeUnusedDriver = (services: Services, caller: Caller, id: number): Promise<void> =>
  act(
    services,
    async trx => {
      const before = await held(trx, caller, id)
      await tags.removeAppTag(trx, id)
      await store.remove(trx, id)
      await audit.write(trx, caller.by, { ...entryOf(before), action: 'delete', before: valuesOf(before) })
    },
    { [REFERRED]: { text: 'The driver is in use' } },
  )

/** Disables or enables a driver. A session that runs on a tag of the driver goes on to its end and is billed. */
export const setDriverActive = (services: Services, caller: Caller, id: number, isActive: boolean): Promise<Driver> =>
  act(services, async trx => {
    const before = await held(trx, caller, id)
    await demandUnchanged(trx, caller, driverRecord, id, () => store.driverOf(before))
    await store.setActive(trx, id, isActive)
    const row = { ...before, isActive }
    await audit.write(trx, caller.by, {
      ...entryOf(row),
      action: 'update',
      before: valuesOf(before),
      after: valuesOf(row),
    })
    return store.driverOf(row)
  })

/** Gives tags to a driver; answers all that the driver has. */
export const addDriverTags = (
  services: Services,
  caller: Caller,
  id: number,
  tagIds: readonly number[],
): Promise<DriverTag[]> =>
  act(services, async trx => {
    const driver = await held(trx, caller, id)
    const given = await giveTags(trx, caller, driver, tagIds)
    const added = given.length > 0 ? { action: 'add-tags', after: { tags: given } } : UNCHANGED
    await audit.write(trx, caller.by, { ...entryOf(driver), ...added })
    return tags.ofDriver(trx, id)
  })

/** Takes a tag from a driver; answers those that are left. */
export const removeDriverTag = (services: Services, caller: Caller, id: number, tagId: number): Promise<DriverTag[]> =>
  act(services, async trx => {
    const driver = await held(trx, caller, id)
    const tag = (await tags.holdTags(trx, [tagId]))[0]
    if (!tag || tag.driverId !== id || tag.kind === 'app') fail(404, NO_TAG)
    await tags.setDriver(trx, [tagId], null)
    await tellTag(trx, caller.by, tag, driver.fullName, null)
    await audit.write(trx, caller.by, { ...entryOf(driver), action: 'remove-tag', before: { tags: [tag.tag] } })
    return tags.ofDriver(trx, id)
  })

/** Driver and vehicle of an assignment, both held; 404 for one out of reach. */
async function pair(trx: Trx, caller: Caller, id: number, vehicleId: number) {
  const driver = await held(trx, caller, id)
  const vehicle = await vehicles.holdVehicle(trx, vehicleId)
  if (!vehicle || !isInReach(caller.who, driver, driver.path, vehicle)) fail(404, NO_VEHICLE)
  return { driver, vehicle }
}
const tellVehicle = (
  trx: Trx,
  by: Caller['by'],
  v: vehicles.HeldVehicle,
  before: string | null,
  after: string | null,
) =>
  audit.write(trx, by, {
    action: 'update',
    feature: 'Vehicle',
    recordId: v.vehicleId,
    teamId: v.teamId,
    before: { driver: before },
    after: { driver: after },
  })

/** Gives a vehicle to a driver who has none (D-DRV-2); 409 where either is taken. */
export const assignVehicle = (
  services: Services,
  caller: Caller,
  id: number,
  vehicleId: number,
): Promise<DriverVehicle[]> =>
  act(services, async trx => {
    const { driver, vehicle } = await pair(trx, caller, id, vehicleId)
    const { registrationNumber } = vehicle
    if (vehicle.driverId !== null && vehicle.driverId !== id)
      fail(409, `Vehicle ${registrationNumber} is assigned to another driver`)
    const [has] = await vehicles.ofDriver(trx, id)
    if (has && has.vehicle_id !== vehicleId)
      fail(409, `${driver.fullName} has the vehicle ${has.registration_number}. Please unassign that vehicle first.`)
    await vehicles.setDriver(trx, vehicleId, id)
    if (!has) await tellVehicle(trx, caller.by, vehicle, null, driver.fullName)
    const assigned = has ? UNCHANGED : { action: 'assign-vehicle', after: { vehicle: registrationNumber } }
    await audit.write(trx, caller.by, { ...entryOf(driver), ...assigned })
    return vehicles.ofDriver(trx, id)
  })

/** Takes the vehicle from its driver; 409 where the driver has another or none. */
export const unassignVehicle = (
  services: Services,
  caller: Caller,
  id: number,
  vehicleId: number,
): Promise<DriverVehicle[]> =>
  act(services, async trx => {
    const { driver, vehicle } = await pair(trx, caller, id, vehicleId)
    const { registrationNumber } = vehicle
    if (vehicle.driverId !== id) fail(409, `Vehicle ${registrationNumber} is not assigned to ${driver.fullName}`)
    await vehicles.setDriver(trx, vehicleId, null)
    await tellVehicle(trx, caller.by, vehicle, driver.fullName, null)
    await audit.write(trx, caller.by, {
      ...entryOf(driver),
      action: 'unassign-vehicle',
      before: { vehicle: registrationNumber },
    })
    return vehicles.ofDriver(trx, id)
  })
