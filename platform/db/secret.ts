// What the installation keeps about itself in the table `setting`.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './db.ts'

/** The value under a key, made by `make` when there is none; of two that make it at once, the first stands. */
async function settingOr(db: Db, key: string, make: () => string): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    with made as (insert into setting (key, value) values (${key}, to_jsonb(${make()}::text)) on conflict do nothing returning value)
    select value from made union all select value from setting where key = ${key} limit 1`.execute(db)
  return rows[0]?.value ?? settingOr(db, key, make)
}

/** The secret that signs tokens, when none is given from outside. */
export const tokenSecret = (db: Db): Promise<string> =>
  settingOr(db, 'token-secret', () => randomBytes(48).toString('base64url'))
