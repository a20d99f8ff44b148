// The check of migrations refuses each kind of statement that locks a growing table for long or breaks the version before,
// and takes the way around.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GROWING } from './growing-tables.ts'
import { lockFaults } from './migration-locks.ts'

const faults = (text: string, ...before: string[]) =>
  lockFaults(
    { name: '0099-x.sql', text },
    before.map(t => ({ text: t })),
  )

test.each([
  ['create index x on transaction (id);', /^migrations\/0099-x\.sql:1: nobody may write transaction/],
  ['create unique index on only "bill" (id)', /nobody may write bill/],
  ['create index concurrently x on bill (id)', /only in a file with the line/],
  ['-- concurrently\ncreate index concurrently x on bill (id)', /:2: an index whose building broke off/],
  ['alter table payment add column a uuid default gen_random_uuid()', /every row of payment is written anew/],
  ['alter table payment add a timestamptz not null default clock_timestamp()', /every row of payment is written anew/],
  ['alter table payment add a bigint generated always as identity', /every row of payment is written anew/],
  ['alter table payment add a int check (a > 0)', /constraint of a is checked on every row/],
  ['alter table payment add a int references team', /constraint of a is checked on every row/],
  ['alter table team add a int not null', /the version before writes no a/],
  ['alter table payment alter column a set not null', /every row of payment is read at once/],
  ['alter table payment add constraint c check (a > 0)', /checked at once: add it "not valid"/],
  ['alter table payment add foreign key (a) references team (id)', /checked at once/],
  ['alter table team add constraint c foreign key (a) references transaction (id)', /checked at once/],
  ['alter table payment add constraint c unique (a)', /"using index"/],
  ['alter table payment add primary key (a)', /"using index"/],
  ['alter table payment alter a type bigint', /every row of payment is written anew/],
  ['alter table payment alter column a set data type bigint using a::bigint', /every row of payment is written anew/],
  ['alter table payment set unlogged', /the whole of payment is written anew/],
  [
    'alter table payment add constraint c check (a > 0) not valid; alter table payment validate constraint c',
    /validate it in a migration of its own/,
  ],
  ['update transaction set a = 1', /rows of transaction stay locked/],
  ['update only transaction t set a = 1 where b = 2', /rows of transaction stay locked/],
  ['delete from audit_entry', /rows of audit_entry stay locked/],
  ['with old as (select 1) update bill set a = 1 from old', /rows of bill stay locked/],
  ['lock table posting in share mode', /keeps everybody from posting/],
  ['truncate outbox', /keeps everybody from outbox/],
  ['cluster bill', /keeps everybody from bill/],
  ['vacuum full bill', /keeps everybody from bill/],
  ['reindex table bill', /reindex concurrently/],
  ['refresh materialized view x', /refresh it concurrently/],
  ['alter table team drop column a', /it drops team\.a.*-- two versions/],
  ['alter table team rename column a to b', /it renames team/],
  ['alter table team rename to crew', /it renames team/],
  ['drop table team', /it drops team/],
  ['drop view usage_day', /it drops usage_day/],
  [
    'alter table bill add column a int; insert into team_sum select sum(a) from bill',
    /rows of bill are read while locks/,
  ],
  ['do $$ begin update transaction set a = 1; end $$', /rows of transaction stay locked/],
  ["do $$ begin execute 'create index x on meter_value (a)'; end $$", /nobody may write meter_value/],
  ['do $x$ begin if true then alter table bill alter a type int; end if; end $x$', /every row of bill is written anew/],
])('refuses %s', (text, fault) => {
  expect(faults(text).join('\n')).toMatch(fault)
  expect(faults(text)).toHaveLength(1)
})

test.each([
  ['create index x on team (id)'],
  [
    'create table bill_part (id int); create index on bill_part (id); update bill_part set id = 1; alter table bill_part drop id',
  ],
  [
    '-- concurrently\ndrop index concurrently if exists x;\n-- Why.\ncreate index concurrently x on bill (id) where a > 0',
  ],
  ["alter table payment add column a text not null default 'a', add b int default 0, add c timestamptz default now()"],
  ["alter table payment add a jsonb not null default '{}'::jsonb, add b boolean not null default false"],
  ['alter table payment add constraint c check (a in (1, 2)) not valid'],
  ['alter table payment validate constraint c'],
  [
    '-- concurrently\nalter table payment add constraint c check (a > 0) not valid; alter table payment validate constraint c',
  ],
  ['alter table payment add constraint c unique using index c'],
  ['alter table payment drop constraint c, alter a set default 1, alter a drop not null'],
  ['-- two versions: 0098, which reads b in its place\nalter table payment drop column a, drop column if exists b'],
  ['drop view usage_day; create view usage_day as select 1'],
  ['-- few rows: those of the last hour\nupdate transaction set a = 1 where b = 2'],
  [
    '-- concurrently\ndo $$ begin loop update transaction set a = 1 where id in (select id from transaction where a is null limit 1000); exit when not found; commit; end loop; end $$',
  ],
  ['create function f() returns void language sql as $$ update transaction set a = 1; lock table bill $$'],
  ["comment on table bill is 'update transaction set a = 1; lock table bill'"],
  ['create trigger t after insert on bill for each row execute function f()'],
  ['insert into team_sum select sum(a) from bill'],
  ['update team set a = 1'],
])('takes %s', text => expect(faults(text)).toEqual([]))

test('a column may be set not null after a check of it is validated, in a later migration', () => {
  const check = 'alter table payment add constraint a_there check (a is not null) not valid'
  const validated = 'alter table payment validate constraint a_there'
  const last = 'alter table payment alter a set not null; alter table payment drop constraint a_there'
  expect(faults(last, check, validated)).toEqual([])
  expect(faults(last, check)).toHaveLength(1)
  expect(faults(`${validated}; ${last}`, check)).not.toEqual([])
  // Dropped by the same statement, the check is gone before it could be of use.
  const atOnce = 'alter table payment alter a set not null, drop constraint a_there'
  expect(faults(atOnce, check, validated).join()).toMatch(/every row of payment is read at once/)
})

test('every growing table is a table', () => {
  const tables = readFileSync(new URL('../platform/db/tables.ts', import.meta.url), 'utf8')
  const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, c: string) => c.toUpperCase())
  for (const name of GROWING) expect(tables).toMatch(new RegExp(`\\b${camel(name)}: `))
})
