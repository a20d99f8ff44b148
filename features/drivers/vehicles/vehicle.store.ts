// The register of vehicles. The columns bear the names of the fields; amounts are stored in paise and travel in rupees.
import type { ChoiceQuery } from '@wattdesk/base/paging'
import { sql } from 'kysely'
import { type Scope, within } from '#platform/access/scope.ts'
import type { Db, Trx } from '#platform/db/db.ts'
import { choiceSql, joined, searchSql } from '#platform/db/list.ts'
import type { Stored } from '#platform/db/record.ts'
import { recordReads } from '#platform/records/reads.ts'
import { recordWrites } from '#platform/records/writes.ts'
import type { AvailableVehicle } from './vehicle.contract.ts'
import { documentNames, vehicleFields } from './vehicle.fields.ts'

export type VehicleRow = Stored<'vehicle'> & { teamName: string; assignedDriverName: string | null }

/** A plate as people look for it, however its parts are spaced. */
const plate = sql`regexp_replace(v.registration_number, '[^A-Za-z0-9]', '', 'g')`
const plateText = (q: string) => q.replaceAll(/[^A-Za-z0-9]/g, '')

export const { get, reply, rows, shown } = recordReads<VehicleRow>()({
  fields: vehicleFields,
  from: sql`vehicle v join team t on t.id = v.team_id left join driver d on d.id = v.user_pk`,
  alias: 'v',
  id: sql`v.vehicle_id`,
  joined: { team_name: sql`t.name`, assigned_driver_name: sql`d.full_name` },
  where: sql`v.deleted_at is null`,
  order: '-vehicle_id',
  search: ({ q }, searched) =>
    q && plateText(q) ? joined([searched(q), searchSql(plateText(q), [plate])], 'OR') : searched(q),
})

export const { create, update, lock } = recordWrites<'vehicle'>({
  fields: vehicleFields,
  insert: sql`insert into vehicle`,
  update: sql`update vehicle set`,
  from: sql`from vehicle`,
  id: sql`vehicle_id`,
})

type Choice = Pick<VehicleRow, 'vehicleId' | 'registrationNumber' | 'make' | 'model' | 'vehicleType'>
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

export const remove = (trx: Trx, vehicleId: number, at: Date): Promise<unknown> =>
  trx.updateTable('vehicle').set({ deletedAt: at }).where('vehicleId', '=', vehicleId).execute()

/** Those of the links that no vehicle names any more. */
export async function linksOfNone(trx: Trx, links: readonly string[]): Promise<string[]> {
  const columns = documentNames.map(name => sql.ref(`v.${name}`))
  const { rows } = await sql<{ link: string }>`select link from unnest(${sql.val(links)}::text[]) link
    where not exists (select from vehicle v where v.deleted_at is null and link in (${sql.join(columns)}))`.execute(trx)
  return rows.map(r => r.link)
}
