// Making, changing and deleting vehicles (D-VEH-1). A plate stands once in a company; a vehicle with a driver is not deleted.

import { fileOf } from '@wattdesk/base/file-link'
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { demandRecipientType } from '#office/tax-settings/recipient-type.commands.ts'
import { demandOwnFiles } from '#office/uploads/upload.commands.ts'
import { VEHICLE_DOCUMENTS } from '#office/uploads/upload.contract.ts'
import * as uploads from '#office/uploads/upload.store.ts'
import { type Scope, teamScope, type Who } from '#platform/access/scope.ts'
import type { Caller } from '#platform/audit/act.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { recordActs } from '#platform/records/acts.ts'
import { fileLinks } from '#platform/records/files.ts'
import { createVehicle as createCall, type Vehicle, vehicleRecord } from './vehicle.contract.ts'
import { documentNames, vehicleFields } from './vehicle.fields.ts'
import * as store from './vehicle.store.ts'
import type { VehicleBody } from './vehicle-body.contract.ts'

const MISSING = 'Vehicle not found'
const PLATE_TAKEN = 'A vehicle with this registration number already exists'
const acts = recordActs({
  lock: store.lock,
  get: store.get,
  shown: store.shown,
  kind: vehicleRecord,
  fields: vehicleFields,
  missing: MISSING,
  words: { vehicle_plate: { text: PLATE_TAKEN, field: 'registration_number' } },
})
/** One vehicle, as a list of one. */
export const readVehicle = async (db: Db, scope: Scope, id: number): Promise<Vehicle[]> => [
  await acts.read(db, scope, id),
]

/**
 * Refuses documents that are uploads neither of the user, nor of the user's company, nor of teams that the user's roles
 * cover.
 */
const demandDocuments = (trx: Trx, who: Who, body: VehicleBody, before?: Vehicle) =>
  demandOwnFiles(trx, who, fileLinks(vehicleFields, body, before), { directory: VEHICLE_DOCUMENTS })

/** A vehicle whose owner is to be a unit in a Special Economic Zone has what that needs. */
async function demandType(
  services: Services,
  trx: Trx,
  { scope, id }: { scope: Scope; id: number },
  before?: store.VehicleRow,
): Promise<void> {
  const row = found(await store.get(trx, scope, id), MISSING)
  const type = { type: row.ownerRecipientType, before: before?.ownerRecipientType ?? null }
  const names = { field: 'owner_recipient_type', gstinField: 'owner_gstin' }
  await demandRecipientType(trx, services, row.companyId, { gstin: row.ownerGstin, ...type }, names)
}

/** A new vehicle of the team of the call. */
export const createVehicle = (services: Services, caller: Caller, body: VehicleBody): Promise<Vehicle> =>
  acts.create(services, caller, async (trx, { who, scope: { teamId } }) => {
    const { scope } = await teamScope(trx, who, teamId, createCall.can)
    await demandDocuments(trx, who, body)
    const id = await store.create(trx, body, { teamId })
    await demandType(services, trx, { scope, id })
    return { id, scope }
  })

export const updateVehicle = (services: Services, caller: Caller, id: number, body: VehicleBody): Promise<Vehicle> =>
  acts.change(services, caller, id, async (trx, before) => {
    await demandDocuments(trx, caller.who, body, store.shown(before))
    await store.update(trx, id, body)
    await demandType(services, trx, { scope: caller.scope, id }, before)
  })

/** The documents of a vehicle that is gone, as far as no other one names them. */
async function giveUpDocuments(trx: Trx, v: Vehicle, at: Date): Promise<void> {
  const files = new Map(documentNames.flatMap(name => (v[name] ? [[fileOf(v[name]) ?? '', v[name]] as const] : [])))
  if (files.size === 0) return
  await uploads.holdUploads(trx, [...files.keys()])
  const free = new Set(await store.linksOfNone(trx, [...files.values()]))
  const names = [...files].flatMap(([name, link]) => (free.has(link) ? [name] : []))
  if (names.length > 0) await uploads.giveUpFiles(trx, names, at)
}

/** Deletes a vehicle with its documents, unless another one names them too; 409 while a driver has it. */
export const removeVehicle = (services: Services, caller: Caller, id: number): Promise<void> =>
  acts.remove(services, caller, id, async (trx, row) => {
    if (row.userPk !== null)
      fail(409, `Vehicle ${row.registrationNumber} is assigned to ${row.assignedDriverName}. Please unassign it first.`)
    const at = services.now()
    await store.remove(trx, id, at)
    await giveUpDocuments(trx, store.shown(row), at)
  })
