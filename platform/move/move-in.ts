// Takes the rows of an owner in, in one transaction of the caller: stages them in temporary tables, gives every record a new
// id, works all values out, compares them with what is there, and inserts them. Whatever breaks off leaves nothing.
import { type RawBuilder, sql } from 'kysely'
import type { Through } from '#platform/backup/keys.ts'
import { bigints } from '#platform/db/columns.ts'
import type { Trx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import { linesOf, type MoveManifest, type StoredTable } from './move-manifest.ts'
import { columnsOf } from './move-out.ts'
import { idsOf, type MovedTable, type MovePlan, type SharedTable, staged, targetOf, worked } from './move-plan.ts'

const BATCH_CHARS = 2_000_000
/** Values that a problem is shown with. */
const MOST_SHOWN = 20

/** Why the rows cannot be taken: a value that the other side has, or that leads to a record that does not move. */
export type Problem = { table: string; what: string; values: string[]; count: number }

const run = (trx: Trx, text: string) => sql.raw(text).execute(trx)
/** The rows of a statement on the temporary tables of this transaction, which no check of types can look up. */
const ask = async <R>(trx: Trx, statement: RawBuilder<unknown>): Promise<R[]> =>
  (await statement.execute(trx)).rows as R[]

export class MoveIn {
  readonly trx: Trx
  readonly plan: MovePlan
  readonly isDryRun: boolean
  readonly from: { place: Files; open: Through; manifest: MoveManifest }
  constructor(
    trx: Trx,
    plan: MovePlan,
    isDryRun: boolean,
    from: { place: Files; open: Through; manifest: MoveManifest },
  ) {
    this.trx = trx
    this.plan = plan
    this.isDryRun = isDryRun
    this.from = from
  }

  /** Stages all rows and gives every record its id. */
  async stage(): Promise<void> {
    const { manifest } = this.from
    for (const t of this.plan.shared) await this.#stageTable(t, 'shared_', manifest.shared)
    for (const t of this.plan.moved) await this.#stageTable(t, '', manifest.tables)
    if (!this.isDryRun) for (const text of this.plan.locks) await run(this.trx, text)
    for (const space of Object.keys(this.plan.spaces)) await this.#drawIds(space)
    for (const t of this.plan.shared) await this.#findShared(t)
    await this.#makeJsonMapper()
    for (const text of this.plan.prepare) await run(this.trx, text.replaceAll(':n', String(await this.newOwner())))
  }

  async #stageTable(t: MovedTable | SharedTable, prefix: string, tables: readonly StoredTable[]): Promise<void> {
    const name = staged(`${prefix}${t.table}`)
    const columns = (await columnsOf(this.trx, t.table)).map(c => `"${c.name}"`).join(', ')
    await run(this.trx, `create temp table ${name} on commit drop as select ${columns} from ${t.table} with no data`)
    const file = tables.find(f => f.name === t.table)
    if (!file) throw new Error(`The export lacks the table ${t.table}.`)
    let lines: string[] = []
    let chars = 0
    let rows = 0
    const insert = async () => {
      if (lines.length === 0) return
      await sql`insert into ${sql.table(name)} select * from json_populate_recordset(null::${sql.table(name)},
        ${`[${lines.join(',')}]`}::json)`.execute(this.trx)
      lines = []
      chars = 0
    }
    for await (const line of linesOf(this.from.place, file.stored, this.from.open)) {
      lines.push(line)
      chars += line.length
      rows++
      if (chars >= BATCH_CHARS) await insert()
    }
    await insert()
    if (rows !== file.rows) throw new Error(`${file.stored.name} has ${rows} rows in place of ${file.rows}.`)
    await run(this.trx, `analyze ${name}`)
  }

  /** The ids of a space: of records that move, and of those that are named alone. */
  async #drawIds(space: string): Promise<void> {
    const old = this.plan.moved.flatMap(t => [
      ...(t.key?.[1] === space ? [`select ${t.key[0]}::bigint as o from ${staged(t.table)}`] : []),
      ...Object.entries(t.ids ?? {}).flatMap(([name, target]) => {
        const { space: to, sign } = targetOf(target)
        return to === space && sign === '+'
          ? [`select ${name}::bigint from ${staged(t.table)} where ${name} is not null`]
          : []
      }),
    ])
    const name = await this.#sequenceOf(space)
    // A dry run draws no number.
    const id = this.isDryRun
      ? `(select last_value from ${name}) + row_number() over (order by o)`
      : `nextval('${name}')`
    await run(this.trx, `create temp table ${idsOf(space)} (o bigint primary key, n bigint not null) on commit drop`)
    if (old.length > 0)
      await run(
        this.trx,
        `insert into ${idsOf(space)} select o, ${id} from (select o from (${old.join(' union ')}) u order by o) x`,
      )
    await run(this.trx, `analyze ${idsOf(space)}`)
  }

  /** The ids of records on this side; those that are not known yet get one that no record has. */
  async idsFor(space: string, old: readonly number[]): Promise<Map<number, number>> {
    const map = sql.table(idsOf(space))
    await sql`with o as (select distinct id from unnest(${bigints(old)}) id
        where not exists (select from ${map} m where m.o = id))
      insert into ${map} select id, nextval(${await this.#sequenceOf(space)}::regclass) from (select id from o order by id) x`.execute(
      this.trx,
    )
    const rows = await ask<{ o: number; n: number }>(
      this.trx,
      sql`select o::int as o, n::int as n from ${map} where o = any(${bigints(old)})`,
    )
    return new Map(rows.map(r => [r.o, r.n]))
  }

  async #sequenceOf(space: string): Promise<string> {
    const { table, column, sequence } = this.plan.spaces[space] ?? { table: '', column: '' }
    const { rows } = await sql<{ name: string | null }>`select coalesce(${sequence ?? null},
      pg_get_serial_sequence(${table}, ${column})) as name`.execute(this.trx)
    const name = rows[0]?.name
    if (!name) throw new Error(`No sequence gives ids of ${space}.`)
    return name
  }

  async #findShared({ table, key: [column, space], natural }: SharedTable): Promise<void> {
    const name = staged(`shared_${table}`)
    const columns = (await columnsOf(this.trx, table)).map(c => `"${c.name}"`).filter(c => c !== `"${column}"`)
    const keys = natural.join(', ')
    if (!this.isDryRun)
      await run(
        this.trx,
        `insert into ${table} (${columns.join(', ')}) select ${columns.join(', ')} from ${name}
        where (${keys}) not in (select ${keys} from ${table}) on conflict do nothing`,
      )
    const join = natural.map((_, i) => `h.k${i} = t.k${i}`).join(' and ')
    const keyed = natural.map((k, i) => `${k} as k${i}`).join(', ')
    await run(
      this.trx,
      `insert into ${idsOf(space)} select h.id, t.id from (select ${column} as id, ${keyed} from ${name}) h
      join (select ${column} as id, ${keyed} from ${table}) t on ${join} on conflict do nothing`,
    )
    // A dry run makes no record, and what is missing counts as made.
    if (this.isDryRun)
      await run(
        this.trx,
        `insert into ${idsOf(space)} select ${column}, -row_number() over () from ${name} on conflict do nothing`,
      )
  }

  /** The function that replaces ids under known keys in JSON; ids of records that do not move become null. */
  async #makeJsonMapper(): Promise<void> {
    const keys = Object.entries(this.plan.jsonKeys)
    const cases = [...new Set(keys.map(([, space]) => space))]
      .map(space => `when '${space}' then (select n from ${idsOf(space)} where o = id)`)
      .join(' ')
    await run(this.trx, `create temp table move_key (key text primary key, space text not null) on commit drop`)
    await run(this.trx, `insert into move_key values ${keys.map(([k, s]) => `('${k}', '${s}')`).join(', ')}`)
    await run(
      this.trx,
      `create or replace function pg_temp.move_id(space text, id bigint) returns bigint language sql stable as $$
      select case space ${cases} end $$`,
    )
    await run(
      this.trx,
      `create or replace function pg_temp.move_value(key text, v jsonb) returns jsonb language plpgsql stable as $$
      declare of_key text := (select k.space from move_key k where k.key = move_value.key);
      begin
        if of_key is not null and jsonb_typeof(v) = 'number' and v::text ~ '^[0-9]{1,18}$' then
          return coalesce(to_jsonb(pg_temp.move_id(of_key, v::text::bigint)), 'null'::jsonb);
        elsif jsonb_typeof(v) = 'array' then
          return coalesce((select jsonb_agg(pg_temp.move_value(key, e) order by i) from jsonb_array_elements(v) with ordinality x (e, i)), '[]');
        elsif jsonb_typeof(v) = 'object' then
          -- A condition of a list names its field beside the value.
          return coalesce((select jsonb_object_agg(e.key, case when e.key = 'value' and v ? 'field'
            then pg_temp.move_value(v->>'field', e.value) else pg_temp.move_value(e.key, e.value) end) from jsonb_each(v) e), '{}');
        end if;
        return v;
      end $$`,
    )
    const found = keys.map(([k]) => k).join('|')
    await run(
      this.trx,
      `create or replace function pg_temp.moved_json(v jsonb) returns jsonb language sql stable as $$
      select case when v::text ~ '"(${found})"' then pg_temp.move_value('', v) else v end $$`,
    )
  }

  async newOwner(): Promise<number> {
    const { id } = this.from.manifest.owner
    const n = (await ask<{ n: number }>(this.trx, sql`select n::int as n from mm_team where o = ${id}`))[0]?.n
    if (n === undefined) throw new Error('The export does not hold its own company.')
    return n
  }

  /** Works all values out, and returns why they cannot be inserted. */
  async work(): Promise<Problem[]> {
    const problems: Problem[] = []
    for (const t of this.plan.moved) {
      problems.push(...(await this.#strays(t)))
      await this.#workTable(t)
      if (t.onConflict === undefined) problems.push(...(await this.#taken(t)))
    }
    return problems
  }

  /** Rows that name a record which must move and does not. */
  async #strays(t: MovedTable): Promise<Problem[]> {
    const found: Problem[] = []
    for (const [column, target] of Object.entries(t.ids ?? {})) {
      const { space, sign } = targetOf(target)
      if (sign === '?' || sign === '+') continue
      const of =
        sign === '[]'
          ? `cross join lateral unnest(s.${column}) v (id)`
          : `cross join lateral (select s.${column}::bigint) v (id)`
      const rows = await ask<{ n: number; ids: string[] | null }>(
        this.trx,
        sql`select count(*)::int as n,
        (array_agg(distinct v.id::text))[:${sql.lit(MOST_SHOWN)}] as ids from ${sql.raw(`${staged(t.table)} s ${of}
        where v.id is not null and not exists (select from ${idsOf(space)} m where m.o = v.id)`)}`,
      )
      const { n = 0, ids } = rows[0] ?? {}
      if (n > 0)
        found.push({
          table: t.table,
          what: `${column} names a ${space} of another company`,
          values: ids ?? [],
          count: n,
        })
    }
    return found
  }

  async #workTable(t: MovedTable): Promise<void> {
    const columns = await columnsOf(this.trx, t.table)
    const owner = await this.newOwner()
    const joins: string[] = []
    const values = columns.map(({ name, type }) => {
      const given = t.set?.[name]
      if (given !== undefined) return `(${given.replaceAll(':n', String(owner))})::${type} as "${name}"`
      if (t.json?.includes(name)) return `pg_temp.moved_json(s."${name}"::jsonb)::${type} as "${name}"`
      const target = t.key?.[0] === name ? t.key[1] : t.ids?.[name]
      if (target === undefined) return `s."${name}"`
      const { space, sign } = targetOf(target)
      if (sign === '[]')
        // Nobody stays nobody, and nothing stays nothing.
        return `case when s."${name}" is not null then coalesce((select array_agg(m.n order by e.i)
          from unnest(s."${name}") with ordinality e (id, i)
          left join ${idsOf(space)} m on m.o = e.id)::${type}, '{}') end as "${name}"`
      joins.push(`left join ${idsOf(space)} j${joins.length} on j${joins.length}.o = s."${name}"`)
      return `j${joins.length - 1}.n::${type} as "${name}"`
    })
    await run(
      this.trx,
      `create temp table ${worked(t.table)} on commit drop as select ${values.join(', ')}
      from ${staged(t.table)} s ${joins.join(' ')}`,
    )
  }

  /** Values that a unique index of the table has already. */
  async #taken(t: MovedTable): Promise<Problem[]> {
    const { rows: indexes } = await sql<{ name: string; keys: string[]; only: string | null }>`
      select c.relname::text as name, pg_get_expr(i.indpred, i.indrelid) as only,
        array(select pg_get_indexdef(i.indexrelid, k, true) from generate_series(1, i.indnkeyatts) k) as keys
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = ${t.table}::regclass and i.indisunique`.execute(this.trx)
    const found: Problem[] = []
    for (const { name, keys, only } of indexes) {
      // An id of this side is new, and so is whatever holds one.
      if (keys.some(k => t.anew?.includes(k) || k === t.key?.[0] || t.ids?.[k] !== undefined)) continue
      const list = keys.map((k, i) => `${k} as k${i}`).join(', ')
      const where = only === null ? '' : `where ${only}`
      const same = keys.map((_, i) => `h.k${i} = x.k${i}`).join(' and ')
      const shown = keys.map((_, i) => `x.k${i}`).join(', ')
      const rows = await ask<{ n: number; taken: string[] | null }>(
        this.trx,
        sql`select count(*)::int as n,
        (array_agg(taken order by taken))[:${sql.lit(MOST_SHOWN)}] as taken from (select concat_ws(' ', ${sql.raw(shown)}) as taken
          from (select ${sql.raw(`${list} from ${worked(t.table)} ${where}`)}) x
          where exists (select from (select ${sql.raw(`${list} from ${t.table} ${where}`)}) h where ${sql.raw(same)})) y`,
      )
      const { n = 0, taken } = rows[0] ?? {}
      if (n > 0) found.push({ table: t.table, what: name, values: taken ?? [], count: n })
    }
    return found
  }

  /** Inserts all rows; `after` is told of each table that is in. */
  async insert(after: (table: string) => Promise<void> = async () => undefined): Promise<void> {
    for (const t of this.plan.moved) {
      if (t.isInserted !== false) {
        const columns = (await columnsOf(this.trx, t.table)).map(c => c.name).filter(c => !t.anew?.includes(c))
        const list = columns.map(c => `"${c}"`).join(', ')
        const order = t.key?.[0] ?? t.anew?.[0]
        await run(
          this.trx,
          `insert into ${t.table} (${list}) overriding system value select ${list} from ${worked(t.table)}
          ${order === undefined ? '' : `order by "${order}"`} ${t.onConflict ?? ''}`,
        )
      }
      await after(t.table)
    }
  }
}
