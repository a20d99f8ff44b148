// Serves service requests: list, one, create and change. Changes of one request follow each other.
import { fail, found, route } from '@wattdesk/wire/route'
import type { FastifyInstance } from 'fastify'
import { demandExportable } from '../../server/list.ts'
import { defaultTeam, everywhere, type Scope, teamScope } from '../../server/scope.ts'
import * as audit from '../audit/audit.store.ts'
import {
  getServiceRequest,
  listServiceRequests,
  type NewServiceRequest,
  type ServiceRequest,
  type ServiceRequestChange,
  saveServiceRequest,
  updateServiceRequest,
} from './service-request.contract.ts'
import { changedState } from './service-request.rules.ts'
import * as store from './service-request.store.ts'

const MISSING = 'Service request not found'
const SAVED = { status: 'success', message: 'Service request saved successfully' } as const

const ticketOf = (r: store.Row): ServiceRequest => ({
  ticket_id: r.ticketId,
  teamId: r.teamId,
  team_name: r.teamName,
  email: r.email,
  phone: r.phone,
  issueType: r.issueType,
  description: r.description,
  attachment: r.attachment,
  status: r.status,
  createAt: r.createdAt.toISOString(),
  updatedAt: r.updatedAt.toISOString(),
})
/** The record as the audit log keeps it. */
const kept = ({ updatedAt: _, ...r }: store.Row) => ({ ...r })

export function serviceRequestRoutes(app: FastifyInstance): void {
  const { house } = app
  const { db } = house

  route(app, listServiceRequests, async ({ query, scope }) => {
    const total = await store.count(db, scope, query)
    demandExportable(query, total)
    const rows = await store.list(db, scope, query)
    return { data: rows.map(ticketOf), total, page: query.page, pageSize: query.page && (query.pageSize ?? 10) }
  })

  route(app, getServiceRequest, async ({ params, scope }) => ({
    data: ticketOf(found(await store.get(db, scope, params.ticketId), MISSING)),
  }))

  const create = (body: NewServiceRequest, teamId: number, scope: Scope, by: audit.By) =>
    db.transaction().execute(async trx => {
      const id = await store.create(trx, { ...body, teamId, createdBy: by.userId, at: house.now() })
      const row = found(await store.get(trx, scope, id), MISSING)
      await audit.write(trx, by, {
        action: 'create',
        feature: 'ServiceRequest',
        recordId: id,
        teamId,
        after: kept(row),
      })
      return row
    })
  const change = (body: ServiceRequestChange, ticketId: number, scope: Scope, by: audit.By) =>
    db.transaction().execute(async trx => {
      const before = found(await store.get(trx, scope, ticketId, { lock: true }), MISSING)
      const status = changedState(before.status, body.status)
      if (!status.ok) fail(409, status.error, { status: status.error })
      const attachment = body.attachment === undefined ? before.attachment : body.attachment
      await store.update(trx, ticketId, { ...body, attachment, status: status.value, at: house.now() })
      const row = found(await store.get(trx, scope, ticketId), MISSING)
      await audit.write(trx, by, {
        action: 'update',
        feature: 'ServiceRequest',
        recordId: ticketId,
        teamId: row.teamId,
        before: kept(before),
        after: kept(row),
      })
      return row
    })

  route(app, saveServiceRequest, async ({ body: all, query, who, by, request, reply }) => {
    const { ticketId, ...rest } = all
    if (ticketId === undefined) {
      const { status: _, ...body } = rest
      const named = query.teamId ?? Number((request.params as { teamId?: string }).teamId ?? defaultTeam(who))
      const { scope } = await teamScope(db, who, named, 'ServiceRequest.create')
      return {
        ...SAVED,
        data: ticketOf(await create({ ...body, attachment: body.attachment ?? null }, named, scope, by)),
      }
    }
    const scope = await everywhere(db, who, 'ServiceRequest.update')
    if (scope.kind === 'teams' && scope.teams.length === 0) fail(403, 'Not Authorized')
    const data = ticketOf(await change(rest, ticketId, scope, by))
    // A change, though by POST: not 201.
    await reply.code(200).send({ success: true, ...SAVED, data })
    return { ...SAVED, data }
  })

  route(app, updateServiceRequest, async ({ params, body, scope, by }) => ({
    ...SAVED,
    data: ticketOf(await change(body, params.ticketId, scope, by)),
  }))
}
