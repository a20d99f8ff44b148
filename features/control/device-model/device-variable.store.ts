// The variables that stations of OCPP 2.0.1 have told: as a tree of components, and as a list.
import type { ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { texts } from '#platform/db/columns.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { type Columns, endSql, filtersSql, joined, type Keyed, searchSql } from '#platform/db/list.ts'
import { type ListRows, pageOrExportRows } from '#platform/http/exports.ts'
import type { VariableName } from './device-model.rules.ts'

/** The variables of a station that may be set, with their values. */
export const settable = async (db: Db | Trx, pk: number): Promise<(VariableName & { value: string | null })[]> =>
  (
    await sql<
      VariableName & { value: string | null }
    >`select component, component_instance, evse_id, connector_id, variable,
      variable_instance, value from device_variable
    where chargepoint_pk = ${pk} and attribute = 'Actual' and mutability <> 'ReadOnly'`.execute(db)
  ).rows

/** The keys of a variable and its component, as `variableKey` and `componentKey` write them. */
const componentSql = sql`(v.component || case when v.component_instance <> '' then '[' || v.component_instance || ']' else '' end
  || case when v.evse_id = 0 then '' else '#' || v.evse_id || case when v.connector_id = 0 then '' else '.' || v.connector_id end end)`
const keySql = sql`(${componentSql} || '.' || v.variable || case when v.variable_instance <> '' then '[' || v.variable_instance || ']' else '' end)`
const nameSql = sql`v.component, v.component_instance, v.evse_id, v.connector_id, v.variable, v.variable_instance`

export type ComponentRow = Omit<VariableName, 'variable' | 'variableInstance'> & { key: string; variables: number }
export const MOST_COMPONENTS = 2000
/** The components of a station with the number of their variables, one more than are shown where there are more. */
export const components = async (db: Db, pk: number): Promise<ComponentRow[]> =>
  (
    await sql<ComponentRow>`select ${componentSql} as key, v.component, v.component_instance, v.evse_id, v.connector_id,
        count(distinct (v.variable, v.variable_instance))::int as variables
      from device_variable v where v.chargepoint_pk = ${pk}
      group by v.component, v.component_instance, v.evse_id, v.connector_id
      order by lower(v.component), v.component_instance, v.evse_id, v.connector_id limit ${MOST_COMPONENTS + 1}`.execute(
      db,
    )
  ).rows
export const countVariables = async (db: Db, pk: number): Promise<number> =>
  (
    await sql<{ n: number }>`select count(distinct (${nameSql}))::int as n from device_variable v
      where v.chargepoint_pk = ${pk}`.execute(db)
  ).rows[0]?.n ?? 0

export type AttributeRow = {
  attribute: 'Actual' | 'Target' | 'MinSet' | 'MaxSet'
  value: string | null
  mutability: 'ReadOnly' | 'WriteOnly' | 'ReadWrite'
  persistent: boolean
  constant: boolean
}
export type VariableRow = VariableName & {
  key: string
  attributes: unknown
  characteristics: unknown
  toldAt: Date
}
const columns: Columns = {
  key: { sql: sql`x.key`, type: 'text', order: sql`lower(x.key)` },
  component: { sql: sql`x.of`, type: 'text' },
  variable: { sql: sql`x.variable`, type: 'text', order: sql`lower(x.variable)` },
  value: { sql: sql`x.value`, type: 'text' },
  mutability: { sql: sql`x.mutability`, type: 'text' },
  toldAt: { sql: sql`x.told_at`, type: 'date' },
}
export type VariableQuery = ListQuery & { of?: string | undefined }
/** The variables of a station that the query means, as `x`. */
const narrowed = (pk: number, { of, ...query }: VariableQuery): RawBuilder<unknown> => sql`(
    select ${keySql} as key, ${componentSql} as of, ${nameSql}, max(v.told_at) as told_at,
      max(v.value) filter (where v.attribute = 'Actual') as value,
      coalesce(max(v.mutability) filter (where v.attribute = 'Actual'), max(v.mutability)) as mutability,
      (array_agg(v.characteristics) filter (where v.characteristics is not null))[1] as characteristics,
      json_agg(json_build_object('attribute', v.attribute, 'value', v.value, 'mutability', v.mutability, 'persistent', v.persistent,
        'constant', v.constant) order by array_position(array['Actual', 'Target', 'MinSet', 'MaxSet'], v.attribute)) as attributes
    from device_variable v where v.chargepoint_pk = ${pk} and ${of === undefined ? sql`true` : sql`${componentSql} = ${of}`}
    group by ${nameSql}) x
  where ${joined([searchSql(query.q, [sql`x.key`, sql`x.value`]), filtersSql(query.filters, columns, query.tz)], 'AND')}`

export const list = (db: Db, pk: number, query: VariableQuery): Promise<ListRows<VariableRow>> =>
  pageOrExportRows(
    db,
    query,
    sql<VariableRow & Keyed<string>>`select x.key as cursor_key, x.key, x.component, x.component_instance, x.evse_id,
      x.connector_id, x.variable, x.variable_instance, x.attributes, x.characteristics, x.told_at
      from ${narrowed(pk, query)} ${endSql(query, 'key', columns, { text: sql`x.key` })}`,
  )
export const count = async (db: Db, pk: number, query: VariableQuery): Promise<number> =>
  (await sql<{ n: number }>`select count(x.key)::int as n from ${narrowed(pk, query)}`.execute(db)).rows[0]?.n ?? 0

const isVariable = (pk: number, n: VariableName, attribute: string) =>
  sql<boolean>`chargepoint_pk = ${pk} and component = ${n.component} and component_instance = ${n.componentInstance}
    and evse_id = ${n.evseId} and connector_id = ${n.connectorId} and variable = ${n.variable}
    and variable_instance = ${n.variableInstance} and attribute = ${attribute}`

export type KnownVariable = { value: string | null; mutability: string; dataType: string | null }
/** An attribute of a variable as it was told; undefined where none was. */
export const known = async (
  db: Db | Trx,
  pk: number,
  name: VariableName,
  attribute: string,
): Promise<KnownVariable | undefined> =>
  (
    await sql<KnownVariable>`select value, mutability, characteristics ->> 'dataType' as data_type from device_variable
      where ${isVariable(pk, name, attribute)}`.execute(db)
  ).rows[0]

/** A value that the station has taken or told counts as its value from then on. */
export const takeValue = (
  db: Db | Trx,
  { pk, name, attribute, value, at }: { pk: number; name: VariableName; attribute: string; value: string; at: Date },
): Promise<unknown> =>
  sql`update device_variable set value = ${value}, told_at = ${at} where ${isVariable(pk, name, attribute)}`.execute(db)

/** Of these keys, in small letters, the variables that may be set. */
export const byKeys = async (
  db: Db,
  pk: number,
  keys: readonly string[],
): Promise<(VariableName & { key: string })[]> =>
  (
    await sql<VariableName & { key: string }>`select ${keySql} as key, ${nameSql} from device_variable v
      where v.chargepoint_pk = ${pk} and v.attribute = 'Actual' and v.mutability <> 'WriteOnly'
        and lower(${keySql}) = any(${texts(keys)})`.execute(db)
  ).rows
