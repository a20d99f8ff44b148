// Migrations are frozen once they have landed: no file is edited, none comes late, and an older product leaves a newer
// database alone.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { MIGRATIONS, type Migration, migrate, migrationsOf, refusal } from './migrations.ts'

test('every file is as it landed; a new one is named in migrations/checksums.txt', () => {
  const known = readFileSync(new URL('checksums.txt', MIGRATIONS), 'utf8').trimEnd().split('\n')
  expect(migrationsOf().map(m => `${m.checksum}  ${m.name}`)).toEqual(known)
})

const file = (name: string, checksum = `of ${name}`): Migration => ({ name, text: '', checksum })
const done = (name: string, checksum: string | null = `of ${name}`) => ({ name, checksum })
test.each<[string, Migration[], ReturnType<typeof done>[], RegExp | undefined]>([
  ['an empty database', [file('0001-a.sql')], [], undefined],
  ['one that is up to date', [file('0001-a.sql')], [done('0001-a.sql')], undefined],
  ['one of before checksums', [file('0001-a.sql')], [done('0001-a.sql', null)], undefined],
  ['an edited file', [file('0001-a.sql', 'other')], [done('0001-a.sql')], /0001-a\.sql was changed after it had run/],
  [
    'a newer database',
    [file('0001-a.sql')],
    [done('0001-a.sql'), done('0002-b.sql')],
    /newer .* has 0002-b\.sql, the last known here is 0001-a\.sql/,
  ],
  [
    'a file that is gone',
    [file('0002-b.sql')],
    [done('0001-a.sql'), done('0002-b.sql')],
    /0001-a\.sql .* is missing here/,
  ],
  [
    'a file that comes late',
    [file('0001-a.sql'), file('0002-b.sql')],
    [done('0002-b.sql')],
    /0001-a\.sql comes before 0002-b\.sql/,
  ],
])('%s', (_what, files, ran, text) => {
  if (text) expect(refusal(files, ran)).toMatch(text)
  else expect(refusal(files, ran)).toBeUndefined()
})

const folder = mkdtempSync(join(tmpdir(), 'wattdesk-frozen-'))
const name = `t_${randomUUID().replaceAll('-', '')}`
const config = { host: inject('pgSocket'), user: 'wattdesk', database: name }
const admin = async (text: string) => {
  const c = new pg.Client({ ...config, database: 'postgres' })
  await c.connect()
  await c.query(text).finally(() => c.end())
}
beforeAll(() => admin(`create database ${name} template template0 strategy file_copy`))
afterAll(async () => {
  await admin(`drop database ${name} with (force)`)
  rmSync(folder, { recursive: true })
})

test('a start on an edited file fails with its name, and runs nothing', async () => {
  const write = (f: string, text: string) => writeFileSync(join(folder, f), text)
  const run = () => migrate(config, pathToFileURL(`${folder}/`))
  write('0001-a.sql', 'create table a (id int);\r\n')
  expect(await run()).toEqual(['0001-a.sql'])
  write('0001-a.sql', 'create table a (id int);\n')
  write('0002-b.sql', 'create table b (id int);')
  expect(await run()).toEqual(['0002-b.sql'])
  write('0001-a.sql', 'create table a (id bigint);\n')
  write('0003-c.sql', 'create table c (id int);')
  await expect(run()).rejects.toThrow('Migration 0001-a.sql was changed after it had run')
  write('0001-a.sql', 'create table a (id int);\n')
  write('0003-c.sql', 'create table c (id int); select broken')
  await expect(run()).rejects.toThrow('Migration 0003-c.sql failed: column "broken" does not exist')
  write('0003-c.sql', 'create table c (id int);')
  expect(await run()).toEqual(['0003-c.sql'])
})

test.each([
  ['a version that knows what the newer migration needs', '0001', undefined],
  ['a version of before', '0002', /newer .* has 0002-b\.sql/],
  ['a migration of which nothing is known', null, /newer .* has 0002-b\.sql/],
])('beside a newer migration: %s', (_what, needs, text) => {
  const refused = refusal([file('0001-a.sql')], [done('0001-a.sql'), { ...done('0002-b.sql'), needs }])
  if (text) expect(refused).toMatch(text)
  else expect(refused).toBeUndefined()
})

/** Runs files on a database of its own. */
async function onFresh(
  files: Record<string, string>,
  use: (
    run: (options?: Parameters<typeof migrate>[2]) => Promise<string[]>,
    c: pg.Client,
    write: (f: string, text: string) => void,
  ) => Promise<void>,
): Promise<void> {
  const own = { ...config, database: `t_${randomUUID().replaceAll('-', '')}` }
  const dir = mkdtempSync(join(tmpdir(), 'wattdesk-migrations-'))
  const write = (f: string, text: string) => writeFileSync(join(dir, f), text)
  for (const [f, text] of Object.entries(files)) write(f, text)
  await admin(`create database ${own.database} template template0 strategy file_copy`)
  const c = new pg.Client(own)
  await c.connect()
  try {
    await use(options => migrate(own, pathToFileURL(`${dir}/`), options), c, write)
  } finally {
    await c.end()
    await admin(`drop database ${own.database} with (force)`)
    rmSync(dir, { recursive: true })
  }
}

test('a migration waits two seconds at most for a lock, lets others pass, and tries again', () =>
  onFresh({ '0087-a.sql': 'create table a (id int);' }, async (run, holder, write) => {
    await run()
    write('0088-b.sql', 'alter table a add column b int;')
    await holder.query('begin')
    await holder.query('select from a')
    const said: string[] = []
    const migrated = run({ say: text => said.push(text) })
    const waits = `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table a%'`
    const other = new pg.Client({ ...config, database: holder.database ?? '' })
    await other.connect()
    const isWaiting = async () => (await other.query<{ n: number }>(waits)).rows[0]?.n === 1
    await expect.poll(isWaiting).toBe(true)
    // From now on readers of the table wait behind the migration, until the migration gives up its request for the lock.
    const began = performance.now()
    await other.query('select from a')
    expect(performance.now() - began).toBeLessThan(2500)
    await other.end()
    await expect.poll(() => said).toEqual(['Migration 0088-b.sql waits for a table that is in use …'])
    await holder.query('commit')
    expect(await migrated).toEqual(['0088-b.sql'])
  }))

test('a migration that gets no lock in all its time is told, and leaves nothing', () =>
  onFresh({ '0087-a.sql': 'create table a (id int);' }, async (run, holder, write) => {
    await run()
    write('0088-b.sql', 'create table b (id int); alter table a add column b int;')
    await holder.query('begin')
    await holder.query('select from a')
    const options = { say: () => undefined, lockMs: 20, pauseMs: 10, patienceMs: 100 }
    await expect(run(options)).rejects.toThrow('Migration 0088-b.sql failed: canceling statement due to lock timeout')
    await holder.query('commit')
    expect(
      (await holder.query(`select to_regclass('b') as b, (select count(*)::int from migration) as n`)).rows,
    ).toEqual([{ b: null, n: 1 }])
  }))

test('a migration that runs concurrently builds an index beside writers, with another node waiting for its turn', () =>
  onFresh(
    { '0087-a.sql': 'create table a (id int); insert into a select generate_series(1, 5000);' },
    async (run, c, write) => {
      await run()
      write(
        '0088-b.sql',
        `-- concurrently
      alter table a add column b int;
      do $$ begin loop
        update a set b = id where id in (select id from a where b is null limit 1000);
        exit when not found;
        commit;
      end loop; end $$;
      drop index concurrently if exists a_b;
      create index concurrently a_b on a (b);
      alter table a add constraint b_there check (b is not null) not valid;
      alter table a validate constraint b_there;`,
      )
      const [first, second] = await Promise.all([run(), run()])
      expect([...first, ...second]).toEqual(['0088-b.sql'])
      const { rows } = await c.query(
        `select indisvalid, (select count(distinct xmin::text)::int from a) as batches, (select needs from migration where name like '0088%')
        from pg_index where indexrelid = 'a_b'::regclass`,
      )
      expect(rows).toEqual([{ indisvalid: true, batches: 5, needs: '0000' }])
    },
  ))

test('the version before starts beside a newer one, unless a migration says that it must not', () =>
  onFresh({ '0087-a.sql': 'create table a (id int);' }, async (run, c, write) => {
    await run()
    const add = (name: string, needs: string | null) =>
      c.query('insert into migration (name, checksum, needs) values ($1, $2, $3)', [name, 'x', needs])
    await add('0088-newer.sql', '0000')
    await add('0089-newer.sql', '0087')
    expect(await run()).toEqual([])
    await add('0090-newer.sql', '0088')
    await expect(run()).rejects.toThrow(
      'The database is newer than this version of Wattdesk: it has 0090-newer.sql, the last known here is 0087-a.sql',
    )
    await c.query('truncate migration')
    write('0087-a.sql', '-- two versions: 0086, which reads b in its place\ncreate table if not exists a (id int);')
    await run()
    expect((await c.query('select needs from migration')).rows).toEqual([{ needs: '0086' }])
  }))
