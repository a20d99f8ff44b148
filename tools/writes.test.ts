// Writes to a table are found in every form, reading is not taken for writing, and a table has one writer.
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { strangers, tablesMade, type Write, writesOf } from './writes.ts'

/** `#{` stands for the hole of a template. */
const writesIn = (text: string) => writesOf(parseSync('a.ts', text.replaceAll('#{', '${')).program)

test.each([
  ['sql`insert into team (id) values (#{id})`', ['team']],
  ['sql`update only team as t set name = #{name} from x`', ['team']],
  ['sql`update team t\n  set name = 1`', ['team']],
  ['sql<Row>`DELETE FROM "team" where id = #{id}`', ['team']],
  ['sql`insert into public.team select 1`', ['team']],
  ['sql`merge into team using x on true when matched then do nothing`', ['team']],
  ['sql`truncate table team, only role,\n  bill`', ['team', 'role', 'bill']],
  ['sql`copy team (id) from stdin`', ['team']],
  ['sql`alter table team disable trigger x`', ['team']],
  [
    'sql`with a as (insert into team select 1), b as (update role r set x = 1) delete from bill`',
    ['team', 'role', 'bill'],
  ],
  ['const f = wide ? sql`update team set x = 1` : sql``', ['team']],
  ["client.query('insert into team (id) values ($1)')", ['team']],
  ["db.insertInto('teamMember').values({}).execute()", ['team_member']],
  ["trx.updateTable('team as t').set({})", ['team']],
  ['db.deleteFrom(table)', [undefined]],
  ['sql`update #{sql.table(table)} set x = 1`', [undefined]],
])('%s writes', (text, tables) => {
  expect(writesIn(text).toSorted()).toEqual(tables.toSorted())
})

test.each([
  'sql`select * from team for update of team skip locked`',
  'sql`select from team where id = #{id} for no key update`',
  'sql`insert into #{x}`.length // update team set x',
  'sql`select 1 -- delete from team`',
  "const label = 'Update role settings'",
  "const text = 'The delete comes from role'",
  "db.selectFrom('team')",
])('%s does not write a table by name', text => {
  expect(writesIn(text).filter(t => t !== undefined)).toEqual([])
})

const TABLES = new Set(['team', 'role'])
const judge = (sources: Record<string, readonly Write[]>) => strangers(new Map(Object.entries(sources)), TABLES)

test('stores of one feature, or platform alone, may write a table', () => {
  expect(judge({ 'features/a/x.store.ts': ['team', 'cte'], 'features/a/y.store.ts': ['team'] })).toEqual([])
  expect(judge({ 'platform/db/x.ts': ['role'], 'platform/audit/y.ts': ['role'] })).toEqual([])
})

test.each([
  { 'features/a/x.store.ts': ['team'], 'features/b/y.store.ts': ['team'] },
  { 'features/a/x.store.ts': ['team'], 'platform/db/y.ts': ['team'] },
  { 'features/a/x.commands.ts': ['team'] },
  { 'demo/people.ts': ['role'] },
  { 'testing/world.ts': ['role'] },
  { 'app/admin.ts': ['team'] },
  { 'features/a/x.store.ts': [undefined] },
])('nobody else: %j', sources => {
  expect(judge(sources)).toHaveLength(1)
})

test('the tables are those that migrations make and leave', () => {
  const made = tablesMade([
    'create table team (\n  id int\n);\ncreate table if not exists gone (id int);',
    'drop table gone;',
  ])
  expect([...made]).toEqual(['team'])
})
