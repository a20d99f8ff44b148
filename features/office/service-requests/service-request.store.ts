// Service requests, each of one team.
import { sql } from 'kysely'
import type { Db, Trx } from '#platform/db/db.ts'
import type { Stored } from '#platform/db/record.ts'
import { columnValues } from '#platform/records/columns.ts'
import { recordReads } from '#platform/records/reads.ts'
import type { TicketStatus } from './service-request.fields.ts'
import { serviceRequestFields } from './service-request.fields.ts'
import type { ServiceRequestBody } from './service-request-body.contract.ts'

export type ServiceRequestRow = Stored<'serviceRequest'> & { teamName: string }
type Written = Pick<ServiceRequestRow, 'email' | 'phone' | 'issueType' | 'description'>

export const { get, reply, shown } = recordReads<ServiceRequestRow>()({
  fields: serviceRequestFields,
  from: sql`service_request s join team t on t.id = s.team_id`,
  alias: 's',
  id: sql`s.ticket_id`,
  joined: { team_name: sql`t.name` },
  order: '-createAt',
})

/** Holds a request until the transaction ends, so that two changes follow each other. */
export const lock = (trx: Trx, ticketId: number): Promise<unknown> =>
  sql`select from service_request where ticket_id = ${ticketId} for update`.execute(trx)

type NewRequest = ServiceRequestBody & { teamId: number; createdBy: number | null; at: Date; status?: TicketStatus }
/** Makes a request of a team, which is open unless `status` says otherwise; returns its number. */
export async function create(db: Db | Trx, { teamId, createdBy, at, ...body }: NewRequest): Promise<number> {
  const made = await db
    .insertInto('serviceRequest')
    .values(({ selectFrom }) => ({
      ...(columnValues(serviceRequestFields, body) as Written),
      teamId,
      createdBy,
      createdAt: at,
      updatedAt: at,
      companyId: selectFrom('team').select('companyId').where('id', '=', teamId),
    }))
    .returning('ticketId')
    .executeTakeFirstOrThrow()
  return made.ticketId
}

/** Changes the fields that the body names. */
export const update = (trx: Trx, ticketId: number, { at, ...body }: ServiceRequestBody & { at: Date }) =>
  trx
    .updateTable('serviceRequest')
    .set({ ...columnValues(serviceRequestFields, body), updatedAt: at })
    .where('ticketId', '=', ticketId)
    .execute()
