// Service requests, each of one team.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, filtersSql, joined, orderSql, pageSql, searchSql } from '#platform/db/list.ts'
import { columnsOf, pick, type Stored } from '#platform/db/record.ts'
import { askedRows, type Rows } from '#platform/http/exports.ts'
import type { ServiceRequest } from './service-request.contract.ts'
import { statusWords, type TicketStatus } from './ticket-states.contract.ts'

/** The columns of a request that people write. */
const WRITTEN = ['email', 'phone', 'issueType', 'description', 'attachment', 'status'] as const
type Written = Pick<Stored<'serviceRequest'>, (typeof WRITTEN)[number]>
export type Row = Written &
  Pick<Stored<'serviceRequest'>, 'ticketId' | 'teamId' | 'createdAt' | 'updatedAt'> & { teamName: string }

/** The state in words, so that search and filter match the text on the screen. */
const word = sql`case s.status ${sql.join(
  Object.entries(statusWords).map(([status, text]) => sql`when ${sql.lit(status)} then ${sql.lit(text)}`),
  sql` `,
)} end`
/** Its place on the way, so that sorting follows it. */
const place = sql`array_position(array['OPEN', 'IN_PROGRESS', 'RESOLVED', 'CLOSED'], s.status)`
const columns: Columns = {
  ticket_id: { sql: sql`s.ticket_id`, type: 'number' },
  email: { sql: sql`s.email`, type: 'text' },
  phone: { sql: sql`s.phone`, type: 'text' },
  issueType: { sql: sql`s.issue_type`, type: 'text' },
  description: { sql: sql`s.description`, type: 'text' },
  status: { sql: word, type: 'text' },
  createAt: { sql: sql`s.created_at`, type: 'date' },
}
const SHOWN = sql`s.ticket_id, s.team_id, t.name as team_name, ${columnsOf('s', WRITTEN)}, s.created_at, s.updated_at`
const FROM = sql`service_request s join team t on t.id = s.team_id`

const narrowed = (scope: Scope, query: ListQuery): RawBuilder<boolean> =>
  joined(
    [
      within(scope, 's'),
      searchSql(
        query.q,
        [sql`s.ticket_id::text`, sql`s.email`, sql`s.phone`, sql`s.issue_type`, sql`s.description`],
        [[word, Object.values(statusWords)]],
      ),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )

/** One page of a scope, newest first unless sorted otherwise. */
export const list = (db: Db, scope: Scope, query: ListQuery): Promise<Rows<Row>> =>
  askedRows(
    db,
    query,
    sql<Row>`select ${SHOWN} from ${FROM} where ${narrowed(scope, query)}
      ${orderSql(query.sort ?? '-createAt', { ...columns, status: { sql: place, type: 'number' } }, sql`s.ticket_id`)}
      ${pageSql(query)}`,
  )
export const count = async (db: Db, scope: Scope, query: ListQuery): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${FROM} where ${narrowed(scope, query)}`.execute(db)).rows[0]
    ?.n ?? 0

/** A request within the scope. */
export const get = async (db: Db | Trx, scope: Scope, ticketId: number): Promise<Row | undefined> =>
  (await sql<Row>`select ${SHOWN} from ${FROM} where s.ticket_id = ${ticketId} and ${within(scope, 's')}`.execute(db))
    .rows[0]

/** Holds a request until the transaction ends, so that two changes follow each other. */
export const lock = (trx: Trx, ticketId: number): Promise<unknown> =>
  sql`select from service_request where ticket_id = ${ticketId} for update`.execute(trx)

/** A request as it travels. */
export const ticketOf = (r: Row): ServiceRequest => ({
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

export type NewRequest = Omit<Written, 'status'> & {
  teamId: number
  createdBy: number | null
  at: Date
  status?: TicketStatus
}
/** Makes a request of a team, which is open unless told; answers its id. */
export async function create(db: Db | Trx, { teamId, createdBy, at, ...r }: NewRequest): Promise<number> {
  const made = await db
    .insertInto('serviceRequest')
    .values(({ selectFrom }) => ({
      ...pick(r, WRITTEN),
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

export const update = (trx: Trx, ticketId: number, { at, ...r }: Written & { at: Date }): Promise<unknown> =>
  trx
    .updateTable('serviceRequest')
    .set({ ...pick(r, WRITTEN), updatedAt: at })
    .where('ticketId', '=', ticketId)
    .execute()
