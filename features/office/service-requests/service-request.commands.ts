// Making and changing service requests (D-SR-1, D-SR-2). Changes of one request follow each other.
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { demandOwnFiles } from '#office/uploads/upload.commands.ts'
import { everywhere, type Scope, teamScope, type Who } from '#platform/access/scope.ts'
import type { Caller } from '#platform/audit/act.ts'
import { recordActs } from '#platform/records/acts.ts'
import { fileLinks } from '#platform/records/files.ts'
import { type ServiceRequest, serviceRequestRecord } from './service-request.contract.ts'
import { serviceRequestFields } from './service-request.fields.ts'
import { changedState } from './service-request.rules.ts'
import * as store from './service-request.store.ts'
import type { ServiceRequestBody } from './service-request-body.contract.ts'

const acts = recordActs({
  lock: store.lock,
  get: store.get,
  shown: store.shown,
  kind: serviceRequestRecord,
  fields: serviceRequestFields,
  missing: 'Service request not found',
})
export const readServiceRequest = acts.read

/** A request of a team; a new one is open, whatever its body says. */
export const createServiceRequest = (
  services: Services,
  caller: Caller,
  teamId: number,
  body: ServiceRequestBody,
): Promise<ServiceRequest> =>
  acts.create(services, caller, async (trx, { who, by }) => {
    const { scope } = await teamScope(trx, who, teamId, 'ServiceRequest.create')
    await demandOwnFiles(trx, who, fileLinks(serviceRequestFields, body))
    const at = services.now()
    const beside = { status: 'OPEN', teamId, createdBy: by.userId, createdAt: at, updatedAt: at } as const
    return { id: await store.create(trx, body, beside), scope }
  })

/** Another state or other words; within the scope. */
export const changeServiceRequest = (
  services: Services,
  caller: Caller,
  id: number,
  body: ServiceRequestBody,
): Promise<ServiceRequest> =>
  acts.change(services, caller, id, async (trx, before) => {
    const status = changedState(before.status, body.status)
    if (!status.ok) fail(409, status.error, { status: status.error })
    await demandOwnFiles(trx, caller.who, fileLinks(serviceRequestFields, body, store.shown(before)))
    await store.update(trx, id, body, { status: status.value, updatedAt: services.now() })
  })

/** Where a request named by its id alone may be changed: every team with the right (D-GEN-3). */
export async function changeable(services: Services, who: Who): Promise<Scope> {
  const scope = await everywhere(services.db, who, 'ServiceRequest.update')
  if (scope.kind === 'teams' && scope.teams.length === 0) fail(403, 'Not Authorized')
  return scope
}
