// Tests of chargers and their journals.
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import { ints, texts, times } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { KEPT_HOURS, MOST_CHARACTERS, MOST_LINES, MOST_LISTED } from './charger-test.words.ts'
import type { Ask, Line, Note } from './journal.rules.ts'

export type TestRow = {
  chargerTestId: number
  companyId: number
  teamId: number
  name: string
  token: string
  securityProfile: 0 | 1
  keyHash: string | null
  isEncrypted: boolean
  createdBy: string
  createdAt: Date
  endsAt: Date
  endedAt: Date | null
  connectionNo: number
  lineCount: number
  characterCount: number
}
const columns = sql`t.charger_test_id, t.company_id, t.team_id, t.name, t.token, t.security_profile, t.key_hash, t.is_encrypted,
  t.created_by, t.created_at, t.ends_at, t.ended_at, t.connection_no, t.line_count, t.character_count`

export type NewTest = Pick<
  TestRow,
  'teamId' | 'name' | 'token' | 'securityProfile' | 'keyHash' | 'isEncrypted' | 'createdBy' | 'createdAt' | 'endsAt'
>

/** The company of a team, locked for whoever begins a test there; undefined: the team is gone. */
export const lockCompany = async (trx: Trx, teamId: number): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`select c.id from team t join team c on c.id = t.company_id
    where t.id = ${teamId} for no key update of c`.execute(trx)
  return rows[0]?.id
}
/** How many tests of a company are open, and how many began within the last day. */
export const counts = async (trx: Trx, companyId: number, now: Date): Promise<{ open: number; day: number }> => {
  const { rows } = await sql<{ open: number; day: number }>`
    select count(*) filter (where ended_at is null and ends_at > ${now}::timestamptz)::int as open, count(*)::int as day
    from charger_test where company_id = ${companyId} and created_at > ${new Date(now.getTime() - 86_400_000)}`.execute(
    trx,
  )
  return rows[0] ?? { open: 0, day: 0 }
}
export const create = async (trx: Trx, companyId: number, t: NewTest): Promise<TestRow> => {
  const { rows } = await sql<TestRow>`
    insert into charger_test as t (company_id, team_id, name, token, security_profile, key_hash, is_encrypted, created_by,
      created_at, ends_at)
    values (${companyId}, ${t.teamId}, ${t.name}, ${t.token}, ${t.securityProfile}, ${t.keyHash}, ${t.isEncrypted},
      ${t.createdBy}, ${t.createdAt}, ${t.endsAt}) returning ${columns}`.execute(trx)
  return rows[0] as TestRow
}

/** The newest tests in the scope, at most MOST_LISTED. */
export const list = async (db: Db, scope: Scope): Promise<TestRow[]> =>
  (
    await sql<TestRow>`select ${columns} from charger_test t where ${within(scope, 't')}
      order by t.created_at desc, t.charger_test_id desc limit ${MOST_LISTED}`.execute(db)
  ).rows

const one = (scope: Scope, id: number, end: RawBuilder<unknown> = sql``) =>
  sql<TestRow>`select ${columns} from charger_test t where t.charger_test_id = ${id} and ${within(scope, 't')} ${end}`
export const get = async (db: Db, scope: Scope, id: number): Promise<TestRow | undefined> =>
  (await one(scope, id).execute(db)).rows[0]
export const lock = async (trx: Trx, scope: Scope, id: number): Promise<TestRow | undefined> =>
  (await one(scope, id, sql`for update`).execute(trx)).rows[0]

/** The open test of an address. */
export const byToken = async (db: Db, token: string, now: Date): Promise<TestRow | undefined> =>
  (
    await sql<TestRow>`select ${columns} from charger_test t
      where t.token = ${token} and t.ended_at is null and t.ends_at > ${now}::timestamptz`.execute(db)
  ).rows[0]

/** Draws the number of a new connection; undefined: the test has ended meanwhile. */
export const connect = async (db: Db, id: number): Promise<number | undefined> =>
  (
    await sql<{ connectionNo: number }>`update charger_test set connection_no = connection_no + 1
      where charger_test_id = ${id} and ended_at is null returning connection_no`.execute(db)
  ).rows[0]?.connectionNo

type Standing = Pick<TestRow, 'chargerTestId' | 'connectionNo' | 'endsAt' | 'endedAt'>
/** How tests stand whose sockets a node holds: what it looks at while they are open. */
export const standing = async (db: Db, ids: readonly number[]): Promise<Standing[]> =>
  (
    await sql<Standing>`select charger_test_id, connection_no, ends_at, ended_at from charger_test
      where charger_test_id = any(${ints(ids)})`.execute(db)
  ).rows

export const end = (db: Db | Trx, id: number, at: Date): Promise<unknown> =>
  sql`update charger_test set ended_at = ${at} where charger_test_id = ${id} and ended_at is null`.execute(db)

/** The asks of tests that came after these lines. */
export const asksAfter = async (
  db: Db,
  ids: readonly number[],
  after: number,
): Promise<{ chargerTestId: number; lineId: number; message: string }[]> =>
  (
    await sql<{ chargerTestId: number; lineId: number; message: string }>`
      select charger_test_id, charger_test_line_id as line_id, message from charger_test_line
      where charger_test_id = any(${ints(ids)}) and kind = 'ask' and charger_test_line_id > ${after}
      order by charger_test_line_id`.execute(db)
  ).rows

export type NewLine = { chargerTestId: number; at: Date; kind: Line['kind']; message: string }
export const noteLine = (chargerTestId: number, at: Date, note: Note): NewLine => ({
  chargerTestId,
  at,
  kind: 'note',
  message: JSON.stringify(note),
})
export const askLine = (chargerTestId: number, at: Date, ask: Ask): NewLine => ({
  chargerTestId,
  at,
  kind: 'ask',
  message: JSON.stringify(ask),
})

/** Adds lines in their order; those of a journal that is full, or of a test that is gone, are left out. */
export const addLines = async (db: Db | Trx, lines: readonly NewLine[]): Promise<void> => {
  await sql`
    with x as (select * from unnest(${ints(lines.map(l => l.chargerTestId))}, ${times(lines.map(l => l.at))},
        ${texts(lines.map(l => l.kind))}, ${texts(lines.map(l => l.message))}) with ordinality
        as x (charger_test_id, at, kind, message, n)),
      room as (select charger_test_id from charger_test join (select distinct charger_test_id from x) y using (charger_test_id)
        where line_count < ${MOST_LINES} and character_count < ${MOST_CHARACTERS}),
      added as (insert into charger_test_line (charger_test_id, at, kind, message)
        select charger_test_id, at, kind, message from x join room using (charger_test_id) order by n
        returning charger_test_id, length(message) as characters)
    update charger_test t set line_count = t.line_count + a.lines, character_count = t.character_count + a.characters
    from (select charger_test_id, count(*)::int as lines, sum(characters)::int as characters from added group by 1) a
    where a.charger_test_id = t.charger_test_id`.execute(db)
}

/** The journal of a test, oldest first. */
export const lines = async (db: Db, id: number): Promise<Line[]> =>
  (
    await sql<Line>`
      select charger_test_line_id as line_id, at, kind, message from charger_test_line where charger_test_id = ${id}
      order by charger_test_line_id`.execute(db)
  ).rows

/** Deletes tests past their time, with their journals; returns how many. */
export async function dropOldTests(trx: Trx, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_HOURS * 3_600_000)
  const { rows } = await sql<{ n: number }>`
    with gone as (delete from charger_test where created_at < ${before} returning 1) select count(*)::int as n from gone`.execute(
    trx,
  )
  return rows[0]?.n ?? 0
}
