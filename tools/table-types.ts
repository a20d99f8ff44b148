// The types of the tables as Kysely sees them, read from a migrated database: names in camel case, values as the driver
// gives them (platform/db/dialect-pg.ts), and for a column that a check holds to a list of values just those.
import { CamelCasePlugin } from 'kysely'
import type pg from 'pg'

/** The type of a value as the driver's parsers read it, by PostgreSQL's name of the column's type. */
export const READ_AS: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int4multirange: 'string',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  name: 'string',
  varchar: 'string',
  bpchar: 'string',
  uuid: 'string',
  date: 'string',
  timestamptz: 'Date',
  bytea: 'Buffer',
  int8multirange: 'string',
  datemultirange: 'string',
  json: 'unknown',
  jsonb: 'unknown',
  _bool: 'boolean[]',
  _int2: 'number[]',
  _int4: 'number[]',
  _int8: 'number[]',
  _float8: 'number[]',
  _text: 'string[]',
  _timestamptz: 'Date[]',
}

type Column = {
  name: string
  type: string
  isNullable: boolean
  /** 'default' may be left out of an insert, 'always' may never be in one. */
  given: 'must' | 'default' | 'always'
  /** The definitions of the checks on this column alone. */
  checks: string[]
}
type Table = { name: string; definition: string | null; columns: Column[] }

const TABLES = `
  select c.relname as name, case when c.relkind = 'v' then pg_get_viewdef(c.oid) end as definition,
    (select json_agg(json_build_object('name', a.attname, 'type', t.typname, 'isNullable', not a.attnotnull,
        'given', case when a.attidentity = 'a' or a.attgenerated <> '' then 'always'
          when a.atthasdef or a.attidentity = 'd' then 'default' else 'must' end,
        'checks', coalesce((select json_agg(pg_get_constraintdef(k.oid) order by k.conname) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]), '[]'::json)) order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
    and c.relname <> 'migration'
    -- Those that an extension brought.
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname`
const BASE_COLUMNS = `
  select a.attnotnull as is_filled, coalesce((select json_agg(pg_get_constraintdef(k.oid) order by k.conname)
    from pg_constraint k where k.conrelid = $1 and k.contype = 'c' and k.conkey = array[a.attnum]), '[]'::json) as checks
  from pg_attribute a where a.attrelid = $1 and a.attnum = $2`

class CamelCase extends CamelCasePlugin {
  of(name: string): string {
    return this.camelCase(name)
  }
}
const camel = new CamelCase({ maintainNestedObjectKeys: true })
/** The name of a column as rows carry it. */
export const rowName = (column: string): string => camel.of(column)

/** The only values that the checks of a column let in; undefined when they name none. */
export function valuesOf(checks: readonly string[]): string[] | undefined {
  for (const check of checks) {
    const list = /^CHECK \(\((?:\(\w+ IS NULL\) OR \()?\(?\w+\)? = ANY \(ARRAY\[(.+)\]\)\)?\)\)$/.exec(check)?.[1]
    const values = list?.match(/'(?:[^']|'')*'|-?\d+/g)
    if (values) return values.map(v => (v.startsWith("'") ? `'${v.slice(1, -1).replaceAll("''", "\\'")}'` : v))
  }
  return undefined
}

/** How a column is read, and how it is written where that differs. */
function typeOf(table: string, c: Column): string {
  const read = READ_AS[c.type]
  if (read === undefined) throw new Error(`${table}.${c.name}: no type is known for ${c.type}`)
  const values = valuesOf(c.checks)
  const orNull = c.isNullable ? ' | null' : ''
  const wrapped = (type: string) =>
    c.given === 'always' ? `GeneratedAlways<${type}>` : c.given === 'default' ? `Generated<${type}>` : type
  if (read === 'Date' || read === 'unknown') {
    const name = read === 'Date' ? 'At' : 'Json'
    return c.given === 'must' ? `${name}${orNull}` : `${c.given === 'always' ? 'Always' : 'Given'}${name}${orNull}`
  }
  return wrapped(`${values ? values.join(' | ') : read}${orNull}`)
}

/** A view's columns are filled where its statement takes them from a filled column and joins nothing that may be missing. */
async function ofView(client: pg.ClientBase, { definition, columns }: Table): Promise<Column[]> {
  if (definition === null) return columns
  const mayMiss = /\b(left|right|full)\s+(outer\s+)?join\b/i.test(definition)
  const { fields } = await client.query(definition.replace(/;\s*$/, ' limit 0'))
  const all: Column[] = []
  for (const [n, c] of columns.entries()) {
    const field = fields[n]
    const base = field?.tableID
      ? (await client.query(BASE_COLUMNS, [field.tableID, field.columnID])).rows[0]
      : undefined
    all.push({ ...c, given: 'must', isNullable: mayMiss || !base?.is_filled, checks: base?.checks ?? [] })
  }
  return all
}

const HEADER = `// The tables as Kysely sees them, read from a migrated database by \`npm run tables\`: not edited by hand.
// platform/db/tables.test.ts compares the file with the database.
`
const HELPERS: readonly [string, string, string][] = [
  ['Json', 'ColumnType', 'type Json = ColumnType<unknown, string, string>'],
  ['GivenJson', 'ColumnType', 'type GivenJson = ColumnType<unknown, string | undefined, string>'],
  ['At', 'ColumnType', 'type At = ColumnType<Date, Date | string, Date | string>'],
  ['GivenAt', 'ColumnType', 'type GivenAt = ColumnType<Date, Date | string | undefined, Date | string>'],
  ['AlwaysAt', 'ColumnType', 'type AlwaysAt = ColumnType<Date, never, never>'],
]

/** The whole file platform/db/tables.ts for the database behind `client`, formatted as Biome does. */
export async function tableTypes(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<Table>(TABLES)
  let body = 'export type Tables = {\n'
  for (const table of rows) {
    const columns = table.definition === null ? table.columns : await ofView(client, table)
    body += `  ${rowName(table.name)}: {\n`
    for (const c of columns) body += property(`    ${rowName(c.name)}: `, typeOf(table.name, c))
    body += '  }\n'
  }
  body += '}\n'
  const used = (name: string) => new RegExp(`\\b${name}\\b`).test(body)
  const helpers = HELPERS.filter(([name]) => used(name))
  const imports = ['ColumnType', 'Generated', 'GeneratedAlways'].filter(
    name => used(name) || helpers.some(([, needs]) => needs === name),
  )
  return `${HEADER}import type { ${imports.join(', ')} } from 'kysely'\n\n${helpers.map(h => h[2]).join('\n')}\n\n${body}`
}

/** Returns one property, over several lines if too long for a single line. */
function property(head: string, type: string): string {
  const line = `${head}${type}`
  if (line.length <= 120) return `${line}\n`
  const [, open = '', inner = '', close = ''] = /^(\w+<)?(.*?)(>)?$/.exec(type) ?? []
  const indent = ' '.repeat(6)
  const parts = inner.split(' | ').map(v => `${indent}| ${v}`)
  return open ? `${head}${open}\n${parts.join('\n')}\n    ${close}\n` : `${head.trimEnd()}\n${parts.join('\n')}\n`
}
