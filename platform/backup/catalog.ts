// The content of a database, for a backup and for the comparison after a restore: tables and parts with their columns,
// sequences, and the sum of a table's rows.
import type pg from 'pg'

/** The product's own tables, and those of its jobs (pg-boss). */
const IN_SCHEMAS = `n.nspname in ('public', 'pgboss')`

export type TableName = { schema: string; name: string }
export type CatalogTable = TableName & { parent: string | null; bound: string | null; columns: string[] }
/** A sequence, whose next value follows from both. */
export type SequenceValue = { schema: string; name: string; value: string; isCalled: boolean }

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const nameOf = (t: TableName): string => `${quoted(t.schema)}.${quoted(t.name)}`
/** As people read it: tables of the product by their name alone. */
export const shortNameOf = (t: TableName): string => (t.schema === 'public' ? t.name : `${t.schema}.${t.name}`)

/**
 * Settings under which a row reads the same in every database. The session may take its time, and nothing of it is put
 * off by the settings of a server or a role.
 */
export const STEADY_SESSION = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set search_path = public; set row_security = off;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`

/** The tables that hold rows: tables, and of tables in parts the parts. Their columns without those that are computed. */
export async function tablesOf(client: pg.ClientBase): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(`
    select n.nspname as schema, c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
        and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    where ${IN_SCHEMAS} and c.relkind = 'r'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1, 2`)
  return rows
}

export async function sequencesOf(client: pg.ClientBase): Promise<SequenceValue[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${IN_SCHEMAS} and c.relkind = 'S' order by 1, 2`)
  const found: SequenceValue[] = []
  for (const row of rows) {
    const { rows: values } = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${nameOf(row)}`,
    )
    const { value = '1', is_called = false } = values[0] ?? {}
    found.push({ ...row, value, isCalled: is_called })
  }
  return found
}

/**
 * How many rows a table has, and the sum of their hashes: the same whatever their order, and another one when any value
 * of any row is another.
 */
export async function sumOf(
  client: pg.ClientBase,
  table: TableName & { columns: readonly string[] },
): Promise<{ rows: number; sum: string }> {
  const row = `row(${table.columns.map(c => `t.${quoted(c)}`).join(', ')})::text`
  const { rows } = await client.query<{ n: string; sum: string }>(`
    select count(*)::text as n, coalesce(sum(
      ('x' || encode(substring(sha256(convert_to(${row}, 'UTF8')) from 1 for 8), 'hex'))::bit(64)::bigint), 0)::text as sum
    from only ${nameOf(table)} t`)
  return { rows: Number(rows[0]?.n ?? 0), sum: rows[0]?.sum ?? '0' }
}

/** The version of the tables of jobs; null where there are none. */
export async function jobsVersionOf(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ is: boolean }>(`select to_regclass('pgboss.version') is not null as is`)
  if (!rows[0]?.is) return null
  return (await client.query<{ version: number }>('select version from pgboss.version')).rows[0]?.version ?? null
}
