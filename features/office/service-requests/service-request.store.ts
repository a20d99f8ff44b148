// Service requests, each of one team.
import { sql } from 'kysely'
import type { Stored } from '#platform/db/record.ts'
import { recordReads } from '#platform/records/reads.ts'
import { recordWrites } from '#platform/records/writes.ts'
import { serviceRequestFields } from './service-request.fields.ts'

export type ServiceRequestRow = Stored<'serviceRequest'> & { teamName: string }

export const { get, reply, shown } = recordReads<ServiceRequestRow>()({
  fields: serviceRequestFields,
  from: sql`service_request s join team t on t.id = s.team_id`,
  alias: 's',
  id: sql`s.ticket_id`,
  joined: { team_name: sql`t.name` },
  order: '-createAt',
})

export const { create, update, lock } = recordWrites<'serviceRequest'>({
  fields: serviceRequestFields,
  insert: sql`insert into service_request`,
  update: sql`update service_request set`,
  from: sql`from service_request`,
  id: sql`ticket_id`,
})
