// Remote operations as tasks: made at the click, marked as they proceed, kept with their answer (D-OPS-4). Also reads
// the facts about a charger and its sessions that an operation is checked against.
import { storable, storableJson } from '@wattdesk/base/text'
import { type RawBuilder, sql } from 'kysely'
import { bestFirst, type First, isCharger } from '#fleet/chargers/charger-id.store.ts'
import { closingsSql } from '#fleet/maintenance/planned-time.store.ts'
import { connectorWordsSql } from '#fleet/stations/evse.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import { ints, texts, times } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import type { CertificatesTold } from './certificate.rules.ts'
import { getInstalledCertificateIds } from './operations/certificates.contract.ts'
import type { ChargerStanding } from './operations/operation.contract.ts'
import { LATEST_START_MS, remoteStart } from './operations/remote-start.contract.ts'
import { remoteStop } from './operations/remote-stop.contract.ts'
import type { Ending, TaskFacts } from './remote-operation.rules.ts'
import { FAILED_ON_THE_WAY, LONGEST_MS, LOST, NOT_VALID } from './remote-operation.rules.ts'

export type TaskState = TaskFacts['state']
export type NewTask = {
  taskId: string
  companyId: number
  teamId: number
  pk: number
  chargepointId: string
  operation: string
  /** Without keys and passwords. */
  parameters: object
  /** Null: the product itself. */
  createdBy: number | null
  createdAt: Date
}
export type StoredTask = TaskFacts & {
  companyId: number
  teamId: number
  chargepointPk: number
  parameters: unknown
  createdBy: number | null
}

/**
 * The state of a task by its known effect: a failure after which the charger may have done the operation is a timeout.
 */
export const knownState = (alias: string): RawBuilder<TaskState> => {
  const of = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<TaskState>`case when ${of('state')} = 'failed' and (${of('error')} = ${LOST}
    or starts_with(${of('error')}, ${NOT_VALID}) or ${of('details')} ->> 'errorCode' = any(${texts(FAILED_ON_THE_WAY)}))
    then 'timeout' else ${of('state')} end`
}

/** Keeps a new task, queued. */
export const add = (db: Db | Trx, { pk, parameters, ...t }: NewTask): Promise<StoredTask> =>
  db
    .insertInto('task')
    .values({ ...t, chargepointPk: pk, parameters: JSON.stringify(parameters) })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The number of a task, as `taskNumberOf` makes it. */
export const taskNumber = (alias: string): RawBuilder<number> =>
  sql`(case when ${sql.ref(`${alias}.taskId`)} ~ '^[0-9a-f]{8}'
    then ('x' || left(${sql.ref(`${alias}.taskId`)}, 8))::bit(32)::int & ${2 ** 31 - 1}::int end)`

/** Marks a task whose message has gone out on the socket, even where the answer came before this mark. */
export const markSent = async (db: Db, taskId: string, at: Date): Promise<StoredTask | undefined> =>
  (
    await sql<StoredTask>`update task set state = case state when 'queued' then 'sent' else state end, sent_at = ${at}
      where task_id = ${taskId} and sent_at is null returning *`.execute(db)
  ).rows[0]

/** Keeps the request of a task as it goes out, where a part of it came from the charger. */
export const keepRequest = (db: Db, taskId: string, request: object): Promise<unknown> =>
  sql`update task set parameters = jsonb_set(parameters, '{request}', ${JSON.stringify(request)}::jsonb)
    where task_id = ${taskId}`.execute(db)

/**
 * Ends a task with the charger's answer, or with the lack of one. The first ending stands. Texts of refusals and of
 * unknown fields have passed no check, so they are made storable here.
 */
export const markEnded = async (db: Db | Trx, taskId: string, e: Ending, at: Date): Promise<StoredTask | undefined> =>
  (
    await sql<StoredTask>`update task set state = ${e.state}, response = ${e.response},
        error = ${e.error && storable(e.error)}, details = ${storableJson(e.details)}::jsonb, ended_at = ${at}
      where task_id = ${taskId} and ended_at is null returning *`.execute(db)
  ).rows[0]

/**
 * Ends as a timeout every task that lost its node before an answer came, sent or not; nothing is ever repeated by
 * surprise. Touches only tasks older than any live task can be, as other nodes may be at work.
 */
export const endAbandoned = (db: Db | Trx, at: Date): Promise<StoredTask[]> =>
  db
    .updateTable('task')
    .set({ state: 'timeout', error: 'Timeout', endedAt: at })
    .where('endedAt', 'is', null)
    .where('createdAt', '<', new Date(at.getTime() - LONGEST_MS))
    .returningAll()
    .execute()
/** As `endAbandoned`; returns how many. */
export const endLeftOver = async (db: Db, at: Date): Promise<number> => (await endAbandoned(db, at)).length

export type LostTask = StoredTask & { node: string }
/**
 * Open tasks of an operation whose charger has connected again since they were made: the node that waited for their
 * answers has lost the connection, or is gone. The oldest first, at most `most`.
 */
export const lostTasks = async (db: Db, operation: string, most: number): Promise<LostTask[]> =>
  (
    await sql<LostTask>`select t.*, s.node from task t join charger_state s using (chargepoint_pk)
      where t.ended_at is null and t.operation = ${operation} and s.connected and s.boot_accepted and s.node is not null
        and s.connected_at > t.created_at
      order by t.created_at limit ${most}`.execute(db)
  ).rows

/** Returns a task of a charger in the scope, by the charger's id or key. */
export const get = async (
  db: Db | Trx,
  scope: Scope,
  chargerId: string,
  taskId: string,
): Promise<StoredTask | undefined> =>
  (
    await sql<StoredTask>`select t.* from task t where t.task_id = ${taskId} and ${within(scope, 't')}
      and ${isCharger('t', chargerId)}`.execute(db)
  ).rows[0]

/** Returns a task by its id alone, for callers that have found it within a scope of their own. */
export const byId = (db: Db | Trx, taskId: string): Promise<StoredTask | undefined> =>
  db.selectFrom('task').selectAll().where('taskId', '=', taskId).executeTakeFirst()

export type Target = Omit<ChargerStanding, 'profile'> & {
  /** Null: the installation's profile. */
  securityProfile: number | null
  chargepointPk: number
  chargepointId: string
  companyId: number
  teamId: number
  node: string | null
}
/** Returns the charger of an operation as it stands now, found by its id or else its key; `first` may swap the two. */
export const target = async (
  db: Db | Trx,
  scope: Scope,
  chargerId: string,
  first: First = 'id',
): Promise<Target | undefined> =>
  (
    await sql<Target>`
    select c.chargepoint_pk, c.chargepoint_id, c.company_id, c.team_id, c.preparing_state, c.security_profile, s.node, s.ocpp_protocol,
      c.key_hash is not null or exists (select from charger_next_key k where k.chargepoint_pk = c.chargepoint_pk) as has_key,
      exists (select from charging_site z where z.zone_id = c.zone_id and z.is_load_balancing) as is_load_balanced,
      coalesce(s.maintenance_by_hand, false) as by_hand, ${closingsSql(sql`c.chargepoint_pk`)} as closings, coalesce(s.connected, false) as connected, coalesce(s.boot_accepted, false) as boot_accepted,
      (select coalesce(json_agg(json_build_object('connectorId', n.connector_id, 'status', n.status,
          'words', ${connectorWordsSql('n')})), '[]')
        from connector n where n.chargepoint_pk = c.chargepoint_pk) as connectors
    from charger c left join charger_state s on s.chargepoint_pk = c.chargepoint_pk
    where c.deleted_at is null and ${within(scope, 'c')}
      and ${isCharger('c', chargerId)}
    order by ${bestFirst('c', chargerId, first)} limit 1`.execute(db)
  ).rows[0]

/** True while the session runs on that charger. */
export const isActive = async (db: Db | Trx, pk: number, transactionId: number): Promise<boolean> =>
  (
    await sql`select 1 from transaction where transaction_id = ${transactionId} and chargepoint_pk = ${pk}
      and stopped_at is null`.execute(db)
  ).rows.length > 0

/** True where the session was asked to stop, and the charger has accepted or not answered yet. */
export const isStopping = async (db: Db | Trx, pk: number, transactionId: number): Promise<boolean> =>
  (
    await sql`select from task where chargepoint_pk = ${pk} and operation = ${remoteStop.name}
      and (parameters ->> 'transactionId')::int = ${transactionId}
      and created_at > (select start_received_at from transaction where transaction_id = ${transactionId})
      and (ended_at is null or response = 'Accepted') limit 1`.execute(db)
  ).rows.length > 0

export type StartQuestion = { pk: number; connectorId: number; idTag: string; receivedAt: Date }
/**
 * When the remote starts were requested that a start may answer: the first of all, and the first of the last minutes.
 */
export type RequestedStart = { firstAt: Date; recentAt: Date | null }
const ANSWERED_WITHIN_MS = 86_400_000
/**
 * Returns the remote starts that each of the coming starts may answer, in order; undefined where there is none. A
 * remote start counts while the charger may have taken it and no session of its tag has since begun on its connector.
 */
export async function requestedStarts(
  db: Db | Trx,
  questions: readonly StartQuestion[],
): Promise<(RequestedStart | undefined)[]> {
  const { rows } = await sql<RequestedStart & { n: number }>`
    select q.n::int as n, min(k.created_at) as first_at,
      min(k.created_at) filter (where coalesce(k.ended_at, k.created_at) >= q.at - ${LATEST_START_MS} * interval '1 ms') as recent_at
    from unnest(${ints(questions.map(q => q.pk))}, ${ints(questions.map(q => q.connectorId))},
      ${texts(questions.map(q => q.idTag))}, ${times(questions.map(q => q.receivedAt))}) with ordinality q (pk, connector, tag, at, n)
    join task k on k.chargepoint_pk = q.pk and k.operation = ${remoteStart.name} and k.created_at <= q.at
      and k.created_at > q.at - ${ANSWERED_WITHIN_MS} * interval '1 ms' and k.parameters ->> 'connectorId' = q.connector::text
      and lower(k.parameters ->> 'idTag') = lower(q.tag)
      and (k.ended_at is null or k.response = 'Accepted' or ${knownState('k')} = 'timeout')
    where not exists (select from transaction s where s.chargepoint_pk = q.pk and s.connector_id = q.connector
      and lower(s.id_tag) = lower(q.tag) and s.start_received_at >= k.created_at)
    group by q.n`.execute(db)
  const found = new Array<RequestedStart | undefined>(questions.length).fill(undefined)
  for (const { n, ...row } of rows) found[n - 1] = row
  return found
}

/** Returns a charger's last answers about its root certificates of each kind, to questions asked since a moment. */
export const toldCertificates = async (db: Db, pk: number, since: Date): Promise<CertificatesTold[]> =>
  (
    await sql<CertificatesTold>`
      select distinct on (parameters ->> 'certificateType') parameters ->> 'certificateType' as certificate_type,
        details -> 'certificateHashData' as hashes, ended_at as told_at
      from task
      where chargepoint_pk = ${pk} and operation = ${getInstalledCertificateIds.name} and response in ('Accepted', 'NotFound')
        and created_at >= ${since}
      order by parameters ->> 'certificateType', ended_at desc`.execute(db)
  ).rows
