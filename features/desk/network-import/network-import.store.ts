// Imports as they are stored, their rows, and saved matchings of columns.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import { ints, texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, endSql, filtersSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import type { Stored } from '#platform/db/record.ts'
import type { Mapping, NamedMapping } from './import-mapping.rules.ts'
import type { FileForm, FileRow } from './import-text.rules.ts'
import {
  type DoneRow,
  type ImportKind,
  type ImportMode,
  type ImportState,
  KEPT_DAYS,
  type Reason,
  type RowOutcome,
} from './network-import.words.ts'

export type ImportRecord = Omit<Stored<'networkImport'>, 'kind' | 'state' | 'mode' | 'preview' | 'columns'> &
  FileForm & {
    kind: ImportKind
    state: ImportState
    mode: ImportMode | null
    preview: FileRow[]
    columns: Mapping | null
    teamName: string
    counts: Partial<Record<RowOutcome, number>>
    done: number
  }

/** The kinds that a caller may import, each with the teams of the right. */
export type Readable = readonly { kind: ImportKind; scope: Scope }[]
const readable = (kinds: Readable): RawBuilder<boolean> =>
  kinds.length === 0
    ? sql<boolean>`false`
    : joined(
        kinds.map(({ kind, scope }) => sql<boolean>`(i.kind = ${kind} and ${within(scope, 'i')})`),
        'OR',
      )

const columns: Columns = {
  createdAt: { sql: sql`i.created_at`, type: 'date' },
  kind: { sql: sql`i.kind`, type: 'text' },
  file_name: { sql: sql`i.file_name`, type: 'text' },
  username: { sql: sql`i.username`, type: 'text' },
  state: { sql: sql`i.state`, type: 'text' },
}
const SHOWN = sql`i.*, t.name as team_name, coalesce(r.counts, '{}') as counts, coalesce(r.done, 0)::int as done`
const COUNTS = sql`left join lateral (
  select jsonb_object_agg(outcome, rows) as counts, sum(done)::int as done from (select outcome, count(*) as rows,
      count(*) filter (where is_done) as done
    from network_import_row where network_import_id = i.network_import_id group by outcome) x) r on true`

const matching = (kinds: Readable, query: ListQuery) =>
  joined(
    [
      readable(kinds),
      searchSql(query.q, [sql`i.file_name`, sql`i.username`, sql`i.kind`]),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )
export const list = async (db: Db, kinds: Readable, query: ListQuery): Promise<ImportRecord[]> =>
  (
    await sql<
      ImportRecord & Keyed
    >`select i.network_import_id as cursor_key, ${SHOWN} from network_import i join team t on t.id = i.team_id ${COUNTS}
      where ${matching(kinds, query)}
      ${endSql(query, '-createdAt', columns, { number: sql`i.network_import_id` })}`.execute(db)
  ).rows
export const count = async (db: Db, kinds: Readable, query: ListQuery): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::int as n from network_import i where ${matching(kinds, query)}`.execute(
      db,
    )
  ).rows[0]?.n ?? 0

export const get = async (db: Db | Trx, kinds: Readable, id: number): Promise<ImportRecord | undefined> =>
  (
    await sql<ImportRecord>`select ${SHOWN} from network_import i join team t on t.id = i.team_id ${COUNTS}
      where i.network_import_id = ${id} and ${readable(kinds)}`.execute(db)
  ).rows[0]
/** An import with its counts, for what is told of it. */
export const byIdWithCounts = async (db: Db | Trx, id: number): Promise<ImportRecord | undefined> =>
  (
    await sql<ImportRecord>`select ${SHOWN} from network_import i join team t on t.id = i.team_id ${COUNTS}
      where i.network_import_id = ${id}`.execute(db)
  ).rows[0]
/** An import for the job that works on it. */
export const byId = async (db: Db | Trx, id: number): Promise<ImportRecord | undefined> =>
  (
    await sql<ImportRecord>`select i.*, t.name as team_name, '{}'::jsonb as counts, 0 as done
      from network_import i join team t on t.id = i.team_id where i.network_import_id = ${id}`.execute(db)
  ).rows[0]

export type NewImport = FileForm & {
  teamId: number
  userId: number
  username: string
  ip: string | null
  kind: ImportKind
  fileName: string
  storedName: string
  bytes: number
  headers: string[]
  preview: FileRow[]
  total: number
  at: Date
}
export async function create(trx: Trx, d: NewImport): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into network_import (company_id, team_id, user_id, username, ip, kind, file_name, stored_name, bytes, format,
      encoding, delimiter, headers, preview, state, total, created_at)
    select t.company_id, t.id, ${d.userId}, ${d.username}, ${d.ip}, ${d.kind}, ${d.fileName}, ${d.storedName}, ${d.bytes},
      ${d.format}, ${d.encoding}, ${d.delimiter}, ${texts(d.headers)}, ${JSON.stringify(d.preview)}::jsonb, 'Uploaded',
      ${d.total}, ${d.at} from team t where t.id = ${d.teamId}
    returning network_import_id as id`.execute(trx)
  return rows[0]?.id as number
}

/** Locks an import until the transaction ends; undefined where it is gone. */
export const lock = async (trx: Trx, id: number): Promise<{ state: ImportState; place: number } | undefined> =>
  (
    await sql<{ state: ImportState; place: number }>`select state, place from network_import
      where network_import_id = ${id} for update`.execute(trx)
  ).rows[0]

type Change = Partial<
  Pick<ImportRecord, 'state' | 'mode' | 'place' | 'fault' | 'checkedAt' | 'endedAt' | 'takenBackAt' | 'takenBackBy'>
> & { columns?: Mapping }
export const change = (db: Db | Trx, id: number, { columns: matched, ...d }: Change): Promise<unknown> =>
  db
    .updateTable('networkImport')
    .set({ ...d, ...(matched && { columns: JSON.stringify(matched) }) })
    .where('networkImportId', '=', id)
    .execute()

/** The person for whom the job acts from now on; who sent the file stays. */
export const actAs = (
  trx: Trx,
  id: number,
  d: { userId: number; actingUsername: string; ip: string | null },
): Promise<unknown> => trx.updateTable('networkImport').set(d).where('networkImportId', '=', id).execute()
/** True where the account for which the job acts was deleted. */
export const isActorGone = async (trx: Trx, id: number): Promise<boolean> =>
  (
    await sql<{ isGone: boolean }>`select user_id is null as is_gone from network_import
      where network_import_id = ${id}`.execute(trx)
  ).rows[0]?.isGone ?? false

/** One job at a time works on an import, until the transaction ends; false where another one does. */
export const alone = async (trx: Trx, id: number): Promise<boolean> =>
  (
    await sql<{
      ok: boolean
    }>`select pg_try_advisory_xact_lock(hashtextextended('network import', ${id})) as ok`.execute(trx)
  ).rows[0]?.ok ?? false

export type CheckedRow = {
  rowNo: number
  line: number
  cells: readonly string[]
  key: string | null
  outcome: RowOutcome
  reasons: readonly Reason[] | null
}
export const addRows = (trx: Trx, id: number, rows: readonly CheckedRow[]): Promise<unknown> =>
  sql`insert into network_import_row (network_import_id, row_no, line, cells, row_key, outcome, reasons)
    select ${id}, x."rowNo", x.line, array(select jsonb_array_elements_text(x.cells)), x.key, x.outcome, x.reasons
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x ("rowNo" int, line int, cells jsonb, key text, outcome text,
      reasons jsonb)`.execute(trx)
export const dropRows = (trx: Trx, id: number): Promise<unknown> =>
  trx.deleteFrom('networkImportRow').where('networkImportId', '=', id).execute()

/** On which line of the file a key stands first. */
export const linesOf = async (trx: Trx, id: number, keys: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ key: string; line: number }>`select k.key, min(r.line) as line
    from unnest(${texts([...keys])}) k (key) join network_import_row r on r.row_key = k.key
    where r.network_import_id = ${id} group by 1`.execute(trx)
  return new Map(rows.map(r => [r.key, r.line]))
}

export type StoredRow = { rowNo: number; line: number; cells: string[]; key: string | null }
/** The next rows to be taken, in the order of the file; `after`: up to there all are done. */
export const nextRows = async (trx: Trx, id: number, after: number, most: number): Promise<StoredRow[]> =>
  (
    await sql<StoredRow>`select row_no, line, cells, row_key as key from network_import_row
      where network_import_id = ${id} and row_no > ${after} and outcome in ('new', 'changed') and not is_done
      order by row_no limit ${most}`.execute(trx)
  ).rows

/** Whether every good row was taken. */
export const isWhole = async (trx: Trx, id: number): Promise<boolean> =>
  (
    await sql<{ isWhole: boolean }>`select not exists (select from network_import_row where network_import_id = ${id}
      and outcome in ('new', 'changed') and not is_done) as is_whole`.execute(trx)
  ).rows[0]?.isWhole ?? false

export type RowEnd = {
  rowNo: number
  outcome: RowOutcome
  recordId: number | null
  before: unknown
  after: unknown
  reasons: readonly Reason[] | null
}
/** Stores what has become of rows; a row that is equal by now needs nothing more. */
export const endRows = (trx: Trx, id: number, rows: readonly RowEnd[]): Promise<unknown> =>
  sql`update network_import_row r set outcome = x.outcome, record_id = x."recordId", before = x.before, after = x.after,
      reasons = x.reasons, is_done = x.outcome in ('new', 'changed')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x ("rowNo" int, outcome text, "recordId" int, before jsonb,
      after jsonb, reasons jsonb)
    where r.network_import_id = ${id} and r.row_no = x."rowNo"`.execute(trx)

/** The last rows that were taken and not taken back: later rows may name earlier ones. */
export const lastDone = async (trx: Trx, id: number, most: number): Promise<DoneRow[]> =>
  (
    await sql<DoneRow>`select row_no, line, cells, row_key as key, outcome, record_id, before, after from network_import_row
      where network_import_id = ${id} and is_done order by row_no desc limit ${most}`.execute(trx)
  ).rows
export const markBack = (trx: Trx, id: number, rowNos: readonly number[]): Promise<unknown> =>
  sql`update network_import_row set is_done = false where network_import_id = ${id} and row_no = any(${ints([...rowNos])})`.execute(
    trx,
  )

export type ShownRow = {
  rowNo: number
  line: number
  rowKey: string | null
  outcome: RowOutcome
  cells: string[]
  reasons: Reason[] | null
}
const rowColumns: Columns = {
  row_no: { sql: sql`r.row_no`, type: 'number' },
  line: { sql: sql`r.line`, type: 'number' },
  row_key: { sql: sql`r.row_key`, type: 'text' },
  outcome: { sql: sql`r.outcome`, type: 'text' },
}
const ofImport = (id: number, query: ListQuery) =>
  joined(
    [
      sql<boolean>`r.network_import_id = ${id}`,
      searchSql(query.q, [sql`array_to_string(r.cells, ' ')`, sql`r.reasons::text`]),
      filtersSql(query.filters, rowColumns, query.tz),
    ],
    'AND',
  )
export const rows = async (db: Db, id: number, query: ListQuery): Promise<ShownRow[]> =>
  (
    await sql<
      ShownRow & Keyed
    >`select r.row_no as cursor_key, r.row_no, r.line, r.row_key, r.outcome, r.cells, r.reasons from network_import_row r
      where ${ofImport(id, query)} ${endSql(query, 'row_no', rowColumns, { number: sql`r.row_no` })}`.execute(db)
  ).rows
export const countRows = async (db: Db, id: number, query: ListQuery): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::int as n from network_import_row r where ${ofImport(id, query)}`.execute(
      db,
    )
  ).rows[0]?.n ?? 0
/** The refused rows behind a row, some at a time. */
export const refusedAfter = async (db: Db, id: number, after: number, most: number): Promise<ShownRow[]> =>
  (
    await sql<ShownRow>`select row_no, line, row_key, outcome, cells, reasons from network_import_row
      where network_import_id = ${id} and outcome = 'refused' and row_no > ${after} order by row_no limit ${most}`.execute(
      db,
    )
  ).rows

export const mappings = async (
  db: Db,
  companyId: number,
  kind: ImportKind,
): Promise<{ name: string; columns: NamedMapping }[]> =>
  (
    await sql<{ name: string; columns: NamedMapping }>`select name, columns from network_import_mapping
      where company_id = ${companyId} and kind = ${kind} order by updated_at desc limit 50`.execute(db)
  ).rows
export const saveMapping = (
  trx: Trx,
  d: { companyId: number; kind: ImportKind; name: string; columns: NamedMapping; at: Date },
): Promise<unknown> =>
  sql`insert into network_import_mapping (company_id, kind, name, columns, updated_at)
    values (${d.companyId}, ${d.kind}, ${d.name}, ${JSON.stringify(d.columns)}::jsonb, ${d.at})
    on conflict (company_id, kind, lower(name)) do update set columns = excluded.columns, updated_at = excluded.updated_at`.execute(
    trx,
  )

/** Imports that a job should be working on, and that nothing has been heard of: their jobs were given up. */
export const busy = async (db: Db): Promise<number[]> =>
  (
    await sql<{ id: number }>`select network_import_id as id from network_import
      where state in ('Checking', 'Importing', 'Taking back') order by 1`.execute(db)
  ).rows.map(r => r.id)

/** Deletes imports that are too old, with their rows; answers the names of their files. */
export const dropOld = async (trx: Trx, now: Date): Promise<string[]> => {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000)
  const { rows: gone } = await sql<{ name: string }>`delete from network_import
    where created_at < ${before} and state not in ('Checking', 'Importing', 'Taking back')
    returning stored_name as name`.execute(trx)
  return gone.map(r => r.name)
}
