// PostgreSQL's description of a statement's columns: it prepares the text and describes its rows, and runs nothing.
import type pg from 'pg'
import { rowName, valuesOf } from '../table-types.ts'

export type Field = {
  /** As a row carries it. */
  name: string
  /** PostgreSQL's name of its type, lists with an underscore in front. */
  type: string
  /** True where the column of a table may be null, or an outer join may leave it out; undefined for an expression. */
  isNullable: boolean | undefined
  /** The texts that a check lets in. */
  values?: string[]
}

type Wire = {
  parse: (m: { text: string; name: string }) => void
  describe: (m: { type: 'S'; name: string }) => void
  sync: () => void
}
/** Prepares a text without a name, asks for its columns and goes. */
const describe = (client: pg.ClientBase, text: string): Promise<pg.FieldDef[]> =>
  new Promise((ok, no) => {
    let fields: pg.FieldDef[] = []
    client.query({
      submit: connection => {
        const wire = connection as unknown as Wire
        wire.parse({ text, name: '' })
        wire.describe({ type: 'S', name: '' })
        wire.sync()
      },
      handleRowDescription: (m: { fields: pg.FieldDef[] }) => {
        fields = m.fields
      },
      handleError: no,
      handleReadyForQuery: () => ok(fields),
    } as pg.Submittable)
  })

type Plan = {
  'Join Type'?: string
  'Parent Relationship'?: string
  Alias?: string
  Output?: string[]
  Plans?: Plan[]
}
const aliases = (p: Plan): string[] => [...(p.Alias ? [p.Alias] : []), ...(p.Plans ?? []).flatMap(aliases)]
/** The tables, by their aliases, of which an outer join may find no row. */
function missing(p: Plan): string[] {
  const join = p['Join Type']
  const sides = (p.Plans ?? []).filter(child => {
    const side = child['Parent Relationship']
    return join === 'Full' || (join === 'Left' && side === 'Inner') || (join === 'Right' && side === 'Outer')
  })
  return [...sides.flatMap(aliases), ...(p.Plans ?? []).flatMap(missing)]
}

const TYPES = 'select oid::int as oid, typname as name from pg_type'
const COLUMNS = `select a.attrelid::int as table, a.attnum as column, a.attnotnull as "isFilled",
    coalesce((select json_agg(pg_get_constraintdef(k.oid)) from pg_constraint k
      where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]), '[]'::json) as checks
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and a.attnum > 0`

/** Reads the catalogue once; the answer describes texts of statements, one after the other. */
export async function describer(client: pg.ClientBase): Promise<(text: string) => Promise<Field[]>> {
  const types = new Map((await client.query<{ oid: number; name: string }>(TYPES)).rows.map(r => [r.oid, r.name]))
  const columns = new Map(
    (await client.query<{ table: number; column: number; isFilled: boolean; checks: string[] }>(COLUMNS)).rows.map(
      r => [`${r.table} ${r.column}`, r],
    ),
  )
  return async text => {
    const fields = await describe(client, text)
    const { rows } = await client.query(`explain (generic_plan, verbose, format json) ${text}`)
    const plan = (rows[0] as { 'QUERY PLAN': { Plan: Plan }[] })['QUERY PLAN'][0]?.Plan ?? {}
    const mayMiss = new Set(missing(plan))
    return fields.map((f, n) => {
      const column = columns.get(`${f.tableID} ${f.columnID}`)
      const alias = /^(\w+)\.\w+$/.exec(plan.Output?.[n] ?? '')?.[1]
      const values = column && valuesOf(column.checks)?.map(v => v.replaceAll("'", ''))
      return {
        name: rowName(f.name),
        type: types.get(f.dataTypeID) ?? String(f.dataTypeID),
        isNullable: column ? !column.isFilled || (alias !== undefined && mayMiss.has(alias)) : undefined,
        ...(values && { values }),
      }
    })
  }
}
