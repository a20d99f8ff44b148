// The register of vehicles. The columns bear the names of the fields; amounts are stored in paise and travel in rupees.
import { paiseFromRupees, rupeesFromPaise } from '@wattdesk/base/money'
import type { ChoiceQuery, ListQuery } from '@wattdesk/base/paging'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import {
  type Columns,
  choiceSql,
  filtersSql,
  joined,
  keyColumn,
  orderSql,
  pageSql,
  searchSql,
} from '#platform/db/list.ts'
import type { Stored } from '#platform/db/record.ts'
import { askedRows, type Rows } from '#platform/http/exports.ts'
import type { AvailableVehicle, Vehicle } from './vehicle.contract.ts'
import type { VehicleBody } from './vehicle-body.contract.ts'
import { documentNames, VEHICLE_TYPES, WRITTEN } from './vehicle-words.contract.ts'

export type Row = Stored<'vehicle'> & { teamName: string; path: number[]; assignedDriverName: string | null }

const columns: Columns = {
  vehicle_id: keyColumn(sql`v.vehicle_id`),
  registration_number: { sql: sql`v.registration_number`, type: 'text' },
  make: { sql: sql`v.make`, type: 'text' },
  model: { sql: sql`v.model`, type: 'text' },
  vehicle_type: { sql: sql`v.vehicle_type`, type: 'text' },
  usage_type: { sql: sql`v.usage_type`, type: 'text' },
  owner_name: { sql: sql`v.owner_name`, type: 'text' },
  year_of_manufacture: { sql: sql`v.year_of_manufacture`, type: 'number' },
  // A day has no zone: its noon lies within the same day almost everywhere.
  insurance_expiry_date: {
    sql: sql`((v.insurance_expiry_date + time '12:00') at time zone 'UTC')`,
    type: 'date',
  },
  assigned_driver_name: { sql: sql`d.full_name`, type: 'text' },
  team_name: { sql: sql`t.name`, type: 'text' },
}
const SHOWN = sql`v.*, t.name as team_name, t.path, d.full_name as assigned_driver_name`
const FROM = sql`vehicle v join team t on t.id = v.team_id left join driver d on d.id = v.user_pk`
/** As a plate is looked for, however it is spaced. */
const plate = sql`regexp_replace(v.registration_number, '[^A-Za-z0-9]', '', 'g')`
const SEARCHED = [
  sql`v.registration_number`,
  sql`v.make`,
  sql`v.model`,
  sql`v.variant`,
  sql`v.vin`,
  sql`v.owner_name`,
  sql`d.full_name`,
  sql`t.name`,
]
const bare = (q: string) => q.replaceAll(/[^A-Za-z0-9]/g, '')

const searched = (q: string | undefined): RawBuilder<boolean> => {
  const found = searchSql(q, SEARCHED, [[sql`v.vehicle_type`, VEHICLE_TYPES]])
  return q && bare(q) ? joined([found, searchSql(bare(q), [plate])], 'OR') : found
}
const narrowed = (scope: Scope, query: ListQuery): RawBuilder<boolean> =>
  joined(
    [
      sql<boolean>`v.deleted_at is null`,
      within(scope, 'v'),
      searched(query.q),
      filtersSql(query.filters, columns, query.tz),
    ],
    'AND',
  )

/** One page of a scope, newest first unless sorted otherwise. */
export const list = (db: Db, scope: Scope, query: ListQuery): Promise<Rows<Row>> =>
  askedRows(
    db,
    query,
    sql<Row>`select ${SHOWN} from ${FROM} where ${narrowed(scope, query)}
      ${orderSql(query.sort ?? '-vehicle_id', columns, sql`v.vehicle_id`)} ${pageSql(query)}`,
  )
export const count = async (db: Db, scope: Scope, query: ListQuery): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${FROM} where ${narrowed(scope, query)}`.execute(db)).rows[0]
    ?.n ?? 0

/** A vehicle within the scope. */
export const get = async (db: Db | Trx, scope: Scope, vehicleId: number): Promise<Row | undefined> =>
  (
    await sql<Row>`select ${SHOWN} from ${FROM}
      where v.vehicle_id = ${vehicleId} and v.deleted_at is null and ${within(scope, 'v')}`.execute(db)
  ).rows[0]

/** Holds a vehicle until the transaction ends, so that two changes follow each other. */
export const lock = (trx: Trx, vehicleId: number): Promise<unknown> =>
  sql`select from vehicle where vehicle_id = ${vehicleId} for update`.execute(trx)

type Choice = Pick<Row, 'vehicleId' | 'registrationNumber' | 'make' | 'model' | 'vehicleType'>
/** The vehicles without a driver, of the teams in the scope and of those above; `isSeen`: more than id and plate. */
export async function available(
  db: Db,
  scope: Scope,
  asked: ChoiceQuery,
  isSeen: boolean,
): Promise<{ vehicles: AvailableVehicle[]; total: number }> {
  // Columns that the caller may not see are not searched.
  const columns = [sql`v.registration_number`, ...(isSeen ? [sql`concat_ws(' ', v.make, v.model)`] : [])]
  const { where, limit } = choiceSql(asked, { key: sql`v.vehicle_id`, columns })
  const { rows } = await sql<Choice & { total: number }>`
    select v.vehicle_id, v.registration_number, v.make, v.model, v.vehicle_type, count(*) over () as total from vehicle v where v.deleted_at is null and v.user_pk is null
      and (${within(scope, 'v')} or (v.team_id = any((select path from team where id = ${scope.teamId})::int[])
        and v.company_id = (select company_id from team where id = ${scope.teamId})))
      and ${where}
    order by lower(v.registration_number), v.vehicle_id ${limit}`.execute(db)
  const vehicles = rows.map(r => ({
    vehicle_id: r.vehicleId,
    registration_number: r.registrationNumber,
    ...(isSeen && { make: r.make, model: r.model, vehicle_type: r.vehicleType }),
  }))
  return { vehicles, total: rows[0]?.total ?? 0 }
}

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, c: string) => c.toUpperCase())
const inPaise = (rupees: number | null): number | null => (rupees === null ? null : Number(paiseFromRupees(rupees)))
const inRupees = (paise: number | null): number | null => (paise === null ? null : rupeesFromPaise(BigInt(paise)))

/** The columns of what people write. */
const columnsOf = ({ total_financed_amount, emi_amount, ...rest }: VehicleBody) => ({
  ...(Object.fromEntries(Object.entries(rest).map(([name, value]) => [camel(name), value])) as Omit<
    Stored<'vehicle'>,
    'vehicleId' | 'companyId' | 'teamId' | 'userPk' | 'createdAt' | 'deletedAt'
  >),
  totalFinancedPaise: inPaise(total_financed_amount),
  emiPaise: inPaise(emi_amount),
})

/** Makes a vehicle of a team; answers its id. A taken plate is the database's unique violation. */
export async function create(
  db: Db | Trx,
  { teamId, userPk = null, ...body }: VehicleBody & { teamId: number; userPk?: number | null },
): Promise<number> {
  const made = await db
    .insertInto('vehicle')
    .values(({ selectFrom }) => ({
      ...columnsOf(body),
      teamId,
      userPk,
      companyId: selectFrom('team').select('companyId').where('id', '=', teamId),
    }))
    .returning('vehicleId')
    .executeTakeFirstOrThrow()
  return made.vehicleId
}
export const update = (trx: Trx, vehicleId: number, body: VehicleBody): Promise<unknown> =>
  trx.updateTable('vehicle').set(columnsOf(body)).where('vehicleId', '=', vehicleId).execute()

export const remove = (trx: Trx, vehicleId: number, at: Date): Promise<unknown> =>
  trx.updateTable('vehicle').set({ deletedAt: at }).where('vehicleId', '=', vehicleId).execute()

/** Those of the links that no vehicle names any more. */
export async function linksOfNone(trx: Trx, links: readonly string[]): Promise<string[]> {
  const columns = documentNames.map(name => sql.ref(`v.${name}`))
  const { rows } = await sql<{ link: string }>`select link from unnest(${sql.val(links)}::text[]) link
    where not exists (select from vehicle v where v.deleted_at is null and link in (${sql.join(columns)}))`.execute(trx)
  return rows.map(r => r.link)
}

/** A vehicle as it travels. */
export function vehicleOf(r: Row): Vehicle {
  const { totalFinancedPaise, emiPaise, ...row } = r
  const all: Record<string, unknown> = {
    ...row,
    totalFinancedAmount: inRupees(totalFinancedPaise),
    emiAmount: inRupees(emiPaise),
  }
  return {
    vehicle_id: r.vehicleId,
    user_pk: r.userPk,
    assigned_driver_name: r.assignedDriverName,
    companyId: r.companyId,
    teamId: r.teamId,
    team_name: r.teamName,
    ...(Object.fromEntries(WRITTEN.map(name => [name, all[camel(name)] ?? null])) as Pick<
      Vehicle,
      (typeof WRITTEN)[number]
    >),
  }
}
