// Requests for files of charge points, and the files that arrived. The bytes are in the file store.
import { sql } from 'kysely'
import { getDiagnostics, getLog } from '#control/remote-operations/operations/uploads.contract.ts'
import { knownState } from '#control/remote-operations/task.store.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type ChargerFile, MOST_FILES } from './charger-file.contract.ts'

export type NewRequest = {
  chargepointPk: number
  taskId: string
  kind: ChargerFile['kind']
  tokenHash: string
  askedAt: Date
  openUntil: Date
}
/** Stores the request for a file: until `openUntil` the charger may upload to the address with its token. */
export const ask = (trx: Trx, r: NewRequest): Promise<unknown> => trx.insertInto('chargerFile').values(r).execute()

export type ChargerFileRow = {
  fileId: number
  taskId: string
  kind: ChargerFile['kind']
  askedAt: Date
  openUntil: Date
  storedName: string | null
  fileName: string | null
  bytes: number | null
  receivedAt: Date | null
  operation: string
  taskState: string
  taskDetails: unknown
  username: string | null
}
const rows = sql`select f.file_id, f.task_id, f.kind, f.asked_at, f.open_until, f.stored_name, f.file_name, f.bytes, f.received_at,
    t.operation, ${knownState('t')} as task_state, t.details as task_details, u.username
  from charger_file f join task t using (task_id) left join app_user u on u.id = t.created_by`

/**
 * Returns the files of a charge point found in the reader's scope, requested since it joined its team, newest first.
 */
export const filesOfCharger = async (db: Db, pk: number, since: Date): Promise<ChargerFileRow[]> =>
  (
    await sql<ChargerFileRow>`${rows} where f.chargepoint_pk = ${pk} and f.gone_at is null and f.asked_at >= ${since}
      order by f.asked_at desc, f.file_id desc limit ${MOST_FILES}`.execute(db)
  ).rows
const MOST_ELSEWHERE = 5
export type Elsewhere = { taskId: string; operation: string; askedAt: Date; username: string | null }
/** Returns the requests since `since` whose location was not an address of ours, the newest first. */
export const askedElsewhere = async (db: Db, pk: number, since: Date): Promise<Elsewhere[]> =>
  (
    await sql<Elsewhere>`select t.task_id, t.operation, t.created_at as asked_at, u.username
      from task t left join app_user u on u.id = t.created_by
      where t.chargepoint_pk = ${pk} and t.operation in (${getDiagnostics.name}, ${getLog.name}) and t.created_at >= ${since}
        and not exists (select from charger_file f where f.task_id = t.task_id)
      order by t.created_at desc limit ${MOST_ELSEWHERE}`.execute(db)
  ).rows
/** Returns one file of the charge point that has arrived. */
export const received = async (
  db: Db | Trx,
  pk: number,
  fileId: number,
  since: Date,
): Promise<(ChargerFileRow & { storedName: string }) | undefined> =>
  (
    await sql<ChargerFileRow & { storedName: string }>`${rows} where f.chargepoint_pk = ${pk} and f.file_id = ${fileId}
      and f.gone_at is null and f.received_at is not null and f.asked_at >= ${since}`.execute(db)
  ).rows[0]

export type Door = Pick<
  ChargerFileRow,
  'fileId' | 'kind' | 'openUntil' | 'receivedAt' | 'taskState' | 'taskDetails'
> & {
  chargepointId: string
  /** Bytes that the files of all charge points of the company take up. */
  usedBytes: number
}
/** Returns the request whose address bears this secret, where the charge point still stands in the team that asked. */
export const door = async (db: Db, tokenHash: string): Promise<Door | undefined> =>
  (
    await sql<Door>`select f.file_id, f.kind, f.open_until, f.received_at, ${knownState('t')} as task_state, t.details as task_details,
        c.chargepoint_id, ${used(sql`c.company_id`)} as used_bytes
      from charger_file f join task t using (task_id) join charger c on c.chargepoint_pk = f.chargepoint_pk
      where f.token_hash = ${tokenHash} and f.gone_at is null and c.deleted_at is null and c.team_id = t.team_id`.execute(
      db,
    )
  ).rows[0]

// Files that an earlier company asked for do not count: the present company can neither see nor delete them.
const used = (companyId: ReturnType<typeof sql>) => sql`(select coalesce(sum(o.bytes), 0)::bigint
  from charger_file o join charger oc on oc.chargepoint_pk = o.chargepoint_pk join task ot on ot.task_id = o.task_id
  where oc.company_id = ${companyId} and ot.company_id = oc.company_id)`
/** Bytes that the files of all charge points of a company take up. */
export const usedBytes = async (db: Db | Trx, companyId: number): Promise<number> =>
  (await sql<{ n: number }>`select ${used(sql`${companyId}::int`)} as n`.execute(db)).rows[0]?.n ?? 0

export type Came = { fileId: number; storedName: string; fileName: string; bytes: number }
/**
 * Records the file that arrived and returns its task; undefined where the address takes no file any more. If two files
 * arrive at once, the first stays.
 */
export const receive = async (db: Db, f: Came, at: Date): Promise<string | undefined> =>
  (
    await sql<{ taskId: string }>`update charger_file f set stored_name = ${f.storedName}, file_name = ${f.fileName},
        bytes = ${f.bytes}, received_at = ${at}
      from charger c, task t
      where f.file_id = ${f.fileId} and f.received_at is null and f.gone_at is null and f.open_until > ${at}
        and c.chargepoint_pk = f.chargepoint_pk and c.deleted_at is null and t.task_id = f.task_id and ${knownState('t')} <> 'failed'
        and c.team_id = t.team_id
      returning f.task_id`.execute(db)
  ).rows[0]?.taskId

/** Marks a file for removal. */
export const giveUpFile = (trx: Trx, fileId: number, now: Date): Promise<unknown> =>
  trx.updateTable('chargerFile').set({ goneAt: now }).where('fileId', '=', fileId).execute()
/** Marks for removal the requests made before `before`; returns how many of them had a file. */
export const giveUpOldRequests = async (trx: Trx, before: Date, now: Date): Promise<number> =>
  (
    await sql<{ n: number }>`with old as (update charger_file set gone_at = ${now}
        where asked_at < ${before} and gone_at is null returning received_at)
      select count(received_at)::int as n from old`.execute(trx)
  ).rows[0]?.n ?? 0
/** Returns the files marked for removal, including those left by a crash; at most a thousand. */
export const filesGivenUp = (db: Db): Promise<{ fileId: number; storedName: string | null }[]> =>
  db.selectFrom('chargerFile').select(['fileId', 'storedName']).where('goneAt', 'is not', null).limit(1000).execute()
export const forget = (db: Db, fileId: number): Promise<unknown> =>
  db.deleteFrom('chargerFile').where('fileId', '=', fileId).where('goneAt', 'is not', null).execute()
