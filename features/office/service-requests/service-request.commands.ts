// Making and changing service requests (D-SR-1, D-SR-2). Changes of one request follow each other.
import { fail } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { demandOwnFiles } from '#office/uploads/upload.commands.ts'
import { everywhere, type Scope, teamScope, type Who } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import { recordChanges } from '#platform/records/changes.ts'
import { auditValues } from '#platform/records/columns.ts'
import { type ServiceRequest, serviceRequestRecord } from './service-request.contract.ts'
import { serviceRequestFields } from './service-request.fields.ts'
import { changedState } from './service-request.rules.ts'
import * as store from './service-request.store.ts'
import type { ServiceRequestBody } from './service-request-body.contract.ts'

export const MISSING = 'Service request not found'
const { held, created, changed } = recordChanges<store.ServiceRequestRow, ServiceRequest>({
  lock: store.lock,
  get: store.get,
  shown: store.shown,
  feature: 'ServiceRequest',
  kind: serviceRequestRecord,
  missing: MISSING,
  values: row => auditValues(serviceRequestFields, row),
  place: row => ({ recordId: row.ticketId, teamId: row.teamId }),
})

/** A request of a team; a new one is open, whatever its body says. */
export const createServiceRequest = (
  services: Services,
  { who, by }: Pick<Caller, 'who' | 'by'>,
  teamId: number,
  body: ServiceRequestBody,
): Promise<ServiceRequest> =>
  act(services, async trx => {
    const { scope } = await teamScope(trx, who, teamId, 'ServiceRequest.create')
    await demandOwnFiles(trx, who, { attachment: { label: 'Attachment', link: body.attachment } })
    const id = await store.create(trx, { ...body, status: 'OPEN', teamId, createdBy: by.userId, at: services.now() })
    return created(trx, { scope, by }, id)
  })

/** Another state or other words; within the scope. */
export const changeServiceRequest = (
  services: Services,
  caller: Caller,
  ticketId: number,
  body: ServiceRequestBody,
): Promise<ServiceRequest> =>
  act(services, async trx => {
    const before = await held(trx, caller, ticketId)
    const status = changedState(before.status, body.status)
    if (!status.ok) fail(409, status.error, { status: status.error })
    const file = { label: 'Attachment', link: body.attachment, before: before.attachment }
    await demandOwnFiles(trx, caller.who, { attachment: file })
    await store.update(trx, ticketId, { ...body, status: status.value, at: services.now() })
    return changed(trx, caller, before)
  })

/** Where a request named by its id alone may be changed: every team with the right (D-GEN-3). */
export async function changeable(services: Services, who: Who): Promise<Scope> {
  const scope = await everywhere(services.db, who, 'ServiceRequest.update')
  if (scope.kind === 'teams' && scope.teams.length === 0) fail(403, 'Not Authorized')
  return scope
}
