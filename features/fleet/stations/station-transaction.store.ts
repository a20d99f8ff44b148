// The transactions of stations of OCPP 2.0.1, by the names that the stations give them.
import { type RawBuilder, sql } from 'kysely'
import { booleans, ints, jsons, texts, times } from '#platform/db/columns.ts'
import type { Db } from '#platform/db/db.ts'
import { multirangeOf, type SeqNos, type StationTransaction, seqNosOf } from './station-transaction.rules.ts'

export type TransactionKey = { pk: number; id: string }

type Row = Omit<StationTransaction, 'seen' | 'registerWh'> & { seen: string; registerWh: string | null }
const COLUMNS = sql`t.station_transaction_id as id, transaction_id, t.connector_id, t.first_at, t.register_wh, t.is_start_open, t.remote_start_id, t.id_token_type,
  coalesce(t.steps, '[]') as steps, (t.seen + coalesce(l.seq_nos, '{}'))::text as seen, t.ended`
const transactionOf = ({ seen, registerWh, ...row }: Row): StationTransaction => ({
  ...row,
  seen: seqNosOf(seen),
  registerWh: registerWh === null ? null : Number(registerWh),
})

/** The transactions of these names, in order; undefined where none of the station's events is known. */
export async function stationTransactions(
  db: Db,
  keys: readonly TransactionKey[],
): Promise<(StationTransaction | undefined)[]> {
  const { rows } = await sql<Row & { n: number }>`select k.n::int as n, ${COLUMNS}
    from unnest(${ints(keys.map(k => k.pk))}, ${texts(keys.map(k => k.id))}) with ordinality k (pk, id, n)
    join station_transaction t on t.chargepoint_pk = k.pk and t.station_transaction_id = k.id
    left join transaction_live l using (transaction_id)`.execute(db)
  const found = new Array<StationTransaction | undefined>(keys.length).fill(undefined)
  for (const { n, ...row } of rows) found[n - 1] = transactionOf(row)
  return found
}

/** The transactions of a station whose end waits for events that are missing. */
export async function waitingEnds(db: Db, pk: number): Promise<StationTransaction[]> {
  const { rows } =
    await sql<Row>`select ${COLUMNS} from station_transaction t left join transaction_live l using (transaction_id)
    where t.chargepoint_pk = ${pk} and t.ended is not null and t.transaction_id is not null`.execute(db)
  return rows.map(transactionOf)
}

/** The name by which the station of a session knows it; undefined for a session of OCPP 1.6. */
export async function stationNameOf(db: Db, pk: number, transactionId: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select station_transaction_id as id from station_transaction
    where transaction_id = ${transactionId} and chargepoint_pk = ${pk}`.execute(db)
  return rows[0]?.id
}

/** The transaction of a session by its station's name; undefined for a session of OCPP 1.6. */
export async function stationTransactionOf(db: Db, transactionId: number): Promise<StationTransaction | undefined> {
  const { rows } =
    await sql<Row>`select ${COLUMNS} from station_transaction t left join transaction_live l using (transaction_id)
    where transaction_id = ${transactionId}`.execute(db)
  return rows[0] && transactionOf(rows[0])
}

/** The statement that gives transactions of stations the sessions `begun` with them. */
export const linkTransactions = (begun: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into station_transaction as k (chargepoint_pk, station_transaction_id, transaction_id, connector_id, first_at, register_wh,
    is_start_open, remote_start_id, id_token_type, steps)
  select b.pk, b.station_transaction_id, b.id, b.connector_id, b.told_at, b.register_wh, b.is_start_open, b.remote_start_id,
    b.id_token_type, b.steps from ${begun} b
  where b.station_transaction_id is not null
  on conflict (chargepoint_pk, station_transaction_id) do update
    set transaction_id = excluded.transaction_id, connector_id = excluded.connector_id,
      register_wh = excluded.register_wh, is_start_open = excluded.is_start_open,
      remote_start_id = excluded.remote_start_id, id_token_type = excluded.id_token_type, steps = excluded.steps where k.transaction_id is null`

/** A transaction after an event, with the numbers that the event adds. */
export type KeptTransaction = { pk: number; t: StationTransaction; added: SeqNos }

/** Keeps what events have told of their transactions. Numbers are only added, so that an older node takes none away. */
export async function keepStationTransactions(db: Db, kept: readonly KeptTransaction[]): Promise<void> {
  const last = [...new Map(kept.map(k => [`${k.pk} ${k.t.id}`, k])).values()]
  const added = (of: KeptTransaction) =>
    multirangeOf(kept.filter(k => k.pk === of.pk && k.t.id === of.t.id).flatMap(k => k.added))
  await sql`
    insert into station_transaction as k (chargepoint_pk, station_transaction_id, transaction_id, connector_id, first_at,
      register_wh, is_start_open, remote_start_id, id_token_type, steps, seen, ended)
    select pk, id, transaction_id, connector_id, first_at, register_wh::numeric, is_start_open, remote_start_id, id_token_type,
      steps, seen::int8multirange, ended
    from unnest(${ints(last.map(k => k.pk))}, ${texts(last.map(k => k.t.id))}, ${ints(last.map(k => k.t.transactionId))},
      ${ints(last.map(k => k.t.connectorId))}, ${times(last.map(k => k.t.firstAt))},
      ${texts(last.map(k => (k.t.registerWh === null ? null : String(k.t.registerWh))))},
      ${booleans(last.map(k => k.t.isStartOpen))}, ${ints(last.map(k => k.t.remoteStartId))},
      ${texts(last.map(k => k.t.idTokenType))}, ${jsons(last.map(k => JSON.stringify(k.t.steps)))}, ${texts(last.map(added))},
      ${jsons(last.map(k => (k.t.ended === null ? null : JSON.stringify(k.t.ended))))})
      x (pk, id, transaction_id, connector_id, first_at, register_wh, is_start_open, remote_start_id, id_token_type, steps, seen, ended)
    order by pk, id
    on conflict (chargepoint_pk, station_transaction_id) do update set seen = k.seen + excluded.seen,
      transaction_id = coalesce(k.transaction_id, excluded.transaction_id),
      connector_id = coalesce(excluded.connector_id, k.connector_id), first_at = least(k.first_at, excluded.first_at),
      register_wh = coalesce(excluded.register_wh, k.register_wh), steps = excluded.steps,
      remote_start_id = coalesce(k.remote_start_id, excluded.remote_start_id),
      id_token_type = coalesce(k.id_token_type, excluded.id_token_type),
      is_start_open = k.is_start_open and excluded.is_start_open, ended = excluded.ended`.execute(db)
}
