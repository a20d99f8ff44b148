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
