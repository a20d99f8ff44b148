// The remote starts of payments, by the number under which a station of OCPP 2.0.1 names them.
import { sql } from 'kysely'
import { remoteStart } from '#control/remote-operations/operations/remote-start.contract.ts'
import { taskNumber } from '#control/remote-operations/task.store.ts'
import { ints } from '#platform/db/columns.ts'
import type { Db } from '#platform/db/db.ts'

/** A station says that this remote start has caused a session on one of its connectors. */
export type NamedStart = { pk: number; connectorId: number; remoteStartId: number }
/**
 * The tags of the paid sessions that wait for these starts, in order; undefined where none does. The start counts only where it
 * was asked of this station, for this connector and with the tag of the payment.
 */
export async function paidTags(db: Db, named: readonly NamedStart[], now: Date): Promise<(string | undefined)[]> {
  const { rows } = await sql<{ n: number; idTag: string }>`
    select distinct on (k.n) k.n::int as n, g.id_tag
    from unnest(${ints(named.map(k => k.pk))}, ${ints(named.map(k => k.connectorId))}, ${ints(named.map(k => k.remoteStartId))})
      with ordinality k (pk, connector, number, n)
    join pay_session o on o.chargepoint_pk = k.pk and o.connector_id = k.connector and o.state = 'starting'
      and o.transaction_id is null and o.closed_at is null
    join ocpp_tag g on g.ocpp_tag_pk = o.ocpp_tag_pk and g.kind = 'session' and g.deleted_at is null
    join task t on t.chargepoint_pk = k.pk and t.operation = ${remoteStart.name}
      and t.created_at > ${now}::timestamptz - interval '1 day' and t.parameters ->> 'connectorId' = k.connector::text
      and lower(t.parameters ->> 'idTag') = lower(g.id_tag) and ${taskNumber('t')} = k.number
    order by k.n, t.created_at desc`.execute(db)
  const found = new Array<string | undefined>(named.length).fill(undefined)
  for (const { n, idTag } of rows) found[n - 1] = idTag
  return found
}
