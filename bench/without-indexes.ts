// Fills tables without their indexes, as a restore does: these are taken away first and built anew afterwards by the same
// definitions, so that the schema in the end is that of the migrations.
import { type Kysely, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

type Definition = { name: string; owner: string; drop: string; create: string }

/** Indexes that can be built anew: neither a primary key nor a unique key that another table refers to. */
const definitionsOf = async (db: Db, tables: readonly string[]): Promise<Definition[]> =>
  (
    await sql<Definition>`
      select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as owner,
        case when c.oid is null then 'drop index ' || i.indexrelid::regclass
          else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
        case when c.oid is null then pg_get_indexdef(i.indexrelid)
          else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as create
      from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'u'
      where i.indrelid::regclass::text = any(${sql.val([...tables])}::text[]) and not i.indisprimary
        and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = i.indexrelid)
      order by pg_relation_size(i.indrelid), 1`.execute(db)
  ).rows

/** Does `work` while the tables lack their indexes; `atOnce` indexes are built side by side. */
export async function withoutIndexes(
  db: Db,
  tables: readonly string[],
  work: () => Promise<void>,
  { atOnce = 2, onBuilt = (_name: string, _ms: number): void => undefined } = {},
): Promise<void> {
  const all = await definitionsOf(db, tables)
  for (const { drop } of all) await sql.raw(drop).execute(db)
  await work()
  const waiting = all.values()
  const build = async () => {
    for (const { name, create } of waiting) {
      const from = performance.now()
      await sql.raw(create).execute(db as Kysely<unknown>)
      onBuilt(name, performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, build))
}
