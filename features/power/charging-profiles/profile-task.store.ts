// The facts about a session that sending a profile needs, and the operations by which a profile was sent to chargers or
// cleared there.
import { sql } from 'kysely'
import { shownEvseSql } from '#fleet/stations/evse.store.ts'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { MOST_TASKS, type ProfileTask } from './charging-profile.contract.ts'
import type { Session } from './profile-request.rules.ts'

/**
 * Returns the session that runs on a connector. It counts as heard of when a reading was taken, or came, clearly after
 * its start reached us: readings that a charger kept while offline arrive together with the start.
 */
export const runningOn = async (trx: Trx, pk: number, connectorId: number): Promise<Session | undefined> =>
  (
    await sql<Session>`select t.transaction_id, t.started_at, t.start_received_at,
        coalesce(l.metered_at >= t.start_received_at, false) or exists (select from meter_value m
          where m.transaction_id = t.transaction_id and m.received_at > t.start_received_at + interval '2 minutes')
          as is_heard_of
      from transaction t left join transaction_live l on l.transaction_id = t.transaction_id
      where t.chargepoint_pk = ${pk} and t.connector_id = ${connectorId} and t.stopped_at is null
      order by t.transaction_id desc limit 1`.execute(trx)
  ).rows[0]

type Read = Pick<
  ProfileTask,
  'taskId' | 'operation' | 'state' | 'response' | 'error' | 'connectorId' | 'evseId' | 'evseConnectorId'
> & {
  chargepointId: string
  createdAt: Date
  username: string | null
}

/** Returns the latest operations with a profile on chargers of the scope, newest first. */
export const tasksOf = async (db: Db, scope: Scope, pk: number): Promise<Read[]> =>
  (
    await sql<Read>`select x.task_id, x.operation, x.state, x.response, x.error, x.chargepoint_id, x.created_at, x.connector_id,
        x.username, ${shownEvseSql('x')}
      from (select t.*, (t.parameters ->> 'connectorId')::integer as connector_id, u.username from task t left join app_user u on u.id = t.created_by
      where t.parameters ? 'charging_profile_pk' and (t.parameters ->> 'charging_profile_pk')::integer = ${pk}
        and ${within(scope, 't')}
      order by t.created_at desc limit ${MOST_TASKS}) x order by x.created_at desc`.execute(db)
  ).rows

export const taskOf = ({ chargepointId, createdAt, username, ...t }: Read): ProfileTask => ({
  ...t,
  chargepoint_id: chargepointId,
  at: createdAt.toISOString(),
  by: username,
})
