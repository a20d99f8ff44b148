// The installation's own values, by key, in the table `setting`.
import { sql } from 'kysely'
import type { Db, Trx } from './db.ts'

/** The value under a key; undefined where there is none. */
export const setting = async (db: Db | Trx, key: string): Promise<unknown> =>
  (await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst())?.value

/** Keeps a value, which JSON can say, in place of the one before. */
export const keepSetting = (db: Db | Trx, key: string, value: unknown): Promise<unknown> =>
  sql`insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(db)

/**
 * The value under a key, made by `make` when there is none; of two that make it at once, the first stands.
 * @param make is called each time, also where the value is there
 */
export async function settingOr(db: Db, key: string, make: () => string): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    with made as (insert into setting (key, value) values (${key}, to_jsonb(${make()}::text)) on conflict do nothing returning value)
    select value from made union all select value from setting where key = ${key} limit 1`.execute(db)
  return rows[0]?.value ?? settingOr(db, key, make)
}
