// Making and changing service requests (D-SR-1, D-SR-2). Changes of one request follow each other.
import { fail, found } from '@wattdesk/wire/route'
import type { Services } from '#office/installation/services.ts'
import { demandOwnFiles } from '#office/uploads/upload.commands.ts'
import { everywhere, type Scope, teamScope, type Who } from '#platform/access/scope.ts'
import { act, type Caller } from '#platform/audit/act.ts'
import * as audit from '#platform/audit/audit-log.ts'
import { demandUnchanged } from '#platform/audit/changed.ts'
import { auditValues } from '#platform/records/columns.ts'
import { type ServiceRequest, serviceRequestRecord } from './service-request.contract.ts'
import { serviceRequestFields } from './service-request.fields.ts'
import { changedState } from './service-request.rules.ts'
import * as store from './service-request.store.ts'
import type { ServiceRequestBody } from './service-request-body.contract.ts'

export const MISSING = 'Service request not found'
const valuesOf = (row: store.ServiceRequestRow) => auditValues(serviceRequestFields, row)

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
    const row = found(await store.get(trx, scope, id), MISSING)
    await audit.write(trx, by, {
      action: 'create',
      feature: 'ServiceRequest',
      recordId: id,
      teamId,
      after: valuesOf(row),
    })
    return store.shown(row)
  })

/** Another state or other words; within the scope. */
export const changeServiceRequest = (
  services: Services,
  { who, by, scope, ifMatch }: Caller,
  ticketId: number,
  body: ServiceRequestBody,
): Promise<ServiceRequest> =>
  act(services, async trx => {
    await store.lock(trx, ticketId)
    const before = found(await store.get(trx, scope, ticketId), MISSING)
    await demandUnchanged(trx, { ifMatch }, serviceRequestRecord, ticketId, () => store.shown(before))
    const status = changedState(before.status, body.status)
    if (!status.ok) fail(409, status.error, { status: status.error })
    const file = { label: 'Attachment', link: body.attachment, before: before.attachment }
    await demandOwnFiles(trx, who, { attachment: file })
    await store.update(trx, ticketId, { ...body, status: status.value, at: services.now() })
    const row = found(await store.get(trx, scope, ticketId), MISSING)
    await audit.write(trx, by, {
      action: 'update',
      feature: 'ServiceRequest',
      recordId: ticketId,
      teamId: row.teamId,
      before: valuesOf(before),
      after: valuesOf(row),
    })
    return store.shown(row)
  })

/** Where a request named by its id alone may be changed: every team with the right (D-GEN-3). */
export async function changeable(services: Services, who: Who): Promise<Scope> {
  const scope = await everywhere(services.db, who, 'ServiceRequest.update')
  if (scope.kind === 'teams' && scope.teams.length === 0) fail(403, 'Not Authorized')
  return scope
}
